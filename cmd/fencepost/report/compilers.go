package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"fencepost/interp/compilers"
	"fencepost/interp/search/candidates"
	"fencepost/trace/lists"
)

// Compilers is the result of testing compilers on minimal C11 tests.
type Compilers struct {
	Model     ModelName     `json:"model"` // model of C with which the assembly is compared
	Tests     int           `json:"tests"` // number of tests given to each compiler
	Compilers []CompilerRow `json:"compilers"`
	Missing   []string      `json:"missing"` // compilers that are not installed, with their packages
}

// A CompilerRow is the result of one compiler.
type CompilerRow struct {
	Compiler    string            `json:"compiler"`
	Machine     string            `json:"machine"`
	Model       string            `json:"model"` // of the machine
	Tests       int               `json:"tests"` // number of tests compared
	Failed      int               `json:"failed"`
	Allowed     int               `json:"allowed"`     // number of final states that C11 allows, in all tests
	Unreachable int               `json:"unreachable"` // number of these that the assembly cannot have
	Lost        []CompilerLoss    `json:"lost"`        // of maximal tests, by order
	Refused     []CompilerRefusal `json:"refused"`
	Library     []string          `json:"library"` // functions of the run-time library, replaced by their effects
	Seconds     float64           `json:"-"`       // time, including compilation; not in the JSON, which is the same each time
	Failures    []CompilerCase    `json:"failures"`
	Examples    []CompilerCase    `json:"examples"` // tests that are shown although they did not fail
}

// A CompilerLoss counts, for an order, the maximal tests in which it could be stronger, and
// those of them whose assembly cannot have the final state that C11 allows.
type CompilerLoss struct {
	Order string `json:"order"` // order of a load, store, rmw or fence
	Tests int    `json:"tests"`
	Lost  int    `json:"lost"`
}

// A CompilerRefusal is a reason why tests were not compared.
type CompilerRefusal struct {
	Reason string `json:"reason"`
	Tests  int    `json:"tests"`
}

// A CompilerCase is a test with a final state that C11 forbids.
type CompilerCase struct {
	Test     string   `json:"test"`
	State    string   `json:"state"`
	Source   string   `json:"source"`
	Assembly []string `json:"assembly"` // of each thread
	C11      string   `json:"c11"`      // why C11 forbids the state
	Hardware string   `json:"hardware"` // why the assembly can, or cannot, have the state

	picture *candidates.Picture
}

// FromCompilers returns the result of testing compilers.
func FromCompilers(rows []*compilers.Row, model string, tests int, missing []string, status Verdict) (*Result, error) {
	b := &Compilers{Model: ModelName(model), Tests: tests, Compilers: []CompilerRow{}, Missing: notNil(missing)}
	for _, r := range rows {
		row := CompilerRow{Compiler: r.Compiler.Name(), Machine: r.Compiler.Architecture(), Model: r.Compiler.Model(), Tests: r.Tests, Failed: len(r.Failures),
			Allowed: r.Allowed, Unreachable: r.Unreachable, Library: notNil(r.Calls), Seconds: r.Seconds,
			Failures: []CompilerCase{}, Examples: []CompilerCase{}}
		row.Lost = lists.Map(slices.Sorted(maps.Keys(r.Lost)), func(order string) CompilerLoss {
			return CompilerLoss{order, r.Lost[order].Tests, r.Lost[order].Lost}
		})
		row.Refused = lists.Map(slices.Sorted(maps.Keys(r.Refused)), func(why string) CompilerRefusal { return CompilerRefusal{why, r.Refused[why]} })
		for _, list := range []struct {
			to   *[]CompilerCase
			from []*compilers.Case
		}{{&row.Failures, r.Failures}, {&row.Examples, r.Examples}} {
			for _, c := range list.from {
				x, err := compilerCase(c, model, row.Model)
				if err != nil {
					return nil, err
				}
				*list.to = append(*list.to, x)
			}
		}
		b.Compilers = append(b.Compilers, row)
	}
	return WithBody("compilers", status, b), nil
}

