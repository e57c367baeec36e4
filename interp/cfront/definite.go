package cfront

import "slices"

// A flow is the set of tracked variables that have been assigned on every path
// to a point; nil stands for a point that is not reached, where every variable
// counts as assigned. Flows are never changed in place.
type flow []uint64

func (a flow) has(i int) bool { return a == nil || a[i/64]>>(i%64)&1 != 0 }

func (a flow) with(i int) flow {
	if a.has(i) {
		return a
	}
	a = slices.Clone(a)
	a[i/64] |= 1 << (i % 64)
	return a
}

func (a flow) without(i int) flow {
	if a == nil || !a.has(i) {
		return a
	}
	a = slices.Clone(a)
	a[i/64] &^= 1 << (i % 64)
	return a
}

// meet returns what is assigned on both paths.
func meet(a, b flow) flow {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	both := make(flow, len(a))
	for i := range both {
		both[i] = a[i] & b[i]
	}
	return both
}

// A definer finds the register variables that may be read before they are
// assigned. It follows the structure of the statements; for goto it repeats
// until what is known at the labels stays the same, which happens because the
// sets only shrink.
type definer struct {
	index  map[*object]int
	early  []bool          // read before assigned, by index
	labels map[string]flow // what every goto to the label brings
	brk    flow            // what the break statements of the innermost loop or switch bring
	cont   flow
	head   flow // at the head of the innermost switch
	deflt  bool // the innermost switch has a default
}

// demoteUndefined moves those variables of fn to private memory that would
// live in a register and may be read before they are assigned: there the
// machine finds out whether they are.
func demoteUndefined(fn *function, place map[*object]placement) {
	d := &definer{index: map[*object]int{}, labels: map[string]flow{}}
	var tracked []*object
	for _, o := range fn.locals {
		if place[o] == inRegister {
			d.index[o] = len(tracked)
			tracked = append(tracked, o)
		}
	}
	if len(tracked) == 0 {
		return
	}
	d.early = make([]bool, len(tracked))
	for {
		before := make(map[string]flow, len(d.labels))
		for name, f := range d.labels {
			before[name] = f
		}
		d.stmt(fn.body, make(flow, (len(tracked)+63)/64))
		if same(before, d.labels) {
			break
		}
	}
	for i, early := range d.early {
		if early {
			place[tracked[i]] = inPrivate
		}
	}
}

func same(a, b map[string]flow) bool {
	for name, f := range b {
		if g, ok := a[name]; !ok || !slices.Equal(f, g) {
			return false
		}
	}
	return true
}

func (d *definer) use(o *object, in flow) {
	if i, ok := d.index[o]; ok && !in.has(i) {
		d.early[i] = true
	}
}

func (d *definer) assign(o *object, in flow) flow {
	if i, ok := d.index[o]; ok {
		return in.with(i)
	}
	return in
}

func (d *definer) forget(o *object, in flow) flow {
	if i, ok := d.index[o]; ok {
		return in.without(i)
	}
	return in
}

// stmt returns what is assigned after s, given what is before it.
func (d *definer) stmt(s *stmt, in flow) flow {
	switch s.op {
	case sExpr:
		return d.expr(s.x, in)
	case sDecl:
		if len(s.inits) == 0 && !s.zero {
			return d.forget(s.obj, in)
		}
		for i := range s.inits {
			in = d.expr(s.inits[i].val, in)
		}
		return d.assign(s.obj, in)
	case sBlock:
		return d.block(s, in)
	case sIf:
		then, els := d.cond(s.x, in)
		then = d.stmt(s.then, then)
		if s.els != nil {
			els = d.stmt(s.els, els)
		}
		return meet(then, els)
	case sWhile, sDo, sFor:
		return d.loop(s, in)
	case sSwitch:
		return d.selection(s, in)
	case sCase, sDefault:
		d.deflt = d.deflt || s.op == sDefault
		return d.stmt(s.then, meet(in, d.head))
	case sLabel:
		return d.stmt(s.then, meet(in, d.labels[s.label]))
	case sGoto:
		d.labels[s.label] = meet(d.labels[s.label], in)
		return nil
	case sBreak:
		d.brk = meet(d.brk, in)
		return nil
	case sContinue:
		d.cont = meet(d.cont, in)
		return nil
	case sReturn:
		if s.x != nil {
			d.expr(s.x, in)
		}
		return nil
	}
	return in
}

