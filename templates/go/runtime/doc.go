// Package tygen is what generated types are made of: inputs, outputs, promises, assets, references to
// resources, values whose type is not known, and problems with their place. It has no dependencies.
//
// # Outputs
//
// An [Output] arrives later, knows which resources it depends on, may be unknown, and may be secret.
// [Apply], [All] and [Unwrap] compute with outputs and keep all that: dependencies are united, an
// unknown stops the callback, a secret spreads, and a failure is fatal for whoever awaits it. [Part] is a
// part of an output, for which only what lies on the way to it and inside it counts.
//
// An [Input] is anything that gives a value sooner or later: [Val] makes one of a plain value, an
// [Output] and a [Promise] are inputs themselves, [List] and [Map] are inputs of slices and maps, and
// a generated struct such as PortInput is an input of Port. [ToOutput] waits for all parts.
//
// # JSON
//
// [Decode] reads JSON as a plain value of a generated type, [Encode] writes it; [DecodeOutput] and
// [EncodeOutput] do so where parts may be unknown, secret or depend on resources, and [DecodeInput] reads
// arguments. Values are converted by one set of rules ("15" is a number where one is wanted), with defaults,
// and all [Problems] of a value are told at once, each with its place. Nothing is rounded silently.
//
// A text that stands for an unknown value in JSON cannot be written as itself.
//
// # Assets
//
// [Hash] computes the hash of an asset or archive. What is at a URI is read by [Fetch], which the program
// sets.
package tygen
