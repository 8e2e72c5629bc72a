package tygen

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

type port struct {
	number int
	name   *string
	tags   map[string]string
}

type portInput struct {
	number Input[int]
	name   Input[string]
	tags   Input[map[string]string]
}

func (input portInput) ToOutput() Output[port] {
	return Gather(func(parts *Parts) port {
		var value port
		value.number = Part(parts, Attribute("number"), input.number)
		value.name = OptionalPart(parts.Secret(), Attribute("name"), input.name)
		value.tags = NilablePart(parts, Attribute("tags"), input.tags)
		return value
	})
}

func TestEveryPartMayArriveLater(t *testing.T) {
	input := portInput{
		number: NewPromise(func() (int, error) { return 80, nil }),
		tags:   Map[string]{"x": Known("y", "a"), "z": Val("z")},
	}
	got := await(t, input.ToOutput())
	want := port{number: 80, tags: map[string]string{"x": "y", "z": "z"}}
	if !reflect.DeepEqual(got.Value, want) || got.Secret || !reflect.DeepEqual(got.Dependencies, []string{"a"}) {
		t.Errorf("got %v", got)
	}
}

func TestASecretPartMakesTheWholeSecret(t *testing.T) {
	got := await(t, portInput{number: Val(1), name: Val("")}.ToOutput())
	if !got.Secret || got.Value.name == nil || *got.Value.name != "" {
		t.Errorf("got %v", got)
	}
}

func TestAllProblemsAreReportedWithTheirPlace(t *testing.T) {
	broken := errors.New("broken")
	list := List[port]{
		portInput{tags: Map[string]{"x": Failed[string](broken)}},
		portInput{number: Unknown[int]()},
		nil,
	}
	_, err := list.ToOutput().Await(context.Background())
	want := "[0].number: a value is required\n[0].tags[\"x\"]: broken\n[2]: a value is required"
	if err == nil || err.Error() != want || !errors.Is(err, broken) {
		t.Errorf("got %v\nwant %v", err, want)
	}
}

func TestAConstantNeedNotBeGiven(t *testing.T) {
	gather := func(input Input[string]) Output[string] {
		return Gather(func(parts *Parts) string { return ConstantPart(parts, Attribute("kind"), input, "circle") })
	}
	for _, input := range []Input[string]{nil, Val("circle")} {
		if got := await(t, gather(input)); got.Value != "circle" {
			t.Errorf("got %v", got)
		}
	}
	if got := await(t, gather(Unknown[string]("a"))); got.Known || len(got.Dependencies) != 1 {
		t.Errorf("got %v", got)
	}
	_, err := gather(Val("square")).Await(context.Background())
	if err == nil || err.Error() != `.kind: the value must be "circle"` {
		t.Errorf("got %v", err)
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
