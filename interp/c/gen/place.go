package gen

import (
	"math"

	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
)

// A place is the location of an lvalue: a register, or memory at r[base]+off.
type place struct {
	register bool
	reg      uint8
	base     uint8
	off      int64
	private  bool
}

// lvalue generates the place of the object that e designates. A struct value that is no lvalue is
// stored in a temporary.
func (f *funcGen) lvalue(e *types.Expr) place {
	switch e.Op {
	case types.OpObj:
		return f.objectPlace(e.Obj)
	case types.OpMember:
		p := f.lvalue(e.X)
		p.off += e.I
		return p
	case types.OpDeref:
		return f.pointee(e.X)
	case types.OpInit:
		f.initialise(e.Obj, e.Inits, e.Zero, e)
		return f.objectPlace(e.Obj)
	}
	return f.recordPlace(e)
}

// pointee generates the place to which pointer value e points.
func (f *funcGen) pointee(e *types.Expr) place {
	switch {
	case e.Op == types.OpAddr:
		return f.lvalue(e.X)
	case e.Op == types.OpCast && e.X.Type.Kind == types.KindPtr:
		return f.pointee(e.X)
	case e.Op == types.OpPtrAdd && e.Y.Op == types.OpInt:
		p := f.pointee(e.X)
		p.off += e.Y.I * e.I
		return p
	case e.Op == types.OpPtrAdd:
		mark := f.top
		p := f.pointee(e.X)
		index := f.value(e.Y)
		f.top = mark
		base := f.alloc()
		f.index(base, p.base, index, e.I)
		p.base = base
		return p
	}
	return place{base: f.value(e), private: f.escapes.leadsToPrivate(e)}
}

// index makes d = base + index*scale.
func (f *funcGen) index(d, base, index uint8, scale int64) {
	if scale == 1 {
		f.emit(code.Instr{Op: code.Add, A: d, B: base, C: index})
		return
	}
	f.emit(code.Instr{Op: code.Index, A: d, B: base, C: index, Imm: int32(scale)})
}

// objectPlace returns the place of a variable.
func (f *funcGen) objectPlace(o *types.Object) place {
	h, ok := f.homes[o]
	if !ok {
		return f.staticPlace(o)
	}
	switch h.kind {
	case homeRegister:
		return place{register: true, reg: h.reg}
	case homeFrame:
		return place{base: f.frame, off: h.off, private: true}
	case homeIndirect:
		r := f.alloc()
		f.frameLoad(r, h.off)
		return place{base: r, private: h.private}
	}
	return place{base: h.reg, private: h.private}
}

// staticPlace returns the place of a variable of static or thread storage duration.
func (f *funcGen) staticPlace(o *types.Object) place {
	i, ok := f.objects[o]
	r := f.alloc()
	switch {
	case !ok:
		f.r.Unsupportedf(f.pos, "%s is used outside its scope", o.Name)
	case o.Storage == types.Thread:
		f.emit(code.Instr{Op: code.TLS, A: r, Imm: int32(i)})
	default:
		f.constTo(r, int64(f.prog.Objects[i].Addr))
	}
	return place{base: r, private: o.Literal}
}

// isLocal reports whether lvalue e is part of a local.
func (f *funcGen) isLocal(e *types.Expr) bool { return f.isLocalObject(root(e)) }

func (f *funcGen) isLocalObject(o *types.Object) bool {
	_, local := f.place[o]
	return local
}

// isPrivate reports whether lvalue e is part of a local that no other thread can see. An atomic
// operation on it needs only plain accesses.
func (f *funcGen) isPrivate(e *types.Expr) bool {
	o := root(e)
	if o == nil {
		return false
	}
	where, local := f.place[o]
	return local && where != inVisible
}

// addressTo makes d hold the address of p.
func (f *funcGen) addressTo(d uint8, p place) {
	switch {
	case p.off == 0 && d == p.base:
	case p.off == 0:
		f.emit(code.Instr{Op: code.Mov, A: d, B: p.base})
	case p.off == int64(int32(p.off)):
		f.emit(code.Instr{Op: code.AddI, A: d, B: p.base, Imm: int32(p.off)})
	default:
		mark := f.top
		r := f.alloc()
		f.constTo(r, p.off)
		f.emit(code.Instr{Op: code.Add, A: d, B: p.base, C: r})
		f.top = mark
	}
}

