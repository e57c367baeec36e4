package gen

import (
	"fencepost/interp/cfront/types"
	"fencepost/interp/code"
)

// notePointee notes what expression e, whose site is given, accesses through a pointer, if that
// is how it accesses memory.
func (g *generator) notePointee(site int32, e *types.Expr) {
	p, t := accessedThrough(e)
	if p == nil || p.Text == "" || t.Size < 0 || g.countLeaves(t) > maxScalars {
		return
	}
	shape, ok := g.shapes[t]
	if !ok {
		shape = g.shape(t)
		g.shapes[t] = shape
	}
	if shape.Size > 0 {
		g.prog.Pointees[site] = code.Pointee{Pointer: p.Text, Shape: shape}
	}
}

func (g *generator) shape(t *types.Type) code.Shape {
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

// accessedThrough returns the variable that holds the pointer through which e accesses memory,
// and the type that it points to there; nil if e names the object.
func accessedThrough(e *types.Expr) (pointer *types.Expr, to *types.Type) {
	switch {
	case e.Op == types.OpAtomic && len(e.Args) > 0:
		pointer = e.Args[0]
	case e.Op == types.OpRead, e.Op == types.OpAssign, e.Op == types.OpAssignOp:
		pointer = &types.Expr{Op: types.OpAddr, X: e.X}
	default:
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
