package parse

import (
	"math"
	"strconv"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/code"
)

// condition evaluates the condition of a line of #if, #ifdef or #ifndef, or of one with el before it.
func (p *preprocessor) condition(line []ppToken) bool {
	directive, rest := line[1], line[2:]
	kind := strings.TrimPrefix(directive.text, "el")
	if kind == "if" {
		if len(rest) == 0 {
			p.fail(directive, "expected expression")
		}
	} else {
		if len(rest) == 0 {
			p.fail(directive, "expected identifier")
		}
		return p.defined(rest[0]) == (kind == "ifdef")
	}
	list := apart(rest)
	e := evaluation{preprocessor: p, begin: line[0]}
	p.expand(&list, true, func(t ppToken) {
		if t.kind != lexBlank {
			e.list = append(e.list, t)
		}
	})
	n := e.conditional(true)
	if len(e.list) > 0 {
		p.fail(e.list[0], "unexpected '%s'", e.list[0].text)
	}
	return n.bits != 0
}

// defined reports whether a macro is defined.
func (p *preprocessor) defined(t ppToken) bool {
	switch t.text {
	case "__has_include", "__has_include__", "__has_include_next", "__COUNTER__":
		return true
	}
	return p.macro(t) != nil
}

// operator evaluates an operator that exists only in conditions. ok is false if t is none.
func (p *preprocessor) operator(ts stream, t ppToken) (value ppToken, ok bool) {
	switch t.text {
	case "defined", "__has_extension", "__has_feature", "__has_builtin", "__has_include", "__has_include__", "__has_include_next":
	default:
		return value, false
	}
	next := func() (x ppToken) {
		for {
			x, _, ok := ts.shift()
			if !ok {
				p.fail(t, "operator %q requires an operand", t.text)
			}
			if x.kind != lexBlank {
				return x
			}
		}
	}
	x := next()
	bracket := x.is("(")
	if !bracket && t.text != "defined" {
		p.fail(x, "expected '('")
	}
	operand := []ppToken{x}
	if bracket {
		operand = nil
		for x = next(); !x.is(")"); x = next() {
			operand = append(operand, x)
		}
	}
	include, name := strings.HasPrefix(t.text, "__has_include"), ""
	if include {
		name = p.headerName(operand)
	}
	switch {
	case include && name == "":
		p.fail(x, "expected the name of a header")
	case !include && (len(operand) != 1 || operand[0].kind != LexWord):
		p.fail(append(operand, x)[0], "operator %q requires an identifier", t.text)
	}
	x = operand[0]
	yes := false
	switch {
	case include:
		yes = p.search(t, name, t.text == "__has_include_next") != nil
	case t.text == "defined":
		yes = p.defined(x)
	case t.text == "__has_builtin":
		yes = library.IsBuiltin(x.text)
	default:
		switch x.text {
		case "c_atomic", "c_generic_selections", "c_thread_local", "c_alignas":
			yes = true
		}
	}
	value = x
	value.kind, value.text = LexNumber, "0"
	if yes {
		value.text = "1"
	}
	return value, true
}

// A ppNumber is a number in a condition, of 64 bits.
type ppNumber struct {
	bits     uint64
	unsigned bool
}

func truth(b bool) ppNumber {
	if b {
		return ppNumber{bits: 1}
	}
	return ppNumber{}
}

// An evaluation evaluates the condition in list. Operands that C does not evaluate are parsed only.
type evaluation struct {
	*preprocessor
	begin ppToken // of the directive
	taken ppToken // the last operator
	list  []ppToken
}

// take consumes the given operator if it is next, and reports whether it was.
func (e *evaluation) take(operator string) bool {
	if len(e.list) == 0 || !e.list[0].is(operator) {
		return false
	}
	e.taken, e.list = e.list[0], e.list[1:]
	return true
}

func (e *evaluation) conditional(live bool) ppNumber {
	x := e.binary(0, live)
	if !e.take("?") {
		return x
	}
	y := e.conditional(live && x.bits != 0)
	if !e.take(":") {
		e.fail(e.begin, "expected ':'")
	}
	z := e.conditional(live && x.bits == 0)
	unsigned := y.unsigned || z.unsigned
	if x.bits == 0 {
		y = z
	}
	return ppNumber{y.bits, unsigned}
}

