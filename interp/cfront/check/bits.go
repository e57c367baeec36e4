package check

import (
	"fencepost/interp/cfront/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// This file makes of bit-fields what the generator knows: words, which are read and
// written whole. Bit-fields that follow each other are one memory location (C11
// 3.14), up to 8 bytes here; they are laid out as the System V ABI does.

// bitField lays a bit-field out; one without a name leaves room.
func (c *checker) bitField(l *layout, n *cc.StructDeclarator, base *types.Type) {
	d := &declarator{pos: c.pos(n.Token), typ: base}
	if n.Declarator != nil {
		d = c.declarator(n.Declarator, base)
	}
	width := c.integerConstant(n.ConstantExpression, "the width of a bit-field").I
	most := 8 * d.typ.Size
	if d.typ.Kind == types.KindBool {
		most = 1
	}
	switch {
	case !d.typ.IsInteger():
		c.fail(d.pos, "a bit-field of type '%s'", d.typ)
	case d.typ.Atomic:
		c.unsupported(d.pos, "atomic bit-fields are not supported")
	case width < 0 || width > most || width == 0 && d.name != "":
		c.fail(d.pos, "a bit-field of %d bits of type '%s'", width, d.typ)
	}
	unit := 8 * d.typ.Size
	at := max(l.bitEnd, 8*l.size)
	if l.bitEnd > 0 {
		at = l.bitEnd
	}
	switch {
	case l.rec.Union:
		at = 0
	case width == 0:
		l.closeWords()
		l.size = (at + unit - 1) / unit * d.typ.Size
		return
	case at/unit != (at+width-1)/unit:
		at = (at + unit - 1) / unit * unit
	}
	l.bitEnd = at + width
	l.size = max(l.size, (l.bitEnd+7)/8)
	if d.name != "" {
		c.newMember(l, d.name, d.pos)
		l.align = max(l.align, d.typ.Align)
		l.open = append(l.open, len(l.rec.Fields))
		l.rec.Fields = append(l.rec.Fields, types.Field{Name: d.name, Type: d.typ, Off: at, Bits: uint8(width)})
	}
	if l.rec.Union {
		l.closeWords()
	}
}

// closeWords gives the bit-fields of a run their words: the smallest that cover
// those of 8 bytes.
func (l *layout) closeWords() {
	l.bitEnd = 0
	for len(l.open) > 0 {
		fields := l.rec.Fields
		block := fields[l.open[0]].Off / 64
		n := 0
		low, high := fields[l.open[0]].Off/8, int64(0)
		for n < len(l.open) && fields[l.open[n]].Off/64 == block {
			f := fields[l.open[n]]
			high = max(high, (f.Off+int64(f.Bits)+7)/8)
			n++
		}
		size := int64(1)
		for low/size*size+size < high {
			size *= 2
		}
		start := low / size * size
		for _, i := range l.open[:n] {
			f := &fields[i]
			f.Shift, f.Off, f.Word = uint8(f.Off-8*start), start, unsignedOf[size]
		}
		l.open = l.open[n:]
	}
}

var unsignedOf = map[int64]*types.Type{1: types.UChar, 2: types.UShort, 4: types.UInt, 8: types.ULong}

// placeParts lists what objects of a record consist of.
func (c *checker) placeParts(rec *types.Record) {
	rec.Parts = rec.Fields
	words := make(map[int64]types.Field)
	for _, f := range rec.Fields {
		if f.Bits > 0 {
			words[f.Off] = f
		}
	}
	if len(words) == 0 {
		return
	}
	rec.Parts = nil
	placed := make(map[int64]bool)
	end, last := int64(0), ""
	for _, f := range rec.Fields {
		if f.Bits > 0 {
			if placed[f.Off] {
				continue
			}
			placed[f.Off] = true
			f = types.Field{Name: f.Name, Type: f.Word.WithQualifiers(f.Type.Qualifiers()), Off: f.Off}
		}
		if f.Off < end && !rec.Union {
			c.unsupported(rec.Pos, "'%s', which shares a word of bit-fields with '%s', is not supported: put it elsewhere", f.Name, last)
		}
		end, last = f.Off+max(0, f.Type.Size), f.Name
		rec.Parts = append(rec.Parts, f)
	}
}

// word is the word that bit-field x lies in.
func word(x *types.Expr) *types.Expr {
	w := *x
	w.Type, w.Type2, w.Bits, w.Shift = x.Type2, nil, 0, 0
	return &w
}

// numeric returns x op y, both converted as usual.
func numeric(op types.Op, x, y *types.Expr, pos trace.Pos) *types.Expr {
	if op == types.OpShl || op == types.OpShr {
		x, y = promote(x), promote(y)
	} else {
		x, y = arithmetic(x, y)
	}
	if x.IsConst() && y.IsConst() {
		if v, ok := fold(op, x.I, y.I, x.Type); ok {
			return types.IntConst(v, x.Type)
		}
	}
	return &types.Expr{Op: op, Type: x.Type, Pos: pos, X: x, Y: y}
}

// extract returns bit-field x of the value of its word, promoted.
func extract(w, x *types.Expr) *types.Expr {
	v := numeric(types.OpShr, cast(w, types.ULong), types.IntConst(int64(x.Shift), types.Int), x.Pos)
	return fieldValue(v, x)
}

// fieldValue returns the low bits of v as a bit-field like x holds them, promoted:
// to int if that holds all its values.
func fieldValue(v, x *types.Expr) *types.Expr {
	t := x.Type.Unqualified()
	up := types.IntConst(int64(64-x.Bits), types.Int)
	v = numeric(types.OpShl, cast(v, types.ULong), up, x.Pos)
	if t.Signed {
		v = cast(v, types.Long)
	}
	v = numeric(types.OpShr, v, up, x.Pos)
	if x.Bits < 32 || t.Signed && x.Bits == 32 {
		return cast(v, types.Int)
	}
	return cast(v, promoted(t))
}

// insert returns word w with bit-field x replaced by v.
func insert(w, x, v *types.Expr) *types.Expr {
	mask := int64(^uint64(0)>>(64-x.Bits)) << x.Shift
	rest := numeric(types.OpAnd, cast(w, types.ULong), types.IntConst(^mask, types.ULong), x.Pos)
	v = numeric(types.OpShl, cast(v, types.ULong), types.IntConst(int64(x.Shift), types.Int), x.Pos)
	v = numeric(types.OpAnd, v, types.IntConst(mask, types.ULong), x.Pos)
	return cast(numeric(types.OpOr, rest, v, x.Pos), x.Type2)
}

// assignBits checks an assignment e to bit-field x.
func (c *checker) assignBits(e, x, y *types.Expr, n *cc.AssignmentExpression) *types.Expr {
	pos := c.pos(n.Token)
	if n.Case == cc.AssignmentExpressionAssign {
		return c.updateBits(e, x, false, false, func(*types.Expr) *types.Expr {
			return c.assignTo(x.Type, y, pos, "assignment")
		})
	}
	token := n.Token.SrcStr()
	op := binaryOps[token[:len(token)-1]]
	c.numbers(op, x, y, n.Token)
	return c.updateBits(e, x, true, false, func(old *types.Expr) *types.Expr { return numeric(op, old, y, pos) })
}

// updateBits makes an assignment to bit-field x of what value makes of its old value,
// which it may not need: the word is read, changed and written. The rest of the word
// need not have been written before.
func (c *checker) updateBits(e, x *types.Expr, needsOld, post bool, value func(old *types.Expr) *types.Expr) *types.Expr {
	if c.fn == nil {
		c.fail(e.Pos, "an assignment outside of a function")
	}
	var list []*types.Stmt
	keep := func(v *types.Expr) func() *types.Expr {
		kept, declared := c.keep(v)
		list = append(list, declared)
		return kept
	}
	place := func() *types.Expr { return word(x) }
	if base, _ := types.Address(word(x)); base.Op != types.OpObj {
		address := keep(c.addressOf(word(x)))
		place = func() *types.Expr {
			return &types.Expr{Op: types.OpDeref, Type: x.Type2, Pos: x.Pos, Text: x.Text, X: address()}
		}
	}
	var old func() *types.Expr
	var before *types.Expr
	if needsOld {
		old = keep(extract(c.rvalue(place()), x))
		before = old()
	}
	v := cast(value(before), x.Type)
	result := keep(fieldValue(v, x))
	whole := c.rvalue(place())
	whole.Partial = true
	list = append(list, &types.Stmt{Op: types.StmtExpr, Pos: e.Pos, X: &types.Expr{
		Op: types.OpAssign, Type: x.Type2.Unqualified(), Pos: e.Pos, Text: e.Text, X: place(), Y: insert(whole, x, result()),
	}})
	if post {
		result = old
	}
	return inBlock(list, cast(result(), e.Type))
}

// bits initialises a bit-field whose record is at off: it joins what its word is
// initialised with.
func (in *initialiser) bits(f types.Field, off int64, e *types.Expr, pos trace.Pos) {
	v := in.c.assignTo(f.Type, e, pos, "initialiser")
	x := &types.Expr{Type: f.Type, Type2: f.Word, Pos: pos, Bits: f.Bits, Shift: f.Shift}
	if i, ok := in.at[off]; ok && types.Same(in.items[i].Type, f.Word) {
		in.items[i].Val = insert(in.items[i].Val, x, v)
		return
	}
	v = insert(types.IntConst(0, f.Word), x, v)
	if v.Pos.Line == 0 {
		v.Pos = pos
	}
	in.add(f.Word, off, v)
}
