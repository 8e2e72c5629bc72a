// Command gocty answers vectors with what go-cty itself says, so that tygen's engine can be judged
// by the original.
//
// It reads one JSON object a line, in the notation of tygen's vectors but without an answer, and
// writes the same object with "want" or "error" added. With the argument "bench" it measures go-cty
// instead; see bench.go.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "bench" {
		if err := bench(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := answerAll(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answerAll() error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		var vector map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &vector); err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
		answer(vector)
		line, err := json.Marshal(vector)
		if err != nil {
			return err
		}
		out.Write(line)
		out.WriteByte('\n')
	}
	return lines.Err()
}
