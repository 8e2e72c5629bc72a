package tygen

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Parts collects what is known of the parts of a value: see [Gather].
type Parts struct {
	gathered *gathered
	secret   bool
}

type gathered struct {
	unknown      bool
	secret       bool
	dependencies []string
	problems     Problems
}

// Gather makes one output of many inputs. The function asks for each part with [Part] and its sisters
// and puts the whole together; where a part is unknown or has failed it gets a zero value, and the whole
// is unknown or fails with the problems of all parts. So the function must do nothing but put together.
func Gather[T any](assemble func(parts *Parts) T) Output[T] {
	return Output[T]{gather(func(parts *Parts) any { return assemble(parts) })}
}

func gather(assemble func(parts *Parts) any) *cell {
	return startCell(func() (Snapshot[any], error) {
		all := &gathered{}
		value := assemble(&Parts{gathered: all})
		if len(all.problems) > 0 {
			return Snapshot[any]{}, all.problems
		}
		return Snapshot[any]{value, !all.unknown, all.secret, all.dependencies}, nil
	})
}

// Secret is the same collection for a part whose value is secret however it arrives.
func (parts *Parts) Secret() *Parts {
	return &Parts{gathered: parts.gathered, secret: true}
}

// Part waits for a part that must be there.
func Part[T any](parts *Parts, step Step, input Input[T]) T {
	if input == nil {
		parts.fail(step, errMissing)
		var none T
		return none
	}
	value, _ := wait(parts, step, input)
	return value
}

// OptionalPart waits for a part that may be absent: nil then.
func OptionalPart[T any](parts *Parts, step Step, input Input[T]) *T {
	if input == nil {
		return nil
	}
	value, known := wait(parts, step, input)
	if !known {
		return nil
	}
	return &value
}

// NilablePart waits for a part that may be absent and whose type has a nil for that.
func NilablePart[T any](parts *Parts, step Step, input Input[T]) T {
	if input == nil {
		var absent T
		return absent
	}
	value, _ := wait(parts, step, input)
	return value
}

// BoxedPart waits for a part that must be there and is held by a pointer.
func BoxedPart[T any](parts *Parts, step Step, input Input[T]) *T {
	value := Part(parts, step, input)
	return &value
}

// ConstantPart is a part that has one value: it need not be given, and nothing else may be.
func ConstantPart[T comparable](parts *Parts, step Step, input Input[T], constant T) T {
	if input == nil {
		return constant
	}
	if value, known := wait(parts, step, input); known && value != constant {
		parts.fail(step, fmt.Errorf("the value must be %#v", constant))
	}
	return constant
}

var errMissing = errors.New("a value is required")

func wait[T any](parts *Parts, step Step, input Input[T]) (T, bool) {
	value, known := parts.wait(step, input.ToOutput().cell)
	typed, _ := value.(T)
	return typed, known
}

func (parts *Parts) wait(step Step, cell *cell) (any, bool) {
	snapshot, err := cell.wait()
	all := parts.gathered
	if err != nil {
		parts.fail(step, err)
		return nil, false
	}
	all.unknown = all.unknown || !snapshot.Known
	all.secret = all.secret || snapshot.Secret || parts.secret
	all.dependencies = append(all.dependencies, snapshot.Dependencies...)
	return snapshot.Value, snapshot.Known
}

// fail adds what went wrong in a part, at its place.
func (parts *Parts) fail(step Step, err error) {
	var inner Problems
	if !errors.As(err, &inner) {
		inner = Problems{{Cause: err}}
	}
	for _, problem := range inner {
		if step != nil {
			problem.Path = append(Path{step}, problem.Path...)
		}
		parts.gathered.problems = append(parts.gathered.problems, problem)
	}
}

func sortedKeys[T any](values map[string]T) []string {
	return slices.Sorted(maps.Keys(values))
}
