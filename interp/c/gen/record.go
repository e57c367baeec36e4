package gen

import (
	"math"
	"strconv"

	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
)

const (
	maxUnrolled   = 64   // scalars of visible objects that are copied or cleared one by one
	maxCopyLeaves = 4096 // scalars of any object that is
)

// countLeaves returns the number of scalars of t, or a number greater than all limits.
func (g *generator) countLeaves(t *types.Type) int64 {
	switch {
	case t.Kind == types.KindArray && t.Length <= 0:
		return 0
	case t.Kind == types.KindArray:
		return min(g.countLeaves(t.Elem), math.MaxInt32) * min(t.Length, math.MaxInt32)
	case !t.IsRecord() || t.Atomic:
		return 1
	}
	n, ok := g.leaves[t.Rec]
	if !ok {
		for _, m := range g.members(t.Rec) {
			n = min(n+g.countLeaves(m.Type), math.MaxInt32)
		}
		g.leaves[t.Rec] = n
	}
	return n
}

// members returns the members of a record that are copied. For a union it is the largest member, and
// among several largest the one with the fewest scalars.
func (g *generator) members(r *types.Record) []types.Field {
	if !r.Union || len(r.Parts) == 0 {
		return r.Parts
	}
	best := 0
	for i, m := range r.Parts {
		b := r.Parts[best]
		if m.Type.Size > b.Type.Size || m.Type.Size == b.Type.Size && g.countLeaves(m.Type) < g.countLeaves(b.Type) {
			best = i
		}
	}
	return r.Parts[best : best+1]
}

// eachLeaf calls visit for the scalars of t in order of offset. An atomic structure counts as a
// scalar.
func (g *generator) eachLeaf(t *types.Type, path string, off int64, visit func(t *types.Type, path string, off int64)) {
	switch {
	case g.countLeaves(t) == 0:
	case t.Kind == types.KindArray:
		for i := range t.Length {
			g.eachLeaf(t.Elem, path+"["+strconv.FormatInt(i, 10)+"]", off+i*t.Elem.Size, visit)
		}
	case t.IsRecord() && !t.Atomic:
		for _, m := range g.members(t.Rec) {
			g.eachLeaf(m.Type, memberPath(path, m), off+m.Off, visit)
		}
	default:
		visit(t, path, off)
	}
}

// memberPath returns the path of a member of the record at a path; an anonymous one has no name.
func memberPath(path string, m types.Field) string {
	if m.Name == "" {
		return path
	}
	return path + "." + m.Name
}

// eachPart is eachLeaf for operations on all bytes of an object: it also visits the padding, as
// unsigned integers.
func (g *generator) eachPart(t *types.Type, off int64, visit func(t *types.Type, off int64)) {
	end := off
	pad := func(to int64) {
		for end < to {
			n := int64(8)
			for end+n > to || end%n != 0 {
				n /= 2
			}
			visit(map[int64]*types.Type{1: types.UChar, 2: types.UShort, 4: types.UInt, 8: types.ULong}[n], end)
			end += n
		}
	}
	g.eachLeaf(t, "", off, func(t *types.Type, _ string, at int64) {
		pad(at)
		visit(t, at)
		end = max(end, at+t.Size)
	})
	pad(off + t.Size)
}

// at returns the place off bytes further.
func (p place) at(off int64) place {
	p.off += off
	return p
}

// copyScalars copies an object of type t, scalar by scalar. e is the expression of the stores, and
// from of the loads.
func (f *funcGen) copyScalars(dst, src place, t *types.Type, e, from *types.Expr) {
	n := f.countLeaves(t)
	mark := f.top
	switch {
	case n > maxUnrolled && !dst.private && !src.private:
		base := f.alloc()
		f.addressTo(base, dst)
		f.addressTo(f.alloc(), src)
		f.constTo(f.alloc(), t.Size)
		f.sysAt(e, code.Memcpy, base, 3)
	case n > maxCopyLeaves:
		f.r.Unsupportedf(e.Pos, "copying an object of more than %d scalars is not supported", maxCopyLeaves)
	default:
		v := f.alloc()
		lv := loadedBy(from)
		unit := uint8(0)
		if t.IsRecord() && t.Rec.IsUnit() && !src.private && !(lv != nil && f.isLocal(lv)) {
			unit = uint8(t.Size)
		}
		f.eachPart(t.Unqualified(), 0, func(t *types.Type, off int64) {
			f.copyScalar(v, dst.at(off), src.at(off), t, e, from, unit, uint8(off))
		})
	}
	f.top = mark
}

// copyScalar copies a scalar of a structure. If the structure is also accessed as a whole it has unit
// bytes, and the scalar has offset within.
func (f *funcGen) copyScalar(v uint8, dst, src place, t *types.Type, e, from *types.Expr, unit, within uint8) {
	mark := f.top
	src = f.near(src)
	a := f.access(src, t, f.copyOrder(t, true))
	a.Copy = true
	if t.Size <= 8 {
		a.Unit, a.Within = unit, within
	}
	f.loadAccess(v, src, from, a)
	f.top = mark
	dst = f.near(dst)
	a.Off, a.Unit, a.Within, a.Order = int32(dst.off), 0, 0, f.copyOrder(t, false)
	f.storeAccess(dst, v, e, a)
	f.top = mark
}

