package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"tygen"
)

type request struct {
	ID   json.RawMessage `json:"id"`
	Root string          `json:"root"`
	Op   string          `json:"op"`
	Wire string          `json:"wire"`
	Path []string        `json:"path"`
}

type answer struct {
	ID       json.RawMessage `json:"id"`
	OK       *string         `json:"ok,omitempty"`
	Problems []string        `json:"problems,omitempty"`
	Crash    string          `json:"crash,omitempty"`
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	asked := asked{codecs(), kinds()}
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			reply, failed := json.Marshal(asked.answer(line))
			if failed != nil {
				reply = []byte(`{"crash":"the answer cannot be written"}`)
			}
			out.Write(append(reply, '\n'))
		}
		if err != nil {
			return
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

type asked struct {
	codecs map[string]tygen.Codec
	kinds  []tygen.InputKind
}

func (asked asked) answer(line []byte) (reply answer) {
	var request request
	defer func() {
		if problem := recover(); problem != nil {
			reply = answer{ID: request.ID, Crash: fmt.Sprint(problem)}
		}
	}()
	if err := json.Unmarshal(line, &request); err != nil {
		return answer{Crash: err.Error()}
	}
	codec, ok := asked.codecs[request.Root]
	if !ok {
		return answer{ID: request.ID, Crash: "there is no " + request.Root}
	}
	text, err := asked.perform(codec, request)
	var problems tygen.Problems
	switch {
	case err == nil:
		result := string(text)
		return answer{ID: request.ID, OK: &result}
	case errors.As(err, &problems):
		reply := answer{ID: request.ID}
		for _, problem := range problems {
			reply.Problems = append(reply.Problems, problem.Error())
		}
		return reply
	default:
		return answer{ID: request.ID, Crash: err.Error()}
	}
}

func (asked asked) perform(codec tygen.Codec, request request) ([]byte, error) {
	ctx, data := context.Background(), []byte(request.Wire)
	switch request.Op {
	case "decode":
		value, err := codec.Decode(data)
		if err != nil {
			return nil, err
		}
		return again(codec, value)
	case "parsed":
		var form any
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		if err := decoder.Decode(&form); err != nil || decoder.More() {
			// There is no parsed form of what is no JSON.
			_, err := codec.Decode(data)
			return nil, err
		}
		value, err := codec.DecodeValue(form)
		if err != nil {
			return nil, err
		}
		return again(codec, value)
	case "output":
		return codec.DecodeOutput(data).Encode(ctx)
	case "resolve":
		input, err := codec.DecodeInput(data, asked.kinds...)
		if err != nil {
			return nil, err
		}
		return codec.Resolve(input).Encode(ctx)
	case "part":
		path := make([]tygen.Step, len(request.Path))
		for at, name := range request.Path {
			path[at] = tygen.Attribute(name)
		}
		return codec.DecodeOutput(data).Part(path...).Encode(ctx)
	default:
		return nil, errors.New("an unknown operation: " + request.Op)
	}
}

// again writes a value, and reads and writes it again.
func again(codec tygen.Codec, value any) ([]byte, error) {
	text, err := codec.Encode(value)
	if err != nil {
		return nil, err
	}
	same, err := codec.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("not the identity: %s: %v", text, err)
	}
	twice, err := codec.Encode(same)
	if err != nil || !bytes.Equal(text, twice) {
		return nil, fmt.Errorf("not the identity: %s, then %s: %v", text, twice, err)
	}
	return text, nil
}
