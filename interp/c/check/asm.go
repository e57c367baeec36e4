package check

import (
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/c/asmtext"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"

	"modernc.org/cc/v4"
)

// Inline assembly, as far as it is known: barriers, hints, and the x86 instructions with which
// programs older than C11 made their own atomic operations. A barrier becomes the weakest C11 fence
// that is at least as strong. An operation on memory becomes an atomic one. If the compiler keeps other
// accesses on their side (the clobber "memory"), it has the order that x86 gives it: a locked instruction
// is between two seq_cst fences, and a move is an acquire load or a release store. Otherwise the former is
// seq_cst, and the latter relaxed. A clock does not advance, like clock(). Other instructions are refused
// by name.

// An asmOperand is an operand of inline assembly.
type asmOperand struct {
	name       string // in [brackets], or ""
	constraint string // without = and +
	out, in    bool
	lvalue     *types.Expr // of an output, or of memory
	value      *types.Expr // of an input, also of an input tied to this output
}

func (o *asmOperand) memory() bool { return strings.ContainsAny(o.constraint, "mQVA") }

// asmStatement checks an inline assembly statement.
func (c *checker) asmStatement(n *cc.Asm, pos trace.Pos) *types.Stmt {
	template, ok := asmString(n.Token3.SrcStr())
	if !ok {
		c.unsupported(pos, "this inline assembly is not supported")
	}
	for q := n.AsmQualifierList; q != nil; q = q.AsmQualifierList {
		if q.AsmQualifier.Case == cc.AsmQualifierGoto {
			c.unsupported(pos, "inline assembly that jumps is not supported")
		}
	}
	a := &assembly{c: c, pos: pos, text: asmtext.Lines(template)}
	a.parseOperands(n)
	if !slices.ContainsFunc(a.text, func(line string) bool { return !asmtext.IsHint(line) }) {
		a.passInputs()
	}
	for _, line := range a.text {
		full := a.keeps && asmtext.IsLocked(line)
		if full {
			a.list = append(a.list, a.fence(line, trace.SeqCst))
		}
		if s := a.instruction(line); s != nil {
			a.list = append(a.list, s)
		}
		if full {
			a.list = append(a.list, a.fence(line, trace.SeqCst))
		}
	}
	a.flagOutputs()
	return &types.Stmt{Op: types.StmtBlock, Pos: pos, List: a.list}
}

// asmString returns the text of a string literal of one-byte characters.
func asmString(literal string) (text string, ok bool) {
	units, _, err := parseString(literal)
	if err != nil {
		return "", false
	}
	for _, u := range units {
		text += string(rune(u & 0xff))
	}
	return strings.TrimRight(text, "\x00"), true
}

// An assembly is one inline assembly statement.
type assembly struct {
	c        *checker
	pos      trace.Pos
	text     []string
	operands []*asmOperand
	keeps    bool               // the compiler moves no access to memory across it
	list     []*types.Stmt      // the statements that perform it
	equal    func() *types.Expr // the zero flag that a compare-exchange or a count has left; nil before one
	// named has the registers a, b, c, d that the template names and sets: their contents, or, if that is
	// nil, the register from which one without a known content was copied.
	named map[string]namedRegister
}

// A namedRegister is a register that a template names. One of its members is set.
type namedRegister struct {
	content func() *types.Expr
	copyOf  string
}

func (a *assembly) refuse(what string) {
	a.c.unsupported(a.pos, "inline assembly '%s' is not supported; builtin functions say the same in C", what)
}

// parseOperands checks outputs and inputs, and notes whether memory is a clobber. Other clobbers have no
// meaning here.
func (a *assembly) parseOperands(n *cc.Asm) {
	const inputs, clobbers = 1, 2
	section := 0
	for args := n.AsmArgList; args != nil; args = args.AsmArgList {
		for l := args.AsmExpressionList; l != nil; l = l.AsmExpressionList {
			if section <= inputs {
				a.operand(l, section < inputs)
			} else if s, ok := l.AssignmentExpression.(*cc.PrimaryExpression); ok && section == clobbers {
				text, _ := asmString(s.Token.SrcStr())
				a.keeps = a.keeps || text == "memory"
			}
		}
		section++
	}
}

