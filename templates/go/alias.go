
${ item.doc }$type ${ item.name }$ ${ item.equals }$${ item.ty }$