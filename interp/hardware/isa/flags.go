package isa

import "fencepost/interp/code"

// A Comparison is a condition on flags. Flags are represented by the two numbers compared
// last, both sign-extended from the size of the comparison. That also keeps the order of
// unsigned numbers.
type Comparison struct {
	Jump, Compute code.Op
	Swap          bool // compares the second number with the first
}

// Conditions are the conditions of Arm, by name.
var Conditions = map[string]Comparison{
	"EQ": {code.JEq, code.Eq, false}, "NE": {code.JNe, code.Ne, false},
	"LT": {code.JLtS, code.LtS, false}, "GE": {code.JLeS, code.LeS, true},
	"GT": {code.JLtS, code.LtS, true}, "LE": {code.JLeS, code.LeS, false},
	"LO": {code.JLtU, code.LtU, false}, "CC": {code.JLtU, code.LtU, false},
	"HS": {code.JLeU, code.LeU, true}, "CS": {code.JLeU, code.LeU, true},
	"HI": {code.JLtU, code.LtU, true}, "LS": {code.JLeU, code.LeU, false},
	"AL": {code.Jmp, code.BadOp, false},
}

// Order returns the numbers of the flags in the order of the comparison.
func (c Comparison) Order(left, right Reg) (x, y Reg) {
	if c.Swap {
		return right, left
	}
	return left, right
}

// Inverse returns the negation of c.
func (c Comparison) Inverse() Comparison {
	jump, swap, _ := c.Jump.Complement()
	compute, _, _ := c.Compute.Complement()
	return Comparison{jump, compute, c.Swap != swap}
}
