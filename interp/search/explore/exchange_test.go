package explore_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/interp"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// This file explains the expected states of the X86 tests with an exchange. The simulator
// that computed them does not order the read of an XCHG before its write. Its atomicity
// demands only that co has no store between the store that is read and a later write of
// the exchange. So the write may precede in co the store that the read reads, which is
// impossible for an atomic exchange.
//
// The test enumerates the states by trying all rf and co. Its reader of the tests and its
// definitions of SC and TSO share no code with the explorer. With the simulator's atomicity
// it finds exactly the expected states of every test; with an atomic exchange it finds
// exactly the explorer's states.

// An x86Event is an access or a fence; an exchange is two.
type x86Event struct {
	thread   int
	kind     byte // R, W, F
	loc      byte
	value    int    // written
	register string // gets the value read
	exchange bool
}

// An x86Program is a test of straight-line code.
type x86Program struct {
	events    []x86Event
	constants map[string]int // registers: 0:ax
	observed  []string       // as in the test
}

var (
	moveX86     = regexp.MustCompile(`^mov \[(\w)\],\$(\d)$|^movl \$(\d),\((\w)\)$`)
	constantX86 = regexp.MustCompile(`^mov (\w+),\$(\d)$|^movl \$(\d),%(\w+)$`)
	loadX86     = regexp.MustCompile(`^mov (\w+),\[(\w)\]$|^movl \((\w)\),%(\w+)$`)
	exchangeX86 = regexp.MustCompile(`^xchg \[(\w)\],(\w+)$|^xchgl \((\w)\),%(\w+)$`)
	observedX86 = regexp.MustCompile(`\d:\w+|\[\w\]`)
)

// registerX86 maps a register name of any width to one name.
func registerX86(thread, name string) string { return thread + ":" + strings.ToLower(name[1:]) }

