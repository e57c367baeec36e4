package verdict_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/phase2"
	"fencepost/phase2/verdict"
	"fencepost/trace"
)

// answer runs a program with settings that are cheap, and end by count alone.
func answer(t *testing.T, p *code.Program) *verdict.Answer {
	t.Helper()
	a, err := verdict.Run(context.Background(), p, verdict.Options{
		Campaign: phase2.Options{Models: verdict.Models(p), Runs: 30, Trials: 5, Workers: 1},
		Explore:  5000, Mend: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestPrograms compares the answer on each of the small programs with what its header
// states: conclusion, causes, and what mends them. A program with the fix is right.
func TestPrograms(t *testing.T) {
	for _, prog := range programtest.All(t, "verdicts") {
		t.Run(prog.Name(), func(t *testing.T) {
			t.Parallel()
			p := prog.Compile(t)
			a := answer(t, p)
			if string(a.Conclusion) != prog.Want.Verdict || len(a.Causes) != prog.Want.Causes {
				t.Fatalf("%s, %d causes %+v; want %s, %d", a.Conclusion, len(a.Causes), a.Causes, prog.Want.Verdict, prog.Want.Causes)
			}
			for _, c := range a.Causes {
				if c.SC() != prog.Want.SCBug || len(c.Findings) == 0 || c.Explanation == "" || len(c.Accesses) == 0 {
					t.Errorf("cause %+v", c)
				}
				if got, want := fixWords(&c), strings.Join(prog.Want.Fix, " "); got != want {
					t.Errorf("fix %q (%s); want %q", got, c.Explanation, want)
				}
				if c.Fix != nil {
					recheck(t, p, c.Fix)
				}
			}
		})
	}
}

// fixWords returns a cause's fix as headers state it.
func fixWords(c *verdict.Cause) string {
	if c.Kind == verdict.Lock {
		words := strings.Fields(c.Explanation)
		return "lock " + strings.TrimSuffix(words[slices.Index(words, "of")+1], ":")
	}
	if c.Fix == nil {
		return ""
	}
	if len(c.Fix.Atomic) > 0 {
		return "atomic " + strings.Join(c.Fix.Atomic, " ")
	}
	var orders []trace.Order
	for _, o := range c.Fix.Orders {
		if !slices.Contains(orders, o.To) {
			orders = append(orders, o.To)
		}
	}
	slices.Sort(orders)
	slices.Reverse(orders)
	var words []string
	for _, o := range orders {
		words = append(words, o.String())
	}
	return strings.Join(words, " ")
}

// recheck answers on the program with a fix: what is compiled from the changed text.
func recheck(t *testing.T, p *code.Program, fix *verdict.Fix) {
	t.Helper()
	if fix.Diff == "" || !strings.Contains(fix.Diff, "\n+") || !fix.Proved {
		t.Errorf("diff %q, proved %v", fix.Diff, fix.Proved)
	}
	mended := patch(t, p, fix.Diff)
	if a := answer(t, mended); a.Conclusion != verdict.Proved {
		t.Errorf("with the fix: %s, %+v", a.Conclusion, a.Causes)
	}
}

// patch applies a unified diff of the program's only file, and compiles the result.
func patch(t *testing.T, p *code.Program, diff string) *code.Program {
	t.Helper()
	text := p.Files[0].Text
	var old, now []string
	flush := func() {
		if len(old) == 0 && len(now) == 0 {
			return
		}
		before := strings.Join(old, "\n")
		if strings.Count(text, before) != 1 {
			t.Fatalf("the hunk does not apply once:\n%s", before)
		}
		text = strings.Replace(text, before, strings.Join(now, "\n"), 1)
		old, now = nil, nil
	}
	for _, line := range strings.Split(diff, "\n")[2:] {
		switch {
		case strings.HasPrefix(line, "@@"), line == "":
			flush()
		case line[0] == '-':
			old = append(old, line[1:])
		case line[0] == '+':
			now = append(now, line[1:])
		case line[0] == ' ':
			old, now = append(old, line[1:]), append(now, line[1:])
		}
	}
	flush()
	mended, err := cfront.Compile(p.Name, []byte(text), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return mended
}
