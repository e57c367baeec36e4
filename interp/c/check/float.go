package check

import (
	"strconv"
	"strings"

	"fencepost/interp/c/types"
	"fencepost/trace"
)

// parseFloat decodes a floating constant (C11 6.4.4.2); a long double is a double.
func parseFloat(s string) (*types.Expr, bool) {
	t := types.Double
	switch s[len(s)-1] {
	case 'f', 'F':
		if !strings.HasPrefix(s, "0x") && !strings.HasPrefix(s, "0X") || strings.ContainsAny(s, "pP") {
			s, t = s[:len(s)-1], types.Float
		}
	case 'l', 'L':
		s, t = s[:len(s)-1], types.LongDouble
	}
	bits := int(8 * t.Size)
	x, err := strconv.ParseFloat(s, bits)
	if err != nil && x == 0 {
		return nil, false
	}
	return types.FloatConst(x, t), true
}

// foldFloat returns the bits of x op y, of bits x and y of floating type t.
func foldFloat(op types.Op, x, y int64, t *types.Type) (v int64, ok bool) {
	a, b := types.FloatOf(x, t), types.FloatOf(y, t)
	switch op {
	case types.OpAdd:
		a += b
	case types.OpSub:
		a -= b
	case types.OpMul:
		a *= b
	case types.OpDiv:
		a /= b
	default:
		return 0, false
	}
	return types.FloatBits(a, t), true
}

// negative returns -x for a floating x.
func negative(x *types.Expr, pos trace.Pos) *types.Expr {
	if x.IsConst() {
		return types.FloatConst(-types.FloatOf(x.I, x.Type), x.Type)
	}
	return &types.Expr{Op: types.OpNeg, Type: x.Type, Pos: pos, X: x}
}

// floatUpdate makes an update of x with a floating operand or result from a read, the operation and
// an assignment. e is the whole expression.
func (c *checker) floatUpdate(e, x, y *types.Expr, post bool) *types.Expr {
	if x.Type.Atomic {
		c.unsupported(e.Pos, "an update of the atomic floating object '%s' is not supported; a loop around a compare-exchange says the same", x.Text)
	}
	if c.fn == nil {
		c.fail(e.Pos, "an assignment outside of a function")
	}
	var list []*types.Stmt
	if x.Op != types.OpObj {
		kept, declared := c.keep(c.addressOf(x))
		list = append(list, declared)
		text := x.Text
		x = &types.Expr{Op: types.OpDeref, Type: x.Type, Pos: x.Pos, Text: text, X: kept()}
	}
	old := c.rvalue(x)
	if post {
		kept, declared := c.keep(old)
		list = append(list, declared)
		old = kept()
	}
	a, b := arithmetic(old, y)
	sum := &types.Expr{Op: e.Sub, Type: a.Type, Pos: e.Pos, X: a, Y: b}
	assigned := &types.Expr{Op: types.OpAssign, Type: e.Type, Pos: e.Pos, Text: e.Text, X: x, Y: cast(sum, x.Type)}
	if !post {
		if list == nil {
			return assigned
		}
		return inBlock(list, assigned)
	}
	list = append(list, &types.Stmt{Op: types.StmtExpr, Pos: e.Pos, X: assigned})
	return inBlock(list, old)
}