// readX86 reads a test. observed is a state; its names are the observed registers and locations.
func readX86(src, observed string) (*x86Program, error) {
	p := &x86Program{constants: map[string]int{}, observed: observedX86.FindAllString(observed, -1)}
	_, body, _ := strings.Cut(src, "\n}\n")
	for _, line := range strings.Split(body, "\n")[1:] {
		if strings.HasPrefix(line, "locations") || strings.HasPrefix(line, "exists") {
			break
		}
		for t, cell := range strings.Split(strings.Trim(line, "; "), "|") {
			if cell = strings.ToLower(strings.TrimSpace(cell)); cell == "" {
				continue
			}
			if err := p.read(t, cell); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(p.events, func(a, b x86Event) int { return a.thread - b.thread })
	return p, nil
}

func (p *x86Program) read(t int, cell string) error {
	thread := strconv.Itoa(t)
	match := func(re *regexp.Regexp, swapped bool) (a, b string, ok bool) {
		m := re.FindStringSubmatch(cell)
		if m == nil {
			return "", "", false
		}
		if swapped {
			return m[1] + m[4], m[2] + m[3], true
		}
		return m[1] + m[3], m[2] + m[4], true
	}
	if slices.Contains([]string{"mfence", "sfence", "lfence"}, cell) {
		if cell == "mfence" {
			p.events = append(p.events, x86Event{thread: t, kind: 'F'})
		}
	} else if loc, v, ok := match(moveX86, true); ok {
		p.events = append(p.events, x86Event{thread: t, kind: 'W', loc: loc[0], value: int(v[0] - '0')})
	} else if r, v, ok := match(constantX86, true); ok {
		p.constants[registerX86(thread, r)] = int(v[0] - '0')
	} else if r, loc, ok := match(loadX86, true); ok {
		p.events = append(p.events, x86Event{thread: t, kind: 'R', loc: loc[0], register: registerX86(thread, r)})
	} else if loc, r, ok := match(exchangeX86, false); ok {
		r := registerX86(thread, r)
		v, ok := p.constants[r]
		if !ok {
			return fmt.Errorf("%s: the register holds no constant", cell)
		}
		p.events = append(p.events,
			x86Event{thread: t, kind: 'R', loc: loc[0], register: r, exchange: true},
			x86Event{thread: t, kind: 'W', loc: loc[0], value: v, exchange: true})
	} else {
		return fmt.Errorf("unknown instruction %q", cell)
	}
	return nil
}

// exchanges reports whether the test has an exchange.
func (p *x86Program) exchanges() bool {
	return slices.ContainsFunc(p.events, func(e x86Event) bool { return e.exchange })
}

// An x86Graph enumerates the executions of a test.
type x86Graph struct {
	*x86Program
	tso, atomic bool
	rf          []int // by event: the write read; -1: initial content
	states      map[string]bool
}

// statesOf returns the final states under SC or TSO. If atomic is set, the read
// of an exchange comes before its write.
func (p *x86Program) statesOf(tso, atomic bool) []string {
	g := &x86Graph{x86Program: p, tso: tso, atomic: atomic, rf: make([]int, len(p.events)), states: map[string]bool{}}
	g.chooseRF(0)
	return slices.Sorted(maps.Keys(g.states))
}

func (g *x86Graph) chooseRF(n int) {
	if n == len(g.events) {
		g.chooseCO(0, nil)
		return
	}
	g.rf[n] = -1
	g.chooseRF(n + 1)
	if g.events[n].kind != 'R' {
		return
	}
	for w, e := range g.events {
		if e.kind == 'W' && e.loc == g.events[n].loc && !(w == n+1 && e.exchange) {
			g.rf[n] = w
			g.chooseRF(n + 1)
		}
	}
	g.rf[n] = -1
}

// chooseCO tries all orders of the writes from event n on, given the orders of
// those before.
func (g *x86Graph) chooseCO(n int, co []int) {
	if n == len(g.events) {
		g.judge(co)
		return
	}
	if g.events[n].kind != 'W' {
		g.chooseCO(n+1, co)
		return
	}
	for i := range len(co) + 1 {
		if i < len(co) && g.events[co[i]].loc != g.events[n].loc {
			continue // only the order of writes to one location counts
		}
		g.chooseCO(n+1, slices.Insert(slices.Clone(co), i, n))
	}
}

// judge notes the final state if the execution is consistent. co has all writes, with the
// writes of each location in coherence order.
func (g *x86Graph) judge(co []int) {
	order := make([]int, len(g.events))
	for i, w := range co {
		order[w] = i + 1
	}
	at := func(w int) int { // the initial content comes first
		if w < 0 {
			return 0
		}
		return order[w]
	}
	coherence, global := make([]uint64, len(g.events)), make([]uint64, len(g.events))
	for a, x := range g.events {
		for b, y := range g.events {
			po := x.thread == y.thread && a < b
			halves := x.exchange && y.exchange && x.kind == 'R' && y.kind == 'W' && b == a+1
			if po && (g.atomic || !halves) {
				if x.loc == y.loc {
					coherence[a] |= 1 << b
				}
				if !g.tso || x.kind != 'W' || y.kind != 'R' || x.exchange || y.exchange {
					global[a] |= 1 << b
				}
			}
			if x.kind == 'F' || y.kind == 'F' || x.loc != y.loc {
				continue
			}
			edge, external := false, true
			switch {
			case x.kind == 'W' && y.kind == 'W':
				edge = order[a] < order[b]
			case x.kind == 'W':
				edge, external = g.rf[b] == a, x.thread != y.thread
			case y.kind == 'W':
				edge = at(g.rf[a]) < order[b]
			}
			if edge {
				coherence[a] |= 1 << b
				if external {
					global[a] |= 1 << b
				}
			}
		}
		if !x.exchange || x.kind != 'R' {
			continue
		}
		for b, y := range g.events { // atomicity: no store between
			if y.kind == 'W' && y.loc == x.loc && at(g.rf[a]) < order[b] && order[b] < order[a+1] {
				return
			}
		}
	}
	if acyclic(coherence) && acyclic(global) {
		g.states[g.state(co)] = true
	}
}

// acyclic reports whether a relation, given as the successors of each element, has no
// cycle.
func acyclic(r []uint64) bool {
	left := uint64(1)<<len(r) - 1
	for again := true; again; {
		again = false
		for s := left; s != 0; s &= s - 1 {
			if n := bits.TrailingZeros64(s); r[n]&left == 0 {
				left &^= 1 << n
				again = true
			}
		}
	}
	return left == 0
}

// state returns the final state.
func (g *x86Graph) state(co []int) string {
	values := maps.Clone(g.constants)
	for n, e := range g.events {
		if e.kind == 'R' {
			values[e.register] = 0
			if w := g.rf[n]; w >= 0 {
				values[e.register] = g.events[w].value
			}
		}
	}
	for _, w := range co {
		values["["+string(g.events[w].loc)+"]"] = g.events[w].value
	}
	var parts []string
	for _, name := range g.observed {
		key := name
		if thread, register, ok := strings.Cut(name, ":"); ok {
			key = registerX86(thread, register)
		}
		parts = append(parts, fmt.Sprintf("%s=%d;", name, values[key]))
	}
	return strings.Join(parts, " ")
}

func TestExchange(t *testing.T) {
	archive, err := os.ReadFile("../../../models/testdata/x86.txtar")
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{}
	for _, file := range strings.Split(string(archive), "\n-- ")[1:] {
		name, text, _ := strings.Cut(file, " --\n")
		sources[name] = text + "\n"
	}
	expected, err := os.ReadFile("../../../models/testdata/x86.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rows, differ, withExchange := 0, 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(expected)), "\n") {
		var want struct {
			File, Model string
			States      []string
		}
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		rows++
		p, err := readX86(sources[want.File], want.States[0])
		if err != nil {
			t.Fatalf("%s: %v", want.File, err)
		}
		slices.Sort(want.States)
		if got := p.statesOf(want.Model == "tso", false); !slices.Equal(got, want.States) {
			t.Errorf("%s %s: the simulator's reading gives\n\t%q\nwant\n\t%q", want.File, want.Model, got, want.States)
		}
		atomic := p.statesOf(want.Model == "tso", true)
		if got := exploredStates(t, want.File, sources[want.File], want.Model); !slices.Equal(got, atomic) {
			t.Errorf("%s %s: explored\n\t%q\nwith an atomic exchange\n\t%q", want.File, want.Model, got, atomic)
		}
		if p.exchanges() {
			withExchange++
		}
		if !slices.Equal(atomic, want.States) {
			differ++
		}
	}
	if rows != 572 || withExchange != 334 || differ != 176 {
		t.Errorf("%d rows, %d with an exchange, %d differ", rows, withExchange, differ)
	}
}

// exploredStates returns the final states that the explorer finds.
func exploredStates(t *testing.T, file, src, model string) []string {
	test, err := litmus.Parse(file, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	m, _ := axiom.Lookup(model)
	found := map[string]bool{}
	o := explore.Options{Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}}, Each: func(x *explore.Execution) { found[test.State(x)] = true }}
	if _, err := explore.Run(context.Background(), test.Program, m, o); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(found))
}
