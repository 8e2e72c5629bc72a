// Package tygen is what generated types are made of: inputs, outputs, promises, assets, references to
// resources, values whose type is not known, and problems with their place. It has no dependencies.
//
// An [Output] arrives later, knows which resources it depends on, may be unknown, and may be secret.
// [Apply], [All] and [Unwrap] compute with outputs and keep all that: dependencies are united, an
// unknown stops the callback, a secret spreads, and a failure is fatal for whoever awaits it.
//
// An [Input] is anything that gives a value sooner or later: [Val] makes one of a plain value, an
// [Output] and a [Promise] are inputs themselves, [List] and [Map] are inputs of slices and maps, and
// a generated struct such as PortInput is an input of Port.
package tygen
