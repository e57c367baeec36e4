package cfront

import (
	"encoding/binary"

	"fencepost/interp/code"
)

// defineObjects lays out the objects of static and thread storage duration,
// main's argument vector among them, and computes their initial content.
func (g *generator) defineObjects(objs []*object, main *function) {
	if main != nil && len(main.params) > 1 {
		objs = append(objs[:len(objs):len(objs)], argumentVector()...)
	}
	for _, o := range objs {
		d := code.Object{Name: o.name, Pos: o.pos, Size: objectSize(o), ReadOnly: o.literal}
		if !o.literal && !isSystemFile(o.pos.File) && g.countLeaves(o.typ) <= maxScalars {
			d.Scalars = g.scalars(o.typ)
		}
		if o.storage == thread {
			g.objects[o] = len(g.prog.TLS)
			g.prog.TLS = append(g.prog.TLS, d)
		} else {
			g.objects[o] = len(g.prog.Objects)
			g.prog.Objects = append(g.prog.Objects, d)
		}
	}
	code.Layout(g.prog.Objects)
	for _, o := range objs {
		if o.storage == thread {
			g.prog.TLS[g.objects[o]].Init = g.image(o)
		} else {
			g.prog.Objects[g.objects[o]].Init = g.image(o)
		}
	}
}

// argumentVector returns the strings that main is called with, and the array
// of pointers to them, which comes last.
func argumentVector() []*object {
	name := &object{name: `"program"`, literal: true, typ: arrayOf(tChar, int64(len("program")+1))}
	for i, c := range []byte("program") {
		name.init = append(name.init, initItem{int64(i), tChar, &expr{op: xInt, typ: tChar, i: int64(c)}})
	}
	charPtr := pointerTo(tChar)
	first := &expr{op: xAddr, typ: charPtr, x: &expr{op: xObj, typ: name.typ, obj: name}}
	argv := &object{name: "argv", typ: arrayOf(charPtr, 2), init: []initItem{{0, charPtr, first}}}
	return []*object{name, argv}
}

// objectSize is the size of an object: that of its type, and what the
// initialiser of a flexible array member adds.
func objectSize(o *object) int64 {
	size := o.typ.size
	for _, it := range o.init {
		size = max(size, it.off+it.typ.size)
	}
	return size
}

func (g *generator) scalars(t *ctype) (list []code.Scalar) {
	g.eachLeaf(t, "", 0, func(t *ctype, path string, off int64) {
		list = append(list, code.Scalar{Path: path, Off: off, Size: uint8(t.size), Signed: t.signed})
	})
	return list
}

// image returns the initial content of o, without the zeros at its end.
func (g *generator) image(o *object) []byte {
	var end int64
	for _, it := range o.init {
		if it.val.op != xInt || it.val.i != 0 {
			end = max(end, it.off+it.typ.size)
		}
	}
	if end == 0 {
		return nil
	}
	b := make([]byte, end)
	for _, it := range o.init {
		if it.off+it.typ.size > end {
			continue
		}
		v, ok := g.constValue(it.val)
		if !ok {
			g.r.unsupportedf(it.val.pos, "this initialiser is not supported")
		}
		put(b[it.off:], it.typ.size, v)
	}
	return b
}

func put(b []byte, size int64, v int64) {
	switch size {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(b, uint64(v))
	}
}

// constValue returns the value of a constant or constant address.
func (g *generator) constValue(e *expr) (int64, bool) {
	switch e.op {
	case xInt:
		return e.i, true
	case xFunc:
		i, ok := g.funcs[e.fn]
		return int64(code.FuncAddr(i)), ok
	case xAddr:
		base, off := address(e.x)
		if base.op != xObj || base.obj.storage != static {
			return 0, false
		}
		i, ok := g.objects[base.obj]
		if !ok {
			return 0, false
		}
		return int64(g.prog.Objects[i].Addr) + off, true
	}
	return 0, false
}
