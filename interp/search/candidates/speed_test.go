package candidates_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
)

// A table writes an AArch64 test: rows of instructions, the same for each thread but
// for the locations in X1 and X2.
func table(threads int, registers func(thread int) string, rows []string, tail string) string {
	var b strings.Builder
	b.WriteString("AArch64 table\n{\n")
	for i := range threads {
		b.WriteString(registers(i) + "\n")
	}
	b.WriteString("}\n")
	for i := range threads {
		fmt.Fprintf(&b, "%s P%d ", strings.Repeat("|", min(i, 1)), i)
	}
	b.WriteString(";\n")
	for _, row := range rows {
		b.WriteString(row + strings.Repeat(" | "+row, threads-1) + " ;\n")
	}
	return b.String() + tail
}

// ring is store buffering in a ring of threads.
func ring(threads int) string {
	var all []string
	for i := range threads {
		all = append(all, fmt.Sprintf("%d:X3=0", i))
	}
	return table(threads, func(i int) string {
		return fmt.Sprintf("%d:X1=a%d; %d:X2=a%d;", i, i, i, (i+1)%threads)
	}, []string{"MOV W0,#1", "STR W0,[X1]", "LDR W3,[X2]"}, "exists ("+strings.Join(all, ` /\ `)+")\n")
}

// counter has threads that each add 1 by a load-exclusive and a store-exclusive.
func counter(threads int) string {
	return table(threads, func(i int) string { return fmt.Sprintf("%d:X1=x;", i) },
		[]string{"L: LDXR W0,[X1]", "ADD W0,W0,#1", "STXR W3,W0,[X1]", "CBNZ W3,L"},
		fmt.Sprintf("locations [0:X0;]\nexists ([x]=%d)\n", threads))
}

// spinlock has threads that each add 1 under a lock.
func spinlock(threads int) string {
	return table(threads, func(i int) string { return fmt.Sprintf("%d:X1=l; %d:X2=x;", i, i) },
		[]string{"MOV W5,#1", "L: LDAXR W0,[X1]", "CBNZ W0,L", "STXR W3,W5,[X1]", "CBNZ W3,L",
			"LDR W4,[X2]", "ADD W4,W4,#1", "STR W4,[X2]", "MOV W5,#0", "STLR W5,[X1]"},
		fmt.Sprintf("exists ([x]=%d)\n", threads))
}

// ticket has threads that each add 1 under a ticket lock.
func ticket(threads int) string {
	return table(threads, func(i int) string { return fmt.Sprintf("%d:X1=n; %d:X2=o; %d:X6=x;", i, i, i) },
		[]string{"L: LDXR W0,[X1]", "ADD W5,W0,#1", "STXR W3,W5,[X1]", "CBNZ W3,L",
			"W: LDAR W4,[X2]", "CMP W4,W0", "B.NE W",
			"LDR W7,[X6]", "ADD W7,W7,#1", "STR W7,[X6]", "STLR W5,[X2]"},
		fmt.Sprintf("exists ([x]=%d)\n", threads))
}

// A loop that does something is followed as often as is asked for, and the report
// says so.
func TestUnroll(t *testing.T) {
	test := parse(t, "loop", []byte("AArch64 loop\n{ 0:X1=x; }\n P0 ;\nL: LDR W0,[X1] ;\n ADD W0,W0,#1 ;\n STR W0,[X1] ;\n CMP W0,#5 ;\n B.NE L ;\nforall (x=5)\n"))
	for unroll, want := range map[int]string{8: "", 2: "a loop of P0 was followed for 2 iterations only"} {
		m := lookup(t, "armv8")
		out := test.NewOutcomes()
		r, err := candidates.Run(context.Background(), test.Machine, candidates.Options{Model: m, Unroll: unroll, Each: func(x *candidates.Execution) { out.Add(x) }})
		if err != nil {
			t.Fatal(err)
		}
		if r.Incomplete != want || want == "" && (out.Verdict() != litmus.Ok || len(out.States()) != 1) {
			t.Errorf("unroll %d: %q, %v", unroll, r.Incomplete, out.States())
		}
	}
}

// Tests on which a simulator that unrolls retries takes minutes or more.
func TestSpeed(t *testing.T) {
	m := lookup(t, "armv8")
	for _, c := range []struct {
		name, src  string
		executions int64
		always     bool
	}{
		{"ring of 6", ring(6), 64, false},
		{"counter of 4", counter(4), 24, true},
		{"spinlock of 2", spinlock(2), 2, true},
		{"spinlock of 3", spinlock(3), 6, true},
		{"ticket of 2", ticket(2), 2, true},
		{"ticket of 3", ticket(3), 6, true},
	} {
		test := parse(t, c.name, []byte(c.src))
		start := time.Now()
		out, r := run(t, test, m)
		t.Logf("%s: %s, %d candidates of %v paths", c.name, time.Since(start), r.Candidates, r.Paths)
		if r.Executions != c.executions || r.Incomplete != "" || c.always != (out.Observation() == "Always") {
			t.Errorf("%s: %d executions, %s, %s", c.name, r.Executions, out.Observation(), r.Incomplete)
		}
	}
}
