// Package synth finds the minimal litmus tests of a memory model: the programs with an
// execution that the model forbids, and that it allows after any weakening of any one
// event. It follows Lustig, Wright, Papakonstantinou and Giroux (ASPLOS 2017), as Adolfsson
// (Uppsala 2022, section 6) applies them to C11, with any number of RMWs.
//
// A weakening deletes an event, or gives it an order one step weaker; an RMW of a hardware
// model may also be split. Relations derived from sb, rf and mo are computed again without
// the event. But a read whose source is deleted does not become a read of the initial
// value, and keeps its place before later writes in the seq_cst axiom.
//
// A maximal test (section 8.2) is the opposite: its execution is allowed, and each order
// that is one step stronger forbids it. So a compiled test that cannot end so is stronger
// than necessary. Each event is needed: it has such an order, or without it one of the
// others no longer forbids the execution.
//
// Memory orders are not enumerated first. A shape (shapes) becomes programs, and these
// become executions, both without orders. The orders that forbid an execution are closed
// upwards, so the strongest ones must forbid it. The common part of the orders that forbid
// it must no longer do so when an event is deleted. The rest are the minimal elements of a
// set (search.go). Relations are bit matrices in one word each, hence the bound MaxEvents.
package synth

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"fencepost/trace/lists"
)

// Options configure Run.
type Options struct {
	Size         int  // number of events, 1 to MaxEvents
	MaxRMWs      int  // bound for each test
	AnyLocations bool // also tests of one location
	Maximal      bool // maximal tests instead of minimal ones
	Workers      int  // at least 1; the result does not depend on it
	// Progress is called now and then, by one goroutine at a time; may be nil.
	Progress func(done, total int)
}

// A Result holds the tests in ascending order of their canonical form.
type Result struct {
	Model *Model
	Options
	Tests    []*Test
	Complete bool // false: the context ended the search
}

// Run finds the minimal tests of exactly size o.Size.
func Run(ctx context.Context, m *Model, o Options) *Result {
	shapes := m.shapes(o.Size, o.MaxRMWs)
	r := &Result{Model: m, Options: o, Complete: true}
	var (
		mu     sync.Mutex
		next   atomic.Int64
		done   int
		known  = make(map[string]*Test)
		finish sync.WaitGroup
	)
	for range max(1, o.Workers) {
		finish.Go(func() {
			x := search{ctx: ctx, model: m, one: o.AnyLocations, maximal: o.Maximal}
			var found []*Test
			x.found = func(s *skeleton, o orders, broken axiomSet) {
				t := newTest(m, s, o, broken)
				t.Maximal = x.maximal
				found = append(found, t)
			}
			for i := next.Add(1) - 1; i < int64(len(shapes)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				found = found[:0]
				x.shape(&shapes[i])
				mu.Lock()
				for _, t := range found {
					if k := known[string(t.key)]; k != nil {
						k.add(t.Executions[0])
					} else {
						known[string(t.key)] = t
					}
				}
				if ctx.Err() == nil {
					done++
				}
				if o.Progress != nil {
					o.Progress(done, len(shapes))
				}
				mu.Unlock()
			}
		})
	}
	finish.Wait()
	r.Complete = done == len(shapes)
	for _, t := range known {
		slices.SortFunc(t.Executions, func(a, b Execution) int { return slices.Compare(a.code(), b.code()) })
		t.Family = t.family()
		r.Tests = append(r.Tests, t)
	}
	slices.SortFunc(r.Tests, func(a, b *Test) int {
		return cmp.Or(cmp.Compare(a.RMWs, b.RMWs), bytes.Compare(a.key, b.key))
	})
	r.name()
	return r
}

// add adds an execution to the test, unless it has it.
func (t *Test) add(x Execution) {
	c := x.code()
	if !slices.ContainsFunc(t.Executions, func(y Execution) bool { return slices.Equal(y.code(), c) }) {
		t.Executions = append(t.Executions, x)
	}
}

// WithRMW returns the number of tests with an RMW.
func (r *Result) WithRMW() int {
	return lists.Count(r.Tests, func(t *Test) bool { return t.RMWs > 0 })
}

// name numbers the tests within their families.
func (r *Result) name() {
	count := make(map[string]int)
	for _, t := range r.Tests {
		count[t.Family.Name]++
		t.Name = fmt.Sprintf("%s-%d-%03d", t.Family.Name, r.Size, count[t.Family.Name])
	}
}
