package models_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/phase2/verdict"
	"fencepost/trace"
)

// oneEntry is TSO with store buffers of one entry: a store that finds the buffer full has
// the older store committed first. PPO cannot express that, so the model is inexact.
var oneEntry = &models.Model{
	Name:     "one-entry",
	Title:    "total store order, buffers of one entry",
	Source:   "this test",
	Buffered: true,
	New:      func(log *models.Log) models.Memory { return &oneEntryMemory{Memory: models.TSO.New(log)} },
	PPO:      models.TSO.PPO,
	Inexact:  true,
}

type oneEntryMemory struct {
	models.Memory
	steps []models.Step
}

func (m *oneEntryMemory) Forces(op *models.Op) bool { return !m.Drained(op.Thread) }

func (m *oneEntryMemory) Store(op *models.Op, value uint64) {
	full := !m.Drained(op.Thread) // never of an RMW, which is prepared
	m.Memory.Store(op, value)
	if !full {
		return
	}
	m.steps = m.Commits(m.steps[:0])
	m.Commit(m.steps[slices.IndexFunc(m.steps, func(s models.Step) bool { return s.Thread == op.Thread })])
	op.Ready = true
}

// TestBoundedModel takes a model that is stronger than its PPO through all packages:
// those that need an exact PPO refuse it by name, the others are right.
func TestBoundedModel(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, c := range []struct {
		name          string
		one, two      string
		tso, oneEntry bool // an assertion may fail
	}{
		{"a store each", "x = 1; a = y;", "y = 1; b = x;", true, true},
		{"the older of two stores", "x = 1; z = 1; a = y;", "y = 1; w = 1; b = x;", true, false},
		{"the newer of two stores", "z = 1; x = 1; a = y;", "w = 1; y = 1; b = x;", true, true},
		{"a fence", "x = 1; fence_sl(); a = y;", "y = 1; fence_sl(); b = x;", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := twoThreads(t, c.one, c.two)
			for m, buggy := range map[*models.Model]bool{models.TSO: c.tso, oneEntry: c.oneEntry} {
				if got := slices.Contains(enumerate(p, m), "assertion failed"); got != buggy {
					t.Errorf("%s: an assertion fails: %v, want %v", m.Name, got, buggy)
				}
				tested, err := campaign.Run(ctx, p, m, campaign.Options{
					Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 500, Workers: 1, UntilBug: true,
				})
				if err != nil || (len(tested.Findings) > 0) != buggy {
					t.Errorf("%s: tests find %d, %v", m.Name, len(tested.Findings), err)
				}
				for _, f := range tested.Findings {
					var rec trace.Recorder
					if _, err := f.Witness.Replay(ctx, p, &rec); err != nil {
						t.Errorf("%s: %v", m.Name, err)
					}
				}
			}
			r, err := phase2.Check(ctx, p, phase2.Options{Models: []*models.Model{models.TSO, oneEntry}, Runs: 30, Trials: 50, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			for i, buggy := range []bool{c.tso, c.oneEntry} {
				if m := &r.Models[i]; (m.Confirmed() > 0) != buggy || (len(m.Errors) > 0) != buggy {
					t.Errorf("%s: %d cycles confirmed, %d errors", m.Model.Name, m.Confirmed(), len(m.Errors))
				}
			}
			a, err := verdict.Run(ctx, p, verdict.Options{Campaign: phase2.Options{Models: []*models.Model{oneEntry}, Workers: 1}, Explore: verdict.DefaultExplore, Mend: true})
			want := verdict.Tested
			if c.oneEntry {
				want = verdict.Buggy
			}
			if err != nil || a.Conclusion != want {
				t.Errorf("check says %v, %v, want %v", a.Conclusion, err, want)
			}
		})
	}
}

// TestBoundedModelIsRefused checks that what needs an exact PPO names the model.
func TestBoundedModelIsRefused(t *testing.T) {
	t.Parallel()
	ctx, p := context.Background(), twoThreads(t, "x = 1; a = y;", "y = 1; b = x;")
	var inexact *axiom.InexactError
	if _, err := explore.Run(ctx, p, axiom.Of(oneEntry), explore.Options{}); !errors.As(err, &inexact) || inexact.Model != oneEntry.Name {
		t.Errorf("explore: %v", err)
	}
	if _, err := explore.NewSearch(p, axiom.Of(oneEntry), explore.Options{}).Estimate(ctx, 10, 1, 0); !errors.As(err, &inexact) {
		t.Errorf("estimate: %v", err)
	}
	if _, err := fences.Infer(ctx, p, oneEntry, fences.Options{}); err == nil || !strings.Contains(err.Error(), oneEntry.Name) {
		t.Errorf("fences: %v", err)
	}
}

// An action is an operation of a thread of a random program.
type action struct {
	kind  byte // R load, W store, X exchange, F store-load fence, S store-store, L load-load
	loc   int
	value uint8
}

// source writes the programs of two threads, which print what they read. They keep it to
// their end, as to store it would fill their buffers.
func source(threads [2][]action) string {
	body := func(k int) string {
		var b strings.Builder
		b.WriteString("int own[4] = {0}; ")
		for i, a := range threads[k] {
			loc := "xyz"[a.loc : a.loc+1]
			switch a.kind {
			case 'R':
				fmt.Fprintf(&b, "own[%d] = %s; ", i, loc)
			case 'W':
				fmt.Fprintf(&b, "%s = %d; ", loc, a.value)
			case 'X':
				fmt.Fprintf(&b, "own[%d] = __atomic_exchange_n(&%s, %d, 0); ", i, loc, a.value)
			case 'F':
				b.WriteString("fence_sl(); ")
			case 'S':
				b.WriteString("fence_ss(); ")
			case 'L':
				b.WriteString("fence_ll(); ")
			}
		}
		fmt.Fprintf(&b, "r[%d] = own[0] * 1000 + own[1] * 100 + own[2] * 10 + own[3];", k)
		return b.String()
	}
	return `#include <fencepost.h>
#include <pthread.h>
#include <stdio.h>
static volatile int x, y, z;
static int r[2];
static void *first(void *p) { ` + body(0) + ` return p; }
static void *second(void *p) { ` + body(1) + ` return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	printf("%04d%04d", r[0], r[1]);
	return 0;
}
`
}

// machineOutcomes returns what the executions of the machine print, all choices taken.
func machineOutcomes(t *testing.T, p *code.Program, m *models.Model) []string {
	var out bytes.Buffer
	mc := interp.New(p, m, interp.Options{Output: &out})
	s := &strategy.DFS{Reduced: true}
	found := map[string]bool{}
	for n := 0; s.Begin(n); n++ {
		out.Reset()
		switch r := mc.Run(context.Background(), s, nil); r.Outcome {
		case interp.Completed:
			found[out.String()] = true
		case interp.Discarded:
		default:
			t.Fatalf("%v: %v", r.Outcome, r.Err)
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// A bufferState is a state of two threads with store buffers of at most room entries, written
// down without the packages under test.
type bufferState struct {
	at      [2]int
	memory  [3]uint8
	pending [2][2]struct{ loc, value uint8 }
	waiting [2]int
	read    [2][4]uint8
}

func (s *bufferState) commit(k int) {
	s.memory[s.pending[k][0].loc] = s.pending[k][0].value
	s.pending[k][0], s.pending[k][1] = s.pending[k][1], struct{ loc, value uint8 }{}
	s.waiting[k]--
}

// boundedOutcomes adds what the program can print from a state on.
func boundedOutcomes(threads [2][]action, room int, s bufferState, seen map[bufferState]bool, found map[string]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	ended := true
	for k := range threads {
		if s.waiting[k] > 0 {
			ended = false
			next := s
			next.commit(k)
			boundedOutcomes(threads, room, next, seen, found)
		}
		if s.at[k] == len(threads[k]) {
			continue
		}
		ended = false
		next, a := s, threads[k][s.at[k]]
		next.at[k]++
		switch a.kind {
		case 'R':
			v := s.memory[a.loc]
			for i := range s.waiting[k] {
				if e := s.pending[k][i]; int(e.loc) == a.loc {
					v = e.value
				}
			}
			next.read[k][s.at[k]] = v
		case 'W':
			if next.waiting[k] == room {
				next.commit(k)
			}
			next.pending[k][next.waiting[k]] = struct{ loc, value uint8 }{uint8(a.loc), a.value}
			next.waiting[k]++
		default:
			for next.waiting[k] > 0 {
				next.commit(k)
			}
			if a.kind == 'X' {
				next.read[k][s.at[k]] = next.memory[a.loc]
				next.memory[a.loc] = a.value
			}
		}
		boundedOutcomes(threads, room, next, seen, found)
	}
	if ended {
		var b strings.Builder
		for _, thread := range s.read {
			for _, v := range thread {
				fmt.Fprint(&b, v)
			}
		}
		found[b.String()] = true
	}
}

// randomActions are two threads of up to three actions of some kinds, and a load each.
func randomActions(r *rand.Rand, kinds string) (threads [2][]action) {
	for k := range threads {
		for range 1 + r.IntN(3) {
			threads[k] = append(threads[k], action{kinds[r.IntN(len(kinds))], r.IntN(3), uint8(1 + r.IntN(2))})
		}
		threads[k] = append(threads[k], action{kind: 'R', loc: r.IntN(3)})
	}
	return threads
}

// Random programs print the same under the bounded machine and in an enumeration that knows
// nothing of it.
func TestBoundedModelAgrees(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 0))
	count, differ := 60, 0
	if testsize.Long() {
		count = 1500
	}
	for range count {
		threads := randomActions(r, "RWWWWXF")
		text := source(threads)
		p, err := cfront.Compile("t.c", []byte(text), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var want [2][]string
		for i := range want {
			found := map[string]bool{}
			boundedOutcomes(threads, i+1, bufferState{}, map[bufferState]bool{}, found)
			want[i] = slices.Sorted(maps.Keys(found))
		}
		if got := machineOutcomes(t, p, oneEntry); !slices.Equal(got, want[0]) {
			t.Fatalf("the machine prints %v, want %v\n%s", got, want[0], text)
		}
		if !slices.Equal(want[0], want[1]) {
			differ++
		}
	}
	if differ == 0 {
		t.Error("no program needs a second entry")
	}
}
