package tygen

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Output is a value that arrives later. It depends on resources, may be unknown (as in a preview, before
// a resource exists), and may be secret. An output is a handle: copies are the same output. The zero
// output was never assigned; awaiting it fails.
type Output[T any] struct {
	// Untyped is the same output without its type. It has the methods that an output needs for all types
	// together, so that none of them is compiled for each.
	Untyped Untyped
}

// Untyped is an output of any type.
type Untyped struct {
	cell *cell
}

// Snapshot is what an output is once it has arrived.
type Snapshot[T any] struct {
	// Value is the value; the zero value if it is unknown.
	Value T
	// Known tells whether there is a value.
	Known bool
	// Secret tells whether the value must not be shown.
	Secret bool
	// Dependencies are the URNs of the resources that the value depends on, sorted, none twice.
	Dependencies []string
}

// cell is written once, before done is closed, and only read after. Its value has lost its type, so that
// all but a few lines is compiled once and not for every type that a program has.
type cell struct {
	done     chan struct{}
	snapshot Snapshot[any]
	err      error
	// ty is the type of the value.
	ty reflect.Type
	// tree is the value with what goes with each part, where parts have something of their own, and plan
	// what it was read by.
	tree *node
	plan *plan
}

// arrived is the channel of all cells that are filled from the beginning.
var arrived = func() chan struct{} {
	done := make(chan struct{})
	close(done)
	return done
}()

// Known is an output that has arrived, with the URNs of the resources that it depends on.
func Known[T any](value T, dependencies ...string) Output[T] {
	return FromSnapshot(Snapshot[T]{Value: value, Known: true, Dependencies: dependencies})
}

// Unknown is an output whose value will not be known in this run.
func Unknown[T any](dependencies ...string) Output[T] {
	return FromSnapshot(Snapshot[T]{Dependencies: dependencies})
}

// Failed is an output whose computation failed.
func Failed[T any](err error) Output[T] {
	return Output[T]{Untyped{failed(err)}}
}

func failed(err error) *cell {
	return &cell{done: arrived, err: err}
}

// FromSnapshot is an output that has arrived.
func FromSnapshot[T any](snapshot Snapshot[T]) Output[T] {
	return Output[T]{Untyped{&cell{done: arrived, snapshot: normal(erased(snapshot)), ty: reflect.TypeFor[T]()}}}
}

// Secret is the same output, secret.
func Secret[T any](output Output[T]) Output[T] {
	return Output[T]{Untyped{output.Untyped.cell.more(true, nil)}}
}

// DependsOn is the same output with further dependencies.
func DependsOn[T any](output Output[T], dependencies ...string) Output[T] {
	return Output[T]{Untyped{output.Untyped.cell.more(false, dependencies)}}
}

// more is the same cell with more that goes with it.
func (from *cell) more(secret bool, dependencies []string) *cell {
	return startCell(func(to *cell) error {
		snapshot, err := from.wait()
		if err != nil {
			return err
		}
		snapshot.Secret = snapshot.Secret || secret
		snapshot.Dependencies = slices.Concat(snapshot.Dependencies, dependencies)
		to.snapshot, to.ty, to.plan = normal(snapshot), from.ty, from.plan
		if from.tree != nil {
			tree := *from.tree
			to.tree = tree.with(secret, normal(Snapshot[any]{Dependencies: dependencies}).Dependencies)
		}
		return nil
	})
}

// Await waits until the input has arrived, has failed, or the context ends.
func Await[T any](ctx context.Context, input Input[T]) (Snapshot[T], error) {
	snapshot, err := cellOf(input).await(ctx)
	return typed[T](snapshot), err
}

func (cell *cell) await(ctx context.Context) (Snapshot[any], error) {
	if cell == nil {
		return Snapshot[any]{}, errNeverSet
	}
	select {
	case <-cell.done:
		return cell.wait()
	default:
	}
	select {
	case <-cell.done:
		return cell.wait()
	case <-ctx.Done():
		return Snapshot[any]{}, ctx.Err()
	}
}

// InputOf tells the type.
func (Output[T]) InputOf(*T) {}

// String says that the value is not there to be printed.
func (Untyped) String() string {
	return "an output cannot be printed: use tygen.Apply to work with its value"
}

// MarshalJSON fails: the value is not there to be written.
func (Untyped) MarshalJSON() ([]byte, error) {
	return nil, fmt.Errorf("an output cannot be written as JSON: use tygen.Apply to work with its value")
}

// wait waits for as long as it takes. Who changes the snapshot's dependencies must copy them.
func (output Output[T]) wait() (Snapshot[T], error) {
	snapshot, err := output.Untyped.cell.wait()
	return typed[T](snapshot), err
}

func typed[T any](snapshot Snapshot[any]) Snapshot[T] {
	value, _ := snapshot.Value.(T)
	return Snapshot[T]{value, snapshot.Known, snapshot.Secret, snapshot.Dependencies}
}

func (cell *cell) wait() (Snapshot[any], error) {
	if cell == nil {
		return Snapshot[any]{}, errNeverSet
	}
	<-cell.done
	return cell.snapshot, cell.err
}

func erased[T any](snapshot Snapshot[T]) Snapshot[any] {
	return Snapshot[any]{snapshot.Value, snapshot.Known, snapshot.Secret, snapshot.Dependencies}
}

// start computes an output on its own. A panic is a failure of the computation.
func start[T any](compute func() (Snapshot[T], error)) Output[T] {
	return Output[T]{Untyped{startAny(reflect.TypeFor[T](), func() (Snapshot[any], error) {
		snapshot, err := compute()
		return erased(snapshot), err
	})}}
}

func startAny(ty reflect.Type, compute func() (Snapshot[any], error)) *cell {
	return startCell(func(to *cell) error {
		snapshot, err := compute()
		to.ty, to.snapshot = ty, normal(snapshot)
		return err
	})
}

// startCell fills a cell on its own.
func startCell(fill func(*cell) error) *cell {
	to := &cell{done: make(chan struct{}), err: errNoResult}
	go func() {
		defer close(to.done)
		defer func() {
			if problem := recover(); problem != nil {
				to.err = failure(problem)
			}
		}()
		to.err = fill(to)
	}()
	return to
}

var errNoResult = errors.New("the computation of an output ended without a result")

func failure(problem any) error {
	if err, ok := problem.(error); ok {
		return fmt.Errorf("panic in the computation of an output: %w", err)
	}
	return fmt.Errorf("panic in the computation of an output: %v", problem)
}

// normal gives the snapshot with sorted dependencies and without a value that is not known.
func normal(snapshot Snapshot[any]) Snapshot[any] {
	if len(snapshot.Dependencies) > 0 {
		dependencies := slices.Clone(snapshot.Dependencies)
		slices.Sort(dependencies)
		snapshot.Dependencies = slices.Compact(dependencies)
	} else {
		snapshot.Dependencies = nil
	}
	if !snapshot.Known {
		snapshot.Value = nil
	}
	return snapshot
}

// Apply computes with the value when it has arrived. The result depends on what the output depends on;
// an unknown output stops the callback and makes the result unknown; a secret one makes it secret.
func Apply[T, U any](output Output[T], compute func(T) U) Output[U] {
	return ApplyErr(output, func(value T) (U, error) { return compute(value), nil })
}

// ApplyErr is [Apply] for a computation that may fail.
func ApplyErr[T, U any](output Output[T], compute func(T) (U, error)) Output[U] {
	return start(func() (Snapshot[U], error) {
		from, err := output.wait()
		to := Snapshot[U]{Known: from.Known, Secret: from.Secret, Dependencies: from.Dependencies}
		if err != nil || !from.Known {
			return to, err
		}
		to.Value, err = compute(from.Value)
		return to, err
	})
}

// Apply2 computes with two values when both have arrived.
func Apply2[A, B, U any](a Input[A], b Input[B], compute func(A, B) U) Output[U] {
	return Apply(join(cellOf(a), cellOf(b)), func(values []any) U {
		return compute(value[A](values[0]), value[B](values[1]))
	})
}

// Apply3 computes with three values when all have arrived.
func Apply3[A, B, C, U any](a Input[A], b Input[B], c Input[C], compute func(A, B, C) U) Output[U] {
	return Apply(join(cellOf(a), cellOf(b), cellOf(c)), func(values []any) U {
		return compute(value[A](values[0]), value[B](values[1]), value[C](values[2]))
	})
}

func cellOf[T any](input Input[T]) *cell {
	return arriving(input, reflect.TypeFor[T]())
}

// value gives an erased value its type back. The nil of an interface type has lost it.
func value[T any](erased any) T {
	value, _ := erased.(T)
	return value
}

// All is the slice of all values when they have arrived.
func All[T any](inputs ...Input[T]) Output[[]T] {
	cells := make([]*cell, len(inputs))
	for at, input := range inputs {
		cells[at] = cellOf(input)
	}
	return Apply(join(cells...), func(values []any) []T {
		all := make([]T, len(values))
		for at, one := range values {
			all[at] = value[T](one)
		}
		return all
	})
}

// AllMap is the map of all values when they have arrived.
func AllMap[T any](inputs map[string]Input[T]) Output[map[string]T] {
	keys := sortedKeys(inputs)
	cells, steps := make([]*cell, len(keys)), make([]Step, len(keys))
	for at, key := range keys {
		cells[at], steps[at] = cellOf(inputs[key]), Key(key)
	}
	return Apply(joinAt(steps, cells), func(values []any) map[string]T {
		all := make(map[string]T, len(values))
		for at, one := range values {
			all[keys[at]] = value[T](one)
		}
		return all
	})
}

// join is the values of all cells.
func join(cells ...*cell) Output[[]any] {
	steps := make([]Step, len(cells))
	for at := range cells {
		steps[at] = Index(at)
	}
	return joinAt(steps, cells)
}

// joinAt waits for all cells; where one is unknown or has failed it goes on, and the whole is unknown or
// fails with the problems of all.
func joinAt(steps []Step, cells []*cell) Output[[]any] {
	return Output[[]any]{Untyped{startAny(reflect.TypeFor[[]any](), func() (Snapshot[any], error) {
		values := make([]any, len(cells))
		all := Snapshot[any]{Value: values, Known: true}
		var problems Problems
		for at, cell := range cells {
			snapshot, err := cell.wait()
			if err != nil {
				problems = append(problems, brokenBy(err).problems(Path{steps[at]})...)
				continue
			}
			values[at] = snapshot.Value
			all.Known = all.Known && snapshot.Known
			all.Secret = all.Secret || snapshot.Secret
			all.Dependencies = append(all.Dependencies, snapshot.Dependencies...)
		}
		if len(problems) > 0 {
			return all, problems
		}
		return all, nil
	})}}
}

// Unwrap takes off the outer of two layers: dependencies are united, and the result is unknown or secret
// if one of the two is.
func Unwrap[T any](output Output[Output[T]]) Output[T] {
	return start(func() (Snapshot[T], error) {
		outer, err := output.wait()
		if err != nil || !outer.Known {
			return Snapshot[T]{Secret: outer.Secret, Dependencies: outer.Dependencies}, err
		}
		inner, err := outer.Value.wait()
		inner.Secret = inner.Secret || outer.Secret
		inner.Dependencies = slices.Concat(outer.Dependencies, inner.Dependencies)
		return inner, err
	})
}
