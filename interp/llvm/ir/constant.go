package ir

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// A pending is a value that is used before it is defined.
type pending struct {
	t     *Type
	at    int
	value Value
}

// Type returns the type given at the use.
func (w *pending) Type() *Type { return w.t }

// typed reads a type and a value of it.
func (p *parser) typed() Value {
	t := p.typ()
	return p.value(t)
}

// value reads a value of type t.
func (p *parser) value(t *Type) Value {
	if p.tok.kind == local {
		name, at := p.tok.text, p.tok.at
		p.next()
		if p.values == nil {
			panic(fault{p.m.errorf(at, "%%%s outside a function", name)})
		}
		if v, ok := p.values[name]; ok {
			if v.Type() != t {
				panic(fault{p.m.errorf(at, "%%%s is of type %s, not %s", name, v.Type(), t)})
			}
			return v
		}
		w := p.wanted[name]
		if w == nil {
			w = &pending{t: t, at: at}
			p.wanted[name] = w
		}
		if w.t != t {
			panic(fault{p.m.errorf(at, "%%%s is of type %s, and of type %s elsewhere", name, t, w.t)})
		}
		return w
	}
	if t.Kind == Metadata {
		p.skipMetadata()
		return &Const{T: t, Kind: ConstMetadata}
	}
	return p.constant(t)
}

// skipMetadata skips the operand after the type metadata.
func (p *parser) skipMetadata() {
	if p.tok.kind == meta {
		p.next()
		if p.is("(") || p.is("{") {
			p.skipBalanced()
		}
		return
	}
	p.value(p.typ())
}

// constant reads a constant of type t.
func (p *parser) constant(t *Type) Value {
	p.deeper()
	defer p.back()
	at := p.tok.at
	c := &Const{T: t}
	switch p.tok.kind {
	case global:
		name := p.tok.text
		p.next()
		v, ok := p.m.ByName[name]
		if !ok {
			panic(fault{p.m.errorf(at, "@%s is not defined", name)})
		}
		if g, ok := v.(*Global); ok && g.Alias {
			if f, ok := g.Init.(*Function); ok { // constructors have two names
				return f
			}
		}
		return v
	case bytes:
		c.Kind, c.Bytes = ConstBytes, []byte(p.tok.text)
		if t.Kind != Array || int64(len(c.Bytes)) != t.Len {
			p.fail("a string of %d bytes for type %s", len(c.Bytes), t)
		}
		p.next()
		return c
	case quoted:
	case punct:
		switch p.tok.text {
		case "[":
			return p.aggregate(t, "]")
		case "{":
			return p.aggregate(t, "}")
		case "<":
			p.next()
			if p.is("{") {
				v := p.aggregate(t, "}")
				p.expect(">")
				return v
			}
			return p.parts(t, ">")
		}
	case word:
		if p.literal(c) {
			return c
		}
		return p.expression(c)
	}
	p.fail("a value expected, found %s", p.tok)
	return nil
}

// maxSplat bounds the elements of a vector that are written as one.
const maxSplat = 1 << 12

// aggregate reads the parts of an aggregate up to the bracket that closes it.
func (p *parser) aggregate(t *Type, shut string) Value {
	p.next()
	return p.parts(t, shut)
}

func (p *parser) parts(t *Type, shut string) Value {
	c := &Const{T: t, Kind: ConstAggregate}
	at := p.tok.at
	for !p.is(shut) {
		c.Elems = append(c.Elems, p.typed())
		if !p.accept(",") {
			break
		}
	}
	p.expect(shut)
	n := int64(len(t.Fields))
	if t.Kind == Array || t.Kind == Vector {
		n = t.Len
	} else if t.Kind != Struct {
		panic(fault{p.m.errorf(at, "parts for type %s", t)})
	}
	if int64(len(c.Elems)) != n {
		panic(fault{p.m.errorf(at, "%d parts for type %s", len(c.Elems), t)})
	}
	for i, e := range c.Elems {
		want := t.Elem
		if t.Kind == Struct {
			want = t.Fields[i]
		}
		if e.Type() != want {
			panic(fault{p.m.errorf(at, "part %d of type %s is of type %s", i, t, e.Type())})
		}
	}
	return c
}

