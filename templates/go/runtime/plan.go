package tygen

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// want is what a plan reads a value as.
type want uint8

const (
	wantNone want = iota
	wantBool
	wantInt
	wantNumber
	wantString
	wantAny
	wantAsset
	wantArchive
	wantReference
	wantCapsule
	wantNullable
	wantList
	wantSet
	wantMap
	wantTuple
	wantObject
	wantEnum
	wantUnion
)

// plan is how the values of a Go type are read and written: made once from what reflection and tags say.
type plan struct {
	want want
	// bits of an int, 0 for any number of them; of a number 64 for a double, 0 for an exact one.
	bits int
	// name of an object, a resource, a capsule.
	name string
	// element of a container, what a nullable holds, the base of an enum.
	element *plan
	// fields of an object or a tuple, by the name on the wire too.
	fields []field
	byName map[string]int
	// nulls is set if null means "not set" where an attribute does not take it.
	nulls bool
	// arms of a union, and the arms that its discriminator names.
	arms          []arm
	discriminator string
	named         map[string]int
	// either is the other arm of a union of two with null, which is a nullable.
	either *plan
	// values of an enum.
	values []*node
}

// field is an attribute of an object or an element of a tuple.
type field struct {
	name string
	// own is the name in Go.
	own              string
	at               int
	plan             *plan
	optional, secret bool
	// fallback is the default, as JSON; nil if there is none.
	fallback *node
	// constant is an enum of the one value that the attribute may have; nil if there is none.
	constant *plan
	// literal is that value, as JSON.
	literal *node
}

// arm is one arm of a union: what it holds, and the struct that holds it.
type arm struct {
	plan    *plan
	variant reflect.Type
}

// Object is a field that says by its tags what reflection cannot: what an object is called in messages
// (`name:"…"`), and that null means "not set" (`nulls:"absent"`).
type Object struct{}

// Tuple is the first field of structs that are tuples.
type Tuple struct{}

// Arms is the first field of structs that list the arms of a union.
type Arms [0]func()

// enumerated is implemented by enums: the type of their values, and these as a list of JSON.
type enumerated interface{ EnumValues() string }

// shaped is implemented by types that contain themselves through nothing but containers.
type shaped interface{ TypeShape() Shape }

type planKey struct {
	ty    reflect.Type
	shape Shape
}

// plans are all that were made, by planKey.
var plans sync.Map

// planner makes the plans of types that refer to each other.
type planner struct {
	made map[planKey]*plan
}

// planFor gives the plan of a type.
func planFor[T any](shapes []Shape) (*plan, error) {
	shape := Shape("")
	if len(shapes) > 0 {
		shape = shapes[0]
	}
	return planOf(reflect.TypeFor[T](), shape)
}

func planOf(ty reflect.Type, shape Shape) (*plan, error) {
	if found, ok := plans.Load(planKey{ty, shape}); ok {
		p, _ := found.(*plan)
		return p, nil
	}
	maker := planner{made: map[planKey]*plan{}}
	form, err := formOf(shape)
	if err != nil {
		return nil, err
	}
	p, err := maker.plan(ty, form, shape)
	if err != nil {
		return nil, err
	}
	for key, made := range maker.made {
		plans.LoadOrStore(key, made)
	}
	return p, nil
}

// plan gives the plan of a type; shape is the text of the form if it is known, to find it again.
func (maker *planner) plan(ty reflect.Type, form *form, shape Shape) (*plan, error) {
	for ty.Kind() == reflect.Pointer && !isBig(ty) {
		ty = ty.Elem()
	}
	if own, ok := reflect.Zero(ty).Interface().(shaped); ok && form == nil {
		shape = own.TypeShape()
		found, err := formOf(shape)
		if err != nil {
			return nil, err
		}
		form = found
	}
	key := planKey{ty, shape}
	if form == nil || shape != "" {
		if found, ok := plans.Load(key); ok {
			p, _ := found.(*plan)
			return p, nil
		}
		if p, ok := maker.made[key]; ok {
			return p, nil
		}
	}
	p := &plan{}
	if form == nil || shape != "" {
		maker.made[key] = p
	}
	return p, maker.fill(p, ty, form)
}

func isBig(ty reflect.Type) bool {
	return ty == reflect.TypeFor[*big.Int]() || ty == reflect.TypeFor[*big.Float]()
}

