package tygen

import (
	"fmt"
	"math/big"
	"reflect"
)

// InputKind makes the inputs of one type: Go cannot make an Output[T] of a T that it learns of while the
// program runs. [DecodeInput] knows those of strings, numbers and the like; [InputFor] makes others.
type InputKind struct {
	ty         reflect.Type
	arguments  reflect.Type
	output     func(Untyped) any
	promise    func(Untyped) any
	list       func([]any) any
	dictionary func(map[string]any) any
}

// InputFor makes inputs of type T: outputs, promises, and lists and maps of such.
func InputFor[T any]() InputKind {
	return InputKind{
		ty:      reflect.TypeFor[T](),
		output:  func(untyped Untyped) any { return Output[T]{untyped} },
		promise: func(untyped Untyped) any { return Promise[T]{untyped} },
		list: func(items []any) any {
			list := make(List[T], len(items))
			for at, item := range items {
				list[at], _ = item.(Input[T])
			}
			return list
		},
		dictionary: func(items map[string]any) any {
			dictionary := make(Map[T], len(items))
			for key, item := range items {
				dictionary[key], _ = item.(Input[T])
			}
			return dictionary
		},
	}
}

// InputBy makes inputs of type T that are structs of arguments of type I where their parts have something
// of their own.
func InputBy[I Input[T], T any]() InputKind {
	kind := InputFor[T]()
	kind.arguments = reflect.TypeFor[I]()
	return kind
}

var builtinKinds = []InputKind{
	InputFor[string](), InputFor[bool](), InputFor[int32](), InputFor[int64](), InputFor[float64](),
	InputFor[*big.Int](), InputFor[*big.Float](), InputFor[Value](),
}

// DecodeInput reads JSON in which any part may be unknown, secret or an output as arguments: an I is a
// generated struct such as PortInput. Kinds are those of its parts that are of generated types.
func DecodeInput[I any](data []byte, kinds ...InputKind) (I, error) {
	var to I
	ty := reflect.TypeFor[I]()
	method, ok := ty.MethodByName("InputOf")
	if !ok || ty.Kind() != reflect.Struct || !isArguments(ty) {
		return to, fmt.Errorf("%s is no struct of arguments", ty)
	}
	kind := InputKind{ty: method.Type.In(1).Elem(), arguments: ty}
	input, err := decodeInput(data, kind, "", kinds)
	if err == nil {
		to, _ = input.(I)
	}
	return to, err
}

// decodeInput gives arguments, or an [Untyped] where there is no kind of argument for the whole.
func decodeInput(data []byte, whole InputKind, shape Shape, kinds []InputKind) (any, error) {
	n, err := parse(data)
	if err != nil {
		return nil, err
	}
	p, err := planOf(whole.ty, shape)
	if err != nil {
		return nil, err
	}
	if n, err = converted(n, p, false); err != nil {
		return nil, err
	}
	maker := inputMaker{kinds: map[reflect.Type]InputKind{}}
	for _, kind := range append(append([]InputKind(nil), builtinKinds...), kinds...) {
		maker.kinds[kind.ty] = kind
	}
	if whole.arguments != nil && n.kind == kindObject && !n.secret && len(n.dependencies) == 0 {
		return maker.arguments(n, p, whole.arguments)
	}
	return Untyped{maker.cell(n, p, whole.ty)}, nil
}

type inputMaker struct {
	kinds map[reflect.Type]InputKind
	// made counts what was made: every other plain part is a promise.
	made int
}

func (maker *inputMaker) cell(n *node, p *plan, ty reflect.Type) *cell {
	to := &cell{done: arrived}
	to.fill(n, p, ty)
	return to
}

// input makes an Input of type ty.
func (maker *inputMaker) input(n *node, p *plan, ty reflect.Type) (any, error) {
	isDeep := n.kind != kindUnknown && !n.secret && len(n.dependencies) == 0 && !n.isPlain()
	kind, known := maker.kinds[ty]
	switch {
	case isDeep && known && kind.arguments != nil && p.want == wantObject:
		return maker.arguments(n, p, kind.arguments)
	case isDeep && (p.want == wantList || p.want == wantSet || p.want == wantMap) && ty.Kind() != reflect.Pointer:
		if element, ok := maker.kinds[ty.Elem()]; ok {
			return maker.container(n, p, element)
		}
	}
	if ty.Kind() == reflect.Slice || ty.Kind() == reflect.Map {
		if element, ok := maker.kinds[ty.Elem()]; ok && !known && n.isPlain() {
			return maker.container(n, p, element)
		}
	}
	if !known {
		return nil, fmt.Errorf("there is no way to make an input of %s: give tygen.InputFor of it", ty)
	}
	maker.made++
	if untyped := (Untyped{maker.cell(n, p, ty)}); maker.made%2 == 0 && n.isPlain() {
		return kind.promise(untyped), nil
	} else {
		return kind.output(untyped), nil
	}
}

func (maker *inputMaker) container(n *node, p *plan, element InputKind) (any, error) {
	items, keyed := make([]any, len(n.items)), map[string]any{}
	for at, item := range n.items {
		input, err := maker.input(item, p.element, element.ty)
		if err != nil {
			return nil, err
		}
		items[at] = input
		if p.want == wantMap {
			keyed[n.keys[at]] = input
		}
	}
	if p.want == wantMap {
		return element.dictionary(keyed), nil
	}
	return element.list(items), nil
}

// arguments makes a struct of arguments. A field that is no input keeps the zero value if its part has
// something of its own.
func (maker *inputMaker) arguments(n *node, p *plan, ty reflect.Type) (any, error) {
	to := reflect.New(ty).Elem()
	for at, item := range n.items {
		field := p.fields[at]
		if p.want == wantObject {
			field = p.fields[p.byName[n.keys[at]]]
		}
		own := to.FieldByName(field.own)
		method, ok := own.Type().MethodByName("InputOf")
		switch {
		case !own.IsValid():
		case own.Kind() != reflect.Interface || !ok:
			if item.isPlain() {
				build(item, field.plan, own)
			}
		default:
			input, err := maker.input(item, field.plan, method.Type.In(0).Elem())
			if err != nil {
				return nil, err
			}
			own.Set(reflect.ValueOf(input))
		}
	}
	return to.Interface(), nil
}
