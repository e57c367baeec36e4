package report

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// under returns what an execution under a model of hardware is shown for.
func under(m *models.Model, sites ...int32) About {
	return About{Model: newModel(m), Mapping: models.C11, Sites: sites}
}

// sample returns the execution of the tests with the given sites of its cycle.
func sample(sites ...int32) *Execution {
	p := program()
	return NewExecution(NewSource(p), graph.New(storeBuffering(p), nil), under(models.TSO, sites...))
}

// The state after each step is that of the store-buffer machine.
func TestExplanation(t *testing.T) {
	s := sample(cycle.Sites...).Explain(0, true)
	var got strings.Builder
	for i := range s.Steps {
		step := &s.Steps[i]
		fmt.Fprintf(&got, "%d (%d) %s:%d %v", step.Event, step.Mark, step.Does, step.Line, s.Memory(i+1))
		for _, b := range step.Buffers[1:] {
			fmt.Fprintf(&got, " %v", b)
		}
		fmt.Fprintf(&got, "\n  %s\n", step.Sentence)
	}
	const want = `1 (1) write x = 1:4 [0 0] [{1 x = 1}] []
  thread 1's store x = 1 waits in its buffer: memory still holds 0
2 (2) read y = 0:5 [0 0] [{1 x = 1}] []
  thread 1 reads y = 0 from memory: nothing has replaced its initial content
3 (3) write y = 1:9 [0 0] [{1 x = 1}] [{3 y = 1}]
  thread 2's store y = 1 waits in its buffer: memory still holds 0
4 (4) read x = 0:10 [0 0] [{1 x = 1}] [{3 y = 1}]
  thread 2 reads x = 0 from memory: x = 1 still waits in thread 1's buffer
5 (3) commit y = 1:9 [0 1] [{1 x = 1}] []
  thread 2's store y = 1 leaves its buffer and reaches memory: from now on every thread can see it
6 (1) commit x = 1:4 [1 1] [] []
  thread 1's store x = 1 leaves its buffer and reaches memory: from now on every thread can see it
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	if len(s.Cycle) != 4 || s.Cycle[0].Event != 1 || !s.Cycle[0].Inside || s.Cycle[1].Inside {
		t.Errorf("cycle %+v", s.Cycle)
	}
}

// Of a long execution a stretch is told, and what happened before is in the
// initial content.
func TestExplanationWindow(t *testing.T) {
	s := sample().Explain(2, true)
	if len(s.Steps) != 2 || s.Events != 6 || s.Steps[0].Event != 1 {
		t.Errorf("with its cycle at the start: %d steps from event %d", len(s.Steps), s.Steps[0].Event)
	}
	p := program()
	events := storeBuffering(p)
	events[0].C, events[0].Kind = 1, trace.Store // reaches memory at once: no cycle
	events[3].Value, events[3].C, events[3].RF = 1, 1, 1
	s = NewExecution(NewSource(p), graph.New(events[:5], nil), under(models.TSO)).Explain(2, true)
	if len(s.Cycle) != 0 || s.Steps[0].Event != 4 || s.Cells[0].Value != "1" || len(s.Steps[0].Buffers[2]) != 1 {
		t.Errorf("%+v", s)
	}
}

// A load that may read what was replaced: under PSLO, until a load-load fence.
func TestOldValues(t *testing.T) {
	p := program()
	x := p.Objects[0].Addr
	event := func(id int32, th trace.ThreadID, k trace.Kind, value uint64, c, rf int32) trace.Event {
		return trace.Event{ID: id, Thread: th, I: id, Site: 0, Loc: 0, Kind: k, Addr: x, Size: 4, Value: value, C: c, RF: rf}
	}
	events := []trace.Event{
		event(1, 1, trace.Store, 1, trace.NoCommit, 0),
		event(2, 1, trace.Commit, 1, 1, 1),
		event(3, 2, trace.Load, 0, 0, 0),
		{ID: 4, Thread: 2, I: 2, Site: -1, Loc: -1, Kind: trace.Fence, Value: uint64(trace.LoadLoad)},
		event(5, 2, trace.Load, 1, 1, 1),
	}
	s := NewExecution(NewSource(p), graph.New(events, nil), under(models.PSLO)).Explain(0, true)
	for i, want := range []string{"[]", "[{2 0 [0 1]}]", "[{2 0 [0 1]}]", "[]", "[]"} {
		if got := fmt.Sprint(s.Steps[i].Old); got != want {
			t.Errorf("after step %d: %s, want %s", i+1, got, want)
		}
	}
	if want := "thread 2 reads x = 0, an old value: memory holds 1 by now, and nothing makes this load read it"; s.Steps[2].Sentence != want {
		t.Errorf("says %q", s.Steps[2].Sentence)
	}
}

// finished is the execution of the tests as one that was replayed.
func finished() *Finished {
	p := program()
	events := storeBuffering(p)
	return &Finished{Program: p, Model: models.TSO, Mapping: models.C11, Execution: graph.New(events, nil), Result: &interp.Result{Events: len(events)}}
}

func explained() *Result { return FromExplanation("explain", finished(), "w.json", OK) }

func TestWalk(t *testing.T) {
	for _, c := range []struct{ commands, want, never string }{
		{"", "0 of 6> \n", "step 1"},
		{"q\n\n", "0 of 6> \n", "step 1"},
		{"\n\nb\n", "2 of 6> \nstep 1, thread 1: write x = 1\n", "step 3"},
		{"4\n", "step 4, thread 2: read x = 0\n", "step 5"},
		{"7\n", "0 of 6> Enter or n: next step", "step"},
		{"-1\nwhat\n", "0 of 6> Enter or n: next step", "step 1"},
		{"m\nm\n", "step 2, thread 1: read y = 0\n", "step 3"},
		{"e\nn\n", "6 of 6> \nstep 6, ", "7 of"},
	} {
		var out bytes.Buffer
		if err := Walk(context.Background(), strings.NewReader(c.commands), &out, explained(), TextOptions{}); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if i := strings.Index(text, "before the first step"); !strings.Contains(text, c.want) || strings.Contains(text[i+len("before the first step"):], c.never+",") {
			t.Errorf("%q: got\n%s", c.commands, text)
		}
	}
}

func TestExplain(t *testing.T) {
	var out bytes.Buffer
	if err := WriteText(&out, explained(), TextOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"dir/sb.c, under tso (total store order)\n",
		"Each of these comes before the next",
		"    5  (3) thread 2's store y = 1 leaves its buffer",
		"fencepost explain --step w.json\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}

// In the C11 model nothing waits in a buffer: a read tells whose store it reads.
func TestExplanationC11(t *testing.T) {
	p := program()
	x := p.Objects[0].Addr
	event := func(id int32, th trace.ThreadID, k trace.Kind, value uint64, c, rf int32) trace.Event {
		return trace.Event{ID: id, Thread: th, I: id, Site: 0, Loc: 0, Kind: k, Addr: x, Size: 4, Value: value, C: c, RF: rf, Order: trace.Relaxed}
	}
	update := event(3, 2, trace.RMW, 2, 2, 1)
	update.Read = 1
	events := []trace.Event{event(1, 1, trace.Store, 1, 1, 0), event(2, 2, trace.Load, 0, 0, 0), update, event(4, 2, trace.Load, 2, 2, 3)}
	s := NewExecution(NewSource(p), graph.New(events, nil), under(c11.Model)).Explain(0, true)
	for i, want := range []string{
		"thread 1 stores x = 1 (relaxed)",
		"thread 2 reads x = 0 (relaxed), the initial value: another store was executed since, but nothing makes this thread see it",
		"thread 2 reads x = 1 (relaxed), which thread 1 stored in event 1, and stores 2 right after it, in one step that nothing can divide",
		"thread 2 reads x = 2 (relaxed), which it stored itself",
	} {
		if got := s.Steps[i].Sentence; got != want {
			t.Errorf("step %d says %q, want %q", i+1, got, want)
		}
	}
	if s.Shows != showsUnknown || s.Why() != "" || s.Buffered || s.Steps[0].Old != nil {
		t.Errorf("%+v", s)
	}
}
