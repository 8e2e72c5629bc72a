
${ item.doc }$type ${ item.name }$ interface {
	${ item.marker }$()
}

// ${ item.name }$Input is ${ item.name }$ as an argument.
type ${ item.name }$Input = tygen.Input[${ item.name }$]