func compilerCase(c *compilers.Case, model, machine string) (CompilerCase, error) {
	x := CompilerCase{Test: c.Test.Name, State: c.State, Source: strings.TrimSpace(c.Test.Source) + "\n", picture: c.Machine.Picture}
	x.Assembly = lists.Map(c.Assembly, func(lines []string) string { return strings.Join(lines, "\n") + "\n" })
	var c11, hardware strings.Builder
	if err := cmp.Or(c.C11.WriteText(&c11, c.State, model), c.Machine.WriteText(&hardware, c.State, machine)); err != nil {
		return x, err
	}
	x.C11, x.Hardware = c11.String(), hardware.String()
	return x, nil
}

// maxCases bounds the failures of a compiler that are printed in full as text.
const maxCases = 1

// compilers writes the table of compilers and the failures.
func (t *printer) compilers(b *Compilers) {
	if !t.Quiet {
		for _, r := range b.Compilers {
			t.failures(&r)
		}
		t.compilerTable(b)
		t.lossTable(b)
	}
	failed, bad, refused, compared := 0, 0, 0, 0
	for _, r := range b.Compilers {
		compared += r.Tests
		failed += r.Failed
		refused += r.refused()
		bad += min(r.Failed, 1)
	}
	t.printf("%s by %s: ", Count(b.Tests, "test"), Count(len(b.Compilers), "compiler"))
	if refused > 0 {
		t.printf("%d refused; ", refused)
	}
	switch {
	case t.result.Status == Incomplete:
		t.printf("cut short when %d of %s had been compared; no final state so far that %s forbids\n",
			compared, Count(b.Tests*len(b.Compilers), "comparison"), b.Model)
	case failed == 0:
		t.printf("no final state that %s forbids\n", b.Model)
	default:
		t.printf("%s of %s can end in a state that %s forbids\n", Count(failed, "test"), Count(bad, "compiler"), b.Model)
	}
}

// refused returns the number of tests that were not compared.
func (r *CompilerRow) refused() int {
	n := 0
	for _, x := range r.Refused {
		n += x.Tests
	}
	return n
}

// lossTable writes the losses in maximal tests, by order and compiler.
func (t *printer) lossTable(b *Compilers) {
	head, lost := []string{"could be stronger"}, map[string][]string{}
	for i, r := range b.Compilers {
		head = append(head, r.Compiler)
		for _, x := range r.Lost {
			for len(lost[x.Order]) < i {
				lost[x.Order] = append(lost[x.Order], "-")
			}
			lost[x.Order] = append(lost[x.Order], fmt.Sprintf("%d/%d", x.Lost, x.Tests))
		}
	}
	if len(lost) == 0 {
		return
	}
	rows := newTable(1, head...)
	for _, order := range slices.Sorted(maps.Keys(lost)) {
		for len(lost[order]) < len(b.Compilers) {
			lost[order] = append(lost[order], "-")
		}
		rows.add(append([]string{order}, lost[order]...)...)
	}
	t.printf("\nLost speed: maximal tests that cannot end as %s allows, and forbids with a stronger order\n\n", b.Model)
	t.table(rows)
	t.printf("\n")
}

// compilerTable writes the table, and notes about it.
func (t *printer) compilerTable(b *Compilers) {
	rows := newTable(2, "compiler", "model", "tests", "failed", "unreachable", "refused", "seconds")
	for _, r := range b.Compilers {
		rows.add(r.Compiler, r.Model, fmt.Sprint(r.Tests), fmt.Sprint(r.Failed), fmt.Sprintf("%d/%d", r.Unreachable, r.Allowed), fmt.Sprint(r.refused()), fmt.Sprintf("%.1f", r.Seconds))
	}
	t.table(rows)
	t.printf("\n")
	for _, r := range b.Compilers {
		for _, x := range r.Refused {
			t.printf("%s: %s: %s\n", r.Compiler, Count(x.Tests, "test"), x.Reason)
		}
		if len(r.Library) > 0 && t.All {
			t.printf("%s: taken as what the run-time library does: %s\n", r.Compiler, strings.Join(r.Library, ", "))
		} else if len(r.Library) > 0 {
			t.printf("%s: %s of the run-time library taken as what they do\n", r.Compiler, Count(len(r.Library), "function"))
		}
	}
	for _, m := range b.Missing {
		t.printf("%s\n", m)
	}
	if !strings.HasSuffix(t.String(), "\n\n") {
		t.printf("\n")
	}
}