// literal reads a word that is a value by itself.
func (p *parser) literal(c *Const) bool {
	s := p.tok.text
	switch s {
	case "null", "zeroinitializer", "none":
		c.Kind = ConstNull
	case "undef", "poison":
		c.Kind = ConstUndef
	case "true":
		c.Low = 1
	case "false":
	default:
		if !isLiteral(s) {
			return false
		}
		switch c.T.Kind {
		case Int:
			p.integer(c, s)
		case Float, Double, LongDouble:
			p.float(c, s)
		default:
			p.fail("%s for type %s", s, c.T)
		}
	}
	p.next()
	return true
}

func (p *parser) integer(c *Const, s string) {
	n, ok := new(big.Int), false
	switch {
	case strings.HasPrefix(s, "u0x"), strings.HasPrefix(s, "s0x"):
		n, ok = n.SetString(s[3:], 16)
	default:
		n, ok = n.SetString(s, 10)
	}
	if !ok || n.BitLen() > 1<<16 {
		p.fail("an integer expected, found %s", p.tok)
	}
	c.Low = new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	c.High = new(big.Int).And(new(big.Int).Rsh(n, 64), new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	c.Low, c.High = extend(c.Low, c.High, c.T.Bits)
}

// extend sign-extends the low bits of a number; a single bit is 0 or 1.
func extend(low, high uint64, bits int) (uint64, uint64) {
	switch {
	case bits == 1:
		return low & 1, 0
	case bits < 64:
		low = uint64(int64(low<<(64-bits)) >> (64 - bits))
		return low, uint64(int64(low) >> 63)
	case bits == 64:
		return low, uint64(int64(low) >> 63)
	case bits < 128:
		high = uint64(int64(high<<(128-bits)) >> (128 - bits))
	}
	return low, high
}

func (p *parser) float(c *Const, s string) {
	c.Kind = ConstFloat
	var x float64
	if strings.HasPrefix(s, "0x") {
		if len(s) > 2 && strings.IndexByte("KLMHR", s[2]) >= 0 {
			c.Kind = ConstNull // of formats that the machine does not have
			return
		}
		bits, err := strconv.ParseUint(s[2:], 16, 64)
		if err != nil {
			p.fail("a number expected, found %s", p.tok)
		}
		x = math.Float64frombits(bits)
	} else {
		var err error
		if x, err = strconv.ParseFloat(s, 64); err != nil {
			p.fail("a number expected, found %s", p.tok)
		}
	}
	c.Low = math.Float64bits(x)
	if c.T.Kind == Float {
		c.Low = uint64(math.Float32bits(float32(x)))
	}
}

// flagged reads the name of an expression, its flags and the bracket after them.
func (p *parser) flagged() {
	for p.next(); p.tok.kind == word; {
		ranged := p.is("inrange")
		if p.next(); ranged {
			p.skipBalanced()
		}
	}
	p.expect("(")
}

// expression reads a constant expression.
func (p *parser) expression(c *Const) Value {
	c.Kind, c.Op = ConstExpr, p.tok.text
	switch c.Op {
	case "getelementptr":
		p.flagged()
		c.From = p.typ()
		p.expect(",")
		for {
			p.accept("inrange")
			c.Elems = append(c.Elems, p.typed())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
	case "bitcast", "inttoptr", "ptrtoint", "addrspacecast", "trunc", "zext", "sext":
		p.next()
		p.expect("(")
		c.Elems = append(c.Elems, p.typed())
		p.expect("to")
		p.typ()
		p.expect(")")
	case "add", "sub", "mul", "xor", "and", "or", "shl", "lshr", "ashr":
		p.flagged()
		c.Elems = append(c.Elems, p.typed())
		p.expect(",")
		c.Elems = append(c.Elems, p.typed())
		p.expect(")")
	case "splat":
		p.next()
		p.expect("(")
		e := p.typed()
		p.expect(")")
		if c.T.Kind != Vector || e.Type() != c.T.Elem || c.T.Len > maxSplat {
			p.fail("a splat of %s for type %s", e.Type(), c.T)
		}
		c.Kind = ConstAggregate
		for range c.T.Len {
			c.Elems = append(c.Elems, e)
		}
	case "blockaddress":
		p.fail("%s is not supported", c.Op)
	case "dso_local_equivalent", "no_cfi":
		p.next()
		return p.constant(c.T)
	case "asm":
		p.next()
		for p.tok.kind == word {
			c.Intel = c.Intel || p.tok.text == "inteldialect"
			p.next()
		}
		c.Kind, c.Text = ConstAsm, p.tok.text
		p.next()
		p.expect(",")
		c.Op = p.tok.text
		p.next()
	default:
		p.fail("a value expected, found %s", p.tok)
	}
	return c
}
