package cfront

import (
	"fmt"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// call checks a call. A function that has no body yet may turn out to be the
// library's; finish sees to it.
func (c *checker) call(n *cc.PostfixExpression) *expr {
	args := arguments(n)
	if f := c.calledFunction(n.PostfixExpression); f != nil {
		if f.system && isGeneric(f.name) {
			g := genericCall{c: c, name: f.name, args: args, pos: c.pos(n.PostfixExpression), text: c.text(n)}
			return g.check()
		}
		pos := c.pos(n.PostfixExpression)
		c.useFunction(f, pos)
		e := &expr{op: xCall, pos: pos, text: c.text(n), fn: f}
		c.callWith(e, f.typ, fmt.Sprintf("function '%s'", f.name), args)
		c.checkFormat(f, e.args, args)
		if _, ok := lookupLibrary(f.name); ok || f.typ.noProto {
			c.calls = append(c.calls, e)
			for i, a := range args {
				e.args[i].text = c.text(a)
			}
		}
		return e
	}
	x := c.value(n.PostfixExpression)
	if !x.typ.pointsTo(kFunc) {
		c.fail(c.pos(n.Token), "a value of type '%s' is called, which is no function", x.typ)
	}
	e := &expr{op: xCall, pos: x.pos, text: c.text(n), x: x}
	if x.op == xFunc {
		e.x, e.fn = nil, x.fn
	}
	c.callWith(e, x.typ.elem, "function", args)
	return e
}

// calledFunction returns the function that n names, or nil if n is another
// expression.
func (c *checker) calledFunction(n cc.ExpressionNode) *function {
	id, ok := n.(*cc.PrimaryExpression)
	if ok && id.Case == cc.PrimaryExpressionExpr {
		return c.calledFunction(id.ExpressionList)
	}
	if !ok || id.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	name := id.Token.SrcStr()
	sym := c.scope.lookup(name)
	if sym == nil && strings.HasPrefix(name, "__builtin_") {
		c.unsupported(c.pos(id.Token), "'%s' is not supported", name)
	}
	if sym == nil {
		c.fail(c.pos(id.Token), "function '%s' is not declared", name)
	}
	if sym.kind != symFunction {
		return nil
	}
	return sym.fn
}

func arguments(n *cc.PostfixExpression) (list []cc.ExpressionNode) {
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		list = append(list, l.AssignmentExpression)
	}
	return list
}

// callWith converts the arguments of e to what functions of type t expect.
func (c *checker) callWith(e *expr, t *ctype, what string, args []cc.ExpressionNode) {
	switch {
	case t.noProto:
	case len(args) < len(t.params):
		c.fail(e.pos, "too few arguments to %s: %d instead of %d", what, len(args), len(t.params))
	case len(args) > len(t.params) && !t.variadic:
		c.fail(e.pos, "too many arguments to %s: %d instead of %d", what, len(args), len(t.params))
	}
	e.typ = t.elem
	if !e.typ.isVoid() {
		c.requireComplete(e.typ, e.pos)
	}
	for i, n := range args {
		a := c.value(n)
		if i < len(t.params) {
			a = c.assignTo(t.params[i], a, c.pos(n), fmt.Sprintf("argument %d of %s", i+1, what))
		} else {
			a = promote(a)
		}
		e.args = append(e.args, a)
	}
}

// resolveCalls decides which of the calls are the library's, and checks those
// of functions without prototype against the definition.
func (c *checker) resolveCalls() {
	for _, e := range c.calls {
		f := e.fn
		if c.funcInfo[f].defined {
			c.checkUnprototyped(e)
			continue
		}
		if l, ok := lookupLibrary(f.name); ok {
			c.checkLibraryCall(e, l)
			e.op, e.lib, e.fn = xLibrary, f.name, nil
		}
	}
	for _, e := range c.addressed {
		if _, ok := lookupLibrary(e.fn.name); ok && !c.funcInfo[e.fn].defined {
			c.r.unsupportedf(e.pos, "a pointer to library function '%s' is not supported", e.fn.name)
		}
	}
}

// checkLibraryCall checks what a declaration of the program's own may have got
// wrong.
func (c *checker) checkLibraryCall(e *expr, l library) {
	if l.kind == libUnsupported {
		c.r.unsupportedf(e.pos, "'%s' is not supported", e.fn.name)
		return
	}
	passed := len(l.consts)
	for i, a := range e.args {
		if !a.typ.isScalar() {
			c.r.errorf(e.pos, "argument %d of library function '%s' has type '%s'", i+1, e.fn.name, a.typ)
		}
		if l.passes(i) {
			passed++
		}
	}
	for _, i := range l.args {
		if i == zeroArg {
			passed++
		}
	}
	wrong := l.kind == libSystem && passed != machineArgs(l.sys)
	if l.sys == code.Printf {
		wrong = passed == 0
	}
	if wrong || l.out >= len(e.args) {
		c.r.errorf(e.pos, "wrong number of arguments to library function '%s'", e.fn.name)
	}
}

