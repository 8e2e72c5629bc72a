package tygen

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// writer writes converted nodes as JSON.
type writer struct {
	out      []byte
	path     Path
	problems Problems
}

// written is the JSON of a node.
func written(n *node) ([]byte, error) {
	var w writer
	w.value(n)
	if len(w.problems) > 0 {
		return nil, w.problems
	}
	return w.out, nil
}

// compact is the JSON of a node as far as it has one.
func compact(n *node) []byte {
	var w writer
	w.value(n)
	return w.out
}

func (w *writer) fail(message string) {
	w.problems = append(w.problems, Problem{slices.Clone(w.path), errors.New(message)})
}

func (w *writer) raw(text string) {
	w.out = append(w.out, text...)
}

func (w *writer) signed(signature string) {
	w.raw(`{"` + signatureKey + `":"` + signature + `"`)
}

// field writes a further field with text as its value.
func (w *writer) field(name, value string) {
	w.raw(`,"` + name + `":`)
	w.text(value)
}

// value writes a node with what goes with it.
func (w *writer) value(n *node) {
	unknown := n.kind == kindUnknown
	switch {
	case !n.secret && len(n.dependencies) == 0 && unknown:
		w.raw(`"` + unknownText + `"`)
	case !n.secret && len(n.dependencies) == 0:
		w.plain(n)
	case n.secret && len(n.dependencies) == 0 && !unknown:
		w.signed(signatureSecret)
		w.raw(`,"value":`)
		w.plain(n)
		w.raw("}")
	default:
		w.signed(signatureOutput)
		if !unknown {
			w.raw(`,"value":`)
			w.plain(n)
		}
		if n.secret {
			w.raw(`,"secret":true`)
		}
		if len(n.dependencies) > 0 {
			w.raw(`,"dependencies":[`)
			for at, dependency := range n.dependencies {
				w.comma(at)
				w.text(dependency)
			}
			w.raw("]")
		}
		w.raw("}")
	}
}

func (w *writer) comma(at int) {
	if at > 0 {
		w.raw(",")
	}
}

func (w *writer) plain(n *node) {
	switch n.kind {
	case kindNull:
		w.raw("null")
	case kindBool:
		w.out = strconv.AppendBool(w.out, n.truth)
	case kindNumber:
		w.number(n)
	case kindString:
		w.text(n.text)
	case kindList:
		w.raw("[")
		for at, item := range n.items {
			w.comma(at)
			w.inside(Index(at), item)
		}
		w.raw("]")
	case kindObject:
		if slices.Contains(n.keys, signatureKey) {
			w.fail("the key " + quoted(signatureKey) + " is reserved")
		}
		w.raw("{")
		for at, item := range n.items {
			w.comma(at)
			w.out = appendQuoted(w.out, n.keys[at])
			w.raw(":")
			w.inside(n.step(at), item)
		}
		w.raw("}")
	case kindAsset, kindArchive:
		w.blob(n.blob)
	case kindReference:
		w.reference(n)
	case kindCapsule:
		w.fail("a capsule has no JSON form")
	case kindBroken:
		w.problems = append(w.problems, n.problems(w.path)...)
	case kindUnknown:
		w.fail("the value is not known yet")
	}
}

// step leads to an attribute or an element of a map.
func (n *node) step(at int) Step {
	if n.isMap {
		return Key(n.keys[at])
	}
	return Attribute(n.keys[at])
}

func (w *writer) inside(step Step, n *node) {
	w.path = append(w.path, step)
	w.value(n)
	w.path = w.path[:len(w.path)-1]
}

func (w *writer) text(value string) {
	switch {
	case isSentinel(value):
		w.fail("the text stands for an unknown value and cannot be written")
	case !utf8.ValidString(value):
		w.fail("the text is not UTF-8")
	}
	w.out = appendQuoted(w.out, value)
}

func (w *writer) number(n *node) {
	switch {
	case n.text == "+Inf" || n.text == "-Inf":
		sign := 1
		if n.text == "-Inf" {
			sign = -1
		}
		w.signed(signatureDouble)
		w.field("value", strconv.FormatUint(math.Float64bits(math.Inf(sign)), 16))
		w.raw("}")
	case n.double && len(n.text) > 6:
		double, _ := strconv.ParseFloat(n.text, 64)
		w.raw(doubleText(double))
	default:
		w.raw(n.text)
	}
}

func (w *writer) reference(n *node) {
	reference, _ := n.blob.(ResourceReference)
	w.signed(signatureReference)
	w.field("urn", reference.URN)
	switch {
	case reference.ID == nil:
	case *reference.ID == "":
		w.raw(`,"id":"` + unknownText + `"`)
	default:
		w.field("id", *reference.ID)
	}
	names := [...]string{"name", "type", "packageVersion"}
	for at, value := range []string{reference.Name, reference.Token, reference.PackageVersion} {
		if value != "" || reference.told&(1<<at) != 0 {
			w.field(names[at], value)
		}
	}
	w.raw("}")
}

func (w *writer) blob(blob any) {
	switch blob := blob.(type) {
	case TextAsset:
		w.signed(signatureAsset)
		w.field("hash", either(blob.Hash, textHash(blob.Text)))
		w.field("text", blob.Text)
	case GoneAsset:
		w.signed(signatureAsset)
		w.hash(blob.Hash)
	case GoneArchive:
		w.signed(signatureArchive)
		w.hash(blob.Hash)
	case FileAsset:
		w.signed(signatureAsset)
		w.hash(blob.Hash)
		w.field("path", blob.Path)
	case RemoteAsset:
		w.signed(signatureAsset)
		w.hash(blob.Hash)
		w.field("uri", blob.URI)
	case FileArchive:
		w.signed(signatureArchive)
		w.hash(blob.Hash)
		w.field("path", blob.Path)
	case RemoteArchive:
		w.signed(signatureArchive)
		w.hash(blob.Hash)
		w.field("uri", blob.URI)
	case MapArchive:
		w.signed(signatureArchive)
		w.hash(blob.Hash)
		w.raw(`,"assets":{`)
		for at, key := range sortedKeys(blob.Members) {
			w.comma(at)
			w.out = appendQuoted(w.out, key)
			w.raw(":")
			w.path = append(w.path, Key(key))
			w.blob(blob.Members[key])
			w.path = w.path[:len(w.path)-1]
		}
		w.raw("}")
	default:
		w.fail("an asset or archive is required")
		return
	}
	w.raw("}")
}

func (w *writer) hash(hash string) {
	if hash != "" {
		w.field("hash", hash)
	}
}

func textHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// quoted is text in quotes as JSON writes it.
func quoted(text string) string {
	return string(appendQuoted(nil, text))
}

func appendQuoted(out []byte, text string) []byte {
	const hexadecimal = "0123456789abcdef"
	out = append(out, '"')
	from := 0
	for at := range len(text) {
		c := text[at]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		out = append(out, text[from:at]...)
		from = at + 1
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\n':
			out = append(out, '\\', 'n')
		case '\r':
			out = append(out, '\\', 'r')
		case '\t':
			out = append(out, '\\', 't')
		case '\b':
			out = append(out, '\\', 'b')
		case '\f':
			out = append(out, '\\', 'f')
		default:
			out = append(out, '\\', 'u', '0', '0', hexadecimal[c>>4], hexadecimal[c&15])
		}
	}
	out = append(out, text[from:]...)
	return append(out, '"')
}
