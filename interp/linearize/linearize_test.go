package linearize

import (
	"context"
	"os"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
)

// The structures of benchmarks/linearizable hold what their first comments say, under
// each model, and each broken one is found.
func TestStructures(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		file := "../../benchmarks/linearizable/" + name + ".c"
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, define := range []string{"GOOD", "BROKEN"} {
			p, err := cfront.Compile(file, src, cfront.Options{Defines: []string{define}})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range []*axiom.Model{axiom.SC, axiom.TSO, axiom.RC11} {
				s, err := Load(name)
				if err != nil {
					t.Fatal(err)
				}
				r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Check: s.Check(p), Reductions: explore.AllReductions()})
				if err != nil || s.Err() != nil {
					t.Fatal(name, err, s.Err())
				}
				found := len(r.Errors) > 0 && r.Errors[0].Error.Kind == interp.NotLinearizable
				if want := define == "BROKEN"; m == axiom.RC11 && found != want || !want && len(r.Errors) > 0 || !r.Complete {
					t.Errorf("%s, %s, %s: %+v", name, define, m.Name, r)
				}
				if found && !strings.Contains(r.Errors[0].Error.Message, "thread ") {
					t.Errorf("%s: no history in %q", name, r.Errors[0].Error.Message)
				}
			}
		}
	}
}

// Histories of a queue, with what comes before what.
func TestHistories(t *testing.T) {
	t.Parallel()
	s, err := Load("queue")
	if err != nil {
		t.Fatal(err)
	}
	op := func(thread int32, name string, argument, result int64) explore.Method {
		return explore.Method{Thread: thread, Name: name, Argument: argument, Result: result, Ended: true}
	}
	enq1, enq2 := op(0, "enqueue", 1, 0), op(0, "enqueue", 2, 0)
	for _, c := range []struct {
		name    string
		methods []explore.Method
		before  []uint64
		want    bool
	}{
		{"in order", []explore.Method{enq1, enq2, op(1, "dequeue", 0, 1)}, []uint64{0, 1, 0}, true},
		{"out of order", []explore.Method{enq1, enq2, op(1, "dequeue", 0, 2)}, []uint64{0, 1, 0}, false},
		{"at the same time", []explore.Method{enq1, op(2, "enqueue", 2, 0), op(1, "dequeue", 0, 2)}, []uint64{0, 0, 0}, true},
		{"empty before", []explore.Method{enq1, op(1, "dequeue", 0, -1)}, []uint64{0, 0}, true},
		{"empty after", []explore.Method{enq1, op(1, "dequeue", 0, -1)}, []uint64{0, 1}, false},
		{"twice", []explore.Method{enq1, op(1, "dequeue", 0, 1), op(2, "dequeue", 0, 1)}, []uint64{0, 0, 0}, false},
		{"from nowhere", []explore.Method{op(1, "dequeue", 0, 7)}, []uint64{0}, false},
	} {
		if got := s.holds(&history{c.methods, c.before}); got != c.want || s.Err() != nil {
			t.Errorf("%s: %v, %v", c.name, got, s.Err())
		}
	}
	if !s.holds(&history{[]explore.Method{op(0, "insert", 1, 0)}, []uint64{0}}) || s.Err() == nil {
		t.Error("an operation that the specification does not have is no error")
	}
}
