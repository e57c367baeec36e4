package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// This file enumerates all candidate execution graphs of a small program and
// checks each against the axioms of the papers, by closures of relations. It shares
// no code with the search.

// A bnode is an event; an RMW is one event under the hardware models and two,
// adjacent, under RC11.
type bnode struct {
	thread  int // -1: initial write
	in      instr
	kind    byte // I initial, R, W, U, C, or s l f for ss, ll, sl, F C11 fence, '-' absent; RC11: U split in u and w
	loc     int
	order   trace.Order
	reads   uint64
	writes  uint64
	success byte // of a fence that belongs to a compare-exchange: + only if it succeeds, - only if it fails
	of      int  // the node of that compare-exchange
	pair    int  // RC11: the other half
}

func (n *bnode) isRead() bool  { return strings.IndexByte("RUCu", n.kind) >= 0 }
func (n *bnode) isWrite() bool { return strings.IndexByte("IWUw", n.kind) >= 0 }
func (n *bnode) access() bool  { return n.isRead() || n.isWrite() }

// bruteLimit bounds the candidates that are tried for a program.
const bruteLimit = 2_000

// A brute enumerates the graphs of a program under a model.
type brute struct {
	model string
	nodes []bnode
	rf    []int
	place []int // by node: the place of a write in co
	each  func(b *brute, consistent bool)
	tried int
}

func locOf(i instr) int {
	switch i.kind {
	case 'L', 'U':
		return 6
	case 'R', 'W':
		if i.order == trace.Plain {
			return 3 + i.loc
		}
	}
	return i.loc
}

func bruteForce(p program, model string) (map[string]bool, bool) {
	found := map[string]bool{}
	all := bruteForceEach(p, model, func(b *brute, consistent bool) {
		if consistent {
			found[b.key()] = true
		}
	})
	return found, all
}

// bruteForceEach calls each for every candidate graph, up to bruteLimit. It reports
// whether there were no more.
func bruteForceEach(p program, model string, each func(b *brute, consistent bool)) (all bool) {
	b := &brute{model: model, each: each}
	used := map[int]bool{}
	for _, th := range p {
		for _, i := range th {
			if i.kind != 'F' && !used[locOf(i)] {
				used[locOf(i)] = true
				b.nodes = append(b.nodes, bnode{thread: -1, kind: 'I', loc: locOf(i), pair: -1})
			}
		}
	}
	for t, th := range p {
		for _, i := range th {
			b.add(t, i)
		}
	}
	b.rf = make([]int, len(b.nodes))
	b.place = make([]int, len(b.nodes))
	b.sources(0)
	return b.tried < bruteLimit
}

func (b *brute) node(t int, i instr, kind byte, o trace.Order) int {
	b.nodes = append(b.nodes, bnode{thread: t, in: i, kind: kind, loc: locOf(i), order: o, pair: -1})
	return len(b.nodes) - 1
}

func (b *brute) fence(t int, f trace.FenceKind) *bnode {
	n := b.node(t, instr{kind: 'F'}, " lsf"[f], trace.Plain)
	b.nodes[n].loc = -1
	return &b.nodes[n]
}

// add adds the events of an instruction, lowered for the model.
func (b *brute) add(t int, i instr) {
	rc11 := b.hasHB()
	around := func(l models.Lowering, event func()) {
		if l.Before != trace.NoFence && !rc11 {
			b.fence(t, l.Before)
		}
		event()
		if l.After != trace.NoFence && !rc11 {
			b.fence(t, l.After)
		}
	}
	m := models.C11
	switch i.kind {
	case 'R':
		around(m.Load[i.order], func() { b.node(t, i, 'R', i.order) })
	case 'W':
		around(m.Store[i.order], func() { b.node(t, i, 'W', i.order) })
	case 'A', 'X', 'C', 'L':
		low := m.RMW[i.order]
		if i.kind == 'L' {
			low, i.order, i.value = models.Acquiring, trace.AcqRel, uint64(t)+2
		}
		n := 0
		if i.kind != 'C' {
			around(low, func() { n = b.node(t, i, 'U', i.order) })
		} else {
			if low.Before != trace.NoFence && !rc11 {
				b.fence(t, low.Before)
			}
			n = b.node(t, i, 'U', i.order)
			if !rc11 {
				for k, f := range []trace.FenceKind{low.After, m.Load[i.fail].After} {
					if f != trace.NoFence {
						e := b.fence(t, f)
						e.success, e.of = "+-"[k], n
					}
				}
			}
		}
		if rc11 {
			b.nodes[n].kind = 'u'
			w := b.node(t, i, 'w', i.order)
			b.nodes[n].pair, b.nodes[w].pair = w, n
		}
	case 'U':
		around(models.Releasing, func() {
			b.node(t, instr{kind: 'U'}, 'W', trace.Release)
		})
	case 'F':
		switch {
		case rc11 && i.hw != trace.NoFence:
			o := [...]trace.Order{trace.LoadLoad: trace.Acquire, trace.StoreStore: trace.Release, trace.StoreLoad: trace.SeqCst}[i.hw]
			b.nodes[b.node(t, i, 'F', o)].loc = -1
		case rc11:
			b.nodes[b.node(t, i, 'F', i.order)].loc = -1
		case i.hw != trace.NoFence:
			b.fence(t, i.hw)
		default:
			around(m.Fence[i.order], func() {})
		}
	}
}

