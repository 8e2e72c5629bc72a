package main

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"time"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// workload is what benches/engine.rs sends: the same data that it measures the engine with.
type workload struct {
	// How long each measurement takes, in milliseconds.
	Milliseconds int
	// A list of objects as JSON of its type, and the types on either side of the conversion.
	Text     string
	From, To json.RawMessage
	// The list after the conversion, as JSON of its type.
	Typed string
	// Types to unify.
	Types json.RawMessage
	// Elements of sets, as JSON of a list, and the same in another order.
	Members, Shuffled string
	Element           json.RawMessage
}

// bench measures go-cty and writes one JSON object: nanoseconds by name.
func bench(in io.Reader, out io.Writer) error {
	var work workload
	if err := json.NewDecoder(in).Decode(&work); err != nil {
		return err
	}
	from, err := readType(work.From)
	if err != nil {
		return err
	}
	to, err := readType(work.To)
	if err != nil {
		return err
	}
	element, err := readType(work.Element)
	if err != nil {
		return err
	}
	types, err := readTypes(work.Types)
	if err != nil {
		return err
	}
	values, err := ctyjson.Unmarshal([]byte(work.Text), from)
	if err != nil {
		return err
	}
	members, err := ctyjson.Unmarshal([]byte(work.Members), cty.List(element))
	if err != nil {
		return err
	}
	shuffled, err := ctyjson.Unmarshal([]byte(work.Shuffled), cty.List(element))
	if err != nil {
		return err
	}

	objects := values.AsValueSlice()
	conversion := convert.GetConversionUnsafe(from, to)
	left, right := members.AsValueSlice(), shuffled.AsValueSlice()
	set, other := cty.SetVal(left), cty.SetVal(right)
	measured := map[string]int64{}
	measure := func(name string, body func() error) {
		if err == nil {
			measured[name], err = median(time.Duration(work.Milliseconds)*time.Millisecond, body)
		}
	}
	measure("convert, planned once", func() error {
		_, err := conversion(values)
		return err
	})
	measure("convert, planned for the list", func() error {
		_, err := convert.Convert(values, to)
		return err
	})
	measure("convert, planned for each object", func() error {
		for _, object := range objects {
			if _, err := convert.Convert(object, to.ElementType()); err != nil {
				return err
			}
		}
		return nil
	})
	measure("unify", func() error {
		if ty, _ := convert.Unify(types); ty == cty.NilType {
			return fmt.Errorf("the types do not unify")
		}
		return nil
	})
	measure("build a set", func() error {
		return expect(cty.SetVal(left).LengthInt() == set.LengthInt())
	})
	measure("compare sets", func() error {
		return expect(set.Equals(other).True())
	})
	measure("parse JSON", func() error {
		_, err := ctyjson.Unmarshal([]byte(work.Typed), to)
		return err
	})
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(measured)
}

func expect(holds bool) error {
	if !holds {
		return fmt.Errorf("a wrong result")
	}
	return nil
}

// median runs the body for that long and returns the median of its times.
func median(long time.Duration, body func() error) (int64, error) {
	var times []int64
	for start := time.Now(); len(times) < 5 || time.Since(start) < long; {
		before := time.Now()
		if err := body(); err != nil {
			return 0, err
		}
		times = append(times, time.Since(before).Nanoseconds())
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	return times[len(times)/2], nil
}
