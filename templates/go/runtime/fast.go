package tygen

import (
	"bytes"
	"math/big"
	"reflect"
	"slices"
	"strconv"
)

// fast decodes text straight into variables, for values that already are what is wanted. Where it cannot be
// certain that the rules give the same it lets them convert the part; where that has a problem it gives up,
// and the whole is read again by the rules, which tell all problems.
type fast struct {
	reader
	attempts int
}

// decodeFast tells whether it has set the variable.
func decodeFast(data []byte, p *plan, to reflect.Value) bool {
	in := fast{reader: reader{data: data}}
	return in.decode(p, to) && in.end()
}

func (in *fast) decode(p *plan, to reflect.Value) bool {
	if to.Kind() == reflect.Pointer && !isBig(to.Type()) {
		inner := reflect.New(to.Type().Elem())
		to.Set(inner)
		return in.decode(p, inner.Elem())
	}
	switch c := in.peek(); {
	case c == '"' && p.want == wantString:
		value, ok := in.plainText()
		to.SetString(value)
		return ok
	case c == '"' && p.want == wantEnum && p.element.want == wantString:
		value, ok := in.plainText()
		to.SetString(value)
		return ok && p.allows(value)
	case (c == 't' || c == 'f') && p.want == wantBool:
		to.SetBool(c == 't')
		if c == 't' {
			return in.literal("true")
		}
		return in.literal("false")
	case (c == '-' || '0' <= c && c <= '9') && (p.want == wantInt || p.want == wantNumber):
		return in.numeric(p, to)
	case c == '{' && p.want == wantObject:
		return in.structure(p, to)
	case c == '[' && (p.want == wantList || p.want == wantSet && to.Type() == stringsType):
		return in.list(p, to)
	case c == '[' && p.want == wantTuple:
		return in.tuple(p, to)
	case c == '{' && p.want == wantMap:
		return in.dictionary(p, to)
	case c == 'n' && (p.want == wantNullable || p.want == wantNone):
		return in.literal("null")
	case p.want == wantNullable:
		to.Field(1).SetBool(true)
		return in.decode(p.element, to.Field(0))
	case p.want == wantUnion && p.either == nil:
		return in.arm(c, p, to)
	default:
		return in.generally(p, to)
	}
}

var stringsType = reflect.TypeFor[[]string]()

// generally converts a part by the rules.
func (in *fast) generally(p *plan, to reflect.Value) bool {
	n := in.value()
	if n == nil {
		return false
	}
	c := conversion{plain: true, attempts: in.attempts}
	n = c.value(n, p, false)
	in.attempts = c.attempts
	if n == nil || len(c.problems) > 0 || c.attempts > mostAttempts {
		return false
	}
	build(n, p, to)
	return true
}

// plainText reads a string that stands for itself.
func (in *fast) plainText() (string, bool) {
	value, ok := in.string()
	if !ok || isSentinel(value) {
		return "", false
	}
	return nfc(value), true
}

// allows tells whether text is a value of an enum.
func (p *plan) allows(value string) bool {
	return slices.ContainsFunc(p.values, func(allowed *node) bool { return allowed.text == value })
}

func (in *fast) numeric(p *plan, to reflect.Value) bool {
	token, ok := in.number()
	if !ok {
		return false
	}
	isInteger := len(token) <= 15 && bytes.IndexAny(token, ".eE") < 0
	switch {
	case isInteger && p.want == wantInt:
		value, _ := strconv.ParseInt(string(token), 10, 64)
		if p.bits == 0 {
			to.Set(reflect.ValueOf(big.NewInt(value)))
			return true
		}
		to.SetInt(value)
		return !to.OverflowInt(value)
	case p.want == wantNumber && p.bits == 64 && len(token) <= 15 && bytes.IndexByte(token, 'e') < 0 &&
		bytes.IndexByte(token, 'E') < 0:
		value, err := strconv.ParseFloat(string(token), 64)
		to.SetFloat(value)
		return err == nil
	}
	n, err := numberNode(number(string(token)), p)
	if err != nil {
		return false
	}
	buildNumber(n.text, to)
	return true
}

// fieldKey reads a key and the colon, as bytes that are not kept.
func (in *fast) fieldKey() ([]byte, bool) {
	if in.peek() != '"' {
		return nil, in.fail("no key")
	}
	raw, ok := in.raw()
	if !ok {
		key, ok := in.key()
		return []byte(key), ok
	}
	return raw, in.take(':')
}

