package fences

import (
	"strings"

	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/trace"
)

// WriteOrders turns changes of memory orders into changes of the source: another
// order in the argument of the operation, or the explicit form of one that has
// none. A fence that becomes relaxed is taken away. What stands in a macro, or
// names no order because it is an operator, is told in the notes.
func WriteOrders(p *code.Program, changes []OrderChange, o cfront.Options) (*Change, error) {
	w := newWriter(p, o)
	var done []OrderChange
	for len(changes) > 0 {
		n := 1
		if len(changes) > 1 && changes[1].Site == changes[0].Site {
			n = 2 // success and failure of a compare-exchange
		}
		next := append(done[:len(done):len(done)], changes[:n]...)
		want := ApplyOrders(p, next)
		site := changes[0].Site
		fence := changes[0].To == trace.Relaxed && !changes[0].Fail
		switch {
		case fence && w.remove(site, want), w.reorder(site, want):
			done = next
		default:
			for _, c := range changes[:n] {
				w.note("%s: %s has to become %s, in %s, which is in a macro or names no order", p.Sites[site], c.words(), orderName(c.To), p.Sites[site].Text)
			}
		}
		changes = changes[n:]
	}
	return w.change(), nil
}

// words says which order it is.
func (c OrderChange) words() string {
	if c.Fail {
		return "the order of failure"
	}
	return "the memory order"
}

func orderName(o trace.Order) string { return "memory_order_" + o.String() }

// reorder gives the operation at a site the orders that it has in the program
// wanted.
func (w *writer) reorder(site int32, want *code.Program) bool {
	pos := w.from.Sites[site].Pos
	src := w.sources[pos.File]
	if src == nil {
		return false
	}
	a := &want.Access[site]
	orders := []trace.Order{a.Order}
	if a.Fail != trace.Plain {
		orders = append(orders, a.Fail)
	}
	was := &w.from.Access[site]
	same := []bool{a.Order == was.Order, a.Fail == was.Fail}
	edits := src.reorder(src.at(pos), orders, same)
	return edits != nil && w.try(pos.File, edits, want)
}

// reorder returns the edits that give the call of an atomic operation at token i
// other orders, but for those that stay the same; nil if it is none.
func (s *source) reorder(i int, orders []trace.Order, same []bool) []edit {
	if i < 0 || s.word(i+1) != "(" || s.match(i+1) < 0 {
		return nil
	}
	name := s.word(i)
	args := s.arguments(i + 1)
	gnu := strings.HasPrefix(name, "__atomic_")
	switch {
	case gnu, strings.HasSuffix(name, "_explicit"), name == "atomic_thread_fence":
	case strings.HasPrefix(name, "atomic_"):
		end := s.tokens[s.match(i+1)].off
		edits := []edit{{off: s.tokens[i].end(), text: "_explicit"}}
		for _, o := range orders {
			edits = append(edits, edit{off: end, text: ", " + orderName(o)})
		}
		return edits
	default:
		return nil
	}
	if len(args) < len(orders) {
		return nil
	}
	var edits []edit
	for k, arg := range args[len(args)-len(orders):] {
		if same[k] {
			continue
		}
		first, last := &s.tokens[arg[0]], &s.tokens[arg[1]]
		if first.line != last.line {
			return nil
		}
		text := orderName(orders[k])
		if gnu {
			text = "__ATOMIC_" + strings.ToUpper(orders[k].String())
		}
		edits = append(edits, edit{off: first.off, text: text, gone: last.end() - first.off})
	}
	return edits
}

// arguments returns the first and last token of each argument of a call whose
// bracket is token open; nil if one is empty.
func (s *source) arguments(open int) [][2]int {
	var list [][2]int
	end := s.match(open)
	for i := open + 1; i < end; {
		comma := s.until(i, ",")
		if comma < 0 || comma > end {
			comma = end
		}
		if comma == i {
			return nil
		}
		list = append(list, [2]int{i, comma - 1})
		i = comma + 1
	}
	return list
}
