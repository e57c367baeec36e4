package cfront

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// genTyped generates a memset, memcpy or memmove of whole objects whose type the
// arguments tell, as in memset(p, 0, sizeof *p): scalar by scalar, as the
// program will access them later. The machine, which knows no types, would have
// to guess, and a race between accesses of different sizes is not supported. ok
// is false if the call is not of that form.
func (f *funcGen) genTyped(e *expr, id code.SysID, dst int) (r uint8, ok bool) {
	if id != code.Memset && id != code.Memcpy && id != code.Memmove || len(e.args) != 3 || e.args[2].op != xInt {
		return 0, false
	}
	to, size := withoutCast(e.args[0]), e.args[2].i
	t := objectType(to)
	if t == nil || size <= 0 || size%t.size != 0 {
		return 0, false
	}
	n := size / t.size
	if f.countLeaves(t) == 0 || f.countLeaves(t)*n > maxUnrolled {
		return 0, false
	}
	if id == code.Memset {
		if e.args[1].op != xInt {
			return 0, false
		}
		return f.genFill(e, to, t, n, e.args[1].i, dst), true
	}
	from := withoutCast(e.args[1])
	if s := objectType(from); s == nil || !sameType(s.unqualified(), t.unqualified()) || id == code.Memmove && n > 1 {
		return 0, false
	}
	mark := f.top
	d := f.alloc()
	f.gen(to, int(d))
	s := f.alloc()
	f.gen(from, int(s))
	f.pos = e.pos
	for i := range n {
		f.copyScalars(place{base: d, off: i * t.size}, place{base: s, off: i * t.size}, t, e, e)
	}
	return f.handBack(d, mark, dst), true
}

func (f *funcGen) genFill(e, to *expr, t *ctype, n, with int64, dst int) uint8 {
	mark := f.top
	d := f.alloc()
	f.gen(to, int(d))
	v := f.alloc()
	f.pos = e.pos
	for i := range n {
		f.eachLeaf(t, "", i*t.size, func(t *ctype, _ string, off int64) {
			pattern := 0x0101010101010101 * uint64(uint8(with)) >> (64 - 8*t.size)
			if t.kind == kBool {
				pattern = min(pattern, 1)
			}
			f.constTo(v, canonical(int64(pattern), t))
			f.store(place{base: d, off: off}, t, v, e, trace.Plain)
		})
	}
	return f.handBack(d, mark, dst)
}

// handBack ends a call whose result is in register r.
func (f *funcGen) handBack(r uint8, mark, dst int) uint8 {
	f.top = mark
	d := f.dest(dst)
	if d != r {
		f.emit(code.Instr{Op: code.Mov, A: d, B: r})
	}
	return d
}

// withoutCast is a pointer before it was converted to another pointer type.
func withoutCast(e *expr) *expr {
	for e.op == xCast && e.typ.kind == kPtr && e.x.typ.kind == kPtr {
		e = e.x
	}
	return e
}

// objectType is the type of what a pointer points to, if it is an object type
// that says more than bytes; otherwise nil.
func objectType(p *expr) *ctype {
	if p.typ.kind != kPtr {
		return nil
	}
	t := p.typ.elem
	if t.kind == kVoid || t.kind == kFunc || t.size <= 1 {
		return nil
	}
	return t
}
