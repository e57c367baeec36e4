package cfront

import (
	"math"
	"strconv"

	"fencepost/interp/code"
	"fencepost/trace"
)

const (
	maxUnrolled   = 64   // scalars of visible objects that are copied or cleared one by one
	maxCopyLeaves = 4096 // scalars of any object that is
)

// countLeaves returns the number of scalars that t consists of, or some number
// beyond all limits.
func (g *generator) countLeaves(t *ctype) int64 {
	switch {
	case t.kind == kArray && t.length <= 0:
		return 0
	case t.kind == kArray:
		return min(g.countLeaves(t.elem), math.MaxInt32) * min(t.length, math.MaxInt32)
	case !t.isRecord() || t.atomic:
		return 1
	}
	n, ok := g.leaves[t.rec]
	if !ok {
		for _, m := range g.members(t.rec) {
			n = min(n+g.countLeaves(m.typ), math.MaxInt32)
		}
		g.leaves[t.rec] = n
	}
	return n
}

// members returns the members that a record consists of: of a union the
// largest, and among several the one of fewest scalars.
func (g *generator) members(r *record) []field {
	if !r.union || len(r.fields) == 0 {
		return r.fields
	}
	best := 0
	for i, m := range r.fields {
		b := r.fields[best]
		if m.typ.size > b.typ.size || m.typ.size == b.typ.size && g.countLeaves(m.typ) < g.countLeaves(b.typ) {
			best = i
		}
	}
	return r.fields[best : best+1]
}

// eachLeaf calls visit for the scalars that t consists of, in order of offset.
// An atomic structure is one of them.
func (g *generator) eachLeaf(t *ctype, path string, off int64, visit func(t *ctype, path string, off int64)) {
	switch {
	case g.countLeaves(t) == 0:
	case t.kind == kArray:
		for i := range t.length {
			g.eachLeaf(t.elem, path+"["+strconv.FormatInt(i, 10)+"]", off+i*t.elem.size, visit)
		}
	case t.isRecord() && !t.atomic:
		for _, m := range g.members(t.rec) {
			p := path
			if m.name != "" {
				p += "." + m.name
			}
			g.eachLeaf(m.typ, p, off+m.off, visit)
		}
	default:
		visit(t, path, off)
	}
}

// at returns the place off bytes further.
func (p place) at(off int64) place {
	p.off += off
	return p
}

// copyScalars copies an object of type t, scalar by scalar: the stores are those
// of e, the loads those of from.
func (f *funcGen) copyScalars(dst, src place, t *ctype, e, from *expr) {
	n := f.countLeaves(t)
	mark := f.top
	switch {
	case n > maxUnrolled && !dst.private && !src.private:
		base := f.alloc()
		f.addressTo(base, dst)
		f.addressTo(f.alloc(), src)
		f.constTo(f.alloc(), t.size)
		f.sysAt(e, code.Memcpy, base, 3)
	case n > maxCopyLeaves:
		f.r.unsupportedf(e.pos, "copying an object of more than %d scalars is not supported", maxCopyLeaves)
	default:
		v := f.alloc()
		f.eachLeaf(t.unqualified(), "", 0, func(t *ctype, _ string, off int64) {
			f.copyScalar(v, dst.at(off), src.at(off), t, e, from)
		})
	}
	f.top = mark
}

func (f *funcGen) copyScalar(v uint8, dst, src place, t *ctype, e, from *expr) {
	mark := f.top
	src = f.near(src)
	a := f.access(src, t, trace.Plain)
	a.Copy = true
	f.loadAccess(v, src, from, a)
	f.top = mark
	dst = f.near(dst)
	a.Off = int32(dst.off)
	f.storeAccess(dst, v, e, a)
	f.top = mark
}

// temporary makes r hold the address of a new private object.
func (f *funcGen) temporary(r uint8, t *ctype, zero bool) {
	in := code.Instr{Op: code.Local, A: r, Imm: int32(len(f.out.Locals))}
	if zero {
		in.Op = code.LocalZ
	}
	f.out.Locals = append(f.out.Locals, code.Auto{Name: "temporary", Pos: f.pos, Size: t.size, Private: true})
	f.emit(in)
}

// recordPlace generates a struct value and returns where it can be read: the
// object itself that it is the value of, or a temporary.
func (f *funcGen) recordPlace(e *expr) place {
	if e.op == xRead && !e.x.typ.atomic {
		return f.lvalue(e.x)
	}
	r := f.alloc()
	f.temporary(r, e.typ, false)
	p := place{base: r, private: true}
	f.recordInto(p, e, true)
	return p
}

