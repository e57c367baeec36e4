package gen

import (
	"maps"
	"slices"

	"fencepost/interp/c/types"
	"fencepost/trace/bitset"
)

// A flow is the set of tracked variables that are unassigned on some path to a point. nil represents an
// unreachable point. Flows are immutable.
type flow = bitset.Set

// meet returns the variables that are unassigned on some of two paths.
func meet(a, b flow) flow {
	both := slices.Clone(a)
	both.Union(b)
	return both
}

// A definer finds the register variables that may be read before they are assigned. It follows the
// structure of the statements. For goto it repeats until the flows at the labels do not change, which
// happens because the sets only grow.
type definer struct {
	index  map[*types.Object]int
	early  []bool          // read before assigned, by index
	labels map[string]flow // the flows of the gotos to a label, met
	brk    flow            // the flows of the innermost loop's or switch's break statements, met
	cont   flow
	head   flow // at the head of the innermost switch
	deflt  bool // the innermost switch has a default
}

// demoteUndefined moves to private memory the variables of fn that would be in a register and may be
// read before they are assigned. In memory the machine detects such a read.
func demoteUndefined(fn *types.Function, place map[*types.Object]placement) {
	d := &definer{index: map[*types.Object]int{}, labels: map[string]flow{}}
	var tracked []*types.Object
	for _, o := range fn.Locals {
		if place[o] == inRegister {
			d.index[o] = len(tracked)
			tracked = append(tracked, o)
		}
	}
	if len(tracked) == 0 {
		return
	}
	d.early = make([]bool, len(tracked))
	var all flow
	for i := range tracked {
		all.Add(i)
	}
	for {
		before := maps.Clone(d.labels)
		d.stmt(fn.Body, all)
		if maps.EqualFunc(before, d.labels, slices.Equal[flow]) {
			break
		}
	}
	for i, early := range d.early {
		if early {
			place[tracked[i]] = inPrivate
		}
	}
}

func (d *definer) use(o *types.Object, in flow) {
	if i, ok := d.index[o]; ok && in.Has(i) {
		d.early[i] = true
	}
}

// inits makes o a variable in memory if its own initialiser, after which the flow is in, assigns it: the initialised
// register is not there yet.
func (d *definer) inits(o *types.Object, in flow) {
	if i, ok := d.index[o]; ok && len(in) > 0 && !in.Has(i) {
		d.early[i] = true
	}
}

// assign returns the flow after an assignment to a variable, and forget that after its declaration.
func (d *definer) assign(o *types.Object, in flow) flow { return d.change(o, in, false) }
func (d *definer) forget(o *types.Object, in flow) flow { return d.change(o, in, true) }

func (d *definer) change(o *types.Object, in flow, unassigned bool) flow {
	i, ok := d.index[o]
	if !ok || len(in) == 0 || in.Has(i) == unassigned {
		return in
	}
	in = slices.Clone(in)
	if unassigned {
		in.Add(i)
	} else {
		in.Remove(i)
	}
	return in
}

// stmt returns the flow after s, given the flow before it.
func (d *definer) stmt(s *types.Stmt, in flow) flow {
	switch s.Op {
	case types.StmtExpr:
		return d.expr(s.X, in)
	case types.StmtDecl:
		if s.X != nil {
			in = d.expr(s.X, in)
		}
		in = d.forget(s.Obj, in)
		if len(s.Inits) == 0 && !s.Zero {
			return in
		}
		for i := range s.Inits {
			in = d.expr(s.Inits[i].Val, in)
		}
		d.inits(s.Obj, in)
		return d.assign(s.Obj, in)
	case types.StmtBlock:
		return d.block(s, in)
	case types.StmtIf:
		then, els := d.cond(s.X, in)
		then = d.stmt(s.Then, then)
		if s.Els != nil {
			els = d.stmt(s.Els, els)
		}
		return meet(then, els)
	case types.StmtWhile, types.StmtDo, types.StmtFor:
		return d.loop(s, in)
	case types.StmtSwitch:
		return d.selection(s, in)
	case types.StmtCase, types.StmtDefault:
		d.deflt = d.deflt || s.Op == types.StmtDefault
		return d.stmt(s.Then, meet(in, d.head))
	case types.StmtLabel:
		return d.stmt(s.Then, meet(in, d.labels[s.Label]))
	case types.StmtGoto:
		d.labels[s.Label] = meet(d.labels[s.Label], in)
		return nil
	case types.StmtBreak:
		d.brk = meet(d.brk, in)
		return nil
	case types.StmtContinue:
		d.cont = meet(d.cont, in)
		return nil
	case types.StmtReturn:
		if s.X != nil {
			d.expr(s.X, in)
		}
		return nil
	}
	return in
}