func (b *brute) before(x, y int) bool {
	p, q := &b.nodes[x], &b.nodes[y]
	return x < y && p.thread >= 0 && p.thread == q.thread
}

// sources chooses a write for every read from node n on.
func (b *brute) sources(n int) {
	if b.tried >= bruteLimit {
		return
	}
	if n == len(b.nodes) {
		b.evaluate()
		return
	}
	b.rf[n] = -1
	if !b.nodes[n].isRead() {
		b.sources(n + 1)
		return
	}
	for w := range b.nodes {
		if b.nodes[w].isWrite() && w != n && b.nodes[w].loc == b.nodes[n].loc && w != b.nodes[n].pair {
			b.rf[n] = w
			b.sources(n + 1)
		}
	}
	b.rf[n] = -1
}

// evaluate computes values along po ∪ rf and, if they make sense, tries all
// orders of the writes.
func (b *brute) evaluate() {
	b.tried++
	saved := slices.Clone(b.nodes)
	defer func() { b.nodes = saved }()
	known := make([]bool, len(b.nodes))
	for range b.nodes {
		for n := range b.nodes {
			x := &b.nodes[n]
			if known[n] || n > 0 && b.before(n-1, n) && !known[n-1] || b.rf[n] >= 0 && !known[b.rf[n]] {
				continue
			}
			known[n] = true
			if !b.evaluateNode(n, x) {
				return
			}
		}
	}
	if !slices.Contains(known, false) {
		b.orders(0)
	}
}

func (b *brute) evaluateNode(n int, x *bnode) bool {
	if x.isRead() {
		if !b.nodes[b.rf[n]].isWrite() {
			return false
		}
		x.reads = b.nodes[b.rf[n]].writes
	}
	switch x.kind {
	case 'W':
		x.writes = x.in.value
	case 'U', 'u':
		w := x.in.value
		switch {
		case x.in.kind == 'A':
			w += x.reads
		case x.in.kind == 'L' && x.reads != 0:
			return false
		case x.in.kind == 'C' && x.reads != x.in.expect:
			x.order = x.in.fail
			x.kind = 'C'
			if x.pair >= 0 {
				b.nodes[x.pair].kind = '-'
			}
			return true
		}
		x.writes = w
		if x.pair >= 0 {
			b.nodes[x.pair].writes = w
		}
	}
	if x.success != 0 && (x.success == '+') != (b.nodes[x.of].kind == 'U') {
		x.kind = '-'
	}
	return true
}

// orders gives every write from node n on a place in co.
func (b *brute) orders(n int) {
	if n == len(b.nodes) {
		b.tried++
		b.each(b, b.consistent())
		return
	}
	x := &b.nodes[n]
	if !x.isWrite() || x.kind == 'I' {
		b.place[n] = 0
		b.orders(n + 1)
		return
	}
	total := 0
	for m := range b.nodes {
		if y := &b.nodes[m]; y.isWrite() && y.kind != 'I' && y.loc == x.loc {
			total++
		}
	}
next:
	for p := 1; p <= total; p++ {
		for m := range n {
			if y := &b.nodes[m]; y.isWrite() && y.kind != 'I' && y.loc == x.loc && b.place[m] == p {
				continue next
			}
		}
		b.place[n] = p
		b.orders(n + 1)
	}
}

// A rel is a relation on nodes.
type rel [][]bool

func newRel(n int, f func(a, b int) bool) rel {
	r := make(rel, n)
	for a := range r {
		r[a] = make([]bool, n)
		for b := range r[a] {
			r[a][b] = f(a, b)
		}
	}
	return r
}

func (r rel) seq(o rel) rel {
	return newRel(len(r), func(a, b int) bool {
		for c := range r {
			if r[a][c] && o[c][b] {
				return true
			}
		}
		return false
	})
}

func (r rel) or(os ...rel) rel {
	return newRel(len(r), func(a, b int) bool {
		for _, o := range os {
			if o[a][b] {
				return true
			}
		}
		return r[a][b]
	})
}

