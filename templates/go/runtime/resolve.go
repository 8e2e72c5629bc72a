package tygen

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Arguments is the first field of structs whose parts may arrive later. What becomes of each further field
// is said by its tag: `tygen:"optional"`, `tygen:"secret"` and `tygen:"plain"` (its type is no input), the
// value that it has if it is not given in `default:"…"`, and the only one that it may have in `const:"…"`.
// It makes the struct one that cannot be compared: no code for that is compiled.
type Arguments [0]func()

// ArgumentsOf is [Arguments] for a struct that becomes a T where another type, an interface, is wanted.
type ArgumentsOf[T any] [0]func(T)

// ToOutput gives the value when every part of the input has arrived.
func ToOutput[T any](input Input[T]) Output[T] {
	return Output[T]{Untyped{resolve(input, reflect.TypeFor[T]())}}
}

var (
	errMissing = errors.New("a value is required")
	errNoInput = errors.New("this is no input: use a struct of arguments, tygen.Val, an output or a promise")
)

// resolve is [ToOutput] for all types at once, so that it is compiled once.
func resolve(input any, want reflect.Type) *cell {
	value := reflect.ValueOf(input)
	for value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	if !value.IsValid() {
		return failed(errMissing)
	}
	switch kind := value.Kind(); {
	case kind == reflect.Slice && want.Kind() == reflect.Slice:
		return gather(func(all *gathered) any { return all.list(value, want) })
	case kind == reflect.Map && want.Kind() == reflect.Map:
		return gather(func(all *gathered) any { return all.dictionary(value, want) })
	case kind != reflect.Struct:
		return failed(errNoInput)
	case isUntyped(value.Type()):
		untyped, _ := value.Field(0).Interface().(Untyped)
		return untyped.cell
	}
	if plain, parts := partsOf(value.Type(), want); plain != nil {
		return gather(func(all *gathered) any { return all.structure(value, plain, parts) })
	}
	if !value.Type().AssignableTo(want) {
		return failed(errNoInput)
	}
	return Known(value.Interface()).Untyped.cell
}

// isUntyped tells outputs and promises.
func isUntyped(ty reflect.Type) bool {
	return ty.NumField() == 1 && ty.Field(0).Type == reflect.TypeFor[Untyped]()
}

// part is how a field of a struct of arguments becomes one of the plain struct.
type part struct {
	from, to                  int
	step                      Step
	optional, secret, isPlain bool
	tag                       reflect.StructTag
}

type pair struct{ from, to reflect.Type }

// known holds the parts of structs of arguments that were met before.
var known sync.Map

// partsOf gives the plain type and the parts of a struct of arguments; nil if it is none.
func partsOf(from, want reflect.Type) (reflect.Type, []part) {
	plain, isVariant := plainOf(from, want)
	if plain == nil || plain.Kind() != reflect.Struct {
		return nil, nil
	}
	if parts, ok := known.Load(pair{from, plain}); ok {
		parts, _ := parts.([]part)
		return plain, parts
	}
	var parts []part
	for at := 1; at < from.NumField(); at++ {
		field := from.Field(at)
		target, ok := plain.FieldByName(field.Name)
		if !ok || len(target.Index) != 1 {
			return nil, nil
		}
		options := strings.Split(field.Tag.Get("tygen"), ",")
		next := part{from: at, to: target.Index[0], step: stepTo(target), tag: field.Tag}
		next.optional = slices.Contains(options, "optional")
		next.secret = slices.Contains(options, "secret")
		next.isPlain = slices.Contains(options, "plain")
		if isVariant {
			next.step = nil
		}
		parts = append(parts, next)
	}
	known.Store(pair{from, plain}, parts)
	return plain, parts
}

func plainOf(from, want reflect.Type) (plain reflect.Type, isVariant bool) {
	if from.NumField() == 0 || from.Field(0).Name != "_" {
		return nil, false
	}
	marker := from.Field(0).Type
	switch {
	case marker == reflect.TypeFor[Arguments]():
		return want, false
	case marker.Kind() == reflect.Array && marker.Elem().Kind() == reflect.Func && marker.Elem().NumIn() == 1:
		return marker.Elem().In(0), true
	default:
		return nil, false
	}
}

// stepTo gives the step to a field: its name on the wire, or its number where it has none.
func stepTo(field reflect.StructField) Step {
	name, ok := field.Tag.Lookup("json")
	if !ok {
		return Index(field.Index[0])
	}
	if name == "-," {
		return Attribute("-")
	}
	return Attribute(strings.TrimSuffix(name, ",omitzero"))
}

// gathered is what is known of the parts of a value.
type gathered struct {
	unknown      bool
	secret       bool
	dependencies []string
	problems     Problems
}

// gather makes one cell of many. The function waits for the parts and puts the whole together; where a
// part is unknown or has failed it goes on, and the whole is unknown or fails with the problems of all.
func gather(assemble func(all *gathered) any) *cell {
	return startCell(func() (Snapshot[any], error) {
		all := &gathered{}
		value := assemble(all)
		if len(all.problems) > 0 {
			return Snapshot[any]{}, all.problems
		}
		return Snapshot[any]{value, !all.unknown, all.secret, all.dependencies}, nil
	})
}