// near returns p with an offset that an access can hold.
func (f *funcGen) near(p place) place {
	if p.off >= math.MinInt32 && p.off <= math.MaxInt32 {
		return p
	}
	r := f.alloc()
	f.addressTo(r, p)
	p.base, p.off = r, 0
	return p
}

// access describes an access of the scalar type t at p.
func (f *funcGen) access(p place, t *types.Type, order trace.Order) code.Access {
	return code.Access{Off: int32(p.off), Size: uint8(t.Size), Signed: t.Signed, Order: order, Volatile: t.Volatile, Padding: f.padding(t)}
}

// padding returns the bytes of a structure that belong to no member.
func (g *generator) padding(t *types.Type) trace.Undef {
	if !t.IsRecord() || t.Size > trace.MaxSize {
		return 0
	}
	var member [trace.MaxSize]bool
	var visit func(t *types.Type, off int64)
	visit = func(t *types.Type, off int64) {
		switch {
		case t.IsRecord():
			for _, m := range t.Rec.Parts {
				visit(m.Type, off+m.Off)
			}
		case t.Kind == types.KindArray:
			for i := range t.Length {
				visit(t.Elem, off+i*t.Elem.Size)
			}
		default:
			for i := range t.Size {
				member[off+i] = true
			}
		}
	}
	visit(t, 0)
	return trace.WideUndef(uint8(t.Size), func(i uint8) bool { return !member[i] })
}

// siteOf adds a site for expression e. It returns 0 if no path leads here.
func (f *funcGen) siteOf(e *types.Expr, a code.Access, private bool) int32 {
	if f.dead {
		return 0
	}
	s := f.site(f.fn, e.Pos, e.Text, a, private, e)
	if !private {
		f.notePointee(s, e)
		f.noteMember(s, e)
	}
	if t := wideType(e); t != nil && !private && (a.Size > 8 || a.Unit > 0) {
		if list := f.wideMembers(t); list != nil {
			f.prog.Members[s] = list
		}
	}
	return s
}

// wideType returns the structure of more than 8 bytes that e accesses completely or in part; nil if
// there is none.
func wideType(e *types.Expr) *types.Type {
	wide := func(t *types.Type) bool {
		return t != nil && t.IsRecord() && t.Size > 8 && (t.Atomic || t.Rec.IsUnit())
	}
	switch {
	case e.Op == types.OpAtomic && len(e.Args) > 0:
		if wide(e.Type2) {
			return e.Type2
		}
		for p := e.Args[0]; ; p = p.X {
			if p.Type.Kind == types.KindPtr && wide(p.Type.Elem) {
				return p.Type.Elem
			}
			if p.Op != types.OpCast {
				break
			}
		}
	case wide(e.Type):
		return e.Type
	}
	for lv := loadedBy(e); lv != nil && lv.Op == types.OpMember; lv = lv.X {
		if wide(lv.X.Type) {
			return lv.X.Type
		}
	}
	return nil
}

// orderOf returns the memory order of a load, or else a store, without an explicit order.
func (g *generator) orderOf(t *types.Type, load bool) trace.Order {
	if t.Atomic {
		return trace.SeqCst
	}
	return g.copyOrder(t, load)
}

// copyOrder is orderOf in a copy or a fill of an object, which is never atomic.
func (g *generator) copyOrder(t *types.Type, load bool) trace.Order {
	if t.Size > 8 && !t.Volatile {
		return trace.Plain
	}
	return g.options.Accesses.Order(t.Volatile, load)
}

// load loads the scalar of type t at p into register d, for expression e.
func (f *funcGen) load(d uint8, p place, t *types.Type, e *types.Expr, order trace.Order) {
	p = f.near(p)
	a := f.access(p, t, order)
	if t.Size <= 8 && !p.private {
		a.Unit, a.Within = f.unitOf(e, t.Size)
	}
	f.loadAccess(d, p, e, a)
}

