
${ item.doc }$type ${ item.name }$ ${ item.base }$
<%- if !item.members.is_empty() %>

const (
<%- for member in item.members %>
${ member.doc }$	${ member.line }$
<%- endfor %>
)
<%- endif %>

// IsKnown reports whether the schema lists the value.
func (value ${ item.name }$) IsKnown() bool {
<%- if item.cases.is_empty() %>
	return false
<%- else %>
	switch value {
	case ${ "" }$
<%- for case in item.cases %>${ case }$<% endfor %>:
		return true
	default:
		return false
	}
<%- endif %>
}

// EnumValues is the type and the list of the values, as JSON.
func (${ item.name }$) EnumValues() string {
	return ${ item.values }$
}