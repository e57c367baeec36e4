package main

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/candidates"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/litmus"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"

	"github.com/spf13/cobra"
)

func newLearn(a *app) *cobra.Command {
	var s settings
	names := make([]string, len(lessons))
	for i, l := range lessons {
		names[i] = l.name
	}
	cmd := &cobra.Command{
		Use:   "learn [NAME]",
		Short: "Learn from a litmus test what a memory model allows",
		Long: `Learn teaches memory models with the classic litmus tests: programs of a few
lines. Each lesson asks a question first; then it runs every execution of the
program under every model, lists the outcomes, shows step by step an execution
that surprises, and the fences that forbid it.

Without NAME it lists the lessons. On a terminal it waits for Enter before it
gives the answer.`,
		Example: example(
			"fencepost learn",
			"fencepost learn SB",
		),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("learn takes one NAME, not %d arguments", len(args))
			}
			return nil
		},
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listLessons(&s)
			}
			i := slices.IndexFunc(lessons, func(l lesson) bool { return strings.EqualFold(l.name, args[0]) })
			if i < 0 {
				return usagef("there is no lesson %s: there are %s", args[0], strings.Join(names, ", "))
			}
			return a.learn(&lessons[i], &s)
		},
	}
	s.outputFlags(cmd.Flags())
	return cmd
}

func (a *app) listLessons(s *settings) error {
	out := report.New("learn", report.OK)
	body := &report.Lessons{}
	for _, l := range lessons {
		t, err := openTest(l.name)
		if err != nil {
			return err
		}
		body.Lessons = append(body.Lessons, report.LessonTitle{Name: l.name, Title: t.title()})
	}
	out.Body = body
	return a.show(out, s, false)
}

// learn gives one lesson.
func (a *app) learn(l *lesson, s *settings) error {
	t, err := openTest(l.name)
	if err != nil {
		return err
	}
	out := &report.Taught{
		Name: l.name, Title: t.title(), Question: l.question, Summary: l.summary, Asked: l.asked,
		Observe: t.want.Observe, Threads: t.threads(), Models: models.Names(),
	}
	if !s.json {
		if err := report.WriteQuestion(a.stdout, report.FromLesson(out), a.style); err != nil {
			return err
		}
		if err := a.pause(); err != nil {
			return err
		}
	}
	if err := t.answer(a.ctx, l, out); err != nil {
		return err
	}
	return a.show(report.FromLesson(out), s, false)
}

// pause waits for a line if people are at both ends.
func (a *app) pause() error {
	if f, ok := a.stdout.(*bufio.Writer); ok {
		people := isTerminal(a.stderr) && inputIsTerminal(a.stdin)
		if people {
			fmt.Fprint(f, "\nWhat do you think? Press Enter for the answer. ")
		}
		if err := f.Flush(); err != nil {
			return err
		}
		if people {
			bufio.NewScanner(a.stdin).Scan()
		}
	}
	_, err := fmt.Fprintln(a.stdout)
	return err
}

// A litmusTest is one of the benchmarks' programs.
type litmusTest struct {
	name string
	src  string
	prog *code.Program
	want benchmarks.Expectation
}

func openTest(name string) (*litmusTest, error) {
	file := path.Join("litmus", name+".c")
	src, err := benchmarks.Files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t := &litmusTest{name: name, src: string(src)}
	if t.prog, err = cfront.Compile(name+".c", src, cfront.Options{}); err != nil {
		return nil, err
	}
	t.want, err = benchmarks.Parse(t.src)
	return t, err
}

// title returns what the first comment says of the test.
func (t *litmusTest) title() string {
	text, _, _ := strings.Cut(strings.TrimPrefix(t.src, "/* "+t.name+": "), "\n *\n")
	return strings.ReplaceAll(text, "\n * ", " ")
}

// threads returns the statements of each thread.
func (t *litmusTest) threads() []report.ThreadText {
	var list []report.ThreadText
	inside := false
	for line := range strings.Lines(t.src) {
		line = strings.TrimRight(line, "\n")
		switch text := strings.TrimSpace(line); {
		case strings.HasPrefix(line, "static void *"):
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "static void *"), "(")
			list = append(list, report.ThreadText{Name: name})
			inside = true
		case line == "}":
			inside = false
		case inside && text != "{" && text != "" && text != "(void)unused;" && text != "return NULL;":
			last := &list[len(list)-1]
			last.Lines = append(last.Lines, text)
		}
	}
	return list
}

