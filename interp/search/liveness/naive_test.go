package liveness_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/search/liveness"
	"fencepost/models"
	"fencepost/models/c11"
)

// An instr of a small program: its two threads have one register each, and share x and y.
type instr struct {
	op     string // st, ld, xchg, sl, ss, fence, jump, end
	order  string
	v      int // variable
	value  int
	unless bool // jump: goes to the target unless the register is the value; else always
	to     int
}

// A loop is code[from:to] of a thread, on a line of its own.
type loop struct{ from, to, line int }

type thread struct {
	code  []instr
	loops []loop
}

const names = "xy"

// generate makes a program, and its text; native: with memory orders.
func generate(r *rand.Rand, native bool) (threads [2]thread, text string) {
	order := func(list ...string) string {
		if native {
			return list[r.IntN(len(list))]
		}
		return "relaxed"
	}
	load := func(th *thread, v int) string {
		o := order("relaxed", "acquire", "seq_cst")
		th.code = append(th.code, instr{op: "ld", v: v, order: o})
		return fmt.Sprintf("r = atomic_load_explicit(&%c, memory_order_%s);", names[v], o)
	}
	var b strings.Builder
	b.WriteString("#include <fencepost.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y;\n")
	line := 5
	for t := range threads {
		th := &threads[t]
		op := func() string {
			v, value := r.IntN(2), r.IntN(2)
			at := names[v : v+1]
			switch r.IntN(8) {
			case 0, 1, 2:
				o := order("relaxed", "release", "seq_cst")
				th.code = append(th.code, instr{op: "st", v: v, value: value, order: o})
				return fmt.Sprintf("atomic_store_explicit(&%s, %d, memory_order_%s);", at, value, o)
			case 3, 4:
				return load(th, v)
			case 5:
				o := order("relaxed", "acquire", "release", "acq_rel", "seq_cst")
				th.code = append(th.code, instr{op: "xchg", v: v, value: value, order: o})
				return fmt.Sprintf("r = atomic_exchange_explicit(&%s, %d, memory_order_%s);", at, value, o)
			}
			if native {
				o := order("acquire", "release", "acq_rel", "seq_cst")
				th.code = append(th.code, instr{op: "fence", order: o})
				return fmt.Sprintf("atomic_thread_fence(memory_order_%s);", o)
			}
			if r.IntN(2) == 0 {
				th.code = append(th.code, instr{op: "sl"})
				return "fence_sl();"
			}
			th.code = append(th.code, instr{op: "ss"})
			return "fence_ss();"
		}
		fmt.Fprintf(&b, "static void *thread%d(void *p) { int r = 0;\n", t)
		line++
		forever := r.IntN(2) == 0
		if forever {
			b.WriteString("for (;;) {\n")
			line++
		}
		for range 1 + r.IntN(2) {
			for range r.IntN(2) {
				b.WriteString(op() + "\n")
				line++
			}
			l := loop{from: len(th.code), line: line}
			b.WriteString("do { ")
			for range r.IntN(3) {
				b.WriteString(op() + " ")
			}
			v, value := r.IntN(2), r.IntN(2)
			fmt.Fprintf(&b, "%s } while (r != %d);\n", load(th, v), value)
			th.code = append(th.code, instr{op: "jump", value: value, unless: true, to: l.from})
			line++
			l.to = len(th.code)
			th.loops = append(th.loops, l)
		}
		b.WriteString(op() + "\n")
		line++
		if forever {
			b.WriteString("}\n")
			line++
			th.code = append(th.code, instr{op: "jump"})
		}
		b.WriteString("return p; }\n")
		line++
		th.code = append(th.code, instr{op: "end"})
	}
	b.WriteString("int main(void) { pthread_t b; pthread_create(&b, 0, thread1, 0); thread0(0); pthread_join(b, 0); return 0; }\n")
	return threads, b.String()
}

const (
	mostPending = 2
	mostRead    = 2
	separator   = -1 // in a buffer: a store-store fence
)

// A state of the naive machine. A buffer has pairs of a variable and a value.
type state struct {
	pc, reg [2]int
	memory  [2]int
	buffer  [2][][2]int
	seen    [2][2][]int // PSLO: by thread and variable what may be read
	native
}

// A native is the state of a naive machine for C11: messages that threads know of.
type native struct {
	messages [2][]message // by variable, the oldest first
	knows    [2]set       // by thread
	acquires [2]set       // that an acquire fence lets it know of
	releases [2]set       // that it knew of at its latest release fence
	heads    [2][2]set    // by thread and variable, that it knew of at its latest release store
	all      set          // that any seq_cst operation knew of
}

