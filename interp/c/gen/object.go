package gen

import (
	"cmp"
	"slices"
	"strconv"

	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
)

// defineObjects lays out the objects of static and thread storage duration,
// main's argument vector among them, and computes their initial content.
func (g *generator) defineObjects(objs []*types.Object, main *types.Function) {
	switch args := g.options.Args; {
	case main == nil:
	case len(main.Params) > 1:
		objs = append(objs[:len(objs):len(objs)], argumentVector(args)...)
	case len(args) > 0:
		g.r.Errorf(main.Pos, "main takes no arguments, and is to be given %q", args[0])
	}
	if g.atomic {
		g.prog.Objects = append(g.prog.Objects, sectionMutex)
	}
	for _, o := range objs {
		d := code.Object{Name: o.Name, Pos: o.Pos, Size: objectSize(o), ReadOnly: o.Literal || isConst(o.Type)}
		if !o.Literal && (!o.Pos.System() || o.Storage == types.Thread) && g.countLeaves(o.Type) <= maxScalars {
			d.Scalars = g.scalars(o.Type)
			d.Overlaid = g.overlaid(o.Type)
		}
		if o.Storage == types.Thread {
			g.objects[o] = len(g.prog.TLS)
			g.prog.TLS = append(g.prog.TLS, d)
		} else {
			g.objects[o] = len(g.prog.Objects)
			g.prog.Objects = append(g.prog.Objects, d)
		}
	}
	code.Layout(g.prog.Objects)
	if g.atomic {
		g.prog.Atomic = g.prog.Objects[0].Addr
	}
	for _, o := range objs {
		if o.Storage == types.Thread {
			g.prog.TLS[g.objects[o]].Init = g.image(o)
		} else {
			g.prog.Objects[g.objects[o]].Init = g.image(o)
		}
	}
}

// argumentVector returns the strings of main's arguments and, last, the array of pointers to them.
func argumentVector(args []string) (objs []*types.Object) {
	charPtr := types.PointerTo(types.Char)
	argv := &types.Object{Name: "argv", Type: types.ArrayOf(charPtr, int64(len(args))+2)}
	for i, text := range append([]string{"program"}, args...) {
		o := &types.Object{Name: strconv.Quote(text), Literal: true, Type: types.ArrayOf(types.Char, int64(len(text)+1))}
		for k, c := range []byte(text) {
			o.Init = append(o.Init, types.InitItem{Off: int64(k), Type: types.Char, Val: &types.Expr{Op: types.OpInt, Type: types.Char, I: int64(int8(c))}})
		}
		at := &types.Expr{Op: types.OpAddr, Type: charPtr, X: &types.Expr{Op: types.OpObj, Type: o.Type, Obj: o}}
		argv.Init = append(argv.Init, types.InitItem{Off: int64(i) * charPtr.Size, Type: charPtr, Val: at})
		objs = append(objs, o)
	}
	return append(objs, argv)
}

// objectSize returns the size of an object: the size of its type, enlarged by the initialiser of a
// flexible array member.
func objectSize(o *types.Object) int64 {
	size := o.Type.Size
	for _, it := range o.Init {
		size = max(size, it.Off+it.Type.Size)
	}
	return size
}

func (g *generator) scalars(t *types.Type) (list []code.Scalar) {
	g.eachLeaf(t, "", 0, func(t *types.Type, path string, off int64) {
		list = append(list, code.Scalar{Path: path, Off: off, Size: uint8(t.Size), Signed: t.Signed, Members: g.wideMembers(t)})
	})
	return list
}

// wideMembers returns the members of a structure of more than 8 bytes that is accessed as a whole;
// nil for other types.
func (g *generator) wideMembers(t *types.Type) (list []code.Scalar) {
	if !t.IsRecord() || t.Size <= 8 || t.Size > trace.MaxSize {
		return nil
	}
	var visit func(t *types.Type, path string, off int64)
	visit = func(t *types.Type, path string, off int64) {
		switch {
		case t.IsRecord():
			parts := t.Rec.Parts
			if t.Rec.Union { // rather than the whole as an integer
				i := max(0, slices.IndexFunc(parts, func(m types.Field) bool { return !m.Type.IsWide() && m.Type.Size == t.Size }))
				parts = parts[i:min(i+1, len(parts))]
			}
			for _, m := range parts {
				visit(m.Type, memberPath(path, m), off+m.Off)
			}
		case t.Kind == types.KindArray:
			for i := range t.Length {
				visit(t.Elem, path+"["+strconv.FormatInt(i, 10)+"]", off+i*t.Elem.Size)
			}
		case !t.IsWide():
			list = append(list, code.Scalar{Path: path, Off: off, Size: uint8(t.Size), Signed: t.Signed})
		}
	}
	visit(t.Unqualified(), "", 0)
	return list
}

// overlaid returns the scalars of those members of unions that eachLeaf leaves out, at most
// maxScalars.
func (g *generator) overlaid(t *types.Type) (list []code.Scalar) {
	var visit func(t *types.Type, path string, off int64, other bool)
	visit = func(t *types.Type, path string, off int64, other bool) {
		switch {
		case len(list) >= maxScalars:
		case t.Kind == types.KindArray && (other || hasUnion(t.Elem)):
			for i := int64(0); i < t.Length && len(list) < maxScalars; i++ {
				visit(t.Elem, path+"["+strconv.FormatInt(i, 10)+"]", off+i*t.Elem.Size, other)
			}
		case t.IsRecord() && !t.Atomic:
			kept := g.members(t.Rec)
			for i := range t.Rec.Parts {
				m := &t.Rec.Parts[i]
				visit(m.Type, memberPath(path, *m), off+m.Off, other || t.Rec.Union && m != &kept[0])
			}
		case other && t.Kind != types.KindArray:
			list = append(list, code.Scalar{Path: path, Off: off, Size: uint8(t.Size), Signed: t.Signed})
		}
	}
	if hasUnion(t) {
		visit(t, "", 0, false)
	}
	slices.SortStableFunc(list, func(a, b code.Scalar) int { return cmp.Compare(a.Off, b.Off) })
	return list
}

