package tygen

import (
	"errors"
	"reflect"
	"slices"
	"strings"
)

// Arguments is the first field of structs whose parts may arrive later. A further field is tagged
// `tygen:"plain"` if its type is no input. It makes the struct one that cannot be compared: no code for
// that is compiled.
type Arguments [0]func()

// ArgumentsOf is [Arguments] for a struct that becomes a T where another type, an interface, is wanted.
type ArgumentsOf[T any] [0]func(T)

// ToOutput gives the value when every part of the input has arrived, by the rules of docs/conversions.md:
// with defaults, constants and the values of enums, and with attributes secret that the schema declares so.
func ToOutput[T any](input Input[T], shape ...Shape) Output[T] {
	return Output[T]{Untyped{resolve(input, reflect.TypeFor[T](), one(shape))}}
}

var errNoInput = errors.New("this is no input: use a struct of arguments, tygen.Val, an output or a promise")

// resolve is [ToOutput] for all types at once, so that it is compiled once.
func resolve(input any, ty reflect.Type, shape Shape) *cell {
	p, err := planOf(ty, shape)
	if err != nil {
		// A type that was not generated: there is nothing to do by rules.
		return arriving(input, ty)
	}
	return startCell(func(to *cell) error {
		return to.arrive(argument(reflect.ValueOf(input), p), p, ty)
	})
}

// arriving is the cell of an input as it is.
func arriving(input any, ty reflect.Type) *cell {
	value := bareValue(reflect.ValueOf(input))
	switch {
	case !value.IsValid():
		return failed(errMissing)
	case value.Kind() == reflect.Struct && isUntyped(value.Type()):
		untyped, _ := value.Field(0).Interface().(Untyped)
		return untyped.cell
	}
	if _, err := planOf(ty, ""); err != nil {
		return failed(err)
	}
	return resolve(input, ty, "")
}

// isUntyped tells outputs and promises.
func isUntyped(ty reflect.Type) bool {
	return ty.Kind() == reflect.Struct && ty.NumField() == 1 && ty.Field(0).Type == reflect.TypeFor[Untyped]()
}

// bareValue looks through interfaces and pointers.
func bareValue(value reflect.Value) reflect.Value {
	for value.Kind() == reflect.Interface || value.Kind() == reflect.Pointer && !isBig(value.Type()) {
		value = value.Elem()
	}
	return value
}

// argument is the node of an input of a plan's type, when all of it has arrived.
func argument(input reflect.Value, p *plan) *node {
	value := bareValue(input)
	if !value.IsValid() {
		return brokenBy(errMissing)
	}
	switch {
	case isUntyped(value.Type()):
		untyped, _ := value.Field(0).Interface().(Untyped)
		return untyped.cell.node()
	case value.Kind() == reflect.Slice && (p.want == wantList || p.want == wantSet):
		n := &node{kind: kindList, items: make([]*node, value.Len())}
		for at := range n.items {
			n.items[at] = argument(value.Index(at), p.element)
		}
		return n
	case value.Kind() == reflect.Map && p.want == wantMap:
		n := &node{kind: kindObject, isMap: true}
		for _, key := range value.MapKeys() {
			n.keys = append(n.keys, key.String())
		}
		slices.Sort(n.keys)
		for _, key := range n.keys {
			item := value.MapIndex(reflect.ValueOf(key).Convert(value.Type().Key()))
			n.items = append(n.items, argument(item, p.element))
		}
		return n
	case value.Kind() != reflect.Struct:
		return brokenBy(errNoInput)
	case p.want == wantUnion:
		return variantArgument(value, p)
	case isArguments(value.Type()):
		return arguments(value, p)
	default:
		return brokenBy(errNoInput)
	}
}

func isArguments(ty reflect.Type) bool {
	return ty.NumField() > 0 && ty.Field(0).Type == reflect.TypeFor[Arguments]()
}

// variantArgument is the node of one arm of a union: as it is, or as arguments.
func variantArgument(value reflect.Value, p *plan) *node {
	for _, arm := range p.arms {
		switch {
		case value.Type() == arm.variant:
			return lift(value, p, true)
		case plainOf(value.Type()) != arm.variant:
		case value.Field(1).IsNil():
			return brokenBy(errMissing)
		default:
			return argument(value.Field(1), arm.plan).within(arm.variant)
		}
	}
	return brokenBy(errNoInput)
}

// within notes the arm of a union that a node, which others may have too, is to be read as.
func (n *node) within(variant reflect.Type) *node {
	to := *n
	to.variants = append([]reflect.Type{variant}, n.variants...)
	return &to
}

// plainOf gives the struct that arguments of an arm become.
func plainOf(ty reflect.Type) reflect.Type {
	if ty.NumField() != 2 || ty.Field(0).Name != "_" {
		return nil
	}
	marker := ty.Field(0).Type
	if marker.Kind() == reflect.Array && marker.Elem().Kind() == reflect.Func && marker.Elem().NumIn() == 1 {
		return marker.Elem().In(0)
	}
	return nil
}

// arguments is the node of a struct of arguments. What is not given is absent.
func arguments(value reflect.Value, p *plan) *node {
	n := &node{kind: kindObject}
	if p.want == wantTuple {
		n.kind = kindList
	}
	for at := range p.fields {
		field := &p.fields[at]
		own, ok := value.Type().FieldByName(field.own)
		if !ok {
			continue
		}
		input := value.FieldByIndex(own.Index)
		var item *node
		switch isPlain := slices.Contains(strings.Split(own.Tag.Get("tygen"), ","), "plain"); {
		case !isPlain && !input.IsNil():
			item = argument(input, field.plan)
		case isPlain && !(isNilable(input) && input.IsNil()):
			item = lift(input, field.plan, true)
		case p.want == wantTuple:
			item = brokenBy(errMissing)
		default:
			continue
		}
		n.items = append(n.items, item)
		if p.want == wantObject {
			n.keys = append(n.keys, field.name)
		}
	}
	return n
}

func isNilable(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return true
	default:
		return false
	}
}
