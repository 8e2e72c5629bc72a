package tygen

import (
	"context"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"
)

// What generated code looks like for types of every kind.

type mode string

func (mode) EnumValues() string { return `string ["fast", "safe"]` }

type level NumberText

func (level) EnumValues() string { return `int [0, 1, 10]` }

type point struct {
	_  Tuple
	V0 float64
	V1 int32
}

type circle struct {
	Kind   string  `json:"kind" const:"\"circle\""`
	Radius float64 `json:"radius"`
}

type square struct {
	Kind string  `json:"kind" const:"\"square\""`
	Side float64 `json:"side"`
}

type figure interface{ isFigure(*armsOfFigure) }

type armsOfFigure struct {
	_  Arms           `discriminator:"kind"`
	V0 figureOfCircle `when:"[\"circle\"]"`
	V1 figureOfSquare `when:"[\"square\"]"`
}

type figureOfCircle struct{ Value circle }
type figureOfSquare struct{ Value square }

func (figureOfCircle) isFigure(*armsOfFigure) {}
func (figureOfSquare) isFigure(*armsOfFigure) {}

type scalar interface{ isScalar(*armsOfScalar) }

type armsOfScalar struct {
	_  Arms
	V0 scalarOfNumber
	V1 scalarOfInt
	V2 scalarOfText
	V3 scalarOfList
	V4 scalarOfNone
}

type scalarOfNumber struct{ Value float64 }
type scalarOfInt struct{ Value *big.Int }
type scalarOfText struct{ Value string }
type scalarOfList struct{ Value []bool }
type scalarOfNone struct{}

func (scalarOfNumber) isScalar(*armsOfScalar) {}
func (scalarOfInt) isScalar(*armsOfScalar)    {}
func (scalarOfText) isScalar(*armsOfScalar)   {}
func (scalarOfList) isScalar(*armsOfScalar)   {}
func (scalarOfNone) isScalar(*armsOfScalar)   {}

type everything struct {
	_        Object             `name:"All"`
	Truth    bool               `json:"truth,omitzero"`
	Whole    *big.Int           `json:"whole,omitzero"`
	Short    *int32             `json:"short,omitzero"`
	Long     *int64             `json:"long,omitzero"`
	Double   *float64           `json:"double,omitzero"`
	Exact    *big.Float         `json:"exact,omitzero"`
	Text     *string            `json:"text,omitzero"`
	Mode     *mode              `json:"mode,omitzero"`
	Level    level              `json:"level,omitzero"`
	List     []string           `json:"list,omitzero"`
	Set      []string           `json:"set,omitzero" shape:"set"`
	Numbers  []*Nullable[int64] `json:"numbers,omitzero" shape:"set"`
	Map      map[string]int64   `json:"map,omitzero"`
	Point    *point             `json:"point,omitzero"`
	Figure   figure             `json:"figure,omitzero"`
	Scalar   scalar             `json:"scalar,omitzero"`
	Any      Value              `json:"any,omitzero"`
	Maybe    *Nullable[string]  `json:"maybe,omitzero"`
	Password *string            `json:"password,omitzero" tygen:"secret"`
	Server   *ResourceReference `json:"server,omitzero" shape:"ref(\"a:b:Server\")"`
	File     Asset              `json:"file,omitzero"`
	Names    []string           `json:"names" default:"[\"a\",\"b\"]"`
	Nested   circle             `json:"nested" default:"{\"kind\":\"circle\",\"radius\":\"1.5\"}"`
	Odd      *bool              `json:"odd name,omitzero"`
}

// defaults are what every object of the type is written with.
const defaults = `"names":["a","b"],"nested":{"kind":"circle","radius":1.5}`

