package linearize

import (
	"os"
	"testing"
)

// Histories of a queue, with what comes before what.
func TestHistories(t *testing.T) {
	t.Parallel()
	s, err := Load("queue", os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	op := func(thread int32, name string, argument, result int64) method {
		return method{thread: thread, name: name, argument: argument, result: result, ended: true}
	}
	pending := func(m method) method { m.ended = false; return m }
	enq1, enq2 := op(0, "enqueue", 1, 0), op(0, "enqueue", 2, 0)
	for _, c := range []struct {
		name    string
		methods []method
		before  []uint64
		want    bool
	}{
		{"in order", []method{enq1, enq2, op(1, "dequeue", 0, 1)}, []uint64{0, 1, 0}, true},
		{"out of order", []method{enq1, enq2, op(1, "dequeue", 0, 2)}, []uint64{0, 1, 0}, false},
		{"at the same time", []method{enq1, op(2, "enqueue", 2, 0), op(1, "dequeue", 0, 2)}, []uint64{0, 0, 0}, true},
		{"empty before", []method{enq1, op(1, "dequeue", 0, -1)}, []uint64{0, 0}, true},
		{"empty after", []method{enq1, op(1, "dequeue", 0, -1)}, []uint64{0, 1}, false},
		{"twice", []method{enq1, op(1, "dequeue", 0, 1), op(2, "dequeue", 0, 1)}, []uint64{0, 0, 0}, false},
		{"not ended, taken", []method{pending(enq1), op(1, "dequeue", 0, 1)}, []uint64{0, 0}, true},
		{"not ended, not taken", []method{pending(enq1), op(1, "dequeue", 0, -1)}, []uint64{0, 0}, true},
		{"not ended, begun later", []method{pending(enq1), op(1, "dequeue", 0, 1)}, []uint64{2, 0}, false},
		{"from nowhere", []method{op(1, "dequeue", 0, 7)}, []uint64{0}, false},
	} {
		if got := s.holds(&history{c.methods, c.before}); got != c.want || s.Err() != nil {
			t.Errorf("%s: %v, %v", c.name, got, s.Err())
		}
	}
	if !s.holds(&history{[]method{op(0, "insert", 1, 0)}, []uint64{0}}) || s.Err() == nil {
		t.Error("an operation that the specification does not have is no error")
	}
}
