package gen

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

// maxShaped bounds the scalars in all shapes of a program. Each cast may make a type of its own.
const maxShaped = 1 << 18

// notePointee records the variable and the type through which expression e of a site accesses memory,
// if it does so through a pointer or names a part of a local variable.
func (g *generator) notePointee(site int32, e *types.Expr) {
	if p := addressOf(e); p != nil && p.Op == types.OpAddr {
		if base, off := types.Address(p.X); base.Op == types.OpObj {
			g.noteVariable(site, base.Obj, off)
			return
		}
	}
	if p, t := accessedThrough(e); p != nil && p.Text != "" {
		if shape := g.shapeOf(t); shape.Size > 0 {
			g.prog.Pointees[site] = code.Pointee{Pointer: p.Text, Shape: shape}
		}
	}
}

// noteVariable records that a site accesses object o at an offset, if o is a local variable that has
// parts.
func (g *generator) noteVariable(site int32, o *types.Object, off int64) {
	if o.Storage != types.Auto && o.Storage != types.Param || o.Type.IsScalar() {
		return
	}
	if shape := g.shapeOf(o.Type); len(shape.Scalars) > 1 {
		g.prog.Pointees[site] = code.Pointee{Pointer: o.Name, Variable: true, Shape: shape, Within: true, At: off}
	}
}

// shapeOf returns the shape of type t; it has no size if it is not known, or too large.
func (g *generator) shapeOf(t *types.Type) code.Shape {
	if t.Size < 0 || g.countLeaves(t) > maxScalars {
		return code.Shape{}
	}
	shape, ok := g.shapes[t]
	if !ok {
		if g.shaped += g.countLeaves(t); g.shaped > maxShaped {
			return code.Shape{}
		}
		shape = g.newShape(t)
		g.shapes[t] = shape
	}
	return shape
}

func (g *generator) newShape(t *types.Type) code.Shape {
	l := code.Shape{Size: t.Size, Scalars: g.scalars(t)}
	if t.Kind != types.KindStruct || len(t.Rec.Parts) == 0 {
		return l
	}
	if m := t.Rec.Parts[len(t.Rec.Parts)-1]; m.Type.Kind == types.KindArray && m.Type.Length <= 0 && m.Type.Elem.Size > 0 && g.countLeaves(m.Type.Elem) <= maxScalars {
		l.Flexible, l.FlexiblePath, l.FlexibleOff = &code.Shape{Size: m.Type.Elem.Size, Scalars: g.scalars(m.Type.Elem)}, "."+m.Name, m.Off
		l.Size = max(l.Size, 1)
	}
	return l
}

// accessedThrough returns the variable that holds the pointer through which e accesses memory, and
// the type to which it points; nil if e names the object.
func accessedThrough(e *types.Expr) (pointer *types.Expr, to *types.Type) {
	if pointer = addressOf(e); pointer == nil {
		return nil, nil
	}
	for {
		if to == nil && pointer.Op != types.OpAddr && pointer.Type.Kind == types.KindPtr {
			to = pointer.Type.Elem
		}
		switch pointer.Op {
		case types.OpAddr:
			lv := pointer.X
			for lv.Op == types.OpMember {
				lv = lv.X
			}
			if lv.Op != types.OpDeref {
				return nil, nil
			}
			pointer, to = lv.X, nil
		case types.OpPtrAdd, types.OpCast:
			pointer = pointer.X
		case types.OpRead:
			if to == nil {
				return nil, nil
			}
			return pointer, to
		default:
			return nil, nil
		}
	}
}

// addressOf returns a pointer to the object that e accesses; nil if e is no access.
func addressOf(e *types.Expr) *types.Expr {
	switch {
	case e.Op == types.OpAtomic && len(e.Args) > 0:
		return e.Args[0]
	case e.Op == types.OpRead, e.Op == types.OpAssign, e.Op == types.OpAssignOp:
		return &types.Expr{Op: types.OpAddr, X: e.X}
	}
	return nil
}

// noteMember records the member of a structure that expression e of a site accesses, if it accesses
// one or an element of one.
func (g *generator) noteMember(site int32, e *types.Expr) {
	p := addressOf(e)
	for p != nil && p.Op == types.OpAddr {
		lv := p.X
		for lv.Op == types.OpMember && lv.X.Type.Kind == types.KindArray {
			lv = lv.X
		}
		switch {
		case lv.Op == types.OpMember && lv.X.Type.IsRecord():
			rec := lv.X.Type.Rec
			if m, ok := memberAt(rec, lv.I, lv.Type); ok {
				name := m.Name
				if rec.Tag != "" {
					name = rec.Tag + "." + name
				}
				g.prog.Declared[site] = code.Declared{Name: name, Pos: m.Pos, Record: rec.Pos}
			}
			return
		case lv.Op == types.OpDeref && lv.X.Op == types.OpPtrAdd:
			p = lv.X.X
		default:
			return
		}
	}
}

// memberAt returns the member of a type at an offset. It may be a member of an anonymous member.
func memberAt(rec *types.Record, off int64, t *types.Type) (types.Field, bool) {
	for _, f := range rec.Fields {
		if f.Name == "" && f.Type.IsRecord() {
			if m, ok := memberAt(f.Type.Rec, off-f.Off, t); ok {
				return m, true
			}
		} else if f.Off == off && f.Pos.Line > 0 && types.Same(f.Type.Unqualified(), t.Unqualified()) {
			return f, true
		}
	}
	return types.Field{}, false
}
