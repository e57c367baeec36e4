package predict

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models"
	native "fencepost/models/c11"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/tracetest"
)

func feed(p *Predictor, events []trace.Event) {
	p.Begin()
	for i := range events {
		p.Event(&events[i])
	}
}

func predictAll(o Options, events []trace.Event) *Predictor {
	p := New(o)
	feed(p, events)
	return p
}

func set(cycles []Cycle) map[string]bool {
	s := map[string]bool{}
	for _, c := range cycles {
		s[c.String()] = true
	}
	return s
}

func list(events []trace.Event) string {
	s := ""
	for i := range events {
		if e := &events[i]; e.Kind != trace.Commit {
			s += fmt.Sprintf("%d: thread %d, site %d, loc %d: %s\n", e.ID, e.Thread, e.Site, e.Loc, e)
		}
	}
	return s
}

func all(naiveCycle) bool { return true }

// thread is a line of a test program: accesses such as "Wx" at sites that count
// up from 1 over all threads.
func program(threads ...[]string) []trace.Event {
	var events []trace.Event
	site := int32(0)
	for t, ops := range threads {
		for i, op := range ops {
			e := trace.Event{ID: int32(len(events) + 1), Thread: trace.ThreadID(t), I: int32(i + 1), Site: -1, Loc: -1}
			switch op {
			case "ss", "ll", "sl":
				e.Kind = trace.Fence
				e.Value = map[string]uint64{"ll": 1, "ss": 2, "sl": 3}[op]
			case "lock", "unlock":
				e.Kind, e.Loc = trace.Lock, 20
				if op == "unlock" {
					e.Kind = trace.Unlock
				}
			default:
				site++
				e.Site = site
				e.Kind = map[byte]trace.Kind{'W': trace.Store, 'R': trace.Load, 'U': trace.RMW, 'C': trace.CASFail}[op[0]]
				e.Loc = int32(op[1] - 'a')
			}
			events = append(events, e)
		}
	}
	return events
}

func TestLitmus(t *testing.T) {
	tests := []struct {
		name           string
		events         []trace.Event
		tso, pso, pslo string // the cycles kept
	}{
		{"SB", program([]string{"Wx", "Ry"}, []string{"Wy", "Rx"}), "[(1,2,3,4)]", "[(1,2,3,4)]", "[(1,2,3,4)]"},
		{"SB with sl", program([]string{"Wx", "sl", "Ry"}, []string{"Wy", "sl", "Rx"}), "[]", "[]", "[]"},
		{"SB with one sl", program([]string{"Wx", "sl", "Ry"}, []string{"Wy", "Rx"}), "[(1,2,3,4)]", "[(1,2,3,4)]", "[(1,2,3,4)]"},
		{"SB with ss", program([]string{"Wx", "ss", "Ry"}, []string{"Wy", "ss", "Rx"}), "[(1,2,3,4)]", "[(1,2,3,4)]", "[(1,2,3,4)]"},
		{"SB with RMW elsewhere", program([]string{"Wx", "Uz", "Ry"}, []string{"Wy", "Uz", "Rx"}),
			"[]", "[(1,2,5,6) (1,3,4,6) (2,3,4,5)]", "[(1,2,5,6) (1,3,4,6) (2,3,4,5)]"},
		{"SB with locks", program([]string{"Wx", "lock", "Ry"}, []string{"Wy", "lock", "Rx"}), "[]", "[(1,2,3,4)]", "[(1,2,3,4)]"},
		{"SB with unlock and lock", program([]string{"Wx", "unlock", "lock", "Ry"}, []string{"Wy", "unlock", "lock", "Rx"}), "[]", "[]", "[]"},
		{"SB through RMW", program([]string{"Ux", "Ry"}, []string{"Uy", "Rx"}), "[]", "[]", "[(1,2,3,4)]"},
		{"MP", program([]string{"Wx", "Wy"}, []string{"Ry", "Rx"}), "[]", "[(1,2,3,4)]", "[(1,2,3,4)]"},
		{"MP with ss", program([]string{"Wx", "ss", "Wy"}, []string{"Ry", "Rx"}), "[]", "[]", "[(1,2,3,4)]"},
		{"MP with ss and ll", program([]string{"Wx", "ss", "Wy"}, []string{"Ry", "ll", "Rx"}), "[]", "[]", "[]"},
		{"MP to RMW", program([]string{"Wx", "Uy"}, []string{"Ry", "ll", "Rx"}), "[]", "[(1,2,3,4)]", "[(1,2,3,4)]"},
		{"LB", program([]string{"Rx", "Wy"}, []string{"Ry", "Wx"}), "[]", "[]", "[]"},
		{"n6", program([]string{"Wx", "Rx", "Ry"}, []string{"Wy", "Wx"}),
			"[(1,3,4,5) (2,3,4,5)]", "[(1,3,4,5) (2,3,4,5)]", "[(1,3,4,5) (2,3,4,5)]"},
		{"CoRR", program([]string{"Wx", "Wx"}, []string{"Rx", "Rx"}), "[]", "[]", "[]"},
	}
	for _, tt := range tests {
		p := predictAll(Options{}, tt.events)
		for m, want := range map[*models.Model]string{models.SC: "[]", models.TSO: tt.tso, models.PSO: tt.pso, models.PSLO: tt.pslo} {
			if got := fmt.Sprint(p.Cycles(m)); !sameCycles(got, want) {
				t.Errorf("%s under %s: %s, want %s", tt.name, m.Name, got, want)
			}
		}
	}
}

