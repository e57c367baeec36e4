package litmus

import (
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// noValue is the register of an operation without a result.
const noValue = -1

// value returns the register of an expression that must have a value.
func (c *cThread) value(r int) uint8 {
	if r == noValue {
		c.errorf(c.t.at, "the operation has no value")
		return 0
	}
	return uint8(r)
}

// An operator is a binary operator.
type operator struct {
	level int // operators of higher levels bind tighter
	op    code.Op
	swap  bool // the operands
}

const (
	orLevel  = 1
	andLevel = 2
)

var operators = map[string]operator{
	"||": {level: orLevel}, "&&": {level: andLevel},
	"|": {3, code.Or, false}, "^": {4, code.Xor, false}, "&": {5, code.And, false},
	"==": {6, code.Eq, false}, "!=": {6, code.Ne, false},
	"<": {7, code.LtS, false}, ">": {7, code.LtS, true}, "<=": {7, code.LeS, false}, ">=": {7, code.LeS, true},
	"+": {8, code.AddS32, false}, "-": {8, code.SubS32, false},
	"*": {9, code.MulS32, false}, "/": {9, code.DivS, false}, "%": {9, code.ModS, false},
}

// expr reads an expression of operators that bind tighter than level, and returns the
// register with its value, or noValue.
func (c *cThread) expr(level int) int {
	c.enter()
	defer c.leave()
	mark := c.t.temps
	x := c.unary()
	for c.err == nil {
		b, ok := operators[c.tok.text]
		if !ok || b.level <= level {
			break
		}
		left := c.value(x)
		c.next()
		if b.level <= andLevel && c.kernel != nil {
			x = c.kernel.logical(b, left, mark)
			continue
		}
		if b.level <= andLevel {
			x = c.shortCircuit(b, left, mark)
			continue
		}
		right := c.value(c.expr(b.level))
		if b.swap {
			left, right = right, left
		}
		c.t.temps = mark
		d := c.t.temp()
		op := b.op
		if wide, ok := wideOps[op]; ok && c.kernel != nil {
			op = wide
		}
		c.t.emit(code.Instr{Op: op, A: d, B: left, C: right})
		if op == code.DivS && c.kernel == nil {
			c.t.emit(code.Instr{Op: code.ExtS32, A: d, B: d}) // INT_MIN / -1
		}
		x = int(d)
	}
	return x
}

// shortCircuit reads the right operand of && or ||.
func (c *cThread) shortCircuit(b operator, left uint8, mark int) int {
	skip := code.JZ
	if b.level == orLevel {
		skip = code.JNZ
	}
	c.t.temps = mark
	d := c.t.temp()
	c.t.emit(code.Instr{Op: code.Bool, A: d, B: left})
	end := c.t.jump(skip, d, 0)
	right := c.value(c.expr(b.level))
	c.t.emit(code.Instr{Op: code.Bool, A: d, B: right})
	c.t.bind(end)
	c.t.temps = mark + 1
	return int(d)
}

// unary reads an operand with the prefix operators before it.
func (c *cThread) unary() int {
	c.enter()
	defer c.leave()
	tok := c.tok
	switch {
	case c.accept("-"):
		return c.prefix(code.Neg)
	case c.accept("!"):
		return c.prefix(code.Not)
	}
	if c.kernel != nil {
		if r, ok := c.kernel.operand(tok); ok {
			return r
		}
	}
	switch {
	case c.accept("*"):
		p := c.pointer()
		return c.load(p, plainOrder(p), tok.start)
	case c.accept("("):
		if c.accept("void") {
			c.expect(")")
			c.unary()
			return noValue
		}
		r := c.expr(0)
		c.expect(")")
		return r
	case tok.kind == numberToken:
		r := c.t.temp()
		c.t.constant(r, c.integer(32))
		return int(r)
	case tok.kind == nameToken:
		c.next()
		if c.is("(") {
			return c.call(tok)
		}
		if !c.declared(tok.text) {
			c.notValue(tok.text, tok.pos)
		}
		return int(c.t.named[tok.text])
	}
	c.unexpected("an expression")
	return 0
}

// argument reads another argument.
func (c *cThread) argument() uint8 {
	c.expect(",")
	return c.value(c.expr(0))
}

// prefix applies op to the operand that follows.
func (c *cThread) prefix(op code.Op) int {
	mark := c.t.temps
	r := c.value(c.unary())
	c.t.temps = mark
	d := c.t.temp()
	c.t.emit(code.Instr{Op: op, A: d, B: r})
	if op == code.Neg && c.kernel == nil {
		c.t.emit(code.Instr{Op: code.ExtS32, A: d, B: d})
	}
	return int(d)
}

// pointer reads the name of a parameter.
func (c *cThread) pointer() pointer {
	pos := c.tok.pos
	name := c.name("the name of a parameter")
	p, ok := c.params[name]
	if !ok {
		c.errorf(pos, "%s is no parameter of %s", name, c.t.name)
		return pointer{to: &object{}}
	}
	return p
}

// load emits a load; its source is the text from start to the last token passed.
func (c *cThread) load(p pointer, o trace.Order, start int) int {
	r := c.address(p)
	c.access(code.Load, r, r, 0, code.Access{Order: o}, start)
	return int(r)
}

// fetches are the functions of the atomic_fetch operations.
var fetches = map[string]code.RMWOp{
	"exchange": code.Xchg, "fetch_add": code.FetchAdd, "fetch_sub": code.FetchSub,
	"fetch_or": code.FetchOr, "fetch_xor": code.FetchXor, "fetch_and": code.FetchAnd,
}

// call reads an atomic operation, from its opening parenthesis on.
func (c *cThread) call(fn token) (result int) {
	result = noValue
	name, ok := strings.CutPrefix(fn.text, "atomic_")
	op, explicit := strings.CutSuffix(name, "_explicit")
	_, fetch := fetches[op]
	c.next()
	switch {
	case ok && fn.text == "atomic_thread_fence":
		o := c.order(fenceOrders)
		c.expect(")")
		c.t.at = fn.pos
		c.t.fence(code.Access{Order: o}, c.text(fn.start))
	case ok && op == "load":
		p := c.pointer()
		o := c.orderArgument(explicit, loadOrders)
		c.expect(")")
		result = c.load(p, o, fn.start)
	case ok && op == "store":
		p := c.pointer()
		v := c.argument()
		o := c.orderArgument(explicit, storeOrders)
		c.expect(")")
		c.store(p, v, o, fn.start)
	case ok && fetch:
		p := c.pointer()
		v := c.argument()
		o := c.orderArgument(explicit, anyOrder)
		c.expect(")")
		r := c.address(p)
		c.access(code.RMW, r, r, v, code.Access{Order: o, RMW: fetches[op]}, fn.start)
		result = int(r)
	case ok && (op == "compare_exchange_strong" || op == "compare_exchange_weak"):
		result = c.compareExchange(fn, explicit, op == "compare_exchange_weak")
	default:
		c.unsupportedf(fn.pos, "function %s is", fn.text)
	}
	return result
}

// compareExchange reads the arguments (x, expected, e[, success, failure]).
func (c *cThread) compareExchange(fn token, explicit, weak bool) int {
	done := c.t.temp()
	old, next := c.t.temp(), c.t.temp()
	p := c.pointer()
	c.expect(",")
	at := c.tok.start
	expected := c.pointer()
	name := "*" + c.text(at)
	c.t.emit(code.Instr{Op: code.Mov, A: next, B: c.argument()})
	acc := code.Access{Size: 4, Signed: true, Weak: weak}
	acc.Order = c.orderArgument(explicit, anyOrder)
	acc.Fail = c.orderArgument(explicit, loadOrders)
	c.expect(")")

	from := c.address(expected)
	plain := code.Access{Size: 4, Signed: true}
	c.t.at = c.at(at)
	c.t.access(code.Load, old, from, 0, plain, name)
	c.access(code.CAS, done, c.address(p), old, acc, fn.start)
	end := c.t.jump(code.JNZ, done, 0)
	c.t.at = c.at(at)
	c.t.access(code.Store, 0, from, old, plain, name)
	c.t.bind(end)
	return int(done)
}

// Sets of memory orders, as bits.
const (
	anyOrder    = 1<<trace.Relaxed | 1<<trace.Consume | 1<<trace.Acquire | 1<<trace.Release | 1<<trace.AcqRel | 1<<trace.SeqCst
	fenceOrders = anyOrder
	loadOrders  = 1<<trace.Relaxed | 1<<trace.Consume | 1<<trace.Acquire | 1<<trace.SeqCst
	storeOrders = 1<<trace.Relaxed | 1<<trace.Release | 1<<trace.SeqCst
)

// orderArgument reads another argument that is a memory order. An operation that is not
// explicit has none and is seq_cst.
func (c *cThread) orderArgument(explicit bool, allowed uint) trace.Order {
	if !explicit {
		return trace.SeqCst
	}
	c.expect(",")
	return c.order(allowed)
}

// order reads a memory order.
func (c *cThread) order(allowed uint) trace.Order {
	pos := c.tok.pos
	name, ok := strings.CutPrefix(c.name("a memory order"), "memory_order_")
	for o := trace.Relaxed; ok && o < trace.NumOrders; o++ {
		if o.String() != name {
			continue
		}
		if allowed>>o&1 == 0 {
			c.errorf(pos, "memory_order_%s is not allowed here", name)
		}
		return o
	}
	c.errorf(pos, "expected a memory order")
	return trace.SeqCst
}
