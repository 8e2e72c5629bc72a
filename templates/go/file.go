// ${ header }$

package ${ package }$
<%- if !imports.is_empty() %>

import (
<%- for group in imports %>
<%- if !loop.first %>
<% endif %>
<%- for line in group %>
	${ line }$
<%- endfor %>
<%- endfor %>
)
<%- endif %>
<%- for item in items %>
<% match item %>
<%- when Item::Constant with (item) %><% include "constant.go" %>
<%- when Item::Struct with (item) %><% include "struct.go" %>
<%- when Item::Alias with (item) %><% include "alias.go" %>
<%- when Item::Enum with (item) %><% include "enum.go" %>
<%- when Item::Union with (item) %><% include "union.go" %>
<%- when Item::Variant with (item) %><% include "variant.go" %>
<%- endmatch %>
<%- endfor %>
