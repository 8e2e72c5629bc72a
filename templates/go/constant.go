
${ item.doc }$const ${ item.name }$ = ${ item.value }$