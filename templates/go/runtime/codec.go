package tygen

import (
	"context"
	"errors"
	"reflect"
)

// Decode reads JSON as a plain value of a generated type (docs/conversions.md, "Decode"). The error is
// [Problems]: everything that is wrong, each with its place. What Go does not know of the type is said by
// a [Shape], which generated code has for those types that need one.
func Decode[T any](data []byte, shape ...Shape) (T, error) {
	var to T
	err := decode(data, reflect.ValueOf(&to).Elem(), shape)
	return to, err
}

// DecodeValue is [Decode] of what encoding/json makes of JSON, with json.Number for numbers that must not
// be rounded, and of a [Value].
func DecodeValue[T any](value any, shape ...Shape) (T, error) {
	var to T
	n, err := parsed(value)
	if err == nil {
		err = decodeNode(n, reflect.ValueOf(&to).Elem(), shape)
	}
	return to, err
}

// Encode writes a plain value of a generated type as JSON.
func Encode[T any](value T, shape ...Shape) ([]byte, error) {
	n, err := encodeNode(reflect.ValueOf(&value).Elem(), shape)
	if err != nil {
		return nil, err
	}
	return written(n)
}

// EncodeValue is [Encode] to a [Value].
func EncodeValue[T any](value T, shape ...Shape) (Value, error) {
	n, err := encodeNode(reflect.ValueOf(&value).Elem(), shape)
	if err != nil {
		return nil, err
	}
	if _, err := written(n); err != nil {
		return nil, err
	}
	return dynamic(n), nil
}

// DecodeOutput reads JSON in which any part may be unknown, secret or an output. A problem makes the
// output fail.
func DecodeOutput[T any](data []byte, shape ...Shape) Output[T] {
	return Output[T]{Untyped{decodeOutput(data, reflect.TypeFor[T](), shape)}}
}

// EncodeOutput waits for an output and writes it as JSON, with unknowns, secrets and dependencies in their
// places.
func EncodeOutput[T any](ctx context.Context, output Output[T]) ([]byte, error) {
	return output.Untyped.cell.encode(ctx)
}

// Part is the part of an output to which a path leads, a U: unknown, secret and dependent only as far as
// what lies on the way to it and inside it is.
//
//	number := tygen.Part[int64](server, tygen.Attribute("ports"), tygen.Index(0), tygen.Attribute("number"))
func Part[U, T any](output Output[T], path ...Step) Output[U] {
	return Output[U]{Untyped{output.Untyped.cell.part(path, reflect.TypeFor[U]())}}
}

func one(shapes []Shape) Shape {
	if len(shapes) > 0 {
		return shapes[0]
	}
	return ""
}

func decode(data []byte, to reflect.Value, shapes []Shape) error {
	p, err := planOf(to.Type(), one(shapes))
	if err != nil {
		return err
	}
	if decodeFast(data, p, to) {
		return nil
	}
	to.SetZero()
	n, err := parse(data)
	if err != nil {
		return err
	}
	return decodeNode(n, to, shapes)
}

func decodeNode(n *node, to reflect.Value, shapes []Shape) error {
	p, err := planOf(to.Type(), one(shapes))
	if err != nil {
		return err
	}
	n, err = converted(n, p, true)
	if err == nil {
		build(n, p, to)
	}
	return err
}

func encodeNode(value reflect.Value, shapes []Shape) (*node, error) {
	p, err := planOf(value.Type(), one(shapes))
	if err != nil {
		return nil, err
	}
	return lift(value, p, false), nil
}

func decodeOutput(data []byte, ty reflect.Type, shapes []Shape) *cell {
	n, err := parse(data)
	if err != nil {
		return failed(err)
	}
	p, err := planOf(ty, one(shapes))
	if err != nil {
		return failed(err)
	}
	to := &cell{done: arrived}
	to.err = to.arrive(n, p, ty)
	return to
}

// arrive fills a cell with a node that is converted first.
func (cell *cell) arrive(n *node, p *plan, ty reflect.Type) error {
	n, err := converted(n, p, false)
	if err == nil {
		cell.fill(n, p, ty)
	}
	return err
}

