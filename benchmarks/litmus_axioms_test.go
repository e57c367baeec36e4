package benchmarks

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The outcomes that the litmus programs state are those of the axioms of SC,
// TSO, PSO and PSLO, found by trying every execution graph: every store that
// each read may take and every order of the stores to each variable.
//
// A graph is consistent if each variable is coherent, each RMW follows the
// store it reads at once, and ppo, the external part of rf, co and fr form no
// cycle. main only creates and joins threads, so no cycle goes through it, and
// it finds the last stores in memory.

type nodeKind uint8

const (
	load nodeKind = iota
	store
	rmw
	failed // a compare-exchange that does not find what it expects
	sl
	ss
	ll
	initial
)

func (k nodeKind) reads() bool  { return k == load || k == rmw || k == failed }
func (k nodeKind) writes() bool { return k == store || k == rmw || k == initial }
func (k nodeKind) fence() bool  { return k == sl || k == ss || k == ll }

// A node is an event of a graph; of a thread's nodes the earlier come first.
type node struct {
	kind    nodeKind
	thread  int
	loc     string
	value   int  // written
	add     bool // to the value read
	cas     bool
	expects int    // a compare-exchange's
	reg     string // that takes the value read
	keep    bool   // a compare-exchange that succeeds does not change reg
}

// lowering gives the fences around an access of a C11 order, as in the table of
// the mapping to hardware models.
func lowering(order string, reads, writes bool) (before, after []nodeKind) {
	if writes && slices.Contains([]string{"release", "acq_rel", "seq_cst"}, order) {
		before = append(before, ss)
	}
	if reads && slices.Contains([]string{"consume", "acquire", "acq_rel", "seq_cst"}, order) {
		after = append(after, ll)
	}
	if writes && !reads && order == "seq_cst" {
		after = append(after, sl)
	}
	return before, after
}

var fences = map[string][]nodeKind{
	"acquire": {ll}, "release": {ss}, "acq_rel": {ll, ss}, "seq_cst": {ss, sl},
}

var (
	threadBody = regexp.MustCompile(`(?s)static void \*thread\d\(void \*unused\)\n\{\n\t\(void\)unused;\n(.*?)\treturn NULL;`)
	globals    = regexp.MustCompile(`(?m)^static (?:atomic_)?int (.*);$`)

	hardwareFence = regexp.MustCompile(`^fence_(sl|ss|ll)\(\)$`)
	orderFence    = regexp.MustCompile(`^atomic_thread_fence\(memory_order_(\w+)\)$`)
	storeCall     = regexp.MustCompile(`^atomic_store_explicit\(&(\w+), (\d+), memory_order_(\w+)\)$`)
	loadCall      = regexp.MustCompile(`^(\w+) = atomic_load_explicit\(&(\w+), memory_order_(\w+)\)$`)
	rmwCall       = regexp.MustCompile(`^(?:(\w+) = )?atomic_(exchange|fetch_add)_explicit\(&(\w+), (\d+), memory_order_(\w+)\)$`)
	casCall       = regexp.MustCompile(`^atomic_compare_exchange_strong_explicit\(&(\w+), &(\w+), (\d+), memory_order_relaxed, memory_order_relaxed\)$`)
	assignment    = regexp.MustCompile(`^(\w+) = (\d+)$`)
)

// A litmus is a program's threads, one after the other.
type litmus struct {
	nodes []node
	regs  map[string]int // constants assigned, and 0 for every other global
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err) // the expressions above match digits
	}
	return n
}

func parseLitmus(src string) (litmus, error) {
	l := litmus{regs: map[string]int{}}
	for _, m := range globals.FindAllStringSubmatch(src, -1) {
		for _, name := range strings.Split(m[1], ", ") {
			l.regs[name] = 0
		}
	}
	bodies := threadBody.FindAllStringSubmatch(src, -1)
	if n := strings.Count(src, "pthread_create("); n == 0 || len(bodies) != n {
		return l, fmt.Errorf("%d thread functions, %d threads", len(bodies), n)
	}
	for t, body := range bodies {
		for _, s := range strings.Split(strings.Join(strings.Fields(body[1]), " "), ";") {
			if s = strings.TrimSpace(s); s == "" {
				continue
			}
			if err := l.statement(t, s); err != nil {
				return l, err
			}
		}
	}
	return l, nil
}

