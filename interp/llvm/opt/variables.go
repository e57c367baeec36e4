package opt

import (
	"fencepost/interp/c/library"
	"fencepost/interp/llvm/ir"
)

// A Variable describes the uses of an alloca.
type Variable struct {
	Stores []*ir.Instr
	Loads  []*ir.Instr
	Begins []*ir.Instr // calls of llvm.lifetime.start
	Ends   []*ir.Instr // calls of llvm.lifetime.end
	Scalar bool        // all accesses are plain, of the whole variable, and of one type
	Leaves bool        // the address escapes
}

// maxPrivateCopy bounds the bytes that are copied at once to or from memory that no other thread
// can see.
const maxPrivateCopy = 512

// Variables returns the descriptions of the allocas of a function, and for each address in one of
// them the alloca. An address that is chosen among several, as by std::min, has one of them for all:
// the addresses of all of them escape, or of none.
func Variables(f *ir.Function) (map[*ir.Instr]*Variable, map[ir.Value]*ir.Instr) {
	d := describe(f, nil)
	pointers := map[*ir.Instr]*Variable{}
	for a, v := range d.vars {
		if v.Scalar && !v.Leaves && a.Elem.Kind == ir.Ptr && len(v.Stores) > 1 && v.Written(f, a) {
			pointers[a] = v
		}
	}
	if len(pointers) > 0 {
		d = describe(f, pointers)
	}
	return d.vars, d.root
}

// descriptions are what Variables returns, as they are found.
type descriptions struct {
	vars map[*ir.Instr]*Variable
	root map[ir.Value]*ir.Instr
	next map[*ir.Instr]*ir.Instr // from an alloca to another one, if an address may be in either
}

// describe finds the descriptions. The values of the variables pointers are followed.
func describe(f *ir.Function, pointers map[*ir.Instr]*Variable) *descriptions {
	d := &descriptions{map[*ir.Instr]*Variable{}, map[ir.Value]*ir.Instr{}, map[*ir.Instr]*ir.Instr{}}
	for _, b := range f.Blocks {
		for _, i := range b.Code {
			if i.Op == "alloca" {
				v := &Variable{Scalar: len(i.Args) == 0 || isOne(i.Args[0])}
				d.vars[i], d.root[i] = v, i
				if len(i.Args) > 0 && !isOne(i.Args[0]) {
					v.Leaves = true
				}
			}
		}
	}
	for changed := true; changed; { // a loop may bring an address before its base
		changed = false
		for _, b := range f.Blocks {
			for _, i := range b.Code {
				origins(i, pointers, func(to *ir.Instr, from ir.Value) { changed = d.join(to, from) || changed })
			}
		}
	}
	before := map[*ir.Block]bool{}
	for _, b := range f.Blocks {
		for _, i := range b.Code {
			for k, arg := range i.Args {
				if a := d.root[arg]; a != nil {
					held := i.Op == "store" && k == 0 && pointers[alloca(i.Args[1])] != nil
					d.vars[a].use(a, i, k, arg == ir.Value(a), held)
				}
			}
			if d.root[i] != nil && i.Op == "phi" { // what comes around a loop may be in an earlier instance
				for _, from := range i.Blocks {
					if !before[from] {
						d.vars[d.root[i]].Leaves = true
					}
				}
			}
		}
		before[b] = true
	}
	d.share(f, pointers)
	return d
}

// origins calls f for each value in whose objects the address to may be because of i. The first store
// to a variable of pointers stands for the addresses that the variable has.
func origins(i *ir.Instr, pointers map[*ir.Instr]*Variable, f func(to *ir.Instr, from ir.Value)) {
	switch i.Op {
	case "getelementptr", "bitcast":
		f(i, i.Args[0])
	case "phi":
		for _, from := range i.Args {
			f(i, from)
		}
	case "select":
		f(i, i.Args[1])
		f(i, i.Args[2])
	case "load":
		if v := pointers[alloca(i.Args[0])]; v != nil {
			f(i, v.Stores[0])
		}
	case "store":
		if v := pointers[alloca(i.Args[1])]; v != nil {
			f(v.Stores[0], i.Args[0])
		}
	}
}

// alloca returns v if it is an alloca, or nil.
func alloca(v ir.Value) *ir.Instr {
	if i, ok := v.(*ir.Instr); ok && i.Op == "alloca" {
		return i
	}
	return nil
}

// join notes that address to may be where address from is. It reports whether that is news.
func (d *descriptions) join(to *ir.Instr, from ir.Value) bool {
	a, b := d.root[from], d.root[to]
	switch {
	case a == nil:
		return false
	case b == nil:
		d.root[to] = a
		return true
	}
	a, b = d.first(a), d.first(b)
	if a == b {
		return false
	}
	d.next[a] = b
	return true
}

// first returns the alloca that stands for all that an address in a may be in.
func (d *descriptions) first(a *ir.Instr) *ir.Instr {
	for d.next[a] != nil {
		a = d.next[a]
	}
	return a
}

