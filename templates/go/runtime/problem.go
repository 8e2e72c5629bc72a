package tygen

import (
	"strconv"
	"strings"
)

// Path leads to a part of a value: `.tags["x"][2]`.
type Path []Step

// Step is one step of a [Path]: an [Attribute], a [Key] or an [Index].
type Step interface {
	step() string
}

// Attribute is the step to an attribute of an object, by its name on the wire.
type Attribute string

// Key is the step to an element of a map.
type Key string

// Index is the step to an element of a list or tuple, from zero.
type Index int

func (attribute Attribute) step() string {
	if isIdentifier(string(attribute)) {
		return "." + string(attribute)
	}
	return Key(attribute).step()
}

func (key Key) step() string {
	return "[" + quoted(string(key)) + "]"
}

func (index Index) step() string {
	return "[" + strconv.Itoa(int(index)) + "]"
}

// String writes the path; nothing for the value itself.
func (path Path) String() string {
	var text strings.Builder
	for _, step := range path {
		text.WriteString(step.step())
	}
	return text.String()
}

// Problem is one thing that is wrong with a value, and where.
type Problem struct {
	// Path leads to the part that is wrong.
	Path Path
	// Cause is what is wrong with it.
	Cause error
}

// Error writes path and cause: `.tags["x"][2]: a number is required`.
func (problem Problem) Error() string {
	if len(problem.Path) == 0 {
		return problem.Cause.Error()
	}
	return problem.Path.String() + ": " + problem.Cause.Error()
}

// Unwrap gives the cause.
func (problem Problem) Unwrap() error {
	return problem.Cause
}

// Problems is all that is wrong with a value, in the order of its parts.
type Problems []Problem

// Error writes one problem a line.
func (problems Problems) Error() string {
	lines := make([]string, len(problems))
	for at, problem := range problems {
		lines[at] = problem.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the problems one by one.
func (problems Problems) Unwrap() []error {
	errs := make([]error, len(problems))
	for at, problem := range problems {
		errs[at] = problem
	}
	return errs
}

// isIdentifier tells a letter or _ followed by letters, digits, _ and -, in ASCII.
func isIdentifier(text string) bool {
	for at := range len(text) {
		c := text[at]
		isLetter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !isLetter && (at == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return text != ""
}