// levels are the binary operators by precedence, the lowest first.
var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func (e *evaluation) binary(level int, live bool) ppNumber {
	if level == len(levels) {
		return e.unary(live)
	}
	x := e.binary(level+1, live)
	for {
		operator := ""
		for _, o := range levels[level] {
			if e.take(o) {
				operator = o
			}
		}
		at := e.taken
		switch operator {
		case "":
			return x
		case "||":
			y := e.binary(level+1, live && x.bits == 0)
			if x.bits != 0 || y.bits != 0 {
				x = truth(true)
			}
		case "&&":
			y := e.binary(level+1, live && x.bits != 0)
			if x.bits == 0 || y.bits == 0 { // otherwise the type does not change, as in the C parser
				x = truth(false)
			}
		default:
			y := e.binary(level+1, live)
			switch {
			case live:
				x = e.compute(at, x, y)
			case level == 5 || level == 6: // a comparison is signed
				x = truth(false)
			}
		}
	}
}

// A computation is what a binary operator other than a shift does to signed and to unsigned numbers.
type computation struct {
	signed, unsigned code.Op
	compares         bool
	swap             bool // the operands change places
}

var computations = map[string]computation{
	"==": {code.Eq, code.Eq, true, false}, "!=": {code.Ne, code.Ne, true, false},
	"<": {code.LtS, code.LtU, true, false}, "<=": {code.LeS, code.LeU, true, false},
	">": {code.LtS, code.LtU, true, true}, ">=": {code.LeS, code.LeU, true, true},
	"|": {code.Or, code.Or, false, false}, "^": {code.Xor, code.Xor, false, false}, "&": {code.And, code.And, false, false},
	"+": {code.Add, code.Add, false, false}, "-": {code.Sub, code.Sub, false, false}, "*": {code.Mul, code.Mul, false, false},
	"/": {code.DivS, code.DivU, false, false}, "%": {code.ModS, code.ModU, false, false},
}

func (e *evaluation) compute(at ppToken, x, y ppNumber) ppNumber {
	switch {
	case at.text == "<<":
		return ppNumber{x.bits << y.bits, x.unsigned}
	case at.text == ">>" && x.unsigned:
		return ppNumber{x.bits >> y.bits, true}
	case at.text == ">>":
		return ppNumber{uint64(int64(x.bits) >> y.bits), false}
	}
	c, unsigned := computations[at.text], x.unsigned || y.unsigned
	op := c.signed
	if unsigned {
		op = c.unsigned
	}
	if c.swap {
		x, y = y, x
	}
	v, ok := code.Eval(op, int64(x.bits), int64(y.bits))
	if !ok {
		e.fail(at, "division by zero")
	}
	return ppNumber{uint64(v), unsigned && !c.compares}
}

func (e *evaluation) unary(live bool) ppNumber {
	for _, o := range []string{"!", "-", "~", "+"} {
		if !e.take(o) {
			continue
		}
		x := e.unary(live)
		switch {
		case !live || o == "+":
		case o == "!":
			x = truth(x.bits == 0)
		case o == "-":
			x.bits = -x.bits
		default:
			x.bits = ^x.bits
		}
		return x
	}
	return e.primary(live)
}

func (e *evaluation) primary(live bool) ppNumber {
	if e.take("(") {
		open := e.taken
		x := e.conditional(live)
		if !e.take(")") {
			e.fail(open, "expected ')'")
		}
		return x
	}
	if len(e.list) == 0 {
		e.fail(e.begin, "expected an expression")
	}
	t := e.list[0]
	e.list = e.list[1:]
	switch t.kind {
	case LexWord: // no macro: 0, also for a word with arguments
		if e.take("(") {
			for !e.take(")") {
				if len(e.list) == 0 {
					e.fail(t, "expected ')'")
				}
				e.list = e.list[1:]
			}
		}
		return ppNumber{}
	case LexNumber:
		number := withoutSeparators(t.text)
		digits := strings.TrimRight(number, "uUlL")
		suffix := strings.ToLower(number[len(digits):])
		n, err := strconv.ParseUint(digits, 0, 64)
		if err != nil || strings.Contains(digits, "_") || strings.ContainsAny(digits, "oObB") && !strings.HasPrefix(strings.ToLower(digits), "0x") || strings.Count(suffix, "u") > 1 || strings.Count(suffix, "l") > 2 || suffix == "lul" {
			e.fail(t, "%s is no integer", t.text)
		}
		return ppNumber{n, suffix != strings.Trim(suffix, "u") || n > math.MaxInt64}
	case LexLiteral:
		quoted, ok := strings.CutPrefix(strings.TrimPrefix(t.text, "L"), "'")
		if digits, octal := strings.CutPrefix(quoted, `\`); octal {
			if n, err := strconv.ParseUint(strings.TrimSuffix(digits, "'"), 8, 8); err == nil {
				return ppNumber{bits: n}
			}
		}
		c, _, rest, err := strconv.UnquoteChar(quoted, '\'')
		if ok && err == nil && rest == "'" {
			return ppNumber{bits: uint64(c)}
		}
		e.fail(t, "%s is no integer", t.text)
	}
	e.fail(t, "expected an expression")
	return ppNumber{}
}
