package tygen

import (
	"math/big"
	"slices"
	"strings"
)

// asSet drops elements that are equal to earlier ones and puts those that have an order in it. A set of
// which a part is unknown stays as it is.
func (n *node) asSet() {
	var all about
	for _, item := range n.items {
		all.gather(item)
	}
	if all.unknown {
		return
	}
	seen := make(map[string]*node, len(n.items))
	kept := n.items[:0]
	for _, item := range n.items {
		key := string(identity(nil, item))
		if earlier, ok := seen[key]; ok {
			earlier.inherit(item)
			continue
		}
		seen[key] = item
		kept = append(kept, item)
	}
	n.items = kept
	slices.SortStableFunc(n.items, func(a, b *node) int {
		left, right := a.kind == kindNull, b.kind == kindNull
		switch {
		case left && right:
			return 0
		case left:
			return 1
		case right:
			return -1
		default:
			return 0
		}
	})
	known := n.items
	if len(known) > 0 && known[len(known)-1].kind == kindNull {
		known = known[:len(known)-1]
	}
	if len(known) > 0 && !slices.ContainsFunc(known, func(item *node) bool { return item.kind != known[0].kind }) {
		slices.SortStableFunc(known, order)
	}
}

// inherit takes over what goes with an equal node.
func (n *node) inherit(other *node) {
	var all about
	all.gather(other)
	n.with(all.secret, all.dependencies)
}

// order is that of two primitive nodes of one kind; others have none.
func order(a, b *node) int {
	switch a.kind {
	case kindString:
		return strings.Compare(a.text, b.text)
	case kindNumber:
		return orderOfNumbers(a.text, b.text)
	case kindBool:
		if a.truth == b.truth {
			return 0
		}
		if b.truth {
			return -1
		}
		return 1
	case kindNull, kindList, kindObject, kindAsset, kindArchive, kindReference, kindCapsule, kindUnknown, kindSecret,
		kindOutput, kindBroken:
		return 0
	default:
		return 0
	}
}

func orderOfNumbers(a, b string) int {
	left, okLeft := NumberText(a).Float()
	right, okRight := NumberText(b).Float()
	if !okLeft || !okRight {
		return 0
	}
	if order := left.Cmp(right); order != 0 {
		return order
	}
	// Integers beyond the mantissa.
	wholeLeft, okLeft := new(big.Int).SetString(a, 10)
	wholeRight, okRight := new(big.Int).SetString(b, 10)
	if okLeft && okRight {
		return wholeLeft.Cmp(wholeRight)
	}
	return 0
}

// equal tells whether two converted nodes are the same value.
func equal(a, b *node) bool {
	return string(identity(nil, a)) == string(identity(nil, b))
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
	case kindNull, kindCapsule, kindUnknown, kindSecret, kindOutput, kindBroken:
	}
	return append(out, ';')
}