func (d *definer) block(s *types.Stmt, in flow) flow {
	in = d.list(s.List, in)
	if s.Value != nil {
		in = d.expr(s.Value, in)
	}
	return d.leave(s.List, in)
}

func (d *definer) list(list []*types.Stmt, in flow) flow {
	for _, t := range list {
		in = d.stmt(t, in)
	}
	return in
}

// leave ends the scope of the declarations in list.
func (d *definer) leave(list []*types.Stmt, in flow) flow {
	for _, t := range list {
		if t.Op == types.StmtDecl {
			in = d.forget(t.Obj, in)
		}
	}
	return in
}

// loop needs no second pass, because a path back to the head assigns no fewer variables than the path
// into the loop.
func (d *definer) loop(s *types.Stmt, in flow) flow {
	brk, cont := d.brk, d.cont
	d.brk, d.cont = nil, nil
	in = d.list(s.ForInit(), in)
	yes, no := in, flow(nil)
	if s.Op != types.StmtDo && s.X != nil {
		yes, no = d.cond(s.X, in)
	}
	out := meet(d.stmt(s.Then, yes), d.cont)
	if s.Post != nil {
		d.expr(s.Post, out)
	}
	if s.Op == types.StmtDo {
		_, no = d.cond(s.X, out)
	}
	out = meet(no, d.brk)
	d.brk, d.cont = brk, cont
	return d.leave(s.ForInit(), out)
}

func (d *definer) selection(s *types.Stmt, in flow) flow {
	brk, head, deflt := d.brk, d.head, d.deflt
	d.brk, d.head, d.deflt = nil, d.expr(s.X, in), false
	out := d.stmt(s.Then, nil)
	if !d.deflt {
		out = meet(out, d.head)
	}
	out = meet(out, d.brk)
	d.brk, d.head, d.deflt = brk, head, deflt
	return out
}

// cond returns the flows after e if it is true and if it is false.
func (d *definer) cond(e *types.Expr, in flow) (yes, no flow) {
	switch {
	case e.Op == types.OpInt && e.I != 0:
		return in, nil
	case e.Op == types.OpInt:
		return nil, in
	case e.Op == types.OpNot:
		no, yes = d.cond(e.X, in)
		return yes, no
	case e.Op == types.OpLAnd:
		yes, no = d.cond(e.X, in)
		yes, last := d.cond(e.Y, yes)
		return yes, meet(no, last)
	case e.Op == types.OpLOr:
		yes, no = d.cond(e.X, in)
		last, no := d.cond(e.Y, no)
		return meet(yes, last), no
	case e.Op == types.OpComma:
		return d.cond(e.Y, d.expr(e.X, in))
	case e.Op == types.OpCast && keepsTruth(e):
		return d.cond(e.X, in)
	}
	out := d.expr(e, in)
	return out, out
}

// keepsTruth reports whether a cast's value is zero if and only if its operand is.
func keepsTruth(e *types.Expr) bool {
	return e.Type.IsScalar() && e.X.Type.IsScalar() && !e.Type.IsFloat() && !e.X.Type.IsFloat() && (e.Type.Kind == types.KindBool || e.Type.Size >= e.X.Type.Size)
}

// expr returns the flow after e, given the flow before it.
func (d *definer) expr(e *types.Expr, in flow) flow {
	switch e.Op {
	case types.OpObj:
		d.use(e.Obj, in)
		return in
	case types.OpAssign:
		in = d.expr(e.Y, in)
		if e.X.Op == types.OpObj {
			return d.assign(e.X.Obj, in)
		}
		return d.expr(e.X, in)
	case types.OpNot, types.OpLAnd, types.OpLOr:
		return meet(d.cond(e, in))
	case types.OpCond:
		yes, no := d.cond(e.X, in)
		return meet(d.expr(e.Y, yes), d.expr(e.Z, no))
	case types.OpStmt:
		return d.stmt(e.Body, in)
	case types.OpLibrary:
		return d.library(e, in)
	}
	e.Operands(func(x *types.Expr) { in = d.expr(x, in) })
	return in
}

func (d *definer) library(e *types.Expr, in flow) flow {
	out := storesThrough(e.Lib)
	var stored *types.Object
	for i, a := range e.Args {
		if i == out {
			stored = localScalar(a)
		}
		if i != out || stored == nil {
			in = d.expr(a, in)
		}
	}
	if stored != nil {
		in = d.assign(stored, in)
	}
	if !returns(e.Lib) {
		return nil
	}
	return in
}
