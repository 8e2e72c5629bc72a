
${ item.doc }$type ${ item.name }$ ${ item.equals }$${ item.ty }$
<%- if let Some(shape) = item.shape %>

// TypeShape says what Go does not know of the type.
func (${ item.name }$) TypeShape() tygen.Shape {
	return ${ shape }$
}
<%- endif %>