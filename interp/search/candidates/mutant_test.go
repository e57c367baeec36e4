package candidates_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/interp"
	"fencepost/trace"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

var mutantTime = flag.Duration("for", 0, "how long mutants are compared; 0: a few of them")

var litmusToken = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|\d+|[^\sA-Za-z0-9_]`)

// mutate returns a test with a token left out, written twice, or replaced by another.
func mutate(r *rand.Rand, text string) string {
	tokens := litmusToken.FindAllStringIndex(text, -1)
	x, y := tokens[r.IntN(len(tokens))], tokens[r.IntN(len(tokens))]
	here, other := text[x[0]:x[1]], text[y[0]:y[1]]
	switch r.IntN(4) {
	case 0:
		other = ""
	case 1:
		other = here + " " + here
	case 2:
		if numbers := []string{"0", "1", "2", "-1", "4294967296", "x"}; here[0] >= '0' && here[0] <= '9' {
			other = numbers[r.IntN(len(numbers))]
		}
	}
	return text[:x[0]] + other + text[x[1]:]
}

// TestMutants: a changed test is refused with a place, or the explorer and the
// candidates have the same final states; of x86 so have both decoders.
func TestMutants(t *testing.T) {
	for _, name := range []string{"aarch64", "arm", "c11", "ppc", "riscv", "x86"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tests := corpus(t, name)
			end := time.Now().Add(*mutantTime)
			compared := 0
			for seed := uint64(0); seed < 60 || time.Now().Before(end); seed++ {
				r := rand.New(rand.NewPCG(seed, 5))
				text := tests[r.IntN(len(tests))].test.Program.Files[0].Text
				for range 1 + r.IntN(2) {
					text = mutate(r, text)
				}
				if compareMutant(t, text, r) {
					compared++
				}
			}
			t.Logf("%d mutants are accepted and have the same states", compared)
			if compared == 0 {
				t.Error("no mutant was compared")
			}
		})
	}
}

// compareMutant reports whether the test was accepted.
func compareMutant(t *testing.T, text string, r *rand.Rand) bool {
	test, err := litmus.Parse("m.litmus", []byte(text))
	if err != nil {
		var e *trace.Diagnostic
		if !errors.As(err, &e) || e.Line < 1 {
			t.Errorf("no place: %v\n%s", err, text)
		}
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	states := func(m *candidates.Model) ([]string, bool) {
		p, err := m.Program(test)
		if err != nil {
			return nil, false
		}
		out := test.NewOutcomes()
		report, err := candidates.Run(ctx, p, candidates.Options{Model: m, Each: func(x *candidates.Execution) { out.Add(x) }})
		return texts(out), err == nil && report.Incomplete == ""
	}
	if !test.Arch.Runs() {
		_, ok := states(lookup(t, candidates.Default(test.Arch)))
		return ok
	}
	all := axiom.All()
	m := all[r.IntN(len(all))]
	got, ok := states(lookup(t, m.Name))
	if !ok {
		return false
	}
	want := test.NewOutcomes()
	report, err := explore.Run(ctx, test.Program, m, explore.Options{
		Machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}}, Workers: 1, Each: func(x *explore.Execution) { want.Add(x) },
	})
	if err != nil || !report.Complete {
		return false
	}
	if b := texts(want); !slices.Equal(got, b) {
		t.Errorf("under %s: candidates\n\t%s\nexplorer\n\t%s\n%s", m.Name, strings.Join(got, "\n\t"), strings.Join(b, "\n\t"), text)
	}
	if test.Machine == nil || m.Name != "sc" && m.Name != "tso" { // the others are no models of x86
		return true
	}
	out := test.NewOutcomes()
	if r, err := candidates.Run(ctx, test.Machine, candidates.Options{Model: lookup(t, m.Name), Each: func(x *candidates.Execution) { out.Add(x) }}); err == nil && r.Incomplete == "" {
		if b := texts(out); !slices.Equal(got, b) {
			t.Errorf("under %s: decoded as C\n\t%s\nas x86\n\t%s\n%s", m.Name, strings.Join(got, "\n\t"), strings.Join(b, "\n\t"), text)
		}
	}
	return true
}
