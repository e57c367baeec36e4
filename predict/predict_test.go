package predict

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/trace"
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
			"[]", "[(1,2,5,6) (1,3,4,6) (1,3,5,6) (2,3,4,5)]", "[(1,2,5,6) (1,3,4,6) (1,3,5,6) (2,3,4,5)]"},
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
		for _, m := range []struct{ name, want string }{{"sc", "[]"}, {"tso", tt.tso}, {"pso", tt.pso}, {"pslo", tt.pslo}} {
			if got := fmt.Sprint(p.Cycles(models.Model{Name: m.name})); !sameCycles(got, m.want) {
				t.Errorf("%s under %s: %s, want %s", tt.name, m.name, got, m.want)
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

// TestFigure2 is the paper's example: (1,3,4,5) and (2,3,4,7).
func TestFigure2(t *testing.T) {
	events := program([]string{"Wx", "Wy", "Wd"}, []string{"Rd", "Rx", "Ry"})
	p := predictAll(Options{Coarse: true}, events)
	if got := fmt.Sprint(p.Cycles(models.PSO)); got != "[(1,3,4,5) (2,3,4,6)]" {
		t.Errorf("got %s", got)
	}
	if p.Predicted() != 2 {
		t.Errorf("predicted %d, want 2", p.Predicted())
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

// TestAgainstAlgorithm1 demands equality with Algorithm 1, and that the filters
// keep what the definitions keep: exactly so, but for PSLO's RMWs.
func TestAgainstAlgorithm1(t *testing.T) {
	tests := []struct{ maxLen, rounds, threads, ops int }{
		{4, 10_000, 3, 4},
		{6, 2000, 3, 3},
		{8, 600, 4, 2},
	}
	known := []models.Model{models.TSO, models.PSO, models.PSLO}
	for _, tt := range tests {
		r := rand.New(rand.NewPCG(uint64(tt.maxLen), 1))
		cycles, extra, total := 0, 0, 0
		for range tt.rounds {
			events := tracetest.Run(r, tracetest.Random(r, randomShape(r, 2+r.IntN(tt.threads-1), tt.ops)), "sc")
			naive := algorithm1(events, tt.maxLen)
			want := siteSet(naive, all)
			cycles += len(want)
			coarse := predictAll(Options{MaxLen: tt.maxLen, Coarse: true}, events)
			if got := set(coarse.Cycles(models.SC)); !maps.Equal(got, want) || coarse.Predicted() != len(want) {
				t.Fatalf("length %d: got %v, want %v\n%s", tt.maxLen, got, want, list(events))
			}
			never := forbidden(events)
			fine := predictAll(Options{MaxLen: tt.maxLen}, events)
			if fine.Predicted() != len(want) {
				t.Fatalf("filters change what is predicted")
			}
			for _, m := range known {
				order := kept(m.Name, events, nil)
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
