package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"

	"modernc.org/cc/v4"
)

// call checks a call. A function without a body so far may be one of the library, which finish
// decides.
func (c *checker) call(n *cc.PostfixExpression) *types.Expr {
	args := arguments(n)
	if g := c.sizedCall(n, args); g != nil {
		return g.check()
	}
	if f := c.calledFunction(n.PostfixExpression); f != nil {
		if f.System && isGeneric(f.Name) {
			g := genericCall{c: c, name: f.Name, args: args, pos: c.pos(n.PostfixExpression), text: c.text(n)}
			return g.check()
		}
		pos := c.pos(n.PostfixExpression)
		c.useFunction(f, pos)
		e := &types.Expr{Op: types.OpCall, Pos: pos, Text: c.text(n), Fn: f}
		library := isLibrary(f.Name) && !c.funcInfo[f].defined
		c.callWith(e, f.Type, fmt.Sprintf("function '%s'", f.Name), args)
		if library {
			c.checkFormat(f, e.Args, args)
		} else {
			c.gatherFurther(e, f.Type)
		}
		if !c.funcInfo[f].defined || f.Type.NoProto {
			c.calls = append(c.calls, e)
			for i, a := range args[:min(len(args), len(e.Args))] {
				e.Args[i].Text = c.text(a)
			}
		}
		return e
	}
	x := c.value(n.PostfixExpression)
	if !x.Type.PointsTo(types.KindFunc) {
		c.fail(c.pos(n.Token), "a value of type '%s' is called, which is no function", x.Type)
	}
	e := &types.Expr{Op: types.OpCall, Pos: x.Pos, Text: c.text(n), X: x}
	if x.Op == types.OpFunc {
		e.X, e.Fn = nil, x.Fn
	}
	c.callWith(e, x.Type.Elem, "function", args)
	c.gatherFurther(e, x.Type.Elem)
	return e
}

// further is the name of the parameter through which a variadic function receives the arguments after
// those that its type lists.
const further = "__fp_further"

// gatherFurther replaces the arguments of e that the function's type t does not list by the address
// of an object that contains them, each in a multiple of 8 bytes.
func (c *checker) gatherFurther(e *types.Expr, t *types.Type) {
	if !t.Variadic || c.fn == nil {
		return
	}
	list := e.Args[len(t.Params):]
	e.Args = e.Args[:len(t.Params):len(t.Params)]
	if len(list) == 0 {
		e.Args = append(e.Args, types.IntConst(0, types.VoidPtr))
		return
	}
	in := &types.Expr{Op: types.OpInit, Pos: e.Pos}
	size := int64(0)
	for _, a := range list {
		if !a.Type.IsComplete() {
			c.fail(a.Pos, "an argument of type '%s'", a.Type)
		}
		in.Inits = append(in.Inits, types.AutoInit{Off: size, Type: a.Type, Val: a})
		size += (a.Type.Size + 7) &^ 7
	}
	in.Type = types.ArrayOf(types.ULong, size/8)
	in.Obj = c.newLocal("", e.Pos, in.Type)
	e.Args = append(e.Args, cast(c.decay(in), types.PointerTo(types.Char)))
}

// calledFunction returns the function that n names, or nil if n is another
// expression.
func (c *checker) calledFunction(n cc.ExpressionNode) *types.Function {
	id, ok := n.(*cc.PrimaryExpression)
	if ok && id.Case == cc.PrimaryExpressionExpr {
		return c.calledFunction(id.ExpressionList)
	}
	if ok && id.Case == cc.PrimaryExpressionGeneric {
		return c.calledFunction(c.selected(id.GenericSelection))
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
		sym = c.implicit(name, c.pos(id.Token))
	}
	if sym.kind != symFunction {
		return nil
	}
	return sym.fn
}

