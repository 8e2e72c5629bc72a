package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// answer adds "want" or "error" to a vector; "unasked" if go-cty cannot be asked that, and "panicked"
// if the error is a panic. Values of the question are written anew, so that their sets are in
// go-cty's order. An encoding that go-cty itself does not read back is "irreversible".
func answer(vector map[string]json.RawMessage) {
	want, err := ask(vector)
	var input badInput
	switch {
	case errors.As(err, &input):
		vector["unasked"] = text(err.Error())
	case err != nil:
		vector["error"] = text(err.Error())
	default:
		encoded, err := json.Marshal(want)
		if err != nil {
			vector["unasked"] = text(err.Error())
			return
		}
		vector["want"] = encoded
	}
}

func text(message string) json.RawMessage {
	encoded, _ := json.Marshal(message)
	return encoded
}

var operations = map[string]func(arguments []cty.Value) cty.Value{
	"add":                      func(a []cty.Value) cty.Value { return a[0].Add(a[1]) },
	"subtract":                 func(a []cty.Value) cty.Value { return a[0].Subtract(a[1]) },
	"multiply":                 func(a []cty.Value) cty.Value { return a[0].Multiply(a[1]) },
	"divide":                   func(a []cty.Value) cty.Value { return a[0].Divide(a[1]) },
	"modulo":                   func(a []cty.Value) cty.Value { return a[0].Modulo(a[1]) },
	"negate":                   func(a []cty.Value) cty.Value { return a[0].Negate() },
	"absolute":                 func(a []cty.Value) cty.Value { return a[0].Absolute() },
	"less_than":                func(a []cty.Value) cty.Value { return a[0].LessThan(a[1]) },
	"less_than_or_equal_to":    func(a []cty.Value) cty.Value { return a[0].LessThanOrEqualTo(a[1]) },
	"greater_than":             func(a []cty.Value) cty.Value { return a[0].GreaterThan(a[1]) },
	"greater_than_or_equal_to": func(a []cty.Value) cty.Value { return a[0].GreaterThanOrEqualTo(a[1]) },
	"and":                      func(a []cty.Value) cty.Value { return a[0].And(a[1]) },
	"or":                       func(a []cty.Value) cty.Value { return a[0].Or(a[1]) },
	"not":                      func(a []cty.Value) cty.Value { return a[0].Not() },
	"equals":                   func(a []cty.Value) cty.Value { return a[0].Equals(a[1]) },
	"raw_equals":               func(a []cty.Value) cty.Value { return cty.BoolVal(a[0].RawEquals(a[1])) },
	"length":                   func(a []cty.Value) cty.Value { return a[0].Length() },
	"index":                    func(a []cty.Value) cty.Value { return a[0].Index(a[1]) },
	"has_index":                func(a []cty.Value) cty.Value { return a[0].HasIndex(a[1]) },
}

// ask puts the question to go-cty. A panic of go-cty is its way to say that there is no answer.
func ask(vector map[string]json.RawMessage) (want any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			vector["panicked"] = json.RawMessage("true")
			want, err = nil, fmt.Errorf("%v", reason)
		}
	}()
	var op string
	if err := json.Unmarshal(vector["op"], &op); err != nil {
		return nil, badInput{err}
	}
	if operation, ok := operations[op]; ok {
		arguments, err := readArguments(vector["args"])
		if err != nil {
			return nil, err
		}
		written := make([]any, len(arguments))
		for at, argument := range arguments {
			written[at] = writeValue(argument)
		}
		if err := echo(vector, "args", written); err != nil {
			return nil, err
		}
		return writeValue(operation(arguments)), nil
	}
	switch op {
	case "convert":
		return askConvert(vector)
	case "conversion":
		return askConversion(vector)
	case "unify":
		return askUnify(vector)
	case "json", "msgpack":
		return askEncoding(op, vector)
	}
	return nil, bad("no such operation: %q", op)
}

func readArguments(raw json.RawMessage) ([]cty.Value, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, badInput{err}
	}
	arguments := make([]cty.Value, len(items))
	for at, item := range items {
		value, err := readSafely(item)
		if err != nil {
			return nil, err
		}
		arguments[at] = value
	}
	return arguments, nil
}

// echo puts a part of the question back as go-cty reads it.
func echo(vector map[string]json.RawMessage, name string, part any) error {
	encoded, err := json.Marshal(part)
	vector[name] = encoded
	return wrapped(err)
}

// readSafely reads a value; one that go-cty panics on while it is made cannot be asked about.
func readSafely(raw json.RawMessage) (value cty.Value, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			value, err = cty.NilVal, bad("%v", reason)
		}
	}()
	return readValue(raw)
}

func askConvert(vector map[string]json.RawMessage) (any, error) {
	value, err := readSafely(vector["value"])
	if err != nil {
		return nil, err
	}
	if err := echo(vector, "value", writeValue(value)); err != nil {
		return nil, err
	}
	to, err := readType(vector["to"])
	if err != nil {
		return nil, err
	}
	converted, err := convert.Convert(value, to)
	if err != nil {
		return nil, err
	}
	return writeValue(converted), nil
}

func askConversion(vector map[string]json.RawMessage) (any, error) {
	from, err := readType(vector["from"])
	if err != nil {
		return nil, err
	}
	to, err := readType(vector["to"])
	if err != nil {
		return nil, err
	}
	switch {
	case from.Equals(to):
		return "same", nil
	case convert.GetConversion(from, to) != nil:
		return "safe", nil
	case convert.GetConversionUnsafe(from, to) != nil:
		return "unsafe", nil
	default:
		return "none", nil
	}
}

func askUnify(vector map[string]json.RawMessage) (any, error) {
	types, err := readTypes(vector["types"])
	if err != nil {
		return nil, err
	}
	var mode string
	if err := json.Unmarshal(vector["mode"], &mode); err != nil {
		return nil, badInput{err}
	}
	unify := map[string]func([]cty.Type) (cty.Type, []convert.Conversion){
		"safe":   convert.Unify,
		"unsafe": convert.UnifyUnsafe,
	}[mode]
	ty, _ := unify(types)
	if ty == cty.NilType {
		return nil, nil
	}
	return writeType(ty), nil
}

func askEncoding(op string, vector map[string]json.RawMessage) (any, error) {
	ty, err := readType(vector["type"])
	if err != nil {
		return nil, err
	}
	value, err := readSafely(vector["value"])
	if err != nil {
		return nil, err
	}
	if err := echo(vector, "value", writeValue(value)); err != nil {
		return nil, err
	}
	if op == "json" {
		encoded, err := ctyjson.Marshal(value, ty)
		if err == nil && !comesBack(value, func() (cty.Value, error) { return ctyjson.Unmarshal(encoded, ty) }) {
			vector["irreversible"] = json.RawMessage("true")
		}
		return string(encoded), err
	}
	encoded, err := msgpack.Marshal(value, ty)
	if err == nil && !comesBack(value, func() (cty.Value, error) { return msgpack.Unmarshal(encoded, ty) }) {
		vector["irreversible"] = json.RawMessage("true")
	}
	return hex.EncodeToString(encoded), err
}

// comesBack says whether go-cty reads its own encoding as the value that it wrote.
func comesBack(value cty.Value, decode func() (cty.Value, error)) (same bool) {
	defer func() {
		if recover() != nil {
			same = false
		}
	}()
	decoded, err := decode()
	return err == nil && decoded.RawEquals(value)
}