// answer runs every execution under every model, and fills in what they show.
func (t *litmusTest) answer(ctx context.Context, l *lesson, out *report.Taught) error {
	rows := map[string]*report.TaughtOutcome{}
	row := func(values string) *report.TaughtOutcome {
		if rows[values] == nil {
			rows[values] = &report.TaughtOutcome{Values: values, Allowed: make([]bool, len(out.Models))}
		}
		return rows[values]
	}
	row(l.asked)
	for k, m := range models.All() {
		found, shown, err := t.outcomes(ctx, m, l.asked)
		if err != nil {
			return err
		}
		if want := t.want.Outcomes[m.Name]; !slices.Equal(found, want) {
			panic(fmt.Sprintf("%s under %s has the outcomes %v, not %v", t.name, m.Name, found, want))
		}
		for _, values := range found {
			row(values).Allowed[k] = true
		}
		if shown == nil {
			continue
		}
		if out.Shown == nil {
			out.Shown = shown
		}
		if err := t.repair(m, l.asked, out); err != nil {
			return err
		}
	}
	for _, values := range slices.Sorted(maps.Keys(rows)) {
		out.Outcomes = append(out.Outcomes, *rows[values])
	}
	return t.elsewhere(ctx, l.asked, out)
}

// elsewhere finds out which models of the language, and of machines of today, have
// the outcome that is asked for.
func (t *litmusTest) elsewhere(ctx context.Context, asked string, out *report.Taught) error {
	for _, name := range []string{"rc11", "c11orig", "imm", "armv8", "armv7", "power", "riscv"} {
		m, err := candidates.Lookup(name)
		if err != nil {
			return err
		}
		p, err := m.Lower(t.prog)
		if err != nil {
			return err
		}
		found := false
		if _, err := candidates.Run(ctx, p, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
			found = found || t.final(x) == asked
		}}); err != nil {
			return err
		}
		if found {
			out.Allowing = append(out.Allowing, name)
		} else {
			out.Forbidding = append(out.Forbidding, name)
		}
	}
	return nil
}

// outcomes runs the executions of the test under a model, one of each kind. It
// returns the outcomes, sorted, and the shortest execution with the one that is
// asked for; nil if none has it.
func (t *litmusTest) outcomes(ctx context.Context, m *models.Model, asked string) (list []string, shown *report.Finished, err error) {
	mc := interp.New(t.prog, m, interp.Options{})
	search := &strategy.DFS{Reduced: true}
	var rec trace.Recorder
	for n := 0; search.Begin(n); n++ {
		res := mc.Run(ctx, search, &rec)
		if res.Outcome == interp.Interrupted {
			return nil, nil, &failure{status: exitIncomplete, diagnostics: []report.Diagnostic{{Message: "interrupted"}}}
		}
		if res.Outcome != interp.Completed {
			continue
		}
		outcome := t.final(mc)
		if i, found := slices.BinarySearch(list, outcome); !found {
			list = slices.Insert(list, i, outcome)
		}
		if outcome == asked && (shown == nil || len(rec.Events) < len(shown.Events)) {
			result := *res
			shown = &report.Finished{
				Program: t.prog, Model: m, Mapping: models.C11, Execution: graph.New(slices.Clone(rec.Events), nil), Result: &result,
			}
		}
	}
	return list, shown, nil
}

// final returns the outcome of the execution that ended.
func (t *litmusTest) final(mc litmus.Reader) string {
	var values []string
	for _, name := range t.want.Observe {
		i := slices.IndexFunc(t.prog.Objects, func(o code.Object) bool { return o.Name == name })
		o := &t.prog.Objects[i]
		v, _ := mc.Final(o.Addr, uint8(o.Size))
		values = append(values, fmt.Sprint(int32(v)))
	}
	return strings.Join(values, ",")
}

// fenceCosts are what the fences in a test's name cost: NAME+sl, NAME+ss+ll.
var fenceCosts = map[string]int{"sl": 10, "ss": 2, "ll": 2}

// repair adds the cheapest variant of the test with fences that forbids an
// outcome under a model.
func (t *litmusTest) repair(m *models.Model, asked string, out *report.Taught) error {
	files, err := fs.Glob(benchmarks.Files, "litmus/"+t.name+"+*.c")
	if err != nil {
		return err
	}
	var best *litmusTest
	least := 0
	for _, file := range files {
		name := strings.TrimSuffix(path.Base(file), ".c")
		cost := 0
		for _, fence := range strings.Split(strings.TrimPrefix(name, t.name+"+"), "+") {
			if fenceCosts[fence] == 0 {
				cost = -1
				break
			}
			cost += fenceCosts[fence]
		}
		if cost < 0 || best != nil && cost >= least {
			continue
		}
		variant, err := openTest(name)
		if err != nil {
			return err
		}
		if !slices.Contains(variant.want.Outcomes[m.Name], asked) {
			best, least = variant, cost
		}
	}
	if best == nil {
		return nil
	}
	for i := range out.Repairs {
		if r := &out.Repairs[i]; r.Name == best.name {
			r.Models = append(r.Models, m.Name)
			return nil
		}
	}
	out.Repairs = append(out.Repairs, report.Repair{Models: []string{m.Name}, Name: best.name, Threads: best.threads()})
	return nil
}
