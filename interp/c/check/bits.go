package check

import (
	"cmp"
	"fmt"
	"slices"

	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"

	"modernc.org/cc/v4"
)

// Bit-fields. For the generator they become words, which are read and written whole. Consecutive
// bit-fields are one memory location (C11 3.14), of at most 8 bytes here. The layout is as in the
// System V ABI.

// bitField lays a bit-field out. A bit-field without a name only reserves room.
func (c *checker) bitField(l *layout, n *cc.StructDeclarator, base *types.Type, a attributes) {
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
	case width > 64:
		c.unsupported(d.pos, "bit-fields of more than 64 bits are not supported")
	}
	unit := 8 * d.typ.Size
	at := 8 * l.size
	follows := l.bitEnd > 0
	if follows {
		at = l.bitEnd
	}
	if a.align > 0 {
		at = roundUp(at, 8*l.alignment(types.Char, a))
	}
	switch {
	case l.rec.Union:
		at = 0
	case width == 0:
		l.bitEnd = 0
		l.size = roundUp(at, unit) / 8
		return
	case at/unit != (at+width-1)/unit && !l.packed && !a.packed && l.pack == 0:
		at = roundUp(at, unit)
	}
	l.bitEnd = at + width
	l.size = max(l.size, (l.bitEnd+7)/8)
	if d.name != "" {
		c.newMember(l, d.name, d.pos)
		l.align = max(l.align, l.alignment(d.typ, a))
		if l.pack > 0 { // then packed has no effect
			l.align = max(l.align, min(d.typ.Align, l.pack))
		}
		if !follows || l.rec.Union || len(l.runs) == 0 {
			l.runs = append(l.runs, nil)
		}
		run := &l.runs[len(l.runs)-1]
		*run = append(*run, len(l.rec.Fields))
		l.rec.Fields = append(l.rec.Fields, types.Field{Name: d.name, Type: d.typ, Off: at, Bits: uint8(width)})
	}
	if l.rec.Union {
		l.bitEnd = 0
	}
}

func roundUp(n, unit int64) int64 { return (n + unit - 1) / unit * unit }

// placeWords assigns words to the bit-fields: the smallest words that contain the bit-fields of 8
// bytes. If a word of a run overlaps another member, or leaves the record, the run has single bytes
// as words. It also lists the parts of the record.
func (l *layout) placeWords(size int64) {
	rec := l.rec
	rec.Parts = rec.Fields
	if len(l.runs) == 0 {
		return
	}
	taken := make([]extent, 0, len(rec.Fields))
	for _, f := range rec.Fields {
		if f.Bits == 0 {
			taken = append(taken, extent{f.Off, max(0, f.Type.Size)})
		}
	}
	for _, run := range l.runs {
		words := l.wordsOf(run)
		last := words[len(words)-1]
		if last.size > 8 || last.end() > size || !rec.Union && overlap(slices.Concat(words, taken)) {
			words = nil
			for _, i := range run {
				f := rec.Fields[i]
				for b := f.Off / 8; b <= (f.Off+int64(f.Bits)-1)/8; b++ {
					if n := len(words); n == 0 || words[n-1].start < b {
						words = append(words, extent{b, 1})
					}
				}
			}
		}
		taken = append(taken, words...)
		for _, i := range run {
			f := &rec.Fields[i]
			at, _ := slices.BinarySearchFunc(words, f.Off/8, func(w extent, b int64) int { return cmp.Compare(w.end(), b+1) })
			f.Off, f.Shift, f.Word = words[at].start, uint8(f.Off-8*words[at].start), unsignedOf[words[at].size]
		}
	}
	rec.Parts = nil
	placed := make(map[int64]bool)
	for _, f := range rec.Fields {
		if f.Bits == 0 {
			rec.Parts = append(rec.Parts, f)
			continue
		}
		for k := range wordCount(f.Shift, f.Bits, f.Word) {
			p := types.Field{Name: f.Name, Type: f.Word.WithQualifiers(f.Type.Qualifiers()), Off: f.Off + k*f.Word.Size}
			if k > 0 {
				p.Name = fmt.Sprintf("%s+%d", f.Name, k)
			}
			if !placed[p.Off] || rec.Union {
				placed[p.Off] = true
				rec.Parts = append(rec.Parts, p)
			}
		}
	}
}

// An extent is some bytes of a record.
type extent struct{ start, size int64 }

func (x extent) end() int64 { return x.start + x.size }

// overlap reports whether two of the extents overlap.
func overlap(list []extent) bool {
	slices.SortFunc(list, func(a, b extent) int { return cmp.Compare(a.start, b.start) })
	for i := 1; i < len(list); i++ {
		if list[i].start < list[i-1].end() {
			return true
		}
	}
	return false
}

// wordsOf returns the words of a run of bit-fields, in order: the smallest that contain the
// bit-fields which begin in the same 8 bytes.
func (l *layout) wordsOf(run []int) (words []extent) {
	fields := l.rec.Fields
	for n := 0; len(run) > 0; run, n = run[n:], 0 {
		block := fields[run[0]].Off / 64
		low, high := fields[run[0]].Off/8, int64(0)
		for n < len(run) && fields[run[n]].Off/64 == block {
			f := fields[run[n]]
			high = max(high, (f.Off+int64(f.Bits)+7)/8)
			n++
		}
		size := int64(1)
		for low/size*size+size < high {
			size *= 2
		}
		words = append(words, extent{low / size * size, size})
	}
	return words
}

var unsignedOf = map[int64]*types.Type{1: types.UChar, 2: types.UShort, 4: types.UInt, 8: types.ULong}

