package benchmarks_test

import (
	"context"
	"io"
	"runtime"
	"testing"
	"time"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// BenchmarkPredict predicts from ten million events: of one execution of dekker
// that goes round and round, and of the msn harness run over and over. It tells
// the time of prediction as a share of the time that the runs took with their
// events kept in memory, and with them written to a trace file, and how much
// memory prediction holds.
func BenchmarkPredict(b *testing.B) {
	b.Run("one execution of dekker", func(b *testing.B) { benchmarkPredict(b, "dekker", "SECTIONS=1000000000") })
	b.Run("executions of msn", func(b *testing.B) { benchmarkPredict(b, "msn") })
}

func benchmarkPredict(b *testing.B, name string, defines ...string) {
	const size = 10_000_000
	p := programtest.Compile(b, "relaxer/"+name+".c", defines...)
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		pr := predict.New(predict.Options{})
		sink := &stopwatch{to: pr}
		runs := func(sink trace.Sink) time.Duration {
			m := interp.New(p, models.SC, interp.Options{Semantics: interp.Semantics{MaxSteps: size}})
			s := strategy.NewRandom(1)
			start := time.Now()
			for run, events := 0, 0; events < size; run++ {
				s.Begin(run)
				events += m.Run(context.Background(), s, sink).Events
			}
			return time.Since(start)
		}
		running := runs(sink)
		sink.flush()
		cycles := pr.Predicted()
		running -= sink.spent
		runtime.GC()
		runtime.ReadMemStats(&after)
		writing := runs(trace.NewWriter(io.Discard, trace.Header{Sites: p.Sites}))
		b.ReportMetric(float64(cycles), "cycles")
		b.ReportMetric(size/sink.spent.Seconds(), "events/s")
		b.ReportMetric(sink.spent.Seconds()/running.Seconds(), "of-running")
		b.ReportMetric(sink.spent.Seconds()/writing.Seconds(), "of-recording")
		b.ReportMetric(float64(after.HeapAlloc-min(before.HeapAlloc, after.HeapAlloc))/(1<<20), "MiB")
		runtime.KeepAlive(pr)
	}
}

// A stopwatch records events and hands them on in bulk, measuring how long the
// receiver takes.
type stopwatch struct {
	trace.Recorder
	to    *predict.Predictor
	spent time.Duration
}

func (w *stopwatch) Begin() {
	w.flush()
	start := time.Now()
	w.to.Begin()
	w.spent += time.Since(start)
}

func (w *stopwatch) Event(e *trace.Event) {
	if w.Recorder.Event(e); len(w.Events) == 4096 {
		w.flush()
	}
}

func (w *stopwatch) flush() {
	start := time.Now()
	for i := range w.Events {
		w.to.Event(&w.Events[i])
	}
	w.spent += time.Since(start)
	w.Events = w.Events[:0]
}