func (l *litmus) statement(t int, s string) error {
	fence := func(kinds ...nodeKind) {
		for _, k := range kinds {
			l.nodes = append(l.nodes, node{kind: k, thread: t})
		}
	}
	access := func(n node, order string) {
		before, after := lowering(order, n.kind.reads(), n.kind.writes())
		n.thread = t
		fence(before...)
		l.nodes = append(l.nodes, n)
		fence(after...)
	}
	if m := hardwareFence.FindStringSubmatch(s); m != nil {
		fence(map[string]nodeKind{"sl": sl, "ss": ss, "ll": ll}[m[1]])
	} else if m := orderFence.FindStringSubmatch(s); m != nil {
		fence(fences[m[1]]...)
	} else if m := storeCall.FindStringSubmatch(s); m != nil {
		access(node{kind: store, loc: m[1], value: number(m[2])}, m[3])
	} else if m := loadCall.FindStringSubmatch(s); m != nil {
		access(node{kind: load, reg: m[1], loc: m[2]}, m[3])
	} else if m := rmwCall.FindStringSubmatch(s); m != nil {
		access(node{kind: rmw, reg: m[1], loc: m[3], value: number(m[4]), add: m[2] == "fetch_add"}, m[5])
	} else if m := casCall.FindStringSubmatch(s); m != nil {
		access(node{kind: rmw, cas: true, loc: m[1], reg: m[2], expects: l.regs[m[2]], value: number(m[3])}, "relaxed")
	} else if m := assignment.FindStringSubmatch(s); m != nil {
		l.regs[m[1]] = number(m[2])
	} else {
		return fmt.Errorf("not a statement of a litmus program: %s", s)
	}
	return nil
}

// ppo tells whether a model keeps the order of two nodes of one thread.
func ppo(model string, a, b node) bool {
	if model == "sc" {
		return true
	}
	if a.kind == ll || b.kind == ll {
		if model != "pslo" {
			return false
		}
	}
	if model == "tso" {
		return a.kind != ss && b.kind != ss && !(a.kind == store && b.kind == load)
	}
	accesses := !a.kind.fence() && !b.kind.fence()
	switch {
	case a.kind == store && b.kind == load,
		a.kind == store && accesses && a.loc != b.loc,
		a.kind == ss && b.kind == load:
		return false
	}
	if model == "pso" {
		return true
	}
	switch {
	case a.kind == store && b.kind == ll,
		a.kind == ss && b.kind == ll,
		a.kind.reads() && b.kind == load && a.loc != b.loc:
		return false
	}
	return true
}

// A graph is an execution graph. Node i reads from rf[i], -1 if it reads
// nothing; place is a write's place in the co of its variable, 0 the first.
type graph struct {
	nodes []node
	rf    []int
	place []int
}

// external adds edges of rf, co and fr between a and b: rf only if it is from
// another thread or all is set.
func (g *graph) conflict(a, b int, all bool) bool {
	na, nb := g.nodes[a], g.nodes[b]
	if a == b || na.loc != nb.loc || na.kind.fence() || nb.kind.fence() {
		return false
	}
	switch {
	case g.rf[b] == a && (all || na.thread != nb.thread):
		return true
	case na.kind.writes() && nb.kind.writes() && g.place[a] < g.place[b]:
		return true
	}
	return na.kind.reads() && nb.kind.writes() && g.place[g.rf[a]] < g.place[b]
}

// before tells whether a is before b in program order; initial stores are in none.
func (g *graph) before(a, b int) bool {
	return a < b && g.nodes[a].thread == g.nodes[b].thread && g.nodes[a].kind != initial
}

func (g *graph) coherent() bool {
	for i, n := range g.nodes {
		if n.kind == rmw && g.place[g.rf[i]]+1 != g.place[i] {
			return false
		}
	}
	return acyclic(len(g.nodes), func(a, b int) bool {
		return g.conflict(a, b, true) || g.before(a, b) && g.nodes[a].loc == g.nodes[b].loc
	})
}

func (g *graph) consistent(model string) bool {
	return acyclic(len(g.nodes), func(a, b int) bool {
		return g.conflict(a, b, false) || g.before(a, b) && ppo(model, g.nodes[a], g.nodes[b])
	})
}

// acyclic tells whether the relation on 0..n-1 has no cycle.
func acyclic(n int, edge func(a, b int) bool) bool {
	left := make([]bool, n)
	for range n { // each round takes away a node that nothing precedes
		free := -1
		for b := range n {
			preceded := left[b]
			for a := 0; a < n && !preceded; a++ {
				preceded = !left[a] && edge(a, b)
			}
			if !preceded {
				free = b
				break
			}
		}
		if free < 0 {
			return false
		}
		left[free] = true
	}
	return true
}

// values gives what each node writes and reads, if reads and the outcomes of
// compare-exchanges agree.
func (g *graph) values() (written, read []int, ok bool) {
	n := len(g.nodes)
	written, read = make([]int, n), make([]int, n)
	known := make([]bool, n)
	for range n {
		for i, x := range g.nodes {
			if known[i] {
				continue
			}
			if x.kind.reads() && !known[g.rf[i]] {
				continue
			}
			known[i] = true
			written[i] = x.value
			if x.kind.reads() {
				read[i] = written[g.rf[i]]
			}
			if x.add {
				written[i] += read[i]
			}
			if x.cas && (read[i] == x.expects) != (x.kind == rmw) {
				return nil, nil, false
			}
		}
	}
	return written, read, !slices.Contains(known, false)
}

