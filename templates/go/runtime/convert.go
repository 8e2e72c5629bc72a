package tygen

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// conversion converts one value by the rules of docs/conversions.md.
type conversion struct {
	// plain is set if secrets, outputs and unknowns are problems.
	plain    bool
	path     Path
	problems Problems
	// attempts counts the arms of unions that were tried; past the limit everything is refused.
	attempts int
}

// The most arms of unions that are tried for a value.
const mostAttempts = 1 << 20

var errAttempts = errors.New("the value needs too many attempts to find its type")

// converted gives a value as a plan wants it, or everything that is wrong with it.
func converted(n *node, p *plan, plain bool) (*node, error) {
	c := conversion{plain: plain}
	n = c.value(n, p, false)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return n, nil
}

func (c *conversion) fail(err error) *node {
	c.problems = append(c.problems, Problem{slices.Clone(c.path), err})
	return nil
}

func (c *conversion) failText(message string) *node {
	return c.fail(errors.New(message))
}

// misfit says that the kinds do not go together.
func (c *conversion) misfit(n *node, p *plan) *node {
	return c.failText(misfit(n, p))
}

func misfit(n *node, p *plan) string {
	return p.words() + " required, but have " + words[n.kind]
}

// inside converts a part.
func (c *conversion) inside(step Step, n *node, p *plan, maybeSecret bool) *node {
	c.path = append(c.path, step)
	part := c.value(n, p, maybeSecret)
	c.path = c.path[:len(c.path)-1]
	return part
}

// value converts a value; nil if there is a problem. Where maybeSecret is set, a secret is a plain value.
func (c *conversion) value(n *node, p *plan, maybeSecret bool) *node {
	switch n.kind {
	case kindBroken:
		c.problems = append(c.problems, n.problems(c.path)...)
		return nil
	case kindUnknown:
		if c.plain {
			return c.failText("the value is not known yet")
		}
		return (&node{kind: kindUnknown}).with(n.secret, n.dependencies)
	default:
		switch {
		case !c.plain:
			return c.known(n, p).with(n.secret, n.dependencies)
		case len(n.dependencies) > 0:
			return c.fail(errNotPlain)
		case n.secret && !maybeSecret:
			return c.failText("a secret is not a plain value")
		default:
			return c.known(n, p)
		}
	}
}

// known converts a value that is there, to a node of its own.
func (c *conversion) known(n *node, p *plan) *node {
	switch p.want {
	case wantAny:
		return c.anything(n)
	case wantCapsule:
		if n.kind == kindCapsule {
			return &node{kind: n.kind, blob: n.blob}
		}
		return c.failText("a capsule has no JSON form")
	case wantNullable:
		return c.nullable(n, p)
	case wantUnion:
		return c.union(n, p)
	case wantEnum:
		return c.enum(n, p)
	case wantList, wantSet, wantTuple:
		if n.kind != kindList {
			return c.misfit(n, p)
		}
		return c.sequence(n, p)
	case wantMap:
		if n.kind != kindObject {
			return c.misfit(n, p)
		}
		return c.dictionary(n, p)
	case wantObject:
		if n.kind != kindObject {
			return c.misfit(n, p)
		}
		return c.object(n, p)
	case wantReference:
		if n.kind != kindReference {
			return c.misfit(n, p)
		}
		return c.reference(n, p)
	case wantNone, wantBool, wantInt, wantNumber, wantString, wantAsset, wantArchive:
		return c.scalar(n, p)
	default:
		return nil
	}
}

// nullable converts a value that may be null.
func (c *conversion) nullable(n *node, p *plan) *node {
	if n.kind == kindNull {
		return &node{kind: kindNull}
	}
	before := len(c.problems)
	to := c.known(n, p.element)
	// What does not fit at all does not fit the nullable.
	if len(c.problems) == before+1 && c.problems[before].Cause.Error() == misfit(n, p.element) &&
		len(c.problems[before].Path) == len(c.path) {
		c.problems[before].Cause = errors.New(misfit(n, p))
	}
	return to
}