// implicit declares a function that is called without a declaration: as in its header if the library
// has it, and otherwise as a function of any parameters that returns int.
func (c *checker) implicit(name string, pos trace.Pos) *symbol {
	if c.r.Implies(pos, name) {
		panic(bailout{})
	}
	c.warn(pos, "function '%s' is not declared, taken to return int", name)
	t := &types.Type{Kind: types.KindFunc, Size: -1, Align: 1, Elem: types.Int, NoProto: true}
	outer := c.scope
	c.scope = c.file
	f := c.declareFunction(&specifiers{}, &declarator{name: name, pos: pos, typ: t})
	c.scope = outer
	c.funcInfo[f].implicit = true
	return &symbol{kind: symFunction, pos: pos, fn: f}
}

func arguments(n *cc.PostfixExpression) (list []cc.ExpressionNode) {
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		list = append(list, l.AssignmentExpression)
	}
	return list
}

// callWith converts the arguments of e to the parameter types of t.
func (c *checker) callWith(e *types.Expr, t *types.Type, what string, args []cc.ExpressionNode) {
	switch {
	case t.NoProto:
	case len(args) < len(t.Params):
		c.fail(e.Pos, "too few arguments to %s: %d instead of %d", what, len(args), len(t.Params))
	case len(args) > len(t.Params) && !t.Variadic:
		c.fail(e.Pos, "too many arguments to %s: %d instead of %d", what, len(args), len(t.Params))
	}
	e.Type = t.Elem
	if !e.Type.IsVoid() {
		c.requireComplete(e.Type, e.Pos)
	}
	for i, n := range args {
		a := c.value(n)
		if i < len(t.Params) {
			a = c.assignTo(t.Params[i], a, c.pos(n), fmt.Sprintf("argument %d of %s", i+1, what))
		} else if a = promote(a); a.Type.IsFloat() && a.Type.Size == 4 {
			a = cast(a, types.Double)
		}
		e.Args = append(e.Args, a)
	}
}

// resolveCalls decides which calls are of library functions, and checks calls of functions without a
// prototype against their definitions.
func (p *program) resolveCalls() {
	for _, e := range slices.Concat(p.calls, p.addressed) {
		if g := p.funcInfo[e.Fn].stands; g != nil {
			e.Fn = g
		}
	}
	for _, e := range p.calls {
		f := e.Fn
		if p.funcInfo[f].defined {
			switch {
			case !f.Type.Variadic:
				p.checkUnprototyped(e)
			case len(e.Args) != len(f.Params):
				p.r.Unsupportedf(e.Pos, "a call of the variadic function '%s' ahead of its definition, by the name of a library function, is not supported", f.Name)
			}
			continue
		}
		if l, ok := library.Lookup(f.Name); ok || isDeclaredOnly(f) {
			if l.Kind != library.Unsupported && ok {
				p.checkLibraryCall(e, l)
			}
			e.Op, e.Lib, e.Fn = types.OpLibrary, f.Name, nil
		}
	}
	for _, e := range p.addressed {
		if !p.funcInfo[e.Fn].defined && (isLibrary(e.Fn.Name) || isDeclaredOnly(e.Fn)) {
			p.giveBody(e)
		}
	}
}

// giveBody defines a function that calls the library function of which e is the address.
func (p *program) giveBody(e *types.Expr) {
	f := e.Fn
	if l, ok := library.Lookup(f.Name); f.Type.Variadic || f.Type.NoProto || ok && l.Kind == library.Generic {
		p.r.Unsupportedf(e.Pos, "a pointer to library function '%s' is not supported: write a function that calls it", f.Name)
		return
	}
	p.passOn(f, &types.Expr{Op: types.OpLibrary, Type: f.Type.Elem, Pos: e.Pos, Text: f.Name + "()", Lib: f.Name})
}

// passOn gives f a body that performs call with the arguments of f.
func (p *program) passOn(f *types.Function, call *types.Expr) {
	pos := call.Pos
	for _, t := range f.Type.Params {
		o := &types.Object{Pos: pos, Type: t.Unqualified(), Storage: types.Param, Fn: f}
		f.Params = append(f.Params, o)
		x := &types.Expr{Op: types.OpObj, Type: o.Type, Pos: pos, Obj: o}
		call.Args = append(call.Args, &types.Expr{Op: types.OpRead, Type: o.Type, Pos: pos, X: x})
	}
	s := &types.Stmt{Op: types.StmtExpr, Pos: pos, X: call}
	if !f.Type.Elem.IsVoid() {
		s.Op = types.StmtReturn
	}
	f.Body = &types.Stmt{Op: types.StmtBlock, Pos: pos, List: []*types.Stmt{s}}
	f.System = true
	p.funcInfo[f].defined = true
}