func hasUnion(t *types.Type) bool {
	switch {
	case t.Kind == types.KindArray:
		return hasUnion(t.Elem)
	case t.IsRecord() && !t.Atomic:
		return t.Rec.Union || slices.ContainsFunc(t.Rec.Parts, func(m types.Field) bool { return hasUnion(m.Type) })
	}
	return false
}

// image returns the initial content of o, without the zeros at its end.
func (g *generator) image(o *types.Object) []byte {
	var end int64
	for _, it := range o.Init {
		if it.Val.Op != types.OpInt || it.Val.I != 0 {
			end = max(end, it.Off+it.Type.Size)
		}
	}
	if end == 0 {
		return nil
	}
	b := make([]byte, end)
	for _, it := range o.Init {
		if it.Off+it.Type.Size > end {
			continue
		}
		v, ok := g.constValue(it.Val)
		if !ok {
			g.r.Unsupportedf(it.Val.Pos, "this initialiser is not supported")
		}
		code.PutWord(b[it.Off:], uint8(it.Type.Size), uint64(v))
	}
	return b
}

// constValue returns the value of a constant or constant address.
func (g *generator) constValue(e *types.Expr) (int64, bool) {
	switch e.Op {
	case types.OpInt:
		return e.I, true
	case types.OpFunc:
		i, ok := g.funcs[e.Fn]
		if !ok && e.Fn.Weak {
			return 0, true
		}
		return int64(code.FuncAddr(i)), ok
	case types.OpAddr:
		base, off := types.Address(e.X)
		if base.Op != types.OpObj || base.Obj.Storage != types.Static {
			return 0, false
		}
		i, ok := g.objects[base.Obj]
		if !ok {
			return 0, false
		}
		return int64(g.prog.Objects[i].Addr) + off, true
	}
	return 0, false
}

// initialise begins the life of a local and stores its initial value. e names it in the sites.
func (f *funcGen) initialise(o *types.Object, inits []types.AutoInit, zero bool, e *types.Expr) {
	if f.place[o] == inRegister {
		f.initRegister(o, inits, zero)
		return
	}
	private := f.place[o] == inPrivate
	f.define(o, zero && private)
	mark := f.top
	p := f.objectPlace(o)
	if zero && !private {
		f.clearAround(p, o, inits, e)
	}
	for i := range inits {
		it := &inits[i]
		here := f.top
		f.initScalar(p.at(it.Off), o, it, e)
		f.top = here
	}
	if isConst(o.Type) {
		f.emit(code.Instr{Op: code.Seal, A: p.base})
	}
	f.top = mark
}

// noteStore records that the last store is to an offset of local o.
func (f *funcGen) noteStore(o *types.Object, off int64) {
	if last := f.out.Code[len(f.out.Code)-1]; last.Op == code.Store {
		f.noteVariable(last.Imm, o, off)
	}
}

// initRegister gives a scalar its register and value. The value of a call stays in its register.
func (f *funcGen) initRegister(o *types.Object, inits []types.AutoInit, zero bool) {
	mark := f.top
	var v uint8
	switch {
	case len(inits) > 0:
		v = f.value(inits[0].Val)
		f.pos = o.Pos
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

// initScalar stores one initialiser of local o, of a scalar or a whole structure, at p.
func (f *funcGen) initScalar(p place, o *types.Object, it *types.AutoInit, e *types.Expr) {
	at := &types.Expr{Type: it.Type, Pos: it.Val.Pos, Text: e.Text}
	if at.Pos.Line == 0 {
		at.Pos = e.Pos
	}
	switch {
	case !it.Type.IsRecord():
		v := f.value(lowBytes(it.Val, it.Type.Size))
		f.pos = at.Pos
		f.store(p, it.Type, v, at, trace.Plain)
		f.noteStore(o, it.Off)
	case it.Type.Atomic:
		v := f.pack(it.Val)
		f.pos = at.Pos
		f.store(p, it.Type, v, at, trace.Plain)
		f.noteStore(o, it.Off)
	default:
		f.recordInto(p, it.Val, true)
	}
}

// isConst reports whether a whole object of type t is const.
func isConst(t *types.Type) bool {
	for t.Kind == types.KindArray {
		t = t.Elem
	}
	return t.Constant
}

// clearAround clears the scalars of a visible object that no initialiser covers. It stores each only
// once, because other threads may access the object as soon as its address is published.
func (f *funcGen) clearAround(p place, o *types.Object, inits []types.AutoInit, e *types.Expr) {
	mark, t := f.top, o.Type
	f.pos = e.Pos
	if f.countLeaves(t) > maxUnrolled {
		base := f.alloc()
		f.addressTo(base, p)
		f.emit(code.Instr{Op: code.Const, A: f.alloc()})
		f.constTo(f.alloc(), t.Size)
		f.sysAt(e, code.Memset, base, 3)
		f.top = mark
		return
	}
	zero := f.alloc()
	f.emit(code.Instr{Op: code.Const, A: zero})
	f.eachLeaf(t, "", 0, func(t *types.Type, _ string, off int64) {
		if slices.ContainsFunc(inits, func(it types.AutoInit) bool { return off < it.Off+it.Type.Size && it.Off < off+t.Size }) {
			return
		}
		f.store(p.at(off), t, zero, e, trace.Plain)
		f.noteStore(o, off)
	})
	f.top = mark
}
