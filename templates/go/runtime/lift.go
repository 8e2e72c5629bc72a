package tygen

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
)

// lifter makes nodes of Go's values. What is missing becomes a broken node.
type lifter struct {
	// wait is set if outputs in values of any type are waited for; else they are a problem of the writer.
	wait bool
}

// lift gives the node of a plain value of a plan's type.
func lift(value reflect.Value, p *plan, wait bool) *node {
	l := lifter{wait: wait}
	return l.value(value, p)
}

var (
	errMissing  = errors.New("a value is required")
	errNotPlain = errors.New("an output is not a plain value")
)

func (l *lifter) value(value reflect.Value, p *plan) *node {
	for value.IsValid() && value.Kind() == reflect.Pointer && !isBig(value.Type()) {
		value = value.Elem()
	}
	if !value.IsValid() {
		return brokenBy(errMissing)
	}
	switch p.want {
	case wantNone:
		return &node{kind: kindNull}
	case wantBool:
		return &node{kind: kindBool, truth: value.Bool()}
	case wantInt, wantNumber:
		return l.number(value)
	case wantString:
		return text(value.String())
	case wantEnum:
		return l.enum(value, p)
	case wantNullable:
		if !value.Field(1).Bool() {
			return &node{kind: kindNull}
		}
		return l.value(value.Field(0), p.element)
	case wantList, wantSet:
		n := &node{kind: kindList, items: make([]*node, value.Len())}
		for at := range n.items {
			n.items[at] = l.value(value.Index(at), p.element)
		}
		return n
	case wantMap:
		return l.dictionary(value, p)
	case wantTuple:
		n := &node{kind: kindList, items: make([]*node, len(p.fields))}
		for at, field := range p.fields {
			n.items[at] = l.value(value.Field(field.at), field.plan)
		}
		return n
	case wantObject:
		return l.object(value, p)
	case wantUnion:
		return l.union(value, p)
	case wantAny, wantAsset, wantArchive, wantReference, wantCapsule:
		return l.opaque(value)
	default:
		return nil
	}
}

func (l *lifter) opaque(value reflect.Value) *node {
	if value.Kind() == reflect.Interface && value.IsNil() {
		return brokenBy(errMissing)
	}
	switch value := value.Interface().(type) {
	case Value:
		return l.dynamic(value)
	case Asset:
		return &node{kind: kindAsset, blob: value}
	case Archive:
		return &node{kind: kindArchive, blob: value}
	default:
		return brokenBy(errMissing)
	}
}

func (l *lifter) number(value reflect.Value) *node {
	switch value.Kind() {
	case reflect.Int, reflect.Int32, reflect.Int64:
		return number(strconv.FormatInt(value.Int(), 10))
	case reflect.Float64:
		if value := value.Float(); !math.IsNaN(value) {
			return doubleNode(value)
		}
		return brokenBy(errNumber)
	}
	switch value := value.Interface().(type) {
	case *big.Int:
		if value != nil {
			return number(value.String())
		}
	case *big.Float:
		if value != nil {
			return number(value.Text('f', -1))
		}
	}
	return brokenBy(errMissing)
}

// enum gives the node of an enum's value, which may be one that the schema does not list.
func (l *lifter) enum(value reflect.Value, p *plan) *node {
	switch {
	case value.Kind() == reflect.String && p.element.want != wantString:
		if _, ok := NumberText(value.String()).Float(); !ok {
			return brokenBy(errNumber)
		}
		return number(value.String())
	case value.Kind() == reflect.String:
		return text(value.String())
	case value.Kind() == reflect.Bool:
		return &node{kind: kindBool, truth: value.Bool()}
	default:
		return l.number(value)
	}
}

func (l *lifter) dictionary(value reflect.Value, p *plan) *node {
	n := &node{kind: kindObject, isMap: true}
	for _, key := range value.MapKeys() {
		n.keys = append(n.keys, key.String())
	}
	slices.Sort(n.keys)
	for _, key := range n.keys {
		item := value.MapIndex(reflect.ValueOf(key).Convert(value.Type().Key()))
		n.items = append(n.items, l.value(item, p.element))
	}
	return n
}

func (l *lifter) object(value reflect.Value, p *plan) *node {
	n := &node{kind: kindObject}
	for _, field := range p.fields {
		own := value.Field(field.at)
		if field.optional && own.IsZero() {
			continue
		}
		n.keys = append(n.keys, field.name)
		n.items = append(n.items, l.value(own, field.plan))
	}
	return n
}

func (l *lifter) union(value reflect.Value, p *plan) *node {
	if value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	for value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	if !value.IsValid() {
		return brokenBy(errMissing)
	}
	for _, arm := range p.arms {
		if arm.variant != value.Type() {
			continue
		}
		if arm.plan.want == wantNone {
			return (&node{kind: kindNull}).as(arm.variant)
		}
		return l.value(value.Field(0), arm.plan).as(arm.variant)
	}
	return brokenBy(errMissing)
}

// dynamic gives the node of a value of any type. Secrets and outputs in it are wrapped.
func (l *lifter) dynamic(value Value) *node {
	switch value := value.(type) {
	case NullValue:
		return &node{kind: kindNull}
	case BoolValue:
		return &node{kind: kindBool, truth: bool(value)}
	case IntValue:
		return l.number(reflect.ValueOf(value.Int))
	case NumberValue:
		return l.number(reflect.ValueOf(value.Float))
	case StringValue:
		return text(string(value))
	case ListValue:
		n := &node{kind: kindList}
		for _, item := range value {
			n.items = append(n.items, l.dynamic(item))
		}
		return n
	case MapValue:
		n := &node{kind: kindObject, isMap: true}
		for _, key := range sortedKeys(value) {
			n.keys = append(n.keys, key)
			n.items = append(n.items, l.dynamic(value[key]))
		}
		return n
	case AssetValue:
		return &node{kind: kindAsset, blob: value.Asset}
	case ArchiveValue:
		return &node{kind: kindArchive, blob: value.Archive}
	case ResourceReference:
		return &node{kind: kindReference, blob: value}
	case Capsule:
		return &node{kind: kindCapsule, blob: value}
	case OutputValue:
		if !l.wait {
			return brokenBy(errNotPlain)
		}
		return value.Output.Untyped.cell.node()
	default:
		return brokenBy(errMissing)
	}
}
