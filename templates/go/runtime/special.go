package tygen

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
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
func special(n *node) *node {
	at := slices.Index(n.keys, signatureKey)
	if at < 0 {
		return n
	}
	signature := n.items[at]
	if !signature.isText() {
		return broken("the signature is not a string")
	}
	switch signature.text {
	case signatureSecret:
		return specialSecret(n)
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
		if value == nil || !value.isText() {
			return invalid("byte string", "value")
		}
		bytes, err := base64.StdEncoding.DecodeString(value.text)
		if err != nil {
			return invalid("byte string", "value")
		}
		if !utf8.Valid(bytes) {
			return broken("the bytes are not UTF-8 text")
		}
		return text(string(bytes))
	case signatureDouble:
		return specialDouble(n)
	default:
		return broken("the signature %s is not known", quoted(signature.text))
	}
}

func specialSecret(n *node) *node {
	if value := n.get("value"); value != nil {
		return value.marked(true, nil)
	}
	switch plaintext := n.get("plaintext"); {
	case plaintext == nil && n.get("ciphertext") != nil:
		return broken("the secret is encrypted")
	case plaintext == nil:
		return invalid("secret", "value")
	case !plaintext.isText():
		return invalid("secret", "plaintext")
	default:
		value, err := parse([]byte(plaintext.text))
		if err != nil {
			return invalid("secret", "plaintext")
		}
		return value.marked(true, nil)
	}
}

func specialOutput(n *node) *node {
	isSecret := false
	if secret := n.get("secret"); secret != nil {
		if !secret.isBare(kindBool) {
			return invalid("output", "secret")
		}
		isSecret = secret.truth
	}
	var urns []string
	if dependencies := n.get("dependencies"); dependencies != nil {
		if !dependencies.isBare(kindList) {
			return invalid("output", "dependencies")
		}
		for _, dependency := range dependencies.items {
			if !dependency.isText() {
				return invalid("output", "dependencies")
			}
			urns = append(urns, dependency.text)
		}
		slices.Sort(urns)
		urns = slices.Compact(urns)
	}
	value := n.get("value")
	if value == nil {
		value = &node{kind: kindUnknown}
	}
	return value.marked(isSecret, urns)
}

// marked is a value of JSON with what goes with it. What is broken stays so.
func (n *node) marked(secret bool, dependencies []string) *node {
	if n.kind == kindBroken {
		return n
	}
	to := *n
	return to.with(secret, dependencies)
}

// isBare tells a node of a kind with which nothing goes.
func (n *node) isBare(kind kind) bool {
	return n.kind == kind && !n.secret && len(n.dependencies) == 0
}

// isText tells a string with which nothing goes.
func (n *node) isText() bool {
	return n.isBare(kindString)
}

// textField gives a field that is text; ok is false if it is there and no text.
func textField(n *node, name string) (value string, there, ok bool) {
	field := n.get(name)
	if field == nil {
		return "", false, true
	}
	return field.text, true, field.isText()
}

// sources gives the fields that say where a blob is; the name of one that is no text.
func sources(n *node, names ...string) (found []*string, wrong string) {
	for _, name := range names {
		value, there, ok := textField(n, name)
		switch {
		case !ok:
			return nil, name
		case there:
			found = append(found, &value)
		default:
			found = append(found, nil)
		}
	}
	return found, ""
}

func specialAsset(n *node) *node {
	found, wrong := sources(n, "hash", "text", "path", "uri")
	if wrong != "" {
		return invalid("asset", wrong)
	}
	hash := ""
	if found[0] != nil {
		hash = *found[0]
	}
	asset := &node{kind: kindAsset}
	switch {
	case found[1] != nil:
		if hash == textHash(*found[1]) {
			hash = ""
		}
		asset.blob = TextAsset{Text: *found[1], Hash: hash}
	case found[2] != nil:
		asset.blob = FileAsset{Path: *found[2], Hash: hash}
	case found[3] != nil:
		asset.blob = RemoteAsset{URI: *found[3], Hash: hash}
	case found[0] != nil:
		asset.blob = GoneAsset{Hash: hash}
	default:
		return invalid("asset", "text")
	}
	return asset
}

func specialArchive(n *node) *node {
	found, wrong := sources(n, "hash", "path", "uri")
	if wrong != "" {
		return invalid("archive", wrong)
	}
	hash := ""
	if found[0] != nil {
		hash = *found[0]
	}
	archive := &node{kind: kindArchive}
	switch assets := n.get("assets"); {
	case assets != nil:
		if !assets.isBare(kindObject) {
			return invalid("archive", "assets")
		}
		members := make(map[string]AssetOrArchive, len(assets.keys))
		for at, key := range assets.keys {
			switch item := assets.items[at]; {
			case item.kind == kindBroken:
				return item
			case item.isBare(kindAsset) || item.isBare(kindArchive):
				members[key], _ = item.blob.(AssetOrArchive)
			default:
				return invalid("archive", "assets")
			}
		}
		archive.blob = MapArchive{Members: members, Hash: hash}
	case found[1] != nil:
		archive.blob = FileArchive{Path: *found[1], Hash: hash}
	case found[2] != nil:
		archive.blob = RemoteArchive{URI: *found[2], Hash: hash}
	case found[0] != nil:
		archive.blob = GoneArchive{Hash: hash}
	default:
		return invalid("archive", "assets")
	}
	return archive
}

func specialReference(n *node) *node {
	found, wrong := sources(n, "urn")
	if wrong != "" || found[0] == nil {
		return invalid("resource reference", "urn")
	}
	reference := ResourceReference{URN: *found[0]}
	if id := n.get("id"); id != nil && !id.isBare(kindNull) {
		value := id.text
		if id.kind == kindUnknown {
			value = ""
		} else if !id.isText() {
			return invalid("resource reference", "id")
		}
		reference.ID = &value
	}
	found, wrong = sources(n, "name", "type", "packageVersion")
	if wrong != "" {
		return invalid("resource reference", wrong)
	}
	for at, to := range []*string{&reference.Name, &reference.Token, &reference.PackageVersion} {
		if found[at] != nil {
			*to = *found[at]
			reference.told |= 1 << at
		}
	}
	return &node{kind: kindReference, blob: reference}
}

func specialDouble(n *node) *node {
	value, _, ok := textField(n, "value")
	bytes, err := hex.DecodeString(value)
	if !ok || err != nil || len(bytes) != 8 {
		return invalid("double", "value")
	}
	double := math.Float64frombits(binary.BigEndian.Uint64(bytes))
	if math.IsNaN(double) {
		return broken("a number is required")
	}
	return number(strconv.FormatFloat(double, 'f', -1, 64))
}
