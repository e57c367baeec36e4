package models

import (
	"testing"

	"fencepost/trace"
)

// perModel runs a benchmark of n events an operation under every model.
func perModel(b *testing.B, n int, run func(b *testing.B, m *Model)) {
	for _, m := range All() {
		b.Run(m.Name, func(b *testing.B) {
			b.ReportAllocs()
			run(b, m)
			b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// A load of m, a long history behind it.
func BenchmarkLoad(b *testing.B) {
	perModel(b, 1, func(b *testing.B, m *Model) {
		f := newFixture(m)
		for id := StoreID(1); id <= 100; id++ {
			f.store(id, 1, 0, 1)
			f.fence(1, trace.StoreLoad)
		}
		op := Op{Kind: trace.Load}
		var from []StoreID
		for b.Loop() {
			from = f.Readable(from[:0], &op)
			f.Load(&op, from[len(from)-1])
		}
	})
}

// A load of another location than those that are pending.
func BenchmarkLoadPastPending(b *testing.B) {
	perModel(b, 1, func(b *testing.B, m *Model) {
		f := newFixture(m)
		for id := StoreID(1); id <= 100; id++ {
			f.store(id, 1, 1, 1)
		}
		op := Op{Kind: trace.Load, Thread: 1}
		var from []StoreID
		for b.Loop() {
			from = f.Readable(from[:0], &op)
			f.Load(&op, from[len(from)-1])
		}
	})
}

// A store and its commit; another thread follows.
func BenchmarkStoreCommit(b *testing.B) {
	perModel(b, 1, func(b *testing.B, m *Model) {
		f := newFixture(m)
		op := Op{Kind: trace.Store, Thread: 1}
		reader := Op{Kind: trace.Load}
		var steps []Step
		for b.Loop() {
			op.ID++
			f.Store(&op, 1)
			if steps = f.Commits(steps[:0]); len(steps) > 0 {
				f.Commit(steps[0])
			}
			f.log.Commits = f.log.Commits[:0]
			if m.ReadChoice {
				f.Load(&reader, op.ID)
			}
		}
	})
}

// An RMW, nobody else being left.
func BenchmarkRMW(b *testing.B) {
	perModel(b, 1, func(b *testing.B, m *Model) {
		f := newFixture(m)
		f.Sync(&Op{Kind: trace.Exit}, 0)
		op := Op{Kind: trace.RMW, Thread: 1}
		var from []StoreID
		for b.Loop() {
			op.ID++
			f.Prepare(&op)
			from = f.Readable(from[:0], &op)
			f.Store(&op, f.Load(&op, from[0])+1)
		}
	})
}

func BenchmarkExecution(b *testing.B) {
	const ops = 1000
	perModel(b, ops, func(b *testing.B, m *Model) {
		w := newWorkload(m)
		for b.Loop() {
			w.execute(ops)
		}
	})
}
