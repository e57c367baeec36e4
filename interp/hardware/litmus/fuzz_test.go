package litmus_test

import (
	"context"
	"errors"
	"testing"

	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// FuzzParse: a source gives an error with a position, or a program that is
// sound and runs.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"FetchOps", "IfElse", "MP-CAS-weak+relaxed", "Spin-MP", "Peterson+fence", "NestedIf", "Init-nonzero"} {
		f.Add(load(f, "c11", name+".litmus").Program.Files[0].Text)
	}
	for _, name := range []string{"2+2W+mix01", "IRRWIW+xchgs"} {
		f.Add(load(f, "x86", name+".litmus").Program.Files[0].Text)
	}
	f.Fuzz(func(t *testing.T, src string) {
		test, err := litmus.Parse("a.litmus", []byte(src))
		if err != nil {
			var e *trace.Diagnostic
			if !errors.As(err, &e) || e.Line < 1 || e.Col < 1 {
				t.Fatalf("error without position: %v", err)
			}
			return
		}
		if err := test.Program.Verify(); err != nil {
			t.Fatal(err)
		}
		o := interp.Options{Semantics: interp.Semantics{WeakFail: true}}
		o.MaxSteps = 1000
		m := interp.New(test.Program, models.PSLO, o)
		s := strategy.NewRandom(1)
		s.Begin(0)
		outcomes := test.NewOutcomes()
		if r := m.Run(context.Background(), s, nil); r.Outcome == interp.Completed {
			outcomes.Add(m)
		}
		_, _ = outcomes.Verdict(), test.Condition.String()
	})
}