func (a *assembly) operand(l *cc.AsmExpressionList, out bool) {
	c := a.c
	call, ok := l.AssignmentExpression.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		a.refuse(strings.Join(a.text, "; "))
	}
	args := arguments(call)
	literal, ok := call.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || literal.Case != cc.PrimaryExpressionString || len(args) != 1 {
		a.refuse(strings.Join(a.text, "; "))
	}
	constraint, _ := asmString(literal.Token.SrcStr())
	o := &asmOperand{out: out, in: !out || strings.HasPrefix(constraint, "+"), constraint: strings.Trim(constraint, "=+&%")}
	if l.AsmIndex != nil {
		if id, ok := l.AsmIndex.ExpressionList.(*cc.PrimaryExpression); ok {
			o.name = id.Token.SrcStr()
		}
	}
	if tied := a.find("%"+o.constraint, ""); !out && tied != nil { // by its number or its [name]
		tied.in, tied.value = true, c.rvalue(c.expr(args[0]))
		return
	}
	e := c.expr(args[0])
	if out {
		e = outputOf(e)
		if !e.IsLvalue() {
			c.fail(a.pos, "an output of inline assembly is no lvalue")
		}
	}
	if out || o.memory() {
		o.lvalue = e
	} else {
		o.value = c.rvalue(e)
	}
	a.operands = append(a.operands, o)
}

// outputOf returns the lvalue of an output. As in GCC the cast of an lvalue is the lvalue.
func outputOf(e *types.Expr) *types.Expr {
	for !e.IsLvalue() && (e.Op == types.OpCast || e.Op == types.OpRead) {
		e = e.X
	}
	return e
}

var (
	asmNamed     = lazyregexp.New(`^%%r([abcd])x$`)
	asmReference = lazyregexp.New(`^%[bwkqhx]?(\d+|\[\w+\])$`)
	asmIndirect  = lazyregexp.New(`^(-?\d*)\((%[q]?(?:\d+|\[\w+\]))\)$`)
	asmOperation = lazyregexp.New(`^(lock )?(sub|[a-z]+?)([bwlq]?) ([^ ,]+)(?:,([^ ,]+))?$`)
)

// passInputs assigns to the outputs the values of the inputs tied to them.
func (a *assembly) passInputs() {
	for _, o := range a.operands {
		if o.out && o.value != nil {
			a.list = append(a.list, a.result(o, o.value))
		}
	}
}

// asmTypes are the types of the size letters.
var asmTypes = map[string]*types.Type{"b": types.Char, "w": types.Short, "l": types.Int, "q": types.Long}

// at returns the memory operand, of the bytes of a size letter, at an offset from the pointer in the
// register of operand o; nil if o is no pointer.
func (a *assembly) at(o *asmOperand, offset string, size string) *asmOperand {
	if o == nil || o.memory() || o.value == nil || o.value.Type.Kind != types.KindPtr {
		return nil
	}
	p := o.value
	if t := asmTypes[size]; t != nil {
		p = cast(p, types.PointerTo(t))
	} else if !p.Type.Elem.IsScalar() {
		return nil
	}
	if n, err := strconv.ParseInt(offset, 10, 64); err == nil && n != 0 {
		bytes := &types.Expr{Op: types.OpAdd, Type: types.Long, Pos: a.pos, X: cast(p, types.Long), Y: types.IntConst(n, types.Long)}
		p = cast(bytes, p.Type)
	}
	return &asmOperand{constraint: "m", out: true, in: true, lvalue: a.c.deref(p, a.pos)}
}

// find returns the operand that a reference names, or nil. size is the size letter of the
// instruction, or "".
func (a *assembly) find(ref, size string) *asmOperand {
	if m := asmIndirect().FindStringSubmatch(ref); m != nil {
		return a.at(a.find(m[2], ""), m[1], size)
	}
	m := asmReference().FindStringSubmatch(ref)
	if m == nil {
		return nil
	}
	if name, ok := strings.CutPrefix(m[1], "["); ok {
		for _, o := range a.operands {
			if strings.EqualFold(o.name, strings.TrimSuffix(name, "]")) {
				return o
			}
		}
		return nil
	}
	if k, _ := strconv.Atoi(m[1]); k < len(a.operands) {
		return a.operands[k]
	}
	return nil
}