func TestValuesAreConvertedByTheRules(t *testing.T) {
	for _, row := range [][2]string{
		{`"truth":"1"`, `"truth":true`},
		{`"whole":1e3`, `"whole":1000`},
		{`"whole":"-0015"`, `"whole":-15`},
		{`"whole":123456789012345678901234567890.0`, `"whole":123456789012345678901234567890`},
		{`"short":-2147483648`, `"short":-2147483648`},
		{`"long":"9223372036854775807"`, `"long":9223372036854775807`},
		{`"double":"1p3"`, `"double":8`},
		{`"double":".5"`, `"double":0.5`},
		{`"double":"-Inf"`, `"double":{"` + signatureKey + `":"` + signatureDouble + `","value":"fff0000000000000"}`},
		{`"double":9007199254740992`, `"double":9007199254740992`},
		{`"double":18446744073709551616`, `"double":18446744073709551616`},
		{`"exact":0.1`, `"exact":0.1`},
		{`"exact":1e-7`, `"exact":0.0000001`},
		{`"text":1.50`, `"text":"1.5"`},
		{`"text":false`, `"text":"false"`},
		{`"text":"e\u0301"`, `"text":"é"`},
		{`"mode":"safe"`, `"mode":"safe"`},
		{`"level":"10"`, `"level":10`},
		{`"list":[1,true,"x"]`, `"list":["1","true","x"]`},
		{`"set":["b","a","b",1]`, `"set":["1","a","b"]`},
		{`"numbers":[null,10,"9",9]`, `"numbers":[9,10,null]`},
		{`"map":{"b":"1","a":2}`, `"map":{"a":2,"b":1}`},
		{`"point":["1",2.0]`, `"point":[1,2]`},
		{`"figure":{"radius":1,"kind":"circle","more":2}`, `"figure":{"kind":"circle","radius":1}`},
		{`"scalar":1`, `"scalar":1`},
		{`"scalar":"1"`, `"scalar":"1"`},
		{`"scalar":["1"]`, `"scalar":[true]`},
		{`"scalar":null`, `"scalar":null`},
		{`"any":{"b":[1.0,null],"a":"x"}`, `"any":{"a":"x","b":[1,null]}`},
		{`"maybe":null`, `"maybe":null`},
		{`"password":{"` + signatureKey + `":"` + signatureSecret + `","plaintext":"\"x\""}`, `"password":"x"`},
		{`"password":"x","password":"y"`, `"password":"y"`},
		{`"unknown":[{}],"truth":true`, `"truth":true`},
	} {
		got, err := Decode[everything]([]byte("{" + row[0] + "}"))
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		text, err := Encode(got)
		if want := strings.TrimPrefix("{"+row[1]+","+defaults+"}", "{,"); err != nil || string(text) != want {
			t.Errorf("%s\ngot  %s, %v\nwant %s", row[0], text, err, want)
		}
		again, err := Decode[everything](text)
		if err != nil || !equalText(t, again, got) {
			t.Errorf("%s: read again it is %v, %v", text, again, err)
		}
	}
}

func equalText(t *testing.T, a, b everything) bool {
	t.Helper()
	left, errLeft := Encode(a)
	right, errRight := Encode(b)
	return errLeft == nil && errRight == nil && string(left) == string(right)
}

func TestProblemsAreToldInTheWordsOfTheRules(t *testing.T) {
	secret := `{"` + signatureKey + `":"` + signatureSecret + `","value":1}`
	for _, row := range [][2]string{
		{`"truth":"TRUE"`, `.truth: a bool is required; to convert from string, use lowercase "true"`},
		{`"truth":"x"`, `.truth: a bool is required`},
		{`"truth":1`, `.truth: bool required, but have number`},
		{`"whole":1.5`, `.whole: an integer is required`},
		{`"whole":"1e3"`, `.whole: an integer is required`},
		{`"short":2147483648`, `.short: an integer of 32 bits is required`},
		{`"long":9223372036854775808`, `.long: an integer of 64 bits is required`},
		{`"double":9007199254740993`, `.double: a number that a double holds exactly is required`},
		{`"double":1e400`, `.double: a number within the range of a double is required`},
		{`"double":"0x1"`, `.double: a number is required`},
		{`"exact":1e100001`, `.exact: a number of more than 100000 digits is not supported`},
		{`"mode":"slow"`, `.mode: one of "fast" and "safe" is required`},
		{`"level":2`, `.level: one of 0, 1 and 10 is required`},
		{`"list":{}`, `.list: list required, but have object`},
		{`"list":[null,"x",[]]`, ".list[0]: string required, but have null\n.list[2]: string required, but have list"},
		{`"map":{"a b":"x"}`, `.map["a b"]: an integer is required`},
		{`"point":[1]`, `.point: a tuple of 2 elements is required, not of 1`},
		{`"figure":{"kind":"circle"}`, `.figure: attribute "radius" is required`},
		{`"figure":{"kind":"cube","side":1}`, `.figure: no arm of the union takes the value: not circle, since ` +
			`.kind: "circle" is required and attribute "radius" is required; not square, since .kind: "square" is required`},
		{`"figure":[]`, `.figure: circle or square required, but have list`},
		{`"maybe":[]`, `.maybe: string or null required, but have list`},
		{`"odd name":[]`, `["odd name"]: bool required, but have list`},
		{`"text":` + secret, `.text: a secret is not a plain value`},
		{`"text":"` + unknownText + `"`, `.text: the value is not known yet`},
		{`"file":{"` + signatureKey + `":"` + signatureAsset + `"}`, `.file: the asset has no valid "text"`},
		{`"any":{"` + signatureKey + `":"x"}`, `.any: the signature "x" is not known`},
		{`"server":{"` + signatureKey + `":"` + signatureReference + `","urn":"urn:pulumi:s::p::a:b:Other::n"}`,
			`.server: a reference to a:b:Server is required, not to a:b:Other`},
		{`"names":1,"nested":{}`, ".names: list required, but have number\n.nested: attribute \"kind\" is required\n" +
			".nested: attribute \"radius\" is required"},
	} {
		for _, decode := range []func(string) error{
			func(text string) error { _, err := Decode[everything]([]byte(text)); return err },
			func(text string) error {
				_, err := EncodeOutput(context.Background(), DecodeOutput[everything]([]byte(strings.ReplaceAll(text, secret, "[]"))))
				return err
			},
		} {
			err := decode("{" + row[0] + "}")
			if err == nil && (strings.Contains(row[1], "secret") || strings.Contains(row[1], "known yet")) {
				continue
			}
			want := strings.ReplaceAll(row[1], "a secret is not a plain value", "string required, but have list")
			if err == nil || err.Error() != row[1] && err.Error() != want {
				t.Errorf("%s\ngot  %v\nwant %s", row[0], err, row[1])
			}
		}
	}
}

