package lower

import (
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
)

// The further arguments of a variadic function are in consecutive slots of 8 bytes, whose address is
// passed as one more argument. C's va_list is an address of slots. The va_list of x86-64 has it as
// its overflow area, and says that no registers are left.
const (
	gpUsed       = 48  // bytes of integers that registers pass
	fpUsed       = 176 // of these and of floating numbers
	overflowArea = 8
)

// slots puts arguments into slots, and returns the register with their address.
func (f *function) slots(i *ir.Instr, args []ir.Value, first int) int {
	local := int32(len(f.out.Locals))
	f.out.Locals = append(f.out.Locals, code.Auto{Name: "arguments", Pos: f.at.Pos, Size: int64(8 * max(1, len(args)))})
	base := f.reg()
	f.add(minst{op: code.Local, a: base, imm: local})
	for k, v := range args {
		t := v.Type()
		if t.Size() > 8 || t.IsAggregate() || t.Kind == ir.Vector || first+k < len(i.ByVal) && i.ByVal[first+k] != nil {
			f.unsupported("an argument of this type where any number is taken")
			return base
		}
		f.add(minst{op: code.Store, b: base, c: f.one(v), imm: f.siteAt(nil, code.Access{Off: int32(8 * k), Size: 8, Signed: t.Kind == ir.Int})})
	}
	return base
}

// vaStart compiles va_start: the hidden argument comes after the others.
func (f *function) vaStart(list ir.Value) {
	if !f.src.Variadic {
		f.unsupported("va_start in a function with a fixed number of arguments")
		return
	}
	base, off := f.place(list)
	store := func(at int64, size uint8, r int) {
		f.add(minst{op: code.Store, b: base, c: r, imm: f.siteAt(nil, code.Access{Off: int32(off + at), Size: size})})
	}
	store(0, 4, f.constantReg(gpUsed))
	store(4, 4, f.constantReg(fpUsed))
	store(overflowArea, 8, f.further)
	store(16, 8, f.constantReg(0))
}

// vaCopy compiles va_copy.
func (f *function) vaCopy(to, from ir.Value) {
	base, off := f.place(to)
	other, at := f.place(from)
	f.copy(base, off, other, at, []piece{{0, 4}, {4, 4}, {8, 8}, {16, 8}}, false, false, false)
}

// takesList reports whether a function of C takes a va_list as its last argument.
func takesList(name string) bool {
	return strings.HasPrefix(name, "v") && (strings.HasSuffix(name, "printf") || strings.HasSuffix(name, "scanf"))
}

// listOf returns a register with the address of slots that a va_list contains.
func (f *function) listOf(list ir.Value) int {
	base, off := f.place(list)
	r := f.reg()
	f.add(minst{op: code.Load, a: r, b: base, imm: f.siteAt(nil, code.Access{Off: int32(off + overflowArea), Size: 8})})
	return r
}
