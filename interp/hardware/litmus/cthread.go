package litmus

import (
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A typeWord is the meaning of a word in a type.
type typeWord uint8

const (
	notType typeWord = iota
	intType
	atomicType
	qualifier
)

var typeWords = map[string]typeWord{
	"int": intType, "atomic_int": atomicType, "_Atomic": qualifier, "volatile": qualifier, "const": qualifier,
}

// unsupportedWords start statements that litmus tests do not have.
var unsupportedWords = []string{"break", "case", "continue", "default", "do", "for", "goto", "return", "switch"}

// A cThread is a C thread while it is parsed.
type cThread struct {
	*parser
	t      *thread
	params map[string]pointer
	scope  []string      // registers declared so far
	kernel *kernelThread // the enclosing thread, if it is in the kernel's C
}

// A pointer is a parameter.
type pointer struct {
	to     *object
	atomic bool
}

// cThreads reads all threads; thread reads each.
func (p *parser) cThreads(thread func(n int)) {
	p.use(&cLanguage)
	for n := 0; strings.HasPrefix(p.tok.text, "P") && p.err == nil; n++ {
		p.threadStart(n)
		thread(n)
	}
	p.use(&sectionLanguage)
}

// preset gives thread t the registers that the init section sets, and returns their names.
func (p *parser) preset(t *thread) (names []string) {
	for _, r := range p.initialOrder {
		if r.thread == t.number {
			t.values[t.register(r.name)] = p.initial[r]
			names = append(names, r.name)
		}
	}
	return names
}

// threadStart checks that the current token is the name of thread n.
func (p *parser) threadStart(n int) {
	if want := "P" + strconv.Itoa(n); !p.is(want) {
		p.unexpected(want)
	}
}

func (p *parser) cThread(n int) {
	c := p.newCThread(n)
	c.read(c.param)
}

func (p *parser) newCThread(n int) *cThread {
	return &cThread{parser: p, t: p.asm.newThread(n, p.tok.pos), params: make(map[string]pointer)}
}

// read reads the thread; param reads each parameter.
func (c *cThread) read(param func()) {
	c.scope = c.preset(c.t)
	c.next()
	c.expect("(")
	for c.err == nil && !c.is(")") {
		param()
		if !c.is(")") {
			c.expect(",")
		}
	}
	c.expect(")")
	c.block()
}

// param reads a parameter: a pointer to the shared location of its name.
func (c *cThread) param() {
	atomic := c.typeName()
	pos := c.tok.pos
	if c.tok.kind == nameToken {
		c.unsupportedf(pos, "a parameter that is no pointer is")
	}
	c.expect("*")
	if c.is("*") {
		c.unsupportedf(c.tok.pos, "a pointer to a pointer is")
	}
	for typeWords[c.tok.text] == qualifier {
		c.next()
	}
	c.parameter(atomic)
}

// parameter reads the name of a parameter.
func (c *cThread) parameter(atomic bool) {
	pos := c.tok.pos
	name := c.name("the name of a parameter")
	if _, ok := c.params[name]; ok {
		c.errorf(pos, "%s is declared twice", name)
	}
	c.params[name] = pointer{c.asm.location(name, pos), atomic}
}

// typeName reads the type of a declaration up to the star or the name, and reports whether
// it is atomic.
func (c *cThread) typeName() (atomic bool) {
	known := false
	for c.err == nil {
		switch word := c.tok.text; typeWords[word] {
		case notType:
			switch {
			case known:
			case c.tok.kind == nameToken:
				c.unsupportedf(c.tok.pos, "type %s is", word)
			default:
				c.unexpected("a type")
			}
			return atomic
		case intType:
			known = true
		case atomicType:
			known, atomic = true, true
		}
		if c.accept("_Atomic") {
			atomic = true
			if c.accept("(") {
				c.typeName()
				c.expect(")")
				known = true
			}
			continue
		}
		c.next()
	}
	return atomic
}

// block reads { stmt* }.
func (c *cThread) block() {
	c.enter()
	defer c.leave()
	visible := len(c.scope)
	c.expect("{")
	for c.err == nil && !c.is("}") {
		c.statement()
	}
	c.expect("}")
	c.leaveScope(visible)
}

// leaveScope ends the scope of a block, except in the kernel's C, where herd has no scopes.
func (c *cThread) leaveScope(visible int) {
	if c.kernel == nil {
		c.scope = c.scope[:visible]
	}
}

// statement reads one statement.
func (c *cThread) statement() {
	c.t.at = c.tok.pos
	switch {
	case c.is("{"):
		c.block()
	case c.is("if"):
		c.ifStatement()
	case c.is("while"):
		c.whileStatement()
	case c.kernel != nil && c.kernel.typed():
		c.kernel.declaration()
	case typeWords[c.tok.text] != notType:
		c.declaration()
	case slices.Contains(unsupportedWords, c.tok.text):
		c.unsupportedf(c.tok.pos, "%s is", c.tok.text)
	case c.kernel != nil:
		c.kernel.simple()
		c.expect(";")
	default:
		c.simple()
		c.expect(";")
	}
	c.t.free()
}

func (c *cThread) ifStatement() {
	c.next()
	otherwise := c.condition()
	c.nested()
	if !c.accept("else") {
		c.t.bind(otherwise)
		return
	}
	end := c.t.jump(code.Jmp, 0, 0)
	c.t.bind(otherwise)
	c.nested()
	c.t.bind(end)
}

func (c *cThread) whileStatement() {
	c.next()
	head := c.t.emit(code.Instr{Op: code.Loop})
	end := c.condition()
	c.nested()
	c.t.emit(code.Instr{Op: code.Jmp, Imm: int32(head)})
	c.t.bind(end)
}

// condition reads (e) and returns the jump taken if it is 0.
func (c *cThread) condition() (jump int) {
	c.expect("(")
	r := c.value(c.expr(0))
	c.expect(")")
	c.t.free()
	return c.t.jump(code.JZ, r, 0)
}

// nested reads the statement of an if, else or while; its declarations are not visible
// after it.
func (c *cThread) nested() {
	c.enter()
	defer c.leave()
	visible := len(c.scope)
	c.statement()
	c.leaveScope(visible)
}

// declaration reads int r [= e], ...;
func (c *cThread) declaration() {
	pos := c.tok.pos
	if c.typeName() {
		c.unsupportedf(pos, "an atomic local variable is")
	}
	for {
		if c.is("*") {
			c.unsupportedf(c.tok.pos, "a local pointer is")
		}
		pos = c.tok.pos
		name := c.name("the name of a register")
		if _, ok := c.params[name]; ok || c.declared(name) {
			c.errorf(pos, "%s is declared twice", name)
		}
		r := c.t.register(name)
		if c.accept("=") {
			c.assign(r)
		}
		c.scope = append(c.scope, name)
		if !c.accept(",") {
			break
		}
	}
	c.expect(";")
}

// declared reports whether name is a visible register.
func (c *cThread) declared(name string) bool { return slices.Contains(c.scope, name) }

// assign sets register r to the value of the expression that follows.
func (c *cThread) assign(r uint8) {
	c.t.emit(code.Instr{Op: code.Mov, A: r, B: c.value(c.expr(0))})
	c.t.free()
}

// simple reads r = e, *x = e, e, or nothing.
func (c *cThread) simple() {
	if c.is(";") {
		return
	}
	saved, savedScan := c.tok, *c.scanner
	switch {
	case c.accept("*"):
		name := c.tok.text
		ptr, ok := c.params[name]
		c.next()
		if !ok || !c.is("=") {
			break
		}
		c.next()
		v := c.value(c.expr(0))
		c.store(ptr, v, plainOrder(ptr), saved.start)
		return
	case c.tok.kind == nameToken:
		name := c.tok.text
		c.next()
		if !c.is("=") {
			break
		}
		if !c.declared(name) {
			c.notValue(name, saved.pos)
			return
		}
		c.next()
		c.assign(c.t.named[name])
		return
	}
	if c.err == nil {
		*c.scanner = savedScan
		c.expr(0)
	}
}

// plainOrder returns the order of an access that names none.
func plainOrder(p pointer) trace.Order {
	if p.atomic {
		return trace.SeqCst
	}
	return trace.Plain
}

// text returns the source from start to the last token passed.
func (c *cThread) text(start int) string { return c.src[start:max(start, c.last)] }

// access performs an operation on an int; its source is the text from start to
// the last token passed.
func (c *cThread) access(op code.Op, a, base, v uint8, acc code.Access, start int) {
	acc.Size, acc.Signed = 4, true
	c.t.at = c.at(start)
	c.t.access(op, a, base, v, acc, c.text(start))
}

// address returns a register that holds the address of a location.
func (c *cThread) address(p pointer) uint8 {
	r := c.t.temp()
	c.t.constant(r, int64(p.to.addr))
	return r
}

func (c *cThread) store(p pointer, v uint8, o trace.Order, start int) {
	base := c.address(p)
	c.access(code.Store, 0, base, v, code.Access{Order: o}, start)
}

// notValue reports a name that is not a register.
func (c *cThread) notValue(name string, pos trace.Pos) {
	if _, ok := c.params[name]; ok {
		c.errorf(pos, "%s is a pointer where an int should stand: write *%s or use an atomic operation", name, name)
	} else {
		c.errorf(pos, "%s is not declared", name)
	}
}