// instruction returns the statement that performs an instruction, or nil for a hint.
func (a *assembly) instruction(line string) *types.Stmt {
	if asmtext.IsHint(line) {
		return nil
	}
	if asmtext.IsClock(line) {
		for i, o := range a.operands {
			v := int64(asmtext.ClockReads)
			if i == 2 {
				v = 0 // rdtscp: the number of the processor
			}
			if o.out {
				a.list = append(a.list, a.result(o, types.IntConst(v, types.Int)))
			}
		}
		return nil
	}
	if asmtext.IsTrap(line) {
		return a.statement(&types.Expr{Op: types.OpLibrary, Type: types.Void, Pos: a.pos, Text: line, Lib: "__builtin_trap"})
	}
	if order, ok := asmtext.Fence(line); ok {
		return a.fence(line, order)
	}
	switch name, ref, _ := strings.Cut(strings.TrimPrefix(line, "lock "), " "); {
	case name == "cmpxchg16b" && strings.HasPrefix(line, "lock "):
		a.compareExchange16(a.find(ref, ""), line)
		return nil
	case asmSet().MatchString(name) && a.equal != nil && a.find(ref, "") != nil:
		return a.result(a.find(ref, ""), a.zero(name))
	}
	m := asmOperation().FindStringSubmatch(line)
	if m == nil {
		a.refuse(line)
	}
	locked, name := m[1] != "", m[2]
	if to := asmNamed().FindStringSubmatch(m[5]); to != nil && name == "mov" && m[3] == "q" {
		a.setNamed(to[1], m[4], line)
		return nil
	}
	first, second := a.find(m[4], m[3]), a.find(m[5], m[3])
	switch {
	case second == nil && m[5] == "" && first != nil && first.memory() && locked && (name == "inc" || name == "dec"):
		op := code.FetchAdd
		if name == "dec" {
			op = code.FetchSub
		}
		return a.count(first, op, 1, line)
	case second == nil && m[5] == "" && first != nil && first.memory() && locked && name == "not":
		return a.statement(a.rmw(first, code.FetchXor, types.IntConst(-1, types.Long), line))
	case second == nil || first == nil && !strings.HasPrefix(m[4], "$"):
		a.refuse(line)
	case name == "xchg" && first.memory():
		return a.result(second, a.rmw(first, code.Xchg, a.input(second, line), line))
	case name == "xchg" && second.memory():
		return a.result(first, a.rmw(second, code.Xchg, a.input(first, line), line))
	case !second.memory() && (first == nil || !first.memory()) && !locked:
		return a.compute(name, asmTypes[m[3]], a.source(first, m[4], line), second, line)
	case !second.memory() && (locked || name != "mov"):
		a.refuse(line)
	case name == "xadd" && locked:
		return a.result(first, a.rmw(second, code.FetchAdd, a.input(first, line), line))
	case name == "cmpxchg" && locked:
		return a.compareExchange(second, a.input(first, line), line)
	case locked:
		op, ok := asmtext.Modifications[name]
		if !ok {
			a.refuse(line)
		}
		by := a.source(first, m[4], line)
		if by.IsConst() && (op == code.FetchAdd || op == code.FetchSub) {
			return a.count(second, op, by.I, line)
		}
		return a.statement(a.rmw(second, op, by, line))
	case name == "mov" && second.memory():
		e := a.atomic(types.AtomicStore, second, line)
		e.Type, e.Order = types.Void, asmtext.MoveOrder(trace.Release, a.keeps)
		e.Args = append(e.Args, cast(a.source(first, m[4], line), e.Type2.Unqualified()))
		return a.statement(e)
	case name == "mov":
		e := a.atomic(types.AtomicLoad, first, line)
		e.Order = asmtext.MoveOrder(trace.Acquire, a.keeps)
		return a.result(second, e)
	}
	a.refuse(line)
	return nil
}

// compute performs an instruction of registers, of the size of a type if it is not nil.
func (a *assembly) compute(name string, size *types.Type, v *types.Expr, to *asmOperand, line string) *types.Stmt {
	if !to.out || to.value != nil || size != nil && size.Size != to.lvalue.Type.Size {
		a.refuse(line)
	}
	if name != "mov" {
		op, ok := asmComputations[name]
		if !ok {
			a.refuse(line)
		}
		v = &types.Expr{Op: op, Type: types.ULong, Pos: a.pos, Text: line, X: cast(a.c.rvalue(to.lvalue), types.ULong), Y: cast(v, types.ULong)}
		a.equal = nil
	}
	return a.result(to, v)
}

// asmComputations are the operations of the instructions that compute in registers.
var asmComputations = map[string]types.Op{
	"add": types.OpAdd, "sub": types.OpSub, "and": types.OpAnd, "or": types.OpOr, "xor": types.OpXor,
}

