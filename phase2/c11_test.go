package phase2

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// randomC11 returns the text of a program of random atomic operations on two or
// three variables, up to ops in a thread, and some on one that a mutex protects.
// The main thread sometimes stores while threads run, and reads all at the end.
// Of a racy program some accesses are not atomic.
func randomC11(r *rand.Rand, ops int, racy bool) string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\nstatic int x, y, z;\nstatic int out[32], plain;\n")
	b.WriteString("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n")
	threads, vars := 2+r.IntN(3), "xy"
	if r.IntN(3) == 0 {
		vars = "xyz"
	}
	loads := []string{"relaxed", "relaxed", "acquire", "seq_cst"}
	stores := []string{"relaxed", "relaxed", "release", "seq_cst"}
	all := []string{"relaxed", "acquire", "release", "acq_rel", "seq_cst"}
	fences := []string{"acquire", "release", "acq_rel", "seq_cst", "seq_cst"}
	style := r.IntN(6) // 0, 1: mostly seq_cst or acquire and release; 2 to 4: only relaxed
	order := func(list []string) string {
		switch {
		case style == 0 && r.IntN(8) > 0:
			return "seq_cst"
		case style == 1 && r.IntN(8) > 0:
			return list[min(len(list)-2, 2)]
		case style < 5:
			return "relaxed"
		}
		return list[r.IntN(len(list))]
	}
	atomic := func(name, args, order string) string {
		return fmt.Sprintf("__atomic_%s_n(%s, __ATOMIC_%s)", name, args, strings.ToUpper(order))
	}
	outs := 0
	for t := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *p)\n{\n", t)
		n, last := ops, byte(0)
		if threads > 2 {
			n = 1 + r.IntN(ops)
		}
		for i := range n {
			v := vars[r.IntN(len(vars))]
			for v == last && r.IntN(8) > 0 {
				v = vars[r.IntN(len(vars))]
			}
			last = v
			if i > 0 && r.IntN(4) == 0 {
				fmt.Fprintf(&b, "\tatomic_thread_fence(memory_order_%s);\n", fences[r.IntN(len(fences))])
			}
			switch k := r.IntN(20); {
			case k == 0:
				b.WriteString("\tpthread_mutex_lock(&m);\n\tplain++;\n\tpthread_mutex_unlock(&m);\n")
			case k < 3:
				args := fmt.Sprintf("&%c, &old, %d, 0, __ATOMIC_%s", v, 10*t+i+1, strings.ToUpper(order(all)))
				fmt.Fprintf(&b, "\t{ int old = %d; out[%d] = %s; }\n", r.IntN(2)*(1+10*r.IntN(threads)), outs, atomic("compare_exchange", args, order(loads)))
				outs++
			case k < 9:
				load := atomic("load", "&"+string(v), order(loads))
				if racy && r.IntN(3) == 0 {
					load = string(v)
				}
				fmt.Fprintf(&b, "\tout[%d] = %s;\n", outs, load)
				outs++
			case k < 18:
				store := atomic("store", fmt.Sprintf("&%c, %d", v, 10*t+i+1), order(stores))
				if racy && r.IntN(3) == 0 {
					store = fmt.Sprintf("%c = %d", v, 10*t+i+1)
				}
				fmt.Fprintf(&b, "\t%s;\n", store)
			default:
				fmt.Fprintf(&b, "\tout[%d] = %s;\n", outs, atomic("exchange", fmt.Sprintf("&%c, %d", v, 10*t+i+1), order(all)))
				outs++
			}
		}
		b.WriteString("\treturn p;\n}\n")
	}
	b.WriteString("int main(void)\n{\n\tpthread_t id[4];\n")
	fmt.Fprintf(&b, "\tout[31] = %s + %s + %s;\n", atomic("load", "&x", "relaxed"), atomic("load", "&y", "relaxed"), atomic("load", "&z", "relaxed"))
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&id[%d], 0, t%d, 0);\n", t, t)
		if r.IntN(12) == 0 {
			fmt.Fprintf(&b, "\t%s;\n", atomic("store", fmt.Sprintf("&%c, 99", vars[r.IntN(len(vars))]), order(stores)))
		}
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_join(id[%d], 0);\n", t)
	}
	b.WriteString("\treturn x + y + z + plain;\n}\n")
	return b.String()
}

// executions counts the executions that the axioms of a model allow.
func executions(t *testing.T, p *code.Program, m *axiom.Model) int64 {
	t.Helper()
	r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1})
	if err != nil || !r.Complete {
		t.Fatalf("%s: %v, complete: %v", m.Name, err, r.Complete)
	}
	return r.Executions
}