// share lets the addresses of variables that an address may be in escape if one does, if the address
// may be elsewhere, or if it may be in an earlier instance of a variable.
func (d *descriptions) share(f *ir.Function, pointers map[*ir.Instr]*Variable) {
	begins := map[*ir.Instr][]*ir.Instr{}
	for a, v := range d.vars {
		begins[d.first(a)] = append(begins[d.first(a)], v.Begins...)
	}
	for _, b := range f.Blocks {
		for _, i := range b.Code {
			origins(i, pointers, func(to *ir.Instr, from ir.Value) {
				if a := d.root[to]; a != nil && d.root[from] == nil {
					d.vars[a].Leaves = true
				}
			})
		}
	}
	for _, v := range pointers {
		if a := d.root[v.Stores[0]]; a != nil && !written(f, begins[d.first(a)], v.Stores, v.Loads) {
			d.vars[a].Leaves = true
		}
	}
	for a, v := range d.vars {
		if v.Leaves {
			d.vars[d.first(a)].Leaves = true
		}
	}
	for a, v := range d.vars {
		v.Leaves = d.vars[d.first(a)].Leaves
	}
}

func isOne(v ir.Value) bool {
	c, ok := constant(v)
	return ok && c.Low == 1
}

// use records that argument k of i is an address in alloca a, or a itself if whole. A variable whose
// value is followed keeps it if held.
func (v *Variable) use(a, i *ir.Instr, k int, whole, held bool) {
	name := ""
	if f := Callee(i); f != nil {
		name = f.Name
	}
	switch {
	case i.Op == "load":
		v.Loads = append(v.Loads, i)
		v.access(a, i, whole)
	case i.Op == "store" && k == 1:
		v.Stores = append(v.Stores, i)
		v.access(a, i, whole)
	case i.Op == "getelementptr" && k == 0, i.Op == "bitcast":
	case held, i.Op == "phi", i.Op == "select":
		v.Scalar = false
	case hasPrefix(name, "llvm.lifetime.start"):
		v.Begins = append(v.Begins, i)
	case hasPrefix(name, "llvm.lifetime.end"):
		v.Ends = append(v.Ends, i)
	case (hasPrefix(name, "llvm.memcpy.") || hasPrefix(name, "llvm.memmove.") || hasPrefix(name, "llvm.memset.")) && k <= 1 && (k == 0 || !hasPrefix(name, "llvm.memset.")):
		v.Scalar = false
		if n, ok := constant(i.Args[2]); !ok || n.Low > maxPrivateCopy {
			v.Leaves = true
		}
	case takesResult(i, k):
		v.Scalar = false
	default:
		v.Scalar, v.Leaves = false, true
	}
}

// takesResult reports whether i calls a library function that stores its result through argument k,
// and does not keep the address.
func takesResult(i *ir.Instr, k int) bool {
	f := Callee(i)
	if f == nil || !f.Declared {
		return false
	}
	l, ok := library.Lookup(f.Name)
	return ok && l.Kind == library.System && l.Out == k
}

func (v *Variable) access(a, i *ir.Instr, whole bool) {
	if i.Atomic {
		v.Leaves = true
	}
	t := i.Elem
	if !whole || i.Vol || i.Atomic || t.Size() != a.Elem.Size() || t.IsAggregate() {
		v.Scalar = false
		return
	}
	for _, list := range [][]*ir.Instr{v.Stores, v.Loads} {
		if len(list) > 0 && !alike(list[0].Elem, t) {
			v.Scalar = false
		}
	}
}

// alike reports whether registers hold values of both types in one way.
func alike(a, b *ir.Type) bool {
	word := func(t *ir.Type) bool { return t.Kind == ir.Ptr || t.Kind == ir.Int && t.Bits == 64 }
	return a == b || a.Kind == b.Kind && a.Bits == b.Bits && !a.IsAggregate() && a.Kind != ir.Vector || word(a) && word(b)
}

// Written reports whether a store precedes every load of v, which is alloca a of f, on every path.
func (v *Variable) Written(f *ir.Function, a *ir.Instr) bool {
	return written(f, append([]*ir.Instr{a}, v.Begins...), v.Stores, v.Loads)
}

// written reports whether on every path one of stores comes before each of loads, and after the last
// of kills.
func written(src *ir.Function, kills, stores, loads []*ir.Instr) bool {
	const (
		unknown = iota
		no
		yes
	)
	after, reads := map[*ir.Instr]int{}, map[*ir.Instr]bool{}
	for _, i := range kills {
		after[i] = no
	}
	for _, i := range stores {
		after[i] = yes
	}
	for _, i := range loads {
		reads[i] = true
	}
	in := map[*ir.Block]int{src.Blocks[0]: no}
	work := []*ir.Block{src.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		state := in[b]
		for _, i := range b.Code {
			if s := after[i]; s != unknown {
				state = s
			} else if reads[i] && state != yes {
				return false
			}
		}
		for _, t := range Targets(b) {
			now := state
			if old := in[t]; old == no || old == unknown && state == no {
				now = no
			}
			if in[t] != now {
				in[t] = now
				work = append(work, t)
			}
		}
	}
	return true
}
