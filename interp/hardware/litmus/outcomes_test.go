package litmus_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"fencepost/interp/hardware/litmus"
	"fencepost/models"
)

// fixed is final memory by the name of the object.
type fixed struct {
	test   *litmus.Test
	values map[string]int64
}

func (f fixed) Final(addr uint64, size uint8) (uint64, bool) {
	for _, o := range f.test.Program.Objects {
		if o.Addr == addr {
			return uint64(f.values[o.Name]), false
		}
	}
	return 0, true
}

const twoThreads = "C SB+a\n{ }\nP0 (atomic_int* x) {\n int r0 = 0;\n}\nP1 (atomic_int* y) {\n int r1 = 0;\n}\n"

func TestPropositions(t *testing.T) {
	values := map[string]int64{"x": 1, "y": -2, "0:r0": 3, "1:r1": 0}
	for _, c := range []struct {
		prop, shown string
		holds       bool
	}{
		{"x=1", "[x]=1", true},
		{"([x]=2)", "[x]=2", false},
		{"y=-2", "[y]=-2", true},
		{"0:r0!=3", "0:r0!=3", false},
		{"not x=2", "not ([x]=2)", true},
		{"not (x=1 /\\ y=1)", "not ([x]=1 /\\ [y]=1)", true},
		{"x=1 /\\ y=1 \\/ 1:r1=0", "[x]=1 /\\ [y]=1 \\/ 1:r1=0", true},
		{"x=1 /\\ (y=1 \\/ 1:r1=0)", "[x]=1 /\\ ([y]=1 \\/ 1:r1=0)", true},
		{"x=1 \\/ y=1 /\\ 1:r1=1", "[x]=1 \\/ [y]=1 /\\ 1:r1=1", true},
		{"(* a *) true /\\ not false", "true /\\ not (false)", true},
	} {
		test := parse(t, "a.litmus", twoThreads+"exists "+c.prop)
		if got := test.Condition.String(); got != c.shown {
			t.Errorf("%s is shown as %s", c.prop, got)
		}
		if got := test.Satisfies(fixed{test, values}); got != c.holds {
			t.Errorf("%s: %v", c.prop, got)
		}
	}
}

func TestStateOrder(t *testing.T) {
	test := parse(t, "a.litmus", "X86_64 a\n{ }\nP0 | P1 ;\nmovl $1,(y) | movl $1,(x) ;\n"+
		"locations [y; x; 1:rsi; 1:rax; 0:r9; 0:rdx; 0:r10;]\nexists (1:rax=0)")
	want := "0:rdx=0; 0:r9=0; 0:r10=0; 1:rax=0; 1:rsi=0; [x]=0; [y]=0;"
	if got := test.State(fixed{test, nil}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		quantifier           string
		values               []int64 // of x, an execution each
		verdict, observation string
	}{
		{"exists", []int64{0, 1}, "Ok", "Sometimes"},
		{"exists", []int64{0, 0}, "No", "Never"},
		{"exists", []int64{1}, "Ok", "Always"},
		{"~exists", []int64{0, 1}, "No", "Sometimes"},
		{"~exists", []int64{0}, "Ok", "Never"},
		{"forall", []int64{0, 1}, "No", "Sometimes"},
		{"forall", []int64{1, 1}, "Ok", "Always"},
		{"exists", nil, "No", "Never"},
		{"filter x!=0 forall", []int64{0, 1}, "Ok", "Always"},
	} {
		test := parse(t, "a.litmus", twoThreads+c.quantifier+" (x=1)")
		o := test.NewOutcomes()
		for _, v := range c.values {
			one := test.NewOutcomes()
			one.Add(fixed{test, map[string]int64{"x": v}})
			o.Merge(one)
		}
		if string(o.Verdict()) != c.verdict || o.Observation() != c.observation {
			t.Errorf("%s %v: %s %s, want %s %s", c.quantifier, c.values, o.Verdict(), o.Observation(), c.verdict, c.observation)
		}
		o.Race = true
		if o.Verdict() != litmus.Undef {
			t.Errorf("%s with a race: %s", c.quantifier, o.Verdict())
		}
	}
}

func TestLog(t *testing.T) {
	test := parse(t, "a.litmus", twoThreads+"locations [x; 0:r0;]\n~exists (x=1 /\\ 1:r1=0)")
	o := test.NewOutcomes()
	for _, x := range []int64{10, 9, 1, 9} {
		o.Add(fixed{test, map[string]int64{"x": x}})
	}
	const want = `Test SB+a Forbidden
States 3
0:r0=0; 1:r1=0; [x]=1;
0:r0=0; 1:r1=0; [x]=9;
0:r0=0; 1:r1=0; [x]=10;
No
Witnesses
Positive: 1 Negative: 3
Condition ~exists ([x]=1 /\ 1:r1=0)
Observation SB+a Sometimes 1 3

`
	var b strings.Builder
	if err := o.WriteLog(&b); err != nil || b.String() != want {
		t.Errorf("%v, got\n%s", err, b.String())
	}
}

// Adding a state that was seen before allocates nothing.
func TestAddAllocates(t *testing.T) {
	test := load(t, "c11", "RelSeq+rmw+rmw.litmus")
	o := test.NewOutcomes()
	memory := fixed{test, map[string]int64{"y": 7}}
	if n := testing.AllocsPerRun(100, func() { o.Add(memory) }); n > 1 { // one is the interface
		t.Errorf("%v allocations", n)
	}
}

func Example() {
	test, err := litmus.Parse("SB.litmus", []byte(`X86_64 SB
{ }
 P0            | P1            ;
 movl $1,(x)   | movl $1,(y)   ;
 movl (y),%eax | movl (x),%eax ;
exists (0:rax=0 /\ 1:rax=0)`))
	if err != nil {
		fmt.Println(err)
		return
	}
	outcomes := enumerate(&testing.T{}, test, models.TSO)
	fmt.Println(outcomes.Verdict(), outcomes.Observation())
	for _, s := range outcomes.States() {
		fmt.Println(s.Text)
	}
	// Output:
	// Ok Sometimes
	// 0:rax=0; 1:rax=0;
	// 0:rax=0; 1:rax=1;
	// 0:rax=1; 1:rax=0;
	// 0:rax=1; 1:rax=1;
}

func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("testdata/c11/FetchOps.litmus")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := litmus.Parse("a.litmus", src); err != nil {
			b.Fatal(err)
		}
	}
}