func (c *conversion) scalar(n *node, p *plan) *node {
	switch {
	case n.kind == kindNull && p.want == wantNone:
		return &node{kind: kindNull}
	case n.kind == kindBool && p.want == wantBool:
		return &node{kind: kindBool, truth: n.truth}
	case n.kind == kindString && p.want == wantString:
		return text(nfc(n.text))
	case n.kind == kindAsset && p.want == wantAsset, n.kind == kindArchive && p.want == wantArchive:
		return &node{kind: n.kind, blob: n.blob}
	case n.kind == kindString && p.want == wantBool:
		return c.truth(n.text)
	case n.kind == kindBool && p.want == wantString:
		if n.truth {
			return text("true")
		}
		return text("false")
	case n.kind == kindNumber && p.want == wantString:
		d, err := decimalOf(n.text)
		if err != nil {
			return c.fail(err)
		}
		return text(d.exact())
	case (n.kind == kindNumber || n.kind == kindString) && (p.want == wantInt || p.want == wantNumber):
		to, err := numberNode(n, p)
		if err != nil {
			return c.fail(err)
		}
		return to
	default:
		return c.misfit(n, p)
	}
}

func (c *conversion) truth(value string) *node {
	switch value {
	case "true", "1":
		return &node{kind: kindBool, truth: true}
	case "false", "0":
		return &node{kind: kindBool}
	}
	switch lower := strings.ToLower(value); lower {
	case "true", "false":
		return c.failText("a bool is required; to convert from string, use lowercase \"" + lower + "\"")
	default:
		return c.failText("a bool is required")
	}
}

// numberAsItIs is the text of a number of which nothing is wanted: an integer keeps all its digits.
func numberAsItIs(text string) (string, error) {
	d, err := decimalOf(text)
	if err != nil || d.isWhole() {
		return d.integer(), err
	}
	return d.exact(), nil
}

// numberNode reads a number or text as a number in its representation.
func numberNode(n *node, p *plan) (*node, error) {
	decimal := n.text
	var err error
	switch {
	case n.kind == kindString && p.want == wantInt:
		decimal, err = integerText(decimal)
	case n.kind == kindString:
		decimal, err = numberText(decimal)
	}
	if err != nil {
		return nil, err
	}
	d, err := decimalOf(decimal)
	switch {
	case err != nil:
		return nil, err
	case p.want == wantInt && !d.isWhole():
		return nil, errInteger
	case p.want == wantInt:
		decimal = d.integer()
		if p.bits > 0 {
			_, err = bitsOf(decimal, p.bits)
		}
		return number(decimal), err
	case p.bits == 64:
		double, err := doubleOf(decimal)
		return doubleNode(double), err
	default:
		return number(d.exact()), nil
	}
}

func (c *conversion) enum(n *node, p *plan) *node {
	to := c.known(n, p.element)
	if to == nil {
		return nil
	}
	for _, value := range p.values {
		if to.kind == value.kind && to.text == value.text && to.truth == value.truth {
			return to
		}
	}
	return c.failText(listed(p.values))
}

// listed says which values an enum takes.
func listed(values []*node) string {
	texts := make([]string, len(values))
	for at, value := range values {
		texts[at] = value.text
		if value.kind != kindNumber {
			texts[at] = string(compact(value))
		}
	}
	switch last := len(texts) - 1; last {
	case -1:
		return "there is no value that this enum takes"
	case 0:
		return texts[0] + " is required"
	default:
		return "one of " + strings.Join(texts[:last], ", ") + " and " + texts[last] + " is required"
	}
}

func (c *conversion) reference(n *node, p *plan) *node {
	reference, _ := n.blob.(ResourceReference)
	if own := reference.token(); p.name != "" && own != "" && own != p.name {
		return c.failText("a reference to " + p.name + " is required, not to " + own)
	}
	return &node{kind: kindReference, blob: reference}
}

