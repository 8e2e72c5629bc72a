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

// candidate is an arm that is tried.
type candidate struct {
	arm      int
	named    bool
	group    int
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
	if p.either != nil {
		return c.nullableUnion(n, p)
	}
	candidates := c.candidates(n, p)
	for at := range candidates {
		if c.attempts++; c.attempts > mostAttempts {
			return c.fail(errAttempts)
		}
		own := &candidates[at]
		attempt := conversion{plain: c.plain, attempts: c.attempts}
		to := attempt.known(n, p.arms[own.arm].plan)
		c.attempts = attempt.attempts
		if len(attempt.problems) == 0 {
			return to.as(p.arms[own.arm].variant)
		}
		own.problems = attempt.problems
	}
	return c.noArm(n, p, candidates)
}

// nullableUnion reads a union of null and another type: a nullable, with a struct for each.
func (c *conversion) nullableUnion(n *node, p *plan) *node {
	to := c.nullable(n, &plan{want: wantNullable, element: p.either})
	for _, arm := range p.arms {
		if (arm.plan.want == wantNone) == (n.kind == kindNull) {
			return to.as(arm.variant)
		}
	}
	return to
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

// The reasons to try an arm, in the order in which they count.
const (
	groupInt = iota
	groupExact
	groupNamed
	groupSafe
	groupUnsafe
	// The arm cannot take the value but is of its kind: it is tried to tell what is wrong.
	groupKin
)

// candidates gives the arms that are tried, in their order.
func (c *conversion) candidates(n *node, p *plan) []candidate {
	named := c.named(n, p)
	var all []candidate
	for at, arm := range p.arms {
		own := candidate{arm: at, named: at == named, dropped: dropped(n, arm.plan)}
		switch {
		case isExact(n, arm.plan):
			own.group = groupExact
			if arm.plan.want == wantInt {
				own.group = groupInt
			}
		case own.named:
			own.group = groupNamed
		default:
			c.attempts++
			switch c.safety(n, arm.plan) {
			case same, safe:
				own.group = groupSafe
			case unsafe:
				own.group = groupUnsafe
			case none:
				if !isKin(n, arm.plan) {
					continue
				}
				own.group = groupKin
			}
		}
		all = append(all, own)
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if a.group != b.group {
			return a.group - b.group
		}
		return a.dropped - b.dropped
	})
	return all
}

// isKin tells whether both are objects and maps, or both lists, sets and tuples.
func isKin(n *node, p *plan) bool {
	switch n.kind {
	case kindObject:
		return p.want == wantMap || p.want == wantObject
	case kindList:
		return p.want == wantList || p.want == wantSet || p.want == wantTuple
	default:
		return false
	}
}

// named gives the arm that the discriminator names, or -1.
func (c *conversion) named(n *node, p *plan) int {
	if p.discriminator == "" || n.kind != kindObject {
		return -1
	}
	word := n.get(p.discriminator)
	if word == nil || word.kind != kindString {
		return -1
	}
	if at, ok := p.named[nfc(word.text)]; ok {
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

// isExact tells whether a type is exactly the value's own.
func isExact(n *node, p *plan) bool {
	switch n.kind {
	case kindNull:
		return p.want == wantNone
	case kindBool:
		return p.want == wantBool
	case kindString:
		return p.want == wantString
	case kindNumber:
		return p.want == wantNumber || p.want == wantInt && isWholeText(n.text)
	case kindAsset:
		return p.want == wantAsset
	case kindArchive:
		return p.want == wantArchive
	case kindReference:
		reference, _ := n.blob.(ResourceReference)
		own := reference.token()
		return p.want == wantReference && (own == "" || p.name == "" || own == p.name)
	case kindCapsule:
		return p.want == wantCapsule
	case kindList, kindObject, kindUnknown, kindBroken:
		return false
	default:
		return false
	}
}

// safety tells how safe it is to read a value as a type.
func (c *conversion) safety(n *node, p *plan) safety {
	switch {
	case c.attempts > mostAttempts:
		return none
	case n.kind == kindUnknown || n.kind == kindBroken:
		return unsafe
	case isExact(n, p):
		return same
	case p.want == wantAny:
		return safe
	case p.want == wantNullable || p.want == wantUnion && p.either != nil:
		if n.kind == kindNull {
			return safe
		}
		element := p.element
		if p.either != nil {
			element = p.either
		}
		return min(c.safety(n, element), safe)
	case p.want == wantUnion:
		best := none
		for _, arm := range p.arms {
			c.attempts++
			best = max(best, c.safety(n, arm.plan))
		}
		return min(best, safe)
	case p.want == wantEnum:
		return min(c.safety(n, p.element), unsafe)
	case n.kind == kindObject || n.kind == kindList:
		return c.compound(n, p)
	case p.want == wantString && (n.kind == kindBool || n.kind == kindNumber):
		return safe
	case p.want == wantInt && n.kind == kindNumber:
		return unsafe
	case n.kind == kindString && (p.want == wantBool || p.want == wantInt || p.want == wantNumber):
		return unsafe
	default:
		return none
	}
}

// compound tells it of an array or object: as unsafe as the worst part, and safe at best.
func (c *conversion) compound(n *node, p *plan) safety {
	worst := safe
	switch {
	case n.kind == kindList && (p.want == wantList || p.want == wantSet), n.kind == kindObject && p.want == wantMap:
		for _, item := range n.items {
			worst = min(worst, c.safety(item, p.element))
		}
	case n.kind == kindList && p.want == wantTuple && len(n.items) == len(p.fields):
		for at, item := range n.items {
			worst = min(worst, c.safety(item, p.fields[at].plan))
		}
	case n.kind == kindObject && p.want == wantObject:
		for at := range p.fields {
			worst = min(worst, c.attribute(n.get(p.fields[at].name), &p.fields[at], p.nulls))
		}
	default:
		return none
	}
	return worst
}

func (c *conversion) attribute(n *node, field *field, nulls bool) safety {
	isRequired := !field.optional && field.fallback == nil
	switch {
	case n == nil && isRequired:
		return none
	case n == nil:
		return safe
	}
	found := c.safety(n, field.plan)
	switch {
	case found == none && nulls && n.kind == kindNull && !isRequired:
		return safe
	case field.constant != nil:
		return min(found, unsafe)
	default:
		return found
	}
}