// checkC11 aims at every cycle of Algorithm 1, and checks that one which is
// created is a violation: the explorer finds executions that sequential
// consistency does not have, the filter keeps the cycle, and the whole trace has
// a cycle. It returns how many were created, and whether there are such executions,
// which is not asked of a racy program.
func checkC11(t *testing.T, p *code.Program, trials int, racy bool) (created int, relaxed bool) {
	t.Helper()
	o := Options{Runs: 20, Trials: trials, Workers: 1, Models: []*models.Model{c11.Model}, Predict: predict.Options{MaxLen: 8}}
	_, pr, err := Predict(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Predict.Coarse = true
	_, all, err := Predict(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for _, c := range pr.Cycles(c11.Model) {
		kept[c.String()] = true
	}
	relaxed = racy || executions(t, p, axiom.RC11) > executions(t, p, axiom.SC)
	for _, c := range all.Cycles(c11.Model) {
		conf, err := Confirm(context.Background(), p, c11.Model, c, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if conf.Confirmations == 0 {
			continue
		}
		created++
		if !relaxed {
			t.Errorf("cycle %v is created, though all executions of RC11 are sequentially consistent", c)
		}
		if !kept[c.String()] {
			t.Errorf("cycle %v is created, though the filter says that it cannot be", c)
		}
		w := newWorker(p, c11.Model, &o)
		var rec trace.Recorder
		witness.Replay(context.Background(), w.machine, conf.ConfirmedWitness.Choices, &rec)
		if graph.New(rec.Events, w.machine.Memory().(graph.PartialOrder)).SC() {
			t.Errorf("cycle %v is created in a trace without a cycle", c)
		}
	}
	return created, relaxed
}

// No litmus program gives a false alarm under C11, whatever its orders and fences.
func TestC11LitmusNoFalseAlarm(t *testing.T) {
	t.Parallel()
	// What the forced modification order cannot show: nobody reads at the end.
	open := []string{"2+2W", "2+2W+ss", "2+2W+ss+po", "R", "R+ss", "R+sl", "R+ss+sl", "S", "S+ss"}
	// What the filter leaves nothing of.
	closed := []string{"LB", "LB+rmw", "MP+ra", "MP+ra-fences", "MP+ra-rmw", "MP+sl", "MP+ss+ll", "ISA2+ra", "S+ra", "SB+sc", "SB+sl", "WRC+ra"}
	for _, prog := range testsize.Part(3, programtest.All(t, "litmus")) {
		p := prog.Compile(t)
		t.Run(prog.Path, func(t *testing.T) {
			t.Parallel()
			created, relaxed := checkC11(t, p, 20, false)
			if relaxed && created == 0 && !slices.Contains(open, prog.Name()) {
				t.Error("C11 has executions that sequential consistency does not have, but no cycle was created")
			}
			_, pr, err := Predict(context.Background(), p, Options{Runs: 20, Models: []*models.Model{c11.Model}, Predict: predict.Options{MaxLen: 8}})
			if err != nil {
				t.Fatal(err)
			}
			if kept := pr.Cycles(c11.Model); len(kept) > 0 && slices.Contains(closed, prog.Name()) {
				t.Errorf("the filter keeps %v", kept)
			}
		})
	}
}

func TestC11RandomNoFalseAlarm(t *testing.T) {
	t.Parallel()
	programs := testsize.Count(30, 60)
	r := rand.New(rand.NewPCG(5, 9))
	violations, found := 0, 0
	for range programs {
		racy := r.IntN(3) == 0
		src := randomC11(r, 2, racy)
		p, err := cfront.Compile("random.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		created, relaxed := checkC11(t, p, 10, racy)
		if relaxed && !racy {
			violations++
		}
		if created > 0 && !racy {
			found++
		}
		if t.Failed() {
			t.Fatal(src)
		}
	}
	t.Logf("%d of %d programs have executions that SC does not; in %d of them a cycle was created", violations, programs, found)
	if found < programs/10 {
		t.Error("cycles were created in too few programs to show much")
	}
}

// TestOpenFinder holds the search for a cycle against the definition, tried out on
// all tuples of events.
func TestOpenFinder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 2))
	made := 0
	for range 40 {
		p, err := cfront.Compile("random.c", []byte(randomC11(r, 4, false)), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Models: []*models.Model{c11.Model}, Runs: 4}
		o.fill()
		_, pr, err := Predict(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		cycles := pr.Cycles(c11.Model)
		w := newWorker(p, c11.Model, &o)
		c := predict.Cycle{Sites: []int32{}}
		for run := range 24 {
			_, events := w.runner.Run(context.Background(), c, uint64(run))
			if run%6 == 0 {
				c.Sites = drawPairs(r, events)
				if len(cycles) > 0 && r.IntN(4) > 0 {
					c = cycles[r.IntN(len(cycles))]
				}
			}
			if c.Sites == nil {
				break
			}
			w.runner.Aim(c)
			got, want := w.runner.Holds(events), holdsOpen(w.machine.Memory().(graph.PartialOrder), events, c.Sites)
			if got != want {
				t.Fatalf("sites %v: find = %v, by the definition %v", c.Sites, got, want)
			}
			if want {
				made++
			}
		}
	}
	if made < 25 {
		t.Errorf("only %d of the cycles tried were in a trace: the test shows little", made)
	}
}

// drawPairs draws two pairs of sites that two threads access one after the other,
// so that they may make a cycle; nil if it finds none.
func drawPairs(r *rand.Rand, events []trace.Event) []int32 {
	for range 5000 {
		var e [4]*trace.Event
		for i := range e {
			e[i] = &events[r.IntN(len(events))]
		}
		ok := true
		for i := 0; i < 4; i += 2 {
			a, b := e[i], e[i+1]
			ok = ok && isAccess(a.Kind) && isAccess(b.Kind) && a.Thread == b.Thread && a.I <= b.I && a.Thread > 0 && a.Loc != b.Loc
		}
		if ok && e[1].Loc == e[2].Loc && e[3].Loc == e[0].Loc && e[0].Thread != e[2].Thread {
			return []int32{e[0].Site, e[1].Site, e[2].Site, e[3].Site}
		}
	}
	return nil
}

// holdsOpen is the definition of section 4.3 for cycles of two threads, with the
// conflict order that is forced.
func holdsOpen(o graph.PartialOrder, events []trace.Event, l []int32) bool {
	at := func(site int32) (list []*trace.Event) {
		for i := range events {
			if e := &events[i]; e.Site == site && isAccess(e.Kind) {
				list = append(list, e)
			}
		}
		return list
	}
	for _, e1 := range at(l[0]) {
		for _, e2 := range at(l[1]) {
			for _, e3 := range at(l[2]) {
				for _, e4 := range at(l[3]) {
					if e1.Thread == e2.Thread && e1.I <= e2.I && e3.Thread == e4.Thread && e3.I <= e4.I && e1.Thread != e3.Thread &&
						graph.Conflict(o, e2, e3) && graph.Conflict(o, e4, e1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Under C11 a report does not depend on the number of workers, and a data race is
// reported once.
func TestC11WorkersChangeNothing(t *testing.T) {
	t.Parallel()
	p := programtest.Compile(t, "c11/mpmc-queue.c")
	var want string
	for workers := 1; workers <= 3; workers++ {
		r := check(t, p, Options{Workers: workers, Runs: 30, Trials: 8, Models: []*models.Model{c11.Model}})
		m := &r.Models[0]
		if len(m.Races) != 1 || len(m.Races[0].Error.First.Stack) == 0 {
			t.Fatalf("races: %v", m.Races)
		}
		got := fmt.Sprint(findings(m.Races), findings(m.Errors), m.Ended)
		for _, c := range m.Cycles {
			got += fmt.Sprint(" ", c.Trials, c.Confirmations, c.Buggy, c.Ended)
			if c.ConfirmedWitness != nil {
				got += c.ConfirmedWitness.Trace
			}
		}
		if workers == 1 {
			want = got
		} else if got != want {
			t.Errorf("%d workers: %s\nwant %s", workers, got, want)
		}
	}
}

// Every witness of a check under C11 replays.
func TestC11WitnessesReplay(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"seqlock", "mpmc-queue", "chase-lev-deque", "spsc-queue"} {
		p := programtest.Compile(t, "c11/"+name+".c")
		r := check(t, p, Options{Runs: 30, Models: []*models.Model{c11.Model}})
		list := witnesses(r)
		for i, f := range r.Models[0].Races {
			list[fmt.Sprintf("race-%d", i)] = f.Witness
		}
		if len(list) == 0 {
			t.Errorf("%s: no witness", name)
		}
		for id, wit := range list {
			if rec := events(t, p, wit); witness.Hash(rec) != wit.Trace {
				t.Errorf("%s, %s: the trace differs", name, id)
			}
		}
	}
}

// In the steady state a trial that finds nothing new costs no allocation.
func TestC11TrialAllocatesNothing(t *testing.T) {
	p := programtest.Compile(t, "c11/seqlock.c", "FIXED")
	o := Options{Models: []*models.Model{c11.Model}}
	_, pr, err := Predict(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.fill()
	w := newWorker(p, c11.Model, &o)
	cycles := pr.Cycles(c11.Model)
	run := 0
	trial := func() {
		c := cycles[run%len(cycles)]
		w.runner.Aim(c)
		if res, events := w.runner.Run(context.Background(), c, uint64(run)); res.Outcome == interp.Completed {
			w.runner.Holds(events)
		}
		run++
	}
	for range 500 {
		trial()
	}
	if n := testing.AllocsPerRun(100, trial); n > 0 {
		t.Errorf("%v allocations a trial", n)
	}
}

// TestEndlessRaces checks that a program of which no execution ends is tested for data
// races all the same, within few steps, and that what is said of it is not complete.
func TestEndlessRaces(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("serve.c", []byte(`#include <pthread.h>
int served;
void *serve(void *p) { for (;;) served++; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, serve, 0);
	for (;;)
		served++;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := check(t, p, Options{Models: []*models.Model{models.TSO, c11.Model}, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: 20_000}}})
	if len(r.Models) != 1 || len(r.Models[0].Races) == 0 || r.Incomplete != witness.NoneEnded {
		t.Fatalf("%d models, incomplete %q: want the races under c11 alone, and that nothing ended", len(r.Models), r.Incomplete)
	}
	for _, f := range r.Models[0].Races {
		if n := f.Witness.Options.MaxSteps; n > endlessSteps {
			t.Errorf("the witness of %v is of %d steps", f.Error, n)
		}
	}
}
