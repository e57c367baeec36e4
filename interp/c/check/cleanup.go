package check

import (
	"slices"

	"fencepost/interp/c/types"
	"fencepost/trace"
)

// This file has GNU C's attribute cleanup: a function is called with the address of a
// local where control leaves its scope, locals declared later first.

// A cleanup makes the call at one of the places where a scope is left.
type cleanup func() *types.Stmt

// addCleanup notes that f is called with the address of obj.
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

// leave returns what is called where control leaves the scopes from the current one up to
// one around them, which it stays in; nil: the function's.
func (c *checker) leave(to *scope) (list []*types.Stmt) {
	for s := c.scope; s != nil && s != to; s = s.outer {
		for _, call := range slices.Backward(s.cleanups) {
			list = append(list, call())
		}
	}
	return list
}

// leaving returns statement s behind what is called where it leaves scopes, as leave has it.
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

// endScope appends to list what is called at the end of the current scope.
func (c *checker) endScope(list []*types.Stmt) []*types.Stmt {
	if len(c.scope.cleanups) == 0 {
		return list
	}
	return append(list, c.leave(c.scope.outer)...)
}