type message struct {
	number, value int
	knows         set
}

// A set has messages: variable and number.
type set map[[2]int]bool

func (s set) with(others ...set) set {
	out := set{}
	for _, o := range append(others, s) {
		maps.Copy(out, o)
	}
	return out
}

// recent returns the messages of a set that are left, numbered anew.
func (n *native) recent(s set) set {
	out := set{}
	for v := range n.messages {
		for i, m := range n.messages[v] {
			if s[[2]int{v, m.number}] {
				out[[2]int{v, i}] = true
			}
		}
	}
	return out
}

// renumber makes two states the same after which the same is possible.
func (n *native) renumber() {
	out := *n
	for v := range n.messages {
		out.messages[v] = nil
		for i, m := range n.messages[v] {
			out.messages[v] = append(out.messages[v], message{i, m.value, n.recent(m.knows)})
		}
	}
	for t := range n.knows {
		out.knows[t] = n.recent(n.knows[t])
		out.acquires[t] = n.recent(n.acquires[t].with(n.knows[t]))
		out.releases[t] = n.recent(n.releases[t])
		for v := range n.heads[t] {
			out.heads[t][v] = n.recent(n.heads[t][v])
		}
	}
	out.all = n.recent(n.all)
	*n = out
}

func (n *native) learn(t int, order string, s set) {
	n.knows[t] = n.knows[t].with(s)
	if order == "seq_cst" {
		n.knows[t] = n.knows[t].with(n.all)
		n.all = n.all.with(n.knows[t])
	}
}

// read has a thread read message i of a variable.
func (n *native) read(t, v, i int, order string) int {
	n.learn(t, order, nil)
	m := n.messages[v][i]
	n.acquires[t] = n.acquires[t].with(m.knows)
	known := set{{v, m.number}: true}
	if order != "relaxed" && order != "release" {
		known = known.with(m.knows)
	}
	n.learn(t, order, known)
	return m.value
}

// store has a thread add a message; rmw: after one that it read.
func (n *native) store(t, v, value int, order string, rmw bool) {
	last := n.messages[v][len(n.messages[v])-1]
	m := message{number: last.number + 1, value: value, knows: n.releases[t].with(n.heads[t][v])}
	n.learn(t, order, set{{v, m.number}: true})
	if order != "relaxed" && order != "acquire" {
		m.knows = n.knows[t]
		n.heads[t][v] = m.knows
	}
	if rmw {
		m.knows = m.knows.with(last.knows)
	}
	n.messages[v] = append(slices.Clone(n.messages[v]), m)
	if len(n.messages[v]) > mostRead {
		n.messages[v] = n.messages[v][1:]
	}
}

func (n *native) fence(t int, order string) {
	if order != "release" {
		n.knows[t] = n.knows[t].with(n.acquires[t])
	}
	n.learn(t, order, nil)
	if order != "acquire" {
		n.releases[t] = n.knows[t]
	}
}

// stepNative is step of the machine for C11.
func (n *naive) stepNative(s state, t int, in *instr, m move, add func(state, move)) {
	s.buffer[t] = nil
	switch in.op {
	case "st":
		s.store(t, in.v, in.value, in.order, false)
	case "xchg":
		s.reg[t] = s.read(t, in.v, len(s.messages[in.v])-1, in.order)
		s.store(t, in.v, in.value, in.order, true)
	case "fence":
		s.fence(t, in.order)
	case "ld":
		for i := range s.messages[in.v] {
			u, m := s.clone(), m
			later := func(known set) bool {
				return slices.ContainsFunc(s.messages[in.v][i+1:], func(l message) bool { return known[[2]int{in.v, l.number}] })
			}
			if later(s.knows[t]) || in.order == "seq_cst" && later(s.all) {
				continue
			}
			u.reg[t] = u.read(t, in.v, i, in.order)
			m.older[in.v] = i < len(s.messages[in.v])-1
			add(u, m)
		}
		return
	}
	if in.op != "fence" {
		m.writes[in.v] = true
		s.memory[in.v] = in.value
	}
	add(s, m)
}

func (s state) clone() state {
	for t := range s.buffer {
		s.buffer[t] = slices.Clone(s.buffer[t])
		for v := range s.seen[t] {
			s.seen[t][v] = slices.Clone(s.seen[t][v])
		}
	}
	return s
}

