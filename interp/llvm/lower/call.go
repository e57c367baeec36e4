package lower

import (
	"bytes"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// call compiles a call or an invoke.
func (f *function) call(i *ir.Instr) {
	args := i.Args[:len(i.Args)-1]
	switch callee := i.Args[len(i.Args)-1].(type) {
	case *ir.Function:
		d := f.Function(callee)
		switch {
		case strings.HasPrefix(d.Name, "llvm."):
			f.intrinsic(i, d.Name, args)
		case d.Name == "__cxa_throw" || d.Name == "__cxa_rethrow" || d.Name == "_Unwind_Resume" || d.Name == "_Unwind_RaiseException":
			f.throw(i, d.Name, args)
			return
		default:
			f.direct(i, d, args)
		}
	case *ir.Const:
		if callee.Kind == ir.ConstAsm {
			f.assembly(i, callee)
		} else {
			f.calls(i, minst{kind: callBy, b: f.addressReg(callee), imm: f.signature(i.Elem)}, args, len(i.Elem.Fields), i.Elem.Variadic, f.Throws(i))
			return
		}
	default:
		f.calls(i, minst{kind: callBy, b: f.one(callee), imm: f.signature(i.Elem)}, args, len(i.Elem.Fields), i.Elem.Variadic, f.Throws(i))
		return
	}
	if i.Op == "invoke" && (len(f.list) == 0 || f.list[len(f.list)-1].kind != jump || f.list[len(f.list)-1].op != code.Jmp) {
		f.enter(i.Blocks[0])
	}
}

// direct compiles a call by name.
func (f *function) direct(i *ir.Instr, d *ir.Function, args []ir.Value) {
	if d.Name == "_ZSt9terminatev" || d.Name == "_ZSt11__terminatev" {
		for _, name := range f.Info.Functions(i.Loc) {
			if why, ok := terminates[name]; ok {
				f.add(minst{op: code.Trap, a: int(code.TrapError), imm: f.Message(why + " (std::terminate)")})
				return
			}
		}
	}
	if n, ok := f.funcs[d]; ok {
		if len(args) < len(d.Params) || len(args) > len(d.Params) && !d.Variadic {
			f.unsupported("a call of '%s' with %d arguments", Demangled(d.Name), len(args))
			return
		}
		m := minst{kind: call, imm: int32(n)}
		if f.assertionFails(d, args) {
			m.c = code.Failure
		}
		f.calls(i, m, args, len(d.Params), d.Variadic, f.Throws(i)) // without Variadic the function does not read further arguments
		return
	}
	if kind, ok := fences[d.Name]; ok {
		f.add(minst{op: code.FenceOp, imm: f.siteAt(i, code.Access{Fence: kind})})
		return
	}
	if f.atomicCall(i, d.Name, args) {
		return
	}
	if l, ok := library.Lookup(d.Name); ok && l.Kind == library.System {
		f.system(i, l, d.Name, args)
		return
	}
	if n, ok := f.Names["__fp_syscall"]; ok && d.Name == "syscall" {
		m := minst{kind: call, imm: int32(n), results: f.results(i)}
		for k := range 7 {
			if k < len(args) {
				m.args = append(m.args, f.one(args[k]))
			} else {
				m.args = append(m.args, f.constantReg(0))
			}
		}
		f.add(m)
		return
	}
	if f.Catches && strings.HasPrefix(d.Name, "_ZSt") && strings.Contains(d.Name, "__throw_") {
		f.unsupported("an exception of the library (%s)", Demangled(d.Name))
		return
	}
	if d.Name == "__cxa_atexit" || d.Name == "__fp_atexit" || d.Name == "__cxa_thread_atexit" {
		if g, ok := args[0].(*ir.Function); ok && doesNothing(f.Function(g)) {
			f.constTo(f.result(i), 0)
			return
		}
		f.ends = f.ends || d.Name != "__cxa_thread_atexit"
	}
	if n, ok := f.Names[d.Name]; ok {
		m := minst{kind: call, imm: int32(n)}
		if takesList(d.Name) {
			last := len(args) - 1
			m.args = append(m.args, f.listOf(args[last]))
			args = args[:last]
		}
		f.calls(i, m, args, len(d.Params), d.Variadic, false)
		return
	}
	if l, ok := library.Lookup(d.Name); ok && l.Kind == library.Compiler {
		f.add(minst{op: code.Trap, a: int(code.TrapError), imm: f.Message(d.Name + " reached")})
		return
	}
	f.undefined(d.Name)
	name := Demangled(d.Name)
	if makesStream().MatchString(name) {
		f.unsupported("a stream to a string or a file (leave it out: #ifndef CHECKED, and -D CHECKED)")
		return
	}
	f.unsupported("a call of '%s', which nothing defines", name)
}

// assertionFails reports whether a call of d may be that of an assertion of Rust that fails, in a file of the
// program's own. Those with a message call what panic! calls, too.
func (f *function) assertionFails(d *ir.Function, args []ir.Value) bool {
	if f.at.Within || !strings.Contains(d.Name, "panicking") || !f.Own(f.at.Pos.File) {
		return false
	}
	name := Demangled(d.Name)
	if name == "core::panicking::panic" {
		g, _ := args[0].(*ir.Global)
		if g == nil {
			return false
		}
		text, _ := g.Init.(*ir.Const)
		return text != nil && bytes.HasPrefix(text.Bytes, []byte("assertion failed: "))
	}
	return failsAssertion().MatchString(name)
}

// failsAssertion matches functions of Rust's library that an assertion calls when it fails, but the one that also
// has the panics of the language.
var failsAssertion = lazyregexp.New(`^(core::panicking::(assert_|panic_(fmt|display|str))|std::panicking::begin_panic\b)`)

// makesStream matches the constructors of streams and of their base.
var makesStream = lazyregexp.New(`^std::(ios_base::ios_base|(__cxx11::)?basic_[a-z]*stream<.*>::basic_[a-z]*stream)\(`)

// terminates says why functions of the library call std::terminate.
var terminates = map[string]string{
	"std::thread::~thread":   "a std::thread is destroyed that was neither joined nor detached",
	"std::thread::operator=": "a std::thread is assigned to that was neither joined nor detached",
}

// undefined records a name that nothing defines.
func (l *lowerer) undefined(name string) {
	l.prog.Undefined = lists.Add(l.prog.Undefined, Demangled(name))
}

// doesNothing reports whether a function only returns.
func doesNothing(d *ir.Function) bool {
	return !d.Declared && len(d.Blocks) == 1 && len(d.Blocks[0].Code) == 1 && d.Blocks[0].Code[0].Op == "ret"
}

// fences are the fences of processors that <fencepost.h> has.
var fences = map[string]trace.FenceKind{"fence_sl": trace.StoreLoad, "fence_ss": trace.StoreStore, "fence_ll": trace.LoadLoad}

// calls emits a call whose arguments are given; those after the first fixed ones are further arguments
// of a function that is variadic.
func (f *function) calls(i *ir.Instr, m minst, args []ir.Value, fixed int, variadic, throws bool) {
	last := m.args
	m.args = nil
	fixed = min(fixed, len(args))
	if variadic {
		last = append(last, f.slots(i, args[fixed:], fixed))
	}
	for k, a := range args[:fixed] {
		if k < len(i.ByVal) && i.ByVal[k] != nil {
			m.args = append(m.args, f.copyOf(a, i.ByVal[k]))
			continue
		}
		m.args = append(m.args, f.value(a)...)
	}
	m.args = append(m.args, last...)
	m.results = append(m.results, f.results(i)...)
	if len(m.results) == 0 {
		m.results = []int{none}
	}
	if !throws {
		f.add(m)
		if m.kind == call && int(m.imm) < len(f.Base.Funcs) && i.T.Kind == ir.Int && i.T.Bits < 64 { // C may have an unsigned result
			f.move(f.result(i), f.canonical(f.result(i), i.T))
		}
		if i.Op == "invoke" {
			f.enter(i.Blocks[0])
		}
		return
	}
	if m.results[0] == none {
		m.results[0] = f.reg()
	}
	first := m.results[0]
	thrown := f.reg()
	m.results = append(m.results, thrown)
	f.add(m)
	f.unwind(i, first, thrown)
}

// unwind generates the code after a call. Register thrown says whether it ended by an exception.
func (f *function) unwind(i *ir.Instr, exception, thrown int) {
	well := newLabel()
	if thrown != none {
		f.jump(code.JZ, thrown, 0, well)
	}
	if i.Op == "invoke" {
		f.raiseIn(i.Blocks[1], exception)
	} else {
		f.add(minst{kind: leave, args: f.raised(exception)})
	}
	if thrown == none {
		return
	}
	f.bind(well)
	if i.Op == "invoke" {
		f.enter(i.Blocks[0])
	}
}

// raiseIn jumps to a landing pad.
func (f *function) raiseIn(pad *ir.Block, exception int) {
	for _, i := range pad.Code {
		if i.Op == "landingpad" {
			f.move(f.results(i)[0], exception)
			break
		}
	}
	f.enter(pad)
}

// throw compiles a call that ends by an exception.
func (f *function) throw(i *ir.Instr, name string, args []ir.Value) {
	exception := f.reg()
	switch n, ok := f.Names[name]; {
	case name == "_Unwind_Resume" || name == "_Unwind_RaiseException":
		f.move(exception, f.one(args[0]))
	case !ok:
		f.unsupported("exceptions")
		return
	default:
		m := minst{kind: call, imm: int32(n), args: lists.Map(args, f.one), results: []int{exception}}
		if name == "__cxa_throw" {
			f.throwsAt = append(f.throwsAt, throw{pos: f.at.Pos, name: typeName(args[1])})
			m.args = append(m.args, f.constantReg(int64(len(f.throwsAt))))
		}
		f.add(m)
	}
	f.unwind(i, exception, none)
}

// typeName returns the name of the type that type information is of.
func typeName(info ir.Value) string {
	g, ok := info.(*ir.Global)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(Demangled(g.Name), "typeinfo for ")
}

// landingPad compiles the choice among the clauses of a landing pad, whose exception is in the
// first register of its result.
func (f *function) landingPad(i *ir.Instr) {
	r := f.results(i)
	if len(r) != 2 {
		f.unsupported("a landing pad of another language")
		return
	}
	done := newLabel()
	matches, known := f.Names["__fp_exception_matches"]
	for _, c := range i.Clauses {
		k, ok := c.Value.(*ir.Const)
		if c.Filter && (!ok || k.T.Len > 0) {
			continue // of exception specifications before C++17
		}
		if ok && (c.Filter || k.Kind == ir.ConstNull) {
			f.constTo(r[1], 1)
			f.jump(code.Jmp, 0, 0, done)
			f.bind(done)
			return
		}
		if !known {
			continue
		}
		is := f.reg()
		f.add(minst{kind: call, imm: int32(matches), args: []int{r[0], f.one(c.Value)}, results: []int{is}})
		f.constTo(r[1], f.typeID(c.Value))
		f.jump(code.JNZ, is, 0, done)
	}
	f.constTo(r[1], 0)
	if !i.Cleanup {
		f.add(minst{kind: leave, args: f.raised(r[0])})
	}
	f.bind(done)
}

// typeID numbers the types of exceptions: 1 is any.
func (f *function) typeID(v ir.Value) int64 {
	x, _ := f.address(v)
	return x>>code.SlotBits + 2
}

// outSize is how many bytes a library function stores through a pointer.
func outSize(name string) uint8 {
	switch name {
	case "pthread_key_create", "tss_create", "sem_getvalue", "thrd_join":
		return 4
	}
	return 8
}

// system compiles a call of a function that the machine performs.
func (f *function) system(i *ir.Instr, l library.Entry, name string, args []ir.Value) {
	var pass []int
	given := func(n int) {
		switch {
		case n == library.ZeroArg:
			pass = append(pass, f.constantReg(0))
		case n < len(args):
			pass = append(pass, f.one(args[n]))
		}
	}
	if l.Args != nil {
		for _, n := range l.Args {
			given(n)
		}
	} else {
		for n := l.Skip; n < len(args); n++ {
			if n != l.Out {
				given(n)
			}
		}
	}
	pass = append(pass, lists.Map(l.Consts, f.constantReg)...)
	if l.Sys == code.MutexLock && len(l.Args) == 0 && library.Bounds(name) || l.Sys == code.MutexUnlock && library.Bounds(name) {
		f.unsupported("a call of '%s'", name)
		return
	}
	out := none
	if l.Out >= 0 && l.Out < len(args) {
		out = f.one(args[l.Out])
	}
	r := none
	if out != none || l.Result == library.ReturnsValue && f.uses[i] > 0 {
		r = f.reg()
	}
	if len(pass) == 0 && r != none {
		pass = append(pass, f.constantReg(0))
	}
	if l.Early != 0 && out != none {
		v := f.reg()
		f.add(minst{kind: sys, c: int(l.Early), args: []int{f.constantReg(0)}, results: []int{v}, imm: f.site(f.at, "", code.Access{}, true)})
		f.storeResult(i, l, name, args, out, v)
		out = none
	}
	f.add(minst{kind: sys, c: int(l.Sys), args: pass, results: []int{r}, imm: f.siteAt(i, f.Accesses.Of(l.Sys, false))})
	if l.NoReturn {
		return
	}
	if out != none {
		f.storeResult(i, l, name, args, out, r)
	}
	if i.T.Kind == ir.Void {
		return
	}
	switch l.Result {
	case library.ReturnsZero:
		f.constTo(f.result(i), 0)
	case library.ReturnsValue:
		if r != none {
			f.set(i, f.canonical(r, i.T))
		}
	}
}

// storeResult stores v, a result of a call of library function l, through the argument in register out,
// unless that is null.
func (f *function) storeResult(i *ir.Instr, l library.Entry, name string, args []ir.Value, out, v int) {
	if c, ok := args[l.Out].(*ir.Const); ok && c.Kind == ir.ConstNull {
		return
	}
	over := newLabel()
	if l.Sys == code.ThreadJoin {
		f.jump(code.JZ, out, 0, over)
	}
	a := code.Access{Size: outSize(name), Signed: outSize(name) < 8}
	if f.isPrivate(args[l.Out]) {
		f.add(minst{op: code.StoreP, b: out, c: v, imm: f.site(f.at, "", a, true)})
	} else {
		f.add(minst{op: code.Store, b: out, c: v, imm: f.siteAt(i, a)})
	}
	f.bind(over)
}

func (f *function) pause() {
	f.add(minst{kind: sys, c: int(code.Yield), args: []int{f.constantReg(0)}, imm: f.site(f.at, "", code.Access{}, true)})
}

// cOrders are C's memory orders by their numbers.
var cOrders = []trace.Order{trace.Relaxed, trace.Acquire, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}

// A libcall is a call of libatomic, which compilers generate for operations without an instruction on
// all processors.
type libcall struct {
	*function
	i     *ir.Instr
	size  uint8
	args  []ir.Value
	value bool // operands and results are passed as values; otherwise by pointers
}

// atomicCall compiles a call of libatomic; it reports whether the call is one.
func (f *function) atomicCall(i *ir.Instr, name string, args []ir.Value) bool {
	rest, ok := strings.CutPrefix(name, "__atomic_")
	if !ok {
		return false
	}
	c := libcall{function: f, i: i, args: args}
	op, digits, _ := cutLast(rest)
	switch digits {
	case "1", "2", "4", "8", "16":
		c.size, c.value = map[string]uint8{"1": 1, "2": 2, "4": 4, "8": 8, "16": 16}[digits], true
	default:
		size, ok := args[0].(*ir.Const)
		if op = rest; op == "is_lock_free" {
			free := int64(0)
			if ok && size.Low <= 16 && size.Low&(size.Low-1) == 0 {
				free = 1
			}
			f.constTo(f.result(i), free)
			return true
		}
		if !ok || size.Low == 0 {
			return false
		}
		if size.Low > trace.MaxSize {
			f.unsupported("an atomic object of %d bytes (those of 1 to %d are)", size.Low, trace.MaxSize)
			return true
		}
		c.size, c.args = uint8(size.Low), args[1:]
	}
	switch op {
	case "load":
		c.load()
	case "store", "exchange":
		c.store(op == "exchange")
	case "compare_exchange":
		c.compareExchange()
	default:
		return false
	}
	return true
}

// order returns the memory order in argument n.
func (c *libcall) order(n int) trace.Order {
	if k, ok := c.args[n].(*ir.Const); ok && k.Low < uint64(len(cOrders)) {
		return cOrders[k.Low]
	}
	return trace.SeqCst
}

// object returns the register with the address of the atomic object, and the site of its access.
func (c *libcall) object(a code.Access) (base int, site int32) {
	base, off := c.place(c.args[0])
	a.Off = int32(off)
	site = c.siteAt(c.i, c.sized(a))
	c.describe(site, c.args[0])
	return base, site
}

func (c *libcall) sized(a code.Access) code.Access {
	a.Size, a.Signed, a.Parts = c.size, c.size < 8, a.Order != trace.Plain
	return a
}

// plain loads register r from the object to which p points, or stores it there.
func (c *libcall) plain(op code.Op, p ir.Value, r int) {
	base, off := c.place(p)
	a := c.sized(code.Access{Off: int32(off)})
	m := minst{op: op, a: r, b: base, c: r}
	if c.isPrivate(p) {
		m.op = map[code.Op]code.Op{code.Load: code.LoadP, code.Store: code.StoreP}[op]
		m.imm = c.site(c.at, "", a, true)
	} else {
		m.imm = c.siteAt(c.i, a)
	}
	c.add(m)
}

// operand returns a register with the value that argument n is, or points to.
func (c *libcall) operand(n int) int {
	if c.value {
		return c.one(c.args[n])
	}
	r := c.reg()
	c.plain(code.Load, c.args[n], r)
	return r
}

// give makes register r the result, or stores it through argument n.
func (c *libcall) give(n, r int) {
	if c.value {
		c.set(c.i, r)
	} else {
		c.plain(code.Store, c.args[n], r)
	}
}

func (c *libcall) load() {
	base, site := c.object(code.Access{Order: c.order(len(c.args) - 1)})
	r := c.reg()
	c.add(minst{op: code.Load, a: r, b: base, imm: site})
	c.give(1, r)
}

func (c *libcall) store(exchanges bool) {
	v := c.operand(1)
	base, site := c.object(code.Access{Order: c.order(len(c.args) - 1), RMW: code.Xchg})
	if !exchanges {
		c.add(minst{op: code.Store, b: base, c: v, imm: site})
		return
	}
	r := c.reg()
	c.add(minst{op: code.RMW, a: r, b: base, c: v, imm: site})
	c.give(2, r)
}

func (c *libcall) compareExchange() {
	old := c.reg()
	c.plain(code.Load, c.args[1], old)
	next := c.operand(2)
	base, site := c.object(code.Access{Order: c.order(len(c.args) - 2), Fail: c.order(len(c.args) - 1)})
	changed, was, done := c.result(c.i), c.reg(), newLabel()
	c.add(minst{kind: cas, b: base, args: []int{old, next}, results: []int{changed, was}, imm: site})
	c.jump(code.JNZ, changed, 0, done)
	c.plain(code.Store, c.args[1], was)
	c.bind(done)
}

// cutLast cuts a name at its last underscore.
func cutLast(s string) (before, after string, ok bool) {
	if n := strings.LastIndexByte(s, '_'); n >= 0 {
		return s[:n], s[n+1:], true
	}
	return s, "", false
}

// copyOf makes a copy of the object to which an argument points that is passed by value.
func (f *function) copyOf(v ir.Value, t *ir.Type) int {
	local := int32(len(f.out.Locals))
	f.out.Locals = append(f.out.Locals, code.Auto{Name: "argument", Pos: f.at.Pos, Size: max(1, t.Size())})
	r := f.reg()
	f.add(minst{op: code.Local, a: r, imm: local})
	base, off := f.place(v)
	list, ok := piecesOf(t)
	if !ok {
		list = bytesOf(t.Size())
	}
	f.copy(r, 0, base, off, list, false, f.isPrivate(v), false)
	return r
}