// temporary puts the address of a new private object into register r.
func (f *funcGen) temporary(r uint8, t *types.Type, zero bool) {
	in := code.Instr{Op: code.Local, A: r, Imm: int32(len(f.out.Locals))}
	if zero {
		in.Op = code.LocalZ
	}
	f.out.Locals = append(f.out.Locals, code.Auto{Name: "temporary", Pos: f.pos, Size: t.Size, Private: true})
	f.emit(in)
}

// recordPlace generates a struct value and returns a place to read it from: the object that has the
// value, or a temporary.
func (f *funcGen) recordPlace(e *types.Expr) place {
	if e.Op == types.OpRead && !e.X.Type.Atomic {
		return f.lvalue(e.X)
	}
	r := f.alloc()
	f.temporary(r, e.Type, false)
	p := place{base: r, private: true}
	f.recordInto(p, e, true)
	return p
}

// recordInto generates a struct value and stores it at dst. fresh says that nothing in e can refer to
// dst.
func (f *funcGen) recordInto(dst place, e *types.Expr, fresh bool) {
	mark := f.top
	f.pos = e.Pos
	switch {
	case e.Op == types.OpRead && e.X.Type.Atomic:
		p := f.near(f.lvalue(e.X))
		v := f.alloc()
		f.pos = e.Pos
		f.load(v, p, e.X.Type, e, trace.SeqCst)
		f.unpack(dst, v, e.Type, e)
	case e.Op == types.OpRead:
		src := f.lvalue(e.X)
		f.pos = e.Pos
		f.copyScalars(dst, src, e.Type, e, e)
	case e.Op == types.OpAtomic:
		v := f.genAtomic(e, anywhere)
		f.unpack(dst, v, e.Type, e)
	case e.Op == types.OpCast:
		f.recordInto(dst, e.X, fresh)
	case e.Op == types.OpComma:
		f.effect(e.X)
		f.recordInto(dst, e.Y, fresh)
	case e.Op == types.OpCond:
		els, end := newLabel(), newLabel()
		f.branch(e.X, false, els)
		f.recordInto(dst, e.Y, fresh)
		f.jmp(end)
		f.bind(els)
		f.recordInto(dst, e.Z, fresh)
		f.bind(end)
	case !fresh:
		f.copyScalars(dst, f.recordPlace(e), e.Type, e, e)
	case e.Op == types.OpCall:
		f.addressTo(f.alloc(), dst)
		f.arguments(e)
	case e.Op == types.OpAssign:
		f.recordInto(dst, e.Y, true)
		f.assignRecord(e, dst, e)
	case e.Op == types.OpStmt:
		for _, s := range e.Body.List {
			f.stmt(s)
		}
		f.recordInto(dst, e.Body.Value, fresh)
	default:
		f.r.Unsupportedf(e.Pos, "this use of a structure is not supported")
	}
	f.top = mark
}

// recordEffect generates a struct value that is not used.
func (f *funcGen) recordEffect(e *types.Expr) {
	switch {
	case e.Op != types.OpAssign:
		f.recordPlace(e)
	case e.X.Type.Atomic:
		f.assignPacked(e, f.pack(e.Y))
	default:
		f.assignRecord(e, f.recordPlace(e.Y), e.Y)
	}
}

// assignRecord performs the assignment e of the structure at src, which is the
// value of from.
func (f *funcGen) assignRecord(e *types.Expr, src place, from *types.Expr) {
	if e.X.Type.Atomic {
		v := f.alloc()
		f.packFrom(v, src, e.Type, from)
		f.assignPacked(e, v)
		return
	}
	dst := f.lvalue(e.X)
	f.pos = e.Pos
	f.copyScalars(dst, src, e.Type, e, from)
}

func (f *funcGen) assignPacked(e *types.Expr, v uint8) {
	p := f.lvalue(e.X)
	f.pos = e.Pos
	f.store(p, e.X.Type, v, e, trace.SeqCst)
}

// pack returns a register that holds a struct value, its
// padding zero.
func (f *funcGen) pack(e *types.Expr) uint8 {
	r := f.alloc()
	f.temporary(r, e.Type, true)
	p := place{base: r, private: true}
	f.recordInto(p, e, true)
	f.loadPacked(r, p, e.Type, e)
	return r
}

// packFrom puts the structure at src into register d, as pack does.
func (f *funcGen) packFrom(d uint8, src place, t *types.Type, e *types.Expr) {
	mark := f.top
	p := place{base: f.alloc(), private: true}
	f.temporary(p.base, t, true)
	f.copyScalars(p, src, t, e, e)
	f.loadPacked(d, p, t, e)
	f.top = mark
}

func (f *funcGen) loadPacked(d uint8, p place, t *types.Type, e *types.Expr) {
	a := f.access(p, t, trace.Plain)
	a.Copy = true
	f.loadAccess(d, p, e, a)
}

// unpack stores a packed struct value at dst.
func (f *funcGen) unpack(dst place, v uint8, t *types.Type, e *types.Expr) {
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