func (a *assembly) fence(line string, order trace.Order) *types.Stmt {
	return a.statement(&types.Expr{Op: types.OpAtomic, Type: types.Void, Pos: a.pos, Text: line, Atomic: types.AtomicFence, Order: order})
}

// source returns the value of a first operand: an input or an immediate.
func (a *assembly) source(o *asmOperand, ref, line string) *types.Expr {
	if o != nil {
		return a.input(o, line)
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(ref, "$"), 0, 64)
	if err != nil {
		a.refuse(line)
	}
	return types.IntConst(n, types.Long)
}

// input returns the value of a register operand before the assembly.
func (a *assembly) input(o *asmOperand, line string) *types.Expr {
	switch {
	case o.value != nil:
		return o.value
	case o.lvalue != nil && o.in:
		return a.c.rvalue(o.lvalue)
	}
	a.refuse(line)
	return nil
}

// atomic begins an atomic operation on a memory operand.
func (a *assembly) atomic(op types.AtomicOp, o *asmOperand, line string) *types.Expr {
	if o.lvalue == nil || !o.lvalue.IsLvalue() {
		a.refuse(line)
	}
	t, at := o.lvalue.Type, a.c.addressOf(o.lvalue)
	if !t.IsScalar() { // programs give the operand the type of a record of the same size
		word := map[int64]*types.Type{1: types.UChar, 2: types.UShort, 4: types.UInt, 8: types.ULong, 16: types.UInt128}[t.Size]
		if word == nil {
			a.refuse(line)
		}
		t, at = word, cast(at, types.PointerTo(word))
	}
	return &types.Expr{Op: types.OpAtomic, Type: t.Unqualified(), Type2: t, Pos: a.pos, Text: line, Atomic: op,
		Order: trace.SeqCst, Fail: trace.SeqCst, Args: []*types.Expr{at}}
}

func (a *assembly) rmw(o *asmOperand, op code.RMWOp, value *types.Expr, line string) *types.Expr {
	e := a.atomic(types.AtomicRMW, o, line)
	e.RMW = uint8(op)
	e.Args = append(e.Args, cast(value, e.Type))
	return e
}

// compareExchange performs lock cmpxchg. The expected value and the old value are in the accumulator,
// an operand of constraint a or tied to one.
func (a *assembly) compareExchange(memory *asmOperand, desired *types.Expr, line string) *types.Stmt {
	var expected *types.Expr
	var result *asmOperand
	for _, o := range a.operands {
		if strings.Contains(o.constraint, "a") {
			if o.out {
				result = o
			}
			if o.in {
				expected = a.input(o, line)
			}
		}
	}
	if expected == nil || result == nil {
		a.refuse(line)
	}
	e := a.atomic(types.AtomicCASVal, memory, line)
	value := a.exchange(e, cast(expected, e.Type), cast(desired, e.Type))
	return a.result(result, value)
}

// exchange performs compare-exchange e and returns the old value.
func (a *assembly) exchange(e, expected, desired *types.Expr) *types.Expr {
	wanted, declared := a.c.keep(expected)
	e.Args = append(e.Args, wanted(), desired)
	there, done := a.c.keep(e)
	a.list = append(a.list, declared, done)
	a.equal = func() *types.Expr {
		return &types.Expr{Op: types.OpEq, Type: types.Int, Pos: a.pos, Text: e.Text, X: there(), Y: wanted()}
	}
	return there()
}

// register returns the output or input operand in the register of a letter, or nil.
func (a *assembly) register(letter string, out bool) *asmOperand {
	for _, o := range a.operands {
		if !o.memory() && strings.Contains(o.constraint, letter) && (out && o.out || !out && o.in) {
			return o
		}
	}
	return nil
}

// setNamed performs a move of 8 bytes from memory or another named register to the named register to.
func (a *assembly) setNamed(to, from, line string) {
	if a.named == nil {
		a.named = map[string]namedRegister{}
	}
	if m := asmNamed().FindStringSubmatch(from); m != nil {
		r, set := a.named[m[1]]
		if !set {
			r = namedRegister{copyOf: m[1]}
		}
		a.named[to] = r
		return
	}
	memory := a.find(from, "q")
	if memory == nil || !memory.memory() {
		a.refuse(line)
	}
	e := a.atomic(types.AtomicLoad, memory, line)
	e.Order = asmtext.MoveOrder(trace.Acquire, a.keeps)
	content, done := a.c.keep(cast(e, types.ULong))
	a.list = append(a.list, done)
	a.named[to] = namedRegister{content: content}
}

