package explore

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Slots. Threads of one function whose arguments differ are twins as well if an argument only selects
// slots: it makes addresses, by code.Program.Selects, and has no other use. An address that one
// thread makes, moved by the difference of two arguments, is the one that the other thread makes.
// Exchanging the threads then exchanges what their slots hold, and changes nothing else, if
//
//   - nobody but their own thread, by way of its argument, accesses the slots of each of the threads,
//     those included that are not accessed in this execution. Others may do so before the first of the
//     threads is created, and after all are joined;
//   - the slots of all hold the same when the threads are created;
//   - the moved address is in the same object, and aligned as well. No thread fails at such an address,
//     as another might not;
//   - if somebody looks at a slot after the threads are joined, or at its final value, all slots hold
//     the same then. If slots differed, each order of their values would be a final state.
//
// As long as that holds in each execution that the search meets, the program does what one does whose
// threads have slots of their own that nobody else can reach, and there the threads are symmetric.
// Otherwise the search begins anew, and tells threads apart by their arguments.

// A slotTable is what the explorer knows of slots.
type slotTable struct {
	selecting  bool                      // some threads select slots
	selections map[int64]*code.Selection // by address of a function; nil: the argument may have another use
	selected   struct {                  // what selection returned last
		function  int64
		selection *code.Selection
	}
	uneven []location // slots of the execution that has ended that differ
}

// tellApart has the search begin anew without twins whose arguments differ.
func (x *explorer) tellApart() { x.beginAnew(&x.pool.apart) }

// selection returns how the argument selects what the function at an address accesses; nil if the
// argument may have another use.
func (x *explorer) selection(function int64) *code.Selection {
	if y := &x.selected; y.selection != nil && y.function == function {
		return y.selection
	}
	s, known := x.selections[function]
	if !known {
		if i, ok := code.FuncAt(uint64(function)); ok && i < len(x.prog.Funcs) && x.prog.Funcs[i].Code != nil {
			s = x.prog.Selects(&x.prog.Funcs[i])
		}
		if x.selections == nil {
			x.selections = map[int64]*code.Selection{}
		}
		x.selections[function] = s
	}
	x.selected.function, x.selected.selection = function, s
	return s
}

// sameTask reports whether threads with these tasks do the same, perhaps to other slots.
func (x *explorer) sameTask(a, b task) bool {
	if a == b {
		return true
	}
	if x.pool.o.apart || x.pool.o.Check != nil || a.function != b.function || a.attributes != b.attributes {
		return false
	}
	s := x.selection(a.function)
	return s != nil && (!s.Narrow || min(a.argument, b.argument) >= 0 && max(a.argument, b.argument) <= s.Most)
}

// startsSlots notes that the run has created thread t. The search begins anew if t has a twin with
// another argument that has had time to access its slots.
func (x *explorer) startsSlots(t int32) {
	if !x.selects(t) {
		return
	}
	x.selecting = true
	for u := x.g.Threads[t].Twin; u != axiom.None; u = x.g.Threads[u].Twin {
		if x.cursor[u] > 0 || x.state(u) == vm.Faulty {
			x.tellApart()
		}
	}
}

// hasSlots reports whether the run has created threads that select slots.
func (x *explorer) hasSlots() bool {
	return slices.ContainsFunc(x.vm.Threads(), func(t *vm.Thread) bool { return x.selects(t.ID) })
}

// selects reports whether thread t has another argument than its twin.
func (x *explorer) selects(t int32) bool {
	u := x.g.Threads[t].Twin
	return u != axiom.None && x.tasks[t].argument != x.tasks[u].argument
}

// stepAt returns how far the address of an access moves if the argument of thread t grows by one; 0 if
// t has no twins with other arguments.
func (x *explorer) stepAt(t, site int32) int64 {
	if !x.selecting || site < 0 || t >= int32(len(x.tasks)) {
		return 0
	}
	s := x.selection(x.tasks[t].function)
	if s == nil || s.Steps[site] == 0 {
		return 0
	}
	for _, u := range x.vm.Threads() {
		if x.twins(t, u.ID) && x.tasks[t].argument != x.tasks[u.ID].argument {
			return s.Steps[site]
		}
	}
	return 0
}

// apartBy returns how far an address of thread t, which moves by step, is from the like address of
// thread u; 0 if they are no twins.
func (x *explorer) apartBy(t, u int32, step int64) int64 {
	if step == 0 || !x.twins(t, u) {
		return 0
	}
	return step * (x.tasks[u].argument - x.tasks[t].argument)
}

