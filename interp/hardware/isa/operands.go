package isa

import (
	"fmt"
	"strings"

	"fencepost/interp/code"
)

// Operands reads the operands of one instruction for a decoder. It keeps the first error;
// values read after it are meaningless.
type Operands struct {
	*Builder
	List []string // those that are left
	Err  error
}

// Failf reports an error in the input.
func (o *Operands) Failf(format string, args ...any) {
	if o.Err == nil {
		o.Err = fmt.Errorf(format, args...)
	}
}

// Unsupportedf reports a correct but unsupported input.
func (o *Operands) Unsupportedf(format string, args ...any) {
	if o.Err == nil {
		o.Err = unsupported(format, args...)
	}
}

// Next returns the next operand.
func (o *Operands) Next() string {
	if len(o.List) == 0 || o.List[0] == "" {
		o.Failf("an operand is missing")
		return ""
	}
	s := o.List[0]
	o.List = o.List[1:]
	return s
}

// Reg reads a register.
func (o *Operands) Reg() Register { return o.Named(o.Next()) }

// Named returns the register that a part of an operand names.
func (o *Operands) Named(text string) Register {
	r, err := o.Register(text)
	if err != nil {
		o.Failf("%v", err)
	}
	return r
}

// Immediate reads a number.
func (o *Operands) Immediate() int64 { return o.Number(o.Next()) }

// Number returns the number that a part of an operand is.
func (o *Operands) Number(text string) int64 {
	v, err := Immediate(text)
	if err != nil {
		o.Failf("%v", err)
	}
	return v
}

// Expression evaluates an expression in an operand.
func (o *Operands) Expression(text string) int64 {
	if o.Err != nil {
		return 0
	}
	v, err := Evaluate(text, o.Symbol)
	if err != nil {
		o.Failf("%v", err)
	}
	return v
}

// Pair decodes a load or store of two registers, as two accesses. op adds to the address
// that address returns; write stores a loaded value in a register.
func (o *Operands) Pair(kind Kind, signed bool, op code.Op, address func() Reg, write func(r Register, v Reg)) {
	first, second := o.Reg(), o.Reg()
	size := uint8(first.Bits / 8)
	values := [2]Reg{o.Temp(), o.Temp()}
	if kind == Store {
		o.Move(values[0], first.Reg)
		o.Move(values[1], second.Reg)
	}
	a := address()
	for i, r := range []Register{first, second} {
		if i > 0 {
			a = o.Compute(op, a, o.Const(int64(size)))
		}
		if kind == Store {
			o.Emit(Instr{Kind: Store, D: None, A: a, B: values[i], Size: size})
			continue
		}
		o.Emit(Instr{Kind: Load, D: values[i], A: a, Size: size, Signed: signed})
		write(r, values[i])
	}
}

// Address reads a memory operand in brackets: [base], [base,offset], [base,offset]! or [base],offset.
// base returns the register of a name and its value, offset reads the rest, and op adds the two. A register that changes
// has changed when the access is made.
func (o *Operands) Address(op code.Op, base func(name string) (r Register, v Reg), offset func() Reg) Reg {
	text, before := strings.CutSuffix(o.Next(), "!")
	if o.Err != nil {
		return None
	}
	behind := o.List
	inner, open := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !open || !closed {
		o.Failf("expected an address, found %s", text)
		return None
	}
	_, o.List = Split("a " + inner)
	r, a := base(o.Next())
	if len(o.List) > 0 {
		a = o.Compute(op, a, offset())
	}
	switch {
	case before:
		o.Move(r.Reg, a)
	case len(behind) > 0:
		v := o.Temp()
		o.Move(v, a)
		a, o.List = v, behind
		o.ComputeTo(r.Reg, op, a, offset())
	}
	return a
}

// Based returns the parts of a memory operand k(r): the text before the bracket, and the register.
func (o *Operands) Based(text string) (offset string, r Register) {
	at := strings.LastIndexByte(text, '(')
	name, closed := strings.CutSuffix(text[at+1:], ")")
	if at < 0 || !closed {
		o.Failf("expected an address, found %s", text)
		return "", Register{Reg: None}
	}
	return strings.TrimSpace(text[:at]), o.Named(strings.TrimSpace(name))
}

// End returns the first error. Remaining operands are an error.
func (o *Operands) End() error {
	if len(o.List) > 0 {
		o.Failf("too many operands: %s", o.List[0])
	}
	return o.Err
}
