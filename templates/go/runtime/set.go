package tygen

import (
	"slices"
	"strings"
)

// asSet drops elements that are equal to earlier ones, and puts those of a type that has an order in it. A
// set of which a part has something of its own stays as it is.
func (n *node) asSet(element *plan) {
	if slices.ContainsFunc(n.items, func(item *node) bool { return !item.isPlain() }) {
		return
	}
	seen := make(map[string]bool, len(n.items))
	kept := n.items[:0]
	for _, item := range n.items {
		key := string(identity(nil, item))
		if !seen[key] {
			seen[key] = true
			kept = append(kept, item)
		}
	}
	n.items = kept
	if element.isOrdered() {
		slices.SortStableFunc(n.items, order)
	}
}

// isOrdered tells whether sets of the type have an order of their own.
func (p *plan) isOrdered() bool {
	switch p.want {
	case wantBool, wantInt, wantNumber, wantString:
		return true
	case wantNullable, wantEnum:
		return p.element.isOrdered()
	case wantUnion:
		return p.either != nil && p.either.isOrdered()
	case wantNone, wantAny, wantAsset, wantArchive, wantReference, wantCapsule, wantList, wantSet, wantMap, wantTuple,
		wantObject:
		return false
	default:
		return false
	}
}

// order is that of two primitive nodes of one type; null is last.
func order(a, b *node) int {
	switch {
	case a.kind == kindNull && b.kind == kindNull:
		return 0
	case a.kind == kindNull:
		return 1
	case b.kind == kindNull:
		return -1
	case a.kind == kindString && b.kind == kindString:
		return strings.Compare(a.text, b.text)
	case a.kind == kindBool && b.kind == kindBool && a.truth != b.truth:
		if a.truth {
			return 1
		}
		return -1
	case a.kind == kindNumber && b.kind == kindNumber:
		left, okLeft := NumberText(a.text).Float()
		right, okRight := NumberText(b.text).Float()
		if okLeft && okRight {
			return left.Cmp(right)
		}
	}
	return 0
}

// identity is text that equal converted nodes share.
func identity(out []byte, n *node) []byte {
	out = append(out, byte(n.kind), ':')
	switch n.kind {
	case kindBool:
		if n.truth {
			out = append(out, '1')
		}
	case kindNumber:
		if n.text == "-0" {
			return append(out, "0;"...)
		}
		out = append(out, n.text...)
	case kindString:
		out = appendQuoted(out, n.text)
	case kindList:
		for _, item := range n.items {
			out = identity(out, item)
		}
	case kindObject:
		keyed := n.inOrder()
		for at, item := range keyed.items {
			out = identity(appendQuoted(out, keyed.keys[at]), item)
		}
	case kindAsset, kindArchive:
		out = append(out, blobIdentity(n.blob)...)
	case kindReference:
		reference, _ := n.blob.(ResourceReference)
		out = appendQuoted(out, reference.URN)
		if reference.ID != nil {
			out = appendQuoted(out, *reference.ID)
		}
	case kindNull, kindCapsule, kindUnknown, kindBroken:
	}
	return append(out, ';')
}
