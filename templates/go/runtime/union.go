package tygen

import (
	"slices"
	"strings"
)

// safety is how safe it is to read a value as a type.
type safety uint8

const (
	// The value cannot be read as the type.
	none safety = iota
	// It is tried, and may fail.
	unsafe
	// Every value of the value's type can be read as the type.
	safe
	// The type is exactly the value's.
	same
)

// fit is a value and a type to read it as.
type fit struct {
	n *node
	p *plan
}

// candidate is an arm that is tried.
type candidate struct {
	arm      int
	named    bool
	safety   safety
	dropped  int
	problems Problems
}

// union reads a value as one of the arms: the first that takes it, in the order of docs/conversions.md.
func (c *conversion) union(n *node, p *plan) *node {
	// A value of Go's says which arm it is.
	for _, arm := range p.arms {
		if slices.Contains(n.variants, arm.variant) {
			return c.known(n, arm.plan).as(arm.variant)
		}
	}
	candidates := c.candidates(n, p)
	for at := range candidates {
		if c.attempts++; c.attempts > mostAttempts {
			return nil
		}
		own := &candidates[at]
		attempt := conversion{plain: c.plain, attempts: c.attempts, safeties: c.safeties}
		to := attempt.known(n, p.arms[own.arm].plan)
		c.attempts, c.safeties = attempt.attempts, attempt.safeties
		if c.attempts > mostAttempts {
			return nil
		}
		if len(attempt.problems) == 0 {
			return to.as(p.arms[own.arm].variant)
		}
		own.problems = attempt.problems
	}
	return c.noArm(n, p, candidates)
}

// noArm tells why no arm took the value.
func (c *conversion) noArm(n *node, p *plan, candidates []candidate) *node {
	if len(candidates) == 0 {
		return c.misfit(n, p)
	}
	tell := slices.IndexFunc(candidates, func(own candidate) bool { return own.named })
	if tell < 0 && len(candidates) == 1 {
		tell = 0
	}
	if tell >= 0 {
		for _, problem := range candidates[tell].problems {
			problem.Path = append(append(Path(nil), c.path...), problem.Path...)
			c.problems = append(c.problems, problem)
		}
		return nil
	}
	slices.SortFunc(candidates, func(a, b candidate) int { return a.arm - b.arm })
	reasons := make([]string, len(candidates))
	for at, own := range candidates {
		problems := make([]string, len(own.problems))
		for at, problem := range own.problems {
			problems[at] = problem.Error()
		}
		reasons[at] = "not " + p.arms[own.arm].plan.words() + ", since " + strings.Join(problems, " and ")
	}
	return c.failText("no arm of the union takes the value: " + strings.Join(reasons, "; "))
}

// candidates gives the arms that could take a value, in the order in which they are tried.
func (c *conversion) candidates(n *node, p *plan) []candidate {
	named := c.named(n, p)
	var all []candidate
	for at, arm := range p.arms {
		own := candidate{arm: at, named: at == named, safety: c.safety(n, arm.plan)}
		if own.safety != none || own.named {
			own.dropped = dropped(n, arm.plan)
			all = append(all, own)
		}
	}
	rank := func(own candidate) int {
		switch {
		case own.safety == same && p.arms[own.arm].plan.want == wantInt:
			return 0
		case own.safety == same:
			return 1
		case own.named:
			return 2
		case own.safety == safe:
			return 3
		default:
			return 4
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if left, right := rank(a), rank(b); left != right {
			return left - right
		}
		return a.dropped - b.dropped
	})
	return all
}

// named gives the arm that the discriminator names, or -1.
func (c *conversion) named(n *node, p *plan) int {
	if p.discriminator == "" || n.kind != kindObject {
		return -1
	}
	word := n.get(p.discriminator)
	if word != nil {
		word = word.bare()
	}
	if word == nil || word.kind != kindString {
		return -1
	}
	if at, ok := p.named[word.text]; ok {
		return at
	}
	return -1
}

