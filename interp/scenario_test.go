package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// A scenario is a C program whose first comment says how its executions end.
// Lines of a fixed form stand among the prose:
//
//	options: runs=500 weak-fail      how it is run: see option
//	all: completed                   an ending, under these models
//	pso pslo: use after free at @use, allocated at @new, freed at @gone, in writer
//
// The endings seen under a model must be exactly the ones that are listed. A
// line indented by more than one space continues the one before. @use is the
// position of the token that follows the comment "@use" in the source.
type scenario struct {
	program    *code.Program
	options    interp.Options
	runs       int
	exhaustive []string            // models that are searched exhaustively instead of at random
	endings    map[string][]string // by model, sorted
}

var (
	endingLine = regexp.MustCompile(`^((?:(?:all|sc|tso|pso|pslo) ?)+): *(.*)$`)
	marker     = regexp.MustCompile(`/\*@(\w+)\*/\s*`)
	mark       = regexp.MustCompile(`@\w+`)
)

func loadScenario(t testing.TB, path string) *scenario {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Compile(filepath.Base(path), src, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &scenario{program: p, runs: 200, endings: map[string][]string{}}
	s.options.MaxSteps = 20_000
	at := marks(t, string(src))
	for _, line := range header(t, string(src)) {
		if rest, ok := strings.CutPrefix(line, "options: "); ok {
			for o := range strings.FieldsSeq(rest) {
				s.option(t, o)
			}
		} else if m := endingLine.FindStringSubmatch(line); m != nil {
			end := mark.ReplaceAllStringFunc(m[2], func(name string) string {
				if at[name] == "" {
					t.Fatalf("%s: nothing is marked %s", path, name)
				}
				return at[name]
			})
			s.expect(m[1], end)
		}
	}
	if len(s.endings) == 0 {
		t.Fatalf("%s does not say how it ends", path)
	}
	return s
}

// header returns the lines of the first comment, continuations joined.
func header(t testing.TB, src string) (lines []string) {
	text, _, ok := strings.Cut(src, "*/")
	if !ok || !strings.HasPrefix(text, "/*") {
		t.Fatal("a scenario starts with a comment that says how it ends")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimLeft(strings.TrimRight(line, "\n"), " /"), "*")
		if strings.HasPrefix(line, "  ") && len(lines) > 0 {
			lines[len(lines)-1] += " " + strings.TrimSpace(line)
		} else {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// marks returns the positions that are marked in a source, as line:col.
func marks(t testing.TB, src string) map[string]string {
	at := map[string]string{}
	for _, m := range marker.FindAllStringSubmatchIndex(src, -1) {
		end := m[1]
		for {
			next := marker.FindStringIndex(src[end:])
			if next == nil || next[0] != 0 {
				break
			}
			end += next[1]
		}
		name := "@" + src[m[2]:m[3]]
		if at[name] != "" {
			t.Fatalf("%s marks two positions", name)
		}
		before := src[:end]
		at[name] = fmt.Sprintf("%d:%d", strings.Count(before, "\n")+1, end-strings.LastIndex(before, "\n"))
	}
	return at
}

func (s *scenario) option(t testing.TB, o string) {
	name, value, _ := strings.Cut(o, "=")
	n, err := strconv.Atoi(value)
	switch {
	case name == "runs" && err == nil:
		s.runs = n
	case name == "steps" && err == nil:
		s.options.MaxSteps = n
	case o == "exhaustive":
		s.exhaustive = models.Catalog(models.All()).Names()
	case name == "exhaustive":
		s.exhaustive = strings.Split(value, ",")
	case o == "malloc-fail":
		s.options.MallocFail = true
	case o == "weak-fail":
		s.options.WeakFail = true
	default:
		t.Fatalf("unknown option %s", o)
	}
}

func (s *scenario) expect(names, end string) {
	for _, m := range models.All() {
		if slices.Contains(strings.Fields(names), m.Name) || names == "all" {
			s.endings[m.Name] = append(s.endings[m.Name], end)
			slices.Sort(s.endings[m.Name])
		}
	}
}

// run performs the scenario's executions under m and calls f after each.
func (s *scenario) run(t *testing.T, m *models.Model, f func(*interp.Result)) {
	mc := interp.New(s.program, m, s.options)
	var st interp.Strategy = strategy.NewRandom(1)
	runs := s.runs
	if slices.Contains(s.exhaustive, m.Name) {
		st, runs = &strategy.DFS{}, 300_000
	}
	i := 0
	for ; i < runs && st.Begin(i); i++ {
		f(mc.Run(context.Background(), st, nil))
	}
	if i == 300_000 {
		t.Errorf("%s: the search does not end after %d executions", m.Name, i)
	}
}

// ending says in one line how an execution ended.
func ending(r *interp.Result) string {
	e := r.Err
	if e == nil {
		if r.Exit != 0 {
			return fmt.Sprintf("%s with status %d", r.Outcome, r.Exit)
		}
		return r.Outcome.String()
	}
	var b bytes.Buffer
	b.WriteString(string(e.Kind))
	if len(e.Waiting) > 0 {
		for i, w := range e.Waiting {
			fmt.Fprintf(&b, "%s thread %d at %s in %s for %s", []string{",", ":"}[truth(i == 0)], w.Thread, place(w.Pos), calls(w.Stack), w.For)
		}
		return b.String()
	}
	if e.Object != "" {
		b.WriteString(" of " + e.Object)
	}
	b.WriteString(" at " + place(e.Pos))
	for _, p := range []struct {
		what string
		at   trace.Pos
	}{{"allocated", e.Alloc}, {"freed", e.Freed}} {
		if p.at != (trace.Pos{}) {
			b.WriteString(", " + p.what + " at " + place(p.at))
		}
	}
	b.WriteString(", in " + calls(e.Stack))
	return b.String()
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// place is a position without the file, which is the scenario's unless said.
func place(p trace.Pos) string {
	s := fmt.Sprintf("%d:%d", p.Line, p.Col)
	if strings.HasSuffix(p.File, ".h") {
		s += " of " + p.File
	}
	return s
}

// calls lists the functions of a stack; of a very long one, some.
func calls(stack []interp.Frame) string {
	var names []string
	for i, f := range stack {
		if i == 3 && len(stack) > 10 {
			names = append(names, "...")
			break
		}
		names = append(names, f.Func)
	}
	return strings.Join(names, " < ")
}

// testScenarios runs every scenario of a directory under all models.
func testScenarios(t *testing.T, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios in %s: %v", dir, err)
	}
	for _, file := range testsize.Part(3, files) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			t.Parallel()
			s := loadScenario(t, file)
			for _, m := range models.All() {
				seen := map[string]int{}
				s.run(t, m, func(r *interp.Result) { seen[ending(r)]++ })
				got := slices.Sorted(maps.Keys(seen))
				if want := s.endings[m.Name]; !slices.Equal(got, want) {
					t.Errorf("%s: executions end in\n\t%s\nand should in\n\t%s", m.Name,
						strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
				}
			}
		})
	}
}

func TestErrors(t *testing.T) { testScenarios(t, "testdata/errors") }

func TestSync(t *testing.T) { testScenarios(t, "testdata/sync") }

func TestSpin(t *testing.T) { testScenarios(t, "testdata/spin") }