// outcomes returns the final values of the globals named by observe under each
// model.
func (l *litmus) outcomes(observe []string) map[string][]string {
	g := graph{nodes: slices.Clone(l.nodes)}
	locs := map[string][]int{}
	for _, n := range l.nodes {
		if _, seen := locs[n.loc]; !n.kind.fence() && !seen {
			locs[n.loc] = nil
			g.nodes = append(g.nodes, node{kind: initial, thread: -1, loc: n.loc})
		}
	}
	found := map[string]map[string]bool{}
	for _, m := range models {
		found[m] = map[string]bool{}
	}
	g.rf = make([]int, len(g.nodes))
	g.place = make([]int, len(g.nodes))
	g.fates(0, func() {
		outcome, ok := g.outcome(l.regs, observe)
		if !ok || !g.coherent() {
			return
		}
		for _, m := range models {
			if !found[m][outcome] && g.consistent(m) {
				found[m][outcome] = true
			}
		}
	})
	sets := map[string][]string{}
	for _, m := range models {
		sets[m] = slices.Sorted(maps.Keys(found[m]))
	}
	return sets
}

// fates lets every compare-exchange from node i on succeed and fail.
func (g *graph) fates(i int, visit func()) {
	if i == len(g.nodes) {
		g.orders(0, visit)
		return
	}
	g.fates(i+1, visit)
	if g.nodes[i].cas {
		g.nodes[i].kind = failed
		g.fates(i+1, visit)
		g.nodes[i].kind = rmw
	}
}

// orders gives the writes from node i on every place after the initial store.
func (g *graph) orders(i int, visit func()) {
	if i == len(g.nodes) {
		g.sources(0, visit)
		return
	}
	if !g.nodes[i].kind.writes() || g.nodes[i].kind == initial {
		g.place[i] = 0
		g.orders(i+1, visit)
		return
	}
	writes := 0 // to the variable, the initial store aside
	for j, n := range g.nodes {
		if n.loc == g.nodes[i].loc && n.kind.writes() && n.kind != initial {
			writes++
		}
		if j >= i {
			continue
		}
	}
	for p := 1; p <= writes; p++ {
		taken := false
		for j, n := range g.nodes[:i] {
			taken = taken || n.kind.writes() && n.loc == g.nodes[i].loc && g.place[j] == p
		}
		if !taken {
			g.place[i] = p
			g.orders(i+1, visit)
		}
	}
}

// sources lets each read from node i on take each write to its variable.
func (g *graph) sources(i int, visit func()) {
	if i == len(g.nodes) {
		visit()
		return
	}
	g.rf[i] = -1
	if !g.nodes[i].kind.reads() {
		g.sources(i+1, visit)
		return
	}
	for w, n := range g.nodes {
		if w != i && n.kind.writes() && n.loc == g.nodes[i].loc {
			g.rf[i] = w
			g.sources(i+1, visit)
		}
	}
}

// outcome returns the final values of the globals observed.
func (g *graph) outcome(constants map[string]int, observe []string) (string, bool) {
	written, read, ok := g.values()
	if !ok {
		return "", false
	}
	final := maps.Clone(constants)
	last := map[string]int{}
	for i, n := range g.nodes {
		if n.kind.writes() && g.place[i] >= last[n.loc] {
			last[n.loc] = g.place[i]
			final[n.loc] = written[i]
		}
		if n.reg != "" && n.kind.reads() {
			final[n.reg] = read[i] // a compare-exchange that succeeds read what reg holds
		}
	}
	var parts []string
	for _, name := range observe {
		parts = append(parts, strconv.Itoa(final[name]))
	}
	return strings.Join(parts, ","), true
}

// statedOutcomes writes the sets as the header of a program has them.
func statedOutcomes(sets map[string][]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, " * sc:   %s\n", strings.Join(sets["sc"], " "))
	for i, m := range models[1:] {
		fmt.Fprintf(&b, " * %-5s %s", m+":", models[i])
		var more []string
		for _, o := range sets[m] {
			if !slices.Contains(sets[models[i]], o) {
				more = append(more, o)
			}
		}
		if more != nil {
			fmt.Fprintf(&b, " + %s", strings.Join(more, " "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var statedBlock = regexp.MustCompile(`(?m)(^ \* (sc|tso|pso|pslo):.*\n)+`)

func TestLitmusOutcomes(t *testing.T) {
	files, err := filepath.Glob("litmus/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no litmus programs: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			l, err := parseLitmus(string(src))
			if err != nil {
				t.Fatal(err)
			}
			observe := regexp.MustCompile(`observe: (.*)`).FindSubmatch(src)
			if observe == nil {
				t.Fatal("nothing is observed")
			}
			want := l.outcomes(strings.Fields(string(observe[1])))
			if *update {
				src = statedBlock.ReplaceAll(src, []byte(statedOutcomes(want)))
				if err := os.WriteFile(file, src, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			e, err := Parse(string(src))
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range models {
				if !slices.Equal(e.Outcomes[m], want[m]) {
					t.Errorf("%s: stated %v, by the axioms %v", m, e.Outcomes[m], want[m])
				}
				for _, o := range want[models[max(i-1, 0)]] {
					if !slices.Contains(want[m], o) {
						t.Errorf("%s forbids %s, which a stronger model allows", m, o)
					}
				}
			}
		})
	}
}
