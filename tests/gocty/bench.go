package main

import (
	"io"
)

func bench(in io.Reader, out io.Writer) error { return nil }
