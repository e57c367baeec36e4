package synth

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"
)

// Options say which tests are looked for.
type Options struct {
	Size         int  // number of events, 1 to MaxEvents
	MaxRMWs      int  // in a test
	AnyLocations bool // tests of one location, too
	Workers      int  // at least 1; the result does not depend on it
	// Progress is called now and then, by one goroutine at a time; nil: never.
	Progress func(done, total int)
}

// A Result holds the tests in ascending order of their canonical form.
type Result struct {
	Model *Model
	Options
	Tests    []*Test
	Complete bool // false: the context ended the search
}

// Run finds the minimal tests of exactly one size.
func Run(ctx context.Context, m *Model, o Options) *Result {
	shapes := m.shapes(o.Size, o.MaxRMWs)
	r := &Result{Model: m, Options: o, Complete: true}
	var (
		mu     sync.Mutex
		next   int
		done   int
		known  = make(map[string]*Test)
		finish sync.WaitGroup
	)
	take := func() *shape {
		mu.Lock()
		defer mu.Unlock()
		if next == len(shapes) || ctx.Err() != nil {
			return nil
		}
		next++
		return &shapes[next-1]
	}
	for range max(1, o.Workers) {
		finish.Go(func() {
			x := search{model: m, one: o.AnyLocations}
			var found []*Test
			x.found = func(s *skeleton, o orders, broken axiomSet) { found = append(found, newTest(m, s, o, broken)) }
			for sh := take(); sh != nil; sh = take() {
				found = found[:0]
				x.shape(sh)
				mu.Lock()
				for _, t := range found {
					if k := known[string(t.key)]; k != nil {
						k.add(t.Executions[0])
					} else {
						known[string(t.key)] = t
					}
				}
				done++
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
		r.Tests = append(r.Tests, t)
	}
	slices.SortFunc(r.Tests, func(a, b *Test) int {
		return cmp.Or(cmp.Compare(a.RMWs, b.RMWs), bytes.Compare(a.key, b.key))
	})
	return r
}

// add adds an execution to those of a test, once.
func (t *Test) add(x Execution) {
	c := x.code()
	if !slices.ContainsFunc(t.Executions, func(y Execution) bool { return slices.Equal(y.code(), c) }) {
		t.Executions = append(t.Executions, x)
	}
}

// WithRMW returns how many tests have an RMW.
func (r *Result) WithRMW() int {
	n := 0
	for _, t := range r.Tests {
		if t.RMWs > 0 {
			n++
		}
	}
	return n
}