func (in *fast) structure(p *plan, to reflect.Value) bool {
	var few [4]uint64
	seen, count, next := few[:], 0, 0
	if len(p.fields) > 64*len(few) {
		seen = make([]uint64, len(p.fields)/64+1)
	}
	if !in.enter() {
		return false
	}
	for more := in.first('}'); more; more = in.next('}') {
		key, ok := in.fieldKey()
		if !ok {
			return false
		}
		at := next
		if next >= len(p.fields) || p.fields[next].name != string(key) {
			found, ok := p.byName[string(key)]
			if !ok {
				if string(key) == signatureKey || in.value() == nil {
					return false
				}
				continue
			}
			at = found
		}
		next = at + 1
		field, bit := &p.fields[at], uint64(1)<<(at%64)
		switch {
		case seen[at/64]&bit != 0:
			// The last one counts.
			return false
		case p.nulls && in.peek() == 'n' && !field.plan.takesNull():
			if !in.literal("null") {
				return false
			}
			continue
		}
		seen[at/64] |= bit
		count++
		if field.constant != nil {
			ok = in.generally(field.constant, to.Field(field.at))
		} else {
			ok = in.decode(field.plan, to.Field(field.at))
		}
		if !ok {
			return false
		}
	}
	if in.err != nil {
		return false
	}
	in.depth--
	return count == len(p.fields) || missing(p, seen, to)
}

// missing sets fields that were not there to their defaults; false if one is required.
func missing(p *plan, seen []uint64, to reflect.Value) bool {
	for at := range p.fields {
		field := &p.fields[at]
		switch {
		case seen[at/64]&(1<<(at%64)) != 0:
		case field.fallback != nil:
			n, err := converted(field.fallback, field.plan, true)
			if err != nil {
				return false
			}
			build(n, field.plan, to.Field(field.at))
		case !field.optional:
			return false
		}
	}
	return true
}

func (in *fast) list(p *plan, to reflect.Value) bool {
	if !in.enter() {
		return false
	}
	length := 0
	for more := in.first(']'); more; more = in.next(']') {
		if length >= to.Cap() {
			to.Grow(1)
		}
		to.SetLen(length + 1)
		if !in.decode(p.element, to.Index(length)) {
			return false
		}
		length++
	}
	if length == 0 {
		to.Set(reflect.MakeSlice(to.Type(), 0, 0))
	}
	if p.want == wantSet {
		if list, ok := to.Addr().Interface().(*[]string); ok {
			slices.Sort(*list)
			*list = slices.Compact(*list)
		}
	}
	in.depth--
	return in.err == nil
}

func (in *fast) tuple(p *plan, to reflect.Value) bool {
	if !in.enter() {
		return false
	}
	at := 0
	for more := in.first(']'); more; more = in.next(']') {
		if at >= len(p.fields) || !in.decode(p.fields[at].plan, to.Field(p.fields[at].at)) {
			return false
		}
		at++
	}
	in.depth--
	return in.err == nil && at == len(p.fields)
}

func (in *fast) dictionary(p *plan, to reflect.Value) bool {
	if !in.enter() {
		return false
	}
	ty := to.Type()
	to.Set(reflect.MakeMap(ty))
	texts, isTexts := to.Interface().(map[string]string)
	count := 0
	for more := in.first('}'); more; more = in.next('}') {
		key, ok := in.key()
		if !ok || key == signatureKey {
			return false
		}
		count++
		if isTexts && in.peek() == '"' {
			value, ok := in.plainText()
			if !ok {
				return false
			}
			texts[key] = value
			continue
		}
		element := reflect.New(ty.Elem()).Elem()
		if !in.decode(p.element, element) {
			return false
		}
		to.SetMapIndex(reflect.ValueOf(key).Convert(ty.Key()), element)
	}
	in.depth--
	// If not, a key was there twice: the last one counts, whatever the first was.
	return in.err == nil && to.Len() == count
}

// arm reads a value as the arm of a union that is certain to be tried first, and to take it.
func (in *fast) arm(c byte, p *plan, to reflect.Value) bool {
	var certain want
	switch {
	case c == '"':
		certain = wantString
	case c == 't' || c == 'f':
		certain = wantBool
	case c == '{' && p.discriminator != "":
		if at := in.discriminated(p); at >= 0 {
			return in.variant(&p.arms[at], to)
		}
		return in.generally(p, to)
	default:
		return in.generally(p, to)
	}
	for at := range p.arms {
		if p.arms[at].plan.want == certain {
			return in.variant(&p.arms[at], to)
		}
	}
	return in.generally(p, to)
}

func (in *fast) variant(arm *arm, to reflect.Value) bool {
	variant := reflect.New(arm.variant).Elem()
	if !in.decode(arm.plan, variant.Field(0)) {
		return false
	}
	to.Set(variant)
	return true
}

// discriminated looks ahead for the arm that the discriminator names; -1 if that is not certain.
func (in *fast) discriminated(p *plan) int {
	ahead := reader{data: in.data, at: in.at, depth: in.depth}
	if !ahead.enter() {
		return -1
	}
	for more := ahead.first('}'); more; more = ahead.next('}') {
		key, ok := ahead.key()
		if !ok {
			return -1
		}
		if key != p.discriminator {
			if ahead.value() == nil {
				return -1
			}
			continue
		}
		if ahead.peek() != '"' {
			return -1
		}
		word, ok := ahead.string()
		at, named := p.named[nfc(word)]
		// The arm's own reading sees a second one of that name.
		if _, declared := p.arms[max(at, 0)].plan.byName[p.discriminator]; !ok || !named || !declared {
			return -1
		}
		return at
	}
	return -1
}
