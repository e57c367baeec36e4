package lower

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/opt"
	"fencepost/trace"
	"fencepost/trace/lists"
)

func sprintf(format string, args ...any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// value returns the registers that hold a value.
func (f *function) value(v ir.Value) []int {
	switch x := v.(type) {
	case *ir.Instr:
		if f.folds[x] && x.Op == "getelementptr" {
			base, off := f.place(x)
			return []int{f.plus(base, off)}
		}
		if r, ok := f.values[x]; ok {
			return r
		}
		if x.Op == "alloca" {
			return f.vars[x].regs
		}
		r := f.results(x)
		f.values[x] = r
		return r
	case *ir.Param:
		return f.values[x]
	case *ir.Const:
		return f.constantValue(x)
	}
	return []int{f.addressReg(v)}
}

// one returns the register that holds a scalar.
func (f *function) one(v ir.Value) int {
	r := f.value(v)
	if len(r) == 0 {
		return f.constantReg(0)
	}
	return r[0]
}

// results takes the registers of an instruction's result.
func (f *function) results(i *ir.Instr) []int {
	if r, ok := f.values[i]; ok {
		return r
	}
	f.values[i] = f.regsOf(i.T)
	return f.values[i]
}

// regsOf takes a register for each scalar of a type.
func (f *function) regsOf(t *ir.Type) []int {
	return lists.Map(leaves(t), func(*ir.Type) int { return f.reg() })
}

// result is the register of an instruction whose result is a scalar.
func (f *function) result(i *ir.Instr) int {
	if r := f.results(i); len(r) > 0 {
		return r[0]
	}
	return f.reg()
}

// addressReg makes a register with the address of a variable or a function.
func (f *function) addressReg(v ir.Value) int {
	if g := f.missing(v); g != nil {
		f.undefined(g.Name)
		f.unsupported("the variable '%s', which nothing defines", Demangled(g.Name))
		return f.constantReg(0)
	}
	if g, ok := v.(*ir.Global); ok {
		if d := f.Global(g); d.ThreadLocal && !d.Alias {
			if i, ok := f.objects[d]; ok {
				r := f.reg()
				f.add(minst{op: code.TLS, a: r, imm: int32(i)})
				return r
			}
		}
	}
	x, ok := f.address(v)
	if c, is := v.(*ir.Const); is && !ok && c.Kind == ir.ConstExpr { // of the address of a thread's variable
		switch c.Op {
		case "getelementptr":
			if off, ok := opt.ConstantOffset(c.From, c.Elems[1:]); ok {
				return f.plus(f.one(c.Elems[0]), off)
			}
		case "bitcast", "ptrtoint", "inttoptr":
			return f.one(c.Elems[0])
		}
	}
	if !ok {
		f.unsupported("a constant")
	}
	return f.constantReg(x)
}

// constantValue makes registers with a constant.
func (f *function) constantValue(c *ir.Const) []int {
	switch c.Kind {
	case ir.ConstNull, ir.ConstUndef:
		var list []int
		for _, t := range leaves(c.T) {
			r := f.constantReg(0)
			if t.Kind == ir.Int && t.Bits > 64 {
				r = f.op(code.Wide, r, r, int32(code.WideSigned))
			}
			list = append(list, r)
		}
		return list
	case ir.ConstAggregate:
		return slices.Concat(lists.Map(c.Elems, f.value)...)
	case ir.ConstBytes:
		return lists.Map(c.Bytes, func(b byte) int { return f.constantReg(int64(int8(b))) })
	case ir.ConstInt:
		r := f.constantReg(int64(c.Low))
		if c.T.Bits > 64 {
			r = f.op(code.Wide, r, f.constantReg(int64(c.High)), int32(code.WideJoin))
		}
		return []int{r}
	case ir.ConstFloat:
		return []int{f.constantReg(int64(c.Low))}
	}
	return []int{f.addressReg(c)}
}

// plus makes a register with base + off.
func (f *function) plus(base int, off int64) int {
	switch {
	case off == 0:
		return base
	case off == int64(int32(off)):
		return f.op(code.AddI, base, 0, int32(off))
	}
	return f.op(code.Add, base, f.constantReg(off), 0)
}

// place returns the register and the offset of an address.
func (f *function) place(v ir.Value) (base int, off int64) {
	v, off = f.folded(v)
	base = f.one(v)
	if off != int64(int32(off)) {
		return f.plus(base, off), 0
	}
	return base, off
}

// isPrivate reports whether no other thread can see the object at an address.
func (f *function) isPrivate(v ir.Value) bool {
	a := f.roots[v]
	return a != nil && f.vars[a].where != inVisible
}

// canonical makes register r, which holds more bits than type t has, hold a value of it.
func (f *function) canonical(r int, t *ir.Type) int {
	if t.Kind != ir.Int {
		return r
	}
	switch {
	case t.Bits == 1:
		return f.op(code.And, r, f.constantReg(1), code.TruthAnd)
	case t.Bits == 8 || t.Bits == 16 || t.Bits == 32:
		return f.op(code.Extension(int64(t.Bits/8), true), r, 0, 0)
	case t.Bits < 64:
		n := f.constantReg(int64(64 - t.Bits))
		return f.op(code.ShrS, f.op(code.Shl, r, n, 0), n, 0)
	}
	return r
}

// unsigned returns a register with the value of r, of type t, as an unsigned number.
func (f *function) unsigned(r int, t *ir.Type) int {
	switch {
	case t.Kind != ir.Int || t.Bits >= 64 || t.Bits == 1:
		return r
	case t.Bits == 8 || t.Bits == 16 || t.Bits == 32:
		return f.op(code.Extension(int64(t.Bits/8), false), r, 0, 0)
	}
	return f.op(code.And, r, f.constantReg(1<<t.Bits-1), 0)
}

// set makes the value of register r the result of i. The register must be new, or the register of a
// value: these change only where a phi is entered.
func (f *function) set(i *ir.Instr, r int) { f.rename(i, []int{r}) }

// rename makes the values of registers the result of i. They become its registers if it has none yet.
func (f *function) rename(i *ir.Instr, regs []int) {
	to, used := f.values[i]
	if !used {
		f.values[i] = regs
		return
	}
	for k := range to {
		if k < len(regs) {
			f.move(to[k], regs[k])
		}
	}
}

// hasStrange reports whether an instruction is on values that no registers hold.
func hasStrange(i *ir.Instr) bool {
	bad := func(t *ir.Type) bool {
		if t.Kind == ir.Vector {
			if t.Len > maxLeaves {
				return true
			}
			t = t.Elem
		}
		return t.Kind == ir.LongDouble || t.Kind == ir.Int && t.Bits > 128
	}
	return bad(i.T) || slices.ContainsFunc(i.Args, func(a ir.Value) bool { return bad(a.Type()) })
}

// instruction compiles one instruction.
func (f *function) instruction(i *ir.Instr) {
	if f.folds[i] {
		return
	}
	if hasStrange(i) && i.Op != "phi" {
		f.unsupported("an operation on long vectors, or on numbers of more than 128 bits or of format long double")
		return
	}
	if f.vector(i) {
		return
	}
	switch i.Op {
	case "phi":
		f.results(i)
	case "alloca":
		f.alloca(i)
	case "load", "store":
		f.access(i)
	case "cmpxchg":
		f.cmpxchg(i)
	case "atomicrmw":
		f.atomicrmw(i)
	case "fence":
		if !i.Signal {
			f.add(minst{op: code.FenceOp, imm: f.siteAt(i, code.Access{Order: i.Order})})
		}
	case "getelementptr":
		f.set(i, f.index(i))
	case "ret":
		f.ret(i)
	case "br", "switch":
		f.branch(i)
	case "unreachable":
		f.add(minst{op: code.Trap, a: int(code.TrapError), imm: f.Message("code that cannot be reached is reached (__builtin_unreachable, or a missing return)")})
	case "call", "invoke":
		f.call(i)
	case "resume":
		f.add(minst{kind: leave, args: f.raised(f.value(i.Args[0])[0])})
	case "landingpad":
		f.landingPad(i)
	case "select":
		f.choose(i)
	case "extractvalue":
		from, n := part(i.Args[0].Type(), i.Indices)
		f.rename(i, f.value(i.Args[0])[from:from+n])
	case "insertvalue":
		from, n := part(i.T, i.Indices)
		whole, piece := f.value(i.Args[0]), f.value(i.Args[1])
		for k, r := range f.results(i) {
			if k >= from && k < from+n {
				f.move(r, piece[k-from])
			} else {
				f.move(r, whole[k])
			}
		}
	case "freeze", "bitcast", "inttoptr", "ptrtoint", "addrspacecast":
		from := f.value(i.Args[0])
		if len(from) != len(leaves(i.T)) {
			f.unsupported("a conversion of %s to %s", i.Args[0].Type(), i.T)
			return
		}
		if i.Op == "ptrtoint" && i.T.Bits < 64 {
			from = []int{f.canonical(from[0], i.T)}
		}
		f.rename(i, from)
	case "va_arg", "indirectbr", "callbr":
		f.unsupported("instruction %s", i.Op)
	default:
		f.compute(i)
	}
}

// part returns the range of the scalars of type t that belong to a part of it.
func part(t *ir.Type, indices []int) (from, n int) {
	for _, k := range indices {
		if t.Kind == ir.Struct {
			for _, g := range t.Fields[:k] {
				from += len(leaves(g))
			}
			t = t.Fields[k]
		} else {
			from += k * len(leaves(t.Elem))
			t = t.Elem
		}
	}
	return from, len(leaves(t))
}

func (f *function) alloca(i *ir.Instr) {
	v := f.vars[i]
	if v.where == inRegister || len(v.begins) == 1 {
		return
	}
	if len(i.Args) > 0 {
		if n, ok := i.Args[0].(*ir.Const); !ok || n.Low != 1 {
			size := f.op(code.Mul, f.one(i.Args[0]), f.constantReg(i.Elem.Size()), 0)
			f.add(minst{op: code.LocalV, a: v.regs[0], b: size, imm: v.local})
			return
		}
	}
	f.add(minst{op: code.Local, a: v.regs[0], imm: v.local})
}

// index computes the address of a getelementptr whose indices are not all constant.
func (f *function) index(i *ir.Instr) int {
	r, off := f.place(i.Args[0])
	t := i.Elem
	for k, v := range i.Args[1:] {
		scale := t.Size()
		switch {
		case k == 0:
		case t.Kind == ir.Struct:
			n := v.(*ir.Const).Low
			off += t.Offset(int(n))
			t = t.Fields[n]
			continue
		default:
			t = t.Elem
			scale = t.Size()
		}
		if c, ok := v.(*ir.Const); ok && (c.Kind == ir.ConstInt || c.Kind == ir.ConstNull) {
			off += int64(c.Low) * scale
			continue
		}
		x := f.one(v)
		switch {
		case scale == 1:
			r = f.op(code.Add, r, x, 0)
		case scale == int64(int32(scale)):
			r = f.op(code.Index, r, x, int32(scale))
		default:
			r = f.op(code.Add, r, f.op(code.Mul, x, f.constantReg(scale), 0), 0)
		}
	}
	return f.plus(r, off)
}

// raised returns the results of a function that ends by an exception.
func (f *function) raised(exception int) []int {
	args := []int{exception}
	for len(args) < max(1, len(leaves(f.src.Result))) {
		args = append(args, f.constantReg(0))
	}
	if f.src.NoUnwind || !f.throws {
		f.add(minst{kind: call, imm: int32(f.uncaught()), args: []int{exception}, results: []int{none}})
	}
	return append(args, f.constantReg(1))
}

func (f *function) ret(i *ir.Instr) {
	var args []int
	if len(i.Args) > 0 {
		args = append(args, f.value(i.Args[0])...)
	}
	if f.throws {
		if len(args) == 0 {
			args = append(args, f.constantReg(0))
		}
		args = append(args, f.constantReg(0))
	}
	f.add(minst{kind: leave, args: args})
}

// enter jumps to block to, and sets its phis to the values for this edge.
func (f *function) enter(to *ir.Block) {
	type pair struct{ to, from int }
	var pairs []pair
	targets := map[int]bool{}
	for _, i := range to.Code {
		if i.Op != "phi" {
			break
		}
		for k, b := range i.Blocks {
			if b != f.block {
				continue
			}
			from := f.value(i.Args[k])
			for n, r := range f.results(i) {
				if r != from[n] {
					pairs = append(pairs, pair{r, from[n]})
					targets[r] = true
				}
			}
			break
		}
	}
	if slices.ContainsFunc(pairs, func(p pair) bool { return targets[p.from] }) {
		for k := range pairs {
			pairs[k].from = f.op(code.Mov, pairs[k].from, 0, 0)
		}
	}
	for _, p := range pairs {
		f.move(p.to, p.from)
	}
	f.jump(code.Jmp, 0, 0, f.labels[to])
}

func hasPhi(b *ir.Block) bool { return b.Code[0].Op == "phi" }

// branch compiles br and switch.
func (f *function) branch(i *ir.Instr) {
	if len(i.Args) == 0 {
		f.enter(i.Blocks[0])
		return
	}
	var stubs []func()
	target := func(to *ir.Block) *label {
		if !hasPhi(to) {
			return f.labels[to]
		}
		l := newLabel()
		stubs = append(stubs, func() {
			f.bind(l)
			f.enter(to)
		})
		return l
	}
	if i.Op == "br" {
		to := target(i.Blocks[0])
		if c, ok := i.Args[0].(*ir.Instr); ok && f.folds[c] {
			j := opt.Comparisons[c.Pred]
			x, y := f.one(c.Args[0]), f.one(c.Args[1])
			if j.Swap {
				x, y = y, x
			}
			f.jump(j.Jump, x, y, to)
		} else {
			f.jump(code.JNZ, f.one(i.Args[0]), 0, to)
		}
		if f.isLate(i.Args[0]) {
			f.list[len(f.list)-1].c = code.Late
		}
		f.enter(i.Blocks[1])
	} else {
		x := f.one(i.Args[0])
		for k, c := range i.Args[1:] {
			f.jump(code.JEq, x, f.one(c), target(i.Blocks[k+1]))
		}
		f.enter(i.Blocks[0])
	}
	for _, s := range stubs {
		s()
	}
}

func (f *function) choose(i *ir.Instr) {
	done := newLabel()
	x, y := f.value(i.Args[1]), f.value(i.Args[2])
	to := f.results(i)
	c := f.one(i.Args[0])
	for k := range to {
		f.move(to[k], x[k])
	}
	f.jump(code.JNZ, c, 0, done)
	for k := range to {
		f.move(to[k], y[k])
	}
	f.bind(done)
}

// siteAt adds the site of an access at the place of the instruction.
func (f *function) siteAt(i *ir.Instr, a code.Access) int32 {
	text := f.expressionHere()
	a.Implied = f.at.Within || i != nil && slices.ContainsFunc(i.Args, isGuard)
	if i != nil && len(i.Args) > 0 && (i.Op == "load" || i.Op == "store") {
		if name := f.partOf(i.Args[len(i.Args)-1]); name != "" {
			text = name
		}
	}
	return f.site(f.at, text, a, false)
}

// isGuard reports whether a value is an address in the guard of a static object of C++, by which threads
// see that it is initialised (section 2.8 of the Itanium C++ ABI).
func isGuard(v ir.Value) bool {
	for {
		switch x := v.(type) {
		case *ir.Global:
			return strings.HasPrefix(x.Name, "_ZGV")
		case *ir.Instr:
			if x.Op != "getelementptr" {
				return false
			}
			v = x.Args[0]
		case *ir.Const:
			if x.Op != "getelementptr" || len(x.Elems) == 0 {
				return false
			}
			v = x.Elems[0]
		default:
			return false
		}
	}
}

// partOf returns the name of a variable, or of a part of one, that an address is of, if it is that
// of a local; otherwise nothing.
func (f *function) partOf(v ir.Value) string {
	base, off, known := opt.Base(v)
	if i, ok := base.(*ir.Instr); !ok || i.Op != "alloca" || !known {
		return ""
	}
	x := f.names[base]
	if s := lists.Find(x.Scalars, func(s code.Scalar) bool { return s.Off == off }); s != nil {
		return x.Name + s.Path
	}
	if off == 0 {
		return x.Name
	}
	return ""
}

// orderOf is the memory order of a load or a store.
func (f *function) orderOf(i *ir.Instr) trace.Order {
	if i.Atomic {
		return i.Order
	}
	return f.Accesses.Order(i.Vol, i.Op == "load")
}

// accessOf describes an access of type t.
func accessOf(t *ir.Type, off int64) code.Access {
	size := t.Size()
	if t.Kind == ir.Int {
		size = int64(t.Bits+7) / 8
	}
	return code.Access{Off: int32(off), Size: uint8(size), Signed: t.Kind == ir.Int && t.Bits > 1}
}

// access compiles a load or a store.
func (f *function) access(i *ir.Instr) {
	pointer := i.Args[len(i.Args)-1]
	if a, ok := pointer.(*ir.Instr); ok && a.Op == "alloca" {
		if v := f.vars[a]; v.where == inRegister {
			if i.Op == "load" {
				for k, r := range f.results(i) {
					f.move(r, v.regs[k])
				}
			} else {
				for k, r := range f.value(i.Args[0]) {
					f.move(v.regs[k], r)
				}
			}
			return
		}
	}
	if !f.small(i.Elem) {
		return
	}
	private := f.isPrivate(pointer) || i.Op == "load" && (i.Fixed || inTable(pointer))
	order := f.orderOf(i)
	var values []int
	if i.Op == "store" {
		values = f.value(i.Args[0])
	} else {
		values = f.results(i)
	}
	base, off := f.place(pointer)
	n := 0
	eachLeaf(i.Elem, off, func(t *ir.Type, off int64) {
		a := accessOf(t, off)
		a.Order, a.Volatile, a.Awaits = order, i.Vol, i.Awaits
		a.Parts = i.Atomic && t.Kind == ir.Int || !i.Atomic && !i.Vol // a move copies what was never written, whatever order Accesses gives it
		transfer := func(load bool, r int) {
			if site := f.transfer(i, load, private, r, base, a); !private {
				f.describe(site, pointer)
			}
		}
		if i.Op == "store" && i.Table { // an object that a destructor ends may still be called: what is there already is not stored
			there, old := newLabel(), f.reg()
			transfer(true, old)
			f.jump(code.JEq, old, values[n], there)
			transfer(false, values[n])
			f.bind(there)
		} else {
			transfer(i.Op == "load", values[n])
		}
		n++
	})
}

// transfer adds the load or the store of register r at an address, and returns its site. It is no event
// if no other thread sees the memory.
func (f *function) transfer(i *ir.Instr, load, private bool, r, base int, a code.Access) (site int32) {
	m := minst{op: code.Store, a: r, b: base, c: r}
	switch {
	case private && load:
		m.op = code.LoadP
	case private:
		m.op = code.StoreP
	case load:
		m.op = code.Load
	}
	if private {
		m.imm = f.site(f.at, "", a, true)
	} else {
		m.imm = f.siteAt(i, a)
	}
	f.add(m)
	return m.imm
}

// inTable reports whether an address lies in a virtual table.
func inTable(v ir.Value) bool {
	for {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != "getelementptr" {
			return ok && i.Op == "load" && i.Table
		}
		v = i.Args[0]
	}
}

// small reports whether values of a type fit in registers.
func (f *function) small(t *ir.Type) bool {
	list := leaves(t)
	if t.Kind == ir.Vector && (t.Elem.Kind == ir.Int && t.Elem.Bits%8 != 0) {
		f.unsupported("%s in memory", t)
		return false
	}
	for _, x := range list {
		if x.Kind != ir.Int && x.Kind != ir.Float && x.Kind != ir.Double && x.Kind != ir.Ptr || x.Bits > 128 {
			f.unsupported("a value of type %s", x)
			return false
		}
	}
	if len(list) <= maxLeaves {
		return true
	}
	f.unsupported("an aggregate of more than %d scalars as a value", maxLeaves)
	return false
}

// eachLeaf calls g for the scalars of a type, the first at an offset.
func eachLeaf(t *ir.Type, off int64, g func(t *ir.Type, off int64)) {
	switch t.Kind {
	case ir.Struct:
		for k, x := range t.Fields {
			eachLeaf(x, off+t.Offset(k), g)
		}
	case ir.Array, ir.Vector:
		for k := range t.Len {
			eachLeaf(t.Elem, off+k*t.Elem.Size(), g)
		}
	default:
		g(t, off)
	}
}

func (f *function) cmpxchg(i *ir.Instr) {
	base, off := f.place(i.Args[0])
	a := accessOf(i.Elem, off)
	a.Order, a.Fail, a.Weak, a.Volatile, a.Parts = i.Order, i.Fail, i.Weak, i.Vol, i.Elem.Kind == ir.Int
	_, a.Known = i.Args[1].(*ir.Const)
	a.Awaits = i.Awaits
	r := f.results(i)
	site := f.siteAt(i, a)
	f.describe(site, i.Args[0])
	f.add(minst{kind: cas, b: base, args: []int{f.one(i.Args[1]), f.one(i.Args[2])}, results: []int{r[1], r[0]}, imm: site})
}

var rmws = map[string]code.RMWOp{"xchg": code.Xchg, "add": code.FetchAdd, "sub": code.FetchSub, "and": code.FetchAnd, "or": code.FetchOr, "xor": code.FetchXor, "nand": code.FetchNand,
	"max": code.FetchMax, "min": code.FetchMin, "umax": code.FetchMaxU, "umin": code.FetchMinU}

func (f *function) atomicrmw(i *ir.Instr) {
	op, ok := rmws[i.Pred]
	if !ok {
		f.floatRMW(i)
		return
	}
	base, off := f.place(i.Args[0])
	a := accessOf(i.Elem, off)
	a.Order, a.RMW, a.Volatile, a.Parts = i.Order, op, i.Vol, op == code.Xchg
	site := f.siteAt(i, a)
	f.describe(site, i.Args[0])
	f.add(minst{op: code.RMW, a: f.result(i), b: base, c: f.one(i.Args[1]), imm: site})
}

// floatRMW compiles an atomic operation that processors do not have, as compilers do: a load, and
// a compare-exchange until none came between.
func (f *function) floatRMW(i *ir.Instr) {
	ops := map[string]code.Op{"fadd": code.AddF, "fsub": code.SubF}
	op, ok := ops[i.Pred]
	if !ok || i.Elem.Kind == ir.Int {
		f.unsupported("atomicrmw %s", i.Pred)
		return
	}
	base, off := f.place(i.Args[0])
	a := accessOf(i.Elem, off)
	a.Order = trace.Relaxed
	old := f.result(i)
	f.add(minst{op: code.Load, a: old, b: base, imm: f.siteAt(i, a)})
	again := newLabel()
	again.back = true
	f.bind(again)
	operand := f.one(i.Args[1])
	next := f.op(op, old, operand, int32(8*i.Elem.Size()))
	a.Order, a.Fail = i.Order, trace.Relaxed
	done := f.reg()
	f.add(minst{kind: cas, b: base, args: []int{old, next}, results: []int{done, old}, imm: f.siteAt(i, a)})
	f.jump(code.JZ, done, 0, again)
}