func (maker *planner) fill(p *plan, ty reflect.Type, form *form) error {
	if ty.Kind() != reflect.Interface {
		if enum, ok := reflect.Zero(ty).Interface().(enumerated); ok {
			return p.enum(enum.EnumValues())
		}
	}
	switch ty.Kind() {
	case reflect.Bool:
		p.want = wantBool
	case reflect.String:
		p.want = wantString
	case reflect.Int32:
		p.want, p.bits = wantInt, 32
	case reflect.Int64, reflect.Int:
		p.want, p.bits = wantInt, 64
	case reflect.Float64:
		p.want, p.bits = wantNumber, 64
	case reflect.Pointer:
		p.want = wantNumber
		if ty == reflect.TypeFor[*big.Int]() {
			p.want = wantInt
		}
	case reflect.Slice:
		p.want = wantList
		if form.is("set") {
			p.want = wantSet
		}
		return maker.part(p, ty.Elem(), form.part("set", "list"))
	case reflect.Map:
		p.want = wantMap
		return maker.part(p, ty.Elem(), form.part("map"))
	case reflect.Interface:
		return maker.abstract(p, ty)
	case reflect.Struct:
		return maker.structure(p, ty, form)
	default:
		return fmt.Errorf("%s is no type that tygen generates", ty)
	}
	return nil
}

func (maker *planner) part(p *plan, ty reflect.Type, form *form) (err error) {
	p.element, err = maker.plan(ty, form, "")
	return err
}

// abstract fills the plan of an interface: of one of the runtime, or of a union. The parameter of the
// method that a union's variants have is a struct that lists them.
func (maker *planner) abstract(p *plan, ty reflect.Type) error {
	switch ty {
	case reflect.TypeFor[Value]():
		p.want = wantAny
		return nil
	case reflect.TypeFor[Asset]():
		p.want = wantAsset
		return nil
	case reflect.TypeFor[Archive]():
		p.want = wantArchive
		return nil
	}
	if ty.NumMethod() != 1 || ty.Method(0).Type.NumIn() != 1 {
		return fmt.Errorf("%s is no type that tygen generates", ty)
	}
	list := ty.Method(0).Type.In(0)
	if list.Kind() == reflect.Pointer {
		list = list.Elem()
	}
	if list.Kind() != reflect.Struct || list.NumField() == 0 || list.Field(0).Type != reflect.TypeFor[Arms]() {
		return fmt.Errorf("%s is no type that tygen generates", ty)
	}
	p.want = wantUnion
	p.discriminator = list.Field(0).Tag.Get("discriminator")
	p.named = map[string]int{}
	for at := 1; at < list.NumField(); at++ {
		listed := list.Field(at)
		next := arm{plan: &plan{want: wantNone}, variant: listed.Type}
		if listed.Type.NumField() == 1 {
			shape := Shape(listed.Tag.Get("shape"))
			form, err := formOf(shape)
			if err != nil {
				return err
			}
			if next.plan, err = maker.plan(listed.Type.Field(0).Type, form, shape); err != nil {
				return err
			}
		}
		p.arms = append(p.arms, next)
		if tags, ok := listed.Tag.Lookup("when"); ok {
			words, err := parse([]byte(tags))
			if err != nil {
				return err
			}
			for _, word := range words.items {
				p.named[word.text] = len(p.arms) - 1
			}
		}
	}
	if len(p.arms) == 2 && p.arms[0].variant.NumField() == 0 {
		p.either = p.arms[1].plan
	} else if len(p.arms) == 2 && p.arms[1].variant.NumField() == 0 {
		p.either = p.arms[0].plan
	}
	return nil
}

func (maker *planner) structure(p *plan, ty reflect.Type, form *form) error {
	switch {
	case ty == reflect.TypeFor[None]():
		p.want = wantNone
		return nil
	case ty == reflect.TypeFor[ResourceReference]():
		p.want, p.name = wantReference, form.named("ref")
		return nil
	case ty == reflect.TypeFor[Capsule]():
		p.want, p.name = wantCapsule, form.named("capsule")
		return nil
	case isUntyped(ty):
		return fmt.Errorf("%s arrives later: the plain type is wanted", ty)
	case isNullable(ty):
		p.want = wantNullable
		return maker.part(p, ty.Field(0).Type, form.part("null"))
	}
	p.want, p.name, p.byName = wantObject, ty.Name(), map[string]int{}
	for at := range ty.NumField() {
		if own := ty.Field(at); own.Type == reflect.TypeFor[Tuple]() {
			p.want = wantTuple
		} else if own.Type == reflect.TypeFor[Object]() {
			if name, ok := own.Tag.Lookup("name"); ok {
				p.name = name
			}
			p.nulls = own.Tag.Get("nulls") == "absent"
		} else if own.Name == "_" {
			continue
		} else if !own.IsExported() {
			return fmt.Errorf("%s is no type that tygen generates", ty)
		} else {
			if err := maker.field(p, own); err != nil {
				return fmt.Errorf("%s.%s: %w", ty, own.Name, err)
			}
		}
	}
	return nil
}

