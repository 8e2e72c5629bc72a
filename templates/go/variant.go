
${ item.doc }$
<%- match item.content %>
<%- when Content::Null %>type ${ item.name }$ struct{}

func (${ item.name }$) ${ item.marker }$() {}

// InputOf tells the type.
func (${ item.name }$) InputOf(*${ item.union }$) {}
<%- when Content::Value with (ty) %>type ${ item.name }$ struct {
	Value ${ ty }$
}

func (${ item.name }$) ${ item.marker }$() {}

// InputOf tells the type.
func (${ item.name }$) InputOf(*${ item.union }$) {}

// ${ item.name }$Input is ${ item.name }$ as an argument: its value may arrive later.
type ${ item.name }$Input struct {
	_     tygen.ArgumentsOf[${ item.name }$]
	Value tygen.Input[${ ty }$]
}

// InputOf tells the type.
func (${ item.name }$Input) InputOf(*${ item.union }$) {}
<%- endmatch %>