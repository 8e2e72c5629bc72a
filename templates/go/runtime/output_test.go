package tygen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func await[T any](t *testing.T, output Input[T]) Snapshot[T] {
	t.Helper()
	snapshot, err := Await(context.Background(), output)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

func TestApplyKeepsDependenciesAndSecrets(t *testing.T) {
	doubled := Apply(Secret(Known(21, "b", "a", "b")), func(value int) int { return 2 * value })
	want := Snapshot[int]{Value: 42, Known: true, Secret: true, Dependencies: []string{"a", "b"}}
	if got := await(t, doubled); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAnUnknownStopsTheCallback(t *testing.T) {
	ran := false
	got := await(t, Apply(Unknown[int]("a"), func(int) string { ran = true; return "x" }))
	if ran || got.Known || got.Value != "" || !reflect.DeepEqual(got.Dependencies, []string{"a"}) {
		t.Errorf("ran: %v, got %v", ran, got)
	}
}

func TestAllUnitesWhatIsKnownOfItsParts(t *testing.T) {
	got := await(t, All(Val(1), Known(2, "a"), Secret(Known(3, "b"))))
	want := Snapshot[[]int]{Value: []int{1, 2, 3}, Known: true, Secret: true, Dependencies: []string{"a", "b"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	unknown := await(t, All(Val(1), Unknown[int]("a")))
	if unknown.Known || unknown.Value != nil || len(unknown.Dependencies) != 1 {
		t.Errorf("got %v", unknown)
	}
}

func TestUnwrapUnitesBothLayers(t *testing.T) {
	got := await(t, Unwrap(Secret(Known(Known("x", "inner"), "outer"))))
	want := Snapshot[string]{Value: "x", Known: true, Secret: true, Dependencies: []string{"inner", "outer"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if inner := await(t, Unwrap(Known(Unknown[string]("inner"), "outer"))); inner.Known || len(inner.Dependencies) != 2 {
		t.Errorf("an unknown inside: got %v", inner)
	}
	if outer := await(t, Unwrap(Unknown[Output[string]]("outer"))); outer.Known || len(outer.Dependencies) != 1 {
		t.Errorf("an unknown outside: got %v", outer)
	}
}

func TestAFailureIsFatalAndNeverUnknown(t *testing.T) {
	broken := errors.New("broken")
	outputs := []Output[int]{
		Failed[int](broken),
		Apply(Failed[int](broken), func(value int) int { return value }),
		ApplyErr(Known(1), func(int) (int, error) { return 0, broken }),
		Apply(Known(1), func(int) int { panic(broken) }),
		Secret(Failed[int](broken)),
		ToOutput(NewPromise(func() (int, error) { return 0, broken })),
		Unwrap(Known(Failed[int](broken))),
		Apply(All(Failed[int](broken), Unknown[int]()), func([]int) int { return 0 }),
	}
	for at, output := range outputs {
		if _, err := Await(context.Background(), output); !errors.Is(err, broken) {
			t.Errorf("output %d: got %v", at, err)
		}
	}
	if _, err := Await(context.Background(), Output[int]{}); err == nil {
		t.Error("the zero output has a value")
	}
}

func TestAwaitEndsWithTheContext(t *testing.T) {
	hold := make(chan struct{})
	defer close(hold)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	promise := NewPromise(func() (int, error) { <-hold; return 1, nil })
	if _, err := promise.Await(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestOutputsCannotBePrinted(t *testing.T) {
	if _, err := json.Marshal(struct{ A Output[int] }{Known(1)}); err == nil {
		t.Error("an output was written as JSON")
	}
	if got := fmt.Sprintf("%v %+v", Secret(Known("password")), Known("password")); strings.Contains(got, "password") {
		t.Errorf("a secret was printed: %s", got)
	}
	if got := fmt.Sprint(Known(1)); !strings.Contains(got, "tygen.Apply") {
		t.Errorf("got %s", got)
	}
}
