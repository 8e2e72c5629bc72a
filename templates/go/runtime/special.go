package tygen

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// The key that makes an object a special value, and what it may say.
const (
	signatureKey       = "4dabf18193072939515e22adb298388d"
	signatureSecret    = "1b47061264138c4ac30d75fd1eb44270"
	signatureOutput    = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
	signatureAsset     = "c44067f5952c0a294b673a41bacd8c17"
	signatureArchive   = "0def7320c3a5731c473e5ecbe6d01bc7"
	signatureReference = "5cf8f73096256a8f31e491e813e4eb8e"
	signatureBytes     = "803fd3297a5875dc03ca845dda5d2a98"
	signatureDouble    = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c"
)

// unknownText is the string that stands for a value that is not known yet.
const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"

// isSentinel tells the strings that stand for values not known yet.
func isSentinel(value string) bool {
	if len(value) != len(unknownText) {
		return false
	}
	switch value {
	case unknownText,
		"1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
		"3eeb2bf0-c639-47a8-9e75-3b44932eb421",
		"6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
		"030794c1-ac77-496b-92df-f27374a8bd58",
		"e48ece36-62e2-4504-bad9-02848725956a",
		"dd056dcd-154b-4c76-9bd3-c8f88648b5ff":
		return true
	default:
		return false
	}
}

func broken(format string, parts ...any) *node {
	return &node{kind: kindBroken, text: fmt.Sprintf(format, parts...)}
}

func invalid(what, field string) *node {
	return broken("the %s has no valid %q", what, field)
}

// special reads an object of JSON as the special value that it is, if it is one.
func special(n *node, depth int) *node {
	at := slices.Index(n.keys, signatureKey)
	if at < 0 {
		return n
	}
	signature := n.items[at]
	if signature.kind != kindString {
		return broken("the value has no valid %s", quoted(signatureKey))
	}
	switch signature.text {
	case signatureSecret:
		return specialSecret(n, depth)
	case signatureOutput:
		return specialOutput(n)
	case signatureAsset:
		return specialAsset(n)
	case signatureArchive:
		return specialArchive(n)
	case signatureReference:
		return specialReference(n)
	case signatureBytes:
		value := n.get("value")
		if value == nil || value.kind != kindString {
			return invalid("byte string", "value")
		}
		bytes, err := base64.StdEncoding.DecodeString(value.text)
		if err != nil {
			return invalid("byte string", "value")
		}
		if !utf8.Valid(bytes) {
			return broken("the bytes are not UTF-8 text")
		}
		return text(nfc(string(bytes)))
	case signatureDouble:
		return specialDouble(n)
	default:
		return broken("the signature %s is not known", quoted(signature.text))
	}
}

func specialSecret(n *node, depth int) *node {
	if value := n.get("value"); value != nil {
		return &node{kind: kindSecret, items: []*node{value}}
	}
	switch plaintext := n.get("plaintext"); {
	case plaintext == nil && n.get("ciphertext") != nil:
		return broken("the secret is encrypted")
	case plaintext == nil:
		return invalid("secret", "value")
	case plaintext.kind != kindString:
		return invalid("secret", "plaintext")
	default:
		in := reader{data: []byte(plaintext.text), depth: depth}
		value := in.value()
		if !in.end() {
			if errors.Is(in.err, errTooDeep) {
				return broken("%v", in.err)
			}
			return invalid("secret", "plaintext")
		}
		return &node{kind: kindSecret, items: []*node{value}}
	}
}

func specialOutput(n *node) *node {
	out := &node{kind: kindOutput}
	if secret := n.get("secret"); secret != nil {
		if secret.kind != kindBool {
			return invalid("output", "secret")
		}
		out.secret = secret.truth
	}
	if dependencies := n.get("dependencies"); dependencies != nil {
		if dependencies.kind != kindList {
			return invalid("output", "dependencies")
		}
		for _, dependency := range dependencies.items {
			if dependency.kind != kindString {
				return invalid("output", "dependencies")
			}
			out.dependencies = append(out.dependencies, dependency.text)
		}
		slices.Sort(out.dependencies)
		out.dependencies = slices.Compact(out.dependencies)
	}
	if value := n.get("value"); value != nil {
		out.items = []*node{value}
	}
	return out
}

// textField gives a field that is text; ok is false if it is there and no text.
func textField(n *node, name string) (value string, there, ok bool) {
	field := n.get(name)
	if field == nil {
		return "", false, true
	}
	return field.text, true, field.kind == kindString
}

func specialAsset(n *node) *node {
	hash, _, ok := textField(n, "hash")
	if !ok {
		return invalid("asset", "hash")
	}
	for _, field := range []string{"text", "path", "uri"} {
		value, there, ok := textField(n, field)
		if !ok {
			return invalid("asset", field)
		}
		if !there {
			continue
		}
		asset := map[string]Asset{
			"text": TextAsset{Text: value},
			"path": FileAsset{Path: value, Hash: hash},
			"uri":  RemoteAsset{URI: value, Hash: hash},
		}[field]
		return &node{kind: kindAsset, blob: asset}
	}
	return invalid("asset", "text")
}

func specialArchive(n *node) *node {
	hash, _, ok := textField(n, "hash")
	if !ok {
		return invalid("archive", "hash")
	}
	if assets := n.get("assets"); assets != nil {
		if assets.kind != kindObject {
			return invalid("archive", "assets")
		}
		members := make(map[string]AssetOrArchive, len(assets.keys))
		for at, key := range assets.keys {
			switch item := assets.items[at]; item.kind {
			case kindBroken:
				return item
			case kindAsset, kindArchive:
				members[key], _ = item.blob.(AssetOrArchive)
			default:
				return invalid("archive", "assets")
			}
		}
		return &node{kind: kindArchive, blob: MapArchive{Members: members, Hash: hash}}
	}
	for _, field := range []string{"path", "uri"} {
		value, there, ok := textField(n, field)
		if !ok {
			return invalid("archive", field)
		}
		if there && field == "path" {
			return &node{kind: kindArchive, blob: FileArchive{Path: value, Hash: hash}}
		}
		if there {
			return &node{kind: kindArchive, blob: RemoteArchive{URI: value, Hash: hash}}
		}
	}
	return invalid("archive", "assets")
}

func specialReference(n *node) *node {
	var reference ResourceReference
	urn, there, ok := textField(n, "urn")
	if !ok || !there {
		return invalid("resource reference", "urn")
	}
	reference.URN = urn
	if id := n.get("id"); id != nil && id.kind != kindNull {
		value := id.text
		if id.kind == kindUnknown {
			value = ""
		} else if id.kind != kindString {
			return invalid("resource reference", "id")
		}
		reference.ID = &value
	}
	for _, field := range []struct {
		name string
		to   *string
	}{{"name", &reference.Name}, {"type", &reference.Token}, {"packageVersion", &reference.PackageVersion}} {
		if *field.to, _, ok = textField(n, field.name); !ok {
			return invalid("resource reference", field.name)
		}
	}
	return &node{kind: kindReference, blob: reference}
}

func specialDouble(n *node) *node {
	value, _, _ := textField(n, "value")
	bytes, err := hex.DecodeString(value)
	if err != nil || len(bytes) != 8 {
		return invalid("number", "value")
	}
	double := math.Float64frombits(binary.BigEndian.Uint64(bytes))
	if math.IsNaN(double) {
		return broken("a number is required")
	}
	return number(strconv.FormatFloat(double, 'f', -1, 64))
}
