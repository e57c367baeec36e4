package models_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// draining is PSO in which an RMW commits all pending stores of its thread. It is
// all that a new model needs: what it is as a machine, and what it keeps of
// program order.
var draining = &models.Model{
	Name:     "draining",
	Title:    "partial store order, RMWs drain",
	Source:   "this test",
	Buffered: true,
	New:      func(log *models.Log) models.Memory { return drainingMemory{models.PSO.New(log)} },
	PPO: models.NewPPO([]models.Class{models.SS, models.SL},
		models.Relaxation{Before: []models.Class{models.W, models.SS}, After: []models.Class{models.R, models.Join}},
		models.Relaxation{Before: []models.Class{models.W}, After: []models.Class{models.W}, Elsewhere: true}),
}

type drainingMemory struct{ models.Memory }

func (m drainingMemory) Prepare(op *models.Op) {
	m.Fence(&models.Op{Thread: op.Thread, Fence: trace.StoreLoad})
}

func (m drainingMemory) Forces(op *models.Op) bool { return !m.Drained(op.Thread) }

// TestNewModel takes a model that no other package knows through all of them.
func TestNewModel(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, writer, reader string
		pso, draining        bool   // an assertion may fail
		fences               string // that mend it under draining
	}{
		{"stores", "x = 1; y = 1;", "int r = y; assert(!r || x);", true, true, "ss"},
		{"an RMW between", "x = 1; __atomic_fetch_add(&z, 1, 0); y = 1;", "int r = y; assert(!r || x);", true, false, ""},
		{"a failed RMW between", "x = 1; int e = 1; __atomic_compare_exchange_n(&z, &e, 2, 0, 0, 0); y = 1;", "int r = y; assert(!r || x);", true, false, ""},
		{"a fence", "x = 1; fence_ss(); y = 1;", "int r = y; assert(!r || x);", false, false, ""},
		{"store and load", "x = 1; a = y;", "y = 1; b = x;", true, true, "sl sl"},
		{"store, RMW and load", "x = 1; __atomic_fetch_add(&z, 1, 0); a = y;", "y = 1; __atomic_fetch_add(&w, 1, 0); b = x;", true, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := twoThreads(t, tt.writer, tt.reader)
			for m, buggy := range map[*models.Model]bool{models.PSO: tt.pso, draining: tt.draining} {
				machine, axioms := enumerate(p, m), explored(t, p, m)
				if !slices.Equal(machine, axioms) {
					t.Errorf("%s: the machine ends in %v, the axioms allow %v", m.Name, machine, axioms)
				}
				if got := slices.Contains(machine, "assertion failed"); got != buggy {
					t.Errorf("%s: an assertion fails: %v, want %v", m.Name, got, buggy)
				}
			}
			o := phase2.Options{Models: []*models.Model{models.PSO, draining}, Runs: 30, Trials: 20, Workers: 1}
			r, err := phase2.Check(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			for i, buggy := range []bool{tt.pso, tt.draining} {
				if m := &r.Models[i]; (m.UnderModel > 0) != buggy || (m.Confirmed() > 0) != buggy || (len(m.Errors) > 0) != buggy {
					t.Errorf("%s: %d cycles kept, %d confirmed, %d errors", m.Model.Name, m.UnderModel, m.Confirmed(), len(m.Errors))
				}
			}
			found, err := fences.Infer(context.Background(), p, draining, fences.Options{Rounds: 1, Random: 100, Campaign: phase2.Options{Runs: 30, Workers: 1}})
			if err != nil {
				t.Fatal(err)
			}
			var kinds []string
			for _, f := range found.Placement.Add {
				kinds = append(kinds, f.Kind.String())
			}
			if got := strings.Join(kinds, " "); got != tt.fences {
				t.Errorf("fences %q, want %q", got, tt.fences)
			}
		})
	}
}

func twoThreads(t *testing.T, one, two string) *code.Program {
	t.Helper()
	src := `#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>
static volatile int x, y, z, w, a = 1, b = 1;
static void *first(void *p) { ` + one + ` return p; }
static void *second(void *p) { ` + two + ` return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, first, NULL);
	pthread_create(&u, NULL, second, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(a || b);
	return 0;
}
`
	p, err := cfront.Compile("t.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// enumerate returns how the executions of the machine end, all choices taken.
func enumerate(p *code.Program, m *models.Model) []string {
	mc := interp.New(p, m, interp.Options{})
	s := &strategy.DFS{Reduced: true}
	ends := map[string]bool{}
	for n := 0; s.Begin(n); n++ {
		if r := mc.Run(context.Background(), s, nil); r.Outcome != interp.Discarded {
			ends[ending(r.Err)] = true
		}
	}
	return slices.Sorted(maps.Keys(ends))
}

// explored returns how the executions end that the axioms allow.
func explored(t *testing.T, p *code.Program, m *models.Model) []string {
	t.Helper()
	r, err := explore.Run(context.Background(), p, axiom.Of(m), explore.Options{Workers: 1})
	if err != nil || !r.Complete {
		t.Fatalf("%v, complete: %v", err, r.Complete)
	}
	ends := map[string]bool{}
	if r.Executions > 0 {
		ends[ending(nil)] = true
	}
	for _, f := range r.Errors {
		ends[ending(f.Error)] = true
	}
	return slices.Sorted(maps.Keys(ends))
}

func ending(err *interp.Error) string {
	if err == nil {
		return "ends well"
	}
	return string(err.Kind)
}