func TestTheTextMustBeJSON(t *testing.T) {
	for _, text := range []string{
		``, `{`, `[1,]`, `{"a":1,}`, `01`, `1.`, `"\x"`, "\"\n\"", `"\ud800"`, `"\udc00\ud800"`, "\"\xff\"", `1 2`, `nul`, `{1:2}`,
		`+1`, "\ufeff1", `"`, `[`, `-`, `1e`, `tru`,
	} {
		_, err := Decode[Value]([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), "the text is not JSON: ") {
			t.Errorf("%q: got %v", text, err)
		}
	}
	deep := func(levels int) []byte {
		return []byte(strings.Repeat("[", levels) + strings.Repeat("]", levels))
	}
	if _, err := Decode[Value](deep(256)); err != nil {
		t.Errorf("256 levels: %v", err)
	}
	if _, err := Decode[Value](deep(257)); err == nil || err.Error() != "the value is nested deeper than 256 levels" {
		t.Errorf("257 levels: %v", err)
	}
}

func TestTheParsedFormIsReadLikeText(t *testing.T) {
	var form any
	decoder := json.NewDecoder(strings.NewReader(`{"whole":123456789012345678901234567890,"text":1.0,"set":["b","a"]}`))
	decoder.UseNumber()
	if err := decoder.Decode(&form); err != nil {
		t.Fatal(err)
	}
	got, err := DecodeValue[everything](form)
	if err != nil || got.Whole.String() != "123456789012345678901234567890" || *got.Text != "1" || got.Set[0] != "a" {
		t.Errorf("got %v, %v", got, err)
	}
	_, err = DecodeValue[everything](map[string]any{"whole": 1e20})
	if err == nil || err.Error() != ".whole: the number may have been rounded: give it as text or bigint" {
		t.Errorf("got %v", err)
	}
	value, err := EncodeValue(circle{"circle", 2})
	if want := (MapValue{"kind": StringValue("circle"), "radius": IntValue{big.NewInt(2)}}); err != nil || !reflect.DeepEqual(value, want) {
		t.Errorf("got %v, %v", value, err)
	}
	if back, err := DecodeValue[circle](value); err != nil || back != (circle{"circle", 2}) {
		t.Errorf("got %v, %v", back, err)
	}
}

func TestWhatCannotBeWrittenIsAProblem(t *testing.T) {
	text, sentinel := "x", unknownText
	for _, row := range []struct {
		value everything
		want  string
	}{
		{everything{Text: &sentinel}, `.text: the text stands for an unknown value and cannot be written`},
		{everything{Map: map[string]int64{signatureKey: 1}}, `.map: the key "` + signatureKey + `" is reserved`},
		{everything{Any: NewCapsule("c", text)}, `.any: a capsule has no JSON form`},
		{everything{Any: OutputValue{Known[Value](NullValue{})}}, `.any: an output is not a plain value`},
		{everything{Figure: figureOfCircle{circle{Radius: nan()}}}, `.figure.radius: a number is required`},
	} {
		if _, err := Encode(row.value); err == nil || err.Error() != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}

func TestASecretAttributeIsSecretHoweverItArrives(t *testing.T) {
	type login struct {
		Password Nullable[string] `json:"password" tygen:"secret" default:"\"\""`
		On       bool             `json:"on" tygen:"secret"`
	}
	secret := func(value string) string {
		return `{"` + signatureKey + `":"` + signatureSecret + `","value":` + value + `}`
	}
	for _, row := range [][2]string{
		{`{"on":false}`, `{"password":` + secret(`""`) + `,"on":` + secret("false") + `}`},
		{`{"on":"0","password":null}`, `{"password":` + secret("null") + `,"on":` + secret("false") + `}`},
		{`{"on":` + secret("true") + `}`, `{"password":` + secret(`""`) + `,"on":` + secret("true") + `}`},
	} {
		got, err := EncodeOutput(context.Background(), DecodeOutput[login]([]byte(row[0])))
		if err != nil || string(got) != row[1] {
			t.Errorf("%s\ngot  %s, %v\nwant %s", row[0], got, err, row[1])
		}
	}
}