// compareExchange16 performs lock cmpxchg16b. The expected value and the old value are in d and a,
// the upper half in d. The new value is in c and b. If that is a copy of an expected value that is
// not known, the instruction only loads: any value will do.
func (a *assembly) compareExchange16(memory *asmOperand, line string) {
	loads := a.named["b"].copyOf == "a" && a.named["c"].copyOf == "d"
	half := func(letter string) *types.Expr {
		if loads {
			return types.IntConst(0, types.UInt128)
		}
		if r := a.named[letter]; r.content != nil {
			return cast(r.content(), types.UInt128)
		}
		o := a.register(letter, false)
		if o == nil {
			a.refuse(line)
		}
		return cast(cast(a.input(o, line), types.ULong), types.UInt128)
	}
	if memory == nil || !memory.memory() {
		a.refuse(line)
	}
	join := func(high, low string) *types.Expr {
		upper := &types.Expr{Op: types.OpShl, Type: types.UInt128, Pos: a.pos, X: half(high), Y: types.IntConst(64, types.Int)}
		return &types.Expr{Op: types.OpOr, Type: types.UInt128, Pos: a.pos, X: upper, Y: half(low)}
	}
	e := a.atomic(types.AtomicCASVal, memory, line)
	e.Args[0], e.Type, e.Type2 = cast(e.Args[0], types.PointerTo(types.UInt128)), types.UInt128, types.UInt128
	there := a.exchange(e, join("d", "a"), join("c", "b"))
	for i, letter := range []string{"a", "d"} {
		if o := a.register(letter, true); o != nil {
			v := &types.Expr{Op: types.OpShr, Type: types.UInt128, Pos: a.pos, X: there, Y: types.IntConst(int64(64*i), types.Int)}
			v.Text = line
			a.list = append(a.list, a.result(o, cast(v, types.ULong)))
		}
	}
}

// The instructions and constraints that read the zero flag.
var (
	asmSet  = lazyregexp.New(`^setn?[ez]$`)
	asmFlag = lazyregexp.New(`^@ccn?[ez]$`)
)

// zero returns the zero flag, or its negation if name has an n.
func (a *assembly) zero(name string) *types.Expr {
	e := a.equal()
	if strings.Contains(name, "n") {
		e.Op = types.OpNe
	}
	return e
}

// count performs a locked addition or subtraction of a constant.
func (a *assembly) count(o *asmOperand, op code.RMWOp, by int64, line string) *types.Stmt {
	e := a.rmw(o, op, types.IntConst(by, types.Long), line)
	if len(a.text) == 1 && !slices.ContainsFunc(a.operands, func(o *asmOperand) bool { return asmFlag().MatchString(o.constraint) }) {
		return a.statement(e)
	}
	was, done := a.c.keep(e)
	if op == code.FetchAdd {
		by = -by
	}
	a.equal = func() *types.Expr {
		zero := cast(types.IntConst(by, types.Long), e.Type)
		return &types.Expr{Op: types.OpEq, Type: types.Int, Pos: a.pos, Text: line, X: was(), Y: zero}
	}
	return done
}

// flagOutputs stores the zero flag in the outputs with a flag constraint.
func (a *assembly) flagOutputs() {
	for _, o := range a.operands {
		if strings.HasPrefix(o.constraint, "@") {
			if a.equal == nil || !asmFlag().MatchString(o.constraint) {
				a.refuse(strings.Join(a.text, "; "))
			}
			a.list = append(a.list, a.result(o, a.zero(o.constraint)))
		}
	}
}

// result stores the result of an operation in an output.
func (a *assembly) result(o *asmOperand, e *types.Expr) *types.Stmt {
	if !o.out || o.lvalue == nil {
		a.refuse(e.Text)
	}
	t := o.lvalue.Type.Unqualified()
	return a.statement(&types.Expr{Op: types.OpAssign, Type: t, Pos: a.pos, Text: e.Text, X: o.lvalue, Y: cast(e, t)})
}

func (a *assembly) statement(e *types.Expr) *types.Stmt {
	return &types.Stmt{Op: types.StmtExpr, Pos: a.pos, X: e}
}
