package tygen

// Input is a value of type T that is there already or arrives later. Nil is "absent".
//
// It is implemented by [Output], [Promise], [List], [Map], and generated structs of arguments. [Val] makes
// one of a plain value; [ToOutput] and [Await] give what it becomes.
type Input[T any] interface {
	// InputOf does nothing: it tells the type. A method that gave an Output[T] would have code compiled
	// for every type that a schema declares.
	InputOf(*T)
}

// Val makes an input of a plain value.
func Val[T any](value T) Input[T] {
	return Known(value)
}

// List is an input of a slice whose elements may arrive later.
type List[T any] []Input[T]

// InputOf tells the type.
func (List[T]) InputOf(*[]T) {}

// Map is an input of a map whose elements may arrive later.
type Map[T any] map[string]Input[T]

// InputOf tells the type.
func (Map[T]) InputOf(*map[string]T) {}

// Vals makes a [List] of plain values.
func Vals[T any](values ...T) List[T] {
	list := make(List[T], len(values))
	for at, value := range values {
		list[at] = Val(value)
	}
	return list
}
