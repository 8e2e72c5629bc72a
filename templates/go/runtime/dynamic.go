package tygen

import (
	"context"
	"reflect"
	"strconv"
)

// Codec reads and writes the values of a type that is known only when the program runs. Where it is known
// before, [Decode] and the like are typed.
type Codec struct {
	ty    reflect.Type
	shape Shape
	input InputKind
}

// CodecOf is the codec of the plain type T.
func CodecOf[T any](shape ...Shape) Codec {
	return Codec{ty: reflect.TypeFor[T](), shape: one(shape)}
}

// CodecBy is the codec of the plain type T, whose arguments are a struct of type I.
func CodecBy[I Input[T], T any]() Codec {
	return Codec{ty: reflect.TypeFor[T](), input: InputKind{ty: reflect.TypeFor[T](), arguments: reflect.TypeFor[I]()}}
}

// Decode is [Decode]; the value is of the codec's type.
func (codec Codec) Decode(data []byte) (any, error) {
	to := reflect.New(codec.ty).Elem()
	if err := decode(data, to, []Shape{codec.shape}); err != nil {
		return nil, err
	}
	return to.Interface(), nil
}

// DecodeValue is [DecodeValue].
func (codec Codec) DecodeValue(value any) (any, error) {
	to := reflect.New(codec.ty).Elem()
	n, err := parsed(value)
	if err == nil {
		err = decodeNode(n, to, []Shape{codec.shape})
	}
	if err != nil {
		return nil, err
	}
	return to.Interface(), nil
}

// Encode is [Encode] of a value of the codec's type.
func (codec Codec) Encode(value any) ([]byte, error) {
	from := reflect.New(codec.ty).Elem()
	if value != nil {
		from.Set(reflect.ValueOf(value))
	}
	n, err := encodeNode(from, []Shape{codec.shape})
	if err != nil {
		return nil, err
	}
	return written(n)
}

// DecodeOutput is [DecodeOutput].
func (codec Codec) DecodeOutput(data []byte) Untyped {
	return Untyped{decodeOutput(data, codec.ty, []Shape{codec.shape})}
}

// DecodeInput is [DecodeInput]: a struct of arguments, or an [Untyped] if the codec knows of none or the
// whole has something of its own.
func (codec Codec) DecodeInput(data []byte, kinds ...InputKind) (any, error) {
	kind := codec.input
	kind.ty = codec.ty
	return decodeInput(data, kind, codec.shape, kinds)
}

// Resolve is [ToOutput] of what DecodeInput gives, or any other input of the codec's type.
func (codec Codec) Resolve(input any) Untyped {
	if untyped, ok := input.(Untyped); ok {
		input = Output[Value]{untyped}
	}
	return Untyped{resolve(input, codec.ty, codec.shape)}
}

// Encode is [EncodeOutput].
func (untyped Untyped) Encode(ctx context.Context) ([]byte, error) {
	return untyped.cell.encode(ctx)
}

// Part is [Part] as a value of any type; null if there is no such part. A number as text leads to an
// element of a list too.
func (untyped Untyped) Part(path ...Step) Untyped {
	return Untyped{untyped.cell.part(path, reflect.TypeFor[Value]())}
}

// numbered is the index that a name may be.
func numbered(name string) Step {
	if at, err := strconv.Atoi(name); err == nil {
		return Index(at)
	}
	return Index(-1)
}
