package candidates

import (
	"context"
	_ "embed"
	"slices"
	"strings"

	"fencepost/interp/hardware/litmus"
)

// A Difference is a litmus test on which C11 as first formalised and as repaired differ.
type Difference struct {
	Test      *litmus.Test
	Source    string
	Reason    string
	Allowed   []string // models that allow the condition
	Forbidden []string // models that forbid it
}

// Differences returns tests that distinguish c11orig from c11, with the verdicts of present
// hardware. The error is the error of ctx.
func Differences(ctx context.Context) ([]Difference, error) {
	var list []Difference
	for d := range slices.Chunk(strings.Split(strings.TrimSpace(differences), "\n\n"), 2) {
		out := Difference{Source: d[0] + "\n", Reason: d[1]}
		test, err := litmus.Parse("models", []byte(out.Source))
		if err != nil {
			return nil, err
		}
		out.Test = test
		for _, name := range []string{"c11", "c11orig", "armv8", "armv7", "power", "riscv"} {
			m, err := Lookup(name)
			if err != nil {
				return nil, err
			}
			p, err := m.Program(test)
			if err != nil {
				return nil, err
			}
			found, err := m.Allows(ctx, p, func(x *Execution) bool { return test.Satisfies(x) })
			switch {
			case err != nil:
				return nil, err
			case found:
				out.Allowed = append(out.Allowed, name)
			default:
				out.Forbidden = append(out.Forbidden, name)
			}
		}
		list = append(list, out)
	}
	return list, nil
}

// differences has the tests, each before its reason.
//
//go:embed differences.txt
var differences string