// loadedBy returns the lvalue that e loads, or nil.
func loadedBy(e *types.Expr) *types.Expr {
	switch {
	case e.Op == types.OpRead:
		return e.X
	case e.Op == types.OpAtomic && e.Atomic == types.AtomicLoad && e.Args[0].Op == types.OpAddr:
		return e.Args[0].X
	}
	return nil
}

// unitOf returns the size of the structure that contains the size bytes loaded by e and is also
// accessed as a whole, and the offset of the bytes in it. unit is 0 if there is none, and for a local
// accessed by its name, which is a copy.
func (f *funcGen) unitOf(e *types.Expr, size int64) (unit, within uint8) {
	var t *types.Type
	off := int64(0)
	switch {
	case e.Op == types.OpRead && !f.isLocal(e.X):
		t, off = unitAround(e.X, 0)
	case e.Op == types.OpAtomic && e.Atomic == types.AtomicLoad && !f.isLocalObject(pointerRoot(e.Args[0])):
		t, off = unitAt(e.Args[0], 0)
	}
	if t == nil || off < 0 || off%t.Size+size > t.Size {
		return 0, 0
	}
	return uint8(t.Size), uint8(off % t.Size)
}

// unitAround returns the structure that contains lvalue lv and is also accessed as a whole, and the
// offset in it of the byte at offset off of lv.
func unitAround(lv *types.Expr, off int64) (*types.Type, int64) {
	for ; lv.Op == types.OpMember; lv = lv.X {
		off += lv.I
		if t := lv.X.Type; t.IsRecord() && t.Rec.IsUnit() {
			return t, off
		}
	}
	if lv.Op == types.OpDeref {
		return unitAt(lv.X, off)
	}
	return nil, 0
}

// unitAt is unitAround for the object to which p points, before conversions of the pointer.
func unitAt(p *types.Expr, off int64) (*types.Type, int64) {
	for {
		if t := p.Type.Elem; p.Type.Kind == types.KindPtr && t.IsRecord() && t.Rec.IsUnit() {
			return t, off
		}
		switch {
		case p.Op == types.OpAddr:
			return unitAround(p.X, off)
		case p.Op == types.OpCast && p.X.Type.Kind == types.KindPtr:
			p = p.X
		case p.Op == types.OpPtrAdd && p.Y.Op == types.OpInt:
			off += p.Y.I * p.I
			p = p.X
		default:
			return nil, 0
		}
	}
}

func (f *funcGen) loadAccess(d uint8, p place, e *types.Expr, a code.Access) {
	op := code.Load
	switch {
	case p.private:
		op = code.LoadP
	case a.Size == 16 && a.Order == trace.Plain:
		f.loadHalves(d, p, e, a)
		return
	}
	f.emit(code.Instr{Op: op, A: d, B: p.base, Imm: f.siteOf(e, a, p.private)})
}

// loadHalves is loadAccess for 16 bytes that is not atomic. Compilers generate two loads, between
// which other threads may act.
func (f *funcGen) loadHalves(d uint8, p place, e *types.Expr, a code.Access) {
	mark := f.top
	low, high := f.beside(p.base), f.alloc()
	if high == p.base {
		high = f.alloc()
	}
	a.Size, a.Unit, a.Within, a.Copy = 8, 16, 0, false
	f.emit(code.Instr{Op: code.Load, A: low, B: p.base, Imm: f.siteOf(e, a, false)})
	a.Off, a.Within = a.Off+8, 8
	f.emit(code.Instr{Op: code.Load, A: high, B: p.base, Imm: f.siteOf(e, a, false)})
	f.emit(code.Instr{Op: code.Wide, A: d, B: low, C: high, Imm: int32(code.WideJoin)})
	f.top = mark
}

// store stores register v into the scalar of type t at p, for expression e.
func (f *funcGen) store(p place, t *types.Type, v uint8, e *types.Expr, order trace.Order) {
	mark := f.top
	p = f.near(p)
	f.storeAccess(p, v, e, f.access(p, t, order))
	f.top = mark
}

func (f *funcGen) storeAccess(p place, v uint8, e *types.Expr, a code.Access) {
	op := code.Store
	if p.private {
		op = code.StoreP
	}
	f.emit(code.Instr{Op: op, B: p.base, C: v, Imm: f.siteOf(e, a, p.private)})
}
