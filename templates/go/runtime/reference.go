package tygen

import "strings"

// ResourceReference refers to a resource.
type ResourceReference struct {
	// URN names the resource within its stack.
	URN string
	// ID is what its provider calls it: nil if it has none (a component), empty if it is unknown.
	ID *string
	// Name is what the program calls it; empty if that is not told.
	Name string
	// Token is the resource's type on the wire; empty if that is not told.
	Token string
	// PackageVersion is the version of the provider that manages it; empty if any will do.
	PackageVersion string
	// told are bits for name, token and version that were read, so that empty ones are written again.
	told uint8
}

// token gives the type of the resource: as told, or as its URN has it; empty if neither does.
func (reference ResourceReference) token() string {
	if reference.Token != "" || reference.told&2 != 0 {
		return reference.Token
	}
	// urn:pulumi:stack::project::parent$type::name
	rest, ok := strings.CutPrefix(reference.URN, "urn:pulumi:")
	parts := strings.Split(rest, "::")
	if !ok || len(parts) < 3 {
		return ""
	}
	return parts[2][strings.LastIndexByte(parts[2], '$')+1:]
}

// Capsule is a value of a type that is known to nobody but its maker.
type Capsule struct {
	name    string
	content any
}

// NewCapsule wraps a value under the name of its capsule type.
func NewCapsule[T any](name string, content T) Capsule {
	return Capsule{name, content}
}

// Name is the name of the capsule's type.
func (capsule Capsule) Name() string {
	return capsule.name
}

// CapsuleContent unwraps a capsule whose maker put a T in.
func CapsuleContent[T any](capsule Capsule) (T, bool) {
	content, ok := capsule.content.(T)
	return content, ok
}
