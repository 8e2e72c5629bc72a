package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/gocty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"tygen.dev/tests/gocty/document"
	"tygen.dev/tests/gocty/document/tygen"
)

// text is a fleet of 100 machines, each with the objects of a machine inside.
var text = func() []byte {
	var machines []string
	for at := range 100 {
		disk := func(name string, size int) string {
			return fmt.Sprintf(`{"name": %q, "gigabytes": %d, "encrypted": %t, "mount": "/mnt/%s"}`, name, size, size%2 == 0, name)
		}
		machines = append(machines, fmt.Sprintf(`{
			"id": "i-%012x", "name": "machine-%d", "state": "running", "cores": %d, "load": %d.%02d,
			"root": %s, "disks": [%s, %s],
			"network": {"address": "10.0.%d.%d", "ports": [22, 80, 443], "public": %t},
			"tags": {"team": "core", "stage": "production", "index": "%d"}, "created": "2026-11-21T17:%02d:00Z"
		}`, at*7919, at, 1<<(at%6), at%8, at, disk("root", 32), disk("data", 100+at), disk("logs", 51), at/256, at%256, at%3 == 0, at, at%60))
	}
	return []byte(`{"name": "fleet", "machines": [` + strings.Join(machines, ",") + `]}`)
}()

func BenchmarkGenerated(b *testing.B) {
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := tygen.Decode[document.Fleet](text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodingJSON(b *testing.B) {
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var fleet document.Fleet
		if err := json.Unmarshal(text, &fleet); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGoCty(b *testing.B) {
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := byCty(); err != nil {
			b.Fatal(err)
		}
	}
}

// The structs that gocty fills, and the types that it is told.
type ctyDisk struct {
	Name      string  `cty:"name"`
	Gigabytes int64   `cty:"gigabytes"`
	Encrypted bool    `cty:"encrypted"`
	Mount     *string `cty:"mount"`
}

type ctyNetwork struct {
	Address string  `cty:"address"`
	Ports   []int64 `cty:"ports"`
	Public  bool    `cty:"public"`
}

type ctyMachine struct {
	ID      string            `cty:"id"`
	Name    string            `cty:"name"`
	State   string            `cty:"state"`
	Cores   int64             `cty:"cores"`
	Load    float64           `cty:"load"`
	Root    ctyDisk           `cty:"root"`
	Disks   []ctyDisk         `cty:"disks"`
	Network ctyNetwork        `cty:"network"`
	Tags    map[string]string `cty:"tags"`
	Owner   *string           `cty:"owner"`
	Created string            `cty:"created"`
}

type ctyFleet struct {
	Name     string       `cty:"name"`
	Machines []ctyMachine `cty:"machines"`
}

var (
	diskType = cty.ObjectWithOptionalAttrs(map[string]cty.Type{
		"name": cty.String, "gigabytes": cty.Number, "encrypted": cty.Bool, "mount": cty.String,
	}, []string{"mount"})
	networkType = cty.ObjectWithOptionalAttrs(map[string]cty.Type{
		"address": cty.String, "ports": cty.List(cty.Number), "public": cty.Bool,
	}, []string{"public"})
	machineType = cty.ObjectWithOptionalAttrs(map[string]cty.Type{
		"id": cty.String, "name": cty.String, "state": cty.String, "cores": cty.Number, "load": cty.Number, "root": diskType,
		"disks": cty.List(diskType), "network": networkType, "tags": cty.Map(cty.String), "owner": cty.String, "created": cty.String,
	}, []string{"owner"})
	fleetType = cty.Object(map[string]cty.Type{"name": cty.String, "machines": cty.List(machineType)})
)

// byCty reads the text as a program does that has go-cty: to the type that it implies, to the type that is
// wanted, to a struct.
func byCty() (ctyFleet, error) {
	var fleet ctyFleet
	implied, err := ctyjson.ImpliedType(text)
	if err != nil {
		return fleet, err
	}
	value, err := ctyjson.Unmarshal(text, implied)
	if err != nil {
		return fleet, err
	}
	if value, err = convert.Convert(value, fleetType); err != nil {
		return fleet, err
	}
	return fleet, gocty.FromCtyValue(value, &fleet)
}

func TestAllReadTheSame(t *testing.T) {
	ours, err := tygen.Decode[document.Fleet](text)
	if err != nil {
		t.Fatal(err)
	}
	var theirs document.Fleet
	if err := json.Unmarshal(text, &theirs); err != nil || !reflect.DeepEqual(ours, theirs) {
		t.Errorf("encoding/json gives something else: %v", err)
	}
	cty, err := byCty()
	if err != nil || len(cty.Machines) != 100 || cty.Machines[7].Disks[1].Gigabytes != ours.Machines[7].Disks[1].Gigabytes {
		t.Errorf("go-cty gives something else: %v", err)
	}
}
