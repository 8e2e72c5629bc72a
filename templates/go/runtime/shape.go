package tygen

import (
	"fmt"
	"strconv"
	"strings"
)

// Shape says of a type what Go does not know of it: which slices are sets, to what a reference refers,
// what a capsule is called. It is `set`, `ref("token")` or `capsule("name")`, or `set(…)`, `list(…)`,
// `map(…)`, `null(…)` around the shape of the part. Generated code has it in the tags of fields, and as
// a constant beside an alias: Decode[Tags](data, TagsShape).
type Shape string

// form is a shape taken apart; nil says nothing.
type form struct {
	word     string
	argument string
	inner    *form
}

// part is the form of the part of a type that the word stands for.
func (f *form) part(words ...string) *form {
	if f == nil {
		return nil
	}
	for _, word := range words {
		if f.word == word {
			return f.inner
		}
	}
	return nil
}

func (f *form) is(word string) bool {
	return f != nil && f.word == word
}

// named gives the argument of a word.
func (f *form) named(word string) string {
	if f.is(word) {
		return f.argument
	}
	return ""
}

func formOf(shape Shape) (*form, error) {
	if shape == "" {
		return nil, nil
	}
	word, rest, _ := strings.Cut(string(shape), "(")
	f := &form{word: word}
	if rest == "" {
		return f, nil
	}
	rest, ok := strings.CutSuffix(rest, ")")
	if !ok {
		return nil, fmt.Errorf("the shape %q is not closed", string(shape))
	}
	var err error
	if word == "ref" || word == "capsule" {
		f.argument, err = strconv.Unquote(rest)
	} else {
		f.inner, err = formOf(Shape(rest))
	}
	return f, err
}
