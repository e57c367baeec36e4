package phase2

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// smallPrograms are the bodies of two threads each, over x, y and z, such that all
// their executions can be tried.
var smallPrograms = map[string][2]string{
	"SB":         {"x = 1; a = y;", "y = 1; b = x;"},
	"MP":         {"x = 1; y = 1;", "a = y; b = x;"},
	"LB":         {"a = x; y = 1;", "b = y; x = 1;"},
	"2+2W":       {"x = 1; y = 2;", "y = 1; x = 2;"},
	"fenced":     {"x = 1; fence_sl(); a = y;", "y = 1; b = x;"},
	"update":     {"x = 1; atomic_fetch_add(&u, 1); a = y;", "y = 1; if (atomic_load(&u)) b = x;"},
	"wait":       {"x = 1; y = 1;", "while (!y) ; b = x;"},
	"waits":      {"x = 1; while (!y) ; a = z;", "y = 1; z = 1; b = x;"},
	"two waits":  {"x = 1; y = 1; z = 1;", "while (!y) ; while (!z) ; b = x;"},
	"one of":     {"x = 1; y = 1; z = 2;", "while (!y && !z) ; b = x;"},
	"wait out":   {"x = 1; y = 1; x = 0;", "b = y; while (x) ; a = x;"},
	"takes":      {"x = 1; atomic_store_explicit(&u, 1, memory_order_relaxed);", "int e = 1; while (!atomic_compare_exchange_weak(&u, &e, 2)) e = 1; b = x;"},
	"hand over":  {"x = 1; while (!y) ; z = 1;", "y = 1; while (!z) ; b = x;"},
	"iterations": {"x = 1; while (y != 2) ; z = 1;", "y = 1; y = 2; while (!z) ; b = x;"},
	"fails":      {"x = 1; if (!y) assert(!z);", "y = 1; z = 1; if (!x) assert(!a);"},
}

// retries are bodies of two threads each, with loops around several reads, or around a
// compare-exchange, that may go round without effect. In draws and parts it is not known
// where such an iteration may stand.
var retries = map[string][2]string{
	"in a retry": {"x = 1; for (AGAIN) { if (z) break; for (AGAIN) if (y) break; } a = 1;", "y = 1; z = 1; for (AGAIN) if (a) break; b = x;"},
	"draws":      {"x = 1; for (AGAIN) if (__VERIFIER_nondet_bool() ? y == 2 : z) break; a = 1;", "y = 1; z = 1; for (AGAIN) if (a) break; b = x;"},
	"parts":      {"x = 1; if (!S.b) return p; for (AGAIN) if (S.a && z) break; a = 1;", "__atomic_store(&S, &(struct s){1, 1}, __ATOMIC_RELAXED); z = 1; for (AGAIN) if (a) break; b = x;"},
	"seqlock":    {"x = 1; y = 1; z = 1; x = 2; a = b;", "for (AGAIN) { int s = x; if (s == 1) continue; int p = y, q = z; if (s == x) break; } b = 1; int r = a;"},
	"snapshot":   {"x = 1; y = 1; x = 2; b = z;", "for (AGAIN) { int p = x, q = y; if (p == x && q == y) break; } z = 1; int r = x;"},
	"increment":  {"y = 1; for (AGAIN) { int e = x; if (" + exchange + ") break; } a = z;", "z = 1; for (AGAIN) { int e = x; if (" + exchange + ") break; } b = y;"},
	"tail":       {"z = 1; y = 1; for (AGAIN) { int e = x; if (y != x) break; } b = a;", "a = 1; for (AGAIN) { int e = x; if (e != x || !y) continue; if (" + exchange + ") break; } int r = z;"},
}