// dropped counts the attributes that an object would lose.
func dropped(n *node, p *plan) int {
	if p.want != wantObject || n.kind != kindObject {
		return 0
	}
	count := 0
	for _, key := range n.keys {
		if _, ok := p.byName[key]; !ok {
			count++
		}
	}
	return count
}

// safety tells how safe it is to read a value as a type.
func (c *conversion) safety(n *node, p *plan) safety {
	for n.kind == kindSecret || n.kind == kindOutput {
		if len(n.items) == 0 {
			return unsafe
		}
		n = n.items[0]
	}
	switch {
	case n.kind == kindUnknown:
		return unsafe
	case p.want == wantAny:
		return safe
	case p.want == wantNullable && n.kind == kindNull:
		return safe
	case p.want == wantNullable:
		return min(c.safety(n, p.element), safe)
	case n.kind == kindList || n.kind == kindObject || p.want == wantUnion:
		key := fit{n, p}
		if known, ok := c.safeties[key]; ok {
			return known
		}
		if c.safeties == nil {
			c.safeties = map[fit]safety{}
		}
		found := c.compound(n, p)
		c.safeties[key] = found
		return found
	default:
		return c.primitive(n, p)
	}
}

func (c *conversion) primitive(n *node, p *plan) safety {
	switch p.want {
	case wantNone:
		return sameIf(n.kind == kindNull)
	case wantBool:
		if n.kind == kindString {
			return unsafe
		}
		return sameIf(n.kind == kindBool)
	case wantInt:
		switch {
		case n.kind == kindNumber && isWholeText(n.text):
			return same
		case n.kind == kindNumber || n.kind == kindString:
			return unsafe
		}
		return none
	case wantNumber:
		if n.kind == kindString {
			return unsafe
		}
		return sameIf(n.kind == kindNumber)
	case wantString:
		if n.kind == kindNumber || n.kind == kindBool {
			return safe
		}
		return sameIf(n.kind == kindString)
	case wantAsset:
		return sameIf(n.kind == kindAsset)
	case wantArchive:
		return sameIf(n.kind == kindArchive)
	case wantReference:
		return sameIf(n.kind == kindReference)
	case wantCapsule:
		return sameIf(n.kind == kindCapsule)
	case wantEnum:
		return min(c.primitive(n, p.element), unsafe)
	case wantAny, wantNullable, wantList, wantSet, wantMap, wantTuple, wantObject, wantUnion:
		return none
	default:
		return none
	}
}

func sameIf(holds bool) safety {
	if holds {
		return same
	}
	return none
}

func (c *conversion) compound(n *node, p *plan) safety {
	worst := safe
	switch {
	case p.want == wantUnion:
		best := none
		for _, arm := range p.arms {
			best = max(best, c.safety(n, arm.plan))
		}
		return min(best, safe)
	case n.kind == kindList && (p.want == wantList || p.want == wantSet):
		for _, item := range n.items {
			worst = min(worst, c.safety(item, p.element))
		}
	case n.kind == kindList && p.want == wantTuple && len(n.items) == len(p.fields):
		for at, item := range n.items {
			worst = min(worst, c.safety(item, p.fields[at].plan))
		}
	case n.kind == kindObject && p.want == wantMap:
		for _, item := range n.items {
			worst = min(worst, c.safety(item, p.element))
		}
	case n.kind == kindObject && p.want == wantObject:
		for at := range p.fields {
			field := &p.fields[at]
			item := n.get(field.name)
			if item != nil && p.nulls && c.isUnset(item, field.plan) {
				item = nil
			}
			switch {
			case item == nil && !field.optional && field.fallback == nil:
				return none
			case item != nil && field.constant != nil:
				worst = min(worst, c.safety(item, field.constant))
			case item != nil:
				worst = min(worst, c.safety(item, field.plan))
			}
		}
	default:
		return none
	}
	return worst
}
