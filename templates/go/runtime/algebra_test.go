package tygen

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
)

var errBroken = errors.New("broken")

// anOutput is an output of any state, which arrives at once or later.
func anOutput(random *rand.Rand) Output[int] {
	snapshot := Snapshot[int]{Value: random.IntN(10), Known: random.IntN(4) > 0, Secret: random.IntN(3) == 0}
	for range random.IntN(3) {
		snapshot.Dependencies = append(snapshot.Dependencies, string(rune('a'+random.IntN(4))))
	}
	if random.IntN(2) == 0 {
		return FromSnapshot(snapshot)
	}
	fails := random.IntN(5) == 0
	return start(func() (Snapshot[int], error) {
		time.Sleep(time.Duration(snapshot.Value) * time.Microsecond)
		if fails {
			return Snapshot[int]{}, errBroken
		}
		return snapshot, nil
	})
}

// state is all that there is to say of an output.
func state[T any](output Output[T]) string {
	snapshot, err := Await(context.Background(), output)
	return fmt.Sprintf("%#v %v", snapshot, err)
}

func TestTheAlgebraOfOutputs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	double := func(value int) int { return 2 * value }
	for range 500 {
		output, other := anOutput(random), anOutput(random)
		further := func(value int) Output[int] {
			if value%2 == 0 {
				return other
			}
			return Known(value+1, "z")
		}
		last := func(value int) Output[int] { return Secret(Known(value+1, "y")) }
		laws := [][2]string{
			{state(Apply(output, func(value int) int { return value })), state(output)},
			{state(Apply(Apply(output, double), double)), state(Apply(output, func(value int) int { return double(double(value)) }))},
			{state(Unwrap(Known(output))), state(output)},
			{state(Unwrap(Apply(output, func(value int) Output[int] { return Known(value) }))), state(output)},
			{
				state(Unwrap(Apply(Unwrap(Apply(output, further)), last))),
				state(Unwrap(Apply(output, func(value int) Output[int] { return Unwrap(Apply(further(value), last)) }))),
			},
			{
				state(Apply2(output, other, func(a, b int) int { return a - b })),
				state(Apply(All(output, other), func(values []int) int { return values[0] - values[1] })),
			},
		}
		for at, law := range laws {
			if law[0] != law[1] {
				t.Fatalf("law %d:\n%s\n%s", at, law[0], law[1])
			}
		}
	}
}

func TestSecretsAndDependenciesOnlyGrow(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		output, other := anOutput(random), anOutput(random)
		before, failed := Await(context.Background(), output)
		for at, after := range []Output[int]{
			Apply(output, func(value int) int { return value + 1 }),
			Apply2(output, other, func(a, b int) int { return a + b }),
			Unwrap(Apply(output, func(int) Output[int] { return other })),
			Apply(All(other, output), func(values []int) int { return len(values) }),
			Secret(output), DependsOn(output, "x"),
		} {
			got, err := Await(context.Background(), after)
			if failed != nil {
				if !errors.Is(err, errBroken) {
					t.Fatalf("%d: a failure became %v, %v", at, got, err)
				}
				continue
			}
			if err != nil {
				continue
			}
			isLess := before.Secret && !got.Secret || !before.Known && got.Known
			for _, dependency := range before.Dependencies {
				isLess = isLess || !slices.Contains(got.Dependencies, dependency)
			}
			if isLess || !slices.IsSorted(got.Dependencies) {
				t.Fatalf("%d: %+v became %+v", at, before, got)
			}
		}
	}
}

func TestOneOutputIsUsedFromManySides(t *testing.T) {
	hold := make(chan struct{})
	slow := ToOutput(NewPromise(func() (everything, error) {
		<-hold
		return Decode[everything]([]byte(`{"map":{"a":1},"password":"x","figure":{"kind":"circle","radius":2}}`))
	}))
	var group sync.WaitGroup
	states := make([]string, 50)
	for at := range states {
		group.Add(1)
		go func() {
			defer group.Done()
			part := Part[float64](slow, Attribute("figure"), Attribute("radius"))
			both := Apply2(part, Part[int64](DependsOn(slow, "d"), Attribute("map"), Key("a")), func(a float64, b int64) float64 {
				return a + float64(b)
			})
			text, err := EncodeOutput(context.Background(), both)
			states[at] = fmt.Sprint(string(text), err)
		}()
	}
	close(hold)
	group.Wait()
	for _, got := range states {
		if want := `{"` + signatureKey + `":"` + signatureOutput + `","value":3,"dependencies":["d"]}<nil>`; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}

func TestOnlyWhatIsTouchedCounts(t *testing.T) {
	output := func(value, rest string) string {
		return `{"` + signatureKey + `":"` + signatureOutput + `"` + value + rest + `}`
	}
	whole := DecodeOutput[everything]([]byte(`{"truth":true,"whole":` + output(``, `,"dependencies":["b","a"]`) +
		`,"list":["x","` + unknownText + `"],"map":` + output(`,"value":{"k":5}`, `,"dependencies":["m"]`) + `,"password":""}`))
	all, err := Await(context.Background(), whole)
	if err != nil || all.Known || !all.Secret || !reflect.DeepEqual(all.Dependencies, []string{"a", "b", "m"}) {
		t.Errorf("got %+v, %v", all, err)
	}
	check := func(name, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, want)
		}
	}
	check("truth", state(Part[bool](whole, Attribute("truth"))), state(Known(true)))
	check("whole", state(Part[int64](whole, Attribute("whole"))), state(Unknown[int64]("a", "b")))
	check("first", state(Part[string](whole, Attribute("list"), Index(0))), state(Known("x")))
	check("list", state(Part[[]string](whole, Attribute("list"))), state(Unknown[[]string]()))
	check("map", state(Part[int64](whole, Attribute("map"), Key("k"))), state(Known[int64](5, "m")))
	check("password", state(Part[string](whole, Attribute("password"))), state(Secret(Known(""))))
	check("absent", state(Part[*string](whole, Attribute("text"))), state(Known[*string](nil)))
	if _, err := Await(context.Background(), Part[string](whole, Attribute("list"), Index(2))); err == nil {
		t.Error("there is a third element")
	}
	text, err := EncodeOutput(context.Background(), whole)
	again, errAgain := EncodeOutput(context.Background(), DecodeOutput[everything](text))
	if err != nil || errAgain != nil || string(text) != string(again) {
		t.Errorf("%s, %v\n%s, %v", text, err, again, errAgain)
	}
}
