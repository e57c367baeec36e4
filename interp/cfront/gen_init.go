package cfront

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// initialise begins the life of a local and stores what it starts with; e
// names it in the sites.
func (f *funcGen) initialise(o *object, inits []autoInit, zero bool, e *expr) {
	if f.place[o] == inRegister {
		f.initRegister(o, inits, zero)
		return
	}
	private := f.place[o] == inPrivate
	f.define(o, zero && private)
	mark := f.top
	p := f.objectPlace(o)
	if zero && !private {
		f.clearAround(p, o.typ, inits, e)
	}
	for i := range inits {
		it := &inits[i]
		here := f.top
		f.initScalar(p.at(it.off), it, e)
		f.top = here
	}
	f.top = mark
}

// initRegister gives a scalar its register and value. The value of a call is
// used where it is left.
func (f *funcGen) initRegister(o *object, inits []autoInit, zero bool) {
	mark := f.top
	var v uint8
	switch {
	case len(inits) > 0:
		v = f.value(inits[0].val)
		f.pos = o.pos
	case zero:
		v = f.alloc()
		f.emit(code.Instr{Op: code.Const, A: v})
	}
	if f.crowded && mark >= maxLocalRegs {
		h := home{kind: homeFrame, off: f.frameRoom(), private: true}
		if len(inits) > 0 || zero {
			f.frameStore(h.off, v)
		}
		f.homes[o] = h
		f.top = mark
		return
	}
	f.top = mark
	r := f.alloc()
	if len(inits) > 0 && v != r {
		f.emit(code.Instr{Op: code.Mov, A: r, B: v})
	}
	f.homes[o] = home{reg: r}
}

// initScalar stores one initialiser, of a scalar or a whole structure, at p.
func (f *funcGen) initScalar(p place, it *autoInit, e *expr) {
	at := &expr{typ: it.typ, pos: it.val.pos, text: e.text}
	if at.pos.Line == 0 {
		at.pos = e.pos
	}
	switch {
	case !it.typ.isRecord():
		v := f.value(lowBytes(it.val, it.typ.size))
		f.pos = at.pos
		f.store(p, it.typ, v, at, trace.Plain)
	case it.typ.atomic:
		v := f.pack(it.val)
		f.pos = at.pos
		f.store(p, it.typ, v, at, trace.Plain)
	default:
		f.recordInto(p, it.val, true)
	}
}

// clearAround clears the scalars of a visible object that no initialiser
// covers: others may see it as soon as its address goes round, so each is
// stored once.
func (f *funcGen) clearAround(p place, t *ctype, inits []autoInit, e *expr) {
	mark := f.top
	f.pos = e.pos
	if f.countLeaves(t) > maxUnrolled {
		base := f.alloc()
		f.addressTo(base, p)
		f.emit(code.Instr{Op: code.Const, A: f.alloc()})
		f.constTo(f.alloc(), t.size)
		f.sysAt(e, code.Memset, base, 3)
		f.top = mark
		return
	}
	zero := f.alloc()
	f.emit(code.Instr{Op: code.Const, A: zero})
	f.eachLeaf(t, "", 0, func(t *ctype, _ string, off int64) {
		for i := range inits {
			if off < inits[i].off+inits[i].typ.size && inits[i].off < off+t.size {
				return
			}
		}
		f.store(p.at(off), t, zero, e, trace.Plain)
	})
	f.top = mark
}