// randomRetries is the body of a thread with such loops.
func randomRetries(r *rand.Rand) (body string) {
	v := func() string { return string("xyz"[r.IntN(3)]) }
	for range 3 + r.IntN(3) {
		n := 1 + r.IntN(2)
		body += []string{
			fmt.Sprintf("%s = %d; ", v(), n),
			fmt.Sprintf("%s = %d; ", v(), n),
			fmt.Sprintf("{ int p = %s; } ", v()),
			fmt.Sprintf("for (AGAIN) if (%s == %d) break; ", v(), n),
			fmt.Sprintf("for (AGAIN) { int p = %s, q = %s; if (p == q) break; } ", v(), v()),
			fmt.Sprintf("for (AGAIN) { int p = %s; if (p == %d) continue; int q = %s; if (q != %s) break; } ", v(), n, v(), v()),
			fmt.Sprintf("for (AGAIN) { if (%s == %d) break; for (AGAIN) if (%s) break; } ", v(), n, v()),
			"for (AGAIN) { int e = x; if (" + exchange + ") break; } ",
		}[r.IntN(8)]
	}
	return body
}

// exchange is a compare-and-swap that orders nothing else.
const exchange = "__atomic_compare_exchange_n(&x, &(int){e}, e + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)"

func smallProgram(t *testing.T, name string) *code.Program {
	t.Helper()
	return twoThreads(t, name, smallPrograms[name])
}

