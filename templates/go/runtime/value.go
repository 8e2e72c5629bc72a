package tygen

import "math/big"

// Value is a value whose type the schema leaves open: one of the types of this package that are listed
// here and no other. Nil is "absent"; null is a [NullValue].
type Value interface {
	isValue()
}

// NullValue is null.
type NullValue struct{}

// BoolValue is true or false.
type BoolValue bool

// IntValue is an integer of any size; Int is not nil.
type IntValue struct{ Int *big.Int }

// NumberValue is an exact number; Float is not nil.
type NumberValue struct{ Float *big.Float }

// StringValue is Unicode text.
type StringValue string

// ListValue is a sequence: a list, set or tuple.
type ListValue []Value

// MapValue is values under string keys: a map or an object.
type MapValue map[string]Value

// AssetValue is a blob; Asset is not nil.
type AssetValue struct{ Asset Asset }

// ArchiveValue is a map of blobs; Archive is not nil.
type ArchiveValue struct{ Archive Archive }

// OutputValue is a value that arrives later.
type OutputValue struct{ Output Output[Value] }

func (NullValue) isValue()         {}
func (BoolValue) isValue()         {}
func (IntValue) isValue()          {}
func (NumberValue) isValue()       {}
func (StringValue) isValue()       {}
func (ListValue) isValue()         {}
func (MapValue) isValue()          {}
func (AssetValue) isValue()        {}
func (ArchiveValue) isValue()      {}
func (ResourceReference) isValue() {}
func (Capsule) isValue()           {}
func (OutputValue) isValue()       {}