// defineAliases gives functions with attribute alias bodies that call the other function. Another
// definition takes precedence over a weak alias.
func (p *program) defineAliases() {
	for _, f := range slices.Clone(p.order) {
		info := p.funcInfo[f]
		if info.alias == "" || info.defined {
			continue
		}
		g := cmp.Or(info.unit.staticFuncs[info.alias], p.funcs[info.alias])
		switch {
		case g == nil || !p.funcInfo[g].defined:
			p.r.Errorf(f.Pos, "'%s' is an alias of '%s', which is not defined", f.Name, info.alias)
			info.defined = true // not to be reported, too
		case f.Type.Variadic || f.Type.NoProto || !types.Compatible(f.Type, g.Type):
			p.r.Unsupportedf(f.Pos, "attribute 'alias' of a function whose parameters are not known, or not those of '%s', is not supported: write a function that calls the other", g.Name)
		default:
			p.passOn(f, &types.Expr{Op: types.OpCall, Type: f.Type.Elem, Pos: f.Pos, Text: g.Name + "()", Fn: g})
			info.refs = append(info.refs, g)
			target := p.funcInfo[g]
			target.uses = append(target.uses, use{f, f.Pos})
			if target.used.Line == 0 {
				target.used = f.Pos
			}
		}
	}
}

// checkLibraryCall checks a call of a library function that the program declares itself, perhaps
// wrongly.
func (p *program) checkLibraryCall(e *types.Expr, l library.Entry) {
	passed := len(l.Consts)
	for i, a := range e.Args {
		if !a.Type.IsScalar() {
			p.r.Errorf(e.Pos, "argument %d of library function '%s' has type '%s'", i+1, e.Fn.Name, a.Type)
		}
		if a.Type.IsWide() {
			p.r.Unsupportedf(e.Pos, "argument %d of library function '%s' has 128 bits: pass its halves", i+1, e.Fn.Name)
		}
		if l.Passes(i) {
			passed++
		}
	}
	passed += lists.Count(l.Args, func(i int) bool { return i == library.ZeroArg })
	wrong := l.Kind == library.System && passed != machineArgs(l.Sys)+l.Extra
	if l.Sys == code.Printf {
		wrong = passed == 0
	}
	if wrong || l.Out >= len(e.Args) {
		p.r.Errorf(e.Pos, "wrong number of arguments to library function '%s'", e.Fn.Name)
	}
}

// machineArgs returns how many arguments a library function of the machine
// takes.
func machineArgs(id code.SysID) int {
	switch id {
	case code.Abort, code.ThreadSelf, code.ThreadNext, code.Yield, code.Clock:
		return 0
	case code.AssertFail, code.VPrintf, code.VFormat, code.Write, code.Calloc, code.Realloc, code.AlignedAlloc, code.Nondet, code.ThreadCreate, code.MutexInit,
		code.CondWait, code.BarrierInit, code.SemInit, code.OnceEnd, code.KeySet,
		code.Sleep, code.SleepUntil:
		return 2
	case code.Memcpy, code.Memmove, code.Memset, code.Math:
		return 3
	}
	return 1
}

// checkUnprototyped checks a call that may have been made without knowledge of
// the parameters.
func (p *program) checkUnprototyped(e *types.Expr) {
	params := e.Fn.Params
	if len(params) == 0 && len(e.Fn.Type.Params) > 0 { // the definition is wrong
		return
	}
	if len(e.Args) < len(params) {
		p.r.Errorf(e.Pos, "%d arguments to function '%s', which has %d parameters", len(e.Args), e.Fn.Name, len(params))
		return
	}
	surplus := e.Args[len(params):]
	e.Args = e.Args[:len(params)]
	for i, param := range params {
		a := e.Args[i]
		if a.Type.IsScalar() != param.Type.IsScalar() || a.Type.IsRecord() && !types.SameRecord(a.Type.Rec, param.Type.Rec) {
			p.r.Errorf(e.Pos, "argument %d of function '%s': incompatible types '%s' and '%s'", i+1, e.Fn.Name, param.Type, a.Type)
			return
		}
		e.Args[i] = cast(a, param.Type)
	}
	if len(surplus) > 0 {
		p.r.Warnf(e.Pos, "%d arguments to function '%s', which has %d parameters", len(params)+len(surplus), e.Fn.Name, len(params))
	}
	for _, a := range surplus {
		call := *e
		*e = types.Expr{Op: types.OpComma, Type: call.Type, Pos: call.Pos, Text: call.Text, X: a, Y: &call}
	}
}

