
${ item.doc }$type ${ item.name }$ struct
<%- if item.fields.is_empty() %>{}
<%- else %> {
<%- for field in item.fields %>
${ field.doc }$	${ field.line }$
<%- endfor %>
}
<%- endif %>
<%- if let Some(resolve) = item.resolve %>

// ToOutput gives ${ resolve.plain }$ when every part has arrived.
func (input ${ item.name }$) ToOutput() tygen.Output[${ resolve.plain }$] {
	return tygen.Gather(func(parts *tygen.Parts) ${ resolve.plain }$ {
		var value ${ resolve.plain }$
<%- for part in resolve.parts %>
		value.${ part.field }$ =
<%- match part.getter %>
<%- when Getter::Copied %> input.${ part.field }$
<%- when Getter::Runtime with (function) %> tygen.${ function }$(parts, ${ part.step }$, input.${ part.field }$)
<%- when Getter::RuntimeSecret with (function) %> tygen.${ function }$(parts.Secret(), ${ part.step }$, input.${ part.field }$)
<%- when Getter::Constant with (constant) %> tygen.ConstantPart(parts, ${ part.step }$, input.${ part.field }$, ${ constant }$)
<%- endmatch %>
<%- endfor %>
		return value
	})
}
<%- endif %>