// join is the values of all cells.
func join(cells ...*cell) Output[[]any] {
	return Output[[]any]{Untyped{gather(func(all *gathered) any {
		values := make([]any, len(cells))
		for at, cell := range cells {
			values[at], _ = all.wait(Index(at), cell)
		}
		return values
	})}}
}

func (all *gathered) list(from reflect.Value, want reflect.Type) any {
	to := reflect.MakeSlice(want, from.Len(), from.Len())
	for at := range from.Len() {
		all.fill(Index(at), from.Index(at), to.Index(at))
	}
	return to.Interface()
}

func (all *gathered) dictionary(from reflect.Value, want reflect.Type) any {
	to := reflect.MakeMapWithSize(want, from.Len())
	keys := from.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, key := range keys {
		element := reflect.New(want.Elem()).Elem()
		all.fill(Key(key.String()), from.MapIndex(key), element)
		to.SetMapIndex(key.Convert(want.Key()), element)
	}
	return to.Interface()
}

func (all *gathered) structure(from reflect.Value, plain reflect.Type, parts []part) any {
	to := reflect.New(plain).Elem()
	for _, part := range parts {
		input, field := from.Field(part.from), to.Field(part.to)
		switch {
		case part.isPlain:
			field.Set(input)
		case !input.IsNil():
			if all.fill(part.step, input, field) {
				all.check(part, field)
			}
		default:
			all.absent(part, field)
		}
		all.secret = all.secret || part.secret && !(part.isPlain || input.IsNil()) || part.secret && !field.IsZero()
	}
	return to.Interface()
}

// absent gives a field that was not given its constant or default.
func (all *gathered) absent(part part, field reflect.Value) {
	text, ok := part.tag.Lookup("const")
	if !ok {
		text, ok = part.tag.Lookup("default")
	}
	switch {
	case ok:
		if err := parse(field, text); err != nil {
			all.fail(part.step, err)
		}
	case !part.optional:
		all.fail(part.step, errMissing)
	}
}

// check says so if a constant was given as something else.
func (all *gathered) check(part part, field reflect.Value) {
	text, ok := part.tag.Lookup("const")
	if !ok {
		return
	}
	constant := reflect.New(field.Type()).Elem()
	if err := parse(constant, text); err != nil {
		all.fail(part.step, err)
	} else if !field.Equal(constant) {
		all.fail(part.step, fmt.Errorf("the value must be %#v", constant.Interface()))
	}
}

// fill waits for an input and puts its value into a variable: of its type, or a pointer to that.
// It tells whether there is one.
func (all *gathered) fill(step Step, input, to reflect.Value) bool {
	want := to.Type()
	if want.Kind() == reflect.Pointer && want != reflect.TypeFor[*big.Int]() && want != reflect.TypeFor[*big.Float]() {
		want = want.Elem()
	}
	value, known := all.wait(step, resolve(input.Interface(), want))
	if !known || value == nil {
		return false
	}
	switch from := reflect.ValueOf(value); {
	case from.Type().AssignableTo(to.Type()):
		to.Set(from)
	case from.Type().AssignableTo(want):
		to.Set(reflect.New(want))
		to.Elem().Set(from)
	default:
		all.fail(step, errNoInput)
		return false
	}
	return true
}

func (all *gathered) wait(step Step, cell *cell) (any, bool) {
	snapshot, err := cell.wait()
	if err != nil {
		all.fail(step, err)
		return nil, false
	}
	all.unknown = all.unknown || !snapshot.Known
	all.secret = all.secret || snapshot.Secret
	all.dependencies = append(all.dependencies, snapshot.Dependencies...)
	return snapshot.Value, snapshot.Known
}

// fail adds what went wrong in a part, at its place.
func (all *gathered) fail(step Step, err error) {
	var inner Problems
	if !errors.As(err, &inner) {
		inner = Problems{{Cause: err}}
	}
	for _, problem := range inner {
		if step != nil {
			problem.Path = append(Path{step}, problem.Path...)
		}
		all.problems = append(all.problems, problem)
	}
}

// parse sets a variable to a literal of the schema.
func parse(to reflect.Value, text string) error {
	var err error
	switch to.Kind() {
	case reflect.String:
		to.SetString(text)
	case reflect.Bool:
		var value bool
		value, err = strconv.ParseBool(text)
		to.SetBool(value)
	case reflect.Int32, reflect.Int64:
		var value int64
		value, err = strconv.ParseInt(text, 10, to.Type().Bits())
		to.SetInt(value)
	case reflect.Float64:
		var value float64
		value, err = strconv.ParseFloat(text, 64)
		to.SetFloat(value)
	case reflect.Pointer:
		if whole, ok := NumberText(text).Int(); ok && to.Type() == reflect.TypeFor[*big.Int]() {
			to.Set(reflect.ValueOf(whole))
			return nil
		}
		if float, ok := NumberText(text).Float(); ok && to.Type() == reflect.TypeFor[*big.Float]() {
			to.Set(reflect.ValueOf(float))
			return nil
		}
		err = fmt.Errorf("%s is no %s", text, to.Type())
	default:
		err = fmt.Errorf("%s is no %s", text, to.Type())
	}
	return err
}
