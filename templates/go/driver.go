// ${ header }$

package main

import (
<%- if big %>
	"math/big"
${ "" }$
<%- endif %>
<%- for line in imports %>
	${ line }$
<%- endfor %>
)

// codecs are those of all that has one.
func codecs() map[string]tygen.Codec {
	all := make(map[string]tygen.Codec)
<%- for line in codecs %>
	${ line }$
<%- endfor %>
	return all
}

// kinds make the inputs of declared types.
func kinds() []tygen.InputKind {
	return []tygen.InputKind{
<%- for line in kinds %>
		${ line }$,
<%- endfor %>
	}
}
