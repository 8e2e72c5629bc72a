package tygen

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// parsed reads what encoding/json makes of JSON, or a [Value], as a node.
func parsed(value any) (*node, error) {
	var from parsedReader
	n := from.value(value, 0)
	if from.err != nil {
		return nil, Problems{{Cause: from.err}}
	}
	return n, nil
}

type parsedReader struct{ err error }

func (from *parsedReader) fail(err error) *node {
	if from.err == nil {
		from.err = err
	}
	return nil
}

func (from *parsedReader) value(value any, depth int) *node {
	switch value := value.(type) {
	case nil:
		return &node{kind: kindNull}
	case bool:
		return &node{kind: kindBool, truth: value}
	case string:
		value, ok := from.text(value)
		switch {
		case !ok:
			return nil
		case isSentinel(value):
			return &node{kind: kindUnknown}
		default:
			return text(value)
		}
	case json.Number:
		in := reader{data: []byte(value)}
		if _, ok := in.number(); !ok || !in.end() {
			return from.fail(errors.New("the text is not JSON: " + strconv.Quote(value.String()) + " is no number"))
		}
		return number(value.String())
	case float64:
		return parsedDouble(value)
	case []any:
		n := &node{kind: kindList}
		for _, item := range value {
			if depth == deepest {
				return from.fail(errTooDeep)
			}
			n.items = append(n.items, from.value(item, depth+1))
		}
		if depth == deepest {
			return from.fail(errTooDeep)
		}
		return n
	case map[string]any:
		return from.object(value, depth)
	case Value:
		l := lifter{}
		return l.dynamic(value)
	default:
		return broken("%T is no parsed form of JSON", value)
	}
}

func (from *parsedReader) object(value map[string]any, depth int) *node {
	if depth == deepest {
		return from.fail(errTooDeep)
	}
	n := &node{kind: kindObject}
	for _, key := range sortedKeys(value) {
		name, _ := from.text(key)
		name = nfc(name)
		n.keys, n.items = append(n.keys, name), append(n.items, from.value(value[key], depth+1))
	}
	if from.err != nil {
		return nil
	}
	n.lastOfEach()
	return special(n)
}

func (from *parsedReader) text(value string) (string, bool) {
	if !utf8.ValidString(value) {
		from.fail(errors.New("the text is not JSON: a string that is not UTF-8"))
		return "", false
	}
	return value, true
}

// parsedDouble is a double as JSON has it. One that is whole and beyond 2^53 may have been rounded.
func parsedDouble(value float64) *node {
	switch {
	case math.IsNaN(value):
		return broken("a number is required")
	case math.Abs(value) > 1<<53-1 && !math.IsInf(value, 0) && value == math.Trunc(value):
		return broken("the number may have been rounded: give it as text or bigint")
	default:
		return number(strconv.FormatFloat(value, 'f', -1, 64))
	}
}

func sortedKeys[T any](values map[string]T) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
