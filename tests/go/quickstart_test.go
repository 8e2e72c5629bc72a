// What a person does with the package that is generated from schemas/quickstart.yaml.
package quickstart_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"quickstart"
	"quickstart/tygen"
)

func Example() {
	ctx := context.Background()
	address := tygen.Known("10.0.0.1", "urn:network")
	args := quickstart.ServerArgs{
		Name:   tygen.Apply(address, func(address string) string { return "server at " + address }),
		Source: quickstart.SourceOfImage{Value: quickstart.Image{Kind: quickstart.ImageKind, Name: "debian"}},
		Ports: tygen.List[quickstart.Port]{
			quickstart.PortInput{Number: tygen.Val(big.NewInt(443)), Protocol: tygen.Val(quickstart.ProtocolHttps)},
			quickstart.PortInput{Number: tygen.Unknown[*big.Int]("urn:firewall")},
		},
		Password: tygen.Val("hunter2"),
	}
	server := tygen.ToOutput[quickstart.ServerInputs](args)
	first := tygen.Part[quickstart.Port](server, tygen.Attribute("ports"), tygen.Index(0))
	text, err := tygen.EncodeOutput(ctx, tygen.Apply(first, func(port quickstart.Port) string {
		return fmt.Sprintf("%s on %v", port.Protocol, port.Number)
	}))
	fmt.Println(string(text), err)
	whole, err := tygen.Await(ctx, server)
	fmt.Println(whole.Known, whole.Secret, whole.Dependencies, err)
	size, err := tygen.Await(ctx, tygen.Part[quickstart.ServerSize](server, tygen.Attribute("size")))
	fmt.Println(size.Value, size.Secret, err)

	_, err = tygen.Decode[quickstart.Port]([]byte(`{"number": "x", "protocol": "ftp"}`))
	fmt.Println(err)
	port, err := tygen.Decode[quickstart.Port]([]byte(`{"number": "80"}`))
	fmt.Println(port.Number, port.Protocol, err)
	_, err = tygen.Await(ctx, tygen.ToOutput[quickstart.ServerInputs](quickstart.ServerArgs{}))
	fmt.Println(err)
	// Output:
	// "https on 443" <nil>
	// false true [urn:firewall urn:network] <nil>
	// small false <nil>
	// .number: an integer is required
	// .protocol: one of "http", "https" and "tcp" is required
	// 80 http <nil>
	// attribute "name" is required
	// attribute "source" is required
	// attribute "ports" is required
}

func TestArgumentsAreReadFromJSON(t *testing.T) {
	ctx := context.Background()
	wire := `{"name":"a","source":{"kind":"image","name":"debian"},"size":"large","ports":[{"number":1,"protocol":"tcp"}]}`
	args, err := tygen.DecodeInput[quickstart.ServerArgs]([]byte(wire), tygen.InputFor[quickstart.Source](),
		tygen.InputFor[quickstart.ServerSize](), tygen.InputBy[quickstart.PortInput]())
	if err != nil {
		t.Fatal(err)
	}
	text, err := tygen.EncodeOutput(ctx, tygen.ToOutput[quickstart.ServerInputs](args))
	if err != nil || string(text) != wire {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestAResourceHasAnOutputForEachAttribute(t *testing.T) {
	wire := `{"address":"04da6b54-80e4-46f7-96ec-b56ff0331ba9","password":"x","price":null}`
	server := tygen.Spread[quickstart.Server](tygen.DecodeOutput[quickstart.ServerOutputs]([]byte(wire)))
	address, err := tygen.Await(context.Background(), server.Address)
	if err != nil || address.Known || address.Secret {
		t.Errorf("got %v, %v", address, err)
	}
	password, err := tygen.Await(context.Background(), server.Password)
	if err != nil || password.Value != "x" || !password.Secret {
		t.Errorf("got %v, %v", password, err)
	}
	price, err := tygen.Await(context.Background(), server.Price)
	if err != nil || !price.Known || price.Secret {
		t.Errorf("got %v, %v", price, err)
	}
}