// A move is a transition of the naive machine.
type move struct {
	to      int
	process int // a thread, or for commits 2 + 2*thread + variable
	thread  int
	steps   bool
	changes bool
	stays   map[int]bool // loops
	older   [2]bool
	writes  [2]bool
}

type naive struct {
	model   *models.Model
	threads [2]thread
	known   map[string]int
	states  []state
	enabled []int // sets of processes
	moves   [][]move
}

// write makes a store of a thread reach memory.
func (n *naive) write(s *state, m *move, t, v, value int) {
	m.writes[v] = true
	s.memory[v] = value
	for u := range s.seen {
		s.seen[u][v] = append(s.seen[u][v], value)
		if u == t {
			s.seen[u][v] = []int{value}
		}
		s.seen[u][v] = s.seen[u][v][max(0, len(s.seen[u][v])-mostRead):]
	}
}

// commit makes item i of a buffer reach memory.
func (n *naive) commit(s *state, m *move, t, i int) {
	e := s.buffer[t][i]
	s.buffer[t] = slices.Delete(s.buffer[t], i, i+1)
	for len(s.buffer[t]) > 0 && s.buffer[t][0][0] == separator && len(s.buffer[t]) > 1 {
		s.buffer[t] = s.buffer[t][1:]
	}
	if len(s.buffer[t]) == 1 && s.buffer[t][0][0] == separator {
		s.buffer[t] = nil
	}
	n.write(s, m, t, e[0], e[1])
}

// commits returns which items of a buffer may reach memory.
func (n *naive) commits(s *state, t int) (list []int) {
	had := map[int]bool{}
	for i, e := range s.buffer[t] {
		if e[0] == separator || n.model == models.TSO && i > 0 {
			break
		}
		if !had[e[0]] {
			list = append(list, i)
		}
		had[e[0]] = true
	}
	return list
}

// drain commits all that comes before a last separator, or all, and what goes to v.
func (n *naive) drain(s *state, m *move, t int, all bool, v int) {
	last := func() int {
		for i := len(s.buffer[t]) - 1; i >= 0; i-- {
			if s.buffer[t][i][0] == separator {
				return i
			}
		}
		return -1
	}
	for all && len(s.buffer[t]) > 0 || last() >= 0 {
		n.commit(s, m, t, 0)
	}
	for {
		i := slices.IndexFunc(s.buffer[t], func(e [2]int) bool { return e[0] == v })
		if i < 0 {
			break
		}
		n.commit(s, m, t, i)
	}
}

// step returns what a step of a thread may lead to.
func (n *naive) step(s state, t int) (next []state, moves []move) {
	in := &n.threads[t].code[s.pc[t]]
	m := move{process: t, thread: t, steps: true}
	add := func(s state, m move) {
		s.pc[t]++
		passed := n.jump(&s, t)
		m.stays = map[int]bool{}
		for k, l := range n.threads[t].loops {
			inside := func(pc int) bool { return pc >= l.from && pc < l.to }
			if inside(s.pc[t]) && !slices.ContainsFunc(passed, func(pc int) bool { return !inside(pc) }) {
				m.stays[k] = true
			}
		}
		next, moves = append(next, s), append(moves, m)
	}
	s = s.clone()
	if n.model.Native && in.op != "end" {
		n.stepNative(s, t, in, m, add)
		return next, moves
	}
	switch in.op {
	case "end":
		return nil, nil
	case "st":
		pending := 0
		for _, e := range s.buffer[t] {
			if e[0] != separator {
				pending++
			}
		}
		switch {
		case n.model == models.SC:
			n.write(&s, &m, t, in.v, in.value)
		case pending == mostPending:
			return nil, nil
		default:
			s.buffer[t] = append(s.buffer[t], [2]int{in.v, in.value})
		}
		add(s, m)
	case "xchg":
		n.drain(&s, &m, t, n.model == models.TSO, in.v)
		s.reg[t] = s.memory[in.v]
		n.write(&s, &m, t, in.v, in.value)
		add(s, m)
	case "ss":
		if b := s.buffer[t]; n.model != models.TSO && len(b) > 0 && b[len(b)-1][0] != separator {
			s.buffer[t] = append(b, [2]int{separator})
		}
		add(s, m)
	case "sl":
		n.drain(&s, &m, t, true, 0)
		for v := range s.seen[t] {
			s.seen[t][v] = []int{s.memory[v]}
		}
		add(s, m)
	case "ld":
		for _, e := range slices.Backward(s.buffer[t]) {
			if e[0] == in.v {
				s.reg[t] = e[1]
				add(s, m)
				return next, moves
			}
		}
		for i, value := range s.seen[t][in.v] {
			older := i < len(s.seen[t][in.v])-1
			if older && n.model != models.PSLO {
				continue
			}
			u, m := s.clone(), m
			u.seen[t][in.v] = u.seen[t][in.v][i:]
			u.reg[t], m.older[in.v] = value, older
			add(u, m)
		}
	}
	return next, moves
}