func (d *definer) block(s *stmt, in flow) flow {
	in = d.list(s.list, in)
	if s.value != nil {
		in = d.expr(s.value, in)
	}
	return d.leave(s.list, in)
}

func (d *definer) list(list []*stmt, in flow) flow {
	for _, t := range list {
		in = d.stmt(t, in)
	}
	return in
}

// leave ends the scope of what is declared in list.
func (d *definer) leave(list []*stmt, in flow) flow {
	for _, t := range list {
		if t.op == sDecl {
			in = d.forget(t.obj, in)
		}
	}
	return in
}

// loop does without a second pass: a path back to the head assigns no less
// than the path into the loop.
func (d *definer) loop(s *stmt, in flow) flow {
	brk, cont := d.brk, d.cont
	d.brk, d.cont = nil, nil
	in = d.list(s.forInit(), in)
	yes, no := in, flow(nil)
	if s.op != sDo && s.x != nil {
		yes, no = d.cond(s.x, in)
	}
	out := meet(d.stmt(s.then, yes), d.cont)
	if s.post != nil {
		d.expr(s.post, out)
	}
	if s.op == sDo {
		_, no = d.cond(s.x, out)
	}
	out = meet(no, d.brk)
	d.brk, d.cont = brk, cont
	return d.leave(s.forInit(), out)
}

func (d *definer) selection(s *stmt, in flow) flow {
	brk, head, deflt := d.brk, d.head, d.deflt
	d.brk, d.head, d.deflt = nil, d.expr(s.x, in), false
	out := d.stmt(s.then, nil)
	if !d.deflt {
		out = meet(out, d.head)
	}
	out = meet(out, d.brk)
	d.brk, d.head, d.deflt = brk, head, deflt
	return out
}

// cond returns what is assigned when e is true and when it is false.
func (d *definer) cond(e *expr, in flow) (yes, no flow) {
	switch {
	case e.op == xInt && e.i != 0:
		return in, nil
	case e.op == xInt:
		return nil, in
	case e.op == xNot:
		no, yes = d.cond(e.x, in)
		return yes, no
	case e.op == xLAnd:
		yes, no = d.cond(e.x, in)
		yes, last := d.cond(e.y, yes)
		return yes, meet(no, last)
	case e.op == xLOr:
		yes, no = d.cond(e.x, in)
		last, no := d.cond(e.y, no)
		return meet(yes, last), no
	case e.op == xComma:
		return d.cond(e.y, d.expr(e.x, in))
	case e.op == xCast && keepsTruth(e):
		return d.cond(e.x, in)
	}
	out := d.expr(e, in)
	return out, out
}

// keepsTruth reports whether a cast's value is zero exactly if its operand is.
func keepsTruth(e *expr) bool {
	return e.typ.isScalar() && e.x.typ.isScalar() && (e.typ.kind == kBool || e.typ.size >= e.x.typ.size)
}

// expr returns what is assigned after e, given what is before it.
func (d *definer) expr(e *expr, in flow) flow {
	switch e.op {
	case xObj:
		d.use(e.obj, in)
		return in
	case xAssign:
		in = d.expr(e.y, in)
		if e.x.op == xObj {
			return d.assign(e.x.obj, in)
		}
		return d.expr(e.x, in)
	case xNot, xLAnd, xLOr:
		return meet(d.cond(e, in))
	case xCond:
		yes, no := d.cond(e.x, in)
		return meet(d.expr(e.y, yes), d.expr(e.z, no))
	case xStmt:
		return d.stmt(e.body, in)
	case xLibrary:
		return d.library(e, in)
	}
	e.operands(func(x *expr) { in = d.expr(x, in) })
	return in
}

func (d *definer) library(e *expr, in flow) flow {
	out := storesThrough(e.lib)
	var stored *object
	for i, a := range e.args {
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
	if !returns(e.lib) {
		return nil
	}
	return in
}