// recordInto generates a struct value and stores it at dst. Fresh says that
// nothing in e can refer to dst.
func (f *funcGen) recordInto(dst place, e *expr, fresh bool) {
	mark := f.top
	f.pos = e.pos
	switch {
	case e.op == xRead && e.x.typ.atomic:
		p := f.near(f.lvalue(e.x))
		v := f.alloc()
		f.pos = e.pos
		f.load(v, p, e.x.typ, e, trace.SeqCst)
		f.unpack(dst, v, e.typ, e)
	case e.op == xRead:
		src := f.lvalue(e.x)
		f.pos = e.pos
		f.copyScalars(dst, src, e.typ, e, e)
	case e.op == xAtomic:
		v := f.genAtomic(e, anywhere)
		f.unpack(dst, v, e.typ, e)
	case e.op == xCast:
		f.recordInto(dst, e.x, fresh)
	case e.op == xComma:
		f.effect(e.x)
		f.recordInto(dst, e.y, fresh)
	case e.op == xCond:
		els, end := newLabel(), newLabel()
		f.branch(e.x, false, els)
		f.recordInto(dst, e.y, fresh)
		f.jmp(end)
		f.bind(els)
		f.recordInto(dst, e.z, fresh)
		f.bind(end)
	case !fresh:
		f.copyScalars(dst, f.recordPlace(e), e.typ, e, e)
	case e.op == xCall:
		f.addressTo(f.alloc(), dst)
		f.arguments(e)
	case e.op == xAssign:
		f.recordInto(dst, e.y, true)
		f.assignRecord(e, dst, e)
	case e.op == xStmt:
		for _, s := range e.body.list {
			f.stmt(s)
		}
		f.recordInto(dst, e.body.value, fresh)
	default:
		f.r.unsupportedf(e.pos, "this use of a structure is not supported")
	}
	f.top = mark
}

// recordEffect generates a struct value that is not used.
func (f *funcGen) recordEffect(e *expr) {
	switch {
	case e.op != xAssign:
		f.recordPlace(e)
	case e.x.typ.atomic:
		f.assignPacked(e, f.pack(e.y))
	default:
		f.assignRecord(e, f.recordPlace(e.y), e.y)
	}
}

// assignRecord performs the assignment e of the structure at src, which is the
// value of from.
func (f *funcGen) assignRecord(e *expr, src place, from *expr) {
	if e.x.typ.atomic {
		v := f.alloc()
		f.packFrom(v, src, e.typ, from)
		f.assignPacked(e, v)
		return
	}
	dst := f.lvalue(e.x)
	f.pos = e.pos
	f.copyScalars(dst, src, e.typ, e, from)
}

func (f *funcGen) assignPacked(e *expr, v uint8) {
	p := f.lvalue(e.x)
	f.pos = e.pos
	f.store(p, e.x.typ, v, e, trace.SeqCst)
}

// pack returns a register that holds a struct value of at most 8 bytes, its
// padding zero.
func (f *funcGen) pack(e *expr) uint8 {
	r := f.alloc()
	f.temporary(r, e.typ, true)
	p := place{base: r, private: true}
	f.recordInto(p, e, true)
	f.loadPacked(r, p, e.typ, e)
	return r
}

// packFrom makes d hold the structure at src as pack does.
func (f *funcGen) packFrom(d uint8, src place, t *ctype, e *expr) {
	mark := f.top
	p := place{base: f.alloc(), private: true}
	f.temporary(p.base, t, true)
	f.copyScalars(p, src, t, e, e)
	f.loadPacked(d, p, t, e)
	f.top = mark
}

func (f *funcGen) loadPacked(d uint8, p place, t *ctype, e *expr) {
	a := f.access(p, t, trace.Plain)
	a.Copy = true
	f.loadAccess(d, p, e, a)
}

// unpack stores a packed struct value at dst.
func (f *funcGen) unpack(dst place, v uint8, t *ctype, e *expr) {
	mark := f.top
	to := dst
	if !dst.private {
		to = place{base: f.alloc(), private: true}
		f.temporary(to.base, t, false)
	}
	f.store(to, t, v, e, trace.Plain)
	if !dst.private {
		f.copyScalars(dst, to, t, e, e)
	}
	f.top = mark
}
