package lower

import (
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
)

// vector compiles an instruction on vectors, each element as a scalar; it reports whether i is one.
// What only moves values is not.
func (f *function) vector(i *ir.Instr) bool {
	if i.T.Kind != ir.Vector && !slices.ContainsFunc(i.Args, func(a ir.Value) bool { return a.Type().Kind == ir.Vector }) {
		return false
	}
	switch i.Op {
	case "phi", "load", "store", "ret", "alloca", "extractvalue", "insertvalue", "freeze":
		return false
	case "call", "invoke":
		g, ok := i.Args[len(i.Args)-1].(*ir.Function)
		if !ok || !strings.HasPrefix(g.Name, "llvm.") {
			return false
		}
		f.vectorIntrinsic(i, g.Name)
	case "bitcast":
		f.rename(i, f.recut(f.value(i.Args[0]), i.Args[0].Type(), i.T))
	case "extractelement":
		f.rename(i, []int{f.element(f.value(i.Args[0]), i.Args[1])})
	case "insertelement":
		f.insertElement(i)
	case "shufflevector":
		f.shuffle(i)
	case "getelementptr", "cmpxchg", "atomicrmw":
		f.unsupported("%s of vectors", i.Op)
	default:
		f.each(i)
	}
	return true
}

// scalar returns element k of a vector, or v itself if it is no vector.
func (f *function) scalar(v ir.Value, k int) ir.Value {
	if v.Type().Kind != ir.Vector {
		return v
	}
	p := &ir.Param{T: v.Type().Elem}
	f.values[p] = f.value(v)[k : k+1]
	return p
}

// each compiles a vector instruction as the scalar instruction on each element.
func (f *function) each(i *ir.Instr) {
	var list []int
	for k := range int(i.T.Len) {
		one := *i
		one.T, one.Args = i.T.Elem, slices.Clone(i.Args)
		for n, a := range one.Args {
			one.Args[n] = f.scalar(a, k)
		}
		f.instruction(&one)
		list = append(list, f.result(&one))
	}
	f.rename(i, list)
}

// element returns the register of an element, or a new one if the index is not constant.
func (f *function) element(list []int, index ir.Value) int {
	if n, ok := numberOf(index); ok {
		return list[min(n, uint64(len(list)-1))]
	}
	r, at := f.op(code.Mov, list[0], 0, 0), f.one(index)
	for k, x := range list[1:] {
		other := newLabel()
		f.jump(code.JNe, at, f.constantReg(int64(k+1)), other)
		f.move(r, x)
		f.bind(other)
	}
	return r
}

func numberOf(v ir.Value) (uint64, bool) {
	c, ok := v.(*ir.Const)
	if !ok || c.Kind != ir.ConstInt && c.Kind != ir.ConstNull {
		return 0, false
	}
	return c.Low, true
}

func (f *function) insertElement(i *ir.Instr) {
	list, x := slices.Clone(f.value(i.Args[0])), f.one(i.Args[1])
	n, ok := numberOf(i.Args[2])
	switch {
	case ok && n < uint64(len(list)):
		list[n] = x
	case !ok:
		at := f.one(i.Args[2])
		for k := range list {
			r, other := f.op(code.Mov, list[k], 0, 0), newLabel()
			f.jump(code.JNe, at, f.constantReg(int64(k)), other)
			f.move(r, x)
			f.bind(other)
			list[k] = r
		}
	}
	f.rename(i, list)
}

func (f *function) shuffle(i *ir.Instr) {
	from := slices.Concat(f.value(i.Args[0]), f.value(i.Args[1]))
	mask, ok := i.Args[2].(*ir.Const)
	if !ok {
		f.unsupported("a shufflevector whose mask is not constant")
		return
	}
	var list []int
	for k := range int(i.T.Len) {
		n := uint64(0) // of no matter where the mask does not say
		if k < len(mask.Elems) {
			n, _ = numberOf(mask.Elems[k])
		}
		list = append(list, from[min(n, uint64(len(from)-1))])
	}
	f.rename(i, list)
}

// scalarBits returns the bits of the scalars that a type consists of.
func scalarBits(t *ir.Type) int {
	if t.Kind == ir.Vector {
		t = t.Elem
	}
	if t.Kind == ir.Int {
		return t.Bits
	}
	return int(8 * t.Size())
}

