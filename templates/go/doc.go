// ${ header }$

${ doc }$package ${ package }$
