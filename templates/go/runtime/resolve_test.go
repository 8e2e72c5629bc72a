package tygen

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"testing"
)

type port struct {
	Number int64             `json:"number"`
	Name   *string           `json:"name,omitzero" tygen:"secret"`
	Tags   map[string]string `json:"tags,omitzero"`
	Kind   string            `json:"kind" const:"\"circle\"" default:"\"circle\""`
	Weight *big.Int          `json:"weight" default:"123456789012345678901234567890"`
	Shape  shape             `json:"shape,omitzero"`
	Next   *port             `json:"next,omitzero"`
}

type portInput struct {
	_      Arguments
	Number Input[int64]
	Name   Input[string]
	Tags   Input[map[string]string]
	Kind   Input[string]
	Weight Input[*big.Int]
	Shape  Input[shape]
	Next   Input[port]
}

func (portInput) InputOf(*port) {}

type shape interface{ isShape(*armsOfShape) }

type armsOfShape struct {
	_  Arms
	V0 shapeText
	V1 shapeNumber
}

type shapeText struct{ Value string }

func (shapeText) isShape(*armsOfShape) {}
func (shapeText) InputOf(*shape)       {}

type shapeNumber struct{ Value float64 }

func (shapeNumber) isShape(*armsOfShape) {}
func (shapeNumber) InputOf(*shape)       {}

type shapeTextInput struct {
	_     ArgumentsOf[shapeText]
	Value Input[string]
}

func (shapeTextInput) InputOf(*shape) {}

func ten() *big.Int {
	value, _ := NumberText("123456789012345678901234567890").Int()
	return value
}

func TestEveryPartMayArriveLater(t *testing.T) {
	input := portInput{
		Number: NewPromise(func() (int64, error) { return 80, nil }),
		Tags:   Map[string]{"x": Known("y", "a"), "z": Val("z")},
		Shape:  shapeTextInput{Value: Known("s", "b")},
		Next:   &portInput{Number: Val[int64](81), Weight: Known(big.NewInt(1)), Shape: shapeText{"t"}},
	}
	got := await(t, ToOutput(input))
	next := port{Number: 81, Kind: "circle", Weight: big.NewInt(1), Shape: shapeText{"t"}}
	want := port{80, nil, map[string]string{"x": "y", "z": "z"}, "circle", ten(), shapeText{"s"}, &next}
	if !reflect.DeepEqual(got.Value, want) || got.Secret || !reflect.DeepEqual(got.Dependencies, []string{"a", "b"}) {
		t.Errorf("got %v", got)
	}
}

func TestASecretPartMakesTheWholeSecret(t *testing.T) {
	got := await(t, portInput{Number: Val[int64](1), Name: Val("")})
	if !got.Secret || got.Value.Name == nil || *got.Value.Name != "" {
		t.Errorf("got %v", got)
	}
}

func TestAnUnknownPartMakesTheWholeUnknown(t *testing.T) {
	got := await(t, portInput{Number: Unknown[int64]("a"), Weight: Unknown[*big.Int]("b")})
	if got.Known || !reflect.DeepEqual(got.Dependencies, []string{"a", "b"}) {
		t.Errorf("got %v", got)
	}
}

func TestAllProblemsAreReportedWithTheirPlace(t *testing.T) {
	broken := errors.New("broken")
	list := List[port]{
		portInput{Tags: Map[string]{"x": Failed[string](broken)}},
		portInput{Number: Unknown[int64](), Next: portInput{Number: Val[int64](1), Kind: Val("square")}},
		nil,
		portInput{Number: Val[int64](1), Shape: shapeTextInput{}},
	}
	_, err := Await(context.Background(), list)
	want := "[0]: attribute \"number\" is required\n[0].tags[\"x\"]: broken\n" +
		"[1].next.kind: \"circle\" is required\n[2]: a value is required\n[3].shape: a value is required"
	if err == nil || err.Error() != want || !errors.Is(err, broken) {
		t.Errorf("got %v\nwant %v", err, want)
	}
}

func TestValuesComputeTogether(t *testing.T) {
	got := await(t, Apply2(Known("a", "x"), Secret(Known[error](nil)), func(a string, b error) bool {
		return a == "a" && b == nil
	}))
	if !got.Value || !got.Secret || len(got.Dependencies) != 1 {
		t.Errorf("got %v", got)
	}
	_, err := Await(context.Background(), Apply2(Val(1), Input[int](nil), func(a, b int) int { return a + b }))
	if err == nil || err.Error() != "[1]: a value is required" {
		t.Errorf("got %v", err)
	}
}

type tuple struct {
	_  Tuple
	V0 string
	V1 bool
}

type tupleInput struct {
	_  Arguments
	V0 Input[string]
	V1 Input[bool]
}

func (tupleInput) InputOf(*tuple) {}

func TestElementsOfATupleHaveNumbers(t *testing.T) {
	_, err := Await(context.Background(), tupleInput{V0: Val("x")})
	if err == nil || err.Error() != "[1]: a value is required" {
		t.Errorf("got %v", err)
	}
	if got := await(t, tupleInput{V0: Val("x"), V1: Val(true)}); !got.Value.V1 {
		t.Errorf("got %v", got)
	}
}

func TestAPathQuotesWhatIsNoIdentifier(t *testing.T) {
	path := Path{Attribute("tags"), Key("a\"b"), Index(2), Attribute("not a name")}
	if got := path.String(); got != `.tags["a\"b"][2]["not a name"]` {
		t.Errorf("got %s", got)
	}
}

func TestAbsentNullAndValueStayApart(t *testing.T) {
	type document struct {
		A *Nullable[int] `json:"a,omitzero"`
		B []string       `json:"b,omitzero"`
	}
	null, seven := Null[int](), NotNull(7)
	for _, row := range []struct {
		value document
		text  string
	}{
		{document{}, `{}`},
		{document{A: &null, B: []string{}}, `{"a":null,"b":[]}`},
		{document{A: &seven, B: []string{"x"}}, `{"a":7,"b":["x"]}`},
	} {
		text, err := json.Marshal(row.value)
		if err != nil || string(text) != row.text {
			t.Errorf("got %s, %v; want %s", text, err, row.text)
		}
	}
	var read Nullable[int]
	if err := json.Unmarshal([]byte("7"), &read); err != nil || read != seven {
		t.Errorf("got %v, %v", read, err)
	}
}

func TestNumbersOfAnySizeAreKeptAsText(t *testing.T) {
	big, ok := NumberText("123456789012345678901234567890").Int()
	if !ok || big.String() != "123456789012345678901234567890" {
		t.Errorf("got %v, %v", big, ok)
	}
	if _, ok := NumberText("0.5").Int(); ok {
		t.Error("a half is a whole number")
	}
	if half, ok := NumberText("0.5").Float(); !ok || half.String() != "0.5" {
		t.Errorf("got %v, %v", half, ok)
	}
}

func TestACapsuleGivesBackWhatWasPutIn(t *testing.T) {
	capsule := NewCapsule("port", 80)
	if content, ok := CapsuleContent[int](capsule); !ok || content != 80 || capsule.Name() != "port" {
		t.Errorf("got %v, %v", content, ok)
	}
	if _, ok := CapsuleContent[string](capsule); ok {
		t.Error("a number came out as a string")
	}
}
