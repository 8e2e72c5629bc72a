
${ item.doc }$
<%- match item.content %>
<%- when Content::Null %>type ${ item.name }$ struct{}

func (${ item.name }$) ${ item.marker }$() {}

// ToOutput gives ${ item.union }$ at once.
func (value ${ item.name }$) ToOutput() tygen.Output[${ item.union }$] {
	return tygen.Known[${ item.union }$](value)
}
<%- when Content::Value with (ty) %>type ${ item.name }$ struct {
	Value ${ ty }$
}

func (${ item.name }$) ${ item.marker }$() {}

// ToOutput gives ${ item.union }$ at once.
func (value ${ item.name }$) ToOutput() tygen.Output[${ item.union }$] {
	return tygen.Known[${ item.union }$](value)
}

// ${ item.name }$Input is ${ item.name }$ as an argument: its value may arrive later.
type ${ item.name }$Input struct {
	Value tygen.Input[${ ty }$]
}

// ToOutput gives ${ item.union }$ when the value has arrived.
func (input ${ item.name }$Input) ToOutput() tygen.Output[${ item.union }$] {
	return tygen.Gather(func(parts *tygen.Parts) ${ item.union }$ {
		return ${ item.name }${Value: tygen.Part(parts, nil, input.Value)}
	})
}
<%- endmatch %>
