package check

import (
	"slices"

	"fencepost/interp/c/types"
	"fencepost/trace"
)

// GNU C's attribute cleanup: a function is called with the address of a local when control leaves its
// scope, in the reverse order of the declarations.

// A cleanup returns the call for one of the places at which a scope is left.
type cleanup func() *types.Stmt

// addCleanup adds a call of f with the address of obj to the cleanups of the scope.
func (c *checker) addCleanup(obj *types.Object, f *types.Function, pos trace.Pos) {
	if len(f.Type.Params) != 1 || f.Type.Variadic {
		c.fail(pos, "the cleanup function '%s' has not one parameter", f.Name)
	}
	if obj.Type.IsVariable() {
		c.unsupported(pos, "attribute 'cleanup' of an array of variable length is not supported: call the function where the block ends")
	}
	c.scope.cleanups = append(c.scope.cleanups, func() *types.Stmt {
		c.useFunction(f, pos)
		text := f.Name + "(&" + obj.Name + ")"
		lv := &types.Expr{Op: types.OpObj, Type: obj.Type, Pos: pos, Text: obj.Name, Obj: obj}
		e := &types.Expr{Op: types.OpCall, Type: f.Type.Elem, Pos: pos, Text: text, Fn: f}
		e.Args = []*types.Expr{c.assignTo(f.Type.Params[0], c.addressOf(lv), pos, "argument 1 of function '"+f.Name+"'")}
		if !c.funcInfo[f].defined {
			c.calls = append(c.calls, e)
		}
		return &types.Stmt{Op: types.StmtExpr, Pos: pos, X: cast(e, types.Void)}
	})
}

// leave returns the calls to make when control leaves the scopes from the current one up to, and
// without, to. nil: it leaves the function.
func (c *checker) leave(to *scope) (list []*types.Stmt) {
	for s := c.scope; s != nil && s != to; s = s.outer {
		for _, call := range slices.Backward(s.cleanups) {
			list = append(list, call())
		}
	}
	return list
}

// leaving returns statement s, which jumps out of scopes up to to, with the calls of leave before it.
func (c *checker) leaving(s *types.Stmt, to *scope) *types.Stmt {
	list := c.leave(to)
	if len(list) == 0 {
		return s
	}
	if s.Op == types.StmtReturn && s.X != nil && !s.X.Type.IsVoid() {
		value, declared := c.keep(s.X)
		s.X, list = value(), append([]*types.Stmt{declared}, list...)
	} else if s.X != nil {
		list = append([]*types.Stmt{{Op: types.StmtExpr, Pos: s.Pos, X: s.X}}, list...)
		s.X = nil
	}
	return &types.Stmt{Op: types.StmtBlock, Pos: s.Pos, List: append(list, s)}
}

// endScope appends to list the calls at the end of the current scope.
func (c *checker) endScope(list []*types.Stmt) []*types.Stmt {
	if len(c.scope.cleanups) == 0 {
		return list
	}
	return append(list, c.leave(c.scope.outer)...)
}