// machineArgs returns how many arguments a library function of the machine
// takes.
func machineArgs(id code.SysID) int {
	switch id {
	case code.Abort, code.ThreadSelf, code.Yield:
		return 0
	case code.Calloc, code.Realloc, code.AlignedAlloc, code.Nondet, code.ThreadCreate, code.MutexInit,
		code.CondWait, code.BarrierInit, code.SemInit, code.KeySet:
		return 2
	case code.Memcpy, code.Memmove, code.Memset:
		return 3
	}
	return 1
}

// checkUnprototyped checks a call that may have been made without knowledge of
// the parameters.
func (c *checker) checkUnprototyped(e *expr) {
	params := e.fn.params
	if len(e.args) != len(params) {
		c.r.errorf(e.pos, "%d arguments to function '%s', which has %d parameters", len(e.args), e.fn.name, len(params))
		return
	}
	for i, p := range params {
		a := e.args[i]
		if a.typ.isScalar() != p.typ.isScalar() || a.typ.isRecord() && a.typ.rec != p.typ.rec {
			c.r.errorf(e.pos, "argument %d of function '%s': incompatible types '%s' and '%s'", i+1, e.fn.name, p.typ, a.typ)
			return
		}
		e.args[i] = cast(a, p.typ)
	}
}

// isLibrary reports whether the machine or the generator knows the function.
func isLibrary(name string) bool {
	_, ok := lookupLibrary(name)
	return ok
}

// isGeneric reports whether calls of the function are typed by their arguments.
func isGeneric(name string) bool {
	l, ok := lookupLibrary(name)
	return ok && l.kind == libGeneric
}

// formatArgument is the number of the argument that is a printf format.
var formatArgument = map[string]int{"printf": 0, "__builtin_printf": 0, "fprintf": 1, "dprintf": 1}

// checkFormat checks the arguments of a printf against its format, if that is
// a string literal.
func (c *checker) checkFormat(f *function, args []*expr, nodes []cc.ExpressionNode) {
	at, ok := formatArgument[f.name]
	if !ok || !f.typ.variadic || at >= len(args) {
		return
	}
	format := args[at]
	for format.op == xCast {
		format = format.x
	}
	if format.op != xAddr || format.x.op != xObj || !format.x.obj.literal {
		return
	}
	var text []byte
	for _, item := range format.x.obj.init {
		text = append(text, byte(item.val.i))
	}
	pos := c.pos(nodes[at])
	next := at + 1
	for _, conv := range conversions(string(text)) {
		if conv == 'f' {
			c.unsupported(pos, "floating conversions of printf are not supported")
		}
		if next >= len(args) {
			c.fail(pos, "too few arguments for the format")
		}
		c.checkConversion(conv, args[next], c.pos(nodes[next]), pos)
		next++
	}
	if next < len(args) {
		c.fail(c.pos(nodes[next]), "too many arguments for the format")
	}
}

func (c *checker) checkConversion(conv byte, arg *expr, pos, format trace.Pos) {
	switch conv {
	case 'd':
		if !arg.typ.isInteger() {
			c.fail(pos, "the format wants an integer, the argument is '%s'", arg.typ)
		}
	case 's':
		if arg.typ.kind != kPtr || arg.typ.elem.size != 1 {
			c.fail(pos, "the format wants a string, the argument is '%s'", arg.typ)
		}
	case 'p':
		if arg.typ.kind != kPtr {
			c.fail(pos, "the format wants a pointer, the argument is '%s'", arg.typ)
		}
	case 'n':
		c.unsupported(format, "the conversion %%n of printf is not supported")
	default:
		c.fail(format, "invalid conversion in the format")
	}
}

// conversions returns what a printf format wants of each argument: 'd' for any
// integer, a width given by * too, 'f' for any floating number, 's', 'p', 'n',
// and '?' for what is invalid.
func conversions(format string) (list []byte) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && isFormatModifier(format[i]); i++ {
			if format[i] == '*' {
				list = append(list, 'd')
			}
		}
		if i == len(format) {
			return append(list, '?')
		}
		switch format[i] {
		case '%':
		case 'd', 'i', 'u', 'x', 'X', 'o', 'c':
			list = append(list, 'd')
		case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
			list = append(list, 'f')
		case 's', 'p', 'n':
			list = append(list, format[i])
		default:
			list = append(list, '?')
		}
	}
	return list
}

func isFormatModifier(b byte) bool {
	switch b {
	case '-', '+', ' ', '#', '.', '*', '\'', 'h', 'l', 'j', 'z', 't':
		return true
	}
	return isDigit(b)
}
