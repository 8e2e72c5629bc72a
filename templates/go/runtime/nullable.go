package tygen

import "encoding/json"

// None is the type of null alone.
type None struct{}

// MarshalJSON writes null.
func (None) MarshalJSON() ([]byte, error) {
	return []byte("null"), nil
}

// Nullable is a value or null. Its zero value is null. Whether it is absent altogether is another
// question, which a pointer to it answers.
type Nullable[T any] struct {
	// Value is the value; the zero value if there is none.
	Value T
	// Valid tells whether there is a value.
	Valid bool
}

// NotNull is the value, not null.
func NotNull[T any](value T) Nullable[T] {
	return Nullable[T]{Value: value, Valid: true}
}

// Null is null in the place of a T.
func Null[T any]() Nullable[T] {
	return Nullable[T]{}
}

// MarshalJSON writes the value or null.
func (nullable Nullable[T]) MarshalJSON() ([]byte, error) {
	if !nullable.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(nullable.Value)
}

// UnmarshalJSON reads the value or null.
func (nullable *Nullable[T]) UnmarshalJSON(data []byte) error {
	*nullable = Nullable[T]{}
	if string(data) == "null" {
		return nil
	}
	if err := json.Unmarshal(data, &nullable.Value); err != nil {
		return err
	}
	nullable.Valid = true
	return nil
}

// Ptr is a pointer to the value: for optional fields.
func Ptr[T any](value T) *T {
	return &value
}