// looksAtSlots has the search begin anew unless the like access by each twin is as good as that before
// which t is parked. Failed says that t's is not.
func (x *explorer) looksAtSlots(t *vm.Thread, failed bool) {
	step := x.stepAt(t.ID, t.Op.Site)
	if step == 0 || x.dead {
		return
	}
	for _, u := range x.vm.Threads() {
		if d := x.apartBy(t.ID, u.ID, step); d != 0 && (failed || t.Depth() > 0 || !x.vm.Beside(t, d)) {
			x.tellApart()
		}
	}
}

// sharesSlots reports whether the execution that has ended does with slots what tells their threads
// apart. Otherwise it notes which slots differ.
func (x *explorer) sharesSlots() bool {
	g := x.g
	x.uneven = x.uneven[:0]
	for id := range g.Events {
		e := &g.Events[id]
		if !e.Kind.Accesses() || e.Index >= x.cursor[e.Thread] {
			continue
		}
		step := x.stepAt(e.Thread, e.Site)
		known := e.Same != axiom.None && x.stepAt(e.Thread, g.Events[e.Same].Site) == step
		if step != 0 && !known && x.sharesSlot(e.Thread, step, e.Loc) {
			return true
		}
	}
	return false
}

// A content is what a location holds.
type content struct {
	value uint64
	undef trace.Undef
}

// sharesSlot is sharesSlots for one slot of each thread. Location l is the slot of thread t.
func (x *explorer) sharesSlot(t int32, step int64, l int32) bool {
	g := x.g
	root := t
	for g.Threads[root].Twin != axiom.None {
		root = g.Threads[root].Twin
	}
	start := g.Threads[root].Parent
	found, left := x.slotContent(l, t, start)
	slots := []location{x.locations[l]}
	even, seen := true, false
	for u := range int32(len(g.Threads)) {
		n := l
		if d := x.apartBy(t, u, step); d != 0 {
			if n = x.numberAt(x.locations[l].addr+uint64(d), x.locations[l].size); n < 0 {
				return true
			}
			slots = append(slots, x.locations[n])
		} else if u != t {
			continue
		}
		for a := g.Locs[n].Access; a != axiom.None; a = g.Events[a].Access {
			e := &g.Events[a]
			switch {
			case e.Thread == u && x.stepAt(u, e.Site) == step, g.InPrefix(a, start):
			case x.afterTwins(a, root):
				seen = seen || e.Kind.Reads()
			default:
				return true
			}
		}
		f, v := x.slotContent(n, u, start)
		if f != found {
			return true
		}
		even = even && v == left
	}
	if len(slots) > 1 && !even {
		x.uneven = append(x.uneven, slots...)
	}
	return len(slots) > 1 && !even && seen
}

// numberAt returns the number of the run's latest location of size bytes at addr; -1 if there is none.
func (x *explorer) numberAt(addr uint64, size uint8) int32 {
	for l := x.inUse - 1; l >= 0; l-- {
		if x.placed[l].addr == addr && x.placed[l].size == size {
			return x.locOf[l]
		}
	}
	return -1
}

// slotContent returns the content of a slot before the threads start and after thread u has ended. The
// slot is location n, and belongs to u. Event start creates the first of the threads.
func (x *explorer) slotContent(n, u, start int32) (found, left content) {
	w, none := x.g.Locs[n].Last, true
	for ; w != axiom.Init && !x.g.InPrefix(w, start); w = x.g.Events[w].CoBefore {
		if none && x.g.Events[w].Thread == u {
			left, none = content{x.valueOf(w, n), x.undefined(w, n)}, false
		}
	}
	found = content{x.valueOf(w, n), x.undefined(w, n)}
	if none {
		left = found
	}
	return found, left
}

// afterTwins reports whether event a comes after joins of root and of all its twins.
func (x *explorer) afterTwins(a, root int32) bool {
	for u := range int32(len(x.g.Threads)) {
		if j := x.g.Threads[u].Joined; x.twins(root, u) && (j == axiom.None || !x.g.InPrefix(j, a)) {
			return false
		}
	}
	return true
}

// isUneven reports whether some of size bytes at addr are in a slot that differs from others at the
// end of the execution.
func (x *explorer) isUneven(addr uint64, size uint8) bool {
	for _, at := range x.uneven {
		if addr < at.addr+uint64(at.size) && at.addr < addr+uint64(size) {
			return true
		}
	}
	return false
}
