package litmus

import (
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// kernelWord matches the words that mark a test in C as one of the Linux kernel.
var kernelWord = lazyregexp.New(`\b(READ_ONCE|WRITE_ONCE|barrier|smp_\w+|s?rcu_\w+|synchronize_\w+|(raw_)?spin_\w+|spinlock_t|` +
	`atomic(64|_long)?_t|(atomic(64|_long)?_)?(cmp)?xchg(_\w+)?|atomic(64|_long)?_(read|set|add|sub|inc|dec)(_\w+)?|ATOMIC(64|_LONG)?_INIT)\b`)

var comments = lazyregexp.New(`(?s)\(\*.*?\*\)|/\*.*?\*/|//[^\n]*`)

// dialect returns the language of a test in C after its header has been read.
func (p *parser) dialect() Arch {
	if kernelWord().MatchString(comments().ReplaceAllString(p.src[p.tok.start:], " ")) {
		return Linux
	}
	return C
}

// kernelTypes are the words of types, with the reason why one is unsupported.
var kernelTypes = map[string]string{
	"int": "", "long": "", "unsigned": "", "signed": "", "intptr_t": "", "uintptr_t": "", "size_t": "",
	"u32": "", "s32": "", "u64": "", "s64": "", "uint32_t": "", "int32_t": "", "uint64_t": "", "int64_t": "", "void": "",
	"atomic_t": "", "atomic64_t": "", "atomic_long_t": "", "spinlock_t": "", "raw_spinlock_t": "", "struct": "",
	"volatile": "", "const": "", "__rcu": "",
	"char": "of one byte", "bool": "of one byte", "_Bool": "of one byte", "u8": "of one byte", "s8": "of one byte",
	"uint8_t": "of one byte", "int8_t": "of one byte",
	"short": "of two bytes", "u16": "of two bytes", "s16": "of two bytes", "uint16_t": "of two bytes", "int16_t": "of two bytes",
}

// A kernelType is a type that has been read.
type kernelType struct {
	stars  int
	narrow string // why the type, or its target, is unsupported; "" if it is supported
	pos    trace.Pos
}

// kernelType reads a type with the stars after it, if there is one. All types that are not
// narrower are the same, as in herd: a value of 64 bits, which may be an address.
func (p *parser) kernelType() (t kernelType, ok bool) {
	t.pos = p.tok.pos
	for p.err == nil {
		why, known := kernelTypes[p.tok.text]
		if !known {
			break
		}
		ok = true
		if why != "" {
			t.narrow, t.pos = "an access of type "+p.tok.text+", "+why+" (mixed sizes),", p.tok.pos
		}
		named := p.is("struct")
		p.next()
		if named && p.name("the name of a struct") != "srcu_struct" {
			// An object of another type is used only by its address.
			continue
		}
	}
	for ok && p.accept("*") {
		t.stars++
		for p.is("const") || p.is("volatile") || p.is("__rcu") {
			p.next()
		}
	}
	if t.stars > 1 {
		t.narrow = ""
	}
	return t, ok
}

// requireWide reports a type that is narrower than the others, which is not supported.
func (p *parser) requireWide(t kernelType) {
	if t.narrow != "" {
		p.unsupportedf(t.pos, "%s is", t.narrow)
	}
}

// kernelInit reads an initial value in the init section: a number, an address,
// ATOMIC_INIT(k), or one of these in braces.
func (p *parser) kernelInit() initialValue {
	switch {
	case p.accept("ATOMIC_INIT"), p.accept("ATOMIC64_INIT"), p.accept("ATOMIC_LONG_INIT"):
		p.expect("(")
		v := p.kernelInit()
		p.expect(")")
		return v
	case p.accept("("):
		v := p.kernelInit()
		p.expect(")")
		return v
	}
	p.accept("&")
	return p.numberOrAddress()
}

func (p *parser) kernelThread(n int) {
	k := &kernelThread{cThread: *p.newCThread(n)}
	k.kernel = k
	k.read(k.param)
}

// A kernelThread is a thread in the kernel's C while it is parsed. Its registers hold
// numbers and addresses of 64 bits, and need not be declared.
type kernelThread struct{ cThread }

// param reads a parameter: a pointer to the shared location of its name.
func (k *kernelThread) param() {
	pos := k.tok.pos
	t, ok := k.kernelType()
	k.requireWide(t)
	if !ok {
		k.unsupportedf(pos, "type %s is", k.tok.describe())
	}
	if t.stars == 0 {
		k.unsupportedf(pos, "a parameter that is no pointer is")
	}
	k.parameter(false)
}

// typed reads a type, if a declaration begins here.
func (k *kernelThread) typed() bool {
	t, ok := k.kernelType()
	k.requireWide(t)
	return ok
}

// declaration reads int r [= e], *q [= e], ...; after its first type.
func (k *kernelThread) declaration() {
	for {
		for k.accept("*") {
		}
		pos := k.tok.pos
		name := k.name("the name of a register")
		if _, ok := k.params[name]; ok {
			k.errorf(pos, "%s is declared twice", name)
		}
		r := k.t.register(name)
		if !k.declared(name) {
			k.scope = append(k.scope, name)
		}
		if k.accept("=") {
			k.assign(r)
		}
		if !k.accept(",") {
			break
		}
	}
	k.expect(";")
}

// simple reads r = e, *e = e, e, or nothing.
func (k *kernelThread) simple() {
	if k.is(";") {
		return
	}
	start, saved, emitted, temps := k.tok, *k.scanner, len(k.t.code), k.t.temps
	switch {
	case k.accept("*"):
		base := k.pointee()
		if k.accept("=") {
			v := k.value(k.expr(0))
			k.put(base, v, code.Access{}, start.start)
			return
		}
	case k.tok.kind == nameToken:
		k.next()
		if !k.is("=") {
			break
		}
		if _, ok := k.params[start.text]; ok {
			k.errorf(start.pos, "%s is a parameter: write *%s", start.text, start.text)
		}
		k.next()
		if !k.declared(start.text) {
			k.scope = append(k.scope, start.text)
		}
		k.assign(k.t.register(start.text))
		return
	}
	if k.err == nil {
		*k.scanner = saved
		k.t.code, k.t.posOf, k.t.temps = k.t.code[:emitted], k.t.posOf[:emitted], temps
		k.expr(0)
	}
}

// operand reads an operand after the prefix operators of C that only the kernel's dialect
// has: *e, a cast, &x, the name of a parameter, an operation.
func (k *kernelThread) operand(tok token) (r int, ok bool) {
	switch {
	case k.accept("*"):
		return k.get(k.pointee(), code.Access{}, tok.start), true
	case k.is("("):
		saved := *k.scanner
		k.next()
		if _, ok := k.kernelType(); ok {
			k.expect(")")
			return k.unary(), true
		}
		*k.scanner = saved
	case k.accept("&"):
		pos := k.tok.pos
		name := k.name("the name of a location")
		if _, ok := k.params[name]; ok || k.declared(name) {
			k.unsupportedf(pos, "the address of a parameter or of a register is")
			return 0, true
		}
		return int(k.address(pointer{to: k.asm.location(name, pos)})), true
	case tok.kind == numberToken:
		k.t.constant(k.t.temp(), k.integer(64))
		return firstTemp + k.t.temps - 1, true
	case tok.kind == nameToken:
		k.next()
		if p, ok := k.params[tok.text]; ok {
			k.asm.addresses = true
			return int(k.address(p)), true
		}
		if k.is("(") {
			k.next()
			return k.operation(tok), true
		}
		if k.is(".") || k.is("[") || k.is("-") && strings.HasPrefix(k.src[k.tok.start:], "->") {
			k.unsupportedf(k.tok.pos, "a member or an element is")
		}
		if tok.text == "NULL" {
			r := k.t.temp()
			k.t.constant(r, 0)
			return int(r), true
		}
		switch {
		case k.declared(tok.text):
		case tok.text == "asm" || tok.text == "__asm__":
			k.unsupportedf(tok.pos, "inline assembly is")
		case slices.Contains(operations(), tok.text):
			k.errorf(tok.pos, "%s stands without its parentheses: %s()", tok.text, tok.text)
		default:
			k.errorf(tok.pos, "%s is not declared", tok.text)
		}
		return int(k.t.register(tok.text)), true
	}
	return 0, false
}

// logical reads the right operand of && or ||. Both operands are computed, as in herd, and
// the result depends on both.
func (k *kernelThread) logical(b operator, left uint8, mark int) int {
	k.t.temps = mark
	d := k.t.temp()
	k.t.emit(code.Instr{Op: code.Bool, A: d, B: left})
	from, pos := len(k.t.code), k.tok.pos
	right := k.value(k.expr(b.level))
	for _, in := range k.t.code[from:] {
		if in.Op == code.Load || in.Op == code.RMW || in.Op == code.CAS {
			k.unsupportedf(pos, "an access to the right of && or || is")
		}
	}
	x := k.t.temp()
	k.t.emit(code.Instr{Op: code.Bool, A: x, B: right})
	op := code.And
	if b.level == orLevel {
		op = code.Or
	}
	k.t.emit(code.Instr{Op: op, A: d, B: d, C: x})
	k.t.temps = mark + 1
	return int(d)
}

// wideOps maps operations of 32 bits to operations of 64 bits.
var wideOps = map[code.Op]code.Op{code.AddS32: code.Add, code.SubS32: code.Sub, code.MulS32: code.Mul}

// do emits a memory operation. Its source is the text from start to the last token.
func (k *kernelThread) do(op code.Op, a, base, v uint8, acc code.Access, start int) {
	acc.Size, acc.Signed = observerSize, true
	k.t.at = k.at(start)
	k.t.access(op, a, base, v, acc, k.text(start))
}

func (k *kernelThread) get(base uint8, acc code.Access, start int) int {
	r := k.t.temp()
	k.do(code.Load, r, base, 0, acc, start)
	return int(r)
}

func (k *kernelThread) put(base, v uint8, acc code.Access, start int) {
	k.do(code.Store, 0, base, v, acc, start)
}

// lvalue reads *e and returns the register with the address.
func (k *kernelThread) lvalue() uint8 {
	if !k.accept("*") {
		k.unsupportedf(k.tok.pos, "an operand that is not *pointer, such as a register or the pointer itself, is")
		return 0
	}
	return k.pointee()
}

// pointee reads the operand of *, and returns the register with the address.
func (k *kernelThread) pointee() uint8 {
	saved := *k.scanner
	if k.accept("(") {
		if t, ok := k.kernelType(); ok {
			k.requireWide(t)
		}
	}
	if k.err == nil {
		*k.scanner = saved
	}
	return k.value(k.unary())
}

// fences are the operations without arguments.
var fences = map[string]code.Kernel{
	"smp_mb": code.Mb, "smp_rmb": code.Rmb, "smp_wmb": code.Wmb, "barrier": code.Barrier,
	"smp_mb__before_atomic": code.BeforeAtomic, "smp_mb__after_atomic": code.AfterAtomic,
	"smp_mb__after_spinlock": code.AfterSpinlock, "smp_mb__after_unlock_lock": code.AfterUnlockLock,
	"smp_mb__after_srcu_read_unlock": code.AfterSrcuUnlock,
	"rcu_read_lock":                  code.RcuLock, "rcu_read_unlock": code.RcuUnlock,
	"synchronize_rcu": code.SyncRcu, "synchronize_rcu_expedited": code.SyncRcu,
}

// operations returns the names of operations, in order.
func operations() []string {
	names := append(slices.Collect(maps.Keys(fences)), slices.Collect(maps.Keys(accessors))...)
	names = append(names, "smp_store_mb", "spin_lock", "spin_trylock", "spin_unlock", "xchg", "cmpxchg", "atomic_add", "atomic_inc", "atomic_dec")
	slices.Sort(names)
	return names
}

// unknown reports an unknown function, with an operation of a similar name if there is one.
func (k *kernelThread) unknown(fn token) {
	for _, name := range operations() {
		if levenshtein.ComputeDistance(fn.text, name) <= 2 && len(name) > 4 {
			k.unsupportedf(fn.pos, "function %s (%s is known) is", fn.text, name)
			return
		}
	}
	k.unsupportedf(fn.pos, "function %s is", fn.text)
}

// An accessor is an operation that loads or stores.
type accessor struct {
	store, lvalue bool // lvalue: its argument is *x instead of x
	acc           code.Access
}

var accessors = map[string]accessor{
	"READ_ONCE": {lvalue: true, acc: once}, "WRITE_ONCE": {true, true, once},
	"rcu_dereference": {lvalue: true, acc: once}, "rcu_assign_pointer": {true, true, release},
	"smp_load_acquire": {acc: acquire}, "smp_store_release": {store: true, acc: release},
	"atomic_read": {acc: once}, "atomic_set": {store: true, acc: once},
	"atomic_read_acquire": {acc: acquire}, "atomic_set_release": {store: true, acc: release},
	"spin_is_locked": {acc: once},
	"srcu_read_lock": {acc: srcuLock}, "srcu_down_read": {acc: srcuLock},
	"srcu_read_unlock": {store: true, acc: srcuUnlock}, "srcu_up_read": {store: true, acc: srcuUnlock},
	"synchronize_srcu": {acc: syncSrcu}, "synchronize_srcu_expedited": {acc: syncSrcu},
}

var (
	once       = code.Access{Order: trace.Relaxed}
	acquire    = code.Access{Order: trace.Acquire}
	release    = code.Access{Order: trace.Release}
	srcuLock   = code.Access{Order: trace.Relaxed, Kernel: code.SrcuLock}
	srcuUnlock = code.Access{Order: trace.Relaxed, Kernel: code.SrcuUnlock}
	syncSrcu   = code.Access{Order: trace.Relaxed, Kernel: code.SyncSrcu}
)

// operation reads an operation after its opening parenthesis.
func (k *kernelThread) operation(fn token) (result int) {
	result = noValue
	name := fn.text
	for _, wide := range []string{"atomic64_", "atomic_long_"} {
		if rest, ok := strings.CutPrefix(name, wide); ok {
			name = "atomic_" + rest
		}
	}
	name = strings.TrimPrefix(name, "raw_")
	if kind, ok := fences[name]; ok {
		k.expect(")")
		k.t.at = fn.pos
		k.t.fence(code.Access{Order: trace.SeqCst, Kernel: kind}, k.text(fn.start))
		return result
	}
	if a, ok := accessors[name]; ok {
		var base uint8
		if a.lvalue {
			base = k.lvalue()
		} else {
			base = k.value(k.expr(0))
		}
		if a.store {
			v := k.argument()
			k.expect(")")
			k.put(base, v, a.acc, fn.start)
			return result
		}
		k.expect(")")
		return k.get(base, a.acc, fn.start)
	}
	switch name {
	case "smp_store_mb":
		base := k.lvalue()
		v := k.argument()
		k.expect(")")
		k.put(base, v, once, fn.start)
		k.t.at = fn.pos
		k.t.fence(code.Access{Order: trace.SeqCst, Kernel: code.Mb}, k.text(fn.start))
	case "spin_lock", "spin_trylock", "spin_unlock":
		return k.lock(name, fn)
	default:
		return k.atomic(name, fn)
	}
	return result
}

// lock reads the argument of an operation on a lock. The lock is 1 while it is held.
func (k *kernelThread) lock(name string, fn token) int {
	done := k.t.temp()
	old, next := k.t.temp(), k.t.temp()
	base := k.value(k.expr(0))
	k.expect(")")
	k.t.constant(old, 0)
	if name == "spin_unlock" {
		k.put(base, old, code.Access{Order: trace.Release, Kernel: code.SpinUnlock}, fn.start)
		return noValue
	}
	k.t.constant(next, 1)
	kind := code.SpinLock
	if name == "spin_trylock" {
		kind = code.SpinTry
	}
	k.do(code.CAS, done, base, old, code.Access{Order: trace.Acquire, Fail: trace.Relaxed, Kernel: kind}, fn.start)
	if kind == code.SpinTry {
		return int(done)
	}
	return noValue
}

// modifiers are the functions of RMWs. atomic_inc adds 1, and atomic_dec subtracts 1.
var modifiers = map[string]code.RMWOp{
	"add": code.FetchAdd, "sub": code.FetchSub, "inc": code.FetchAdd, "dec": code.FetchSub,
	"and": code.FetchAnd, "andnot": code.FetchAnd, "or": code.FetchOr, "xor": code.FetchXor,
}

var suffixes = []struct {
	text  string
	order trace.Order
}{{"_relaxed", trace.Relaxed}, {"_acquire", trace.Acquire}, {"_release", trace.Release}}

// atomic reads the arguments of an RMW.
func (k *kernelThread) atomic(name string, fn token) int {
	acc := code.Access{Order: trace.SeqCst, Fail: trace.Relaxed}
	op := name
	for _, s := range suffixes {
		if rest, ok := strings.CutSuffix(op, s.text); ok {
			op, acc.Order = rest, s.order
		}
	}
	ordered := op != name
	switch op {
	case "xchg", "atomic_xchg":
		base := k.value(k.expr(0))
		v := k.argument()
		k.expect(")")
		return k.modify(base, v, acc, fn)
	case "cmpxchg", "atomic_cmpxchg":
		return k.compareExchange(acc, fn)
	case "atomic_add_unless", "atomic_fetch_add_unless", "atomic_inc_not_zero":
		if !ordered {
			return k.unless(op, acc, fn)
		}
	}
	op, isAtomic := strings.CutPrefix(op, "atomic_")
	op, fetch := strings.CutPrefix(op, "fetch_")
	op, returns := strings.CutSuffix(op, "_return")
	op, tested := strings.CutSuffix(op, "_and_test")
	op, negative := strings.CutSuffix(op, "_negative")
	rmw, ok := modifiers[op]
	forms := lists.Count([]bool{fetch, returns, tested, negative}, func(form bool) bool { return form })
	if !ok || !isAtomic || forms > 1 || ordered && forms == 0 || tested && !slices.Contains([]string{"sub", "inc", "dec"}, op) || negative && op != "add" {
		k.unknown(fn)
		return 0
	}
	v := k.t.temp()
	if op == "inc" || op == "dec" {
		k.t.constant(v, 1)
	} else {
		k.t.emit(code.Instr{Op: code.Mov, A: v, B: k.value(k.expr(0))})
		k.expect(",")
	}
	if op == "andnot" {
		ones := k.t.temp()
		k.t.constant(ones, -1)
		k.t.emit(code.Instr{Op: code.Xor, A: v, B: v, C: ones})
	}
	base := k.value(k.expr(0))
	k.expect(")")
	acc.RMW, acc.Fetch = rmw, returns || tested || negative
	if forms == 0 {
		acc.Order, acc.Kernel = trace.Relaxed, code.NoReturn
		k.modify(base, v, acc, fn)
		return noValue
	}
	r := k.modify(base, v, acc, fn)
	if tested || negative {
		zero := k.t.temp()
		k.t.constant(zero, 0)
		test := code.Eq
		if negative {
			test = code.LtS
		}
		k.t.emit(code.Instr{Op: test, A: uint8(r), B: uint8(r), C: zero})
	}
	return r
}

// modify performs an RMW and returns the register of its result.
func (k *kernelThread) modify(base, v uint8, acc code.Access, fn token) int {
	r := k.t.temp()
	k.do(code.RMW, r, base, v, acc, fn.start)
	return int(r)
}

// compareExchange reads (x, expected, new). The result is the value read.
func (k *kernelThread) compareExchange(acc code.Access, fn token) int {
	done := k.t.temp()
	old, next := k.t.temp(), k.t.temp()
	base := k.value(k.expr(0))
	k.t.emit(code.Instr{Op: code.Mov, A: old, B: k.argument()})
	k.t.emit(code.Instr{Op: code.Mov, A: next, B: k.argument()})
	k.expect(")")
	k.do(code.CAS, done, base, old, acc, fn.start)
	return int(old)
}

// unless reads the arguments of a conditional addition, which does not change one value: (x, a, u),
// or (x). The result is the value read, or whether the addition was performed.
func (k *kernelThread) unless(op string, acc code.Access, fn token) int {
	add, not := k.t.temp(), k.t.temp()
	base := k.value(k.expr(0))
	if op == "atomic_inc_not_zero" {
		k.t.constant(add, 1)
		k.t.constant(not, 0)
	} else {
		k.t.emit(code.Instr{Op: code.Mov, A: add, B: k.argument()})
		k.t.emit(code.Instr{Op: code.Mov, A: not, B: k.argument()})
	}
	k.expect(")")
	acc.RMW, acc.Kernel = code.FetchAdd, code.Unless
	r := k.modify(base, add, acc, fn)
	if op != "atomic_fetch_add_unless" {
		k.t.emit(code.Instr{Op: code.Ne, A: uint8(r), B: uint8(r), C: not})
	}
	return r
}
