
${ item.doc }$type ${ item.name }$ struct
<%- if item.fields.is_empty() %>{}
<%- else %> {
<%- for field in item.fields %>
${ field.doc }$	${ field.line }$
<%- endfor %>
}
<%- endif %>
<%- if let Some(ty) = item.input_of %>

// InputOf tells the type.
${ self::empty_method(item.name, "InputOf", ty) }$
<%- endif %>
