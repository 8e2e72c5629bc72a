package tygen

import "reflect"

func decodeFast(data []byte, p *plan, to reflect.Value) bool { return false }