// fill fills a cell with a converted node. It is kept where parts have something of their own.
func (cell *cell) fill(n *node, p *plan, ty reflect.Type) {
	var all about
	all.gather(n)
	cell.ty, cell.plan = ty, p
	cell.snapshot = Snapshot[any]{nil, !all.unknown, all.secret, all.dependencies}
	if !all.unknown {
		value := reflect.New(ty).Elem()
		build(n, p, value)
		cell.snapshot.Value = value.Interface()
	}
	for _, item := range n.items {
		if !item.isPlain() {
			cell.tree = n
		}
	}
}

// node gives what a cell holds when it has arrived.
func (cell *cell) node() *node {
	snapshot, err := cell.wait()
	switch {
	case err != nil:
		return brokenBy(err)
	case cell.tree != nil:
		return cell.tree
	}
	n := &node{kind: kindUnknown}
	if snapshot.Known {
		n = cell.value(snapshot.Value)
	}
	return n.marked(snapshot.Secret, snapshot.Dependencies)
}

// value gives the node of a known value.
func (cell *cell) value(value any) *node {
	p, err := cell.planned()
	if err != nil {
		return brokenBy(err)
	}
	if value == nil {
		return lift(reflect.Zero(cell.ty), p, true)
	}
	return lift(reflect.ValueOf(value), p, true)
}

func (cell *cell) encode(ctx context.Context) ([]byte, error) {
	if _, err := cell.await(ctx); err != nil {
		return nil, err
	}
	n, err := cell.settled()
	if err != nil {
		return nil, err
	}
	return written(n)
}

// settled gives the converted node of a cell that has arrived.
func (cell *cell) settled() (*node, error) {
	n := cell.node()
	if cell.tree != nil || n.kind == kindUnknown {
		return n, nil
	}
	if n.kind == kindBroken {
		return nil, n.problems(nil)
	}
	p, err := cell.planned()
	if err != nil {
		return nil, err
	}
	return converted(n, p, false)
}

var errNoType = errors.New("the type of the output is not known")

// planned gives the plan of the value's type.
func (cell *cell) planned() (*plan, error) {
	switch {
	case cell.plan != nil:
		return cell.plan, nil
	case cell.ty == nil:
		return nil, errNoType
	default:
		return planOf(cell.ty, "")
	}
}

func (from *cell) part(path Path, ty reflect.Type) *cell {
	return startCell(func(to *cell) error {
		if _, err := from.wait(); err != nil {
			return err
		}
		n, err := from.settled()
		if err != nil {
			return err
		}
		secret, dependencies := n.secret, n.dependencies
		isAbsent := false
	steps:
		for at, step := range path {
			if n.kind == kindUnknown {
				break
			}
			next := n.at(step)
			if next == nil {
				if !isOptional(ty) {
					return Problems{{path[:at+1], errNoPart}}
				}
				isAbsent, n = true, &node{kind: kindNull}
				break steps
			}
			n = next
			secret, dependencies = secret || n.secret, united(dependencies, n.dependencies)
		}
		own := n.marked(secret, dependencies)
		if isAbsent && ty != reflect.TypeFor[Value]() {
			to.ty = ty
			to.snapshot = Snapshot[any]{reflect.Zero(ty).Interface(), true, secret, dependencies}
			return nil
		}
		p, err := planOf(ty, "")
		if err != nil {
			return err
		}
		return to.arrive(own, p, ty)
	})
}

// isOptional tells the types of parts that may be absent: they are nil then, a value of any type is null.
func isOptional(ty reflect.Type) bool {
	switch ty.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return true
	default:
		return false
	}
}

var errNoPart = errors.New("there is no such part")

// at gives the part of a node that a step leads to; nil if there is none.
func (n *node) at(step Step) *node {
	switch step := step.(type) {
	case Attribute:
		return n.at(Key(step))
	case Key:
		if n.kind == kindList {
			return n.at(numbered(string(step)))
		}
		return n.get(string(step))
	case Index:
		if n.kind == kindList && int(step) >= 0 && int(step) < len(n.items) {
			return n.items[step]
		}
		return nil
	default:
		return nil
	}
}
