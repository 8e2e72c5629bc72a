
${ item.doc }$
<%- match item.content %>
<%- when Content::Null %>type ${ item.name }$ struct{}

${ self::empty_method(item.name, item.marker, item.list) }$

// InputOf tells the type.
${ self::empty_method(item.name, "InputOf", item.union) }$
<%- when Content::Value with (ty) %>type ${ item.name }$ struct {
	Value ${ ty }$
}

${ self::empty_method(item.name, item.marker, item.list) }$

// InputOf tells the type.
${ self::empty_method(item.name, "InputOf", item.union) }$

// ${ item.input }$ is ${ item.name }$ as an argument: its value may arrive later.
type ${ item.input }$ struct {
	_     tygen.ArgumentsOf[${ item.name }$]
	Value tygen.Input[${ ty }$]
}

// InputOf tells the type.
${ self::empty_method(item.input, "InputOf", item.union) }$
<%- endmatch %>