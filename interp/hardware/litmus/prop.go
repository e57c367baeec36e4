package litmus

import (
	"strconv"
	"strings"

	"fencepost/trace/lists"
)

// PropOp is the form of a proposition.
type PropOp uint8

// The forms of propositions in order of precedence, the tightest first.
const (
	True     PropOp = iota // holds always
	False                  // holds never
	Equal                  // Loc = Value
	NotEqual               // Loc != Value
	Not                    // not X
	And                    // X /\ Y
	Or                     // X \/ Y
)

// A Prop is a proposition about a final state.
type Prop struct {
	Op     PropOp
	Loc    Location
	Value  int64
	Symbol string    // of Value, if it is the address of a location
	Other  *Location // if not nil, the value of this location is used instead of Value
	X, Y   *Prop
}

// Holds evaluates the proposition in a state.
func (p *Prop) Holds(m Reader) bool {
	switch p.Op {
	case Equal:
		return p.Loc.value(m) == p.right(m)
	case NotEqual:
		return p.Loc.value(m) != p.right(m)
	case Not:
		return !p.X.Holds(m)
	case And:
		return p.X.Holds(m) && p.Y.Holds(m)
	case Or:
		return p.X.Holds(m) || p.Y.Holds(m)
	}
	return p.Op == True
}

// right returns the value with which the location is compared.
func (p *Prop) right(m Reader) int64 {
	if p.Other != nil {
		return p.Other.value(m)
	}
	return p.Value
}

// Locations returns the locations in the proposition, each once.
func (p *Prop) Locations() (list []Location) {
	switch {
	case p == nil:
	case p.Op == Equal || p.Op == NotEqual:
		list = append(list, p.Loc)
		if p.Other != nil && *p.Other != p.Loc {
			list = append(list, *p.Other)
		}
	default:
		for _, l := range append(p.X.Locations(), p.Y.Locations()...) {
			list = lists.Add(list, l)
		}
	}
	return list
}

// String returns the proposition as it is written, with locations in brackets.
func (p *Prop) String() string {
	var b strings.Builder
	p.write(&b)
	return b.String()
}

func (p *Prop) write(b *strings.Builder) {
	switch p.Op {
	case Equal, NotEqual:
		b.WriteString(p.Loc.String())
		if p.Op == NotEqual {
			b.WriteByte('!')
		}
		b.WriteByte('=')
		switch {
		case p.Other != nil:
			b.WriteString(p.Other.String())
		case p.Symbol != "":
			b.WriteString(p.Symbol)
		default:
			b.WriteString(strconv.FormatInt(p.Value, 10))
		}
	case Not:
		b.WriteString("not (")
		p.X.write(b)
		b.WriteByte(')')
	case And:
		p.X.writeInAnd(b)
		b.WriteString(` /\ `)
		p.Y.writeInAnd(b)
	case Or:
		p.X.write(b)
		b.WriteString(` \/ `)
		p.Y.write(b)
	case True:
		b.WriteString("true")
	case False:
		b.WriteString("false")
	}
}

// writeInAnd is write with parentheses if the proposition binds less tightly than And.
func (p *Prop) writeInAnd(b *strings.Builder) {
	if p.Op <= And {
		p.write(b)
		return
	}
	b.WriteByte('(')
	p.write(b)
	b.WriteByte(')')
}

// String returns [x] or 0:r0.
func (l Location) String() string { return string(l.append(nil)) }

func (l Location) append(dst []byte) []byte {
	if l.Thread < 0 {
		return append(append(append(dst, '['), l.Name...), ']')
	}
	dst = append(strconv.AppendInt(dst, int64(l.Thread), 10), ':')
	return append(dst, l.Name...)
}

// value reads the location.
func (l Location) value(m Reader) int64 {
	v, _ := m.Final(l.Addr, l.Size)
	if l.Size == 4 {
		return int64(int32(v))
	}
	return int64(v)
}

// Admits reports whether a state that satisfies the proposition may have value at addr. It considers
// only conjuncts about addr.
func (p *Prop) Admits(addr uint64, value int64) bool {
	switch {
	case p.Op == And:
		return p.X.Admits(addr, value) && p.Y.Admits(addr, value)
	case p.Op == Equal && p.Loc.Addr == addr && p.Other == nil:
		return p.Value == value
	}
	return true
}