// isNullable tells [Nullable] of anything, also where a type of its own is made of it.
func isNullable(ty reflect.Type) bool {
	return ty.Kind() == reflect.Struct && ty.NumField() == 2 && ty.Field(0).Name == "Value" && ty.Field(0).Tag == "" &&
		ty.Field(1).Name == "Valid" && ty.Field(1).Tag == "" && ty.Field(1).Type.Kind() == reflect.Bool
}

func (maker *planner) field(p *plan, own reflect.StructField) error {
	shape := Shape(own.Tag.Get("shape"))
	form, err := formOf(shape)
	if err != nil {
		return err
	}
	next := field{name: own.Name, own: own.Name, at: own.Index[0]}
	if next.plan, err = maker.plan(own.Type, form, shape); err != nil {
		return err
	}
	if tag, ok := own.Tag.Lookup("json"); ok {
		next.name, next.optional = strings.CutSuffix(tag, ",omitzero")
		if next.name == "-," {
			next.name = "-"
		}
	}
	next.secret = slices.Contains(strings.Split(own.Tag.Get("tygen"), ","), "secret")
	if text, ok := own.Tag.Lookup("default"); ok {
		if next.fallback, err = parse([]byte(text)); err != nil {
			return err
		}
		if next.fallback.kind == kindNull && !next.plan.takesNull() {
			next.fallback, next.optional = nil, true
		}
	}
	if text, ok := own.Tag.Lookup("const"); ok {
		value, err := parse([]byte(text))
		if err != nil {
			return err
		}
		next.constant, next.literal = &plan{want: wantEnum, element: next.plan}, value
		if err := next.constant.allow([]*node{value}); err != nil {
			return err
		}
	}
	p.byName[next.name] = len(p.fields)
	p.fields = append(p.fields, next)
	return nil
}

// enumBases are the types that enums have values of.
var enumBases = map[string]plan{
	"bool":   {want: wantBool},
	"string": {want: wantString},
	"int":    {want: wantInt},
	"int64":  {want: wantInt, bits: 64},
	"int32":  {want: wantInt, bits: 32},
	"number": {want: wantNumber},
	"double": {want: wantNumber, bits: 64},
}

func (p *plan) enum(description string) error {
	word, list, _ := strings.Cut(description, " ")
	base, ok := enumBases[word]
	if !ok {
		return fmt.Errorf("%q is no base of an enum", word)
	}
	values, err := parse([]byte(list))
	if err != nil {
		return err
	}
	p.want, p.element = wantEnum, &base
	return p.allow(values.items)
}

// allow sets the values of an enum, as its base type reads them.
func (p *plan) allow(values []*node) error {
	for _, value := range values {
		c := conversion{plain: true}
		if converted := c.value(value, p.element, false); converted != nil {
			p.values = append(p.values, converted)
		}
	}
	return nil
}

// words are what messages call the type.
func (p *plan) words() string {
	switch p.want {
	case wantNone:
		return "null"
	case wantBool:
		return "bool"
	case wantInt:
		return "int"
	case wantNumber:
		return "number"
	case wantString:
		return "string"
	case wantAny:
		return "any value"
	case wantAsset:
		return "asset"
	case wantArchive:
		return "archive"
	case wantReference:
		return "resource reference"
	case wantCapsule:
		return "capsule"
	case wantNullable:
		return p.element.words() + " or null"
	case wantList:
		return "list"
	case wantSet:
		return "set"
	case wantMap:
		return "map"
	case wantTuple:
		return "tuple"
	case wantObject:
		return p.name
	case wantEnum:
		return p.element.words()
	case wantUnion:
		if p.either != nil {
			return p.either.words() + " or null"
		}
		arms := make([]string, len(p.arms))
		for at, arm := range p.arms {
			arms[at] = arm.plan.words()
		}
		return strings.Join(arms, " or ")
	default:
		return ""
	}
}
