package tygen

import "reflect"

// Spread takes an output of an object apart into a struct that has an output for each attribute, such as
// the one that is generated for a resource:
//
//	server := tygen.Spread[shop.Server](tygen.DecodeOutput[shop.ServerOutputs](data))
//
// Each is unknown, secret and dependent only as far as its part is.
func Spread[R, T any](output Output[T]) R {
	var to R
	spread(output.Untyped.cell, reflect.TypeFor[T](), reflect.ValueOf(&to).Elem())
	return to
}

func spread(from *cell, ty reflect.Type, to reflect.Value) {
	p, err := planOf(ty, "")
	if err != nil || p.want != wantObject || to.Kind() != reflect.Struct {
		return
	}
	for _, field := range p.fields {
		own := to.FieldByName(field.own)
		if own.IsValid() && isUntyped(own.Type()) {
			own.Field(0).Set(reflect.ValueOf(Untyped{from.part(Path{Attribute(field.name)}, ty.Field(field.at).Type)}))
		}
	}
}
