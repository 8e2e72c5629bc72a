package tygen

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12).
const (
	hangulBase  = 0xac00
	hangulLead  = 0x1100
	hangulVowel = 0x1161
	hangulTrail = 0x11a7
	leads       = 19
	vowels      = 21
	trails      = 28
)

// normalization is what canonical composition needs to know of characters.
type normalization struct {
	// decomposed are characters by what they are made of, all the way down.
	decomposed map[rune][]rune
	// composed are characters by the two that they are made of.
	composed map[[2]rune]rune
	// class is the combining class, where it is not 0.
	class map[rune]uint8
	// joins are characters that may become one with those before them.
	joins map[rune]bool
}

var normalizing = sync.OnceValue(func() *normalization {
	data := &normalization{
		decomposed: map[rune][]rune{}, composed: map[[2]rune]rune{}, class: map[rune]uint8{}, joins: map[rune]bool{},
	}
	for row := range strings.SplitSeq(decompositions, " ") {
		runes := []rune(row)
		data.decomposed[runes[0]] = runes[1:]
	}
	for row := range strings.SplitSeq(compositions, " ") {
		runes := []rune(row)
		data.composed[[2]rune{runes[1], runes[2]}] = runes[0]
		data.joins[runes[2]] = true
	}
	for row := range strings.SplitSeq(combiningClasses, " ") {
		runes := []rune(row)
		for character := runes[1]; character <= runes[2]; character++ {
			// Classes are moved to where characters stand for themselves.
			data.class[character] = uint8(runes[0] - '0')
		}
	}
	return data
})

// nfc brings text to Unicode's form NFC (UAX #15), by the tables that the engine has too.
func nfc(text string) string {
	at := 0
	// What comes before U+0300 stays as it is, and so do characters that nothing is known of.
	for at < len(text) && text[at] < 0xcc {
		at++
	}
	if at == len(text) {
		return text
	}
	data := normalizing()
	if !strings.ContainsFunc(text[at:], data.matters) {
		return text
	}
	return data.compose(data.decompose(text))
}

// matters tells a character that composition may change.
func (data *normalization) matters(character rune) bool {
	if character < 0x300 {
		return false
	}
	_, decomposes := data.decomposed[character]
	_, combines := data.class[character]
	isJamo := hangulVowel <= character && character <= hangulTrail+trails
	return decomposes || combines || isJamo || data.joins[character]
}

// decompose takes text apart, with combining characters in their order.
func (data *normalization) decompose(text string) []rune {
	out := make([]rune, 0, len(text))
	for _, character := range text {
		if syllable := character - hangulBase; 0 <= syllable && syllable < leads*vowels*trails {
			out = append(out, hangulLead+syllable/(vowels*trails), hangulVowel+syllable%(vowels*trails)/trails)
			if trail := syllable % trails; trail > 0 {
				out = append(out, hangulTrail+trail)
			}
		} else if parts, ok := data.decomposed[character]; ok {
			out = append(out, parts...)
		} else {
			out = append(out, character)
		}
	}
	for from := 0; from < len(out); from++ {
		to := from
		for to < len(out) && data.class[out[to]] != 0 {
			to++
		}
		slices.SortStableFunc(out[from:to], func(a, b rune) int { return int(data.class[a]) - int(data.class[b]) })
		from = to
	}
	return out
}

// compose puts characters together with the last one before them that nothing stands between.
func (data *normalization) compose(in []rune) string {
	out := in[:0]
	starter := -1
	last := uint8(0)
	for _, character := range in {
		class := data.class[character]
		if starter >= 0 && (last < class || last == 0 && starter == len(out)-1) {
			if whole, ok := data.pair(out[starter], character); ok {
				out[starter] = whole
				continue
			}
		}
		if class == 0 {
			starter = len(out)
		}
		last = class
		out = append(out, character)
	}
	text := make([]byte, 0, len(out))
	for _, character := range out {
		text = utf8.AppendRune(text, character)
	}
	return string(text)
}

// pair gives the character that two become.
func (data *normalization) pair(first, second rune) (rune, bool) {
	lead, vowel, trail := first-hangulLead, second-hangulVowel, second-hangulTrail
	if 0 <= lead && lead < leads && 0 <= vowel && vowel < vowels {
		return hangulBase + (lead*vowels+vowel)*trails, true
	}
	syllable := first - hangulBase
	if 0 <= syllable && syllable < leads*vowels*trails && syllable%trails == 0 && 0 < trail && trail < trails {
		return first + trail, true
	}
	whole, ok := data.composed[[2]rune{first, second}]
	return whole, ok
}