func (r rel) opt() rel {
	return newRel(len(r), func(a, b int) bool { return a == b || r[a][b] })
}

func (r rel) plus() rel {
	t := newRel(len(r), func(a, b int) bool { return r[a][b] })
	for c := range t {
		for a := range t {
			if t[a][c] {
				for b := range t {
					t[a][b] = t[a][b] || t[c][b]
				}
			}
		}
	}
	return t
}

func (r rel) irreflexive() bool {
	for a := range r {
		if r[a][a] {
			return false
		}
	}
	return true
}

func (b *brute) consistent() bool {
	n := len(b.nodes)
	at := func(i int) *bnode { return &b.nodes[i] }
	rf := newRel(n, func(x, y int) bool { return at(y).isRead() && b.rf[y] == x })
	co := newRel(n, func(x, y int) bool {
		return at(x).isWrite() && at(y).isWrite() && at(x).loc == at(y).loc && b.place[x] < b.place[y]
	})
	fr := newRel(n, func(x, y int) bool {
		return x != y && at(x).isRead() && at(y).isWrite() && at(x).loc == at(y).loc && b.place[b.rf[x]] < b.place[y]
	})
	// Atomicity.
	for i := range b.nodes {
		w := i
		if at(i).kind == 'u' {
			w = at(i).pair
		}
		if (at(i).kind == 'U' || at(i).kind == 'u') && b.place[w] != b.place[b.rf[i]]+1 {
			return false
		}
	}
	po := newRel(n, func(x, y int) bool { return b.before(x, y) && at(x).kind != '-' && at(y).kind != '-' })
	if b.hasHB() {
		return b.rc11(po, rf, co, fr)
	}
	poloc := newRel(n, func(x, y int) bool { return po[x][y] && at(x).access() && at(y).access() && at(x).loc == at(y).loc })
	if !poloc.or(rf, co, fr).plus().irreflexive() {
		return false
	}
	ppo := newRel(n, func(x, y int) bool { return po[x][y] && ppo(b.model, at(x), at(y)) })
	rfe := newRel(n, func(x, y int) bool { return rf[x][y] && at(x).thread != at(y).thread })
	return ppo.or(rfe, co, fr).plus().irreflexive()
}

// ppo is the table of the design.
func ppo(model string, a, b *bnode) bool {
	k, l := a.kind, b.kind
	diff := a.loc != b.loc
	switch model {
	case "sc":
		return true
	case "tso":
		return k != 's' && k != 'l' && l != 's' && l != 'l' && !(k == 'W' && l == 'R')
	}
	if model == "pso" && (k == 'l' || l == 'l') {
		return false
	}
	if k == 'W' && (l == 'R' || diff && (l == 'W' || l == 'U' || l == 'C')) || k == 's' && l == 'R' {
		return false
	}
	if model == "pslo" && ((k == 'W' || k == 's') && l == 'l' || diff && l == 'R' && (k == 'R' || k == 'U' || k == 'C')) {
		return false
	}
	return true
}

// hasHB reports whether the model is one of the language, which has happens-before.
func (b *brute) hasHB() bool { return b.model == axiom.RC11.Name || b.model == axiom.RC20.Name }

