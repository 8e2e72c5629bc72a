package tygen

// Input is a value of type T that is there already or arrives later. Nil is "absent".
//
// It is implemented by [Output], [Promise], [List], [Map], what [Val] returns, and generated structs of
// arguments.
type Input[T any] interface {
	// ToOutput gives the value when every part of it has arrived.
	ToOutput() Output[T]
}

// Val makes an input of a plain value.
func Val[T any](value T) Input[T] {
	return plain[T]{value}
}

type plain[T any] struct{ value T }

func (input plain[T]) ToOutput() Output[T] {
	return Known(input.value)
}

// List is an input of a slice whose elements may arrive later.
type List[T any] []Input[T]

// ToOutput gives the slice when every element has arrived.
func (list List[T]) ToOutput() Output[[]T] {
	return Gather(func(parts *Parts) []T {
		values := make([]T, len(list))
		for at, element := range list {
			values[at] = Part(parts, Index(at), element)
		}
		return values
	})
}

// Map is an input of a map whose elements may arrive later.
type Map[T any] map[string]Input[T]

// ToOutput gives the map when every element has arrived.
func (elements Map[T]) ToOutput() Output[map[string]T] {
	return Gather(func(parts *Parts) map[string]T {
		values := make(map[string]T, len(elements))
		for _, key := range sortedKeys(elements) {
			values[key] = Part(parts, Key(key), elements[key])
		}
		return values
	})
}

// Vals makes a [List] of plain values.
func Vals[T any](values ...T) List[T] {
	list := make(List[T], len(values))
	for at, value := range values {
		list[at] = Val(value)
	}
	return list
}