// isLibrary reports whether the machine or the generator implements the function.
func isLibrary(name string) bool {
	_, ok := library.Lookup(name)
	return ok
}

// isDeclaredOnly reports whether a header declares a function that is not defined. A call of it is
// not supported, if the program reaches it.
func isDeclaredOnly(f *types.Function) bool { return f.System || library.HeaderOf(f.Name) != "" }

// isGeneric reports whether calls of the function are typed by their arguments.
func isGeneric(name string) bool {
	l, ok := library.Lookup(name)
	return ok && l.Kind == library.Generic
}

// formatArgument is the number of the argument that is a printf format.
var formatArgument = map[string]int{"printf": 0, "__builtin_printf": 0, "fprintf": 1, "dprintf": 1}

// checkFormat checks the arguments of a printf against its format, if that is
// a string literal.
func (c *checker) checkFormat(f *types.Function, args []*types.Expr, nodes []cc.ExpressionNode) {
	at, ok := formatArgument[f.Name]
	if !ok || !f.Type.Variadic || at >= len(args) {
		return
	}
	format := args[at]
	for format.Op == types.OpCast {
		format = format.X
	}
	if format.Op != types.OpAddr || format.X.Op != types.OpObj || !format.X.Obj.Literal {
		return
	}
	text := lists.Map(format.X.Obj.Init, func(item types.InitItem) byte { return byte(item.Val.I) })
	pos := c.pos(nodes[at])
	next := at + 1
	for _, conv := range conversions(string(text)) {
		if next >= len(args) {
			c.warn(pos, "too few arguments for the format")
			return
		}
		c.checkConversion(conv, args[next], c.pos(nodes[next]), pos)
		next++
	}
	if next < len(args) {
		c.warn(c.pos(nodes[next]), "too many arguments for the format")
	}
}

func (c *checker) checkConversion(conv byte, arg *types.Expr, pos, format trace.Pos) {
	switch conv {
	case 'd':
		if !arg.Type.IsInteger() {
			c.warn(pos, "the format wants an integer, the argument is '%s'", arg.Type)
		}
	case 'f':
		if !arg.Type.IsFloat() {
			c.warn(pos, "the format wants a floating number, the argument is '%s'", arg.Type)
		}
	case 's':
		if arg.Type.Kind != types.KindPtr || arg.Type.Elem.Size != 1 {
			c.warn(pos, "the format wants a string, the argument is '%s'", arg.Type)
		}
	case 'p':
		if arg.Type.Kind != types.KindPtr {
			c.warn(pos, "the format wants a pointer, the argument is '%s'", arg.Type)
		}
	case 'n':
		c.unsupported(format, "the conversion %%n of printf is not supported")
	case '$':
		c.unsupported(format, "the number of an argument in a format of printf is not supported")
	default:
		c.warn(format, "invalid conversion in the format")
	}
}

// conversions returns what a printf format requires of each argument: 'd' for any integer, also of a
// width given by *; 'f' for any floating number; 's', 'p', 'n'; '$' after the number of an argument; and '?' for an invalid conversion.
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
		case 's', 'p', 'n', '$':
			list = append(list, format[i])
		default:
			list = append(list, '?')
		}
	}
	return list
}

func isFormatModifier(b byte) bool {
	switch b {
	case '-', '+', ' ', '#', '.', '*', '\'', 'h', 'l', 'j', 'z', 't', 'L':
		return true
	}
	return '0' <= b && b <= '9'
}
