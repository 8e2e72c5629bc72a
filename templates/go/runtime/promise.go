package tygen

import (
	"context"
	"errors"
)

// Promise is the result of a computation that runs on its own. A failure cannot be handled on the way:
// it reaches whoever awaits the result.
type Promise[T any] struct {
	output Output[T]
}

// NewPromise starts the computation.
func NewPromise[T any](compute func() (T, error)) Promise[T] {
	return Promise[T]{start(func() (Snapshot[T], error) {
		value, err := compute()
		return Snapshot[T]{Value: value, Known: true}, err
	})}
}

// Await waits for the result, its failure, or the end of the context.
func (promise Promise[T]) Await(ctx context.Context) (T, error) {
	snapshot, err := promise.output.Await(ctx)
	return snapshot.Value, err
}

// ToOutput gives the result as an output without dependencies.
func (promise Promise[T]) ToOutput() Output[T] {
	return promise.output
}

var errNeverSet = errors.New("an output that nothing was ever assigned to")
