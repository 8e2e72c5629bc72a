package tygen

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// The most digits that a number may have, written or written out.
const mostDigits = 100_000

// exactDigits is how many significant digits a mantissa of 512 bits holds, whatever they are.
const exactDigits = 154

var (
	errNumber     = errors.New("a number is required")
	errInteger    = errors.New("an integer is required")
	errTooLong    = errors.New("a number of more than 100000 digits is not supported")
	errInt32      = errors.New("an integer of 32 bits is required")
	errInt64      = errors.New("an integer of 64 bits is required")
	errNotExact   = errors.New("a number that a double holds exactly is required")
	errOutOfRange = errors.New("a number within the range of a double is required")
)

// decimal is a number as text taken apart: its sign, and 0.digits times ten to the power of point. Zero
// has no digits.
type decimal struct {
	negative bool
	infinite bool
	digits   string
	point    int
}

// decimalOf takes apart a number in JSON's syntax or as [decimal.String] writes it.
func decimalOf(text string) (decimal, error) {
	var d decimal
	if strings.HasSuffix(text, "Inf") {
		return decimal{negative: text[0] == '-', infinite: true}, nil
	}
	if text != "" && (text[0] == '-' || text[0] == '+') {
		d.negative = text[0] == '-'
		text = text[1:]
	}
	exponent := 0
	huge := false
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		value, err := strconv.ParseInt(text[at+1:], 10, 64)
		if err != nil {
			return d, errTooLong
		}
		huge = value > mostDigits || value < -mostDigits
		if !huge {
			exponent = int(value)
		}
		text = text[:at]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	if len(whole)+len(fraction) > mostDigits {
		return d, errTooLong
	}
	digits := whole + fraction
	zeros := len(digits) - len(strings.TrimLeft(digits, "0"))
	d.digits = strings.TrimRight(digits[zeros:], "0")
	if d.digits == "" {
		return d, nil
	}
	if huge {
		return d, errTooLong
	}
	d.point = len(whole) - zeros + exponent
	return d, nil
}

// isWhole tells whether there is no fraction.
func (d decimal) isWhole() bool {
	return !d.infinite && d.point >= len(d.digits)
}

// String writes all digits, without an exponent.
func (d decimal) String() string {
	sign := ""
	if d.negative {
		sign = "-"
	}
	switch {
	case d.infinite && d.negative:
		return "-Inf"
	case d.infinite:
		return "+Inf"
	case d.digits == "":
		return sign + "0"
	case d.point <= 0:
		return sign + "0." + strings.Repeat("0", -d.point) + d.digits
	case d.point >= len(d.digits):
		return sign + d.digits + strings.Repeat("0", d.point-len(d.digits))
	default:
		return sign + d.digits[:d.point] + "." + d.digits[d.point:]
	}
}

// integer is the text of a whole number.
func (d decimal) integer() string {
	if d.digits == "" {
		return "0"
	}
	return d.String()
}

// exact is the text of the number with a mantissa of 512 bits.
func (d decimal) exact() string {
	if len(d.digits) <= exactDigits {
		return d.String()
	}
	float, _, err := big.ParseFloat(d.String(), 10, 512, big.ToNearestEven)
	if err != nil {
		return d.String()
	}
	return float.Text('f', -1)
}

// isWholeText tells whether a number in JSON's syntax is a whole one.
func isWholeText(text string) bool {
	d, err := decimalOf(text)
	return err == nil && d.isWhole()
}

// numberText reads text as [big.ParseFloat] does, and writes the number without exponent.
func numberText(text string) (string, error) {
	if len(text) > mostDigits+32 {
		return "", errTooLong
	}
	mantissa, exponent, binary := text, "", false
	if at := strings.IndexAny(text, "eEpP"); at >= 0 {
		mantissa, exponent = text[:at], text[at+1:]
		binary = text[at] == 'p' || text[at] == 'P'
		if _, err := strconv.ParseInt(exponent, 10, 64); err != nil || strings.Contains(exponent, "_") {
			return "", errNumber
		}
	}
	d, err := decimalOf(mantissa)
	if err != nil {
		return "", err
	}
	most := int64(mostDigits)
	if value, _ := strconv.ParseInt(exponent, 10, 64); d.digits != "" {
		if binary && value > 0 {
			most *= 3
		}
		if value > most || value < -most {
			return "", orNumber(mantissa, errTooLong)
		}
	}
	float, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		return "", errNumber
	}
	return float.Text('f', -1), nil
}

// orNumber is the error for text whose mantissa is a number.
func orNumber(mantissa string, err error) error {
	if _, _, wrong := big.ParseFloat(mantissa, 10, 64, big.ToNearestEven); wrong != nil {
		return errNumber
	}
	return err
}

// integerText reads an optional sign and digits.
func integerText(text string) (string, error) {
	digits := text
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		digits = digits[1:]
	}
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", errInteger
	}
	d, err := decimalOf(text)
	return d.integer(), err
}

// doubleOf is the double that a number is held in; a whole number only if it is held exactly.
func doubleOf(text string) (float64, error) {
	d, err := decimalOf(text)
	if err != nil {
		return 0, err
	}
	if d.infinite {
		sign := 1
		if d.negative {
			sign = -1
		}
		return math.Inf(sign), nil
	}
	double, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsInf(double, 0):
		return 0, errOutOfRange
	case d.isWhole() && d.point > 15:
		if strconv.FormatFloat(double, 'f', 0, 64) != d.String() {
			return 0, errNotExact
		}
	}
	return double, nil
}

// bitsOf is a whole number of so many bits.
func bitsOf(text string, bits int) (int64, error) {
	value, err := strconv.ParseInt(text, 10, bits)
	switch {
	case err == nil:
		return value, nil
	case bits == 32:
		return 0, errInt32
	default:
		return 0, errInt64
	}
}

// doubleText writes a double with the fewest digits that read back; a whole one with all its digits.
func doubleText(double float64) string {
	switch size := math.Abs(double); {
	case size >= 1<<53:
		return strconv.FormatFloat(double, 'f', 0, 64)
	case size != 0 && size < 1e-6:
		return strconv.FormatFloat(double, 'e', -1, 64)
	default:
		return strconv.FormatFloat(double, 'f', -1, 64)
	}
}
