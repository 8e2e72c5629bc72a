
${ item.doc }$type ${ item.name }$ interface {
	${ item.marker }$(*${ item.list }$)
}

// ${ item.list }$ lists what ${ item.name }$ may be.
type ${ item.list }$ struct {
<%- for arm in item.arms %>
	${ arm.line }$
<%- endfor %>
}

// ${ item.name }$Input is ${ item.name }$ as an argument.
type ${ item.name }$Input = tygen.Input[${ item.name }$]
