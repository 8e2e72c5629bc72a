package tygen

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The deepest that arrays and objects may be nested.
const deepest = 256

var errTooDeep = errors.New("the value is nested deeper than 256 levels")

// reader reads JSON (RFC 8259) and keeps all digits of a number. Once it has failed it stays so.
type reader struct {
	data  []byte
	at    int
	depth int
	err   error
}

// parse reads a text that is one JSON value.
func parse(data []byte) (*node, error) {
	in := reader{data: data}
	n := in.value()
	in.end()
	if in.err != nil {
		return nil, Problems{{Cause: in.err}}
	}
	return n, nil
}

// fail notes why the text is not JSON.
func (in *reader) fail(why string) bool {
	if in.err == nil {
		in.err = fmt.Errorf("the text is not JSON: %s at byte %d", why, in.at)
	}
	return false
}

// end tells whether nothing but space follows.
func (in *reader) end() bool {
	if in.peek() != 0 || in.at < len(in.data) {
		return in.fail("more follows the value")
	}
	return in.err == nil
}

// peek gives the first byte that is no space; 0 at the end.
func (in *reader) peek() byte {
	for in.at < len(in.data) {
		switch c := in.data[in.at]; c {
		case ' ', '\n', '\t', '\r':
			in.at++
		default:
			return c
		}
	}
	return 0
}

// take skips a byte that is expected.
func (in *reader) take(want byte) bool {
	if in.peek() != want || in.at >= len(in.data) {
		return in.fail("no " + strconv.QuoteRune(rune(want)))
	}
	in.at++
	return true
}

func (in *reader) literal(word string) bool {
	if len(in.data)-in.at < len(word) || string(in.data[in.at:in.at+len(word)]) != word {
		return in.fail("no value")
	}
	in.at += len(word)
	return true
}

// enter begins an array or object.
func (in *reader) enter() bool {
	in.at++
	in.depth++
	if in.depth > deepest {
		if in.err == nil {
			in.err = errTooDeep
		}
		return false
	}
	return true
}

// value reads any value; nil if it has failed.
func (in *reader) value() *node {
	switch c := in.peek(); {
	case c == '{':
		return in.object()
	case c == '[':
		return in.array()
	case c == '"':
		value, ok := in.string()
		if !ok {
			return nil
		}
		if isSentinel(value) {
			return &node{kind: kindUnknown}
		}
		return text(value)
	case c == 't' && in.literal("true"):
		return &node{kind: kindBool, truth: true}
	case c == 'f' && in.literal("false"):
		return &node{kind: kindBool}
	case c == 'n' && in.literal("null"):
		return &node{kind: kindNull}
	case c == '-' || '0' <= c && c <= '9':
		token, ok := in.number()
		if !ok {
			return nil
		}
		return number(string(token))
	default:
		in.fail("no value")
		return nil
	}
}

func (in *reader) array() *node {
	n := &node{kind: kindList}
	if !in.enter() {
		return nil
	}
	for more := in.first(']'); more; more = in.next(']') {
		item := in.value()
		if item == nil {
			return nil
		}
		n.items = append(n.items, item)
	}
	return in.done(n)
}

func (in *reader) object() *node {
	n := &node{kind: kindObject}
	if !in.enter() {
		return nil
	}
	for more := in.first('}'); more; more = in.next('}') {
		key, ok := in.key()
		if !ok {
			return nil
		}
		item := in.value()
		if item == nil {
			return nil
		}
		n.keys, n.items = append(n.keys, key), append(n.items, item)
	}
	if in.done(n) == nil {
		return nil
	}
	n.lastOfEach()
	return special(n)
}

func (in *reader) done(n *node) *node {
	if in.err != nil {
		return nil
	}
	in.depth--
	return n
}

// first tells whether there is a first element.
func (in *reader) first(end byte) bool {
	if in.peek() == end {
		in.at++
		return false
	}
	return true
}

