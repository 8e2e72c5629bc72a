package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"sort"

	"github.com/zclconf/go-cty/cty"
)

// badInput is a vector that go-cty cannot be asked, as opposed to one that it refuses.
type badInput struct{ error }

func bad(format string, arguments ...any) error {
	return badInput{fmt.Errorf(format, arguments...)}
}

var primitives = map[string]cty.Type{
	"string": cty.String,
	"number": cty.Number,
	"bool":   cty.Bool,
	"any":    cty.DynamicPseudoType,
}

// readType reads the JSON form of a type.
func readType(raw json.RawMessage) (cty.Type, error) {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		if ty, ok := primitives[name]; ok {
			return ty, nil
		}
		return cty.NilType, bad("go-cty has no type %q", name)
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil || len(parts) < 2 {
		return cty.NilType, bad("no type: %s", raw)
	}
	if err := json.Unmarshal(parts[0], &name); err != nil {
		return cty.NilType, bad("no type: %s", raw)
	}
	switch name {
	case "list", "set", "map":
		element, err := readType(parts[1])
		if err != nil {
			return cty.NilType, err
		}
		return map[string]func(cty.Type) cty.Type{"list": cty.List, "set": cty.Set, "map": cty.Map}[name](element), nil
	case "tuple":
		types, err := readTypes(parts[1])
		if err != nil {
			return cty.NilType, err
		}
		return cty.Tuple(types), nil
	case "object":
		return readObjectType(parts)
	}
	return cty.NilType, bad("go-cty has no type %s", raw)
}

func readTypes(raw json.RawMessage) ([]cty.Type, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, badInput{err}
	}
	types := make([]cty.Type, len(items))
	for at, item := range items {
		ty, err := readType(item)
		if err != nil {
			return nil, err
		}
		types[at] = ty
	}
	return types, nil
}

func readObjectType(parts []json.RawMessage) (cty.Type, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(parts[1], &members); err != nil {
		return cty.NilType, badInput{err}
	}
	attributes := map[string]cty.Type{}
	for name, member := range members {
		ty, err := readType(member)
		if err != nil {
			return cty.NilType, err
		}
		attributes[name] = ty
	}
	var optional []string
	if len(parts) > 2 {
		if err := json.Unmarshal(parts[2], &optional); err != nil {
			return cty.NilType, badInput{err}
		}
	}
	return cty.ObjectWithOptionalAttrs(attributes, optional), nil
}

// writeType writes the JSON form of a type.
func writeType(ty cty.Type) any {
	switch {
	case ty == cty.DynamicPseudoType:
		return "any"
	case ty.IsPrimitiveType():
		return ty.FriendlyName()
	case ty.IsListType():
		return []any{"list", writeType(ty.ElementType())}
	case ty.IsSetType():
		return []any{"set", writeType(ty.ElementType())}
	case ty.IsMapType():
		return []any{"map", writeType(ty.ElementType())}
	case ty.IsTupleType():
		types := []any{}
		for _, element := range ty.TupleElementTypes() {
			types = append(types, writeType(element))
		}
		return []any{"tuple", types}
	default:
		attributes := map[string]any{}
		optional := []string{}
		for name, attribute := range ty.AttributeTypes() {
			attributes[name] = writeType(attribute)
			if ty.AttributeOptional(name) {
				optional = append(optional, name)
			}
		}
		if len(optional) == 0 {
			return []any{"object", attributes}
		}
		sort.Strings(optional)
		return []any{"object", attributes, optional}
	}
}

// readValue reads {"type": T, "value": X}.
func readValue(raw json.RawMessage) (cty.Value, error) {
	var parts struct{ Type, Value json.RawMessage }
	if err := json.Unmarshal(raw, &parts); err != nil {
		return cty.NilVal, badInput{err}
	}
	ty, err := readType(parts.Type)
	if err != nil {
		return cty.NilVal, err
	}
	return readPayload(ty, parts.Value)
}