// jump takes a thread to its next visible operation, past what is returned.
func (n *naive) jump(s *state, t int) (passed []int) {
	for {
		passed = append(passed, s.pc[t])
		in := &n.threads[t].code[s.pc[t]]
		switch {
		case in.op != "jump":
			if in.op == "end" {
				s.reg[t] = 0
			}
			return passed
		case !in.unless || s.reg[t] != in.value:
			s.pc[t] = in.to
		default:
			s.pc[t]++
		}
	}
}

func (n *naive) number(s state) int {
	for t := range s.seen {
		for v := range s.seen[t] {
			if !n.model.ReadChoice || n.model.Native || n.threads[t].code[s.pc[t]].op == "end" {
				s.seen[t][v] = []int{s.memory[v]}
			}
		}
	}
	if n.model.Native {
		s.renumber()
	}
	key := fmt.Sprint(s)
	k, known := n.known[key]
	if !known {
		k = len(n.states)
		n.known[key] = k
		n.states = append(n.states, s)
	}
	return k
}

// explore makes the graph; ok is false if it has too many states.
func (n *naive) explore(most int) (ok bool) {
	var s state
	for t := range s.seen {
		s.seen[t] = [2][]int{{0}, {0}}
		s.messages[t] = []message{{}} // of a variable
		n.jump(&s, t)
	}
	n.number(s)
	for k := 0; k < len(n.states); k++ {
		if k == most {
			return false
		}
		s := n.states[k]
		enabled, moves := 0, []move(nil)
		for t := range n.threads {
			if n.threads[t].code[s.pc[t]].op != "end" {
				enabled |= 1 << t
			}
			next, list := n.step(s, t)
			for i := range list {
				list[i].to = n.number(next[i])
				list[i].changes = next[i].memory != s.memory
				moves = append(moves, list[i])
			}
			for _, i := range n.commits(&s, t) {
				u := s.clone()
				m := move{process: 2 + 2*t + s.buffer[t][i][0], thread: t}
				enabled |= 1 << m.process
				n.commit(&u, &m, t, i)
				m.to, m.changes = n.number(u), u.memory != s.memory
				moves = append(moves, m)
			}
		}
		n.enabled, n.moves = append(n.enabled, enabled), append(n.moves, moves)
	}
	return true
}

// errors returns the starving threads with the lines of their loops, and whether there is
// a livelock: it tries every set of processes that run for ever, and of variables that are
// written for ever.
func (n *naive) errors() map[string]bool {
	found := map[string]bool{}
	all := 0
	for _, e := range n.enabled {
		all |= e
	}
	for runs := range all + 1 {
		if runs&^all != 0 || runs&3 == 0 {
			continue
		}
		for written := range 4 {
			if !n.model.ReadChoice && written < 3 {
				continue
			}
			for a := range len(n.threads[0].loops) + 1 {
				for b := range len(n.threads[1].loops) + 1 {
					n.cycles(runs, written, [2]int{a - 1, b - 1}, found)
				}
			}
		}
	}
	return found
}

