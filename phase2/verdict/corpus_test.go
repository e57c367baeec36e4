package verdict_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus/litmustest"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/verdict"
)

const corpus = "../../interp/hardware/litmus/testdata/c11"

var (
	threadOf  = regexp.MustCompile(`(?ms)^P(\d+) \(([^)]*)\) \{\n(.*?)^\}`)
	register  = regexp.MustCompile(`(?m)^  int (r\d+)`)
	condition = regexp.MustCompile(`(?m)^exists \((.*)\)$`)
	equation  = regexp.MustCompile(`(?:(\d+):(r\d+)|\[?(\w+)\]?)=(-?\d+)`)
)

// cOf returns a litmus test in C as a program with an assertion that it does not end in a state. It
// reports false for a test with initial values or weak compare-exchanges, of which there are few.
func cOf(test, state string) (src string, ok bool) {
	if !strings.Contains(test, "\n{}\n") || strings.Contains(test, "weak") {
		return "", false
	}
	var globals []string
	var functions, starts, joins strings.Builder
	global := func(declaration string) {
		if !slices.Contains(globals, declaration) {
			globals = append(globals, declaration)
		}
	}
	for i, th := range threadOf.FindAllStringSubmatch(test, -1) {
		fmt.Fprintf(&functions, "static void *P%s(void *arg)\n{\n", th[1])
		for _, p := range strings.Split(th[2], ",") {
			kind, name, _ := strings.Cut(strings.TrimSpace(p), "* ")
			global(kind + " shared_" + name)
			fmt.Fprintf(&functions, "  %s *%s = &shared_%s;\n", kind, name, name)
		}
		functions.WriteString(th[3])
		for _, r := range register.FindAllStringSubmatch(th[3], -1) {
			global(fmt.Sprintf("int P%s_%s", th[1], r[1]))
			fmt.Fprintf(&functions, "  P%s_%s = %s;\n", th[1], r[1], r[1])
		}
		functions.WriteString("  return arg;\n}\n")
		fmt.Fprintf(&starts, "  pthread_t t%d;\n  pthread_create(&t%d, NULL, P%s, NULL);\n", i, i, th[1])
		fmt.Fprintf(&joins, "  pthread_join(t%d, NULL);\n", i)
	}
	state = equation.ReplaceAllStringFunc(state, func(e string) string {
		v := equation.FindStringSubmatch(e)
		if v[1] != "" {
			return fmt.Sprintf("P%s_%s == %s", v[1], v[2], v[4])
		}
		return fmt.Sprintf("shared_%s == %s", v[3], v[4])
	})
	state = strings.NewReplacer(`/\`, "&&", `\/`, "||", "; ", " && ", ";", "").Replace(state)
	return "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n" + strings.Join(globals, ";\n") + ";\n" + functions.String() +
		"int main(void)\n{\n" + starts.String() + joins.String() + "  assert(!(" + state + "));\n  return 0;\n}\n", true
}

// TestCorpus compares check and explore on the litmus tests in C with their known outcomes under
// RC11: of each outcome that it allows, both say that an assertion against it fails, and of a
// condition that it forbids, that it holds. Check has an execution that is made again from a
// witness file, whether the machine of C11 runs it or not.
func TestCorpus(t *testing.T) {
	t.Parallel()
	all := litmustest.Expectations(t, corpus, "rc11")
	var list []litmustest.Expectation
	for i, e := range testsize.Part(20, all) {
		if !testsize.LeftOut(3, i) {
			list = append(list, e)
		}
	}
	for _, e := range all {
		if slices.Contains(litmustest.BeyondC11, e.File) && !slices.ContainsFunc(list, func(o litmustest.Expectation) bool { return o.File == e.File }) {
			list = append(list, e)
		}
	}
	compared, explored := 0, map[string]bool{}
	for _, e := range list {
		text, err := os.ReadFile(filepath.Join(corpus, e.File))
		if err != nil {
			t.Fatal(err)
		}
		forbidden := condition.FindStringSubmatch(string(text))
		states := e.States
		if e.Verdict == "No" && forbidden != nil {
			states = append(slices.Clone(states), forbidden[1])
		}
		for i, state := range states {
			src, ok := cOf(string(text), state)
			if !ok {
				continue
			}
			p, err := cfront.Compile(e.File+".c", []byte(src), cfront.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			want := verdict.Buggy
			if i >= len(e.States) {
				want = verdict.Proved
			}
			if byExploring(t, p, want, src) {
				explored[e.File] = true
			}
			compared++
		}
	}
	t.Logf("%d programs", compared)
	if compared < 2*len(list) {
		t.Errorf("only %d programs of %d tests", compared, len(list))
	}
	for _, file := range litmustest.BeyondC11 {
		if !explored[file] {
			t.Errorf("%s has no outcome without a run of the machine", file)
		}
	}
}

// byExploring fails unless check and explore say of a program under C11 what is wanted. It reports
// whether the witness of check is an explored execution.
func byExploring(t *testing.T, p *code.Program, want verdict.Conclusion, src string) bool {
	t.Helper()
	ctx := context.Background()
	r, err := explore.Run(ctx, p, axiom.RC11, explore.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || len(r.Errors) > 0 != (want == verdict.Buggy) {
		t.Errorf("explore: complete %v, errors %v; want %s\n%s", r.Complete, r.Errors, want, src)
	}
	a, err := verdict.Run(ctx, p, verdict.Options{
		Campaign: phase2.Options{Models: []*models.Model{c11.Model}, Runs: 5, Trials: 1, Workers: 1}, Explore: exploredAtMost,
	})
	if err != nil {
		t.Fatal(err)
	}
	buffered := want == verdict.Proved && a.Buffering != nil && a.Buffering.Error != nil // what imm allows besides
	if a.Conclusion != want && !buffered || len(a.Unrun) > 0 {
		t.Errorf("check says %s, %v; want %s\n%s", a.Conclusion, a.NotExamined, want, src)
	}
	explored := false
	for i := range a.Report.Models {
		m := &a.Report.Models[i]
		for _, f := range slices.Concat(m.Errors, m.Races) {
			explored = explored || f.Witness.Explored
			if err := repeated(ctx, p, f.Witness); err != nil {
				t.Errorf("%v: the witness file: %v\n%s", f.Error, err, src)
			}
		}
	}
	return explored
}

// repeated makes the execution of a witness again from its file, if it is an explored one.
func repeated(ctx context.Context, p *code.Program, w *witness.Witness) error {
	if !w.Explored {
		_, err := search.Rerun(ctx, p, w)
		return err
	}
	var file bytes.Buffer
	if err := w.File(p, cfront.Options{}, 1).Write(&file); err != nil {
		return err
	}
	read, err := witness.Read(&file)
	if err != nil {
		return err
	}
	q, err := read.Compile(ctx)
	if err != nil {
		return err
	}
	_, x, res, err := search.RerunFile(ctx, q, read, nil)
	switch {
	case err != nil:
		return err
	case witness.Hash(x.Events) != w.Trace:
		return witness.ErrStrayed
	case res.Err == nil && len(res.Races) == 0:
		return fmt.Errorf("no error in %v", res)
	}
	return nil
}