// readPayload reads X relative to a type.
func readPayload(ty cty.Type, raw json.RawMessage) (cty.Value, error) {
	if bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		return cty.NullVal(ty), nil
	}
	if special, ok := readSpecial(raw); ok {
		if special.Unknown {
			return cty.UnknownVal(ty), nil
		}
		inner, err := readPayload(ty, special.Value)
		if err != nil {
			return cty.NilVal, err
		}
		for _, mark := range special.Marks {
			inner = inner.Mark(mark)
		}
		return inner, nil
	}
	switch {
	case ty == cty.Bool:
		var value bool
		err := json.Unmarshal(raw, &value)
		return cty.BoolVal(value), wrapped(err)
	case ty == cty.String:
		var value string
		err := json.Unmarshal(raw, &value)
		return cty.StringVal(value), wrapped(err)
	case ty == cty.Number:
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return cty.NilVal, badInput{err}
		}
		if text == "inf" {
			return cty.PositiveInfinity, nil
		}
		if text == "-inf" {
			return cty.NegativeInfinity, nil
		}
		value, err := cty.ParseNumberVal(text)
		return value, wrapped(err)
	case ty.IsListType(), ty.IsSetType(), ty.IsTupleType():
		return readSequence(ty, raw)
	case ty.IsMapType(), ty.IsObjectType():
		return readMembers(ty, raw)
	}
	return cty.NilVal, bad("a value of %#v is null or unknown, not %s", ty, raw)
}

func wrapped(err error) error {
	if err != nil {
		return badInput{err}
	}
	return nil
}

type special struct {
	Unknown bool            `json:"$unknown"`
	Marks   []string        `json:"$marks"`
	Value   json.RawMessage `json:"value"`
}

func readSpecial(raw json.RawMessage) (special, bool) {
	var found special
	if json.Unmarshal(raw, &found) != nil {
		return found, false
	}
	return found, found.Unknown || found.Marks != nil
}

func readSequence(ty cty.Type, raw json.RawMessage) (cty.Value, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return cty.NilVal, badInput{err}
	}
	if ty.IsTupleType() && len(items) != ty.Length() {
		return cty.NilVal, bad("%#v has not %d elements", ty, len(items))
	}
	values := make([]cty.Value, len(items))
	for at, item := range items {
		element := cty.NilType
		if ty.IsTupleType() {
			element = ty.TupleElementType(at)
		} else {
			element = ty.ElementType()
		}
		value, err := readPayload(element, item)
		if err != nil {
			return cty.NilVal, err
		}
		values[at] = value
	}
	switch {
	case ty.IsTupleType():
		return cty.TupleVal(values), nil
	case ty.IsListType() && len(values) == 0:
		return cty.ListValEmpty(ty.ElementType()), nil
	case ty.IsListType():
		return cty.ListVal(values), nil
	case len(values) == 0:
		return cty.SetValEmpty(ty.ElementType()), nil
	default:
		return cty.SetVal(values), nil
	}
}

func readMembers(ty cty.Type, raw json.RawMessage) (cty.Value, error) {
	var items map[string]json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return cty.NilVal, badInput{err}
	}
	values := map[string]cty.Value{}
	for name, item := range items {
		element := cty.NilType
		switch {
		case ty.IsMapType():
			element = ty.ElementType()
		case ty.HasAttribute(name):
			element = ty.AttributeType(name)
		default:
			return cty.NilVal, bad("%#v has no attribute %q", ty, name)
		}
		value, err := readPayload(element, item)
		if err != nil {
			return cty.NilVal, err
		}
		values[name] = value
	}
	switch {
	case ty.IsObjectType():
		return cty.ObjectVal(values), nil
	case len(values) == 0:
		return cty.MapValEmpty(ty.ElementType()), nil
	default:
		return cty.MapVal(values), nil
	}
}

// writeValue writes {"type": T, "value": X}.
func writeValue(value cty.Value) any {
	return map[string]any{"type": writeType(value.Type()), "value": writePayload(value)}
}

func writePayload(value cty.Value) any {
	if value.IsMarked() {
		inner, marks := value.Unmark()
		names := []string{}
		for mark := range marks {
			names = append(names, mark.(string))
		}
		sort.Strings(names)
		return map[string]any{"$marks": names, "value": writePayload(inner)}
	}
	if !value.IsKnown() {
		return map[string]any{"$unknown": true}
	}
	if value.IsNull() {
		return nil
	}
	ty := value.Type()
	switch {
	case ty == cty.Bool:
		return value.True()
	case ty == cty.String:
		return value.AsString()
	case ty == cty.Number:
		return writeNumber(value.AsBigFloat())
	case ty.IsMapType(), ty.IsObjectType():
		members := map[string]any{}
		for it := value.ElementIterator(); it.Next(); {
			key, element := it.Element()
			members[key.AsString()] = writePayload(element)
		}
		return members
	default:
		items := []any{}
		for it := value.ElementIterator(); it.Next(); {
			_, element := it.Element()
			items = append(items, writePayload(element))
		}
		return items
	}
}

func writeNumber(number *big.Float) string {
	if number.IsInf() {
		if number.Signbit() {
			return "-inf"
		}
		return "inf"
	}
	return number.Text('f', -1)
}