// cycles looks at cycles in which some processes run, some variables are written, and
// threads stay in given loops; -1: that is not asked of the thread.
func (n *naive) cycles(runs, written int, in [2]int, found map[string]bool) {
	if in[0] < 0 && in[1] < 0 {
		return
	}
	for t := range in {
		if in[t] >= 0 && runs>>t&1 == 0 {
			return
		}
	}
	starves := -1
	if in[0] < 0 && runs&1 != 0 {
		starves = 1
	} else if in[1] < 0 && runs&2 != 0 {
		starves = 0
	}
	inside := func(k int) bool { return n.enabled[k]&^runs == 0 }
	taken := func(m *move) bool {
		for v := range m.writes {
			if n.model.ReadChoice && (m.writes[v] || m.older[v]) && written>>v&1 == 0 {
				return false
			}
		}
		if m.steps && in[m.thread] >= 0 && !m.stays[in[m.thread]] || m.thread == starves && m.changes {
			return false
		}
		return runs>>m.process&1 != 0 && inside(m.to)
	}
	forward, back := make([][]int, len(n.states)), make([][]int, len(n.states))
	for k := range n.states {
		for i := range n.moves[k] {
			if m := &n.moves[k][i]; inside(k) && taken(m) {
				forward[k] = append(forward[k], m.to)
				back[m.to] = append(back[m.to], k)
			}
		}
	}
	done := make([]bool, len(n.states))
	for k := range n.states {
		if done[k] || len(forward[k]) == 0 {
			continue
		}
		to, from := reach(forward, k), reach(back, k)
		ran, wrote := 0, 0
		changed, otherChanged := false, false
		common := [2]map[int]bool{} // loops that a thread never leaves
		for j := range n.states {
			if !to[j] || !from[j] {
				continue
			}
			done[j] = true
			for i := range n.moves[j] {
				m := &n.moves[j][i]
				if !taken(m) || !to[m.to] || !from[m.to] {
					continue
				}
				ran |= 1 << m.process
				changed = changed || m.changes
				otherChanged = otherChanged || m.changes && m.thread != starves
				for v := range m.writes {
					if m.writes[v] {
						wrote |= 1 << v
					}
				}
				if !m.steps {
					continue
				}
				if common[m.thread] == nil {
					common[m.thread] = maps.Clone(m.stays)
				}
				maps.DeleteFunc(common[m.thread], func(l int, _ bool) bool { return !m.stays[l] })
			}
		}
		fair := ran == runs && (!n.model.ReadChoice || wrote == written)
		switch {
		case !fair:
		case starves < 0 && changed:
			found["livelock"] = true
		case starves >= 0 && otherChanged && len(common[1-starves]) == 0:
			found[fmt.Sprintf("thread %d starves at %d", starves, n.threads[starves].loops[in[starves]].line)] = true
		}
	}
}

// reach returns what is reached from a state, by one or more edges.
func reach(edges [][]int, from int) []bool {
	seen := make([]bool, len(edges))
	for todo := []int{from}; len(todo) > 0; {
		k := todo[0]
		todo = todo[1:]
		for _, to := range edges[k] {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return seen
}

// The search finds what a naive one finds in small random programs, under each model.
func TestNaive(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	looked, kinds := map[string]int{}, map[string]int{}
	programs := testsize.Count(900, 30_000)
	switch {
	case testing.Short():
		programs = 30
	case !testsize.Whole():
		programs = 100 // some under each model
	}
	for range programs {
		threads, text := generate(r, false)
		orders, native := generate(r, true)
		p, q := compile(t, "a.c", []byte(text)), compile(t, "a.c", []byte(native))
		for _, model := range append(models.All(), c11.Model) {
			threads, text, p := threads, text, p
			if model.Native {
				threads, text, p = orders, native, q
			}
			n := &naive{model: model, threads: threads, known: map[string]int{}}
			if !n.explore(150) {
				continue
			}
			looked[model.Name]++
			report, err := liveness.Search(t.Context(), p, liveness.Options{Model: model, Pending: mostPending, Newest: mostRead})
			if err != nil || report.Incomplete != "" {
				t.Fatal(err, report)
			}
			got := map[string]bool{}
			for i := range report.Findings {
				f := &report.Findings[i]
				if e := f.Error; e.Kind == interp.Livelock {
					got["livelock"] = true
				} else {
					got[fmt.Sprintf("thread %d starves at %d", e.Thread, e.Pos.Line)] = true
				}
				kinds[model.Name+" "+string(f.Error.Kind)]++
				replay(t, p, f)
			}
			if want := n.errors(); !maps.Equal(got, want) {
				t.Fatalf("under %s found %v, want %v:\n%s", model.Name, got, want, text)
			}
		}
	}
	if testing.Short() {
		return // too few to have some of each kind
	}
	many, some := 100, 5
	if !testsize.Whole() {
		many, some = 25, 1
	}
	for _, model := range append(models.All(), c11.Model) {
		if looked[model.Name] < many || kinds[model.Name+" starvation"] < some || kinds[model.Name+" livelock"] < some {
			t.Errorf("%v programs, %v", looked, kinds)
		}
	}
}