func sameCycles(a, b string) bool {
	split := func(s string) []string {
		var out []string
		for _, c := range []byte(s) {
			switch c {
			case '(':
				out = append(out, "")
			case ')', ' ', '[', ']':
			default:
				out[len(out)-1] += string(c)
			}
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(split(a), split(b))
}

// TestFigure2 is the paper's example, with its cycles (1,3,4,5) and (2,3,4,7).
// To the letter of Definition 3 a race of two events alone is a cycle too.
func TestFigure2(t *testing.T) {
	events := program([]string{"Wx", "Wy", "Wd"}, []string{"Rd", "Rx", "Ry"})
	tests := []struct {
		o    Options
		m    *models.Model
		want string
	}{
		{Options{}, models.TSO, "[]"},
		{Options{}, models.PSO, "[(1,3,4,5) (2,3,4,6)]"},
		{Options{Coarse: true}, models.PSO, "[(1,3,4,5) (2,3,4,6) (1,1,5,5) (2,2,6,6) (3,3,4,4)]"},
	}
	for _, tt := range tests {
		p := predictAll(tt.o, events)
		if got := fmt.Sprint(p.Cycles(tt.m)); got != tt.want || p.Predicted() != 5 {
			t.Errorf("%s: got %s of %d, want %s of 5", tt.m.Name, got, p.Predicted(), tt.want)
		}
	}
}

func TestRelaxableEdges(t *testing.T) {
	p := predictAll(Options{}, program([]string{"Wx", "Ry"}, []string{"Wy", "sl", "Rx"}))
	c := p.Cycles(models.TSO)
	if len(c) != 1 || !slices.Equal(c[0].Relaxable, []bool{true, false}) {
		t.Errorf("got %v", c)
	}
}

// TestLongCycles: WRC has a thread with one event, IRIW two.
func TestLongCycles(t *testing.T) {
	tests := []struct {
		name   string
		events []trace.Event
		max    int
		want   string
	}{
		{"WRC", program([]string{"Wx"}, []string{"Rx", "Wy"}, []string{"Ry", "Rx"}), 6, "[(1,1,2,3,4,5)]"},
		{"WRC too long", program([]string{"Wx"}, []string{"Rx", "Wy"}, []string{"Ry", "Rx"}), 4, "[]"},
		{"IRIW", program([]string{"Wx"}, []string{"Wy"}, []string{"Rx", "Ry"}, []string{"Ry", "Rx"}), 8,
			"[(1,1,3,4,2,2,5,6)]"},
		{"IRIW too long", program([]string{"Wx"}, []string{"Wy"}, []string{"Rx", "Ry"}, []string{"Ry", "Rx"}), 6, "[]"},
	}
	for _, tt := range tests {
		p := predictAll(Options{MaxLen: tt.max}, tt.events)
		if got := fmt.Sprint(p.Cycles(models.PSLO)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func randomShape(r *rand.Rand, threads, ops int) tracetest.Shape {
	return tracetest.Shape{Threads: threads, Ops: ops, Locs: 2 + r.IntN(2), Sites: 3 + r.IntN(8),
		Main: r.IntN(2) == 0, Fences: r.IntN(2) == 0, Locks: r.IntN(4) == 0}
}

// addOrders gives half of the accesses a C11 order.
func addOrders(r *rand.Rand, events []trace.Event) {
	orders := map[trace.Kind][]trace.Order{
		trace.Load:    {trace.Acquire, trace.SeqCst},
		trace.Store:   {trace.Release, trace.SeqCst},
		trace.RMW:     {trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
		trace.CASFail: {trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
	}
	for i := range events {
		e := &events[i]
		if of := orders[e.Kind]; of != nil && r.IntN(2) == 0 {
			e.Order = of[r.IntN(len(of))]
		}
	}
}

// TestAgainstAlgorithm1 demands equality with Algorithm 1, and that the filters
// keep what the definitions keep: exactly so, but for PSLO's RMWs.
func TestAgainstAlgorithm1(t *testing.T) {
	tests := []struct{ maxLen, rounds, threads, ops int }{
		{4, testsize.Count(1500, 30_000), 3, 4},
		{6, testsize.Count(250, 5000), 3, 3},
		{8, testsize.Count(75, 1500), 4, 2},
		{10, testsize.Count(30, 600), 5, 2},
	}
	known := []*models.Model{models.TSO, models.PSO, models.PSLO}
	for _, tt := range tests {
		r := rand.New(rand.NewPCG(uint64(tt.maxLen), 1))
		cycles, extra, total := 0, 0, 0
		for range tt.rounds {
			events := tracetest.Run(r, tracetest.Random(r, randomShape(r, 2+r.IntN(tt.threads-1), tt.ops)), "sc")
			var fences func(*trace.Event) models.Lowering
			if r.IntN(2) == 0 {
				fences = Lower(models.C11)
				addOrders(r, events)
			}
			naive := algorithm1(events, tt.maxLen)
			want := siteSet(naive, all)
			cycles += len(want)
			coarse := predictAll(Options{MaxLen: tt.maxLen, Coarse: true}, events)
			if got := set(coarse.Cycles(models.SC)); !maps.Equal(got, want) || coarse.Predicted() != len(want) {
				t.Fatalf("length %d: got %v, want %v\n%s", tt.maxLen, got, want, list(events))
			}
			never := forbidden(events)
			fine := predictAll(Options{MaxLen: tt.maxLen, Fences: fences}, events)
			if fine.Predicted() != len(want) {
				t.Fatalf("filters change what is predicted")
			}
			for _, m := range known {
				order := kept(ppoTable(m.Name), events, fences)
				want := siteSet(naive, func(c naiveCycle) bool { return order.relaxes(c) && !never(c) })
				got := set(fine.Cycles(m))
				total += len(want)
				for c := range want {
					if !got[c] {
						t.Fatalf("%s: %s was removed\n%s", m.Name, c, list(events))
					}
				}
				if m.Name != "pslo" && len(got) != len(want) {
					t.Fatalf("%s: kept %v, want %v\n%s", m.Name, got, want, list(events))
				}
				extra += len(got) - len(want)
			}
		}
		if extra*100 > total {
			t.Errorf("length %d: %d cycles kept beyond the %d of the definition", tt.maxLen, extra, total)
		}
		t.Logf("length %d: %d cycles, of %d kept %d beyond the definition", tt.maxLen, cycles, total, extra)
	}
}

// TestAnyModel holds the filter against the definition under models that nobody
// made: of each class of pairs that may be relaxed at all, half are.
func TestAnyModel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	total, extra, removed := 0, 0, 0
	for range 1500 {
		m := &models.Model{Name: "any", PPO: anyPPO(r)}
		events := tracetest.Run(r, tracetest.Random(r, randomShape(r, 2+r.IntN(2), 4)), "sc")
		naive, never := algorithm1(events, 4), forbidden(events)
		order := kept(tableOf(m.PPO), events, nil)
		want := siteSet(naive, func(c naiveCycle) bool { return order.relaxes(c) && !never(c) })
		possible := siteSet(naive, func(c naiveCycle) bool { return !never(c) })
		got := set(predictAll(Options{Models: []*models.Model{models.PSO, m}}, events).Cycles(m))
		for c := range want {
			if !got[c] {
				t.Fatalf("%s was removed\n%s", c, list(events))
			}
		}
		total, extra, removed = total+len(want), extra+len(got)-len(want), removed+len(possible)-len(got)
	}
	if total == 0 || removed < total/10 || extra > total/10 {
		t.Errorf("of %d cycles %d are kept beyond the definition and %d removed", total, extra, removed)
	}
}

// anyPPO returns a random preserved program order.
func anyPPO(r *rand.Rand) *models.PPO {
	accesses := []models.Class{models.R, models.W, models.U, models.C}
	rest := []models.Class{models.LL, models.SS, models.SL, models.Create, models.Join}
	var relaxed []models.Relaxation
	add := func(a, b models.Class, elsewhere bool) {
		if r.IntN(2) == 0 {
			relaxed = append(relaxed, models.Relaxation{Before: []models.Class{a}, After: []models.Class{b}, Elsewhere: elsewhere})
		}
	}
	for _, a := range accesses {
		for _, b := range accesses {
			add(a, b, a != models.W || b != models.R)
		}
		for _, f := range rest {
			add(a, f, false)
			add(f, a, false)
		}
	}
	return models.NewPPO([]models.Class{models.LL, models.SS, models.SL}[r.IntN(3):], relaxed...)
}

// TestRelaxedExecutions holds the filters against what they are about: a cycle
// that an execution of the same paths makes under a model must have been kept.
func TestRelaxedExecutions(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	made := 0
	for range testsize.Count(20_000, 80_000) {
		m := []*models.Model{models.TSO, models.PSO, models.PSLO}[r.IntN(3)]
		maxLen := 4 + 2*r.IntN(2)
		prog := tracetest.Random(r, randomShape(r, 2+r.IntN(2), 4))
		got := set(predictAll(Options{MaxLen: maxLen}, tracetest.Run(r, prog, "sc")).Cycles(m))
		events := tracetest.Run(r, prog, m.Name)
		if graph.New(events, nil).SC() {
			continue
		}
		conflict := conflictOrder(events)
		for _, c := range algorithm1(events, maxLen) {
			real := true
			for i := 1; i < len(c); i += 2 {
				real = real && conflict(c[i], c[(i+1)%len(c)])
			}
			if !real {
				continue
			}
			made++
			if name := (Cycle{Sites: canonical(c.sites())}).String(); !got[name] {
				t.Fatalf("%s: %s was made, but had been removed\n%s", m.Name, name, list(events))
			}
		}
	}
	if made < testsize.Count(1000, 4000) {
		t.Errorf("only %d cycles were made: the test says little", made)
	}
}

// conflictOrder is the paper's relation ->c on a trace whose stores all committed.
func conflictOrder(events []trace.Event) func(a, b *trace.Event) bool {
	c := map[*trace.Event]int32{}
	for i := range events {
		e := &events[i]
		c[e] = e.C
		if e.Kind == trace.Commit {
			c[&events[e.RF-1]] = e.C
		}
	}
	for i := range events {
		if e := &events[i]; e.Kind == trace.Load && e.C == trace.NoCommit {
			c[e] = c[&events[e.RF-1]]
		}
	}
	return func(a, b *trace.Event) bool {
		if isStore(b) {
			return c[a] < c[b]
		}
		return isStore(a) && c[a] <= c[b]
	}
}

// TestOrderFilter: main's accesses are before the creation, between, or after
// the join of thread 1.
func TestOrderFilter(t *testing.T) {
	access := func(id int32, th trace.ThreadID, i int32, k trace.Kind, site, loc int32) trace.Event {
		return trace.Event{ID: id, Thread: th, I: i, Kind: k, Site: site, Loc: loc}
	}
	sync := func(id int32, th trace.ThreadID, i int32, k trace.Kind, other uint64) trace.Event {
		return trace.Event{ID: id, Thread: th, I: i, Kind: k, Site: -1, Loc: -1, Value: other}
	}
	child := []trace.Event{
		access(2, 1, 1, trace.Store, 3, y), access(3, 1, 2, trace.Load, 4, x), sync(4, 1, 3, trace.Exit, 0)}
	tests := []struct {
		name   string
		events []trace.Event
		kept   int
	}{
		{"between", slices.Concat([]trace.Event{sync(1, 0, 1, trace.Create, 1)}, child, []trace.Event{
			access(5, 0, 2, trace.Store, 1, x), access(6, 0, 3, trace.Load, 2, y), sync(7, 0, 4, trace.Join, 1)}), 1},
		{"before the creation", slices.Concat([]trace.Event{
			access(1, 0, 1, trace.Store, 1, x), access(2, 0, 2, trace.Load, 2, y), sync(3, 0, 3, trace.Create, 1)}, child), 0},
		{"on both sides", slices.Concat([]trace.Event{
			access(1, 0, 1, trace.Store, 1, x), sync(3, 0, 2, trace.Create, 1), access(2, 0, 3, trace.Load, 2, y)}, child), 0},
		{"after the join", slices.Concat([]trace.Event{sync(1, 0, 1, trace.Create, 1)}, child, []trace.Event{
			sync(5, 0, 2, trace.Join, 1), access(6, 0, 3, trace.Store, 1, x), access(7, 0, 4, trace.Load, 2, y)}), 0},
	}
	for _, tt := range tests {
		p := predictAll(Options{}, tt.events)
		if got := p.Cycles(models.TSO); len(got) != tt.kept || p.Predicted() == 0 {
			t.Errorf("%s: kept %v of %d, want %d", tt.name, got, p.Predicted(), tt.kept)
		}
		off := predictAll(Options{KeepOrdered: true}, tt.events)
		if got := off.Cycles(models.PSLO); len(got) == 0 && tt.name == "before the creation" {
			t.Errorf("%s: with the filter off nothing is kept", tt.name)
		}
	}
}

func TestKeepUnrelaxed(t *testing.T) {
	p := predictAll(Options{KeepUnrelaxed: true}, program([]string{"Wx", "sl", "Ry"}, []string{"Wy", "sl", "Rx"}))
	for _, m := range []*models.Model{models.SC, models.TSO} {
		if got := fmt.Sprint(p.Cycles(m)); got != "[(1,1,4,4) (1,2,3,4) (2,2,3,3)]" {
			t.Errorf("%s: %s", m.Name, got)
		}
	}
}

const (
	x = int32(iota)
	y
)

// loop is rounds of SB by two threads; every round has the same sites.
func loop(rounds int) []trace.Event {
	var events []trace.Event
	for k := range int32(rounds) {
		for t := range trace.ThreadID(2) {
			mine, other := int32(t), int32(1-t)
			events = append(events,
				trace.Event{Thread: t, I: 3*k + 1, Kind: trace.Store, Site: 3 * mine, Loc: mine},
				trace.Event{Thread: t, I: 3*k + 2, Kind: trace.Load, Site: 3*mine + 1, Loc: other},
				trace.Event{Thread: t, I: 3*k + 3, Kind: trace.RMW, Site: 3*mine + 2, Loc: 2})
		}
	}
	for i := range events {
		events[i].ID = int32(i + 1)
	}
	return events
}

func TestManyExecutions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	p := New(Options{})
	single := map[string]bool{}
	for range 50 {
		events := tracetest.Run(r, tracetest.Random(r, randomShape(r, 2, 3)), "sc")
		feed(p, events)
		maps.Copy(single, set(predictAll(Options{}, events).Cycles(models.PSLO)))
	}
	if got := set(p.Cycles(models.PSLO)); !maps.Equal(got, single) {
		t.Errorf("the union of the executions' cycles differs: %d, want %d", len(got), len(single))
	}
}

func TestEqualExecutionsAreSearchedOnce(t *testing.T) {
	p := New(Options{})
	for _, rounds := range []int{5, 9, 5} {
		events := loop(rounds)
		for i := range events {
			events[i].Loc = (events[i].Loc + int32(rounds)) % 7 // numbers differ between executions
		}
		feed(p, events)
	}
	p.Predicted()
	if len(p.seen) != 1 {
		t.Errorf("%d searches, want 1", len(p.seen))
	}
}

func TestBounds(t *testing.T) {
	events := program([]string{"Wx", "Wy", "Rz", "Wx"}, []string{"Ry", "Rx", "Wz", "Wy"})
	whole := predictAll(Options{}, events)
	if !whole.Complete(models.PSLO) || len(whole.Cycles(models.PSLO)) != 3 {
		t.Fatalf("unexpected: %v", whole.Cycles(models.PSLO))
	}
	p := predictAll(Options{MaxCycles: 2}, events)
	if got, want := fmt.Sprint(p.Cycles(models.PSLO)), fmt.Sprint(whole.Cycles(models.PSLO)[:2]); got != want || p.Complete(models.PSLO) {
		t.Errorf("got %s, complete %v; want %s", got, p.Complete(models.PSLO), want)
	}
	var many []trace.Event
	for i := range int32(maxSummaries + 10) {
		many = append(many, trace.Event{ID: i + 1, I: i + 1, Kind: trace.Store, Site: i, Loc: 0})
	}
	if p := predictAll(Options{}, many); p.Complete(models.TSO) {
		t.Error("complete, though not all summaries were kept")
	}
}

// TestSpendOnFingerprint: what compares an execution with earlier ones ends soon after it is told to, and no
// search follows.
func TestSpendOnFingerprint(t *testing.T) {
	var ops [2][]string
	for range 300 {
		ops[0], ops[1] = append(ops[0], "Wx", "Ry"), append(ops[1], "Wy", "Rx")
	}
	asked := 0
	p := predictAll(Options{Spend: func(int) bool { asked++; return false }}, program(ops[0], ops[1]))
	if p.Complete(models.TSO) || asked == 0 || p.Predicted() != 0 {
		t.Errorf("complete %v, asked %d times, %d cycles", p.Complete(models.TSO), asked, p.Predicted())
	}
}

// TestSpend: a search ends soon after it is told to.
func TestSpend(t *testing.T) {
	var ops [2][]string
	for range 16 {
		ops[0], ops[1] = append(ops[0], "Wx", "Ry"), append(ops[1], "Wy", "Rx")
	}
	events := program(ops[0], ops[1])
	for i := range events {
		events[i].Order = trace.Relaxed
	}
	asked := 0
	o := Options{MaxCycles: 1 << 20, Models: []*models.Model{native.Model}, Spend: func(int) bool { asked++; return asked < 2 }}
	p := predictAll(o, events)
	if p.Complete(native.Model) || asked != 2 {
		t.Errorf("complete %v, asked %d times", p.Complete(native.Model), asked)
	}
	if o.Spend = nil; !predictAll(o, events).Complete(native.Model) {
		t.Error("the whole search is not complete")
	}
}

// TestUntrackedSummaries: beyond maxTracked edges count as relaxable.
func TestUntrackedSummaries(t *testing.T) {
	var events []trace.Event
	add := func(t trace.ThreadID, i int32, k trace.Kind, site, loc int32) {
		events = append(events, trace.Event{ID: int32(len(events) + 1), Thread: t, I: i, Kind: k, Site: site, Loc: loc})
	}
	n := int32(maxTracked)
	for i := range n {
		add(0, i+1, trace.Load, i, 9)
	}
	add(0, n+1, trace.Store, n, x)
	add(0, n+2, trace.Load, n+1, y)
	add(1, 1, trace.Store, n+2, y)
	add(1, 2, trace.RMW, n+3, 5)
	add(1, 3, trace.Load, n+4, x)
	if got := fmt.Sprint(predictAll(Options{}, events).Cycles(models.TSO)); got != "[(4096,4097,4098,4100)]" {
		t.Errorf("got %s", got)
	}
}

func TestEventAllocatesNothing(t *testing.T) {
	events := loop(100)
	p := predictAll(Options{}, loop(maxTape))
	n := testing.AllocsPerRun(10, func() {
		for i := range events {
			p.Event(&events[i])
		}
	})
	if n != 0 {
		t.Errorf("%v allocations for events of known summaries", n)
	}
}

func ExamplePredictor_Cycles() {
	var p trace.Recorder // any source of events will do
	p.Events = program([]string{"Wx", "Ry"}, []string{"Wy", "Rx"})

	predictor := New(Options{})
	predictor.Begin()
	for i := range p.Events {
		predictor.Event(&p.Events[i])
	}
	for _, c := range predictor.Cycles(models.TSO) {
		fmt.Println(c, c.Relaxable)
	}
	// Output: (1,2,3,4) [true true]
}

// The number of a cycle is the same whatever models are asked for, and no two have one.
func TestNumbersDoNotDependOnModels(t *testing.T) {
	t.Parallel()
	compared := 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		events := tracetest.Run(r, tracetest.Random(r, tracetest.Shape{Threads: 3, Ops: 6, Locs: 3, Sites: 18}), "sc")
		all := predictAll(Options{MaxLen: 6}, events)
		numbers := map[string]int{}
		for i, c := range all.Candidates(1 << 20) {
			numbers[c.String()] = c.Number
			if c.Number < 1 || c.Number > all.Predicted() {
				t.Fatalf("cycle %d has number %d", i, c.Number)
			}
		}
		for _, list := range [][]*models.Model{{models.TSO}, {models.PSLO}, {models.PSLO, models.TSO}, {native.Model}} {
			p := predictAll(Options{MaxLen: 6, Models: list}, events)
			for _, m := range list {
				for _, c := range p.Cycles(m) {
					if compared++; numbers[c.String()] != c.Number {
						t.Fatalf("seed %d: %v of %s has number %d, not %d", seed, c, m.Name, c.Number, numbers[c.String()])
					}
				}
			}
		}
		for i, c := range all.Cycles(models.TSO) {
			if c.Number != i+1 {
				t.Fatalf("seed %d: cycle %d of tso has number %d", seed, i+1, c.Number)
			}
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}
