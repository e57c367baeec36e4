package check

import (
	"cmp"

	"fencepost/interp/c/types"
	"fencepost/trace"
)

// Arrays of variable length. The length is an expression of the type, which a declaration evaluates
// once and keeps.

// keepLengths makes objects for the lengths in a declared type, and adds to c.lengths the statements
// that set them.
func (c *checker) keepLengths(t *types.Type, pos trace.Pos) {
	for ; t.Kind == types.KindArray || t.Kind == types.KindPtr; t = t.Elem {
		switch {
		case t.Kind == types.KindPtr || t.Count == nil || isKept(t.Count):
		case c.fn == nil:
			c.fail(pos, "an array of variable length outside of a function")
		default:
			kept, declared := c.keep(t.Count)
			c.lengths = append(c.lengths, declared)
			t.Count = kept()
		}
	}
}

// isKept reports whether a length reads an object that keepLengths has made.
func isKept(n *types.Expr) bool {
	return n.Op == types.OpRead && n.X.Op == types.OpObj && n.X.Obj.Name == ""
}

// sizeOf returns the size of a type, which may be variable, as an unsigned long.
func (c *checker) sizeOf(t *types.Type, pos trace.Pos) *types.Expr {
	if !t.IsVariable() {
		c.requireComplete(t, pos)
		return types.IntConst(t.Size, types.ULong)
	}
	n := cmp.Or(t.Count, types.IntConst(t.Length, types.ULong))
	return numeric(types.OpMul, n, c.sizeOf(t.Elem, pos), pos)
}
