package ir

import "fmt"

// check returns the error in the types of an instruction, or "". An instruction without error can be
// lowered without further checks.
func check(i *Instr) string {
	kind := func(n int) Kind { return i.Args[n].Type().Kind }
	same := func() bool { return i.Args[0].Type() == i.Args[1].Type() }
	switch i.Op {
	case "load":
		if kind(0) != Ptr {
			return "a load from what is no pointer"
		}
	case "store":
		if kind(1) != Ptr {
			return "a store to what is no pointer"
		}
	case "cmpxchg":
		if kind(0) != Ptr || i.Args[1].Type() != i.Args[2].Type() || i.Elem.Kind != Int && i.Elem.Kind != Ptr {
			return "a cmpxchg of wrong types"
		}
	case "atomicrmw":
		if kind(0) != Ptr || i.Elem.Kind > Ptr || i.Elem.Kind == Void || i.Elem.Kind == LongDouble {
			return "an atomicrmw of wrong types"
		}
	case "br", "switch":
		if len(i.Args) > 0 && kind(0) != Int {
			return "a branch on what is no integer"
		}
		for k, a := range i.Args[min(1, len(i.Args)):] {
			if c, ok := a.(*Const); !ok || c.Kind != ConstInt || a.Type() != i.Args[0].Type() {
				return fmt.Sprintf("case %d is no constant of the type", k)
			}
		}
	case "getelementptr":
		if len(i.Args) == 0 || kind(0) != Ptr {
			return "a getelementptr of what is no pointer"
		}
		return checkIndices(i.Elem, i.Args[1:])
	case "icmp":
		if !same() || kind(0) != Int && kind(0) != Ptr && kind(0) != Vector {
			return "an icmp of wrong types"
		}
	case "fcmp", "fadd", "fsub", "fmul", "fdiv", "frem":
		if !same() || kind(0) == Int || kind(0) == Ptr {
			return "floating arithmetic of wrong types"
		}
	case "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor":
		if !same() || kind(0) != Int && kind(0) != Vector {
			return "arithmetic of wrong types"
		}
	case "trunc", "zext", "sext":
		if kind(0) != i.T.Kind || i.T.Kind != Int && (i.T.Kind != Vector || i.T.Len != i.Args[0].Type().Len) {
			return "a conversion of wrong types"
		}
	case "select":
		if kind(0) != Int && kind(0) != Vector || i.Args[1].Type() != i.Args[2].Type() {
			return "a select of wrong types"
		}
	case "phi":
		for _, a := range i.Args {
			if a.Type() != i.T {
				return "a phi of wrong types"
			}
		}
	case "alloca":
		if len(i.Args) > 0 && kind(0) != Int {
			return "an alloca of a size that is no integer"
		}
	case "extractelement", "insertelement", "shufflevector":
		if !validElements(i) {
			return "an " + i.Op + " of wrong types"
		}
	case "insertvalue":
		t := i.T
		for _, n := range i.Indices {
			if t.Kind == Struct {
				t = t.Fields[n]
			} else {
				t = t.Elem
			}
		}
		if len(i.Indices) == 0 || i.Args[1].Type() != t {
			return "an insertvalue of wrong types"
		}
	case "extractvalue":
		if len(i.Indices) == 0 {
			return "an extractvalue without an index"
		}
	}
	return ""
}

// validElements reports whether an instruction on elements of vectors has the types it needs.
func validElements(i *Instr) bool {
	if len(i.Args) < 2 || i.Args[0].Type().Kind != Vector {
		return false
	}
	t, last := i.Args[0].Type(), i.Args[len(i.Args)-1].Type()
	switch i.Op {
	case "extractelement":
		return len(i.Args) == 2 && last.Kind == Int
	case "insertelement":
		return len(i.Args) == 3 && last.Kind == Int && i.Args[1].Type() == t.Elem
	}
	return len(i.Args) == 3 && i.Args[1].Type() == t && last.Kind == Vector
}

func checkIndices(t *Type, indices []Value) string {
	for k, v := range indices {
		if v.Type().Kind != Int {
			return "an index that is no integer"
		}
		if k == 0 {
			continue
		}
		switch t.Kind {
		case Array, Vector:
			t = t.Elem
		case Struct:
			c, ok := v.(*Const)
			if !ok || c.Kind != ConstInt && c.Kind != ConstNull || c.Low >= uint64(len(t.Fields)) {
				return fmt.Sprintf("type %s has no such part", t)
			}
			t = t.Fields[c.Low]
		default:
			return fmt.Sprintf("type %s has no parts", t)
		}
	}
	return ""
}