// failures writes the failed tests: source, assembly, final state, and why C11 forbids it.
func (t *printer) failures(r *CompilerRow) {
	for i, c := range r.Failures {
		if i == maxCases && !t.All {
			rest := lists.Map(r.Failures[i:], func(c CompilerCase) string { return c.Test })
			t.printf("%s: %s more: %s\n\n", r.Compiler, Count(len(rest), "test"), strings.Join(rest, ", "))
			break
		}
		t.printf("%s: %s can end in %s, which C11 forbids\n\n", r.Compiler, c.Test, c.State)
		t.verbatim(indented(c.Source) + "\n" + beside(c.Assembly) + "\n")
		t.printf("%s\n%s\n", c.Hardware, c.C11)
	}
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// beside writes texts in columns.
func beside(texts []string) string {
	const width = 38
	var columns [][]string
	rows := 0
	for _, text := range texts {
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		columns = append(columns, lines)
		rows = max(rows, len(lines))
	}
	var b strings.Builder
	for i := range rows {
		row := ""
		for k, lines := range columns {
			cell := ""
			if i < len(lines) {
				cell = strings.ReplaceAll(strings.Replace(lines[i], "\t", "    ", 1), "\t", " ")
			}
			row += strings.Repeat(" ", max(0, k*width-len(row))) + cell + " "
		}
		b.WriteString("    " + strings.TrimRight(row, " ") + "\n")
	}
	return b.String()
}

// WriteJUnit prints the rows as a JUnit report: a test suite for each compiler, with a
// failed test case for each failed test, a skipped one for each reason why tests were not
// compared, and one that passed if there are no failures.
func (b *Compilers) WriteJUnit(w io.Writer, took time.Duration) error {
	out := junitSuites{Name: "fencepost compilers", Time: seconds(took)}
	for _, r := range b.Compilers {
		s := junitSuite{Name: r.Compiler}
		for _, f := range r.Failures {
			s.Cases = append(s.Cases, junitCase{Name: f.Test, Class: r.Compiler, Failure: &junitText{
				Message: "can end in " + f.State + ", which " + string(b.Model) + " forbids", Type: "forbidden state",
				Text: f.Source + "\n" + beside(f.Assembly) + "\n" + f.Hardware + "\n" + f.C11,
			}})
		}
		if r.Tests > r.Failed {
			s.Cases = append(s.Cases, junitCase{Name: "no state that " + string(b.Model) + " forbids in the other tests", Class: r.Compiler})
		}
		for _, x := range r.Refused {
			s.Cases = append(s.Cases, junitCase{Name: x.Reason, Class: r.Compiler, Skipped: &junitSkip{Count(x.Tests, "test") + " refused"}})
		}
		out.add(s, 0)
	}
	return out.write(w)
}

// WritePage writes a page: the table, and for each test shown its source, its assembly, the
// final state, and why.
func (b *Compilers) WritePage(w io.Writer) error {
	t := &printer{}
	t.compilerTable(b)
	var sections []candidates.Section
	for _, r := range b.Compilers {
		for _, c := range slices.Concat(r.Failures, r.Examples) {
			verb := "cannot end in"
			if slices.ContainsFunc(r.Failures, func(f CompilerCase) bool { return f.Test == c.Test }) {
				verb = "can end, though C11 forbids it, in"
			}
			sections = append(sections, candidates.Section{
				Heading: fmt.Sprintf("%s: %s %s %s", r.Compiler, c.Test, verb, c.State),
				Columns: append([]string{c.Source}, c.Assembly...), Text: c.C11 + "\n" + c.Hardware, Picture: c.picture,
			})
		}
	}
	return writeSections(w, "Compilers under test", t.String(), sections)
}