// wordCount returns how many consecutive words a bit-field occupies.
func wordCount(shift, bits uint8, word *types.Type) int64 {
	return (int64(shift) + int64(bits) + 8*word.Size - 1) / (8 * word.Size)
}

// words returns the words of bit-field x.
func words(x *types.Expr) (list []*types.Expr) {
	for k := range wordCount(x.Shift, x.Bits, x.Type2) {
		w := *x
		w.Type, w.Type2, w.Bits, w.Shift = x.Type2, nil, 0, 0
		w.I += k * x.Type2.Size
		list = append(list, &w)
	}
	return list
}

// numeric returns x op y after the usual arithmetic conversions.
func numeric(op types.Op, x, y *types.Expr, pos trace.Pos) *types.Expr {
	if op == types.OpShl || op == types.OpShr {
		x, y = promote(x), promote(y)
	} else {
		x, y = arithmetic(x, y)
	}
	return folded(op, x, y, pos)
}

// folded returns x op y of converted operands, computed if both are constants.
func folded(op types.Op, x, y *types.Expr, pos trace.Pos) *types.Expr {
	if x.IsConst() && y.IsConst() {
		if v, ok := fold(op, x.I, y.I, x.Type); ok {
			return types.IntConst(v, x.Type)
		}
	}
	return &types.Expr{Op: op, Type: x.Type, Pos: pos, X: x, Y: y}
}

// shifted returns v shifted left by bits, or right if bits is negative.
func shifted(v *types.Expr, bits int64) *types.Expr {
	if bits < 0 {
		return numeric(types.OpShr, v, types.IntConst(-bits, types.Int), v.Pos)
	}
	return numeric(types.OpShl, v, types.IntConst(bits, types.Int), v.Pos)
}

// place returns the position in the value of bit-field x of the lowest bit of word number k.
func place(x *types.Expr, k int) int64 { return 8*x.Type2.Size*int64(k) - int64(x.Shift) }

// extract returns the value of bit-field x from the values of its words, promoted.
func extract(list []*types.Expr, x *types.Expr) *types.Expr {
	v := shifted(cast(list[0], types.ULong), place(x, 0))
	for k := 1; k < len(list); k++ {
		v = numeric(types.OpOr, v, shifted(cast(list[k], types.ULong), place(x, k)), x.Pos)
	}
	return fieldValue(v, x)
}

// fieldValue returns the value that a bit-field like x has after v is stored in it. It is promoted:
// to int if int can represent all its values.
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

// insert returns value w of word number k of bit-field x with the part of the field in it replaced by
// the part of v.
func insert(w, x *types.Expr, k int, v *types.Expr) *types.Expr {
	ones := func(mask uint64) *types.Expr { return types.IntConst(int64(mask), types.ULong) }
	mask := shifted(ones(^uint64(0)>>(64-x.Bits)), -place(x, k)).I
	mask = types.Canonical(mask, x.Type2)
	rest := numeric(types.OpAnd, cast(w, types.ULong), ones(^uint64(mask)), x.Pos)
	v = shifted(cast(v, types.ULong), -place(x, k))
	v = numeric(types.OpAnd, v, ones(uint64(mask)), x.Pos)
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

// updateBits makes an assignment to bit-field x: its words are read, changed and written. value
// computes the new value from the old one, which is available if needsOld is set. Other bytes of the
// words may be never written.
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
	places := words(x)
	if base, _ := types.Address(places[0]); base.Op != types.OpObj {
		address := keep(c.addressOf(places[0]))
		first := &types.Expr{Op: types.OpDeref, Type: x.Type2, Pos: x.Pos, Text: x.Text, X: address()}
		for k := range places {
			places[k] = first
			if k > 0 {
				places[k] = &types.Expr{Op: types.OpMember, Type: x.Type2, Pos: x.Pos, Text: x.Text, X: first, I: int64(k) * x.Type2.Size}
			}
		}
	}
	read := func() []*types.Expr { return lists.Map(places, c.rvalue) }
	var old func() *types.Expr
	var before *types.Expr
	if needsOld {
		old = keep(extract(read(), x))
		before = old()
	}
	v := cast(value(before), x.Type)
	result := keep(fieldValue(v, x))
	for k, whole := range read() {
		list = append(list, &types.Stmt{Op: types.StmtExpr, Pos: e.Pos, X: &types.Expr{
			Op: types.OpAssign, Type: x.Type2.Unqualified(), Pos: e.Pos, Text: e.Text, X: places[k], Y: insert(whole, x, k, result()),
		}})
	}
	if post {
		result = old
	}
	return inBlock(list, cast(result(), e.Type))
}

// bits initialises a bit-field whose record is at off. It combines the value with the other
// initialisers of its words.
func (in *initialiser) bits(f types.Field, off int64, e *types.Expr, pos trace.Pos) {
	v := in.c.assignTo(f.Type, e, pos, "initialiser")
	x := &types.Expr{Type: f.Type, Type2: f.Word, Pos: pos, Bits: f.Bits, Shift: f.Shift}
	n := int(wordCount(f.Shift, f.Bits, f.Word))
	if n > 1 && !v.IsConst() {
		in.c.unsupported(pos, "bit-field '%s' lies across other members' bytes: initialise it with a constant, or assign to it", f.Name)
	}
	for k := range n {
		at := off + int64(k)*f.Word.Size
		if i, ok := in.at[at]; ok && types.Same(in.items[i].Type, f.Word) {
			in.items[i].Val = insert(in.items[i].Val, x, k, v)
			continue
		}
		w := insert(types.IntConst(0, f.Word), x, k, v)
		if w.Pos.Line == 0 {
			w.Pos = pos
		}
		in.add(f.Word, at, w)
	}
}