// recut converts the scalars of one type to the scalars of another type with the same bits.
func (f *function) recut(list []int, from, to *ir.Type) []int {
	a, b := scalarBits(from), scalarBits(to)
	if a == 128 {
		var halves []int
		for _, r := range list {
			halves = append(halves, f.op(code.Wide, r, r, int32(code.WideLow)), f.op(code.Wide, r, r, int32(code.WideHigh)))
		}
		list, a = halves, 64
	}
	part := min(b, 64)
	switch {
	case a > part && a%part == 0:
		list = f.split(list, a, part)
	case a < part && part%a == 0:
		list = f.join(list, a, part)
	case a != part:
		f.unsupported("a bitcast of %s to %s", from, to)
		return make([]int, len(leaves(to)))
	}
	if b != 128 {
		return list
	}
	var wide []int
	for k := 0; k+1 < len(list); k += 2 {
		wide = append(wide, f.op(code.Wide, list[k], list[k+1], int32(code.WideJoin)))
	}
	return wide
}

// split cuts numbers of a bits into parts of b.
func (f *function) split(list []int, a, b int) (parts []int) {
	t := &ir.Type{Kind: ir.Int, Bits: b}
	for _, r := range list {
		for k := 0; k < a; k += b {
			parts = append(parts, f.canonical(f.op(code.ShrU, f.unsigned(r, &ir.Type{Kind: ir.Int, Bits: a}), f.constantReg(int64(k)), 64), t))
		}
	}
	return parts
}

// join makes numbers of b bits of parts of a.
func (f *function) join(list []int, a, b int) (whole []int) {
	for n := 0; n+b/a <= len(list); n += b / a {
		sum := f.constantReg(0)
		for k := range b / a {
			x := f.unsigned(list[n+k], &ir.Type{Kind: ir.Int, Bits: a})
			sum = f.op(code.Or, sum, f.op(code.Shl, x, f.constantReg(int64(k*a)), 64), 0)
		}
		whole = append(whole, f.canonical(sum, &ir.Type{Kind: ir.Int, Bits: b}))
	}
	return whole
}

// reductions are the operations by which one number is made of the elements of a vector.
var reductions = map[string]string{"add": "add", "mul": "mul", "and": "and", "or": "or", "xor": "xor"}

// vectorIntrinsic compiles a call of a function of vectors that LLVM knows.
func (f *function) vectorIntrinsic(i *ir.Instr, name string) {
	words := strings.Split(strings.TrimPrefix(name, "llvm."), ".")
	_, math := mathIntrinsics[words[0]]
	switch {
	case slices.Contains([]string{"smax", "smin", "umax", "umin", "abs", "ctpop", "ctlz", "cttz", "bswap", "bitreverse", "fshl", "fshr"}, words[0]) || math:
		f.each(i)
	case words[0] == "vector" && words[1] == "reduce" && reductions[words[2]] != "":
		sum := f.scalar(i.Args[0], 0)
		for k := 1; k < int(i.Args[0].Type().Len); k++ {
			sum = f.scalarOp(reductions[words[2]], i, sum, f.scalar(i.Args[0], k))
		}
		f.set(i, f.one(sum))
	case words[0] == "x86" && len(words) > 2 && (words[2] == "pmovmskb" || words[2] == "movmsk"):
		f.signs(i)
	default:
		f.unsupported("a call of '%s'", name)
	}
}

// scalarOp computes with two scalars of the type that i has.
func (f *function) scalarOp(op string, i *ir.Instr, x, y ir.Value) ir.Value {
	one := &ir.Instr{Op: op, T: i.T, Args: []ir.Value{x, y}, Loc: i.Loc, Pos: i.Pos}
	f.instruction(one)
	return one
}

// signs makes a number of the elements' uppermost bits.
func (f *function) signs(i *ir.Instr) {
	sum := f.constantReg(0)
	for k, r := range f.value(i.Args[0]) {
		bits := scalarBits(i.Args[0].Type())
		bit := f.op(code.And, f.op(code.ShrU, r, f.constantReg(int64(bits-1)), 64), f.constantReg(1), 0)
		sum = f.op(code.Or, sum, f.op(code.Shl, bit, f.constantReg(int64(k)), 64), 0)
	}
	f.set(i, f.canonical(sum, i.T))
}