// next tells whether there is another element.
func (in *reader) next(end byte) bool {
	switch c := in.peek(); c {
	case ',':
		in.at++
		return true
	case end:
		in.at++
		return false
	default:
		return in.fail("no , and no " + string(rune(end)))
	}
}

// key reads a key and the colon.
func (in *reader) key() (string, bool) {
	if in.peek() != '"' {
		return "", in.fail("no key")
	}
	key, ok := in.string()
	return nfc(key), ok && in.take(':')
}

// number gives the text of a number.
func (in *reader) number() ([]byte, bool) {
	data, from, at := in.data, in.at, in.at
	digits := func() bool {
		begin := at
		for at < len(data) && '0' <= data[at] && data[at] <= '9' {
			at++
		}
		return at > begin
	}
	if at < len(data) && data[at] == '-' {
		at++
	}
	if at < len(data) && data[at] == '0' {
		at++
	} else if !digits() {
		return nil, in.fail("no number")
	}
	if at < len(data) && data[at] == '.' {
		at++
		if !digits() {
			return nil, in.fail("no number")
		}
	}
	if at < len(data) && (data[at] == 'e' || data[at] == 'E') {
		at++
		if at < len(data) && (data[at] == '+' || data[at] == '-') {
			at++
		}
		if !digits() {
			return nil, in.fail("no number")
		}
	}
	in.at = at
	return data[from:at], true
}

// raw gives the bytes between quotes, if nothing in them is escaped and all are ASCII.
func (in *reader) raw() ([]byte, bool) {
	data, from := in.data, in.at+1
	for at := from; at < len(data); at++ {
		c := data[at]
		if c == '"' {
			in.at = at + 1
			return data[from:at], true
		}
		if c < ' ' || c == '\\' || c >= utf8.RuneSelf {
			break
		}
	}
	return nil, false
}

// string reads a string.
func (in *reader) string() (string, bool) {
	if raw, ok := in.raw(); ok {
		return string(raw), true
	}
	in.at++
	var out []byte
	for {
		if in.at >= len(in.data) {
			return "", in.fail("a string without end")
		}
		switch c := in.data[in.at]; {
		case c == '"':
			in.at++
			return string(out), true
		case c < ' ':
			return "", in.fail("a control character in a string")
		case c == '\\':
			character, ok := in.escape()
			if !ok {
				return "", false
			}
			out = utf8.AppendRune(out, character)
		case c < utf8.RuneSelf:
			out = append(out, c)
			in.at++
		default:
			character, size := utf8.DecodeRune(in.data[in.at:])
			if character == utf8.RuneError && size == 1 {
				return "", in.fail("a byte that is not UTF-8")
			}
			out = append(out, in.data[in.at:in.at+size]...)
			in.at += size
		}
	}
}

const escapes = "\"\\/bfnrt"

// escape reads what begins with a backslash.
func (in *reader) escape() (rune, bool) {
	in.at++
	if in.at >= len(in.data) {
		return 0, in.fail("a string without end")
	}
	c := in.data[in.at]
	if c == 'u' {
		in.at++
		first, ok := in.hex()
		if !ok || !utf16.IsSurrogate(first) {
			return first, ok
		}
		if in.at+1 < len(in.data) && in.data[in.at] == '\\' && in.data[in.at+1] == 'u' {
			in.at += 2
			second, ok := in.hex()
			if both := utf16.DecodeRune(first, second); ok && both != utf8.RuneError {
				return both, true
			}
		}
		return 0, in.fail("half of a surrogate pair")
	}
	for at := range len(escapes) {
		if escapes[at] == c {
			in.at++
			return rune("\"\\/\b\f\n\r\t"[at]), true
		}
	}
	return 0, in.fail("an unknown escape")
}

func (in *reader) hex() (rune, bool) {
	var value rune
	for range 4 {
		if in.at >= len(in.data) {
			return 0, in.fail("a string without end")
		}
		c := in.data[in.at]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, in.fail("no hexadecimal digit")
		}
		value = value<<4 | rune(c)
		in.at++
	}
	return value, true
}
