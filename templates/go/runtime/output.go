package tygen

import (
	"context"
	"fmt"
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
	return Output[T]{Untyped{&cell{done: arrived, snapshot: normal(erased(snapshot))}}}
}

// Secret is the same output, secret.
func Secret[T any](output Output[T]) Output[T] {
	return start(func() (Snapshot[T], error) {
		snapshot, err := output.wait()
		snapshot.Secret = true
		return snapshot, err
	})
}

// DependsOn is the same output with further dependencies.
func DependsOn[T any](output Output[T], dependencies ...string) Output[T] {
	return start(func() (Snapshot[T], error) {
		snapshot, err := output.wait()
		snapshot.Dependencies = slices.Concat(snapshot.Dependencies, dependencies)
		return snapshot, err
	})
}

// Await waits until the input has arrived, has failed, or the context ends.
func Await[T any](ctx context.Context, input Input[T]) (Snapshot[T], error) {
	snapshot, err := ToOutput(input).Untyped.cell.await(ctx)
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
	return Output[T]{Untyped{startCell(func() (Snapshot[any], error) {
		snapshot, err := compute()
		return erased(snapshot), err
	})}}
}

func startCell(compute func() (Snapshot[any], error)) *cell {
	cell := &cell{done: make(chan struct{}), err: fmt.Errorf("the computation of an output ended without a result")}
	go func() {
		defer close(cell.done)
		defer func() {
			if problem := recover(); problem != nil {
				cell.err = failure(problem)
			}
		}()
		snapshot, err := compute()
		if err != nil {
			cell.err = err
			return
		}
		cell.snapshot, cell.err = normal(snapshot), nil
	}()
	return cell
}

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
	return ToOutput(input).Untyped.cell
}

// value gives an erased value its type back. The nil of an interface type has lost it.
func value[T any](erased any) T {
	value, _ := erased.(T)
	return value
}

// All is the slice of all values when they have arrived.
func All[T any](inputs ...Input[T]) Output[[]T] {
	return ToOutput[[]T](List[T](inputs))
}

// AllMap is the map of all values when they have arrived.
func AllMap[T any](inputs map[string]Input[T]) Output[map[string]T] {
	return ToOutput[map[string]T](Map[T](inputs))
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
