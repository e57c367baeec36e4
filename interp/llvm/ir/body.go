package ir

import (
	"strconv"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// Body parses the function's body, the first time that it is called. The error is an *trace.Diagnostic.
func (f *Function) Body() error {
	if f.parsed || f.Declared {
		return f.err
	}
	f.parsed = true
	f.err = f.parse()
	if f.err != nil {
		f.Blocks = nil
	}
	return f.err
}

func (f *Function) parse() (err error) {
	defer caught(&err)
	p := &parser{lexer: lexer{m: f.module, pos: f.body}, fn: f, values: map[string]Value{}, wanted: map[string]*pending{}, blocks: map[string]*Block{}}
	number := 0
	for _, q := range f.Params {
		p.values[q.Name] = q
		if n, err := strconv.Atoi(q.Name); err == nil {
			number = n + 1
		}
	}
	p.next()
	var now *Block
	for !p.is("}") || p.tok.at > 0 && p.m.text[p.tok.at-1] != '\n' {
		switch p.tok.kind {
		case end:
			p.fail("the body of @%s has no end", f.Name)
		case label:
			now = p.block(p.tok.text)
			if now.Index >= 0 {
				p.fail("block %%%s is defined twice", now.Name)
			}
			now.Index = len(f.Blocks)
			f.Blocks = append(f.Blocks, now)
			p.next()
			continue
		case debugRec:
			p.debugRecord()
			continue
		}
		if now == nil || len(now.Code) > 0 && now.Code[len(now.Code)-1].Ends() {
			if now != nil {
				p.fail("an instruction behind the end of a block")
			}
			now = p.block(strconv.Itoa(number))
			now.Index = 0
			f.Blocks = append(f.Blocks, now)
		}
		if i := p.instruction(); i != nil {
			now.Code = append(now.Code, i)
		}
	}
	p.resolve()
	return nil
}

// block returns the block of a name, which may be defined later.
func (p *parser) block(name string) *Block {
	b := p.blocks[name]
	if b == nil {
		b = &Block{Name: name, Index: -1}
		p.blocks[name] = b
	}
	return b
}

// resolve replaces uses of values before their definitions by the values, and checks the structure of
// the function.
func (p *parser) resolve() {
	f := p.fn
	if len(f.Blocks) == 0 {
		p.fail("@%s has no blocks", f.Name)
	}
	for name, b := range p.blocks {
		if b.Index < 0 {
			p.fail("block %%%s of @%s is not defined", name, f.Name)
		}
	}
	for name, w := range p.wanted {
		v, ok := p.values[name]
		if !ok {
			panic(fault{p.m.errorf(w.at, "%%%s is not defined", name)})
		}
		if v.Type() != w.t && w.t.Kind != Label {
			panic(fault{p.m.errorf(w.at, "%%%s is of type %s, not %s", name, v.Type(), w.t)})
		}
		w.value = v
	}
	resolve := func(v *Value) {
		if w, ok := (*v).(*pending); ok {
			*v = w.value
		}
	}
	for _, b := range f.Blocks {
		if len(b.Code) == 0 || !b.Code[len(b.Code)-1].Ends() {
			p.fail("block %%%s of @%s has no end", b.Name, f.Name)
		}
		for k, i := range b.Code {
			for n := range i.Args {
				resolve(&i.Args[n])
			}
			if i.Op == "phi" && k > 0 && b.Code[k-1].Op != "phi" {
				panic(fault{&trace.Diagnostic{Pos: i.Pos, Message: "a phi behind other instructions"}})
			}
		}
	}
	for n := range f.Declare {
		resolve(&f.Declare[n].Value)
	}
	for _, b := range f.Blocks {
		for _, i := range b.Code {
			if e := check(i); e != "" {
				panic(fault{&trace.Diagnostic{Pos: i.Pos, Message: e}})
			}
		}
	}
}

// debugRecord reads #dbg_declare(ptr %x, !12, !DIExpression(), !34), and skips other records.
func (p *parser) debugRecord() {
	declares := p.tok.text == "dbg_declare"
	line := lineEnd(p.m.text, p.tok.at)
	if !declares {
		p.pos = line
		p.next()
		return
	}
	p.next()
	p.expect("(")
	d := Declaration{Module: p.m, Variable: -1}
	if p.tok.kind == meta {
		p.pos = line
		p.next()
		return
	}
	d.Value = p.typed()
	p.expect(",")
	d.Variable = p.metaNumber()
	p.expect(",")
	p.debugExpression(&d)
	p.pos = line
	p.next()
	p.declared(d)
}

// debugExpression skips a DIExpression, and records whether it is empty.
func (p *parser) debugExpression(d *Declaration) {
	if p.tok.kind != meta {
		p.fail("an expression expected, found %s", p.tok)
	}
	p.next()
	if p.is("(") {
		at := p.pos
		p.skipBalanced()
		d.Expr = p.tok.at > at && p.m.text[at] != ')'
	}
}

func (p *parser) declared(d Declaration) {
	switch d.Value.(type) {
	case *Instr, *Param, *pending:
		p.fn.Declare = append(p.fn.Declare, d)
	}
}

func (p *parser) metaNumber() int {
	n, err := strconv.Atoi(p.tok.text)
	if p.tok.kind != meta || err != nil {
		p.fail("a metadata node expected, found %s", p.tok)
	}
	p.next()
	return n
}

// instruction reads an instruction. It returns nil for one without effect.
func (p *parser) instruction() *Instr {
	i := &Instr{Pos: p.m.pos(p.tok.at), T: p.m.VoidType()}
	if p.tok.kind == local {
		i.Name = p.tok.text
		p.next()
		p.expect("=")
	}
	if p.tok.kind != word {
		p.fail("an instruction expected, found %s", p.tok)
	}
	i.Op = p.tok.text
	p.next()
	last := p.tok.at
	p.operands(i)
	p.trailer(i, last)
	if i.Op == "call" && len(i.Args) > 0 {
		if f, ok := i.Args[len(i.Args)-1].(*Function); ok && strings.HasPrefix(f.Name, "llvm.dbg.") {
			return nil
		}
	}
	if i.T.Kind == Void {
		if i.Name != "" {
			p.fail("%%%s would name nothing", i.Name)
		}
		return i
	}
	if i.Name != "" {
		if _, ok := p.values[i.Name]; ok {
			panic(fault{&trace.Diagnostic{Pos: i.Pos, Message: "%" + i.Name + " is defined twice"}})
		}
		p.values[i.Name] = i
	}
	return i
}

// trailer skips the text after the operands on the same line, except for metadata that is needed.
func (p *parser) trailer(i *Instr, from int) {
	if p.tok.kind == end || p.tok.at < from {
		return
	}
	// the operands may reach over several lines: the line is the last operand's
	line := lineEnd(p.m.text, lastByte(p.m.text, p.tok.at))
	for p.tok.kind != end && p.tok.at < line {
		switch {
		case p.tok.kind == meta && p.tok.text == "dbg":
			p.next()
			if p.tok.kind == meta {
				i.Loc = p.m.loc(p.number())
			}
		case p.tok.kind == meta && p.tok.text == "tbaa.struct":
			p.next()
			if p.tok.kind == meta {
				i.Copies = p.m.Node(p.number()).Ints()
			}
		case p.tok.kind == meta && p.tok.text == "invariant.load":
			i.Fixed = true
		case p.tok.kind == meta && p.tok.text == "tbaa" && (i.Op == "load" || i.Op == "store" && p.fn.isDestructor()):
			p.next()
			if p.tok.kind == meta {
				i.Table = p.m.isTable(p.number())
			}
		case p.tok.kind == group:
			i.NoThrow = i.NoThrow || p.groupHas("nounwind")
		case p.is("nounwind"):
			i.NoThrow = true
		}
		p.next()
	}
}

// lastByte returns the last byte before at that is no space.
func lastByte(s string, at int) int {
	for at--; at > 0 && (s[at] == ' ' || s[at] == '\n' || s[at] == '\t' || s[at] == '\r'); at-- {
	}
	return max(0, at)
}

// number returns the number that the current token is; -1 if it is none.
func (p *parser) number() int {
	if n, err := strconv.Atoi(p.tok.text); err == nil {
		return n
	}
	return -1
}

var binary = map[string]bool{
	"add": true, "sub": true, "mul": true, "udiv": true, "sdiv": true, "urem": true, "srem": true, "shl": true, "lshr": true, "ashr": true,
	"and": true, "or": true, "xor": true, "fadd": true, "fsub": true, "fmul": true, "fdiv": true, "frem": true,
}

var casts = map[string]bool{
	"trunc": true, "zext": true, "sext": true, "fptrunc": true, "fpext": true, "fptoui": true, "fptosi": true, "uitofp": true, "sitofp": true,
	"ptrtoint": true, "inttoptr": true, "bitcast": true, "addrspacecast": true,
}

// flags skips the words before a type, and records those that matter.
func (p *parser) flags(i *Instr) {
	for p.tok.kind == word && !p.atType() {
		i.NoWrap = i.NoWrap || p.tok.text == "nsw"
		ranged := p.is("inrange")
		if p.next(); ranged && p.is("(") {
			p.skipBalanced()
		}
	}
}

func (p *parser) operands(i *Instr) {
	switch op := i.Op; {
	case binary[op]:
		p.flags(i)
		i.T = p.typ()
		p.pair(i, i.T)
	case casts[op]:
		p.flags(i)
		i.Args = append(i.Args, p.typed())
		p.expect("to")
		i.T = p.typ()
	case op == "fneg", op == "freeze":
		p.flags(i)
		i.Args = append(i.Args, p.typed())
		i.T = i.Args[0].Type()
	case op == "icmp", op == "fcmp":
		for p.tok.kind == word && !p.atType() {
			i.Pred = p.tok.text
			p.next()
		}
		t := p.typ()
		p.pair(i, t)
		if i.T = p.m.IntType(1); t.Kind == Vector {
			i.T = p.m.vectorType(t.Len, i.T)
		}
	case op == "ret":
		t := p.typ()
		if t.Kind != Void {
			i.Args = append(i.Args, p.value(t))
		}
	case op == "br":
		if p.accept("label") {
			i.Blocks = append(i.Blocks, p.target())
			return
		}
		i.Args = append(i.Args, p.typed())
		p.expect(",")
		i.Blocks = append(i.Blocks, p.labelled())
		p.expect(",")
		i.Blocks = append(i.Blocks, p.labelled())
	case op == "switch":
		i.Args = append(i.Args, p.typed())
		p.expect(",")
		i.Blocks = append(i.Blocks, p.labelled())
		p.expect("[")
		for !p.is("]") {
			i.Args = append(i.Args, p.typed())
			p.expect(",")
			i.Blocks = append(i.Blocks, p.labelled())
		}
		p.expect("]")
	case op == "unreachable":
	case op == "resume":
		i.Args = append(i.Args, p.typed())
	default:
		p.memoryOperands(i)
	}
}

// list reads n operands with their types.
func (p *parser) list(i *Instr, n int) {
	for k := range n {
		if k > 0 {
			p.expect(",")
		}
		i.Args = append(i.Args, p.typed())
	}
}

// pair reads two operands of type t.
func (p *parser) pair(i *Instr, t *Type) {
	i.Args = append(i.Args, p.value(t))
	p.expect(",")
	i.Args = append(i.Args, p.value(t))
}

// target reads the name of a block.
func (p *parser) target() *Block {
	if p.tok.kind != local {
		p.fail("a block expected, found %s", p.tok)
	}
	b := p.block(p.tok.text)
	p.next()
	return b
}

func (p *parser) labelled() *Block {
	p.expect("label")
	return p.target()
}

func (p *parser) memoryOperands(i *Instr) {
	switch i.Op {
	case "phi":
		p.flags(i)
		i.T = p.typ()
		for {
			p.expect("[")
			i.Args = append(i.Args, p.value(i.T))
			p.expect(",")
			i.Blocks = append(i.Blocks, p.target())
			p.expect("]")
			if !p.is(",") || p.peek() != '[' {
				return
			}
			p.next()
		}
	case "select":
		p.flags(i)
		p.list(i, 3)
		i.T = i.Args[1].Type()
	case "alloca", "getelementptr":
		p.flags(i)
		i.Elem, i.T = p.typ(), p.m.PtrType()
		for p.is(",") && p.typeFollows() {
			p.next()
			i.Args = append(i.Args, p.typed())
		}
	case "load":
		p.access(i)
		i.T = p.typ()
		i.Elem = i.T
		p.expect(",")
		i.Args = append(i.Args, p.typed())
		p.order(i)
	case "store":
		p.access(i)
		p.list(i, 2)
		i.Elem = i.Args[0].Type()
		p.order(i)
	case "fence":
		p.order(i)
		i.Atomic = true
	case "cmpxchg":
		i.Weak = p.accept("weak")
		p.access(i)
		p.list(i, 3)
		i.Elem = i.Args[1].Type()
		p.order(i)
		i.Fail = i.Order
		if o, ok := orders[p.tok.text]; ok {
			i.Fail = o
			p.next()
		}
		i.T, i.Atomic = p.m.structOf([]*Type{i.Elem, p.m.IntType(1)}, false), true
	case "atomicrmw":
		p.access(i)
		i.Pred = p.tok.text
		p.next()
		p.list(i, 2)
		i.T, i.Atomic = i.Args[1].Type(), true
		i.Elem = i.T
		p.order(i)
	default:
		p.otherOperands(i)
	}
}

// otherOperands reads the operands of an instruction that is neither arithmetic nor an access.
func (p *parser) otherOperands(i *Instr) {
	switch i.Op {
	case "extractvalue", "insertvalue":
		p.list(i, map[string]int{"extractvalue": 1, "insertvalue": 2}[i.Op])
		t := i.Args[0].Type()
		i.T = t
		for p.is(",") && p.peek() >= '0' && p.peek() <= '9' {
			p.next()
			n := p.number()
			if t.Kind == Struct && n >= 0 && n < len(t.Fields) {
				t = t.Fields[n]
			} else if t.Kind == Array && n >= 0 && int64(n) < t.Len {
				t = t.Elem
			} else {
				p.fail("type %s has no part %d", t, n)
			}
			i.Indices = append(i.Indices, n)
			p.next()
		}
		if i.Op == "extractvalue" {
			i.T = t
		}
	case "extractelement", "insertelement", "shufflevector":
		for {
			i.Args = append(i.Args, p.typed())
			if !p.is(",") || !p.typeFollows() {
				break
			}
			p.next()
		}
		i.T = i.Args[0].Type()
		switch mask := i.Args[len(i.Args)-1].Type(); {
		case i.Op == "extractelement" && i.T.Kind == Vector:
			i.T = i.T.Elem
		case i.Op == "shufflevector" && i.T.Kind == Vector && mask.Kind == Vector:
			i.T = p.m.vectorType(mask.Len, i.T.Elem)
		}
	case "landingpad":
		i.T = p.typ()
		for p.is("cleanup") || p.is("catch") || p.is("filter") {
			c := Clause{Filter: p.is("filter")}
			if p.accept("cleanup") {
				i.Cleanup = true
				continue
			}
			p.next()
			c.Value = p.typed()
			i.Clauses = append(i.Clauses, c)
		}
	case "va_arg":
		i.Args = append(i.Args, p.typed())
		p.expect(",")
		i.T = p.typ()
	case "call", "invoke", "tail", "musttail", "notail":
		p.call(i)
	default:
		p.fail("instruction %s is not supported", i.Op)
	}
}

// peek returns the first byte of the token after the current one.
func (p *parser) peek() byte {
	was := p.lexer
	p.next()
	c := byte(0)
	if p.tok.at < len(p.m.text) {
		c = p.m.text[p.tok.at]
	}
	p.lexer = was
	return c
}

// typeFollows reports whether a type follows the current token.
func (p *parser) typeFollows() bool {
	was := p.lexer
	p.next()
	is := p.atType()
	p.lexer = was
	return is
}

// access reads the words before the type of an access.
func (p *parser) access(i *Instr) {
	for {
		switch {
		case p.accept("atomic"):
			i.Atomic = true
		case p.accept("volatile"):
			i.Vol = true
		default:
			return
		}
	}
}

var orders = map[string]trace.Order{
	"unordered": trace.Relaxed, "monotonic": trace.Relaxed, "acquire": trace.Acquire, "release": trace.Release, "acq_rel": trace.AcqRel, "seq_cst": trace.SeqCst,
}

// order reads the scope and the order of an atomic access.
func (p *parser) order(i *Instr) {
	if p.accept("syncscope") {
		p.expect("(")
		if i.Signal = p.tok.text == "singlethread"; strings.Contains(p.tok.text, " ") {
			i.Awaits = p.tok.text
		}
		p.next()
		p.expect(")")
	}
	if o, ok := orders[p.tok.text]; ok && p.tok.kind == word {
		i.Order = o
		p.next()
	} else if i.Atomic || i.Op == "fence" || i.Op == "cmpxchg" {
		p.fail("a memory order expected, found %s", p.tok)
	}
}

func (p *parser) call(i *Instr) {
	if i.Op == "tail" || i.Op == "musttail" || i.Op == "notail" {
		p.expect("call")
		i.Op = "call"
	}
	for !p.atType() {
		p.attribute()
	}
	t := p.typ()
	result := t
	if t.Kind == Func {
		result = t.Elem
	}
	i.T = result
	callee := p.value(p.m.PtrType())
	p.expect("(")
	var types []*Type
	for n := 0; !p.is(")"); n++ {
		at := p.typ()
		var byval *Type
		for at.Kind != Metadata && (p.tok.kind == word && !p.atValue() || p.tok.kind == quoted) {
			byval = p.paramAttribute(byval)
		}
		if byval != nil {
			i.ByVal = lists.Extended(i.ByVal, n+1)
			i.ByVal[n] = byval
		}
		i.Args = append(i.Args, p.value(at))
		types = append(types, at)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	if t.Kind != Func {
		t = p.m.funcType(&Type{Kind: Func, Elem: result, Fields: types})
	}
	i.Elem = t
	i.Args = append(i.Args, callee)
	if f, ok := callee.(*Function); ok {
		i.NoThrow = f.NoUnwind
		if f.Name == "llvm.dbg.declare" {
			p.oldDeclare()
		}
	}
	if i.Op != "invoke" {
		return
	}
	for !p.is("to") {
		if p.tok.kind == group {
			i.NoThrow = i.NoThrow || p.groupHas("nounwind")
		}
		if p.is("[") {
			p.skipBalanced()
			continue
		}
		if p.tok.kind == end {
			p.fail("the targets of an invoke expected")
		}
		p.next()
	}
	p.next()
	i.Blocks = append(i.Blocks, p.labelled())
	p.expect("unwind")
	i.Blocks = append(i.Blocks, p.labelled())
}

// atValue reports whether the current word begins a value.
func (p *parser) atValue() bool {
	switch p.tok.text {
	case "getelementptr", "bitcast", "inttoptr", "ptrtoint", "addrspacecast", "trunc", "zext", "sext", "add", "sub", "mul", "xor", "and", "or", "shl", "lshr", "ashr",
		"asm", "blockaddress", "dso_local_equivalent", "no_cfi", "splat":
		return true
	}
	return isLiteral(p.tok.text)
}

// oldDeclare records the declaration in a call of llvm.dbg.declare, which LLVM before 19 writes. The
// call was read with its operands skipped, so its text is read again.
func (p *parser) oldDeclare() {
	was := p.lexer
	defer func() { p.lexer = was }()
	from := lineStart(p.m.text, was.tok.at-1)
	at := strings.Index(p.m.text[from:was.tok.at], "@llvm.dbg.declare(")
	if at < 0 {
		return
	}
	p.pos = from + at + len("@llvm.dbg.declare(")
	p.next()
	if !p.accept("metadata") || p.tok.kind == meta {
		return
	}
	d := Declaration{Module: p.m, Value: p.typed()}
	if !p.accept(",") || !p.accept("metadata") {
		return
	}
	d.Variable = p.metaNumber()
	if p.accept(",") && p.accept("metadata") {
		p.debugExpression(&d)
	}
	p.declared(d)
}

func lineStart(s string, at int) int { return strings.LastIndexByte(s[:max(0, at)], '\n') + 1 }
