package tygen

import "math/big"

// NumberText is a number of any size as its decimal text, without exponent and superfluous zeros: equal
// numbers are equal texts. It is the base of enums of such numbers.
type NumberText string

// Int gives the number if it is a whole one.
func (text NumberText) Int() (*big.Int, bool) {
	return new(big.Int).SetString(string(text), 10)
}

// Float gives the number with a mantissa of 512 bits.
func (text NumberText) Float() (*big.Float, bool) {
	float, _, err := big.ParseFloat(string(text), 10, 512, big.ToNearestEven)
	return float, err == nil
}