// rc11 is the definition of Lahav et al.
func (b *brute) rc11(sb, rf, mo, rb rel) bool {
	n := len(b.nodes)
	at := func(i int) *bnode { return &b.nodes[i] }
	set := func(f func(x *bnode) bool) rel {
		return newRel(n, func(x, y int) bool { return x == y && at(x).kind != '-' && f(at(x)) })
	}
	atLeast := func(os ...trace.Order) func(o trace.Order) bool {
		return func(o trace.Order) bool { return slices.Contains(os, o) }
	}
	rel_, acq := atLeast(trace.Release, trace.AcqRel, trace.SeqCst), atLeast(trace.Acquire, trace.AcqRel, trace.SeqCst)
	isF := func(x *bnode) bool { return x.kind == 'F' }
	F := set(isF)
	W := set(func(x *bnode) bool { return x.isWrite() })
	Wrlx := set(func(x *bnode) bool { return x.isWrite() && x.order != trace.Plain })
	Rrlx := set(func(x *bnode) bool { return x.isRead() && x.order != trace.Plain })
	Erel := set(func(x *bnode) bool { return (isF(x) || x.isWrite()) && rel_(x.order) })
	Eacq := set(func(x *bnode) bool { return (isF(x) || x.isRead()) && acq(x.order) })
	Esc := set(func(x *bnode) bool { return x.order == trace.SeqCst })
	Fsc := set(func(x *bnode) bool { return isF(x) && x.order == trace.SeqCst })
	init := newRel(n, func(x, y int) bool { return at(x).kind == 'I' && at(y).thread >= 0 && at(y).kind != '-' })
	sb = sb.or(init)
	sameLoc := func(x, y int) bool { return at(x).access() && at(y).access() && at(x).loc == at(y).loc }
	sbLoc := newRel(n, func(x, y int) bool { return sb[x][y] && sameLoc(x, y) })
	sbNot := newRel(n, func(x, y int) bool { return sb[x][y] && !sameLoc(x, y) })
	rmw := newRel(n, func(x, y int) bool { return at(x).kind == 'u' && at(x).pair == y })
	rs := W.seq(sbLoc.opt()).seq(Wrlx).seq(rf.seq(rmw).plus().opt())
	if b.model == axiom.RC20.Name {
		rs = Wrlx.seq(rf.seq(rmw).plus().opt())
	}
	sw := Erel.seq(F.seq(sb).opt()).seq(rs).seq(rf).seq(Rrlx).seq(sb.seq(F).opt()).seq(Eacq)
	hb := sb.or(sw).plus()
	eco := rf.or(mo, rb).plus()
	if !hb.irreflexive() || !hb.seq(eco).irreflexive() || !sb.or(rf).plus().irreflexive() {
		return false
	}
	hbLoc := newRel(n, func(x, y int) bool { return hb[x][y] && sameLoc(x, y) })
	scb := sb.or(sbNot.seq(hb).seq(sbNot), hbLoc, mo, rb)
	if b.model == axiom.RC20.Name {
		between := newRel(n, func(x, y int) bool { return sb[x][y] && !rmw[x][y] })
		scb = sb.or(between.seq(hb).seq(between), eco)
	}
	base := Esc.or(Fsc.seq(hb.opt())).seq(scb).seq(Esc.or(hb.opt().seq(Fsc)))
	pscF := Fsc.seq(hb.or(hb.seq(eco).seq(hb))).seq(Fsc)
	return base.or(pscF).plus().irreflexive()
}

// key names the rf/co class: for every thread, the writes that its reads read, and the
// places of its writes in co.
func (b *brute) key() string {
	var s strings.Builder
	for n := range b.nodes {
		x := &b.nodes[n]
		name := func(w int) string {
			y := &b.nodes[w]
			return fmt.Sprint(y.thread, ".", b.place[w])
		}
		if x.kind == 'I' {
			continue
		}
		if x.isRead() {
			fmt.Fprintf(&s, "%d r %s;", x.thread, name(b.rf[n]))
		}
		if x.isWrite() {
			fmt.Fprintf(&s, "%d w %d;", x.thread, b.place[n])
		}
	}
	return s.String()
}

// graphKey returns the key of an explored graph without the events of main.
func graphKey(g *explore.Graph) string {
	threads := make([]strings.Builder, 16)
	for _, e := range g.Events {
		s := &threads[e.Thread]
		switch {
		case e.Kind.Reads() && e.RF >= 0:
			fmt.Fprintf(s, "%d r %d.%d;", e.Thread-1, g.Events[e.RF].Thread-1, g.Events[e.RF].CoPosition)
		case e.Kind.Reads():
			fmt.Fprintf(s, "%d r -1.0;", e.Thread-1)
		case e.Kind.Writes():
			fmt.Fprintf(s, "%d w %d;", e.Thread-1, e.CoPosition)
		}
	}
	var all strings.Builder
	for t := 1; t < len(threads); t++ {
		all.WriteString(threads[t].String())
	}
	return all.String()
}

// TestAgreesWithBruteForce compares the sets of rf/co classes. No class may be explored
// twice.
func TestAgreesWithBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 4))
	compared := 0
	for range *programs {
		p := randomProgram(r, 2+r.IntN(3), 4+r.IntN(3), 2)
		prog := p.compile(t, false)
		for _, m := range append(axiom.All(), axiom.RC20) {
			want, ok := bruteForce(p, m.Name)
			if !ok {
				continue
			}
			compared++
			got := map[string]bool{}
			_, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Machine: interp.Options{},
				Each: func(x *explore.Execution) {
					k := graphKey(x.Graph())
					if got[k] {
						t.Errorf("%s: class twice: %s\n%s", m.Name, k, p)
					}
					got[k] = true
				}})
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s:\n%s%d classes explored, %d expected", m.Name, p, len(got), len(want))
				for _, k := range slices.Sorted(maps.Keys(want)) {
					if !got[k] {
						t.Errorf("missing %s", k)
					}
				}
				for _, k := range slices.Sorted(maps.Keys(got)) {
					if !want[k] {
						t.Errorf("extra %s", k)
					}
				}
				return
			}
		}
	}
	if compared < *programs {
		t.Errorf("only %d comparisons", compared)
	}
}
