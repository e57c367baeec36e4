package jetstream

import (
	"container/heap"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of deploy/README.md")

// What the simulation is fed with, in seconds: as measured with one worker and a server
// on one machine, under load from others; see deploy/README.md.
const (
	perExecution = 2.1e-6 // of test, of a program of two threads
	perClass     = 2.6e-6 // of explore
	perTest      = 20e-3  // of a folder of litmus tests
	perMessage   = 0.2e-3 // of the server, for one request
	perResult    = 1e-3   // of the submitter
	perUnit      = 1.5e-3 // of a worker, beside the work
	roundTrip    = 1e-3   // of a network between machines: assumed
)

// A work is a job to be simulated.
type work struct {
	name    string
	units   int // to begin with
	seconds float64
	skew    float64 // of the pieces of a rest, each is so much of the one before; 1: they are alike
}

// An end is when a worker has done a unit.
type end struct {
	at   float64
	rest []float64
	free bool // the worker only becomes free
}

type ends []end

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i].at < e[j].at }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(x any)        { *e = append(*e, x.(end)) }
func (e *ends) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	*e = (*e)[:last]
	return x
}

// simulate returns how long a job takes with so many workers, how many units it has, and
// for which share of the time the server and the submitter are busy. The server and the
// submitter do one thing after the other; a worker asks for a unit and for the job's
// state, stores the result, queues what is left, and acknowledges.
func simulate(w work, workers int) (seconds float64, units int, server, submitter float64) {
	var events ends
	serverFree, submitterFree, serverBusy, submitterBusy := 0.0, 0.0, 0.0, 0.0
	serve := func(at float64, messages int) float64 {
		serverFree = max(serverFree, at) + float64(messages)*perMessage
		serverBusy += float64(messages) * perMessage
		return serverFree + roundTrip
	}
	var ready []float64
	for range w.units {
		ready = append(ready, w.seconds/float64(w.units))
	}
	now := serve(0, w.units)
	free := workers
	start := func() {
		for free > 0 && len(ready) > 0 {
			left := ready[0]
			ready = ready[1:]
			free--
			units++
			does := left
			var rest []float64
			slice := DefaultSlice.Seconds()
			if len(ready) > plenty {
				slice *= patient
			}
			if left > slice {
				does = slice
				rest = divide(left-does, does, w.skew)
			}
			heap.Push(&events, end{at: serve(now, 2) + does + perUnit, rest: rest})
		}
	}
	for start(); len(events) > 0; start() {
		e := heap.Pop(&events).(end)
		if now = e.at; e.free {
			free++
			continue
		}
		stored := serve(now, 2+len(e.rest))
		ready = append(ready, e.rest...)
		submitterFree = max(submitterFree, serve(now, 1)) + perResult
		submitterBusy += perResult
		heap.Push(&events, end{at: stored, free: true})
	}
	seconds = max(now, submitterFree)
	return seconds, units, serverBusy / seconds, submitterBusy / seconds
}

// divide divides what is left of a unit as workers do: into pieces of about what was done,
// or sixteen larger ones; those of a search have sizes that differ.
func divide(left, done, skew float64) (pieces []float64) {
	n := min(16, int(math.Ceil(left/done)))
	sum, size := 0.0, 1.0
	for range n {
		pieces = append(pieces, size)
		sum += size
		size *= skew
	}
	for i := range pieces {
		pieces[i] *= left / sum
	}
	return pieces
}

// The table of deploy/README.md is what the simulation gives.
func TestSimulation(t *testing.T) {
	var b strings.Builder
	b.WriteString("| job | workers | seconds | units | of ideal | server busy | submitter busy |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, w := range []work{
		{"test, 10^9 executions", units, 1e9 * perExecution, 1},
		{"test, 10^10 executions", units, 1e10 * perExecution, 1},
		{"explore, 10^9 classes", units, 1e9 * perClass, 0.6},
		{"explore, 10^10 classes", units, 1e10 * perClass, 0.6},
		{"explore, 10^4 litmus tests", 10_000, 1e4 * perTest, 1},
	} {
		before := math.Inf(1)
		for _, workers := range []int{1, 2, 30, 100, 300, 1000} {
			seconds, units, server, submitter := simulate(w, workers)
			ideal := w.seconds / float64(workers)
			if seconds < ideal || workers == 1 && seconds > 1.3*ideal || seconds > 1.05*before {
				t.Errorf("%s, %d workers: %f s, ideal are %f", w.name, workers, seconds, ideal)
			}
			before = seconds
			fmt.Fprintf(&b, "| %s | %d | %.1f | %d | %.0f%% | %.0f%% | %.0f%% |\n", w.name, workers, seconds, units, 100*ideal/seconds, 100*server, 100*submitter)
		}
	}
	const path, from, to = "../../../../deploy/README.md", "<!-- simulation -->\n", "<!-- end -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), from)
	old, tail, ok := strings.Cut(rest, to)
	if *update {
		if err := os.WriteFile(path, []byte(head+from+b.String()+to+tail), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !ok || old != b.String() {
		t.Errorf("deploy/README.md does not have\n%s", b.String())
	}
}
