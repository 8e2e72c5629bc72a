package tygen

import (
	"math/big"
	"reflect"
	"slices"
	"strconv"
)

// build sets a variable to a converted node of a plan's type; every part of it is known.
func build(n *node, p *plan, to reflect.Value) {
	for to.Kind() == reflect.Pointer && !isBig(to.Type()) {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	switch p.want {
	case wantNone:
	case wantBool:
		to.SetBool(n.truth)
	case wantString:
		to.SetString(n.text)
	case wantInt, wantNumber:
		buildNumber(n.text, to)
	case wantEnum:
		switch to.Kind() {
		case reflect.Bool:
			to.SetBool(n.truth)
		case reflect.String:
			to.SetString(n.text)
		default:
			buildNumber(n.text, to)
		}
	case wantNullable:
		if n.kind != kindNull {
			build(n, p.element, to.Field(0))
			to.Field(1).SetBool(true)
		}
	case wantList, wantSet:
		list := reflect.MakeSlice(to.Type(), len(n.items), len(n.items))
		for at, item := range n.items {
			build(item, p.element, list.Index(at))
		}
		to.Set(list)
	case wantMap:
		dictionary := reflect.MakeMapWithSize(to.Type(), len(n.items))
		for at, item := range n.items {
			element := reflect.New(to.Type().Elem()).Elem()
			build(item, p.element, element)
			dictionary.SetMapIndex(reflect.ValueOf(n.keys[at]).Convert(to.Type().Key()), element)
		}
		to.Set(dictionary)
	case wantTuple:
		for at, item := range n.items {
			build(item, p.fields[at].plan, to.Field(p.fields[at].at))
		}
	case wantObject:
		for at, item := range n.items {
			field := p.fields[p.byName[n.keys[at]]]
			build(item, field.plan, to.Field(field.at))
		}
	case wantUnion:
		buildUnion(n, p, to)
	case wantAny:
		to.Set(reflect.ValueOf(dynamic(n)))
	case wantAsset, wantArchive, wantReference, wantCapsule:
		to.Set(reflect.ValueOf(n.blob))
	}
}

func buildUnion(n *node, p *plan, to reflect.Value) {
	for _, arm := range p.arms {
		if !slices.Contains(n.variants, arm.variant) {
			continue
		}
		variant := reflect.New(arm.variant).Elem()
		if arm.variant.NumField() == 1 {
			build(n, arm.plan, variant.Field(0))
		}
		to.Set(variant)
		return
	}
}

func buildNumber(text string, to reflect.Value) {
	switch to.Kind() {
	case reflect.Int, reflect.Int32, reflect.Int64:
		value, _ := strconv.ParseInt(text, 10, 64)
		to.SetInt(value)
	case reflect.Float64:
		value, _ := strconv.ParseFloat(text, 64)
		to.SetFloat(value)
	default:
		if to.Type() == reflect.TypeFor[*big.Int]() {
			value, _ := new(big.Int).SetString(text, 10)
			to.Set(reflect.ValueOf(value))
		} else {
			to.Set(reflect.ValueOf(floatOf(text)))
		}
	}
}

func floatOf(text string) *big.Float {
	if value, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven); err == nil {
		return value
	}
	return new(big.Float)
}

// dynamic is a converted node as a value of any type.
func dynamic(n *node) Value {
	switch n.kind {
	case kindBool:
		return BoolValue(n.truth)
	case kindNumber:
		if whole, ok := new(big.Int).SetString(n.text, 10); ok && n.text != "-0" {
			return IntValue{whole}
		}
		return NumberValue{floatOf(n.text)}
	case kindString:
		return StringValue(n.text)
	case kindList:
		list := make(ListValue, len(n.items))
		for at, item := range n.items {
			list[at] = dynamic(item)
		}
		return list
	case kindObject:
		dictionary := make(MapValue, len(n.items))
		for at, item := range n.items {
			dictionary[n.keys[at]] = dynamic(item)
		}
		return dictionary
	case kindAsset:
		asset, _ := n.blob.(Asset)
		return AssetValue{asset}
	case kindArchive:
		archive, _ := n.blob.(Archive)
		return ArchiveValue{archive}
	case kindReference:
		reference, _ := n.blob.(ResourceReference)
		return reference
	case kindCapsule:
		capsule, _ := n.blob.(Capsule)
		return capsule
	case kindNull, kindUnknown, kindBroken:
		return NullValue{}
	default:
		return NullValue{}
	}
}
