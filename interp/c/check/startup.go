package check

import (
	"cmp"
	"slices"

	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Functions that run before main and at exit: those with the attributes constructor and destructor,
// and the arguments of atexit. Functions at exit are called where main returns and where exit is
// called. A program without any of these is unchanged.

// noPriority is the priority of a constructor or destructor without a given one.
const noPriority = 1 << 16

// runsExits is the function of <stdlib.h> that calls the arguments of atexit. Each translation unit
// has its own.
const runsExits = "__fp_run_exits"

// startAndExit gives u the function that runs before main, and makes main call the functions that run
// at exit. It returns the functions that these call.
func (p *program) startAndExit(u *types.Unit) []*types.Function {
	var starts, handlers, ends []*types.Function
	for _, f := range p.order {
		info := p.funcInfo[f]
		if !info.defined {
			continue
		}
		if info.start > 0 {
			starts = append(starts, f)
		}
		if info.end > 0 {
			ends = append(ends, f)
		}
		if f.System && f.Name == runsExits && info.used.Line > 0 {
			handlers = append(handlers, f)
		}
	}
	slices.SortStableFunc(starts, func(a, b *types.Function) int { return cmp.Compare(p.funcInfo[a].start, p.funcInfo[b].start) })
	slices.SortStableFunc(ends, func(a, b *types.Function) int { return cmp.Compare(p.funcInfo[a].end, p.funcInfo[b].end) })
	slices.Reverse(ends)
	ends = append(handlers, ends...)
	if len(starts) > 0 {
		u.Init = calling("constructors", starts)
	}
	if len(ends) > 0 {
		u.Exit = calling("destructors", ends)
		p.callAtExit(u)
	}
	return append(starts, ends...)
}

// calling returns a function that calls others, which have no parameters.
func calling(name string, list []*types.Function) *types.Function {
	t := &types.Type{Kind: types.KindFunc, Size: -1, Align: 1, Elem: types.Void}
	f := &types.Function{Name: name, Pos: list[0].Pos, Type: t, System: true, Body: &types.Stmt{Op: types.StmtBlock, Pos: list[0].Pos}}
	f.Body.List = lists.Map(list, func(g *types.Function) *types.Stmt { return callOf(g, g.Pos) })
	return f
}

func callOf(f *types.Function, pos trace.Pos) *types.Stmt {
	e := &types.Expr{Op: types.OpCall, Type: f.Type.Elem, Pos: pos, Text: f.Name + "()", Fn: f}
	if !f.Type.Elem.IsVoid() {
		e = cast(e, types.Void)
	}
	return &types.Stmt{Op: types.StmtExpr, Pos: pos, X: e}
}

// callAtExit calls u.Exit before main returns and where exit is called.
func (p *program) callAtExit(u *types.Unit) {
	for _, e := range p.calls {
		if e.Op == types.OpLibrary && e.Lib == "exit" {
			call := *e
			*e = types.Expr{Op: types.OpComma, Type: call.Type, Pos: e.Pos, Text: e.Text, X: callOf(u.Exit, e.Pos).X, Y: &call}
		}
	}
	main := u.Main
	var returns []*types.Stmt
	types.AnyStmt(main.Body, func(s *types.Stmt) bool {
		if s.Op == types.StmtReturn {
			returns = append(returns, s)
		}
		return false
	})
	for _, s := range returns {
		back := *s
		list := []*types.Stmt{callOf(u.Exit, s.Pos), &back}
		if s.X != nil && !s.X.IsConst() {
			status := &types.Object{Pos: s.Pos, Type: s.X.Type.Unqualified(), Storage: types.Auto, Fn: main}
			main.Locals = append(main.Locals, status)
			kept := &types.Stmt{Op: types.StmtDecl, Pos: s.Pos, Obj: status, Inits: []types.AutoInit{{Type: status.Type, Val: s.X}}}
			list = append([]*types.Stmt{kept}, list...)
			back.X = &types.Expr{Op: types.OpRead, Type: status.Type, Pos: s.Pos, X: &types.Expr{Op: types.OpObj, Type: status.Type, Pos: s.Pos, Obj: status}}
		}
		*s = types.Stmt{Op: types.StmtBlock, Pos: s.Pos, List: list}
	}
	main.Body.List = append(main.Body.List, callOf(u.Exit, main.Pos))
}
