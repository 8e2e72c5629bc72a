package tygen

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// kind is what a node is.
type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindList
	kindObject
	kindAsset
	kindArchive
	kindReference
	kindCapsule
	// A value that is not known yet.
	kindUnknown
	// A special value that is none: its text says why.
	kindBroken
)

// words are what a message calls a node of that kind.
var words = [...]string{
	kindNull:      "null",
	kindBool:      "bool",
	kindNumber:    "number",
	kindString:    "string",
	kindList:      "list",
	kindObject:    "object",
	kindAsset:     "asset",
	kindArchive:   "archive",
	kindReference: "resource reference",
	kindCapsule:   "capsule",
}

// node is a value with what goes with each of its parts: as JSON has it, or converted to a type.
type node struct {
	kind  kind
	truth bool
	// isMap tells the keys of a map from the attributes of an object.
	isMap bool
	// double is set for a number that is held in a double.
	double bool
	// variants are the arms of unions that a converted node was read as, the outermost first.
	variants []reflect.Type
	// text of a string; decimal text of a number, or +Inf and -Inf; what is broken.
	text string
	// keys of an object, in no order from JSON; of a converted one as declared, or sorted.
	keys []string
	// items are elements, or attributes under the keys.
	items []*node
	// blob is an Asset, an Archive, a ResourceReference or a Capsule.
	blob any
	// What goes with the node itself; its parts have their own. The dependencies are sorted.
	secret       bool
	dependencies []string
}

func text(value string) *node {
	return &node{kind: kindString, text: value}
}

func number(decimal string) *node {
	return &node{kind: kindNumber, text: decimal}
}

// doubleNode is a number that is held in a double. A whole one has all its digits: the shortest that a
// double reads back may be another whole number.
func doubleNode(value float64) *node {
	precision := -1
	if math.Abs(value) >= 1<<53 {
		precision = 0
	}
	return &node{kind: kindNumber, text: strconv.FormatFloat(value, 'f', precision, 64), double: true}
}

// get gives an attribute; nil if there is none.
func (n *node) get(key string) *node {
	if at := slices.Index(n.keys, key); at >= 0 {
		return n.items[at]
	}
	return nil
}

// with adds to what goes with a node.
func (n *node) with(secret bool, dependencies []string) *node {
	if n != nil {
		n.secret = n.secret || secret
		n.dependencies = united(n.dependencies, dependencies)
	}
	return n
}

// about is what is so of a node or of some part of it.
type about struct {
	unknown, secret bool
	dependencies    []string
}

// gather adds what goes with a converted node and its parts.
func (all *about) gather(n *node) {
	if n == nil {
		return
	}
	all.unknown = all.unknown || n.kind == kindUnknown
	all.secret = all.secret || n.secret
	if len(n.dependencies) > 0 {
		all.dependencies = united(all.dependencies, n.dependencies)
	}
	for _, item := range n.items {
		all.gather(item)
	}
}

// isPlain tells whether nothing goes with a converted node or its parts.
func (n *node) isPlain() bool {
	return n == nil || n.kind != kindUnknown && !n.secret && len(n.dependencies) == 0 &&
		!slices.ContainsFunc(n.items, func(item *node) bool { return !item.isPlain() })
}

// united is two sorted lists in one, in an array of its own unless one is empty.
func united(left, right []string) []string {
	if len(right) == 0 {
		return left
	}
	all := slices.Concat(left, right)
	slices.Sort(all)
	return slices.Compact(all)
}

// inOrder is the object with its keys in the order of their bytes.
func (n *node) inOrder() *node {
	if slices.IsSorted(n.keys) {
		return n
	}
	at := make([]int, len(n.keys))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(a, b int) int { return strings.Compare(n.keys[a], n.keys[b]) })
	to := *n
	to.keys, to.items = make([]string, len(at)), make([]*node, len(at))
	for i, from := range at {
		to.keys[i], to.items[i] = n.keys[from], n.items[from]
	}
	return &to
}

// as notes the arm of a union that a node was read as.
func (n *node) as(variant reflect.Type) *node {
	if n != nil {
		n.variants = append([]reflect.Type{variant}, n.variants...)
	}
	return n
}

// lastOfEach gives attributes that are written again their last value, in their first place.
func (n *node) lastOfEach() {
	if len(n.keys) < 2 {
		return
	}
	first := make(map[string]int, len(n.keys))
	to := 0
	for at, key := range n.keys {
		if before, ok := first[key]; ok {
			n.items[before] = n.items[at]
			continue
		}
		first[key] = to
		n.keys[to], n.items[to] = key, n.items[at]
		to++
	}
	n.keys, n.items = n.keys[:to], n.items[:to]
}

// brokenBy is a node in the place of a value that there is none of.
func brokenBy(err error) *node {
	return &node{kind: kindBroken, blob: err}
}

// problems are those of a broken node, which stands at a place.
func (n *node) problems(at Path) Problems {
	err, ok := n.blob.(error)
	if !ok {
		err = errors.New(n.text)
	}
	var inner Problems
	if !errors.As(err, &inner) {
		return Problems{{slices.Clone(at), err}}
	}
	placed := make(Problems, len(inner))
	for i, problem := range inner {
		placed[i] = Problem{slices.Concat(at, problem.Path), problem.Cause}
	}
	return placed
}