func twoThreads(t *testing.T, name string, bodies [2]string, defines ...string) *code.Program {
	t.Helper()
	text := fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <fencepost.h>
_Bool __VERIFIER_nondet_bool(void);
static int x, y, z, a, b;
static struct s { long a, b; } __attribute__((aligned(16))) S;
static atomic_int u;
static void *left(void *p) { %s return p; }
static void *right(void *p) { %s return p; }
int main(void)
{
	pthread_t l, r;
	pthread_create(&l, 0, left, 0);
	pthread_create(&r, 0, right, 0);
	pthread_join(l, 0);
	pthread_join(r, 0);
	return 0;
}
`, bodies[0], bodies[1])
	p, err := cfront.Compile(name, []byte(text), cfront.Options{Defines: defines})
	if err != nil {
		t.Fatal(name, err)
	}
	return p
}

// TestProve holds the reasons against all executions of the machine, one after
// the other: for predicted cycles, and for cycles of sites drawn from an execution.
func TestProve(t *testing.T) {
	t.Parallel()
	var counts [cycles.Undecided + 1]int
	for i, name := range slices.Sorted(maps.Keys(smallPrograms)) {
		if testsize.LeftOut(3, i) {
			continue
		}
		p := smallProgram(t, name)
		o := Options{Prove: 100_000, Machine: interp.Options{}}
		o.Predict.Coarse = true
		o.fill()
		_, pr, err := Predict(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		for _, m := range o.Models {
			traces, all := everyTrace(p, m, o.Machine)
			list := pr.Cycles(m)
			for range 60 {
				list = append(list, predict.Cycle{Sites: drawSites(r, traces[r.IntN(len(traces))])})
			}
			confs := make([]*Confirmation, len(list))
			for i, c := range list {
				confs[i] = &Confirmation{Cycle: c}
			}
			w := newWorker(p, m, &o)
			e, _ := w.prove(context.Background(), confs, o.Prove, nil)
			if !e.Complete && e.Limit != "an execution was found for each cycle" {
				t.Errorf("%s, %s: exploring ended early: %s", name, m.Name, e.Limit)
			}
			var matcher graph.Matcher
			for i, c := range list {
				matcher.Want(c.Sites...)
				happens := false
				for _, events := range traces {
					matcher.Load(events, nil)
					happens = happens || matcher.Match(c.Sites)
				}
				reason := confs[i].Reason
				counts[reason]++
				confirmed := reason == cycles.Run
				if confirmed != confs[i].Confirmed() || confirmed && !w.shows(confs[i].ConfirmedWitness, c) {
					t.Errorf("%s, %s: no run confirms cycle %v: %v", name, m.Name, c.Sites, reason)
				}
				if confirmed && !happens && all || reason == cycles.Impossible && happens ||
					!confirmed && reason != cycles.Impossible {
					var sites []string
					for _, s := range c.Sites {
						sites = append(sites, p.Sites[s].String())
					}
					t.Errorf("%s, %s: %v %v, but among %d executions that is %v", name, m.Name, sites, reason, len(traces), happens)
				}
			}
		}
	}
	part := 1
	if !testsize.Whole() {
		part = 4
	}
	if counts[cycles.Impossible] < 100/part || counts[cycles.Run] < 50/part {
		t.Errorf("so many cycles of each reason: %v: the test shows little", counts)
	}
}

// TestProveRetries holds the reasons against all executions in which each loop goes round
// at most twice before its last iteration, counted, so that exploring takes each time for
// another: a cycle has two accesses of a thread, and needs no more iterations without effect.
func TestProveRetries(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var counts [cycles.Undecided + 1]int
	programs := maps.Clone(retries)
	r := rand.New(rand.NewPCG(1, 3))
	for n := range testsize.Count(20, 1000) {
		programs[fmt.Sprint(n)] = [2]string{randomRetries(r), randomRetries(r)}
	}
	for i, name := range slices.Sorted(maps.Keys(programs)) {
		if testsize.LeftOut(3, i) {
			continue
		}
		p := twoThreads(t, name, programs[name], "AGAIN=;;")
		counted := twoThreads(t, name, programs[name], "AGAIN=int n = 0; ; assume(n++ < 2)")
		o := Options{Machine: interp.Options{}}
		o.fill()
		for _, m := range o.Models {
			executions, list := accessesOf(t, counted, p, m, o.Machine)
			confs := make([]*Confirmation, len(list))
			for i := range list {
				confs[i] = &Confirmation{Cycle: list[i]}
			}
			w := newWorker(p, m, &o)
			if e, _ := w.prove(ctx, confs, 1_000_000, nil); !e.Complete {
				t.Errorf("%s, %s: exploring ended early: %s", name, m.Name, e.Limit)
			}
			var matcher graph.Matcher
			for i, c := range list {
				matcher.Want(c.Sites...)
				happens := slices.ContainsFunc(executions, func(list []siteAccess) bool {
					matcher.Clear()
					for _, a := range list {
						if matcher.Wants(a.site) {
							matcher.Add(a.site, a.Access)
						}
					}
					return matcher.Match(c.Sites)
				})
				reason := confs[i].Reason
				counts[reason]++
				if happens && reason == cycles.Impossible || !happens && reason != cycles.Impossible && reason != cycles.PerhapsStutter && name != "draws" && name != "parts" {
					t.Errorf("%s %q, %s: %v %v, but that is %v", name, programs[name], m.Name, w.siteNames(c), reason, happens)
				}
			}
		}
	}
	part := 1
	if !testsize.Whole() {
		part = 4
	}
	if counts[cycles.Impossible] < 15_000/part || counts[cycles.Run] < 60/part || counts[cycles.PerhapsStutter] > counts[cycles.Run]/2 {
		t.Errorf("so many cycles of each reason: %v: the test shows little", counts)
	}
}

// A siteAccess is an access of an explored execution.
type siteAccess struct {
	site int32
	graph.Access
}

// accessesOf returns the accesses of all executions, by sites of another program at the same
// places, and as cycles all pairs of sites of thread 1 with all pairs of sites of thread 2.
func accessesOf(t *testing.T, p, named *code.Program, m *models.Model, o interp.Options) (executions [][]siteAccess, all []predict.Cycle) {
	t.Helper()
	var sites [3][]int32
	r, err := explore.Run(context.Background(), p, axiom.Of(m), explore.Options{Machine: o, Workers: 1, Every: func(x *explore.Execution, cut bool) {
		if cut {
			return
		}
		var list []siteAccess
		for _, a := range x.Accesses(nil) {
			if a.Thread == 0 {
				continue
			}
			writes := a.Kind == axiom.Write || a.Kind == axiom.ExclusiveRead
			a.Site = int32(slices.IndexFunc(named.Sites, func(s trace.Site) bool { return s.String() == p.Sites[a.Site].String() }))
			list = append(list, siteAccess{a.Site, graph.Access{Thread: a.Thread, I: a.Index, Loc: a.Loc, C: a.Commit, Writes: writes}})
			if !slices.Contains(sites[a.Thread], a.Site) {
				sites[a.Thread] = append(sites[a.Thread], a.Site)
			}
		}
		executions = append(executions, list)
	}})
	if err != nil || r.Bounded > 0 || slices.Contains(sites[1], -1) || slices.Contains(sites[2], -1) {
		t.Fatalf("%v, %+v", err, r)
	}
	for _, a := range sites[1] {
		for _, b := range sites[1] {
			for _, c := range sites[2] {
				for _, d := range sites[2] {
					all = append(all, predict.Cycle{Sites: []int32{a, b, c, d}})
				}
			}
		}
	}
	return executions, all
}

// TestProveCreated: a cycle that a trial creates is not said to be impossible.
func TestProveCreated(t *testing.T) {
	t.Parallel()
	for name, sections := range map[string]string{"dekker.c": "SECTIONS=2", "bakery.c": "SECTIONS=1"} {
		p := compile(t, name, sections)
		o := Options{Models: []*models.Model{models.TSO, models.PSLO}, Trials: 3, Executions: 5, Prove: 20_000}
		if name == "dekker.c" && !testsize.Whole() {
			o.Models = o.Models[:1] // the other takes nine tenths of the time
		}
		created, impossible := 0, 0
		for _, m := range check(t, p, o).Models {
			var list []predict.Cycle
			for i := range m.Cycles {
				list = append(list, m.Cycles[i].Cycle)
			}
			reasons, _ := cycles.Prove(context.Background(), p, m.Model, list, cycles.Proof{Executions: o.Prove, Machine: o.Machine})
			for i, r := range reasons {
				if m.Cycles[i].Confirmations > 0 {
					created++
				}
				if r != cycles.Impossible {
					continue
				}
				impossible++
				if m.Cycles[i].Confirmations > 0 {
					t.Errorf("%s, %s: cycle %d was created, but cannot happen", name, m.Model.Name, i)
				}
			}
		}
		t.Log(name, created, impossible)
		if created < 20 || name == "dekker.c" && impossible < 20 {
			t.Errorf("%s: %d created, %d impossible: the test shows little", name, created, impossible)
		}
	}
}

// everyTrace returns the events of every execution, but of those that the finder
// cannot tell apart only one. If they are too many to try, or may wait for as long
// as they like, all is false, and there are random ones as well.
func everyTrace(p *code.Program, m *models.Model, o interp.Options) (list [][]trace.Event, all bool) {
	o.MaxSteps = 60
	mc := interp.New(p, m, o)
	known := map[string]bool{}
	var rec trace.Recorder
	all = true
	run := func(s interp.Strategy, most int) (ended bool) {
		for n := 0; s.Begin(n); n++ {
			if n == most {
				return false
			}
			rec.Events = rec.Events[:0]
			if r := mc.Run(context.Background(), s, &rec); r.Outcome == interp.OutOfSteps {
				all = false
			}
			if key := conflicts(rec.Events); !known[key] {
				known[key] = true
				list = append(list, slices.Clone(rec.Events))
			}
		}
		return true
	}
	if all = run(&strategy.DFS{Reduced: true}, 3000) && all; !all {
		run(strategy.NewRandom(1), 1000)
	}
	return list, all
}

// conflicts names what the finder sees in an execution.
func conflicts(events []trace.Event) string {
	committed := map[int32]int32{}
	for i := range events {
		if e := &events[i]; e.Kind == trace.Commit {
			committed[e.RF] = e.C
		}
	}
	byThread := map[trace.ThreadID]string{}
	for i := range events {
		if e := &events[i]; isAccess(e.Kind) {
			c := e.C
			if c == trace.NoCommit && e.Kind == trace.Store {
				c = committed[e.ID]
			} else if c == trace.NoCommit {
				c = committed[e.RF]
			}
			byThread[e.Thread] += fmt.Sprintln(e.Site, e.Loc, c, e.Kind.Writes())
		}
	}
	return fmt.Sprint(byThread)
}

// shows reports whether the machine replays the witness to the byte, and finds the cycle in it.
func (w *worker) shows(wit *witness.Witness, c predict.Cycle) bool {
	var rec trace.Recorder
	if _, err := wit.Replay(context.Background(), w.prog, &rec); err != nil || witness.Hash(rec.Events) != wit.Trace {
		return false
	}
	var matcher graph.Matcher
	matcher.Want(c.Sites...)
	matcher.Load(rec.Events, nil)
	return matcher.Match(c.Sites)
}
