package diff

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/trace"
)

// add adds an execution. It is called by one goroutine at a time.
func (v *version) add(g *explore.Graph) {
	reads := readsOf(v.Program, g)
	key := sha256.Sum256([]byte(strings.Join(reads, "\n")))
	if old := v.classes[key]; old == nil || g.Compare(old.graph) < 0 {
		v.classes[key] = &class{reads, g}
	}
}

// readsOf returns the reads of an execution, from locations that one thread writes and
// another accesses: "thread 0, load 1 of x reads store 1 of 7 by thread 1", sorted. Plain
// loads of the thread's own stores are left out, and plain loads are numbered separately.
func readsOf(p *code.Program, g *explore.Graph) []string {
	n := newNames(p, g)
	type storing struct {
		thread trace.ThreadID
		addr   uint64
		value  uint64
	}
	type loading struct {
		thread trace.ThreadID
		addr   uint64
		plain  bool
	}
	stores, loads := map[storing]int{}, map[loading]int{}
	order := make([]int, len(g.Events)) // number of a store among its thread's stores of the same value
	for i := range g.Events {
		if e := &g.Events[i]; e.Kind.Writes() {
			at := storing{e.Thread, e.Addr, e.Value}
			stores[at]++
			order[i] = stores[at]
		}
	}
	var list []string
	for _, i := range n.order {
		e := &g.Events[i]
		if !e.Kind.Reads() || e.Peek || e.Inserts || !n.communicates(e.Addr) {
			continue
		}
		plain := e.Order == trace.Plain
		if plain && e.RF >= 0 && g.Events[e.RF].Thread == e.Thread {
			continue // the thread's own value: another one would be a race
		}
		at := loading{e.Thread, e.Addr, plain}
		loads[at]++
		from := "what it was at first, " + n.value(e.Value, e.Size)
		if e.RF >= 0 {
			w := &g.Events[e.RF]
			from = fmt.Sprintf("store %d of %s by thread %d", order[e.RF], n.value(w.Value, w.Size), w.Thread)
		}
		list = append(list, fmt.Sprintf("thread %d, load %d of %s reads %s", e.Thread, loads[at], n.nameOf(e.Addr), from))
	}
	slices.Sort(list)
	return list
}

// names gives the memory of an execution the same names in both versions: globals have
// theirs, other objects are numbered in the order in which communicating threads reach
// them.
type names struct {
	program *code.Program
	order   []int                              // event indices, thread by thread
	users   map[uint64]map[trace.ThreadID]bool // by address: threads that access it; true if the thread writes
	pages   map[uint64]bool                    // of objects that are not globals
	numbers map[uint64]int                     // by page, in the order of naming
}

func newNames(p *code.Program, g *explore.Graph) *names {
	n := &names{program: p, users: map[uint64]map[trace.ThreadID]bool{}, pages: map[uint64]bool{}, numbers: map[uint64]int{}}
	for i := range g.Events {
		e := &g.Events[i]
		if !e.Kind.Accesses() {
			continue
		}
		n.order = append(n.order, i)
		if n.users[e.Addr] == nil {
			n.users[e.Addr] = map[trace.ThreadID]bool{}
		}
		n.users[e.Addr][e.Thread] = n.users[e.Addr][e.Thread] || e.Kind.Writes()
		if p.ObjectAt(e.Addr) == nil {
			n.pages[page(e.Addr)] = true
		}
	}
	slices.SortStableFunc(n.order, func(a, b int) int { return int(g.Events[a].Thread) - int(g.Events[b].Thread) })
	return n
}

// page returns the address at which the page of an object that is not global begins.
func page(addr uint64) uint64 { return addr &^ (code.SlotSize - 1) }

// communicates reports whether a thread writes to an address that another thread accesses.
func (n *names) communicates(addr uint64) bool {
	if len(n.users[addr]) < 2 {
		return false
	}
	for _, writes := range n.users[addr] {
		if writes {
			return true
		}
	}
	return false
}

// nameOf returns the name of an address.
func (n *names) nameOf(addr uint64) string {
	if o := n.program.ObjectAt(addr); o != nil {
		return o.Name + path(o, addr-o.Addr)
	}
	at := page(addr)
	if n.numbers[at] == 0 {
		n.numbers[at] = len(n.numbers) + 1
	}
	return fmt.Sprintf("object %d%s", n.numbers[at], offset(addr-at))
}

// path returns the name of a part of an object.
func path(o *code.Object, off uint64) string {
	for _, s := range o.Scalars {
		if uint64(s.Off) == off {
			return s.Path
		}
	}
	return offset(off)
}

func offset(off uint64) string {
	if off == 0 {
		return ""
	}
	return fmt.Sprintf("+%d", off)
}

// value returns the text of a value: for an address the name of its memory.
func (n *names) value(v uint64, size uint8) string {
	switch {
	case size > 8:
		return "a wide value"
	case size == 8 && v != 0 && (n.program.ObjectAt(v) != nil || n.pages[page(v)]):
		return "&" + n.nameOf(v)
	}
	shift := 64 - 8*uint(size)
	return strconv.FormatInt(int64(v<<shift)>>shift, 10)
}
