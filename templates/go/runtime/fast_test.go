package tygen

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// anything writes JSON that is often what a type wants and often not.
func anything(random *rand.Rand, depth int) string {
	scalars := []string{
		"null", "true", "false", "0", "-0", "1", "1.0", "1e3", "0.1", "9007199254740993", "123456789012345678901234567890", "1e400",
		`"x"`, `"1"`, `"true"`, `"é"`, `"e\u0301"`, `"fast"`, `""`, `"circle"`, `"square"`, `"` + unknownText + `"`, `"\ud83d\ude00"`,
	}
	if depth == 0 || random.IntN(3) == 0 {
		return scalars[random.IntN(len(scalars))]
	}
	var items []string
	for range random.IntN(4) {
		items = append(items, anything(random, depth-1))
	}
	if random.IntN(2) == 0 {
		return "[" + strings.Join(items, " , ") + "]"
	}
	keys := []string{
		"truth", "whole", "short", "double", "text", "mode", "level", "list", "set", "numbers", "map", "point", "figure", "scalar", "any",
		"maybe", "password", "names", "nested", "kind", "radius", "side", "more", signatureKey, "value",
	}
	for at := range items {
		items[at] = fmt.Sprintf("%q: %s", keys[random.IntN(len(keys))], items[at])
	}
	if random.IntN(4) == 0 {
		items = append(items, `"kind":"circle"`, `"radius":1`)
	}
	return "{" + strings.Join(items, ",") + "}"
}

func TestTheFastWayGivesWhatTheRulesGive(t *testing.T) {
	ty := reflect.TypeFor[everything]()
	p, err := planOf(ty, "")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	taken := 0
	for range 20000 {
		data := []byte(anything(random, 3))
		fast, slow := reflect.New(ty).Elem(), reflect.New(ty).Elem()
		if !decodeFast(data, p, fast) {
			continue
		}
		taken++
		n, err := parse(data)
		if err == nil {
			err = decodeNode(n, slow, nil)
		}
		left, _ := Encode(fast.Interface().(everything))
		right, _ := Encode(slow.Interface().(everything))
		if err != nil || string(left) != string(right) || !reflect.DeepEqual(fast.Interface(), slow.Interface()) {
			t.Fatalf("%s\nfast %s\nslow %s, %v", data, left, right, err)
		}
	}
	if taken < 1000 {
		t.Errorf("only %d values were read the fast way", taken)
	}
}

func TestComposition(t *testing.T) {
	for _, row := range [][2]string{
		{"e\u0301", "é"}, {"A\u030a", "Å"}, {"\u212b", "Å"}, {"\u1100\u1161\u11a8", "각"}, {"각", "각"}, {"a\u0323\u0307", "ạ\u0307"},
		{"a\u0307\u0323", "ạ\u0307"}, {"\u0958", "\u0915\u093c"}, {"\ufb1d", "\u05d9\u05b4"}, {"日本", "日本"}, {"\u0301", "\u0301"},
		{"q\u0307\u0323", "q\u0323\u0307"}, {"\u1e9b\u0323", "\u1e9b\u0323"}, {"\U0001d15e", "\U0001d157\U0001d165"},
	} {
		if got := nfc(row[0]); got != row[1] {
			t.Errorf("%+q: got %+q, want %+q", row[0], got, row[1])
		}
	}
}
