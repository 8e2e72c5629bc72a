package tygen

import (
	"context"
	"errors"
)

// Promise is the result of a computation that runs on its own. A failure cannot be handled on the way:
// it reaches whoever awaits the result.
type Promise[T any] struct {
	// Untyped is the result as an output without its type.
	Untyped Untyped
}

// NewPromise starts the computation.
func NewPromise[T any](compute func() (T, error)) Promise[T] {
	return Promise[T](start(func() (Snapshot[T], error) {
		value, err := compute()
		return Snapshot[T]{Value: value, Known: true}, err
	}))
}

// Await waits for the result, its failure, or the end of the context.
func (promise Promise[T]) Await(ctx context.Context) (T, error) {
	snapshot, err := promise.Untyped.cell.await(ctx)
	return value[T](snapshot.Value), err
}

// InputOf tells the type.
func (Promise[T]) InputOf(*T) {}

var errNeverSet = errors.New("an output that nothing was ever assigned to")
