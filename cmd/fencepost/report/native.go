package report

import (
	"fmt"

	"fencepost/interp/compilers/native"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Native is the result of running litmus tests on a processor.
type Native struct {
	Model ModelName    `json:"model"` // the model for comparison
	Tests []NativeTest `json:"tests"`
}

// A NativeTest is a litmus test that a processor ran.
type NativeTest struct {
	Test      string        `json:"test"`
	Times     int           `json:"times"`
	Forbidden int           `json:"forbidden"` // number of runs that ended in a state that the model forbids
	States    []NativeState `json:"states"`    // states that were seen or that the model allows
}

// A NativeState is a final state of a litmus test.
type NativeState struct {
	State   string  `json:"state"`
	Seen    int     `json:"seen"`
	Share   float64 `json:"share"` // of all runs
	Allowed bool    `json:"allowed"`
}

// FromNative returns the result of a command that ran tests on a processor, under the name of the model
// for comparison.
func FromNative(command, model string, list []*native.Comparison, status Verdict, diagnostics ...trace.Diagnostic) *Result {
	out := New(command, status, diagnostics...)
	out.Body = &Native{ModelName(model), lists.Map(list, newNativeTest)}
	return out
}

func newNativeTest(c *native.Comparison) NativeTest {
	return NativeTest{c.Test, c.Times, c.Forbidden, lists.Map(c.States, func(s native.State) NativeState {
		return NativeState{State: s.Text, Seen: s.Seen, Share: float64(s.Seen) / float64(c.Times), Allowed: s.Allowed}
	})}
}

// native lists the states of each test.
func (t *printer) native(b *Native) {
	never, forbidden := 0, 0
	rows := newTable(2, "test", "state", "seen", "share", string(b.Model))
	for _, x := range b.Tests {
		name := x.Test
		forbidden += x.Forbidden
		for _, s := range x.States {
			allowed := "allowed"
			switch {
			case !s.Allowed:
				allowed = "forbidden"
			case s.Seen == 0:
				never++
			}
			rows.add(name, s.State, fmt.Sprint(s.Seen), shareText(s.Seen, x.Times, 3), allowed)
			name = ""
		}
	}
	if !t.Quiet {
		t.table(rows)
		t.printf("\n")
	}
	t.printf("%s run natively: %s never seen of those that %s allows; ", Count(len(b.Tests), "test"), Count(never, "state"), b.Model)
	if forbidden == 0 {
		t.printf("none seen that it forbids\n")
	} else {
		t.printf("%s in a state that it forbids\n", Count(forbidden, "run"))
	}
}