func (c *conversion) sequence(n *node, p *plan) *node {
	if p.want == wantTuple && len(n.items) != len(p.fields) {
		return c.fail(tupleLength(len(p.fields), len(n.items)))
	}
	to := &node{kind: kindList, items: make([]*node, len(n.items))}
	before := len(c.problems)
	for at, item := range n.items {
		part, secret := p.element, false
		if p.want == wantTuple {
			part, secret = p.fields[at].plan, p.fields[at].secret
		}
		to.items[at] = c.inside(Index(at), item, part, secret)
	}
	if len(c.problems) > before {
		return nil
	}
	if p.want == wantSet {
		to.asSet(p.element)
	}
	return to
}

func (c *conversion) dictionary(n *node, p *plan) *node {
	to := &node{kind: kindObject, isMap: true, keys: n.keys, items: make([]*node, len(n.items))}
	before := len(c.problems)
	for at, item := range n.items {
		to.items[at] = c.inside(Key(n.keys[at]), item, p.element, false)
	}
	if len(c.problems) > before {
		return nil
	}
	return to.inOrder()
}

func (c *conversion) object(n *node, p *plan) *node {
	to := &node{kind: kindObject}
	before := len(c.problems)
	for at := range p.fields {
		field := &p.fields[at]
		item := n.get(field.name)
		if item != nil && p.nulls && item.isUnset(field.plan) {
			item = nil
		}
		want := field.plan
		if field.constant != nil {
			want = field.constant
		}
		if item != nil && field.constant != nil && !c.plain {
			item = item.constantly(field.literal)
		}
		var part *node
		switch {
		case item != nil:
			part = c.inside(Attribute(field.name), item, want, field.secret)
		case field.fallback != nil:
			part = c.value(field.fallback, field.plan, false)
		case !field.optional:
			c.failText("attribute " + quoted(field.name) + " is required")
		}
		if part == nil {
			continue
		}
		if field.secret && !c.plain {
			part.secret = true
		}
		to.keys, to.items = append(to.keys, field.name), append(to.items, part)
	}
	if len(c.problems) > before {
		return nil
	}
	return to
}

// constantly is what stands in the place of a constant: that is known, whatever goes with it.
func (n *node) constantly(constant *node) *node {
	switch {
	case n.kind == kindUnknown:
		return constant
	case n.kind == kindBroken || !n.secret && len(n.dependencies) == 0:
		return n
	default:
		to := *n
		to.secret, to.dependencies = false, nil
		return &to
	}
}

// isUnset tells a null where null means "not set".
func (n *node) isUnset(p *plan) bool {
	return n.kind == kindNull && !p.takesNull()
}

// takesNull tells whether null is a value of the type.
func (p *plan) takesNull() bool {
	switch p.want {
	case wantNone, wantAny, wantNullable:
		return true
	case wantUnion:
		for _, arm := range p.arms {
			if arm.plan.takesNull() {
				return true
			}
		}
		return false
	case wantBool, wantInt, wantNumber, wantString, wantAsset, wantArchive, wantReference, wantCapsule, wantList, wantSet,
		wantMap, wantTuple, wantObject, wantEnum:
		return false
	default:
		return false
	}
}

// anything takes a value as it is, each part of it with its own type.
func (c *conversion) anything(n *node) *node {
	switch n.kind {
	case kindString:
		return text(nfc(n.text))
	case kindNumber:
		decimal, err := numberAsItIs(n.text)
		if err != nil {
			return c.fail(err)
		}
		return &node{kind: kindNumber, text: decimal, double: n.double}
	case kindList:
		return c.sequence(n, &plan{want: wantList, element: anyPlan})
	case kindObject:
		return c.dictionary(n, &plan{want: wantMap, element: anyPlan})
	case kindNull, kindBool, kindAsset, kindArchive, kindReference, kindCapsule, kindUnknown, kindBroken:
		return &node{kind: n.kind, truth: n.truth, blob: n.blob}
	default:
		return nil
	}
}

var anyPlan = &plan{want: wantAny}

func tupleLength(want, have int) error {
	return fmt.Errorf("a tuple of %d elements is required, not of %d", want, have)
}
