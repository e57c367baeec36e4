// Package compilers tests compilers: it compiles minimal C11 tests by them, explores the
// assembly under the memory model of its machine, and compares the final states with those
// that C11 allows. It follows Adolfsson (Uppsala 2022, section 7), and Geeson and Smith (CGO
// 2024) in reading the assembly as it is, instead of running it.
//
// A final state of the assembly that C11 forbids is a failure: a wrong mapping, or a
// wrong optimisation. What C11 allows and the assembly cannot do is what a mapping
// gives away; it is counted.
//
// Differences from the thesis: a test may have any number of RMWs; each test comes in
// several forms (synth.Form); and what is compared is the whole set of final states, so
// that also the executions that no test was made for count. The final values are
// those of C11 as it was first formalised (c11orig), with load buffering, unless
// another model is asked for.
package compilers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/isa/asm"
	"fencepost/interp/search/candidates"
)

// Options say how tests are run.
type Options struct {
	Model   *candidates.Model // of C
	Workers int               // at least 1; no result but Row.Seconds depends on it
	// Progress is called now and then, by one goroutine at a time; nil: never.
	Progress func(done, total int)
	// Examples are names of families: the first test of each is shown whole.
	Examples []string
	Reduce   bool // the first failure of each compiler is made smaller
}

// A Row is what one compiler did with all tests.
type Row struct {
	Compiler    *Compiler
	Tests       int // that were compared
	Failures    []*Case
	Examples    []*Case
	Unreachable int             // final states that C11 allows and the assembly cannot have
	Allowed     int             // final states that C11 allows
	Lost        map[string]Loss // of maximal tests, by an order that could be stronger
	Refused     map[string]int  // tests that were not compared, by reason
	Calls       []string        // of the run-time library, which were replaced by what it does
	Seconds     float64         // of work, compiling included
}

// A Loss says of an order how many maximal tests could have a stronger one, and how many of these
// the assembly loses: it cannot end as the test was made for, so it does as much as if an order of
// the test were stronger.
type Loss struct{ Tests, Lost int }

// A Case is a test that is shown: its source, its assembly, a final state, and why.
type Case struct {
	Test     *Test
	Assembly [][]string // of each thread
	State    string
	Failed   bool // the assembly may end so; C11 forbids it
	// C11 tells of the source, Machine of the assembly, why it does, or does not, end so.
	C11, Machine *candidates.Why
}

// chunk is how many tests are compiled as one file.
const chunk = 40

// Run tests compilers. The error is that of ctx, or of a compiler that fails. If ctx
// ends, the rows tell of the tests that were compared until then.
func Run(ctx context.Context, list []*Compiler, tests []*Test, o Options) ([]*Row, error) {
	chunks := chunksOf(tests)
	r := &run{ctx: ctx, o: &o, total: len(list) * len(chunks)}
	parts := make([][]*Row, len(list))
	for i := range parts {
		parts[i] = make([]*Row, len(chunks))
	}
	examples := exampleTests(tests, o.Examples)
	jobs := r.jobs(len(list), len(chunks))
	r.each(len(jobs), func(i int) {
		row, part := jobs[i].row, jobs[i].chunk
		start := time.Now()
		out, err := r.compare(list[row], chunks[part], examples)
		if err != nil {
			r.fail(err)
			return
		}
		out.Seconds = time.Since(start).Seconds()
		parts[row][part] = out
	})
	rows := make([]*Row, len(list))
	for i, c := range list {
		rows[i] = newRow(c)
		for _, p := range parts[i] {
			if p != nil {
				rows[i].add(p)
			}
		}
		if o.Reduce && ctx.Err() == nil && r.err == nil {
			r.reduce(rows[i])
		}
	}
	if ctx.Err() != nil {
		return rows, ctx.Err()
	}
	return rows, r.err
}

// A job is one compiler, and tests that are compiled as one file.
type job struct{ row, chunk int }

// jobs are all of them. As many chunks as there are workers go by all compilers before
// others begin, so that if time is up each compiler has had the same tests, and no two
// workers ask at once what C11 allows of one test.
func (r *run) jobs(rows, chunks int) (list []job) {
	width := max(1, r.o.Workers)
	for first := 0; first < chunks; first += width {
		for row := range rows {
			for c := first; c < min(first+width, chunks); c++ {
				list = append(list, job{row, c})
			}
		}
	}
	return list
}

// chunksOf divides tests into those that are compiled as one file.
func chunksOf(tests []*Test) (chunks [][]*Test) {
	for i, t := range tests {
		last := len(chunks) - 1
		if i == 0 || t.prefix == "" || tests[i-1].prefix == "" || len(chunks[last]) == chunk {
			chunks, last = append(chunks, nil), last+1
		}
		chunks[last] = append(chunks[last], t)
	}
	return chunks
}

// exampleTests are the first tests of some families.
func exampleTests(tests []*Test, families []string) map[*Test]bool {
	out := map[*Test]bool{}
	for _, f := range families {
		if i := slices.IndexFunc(tests, func(t *Test) bool { return t.Family == f }); i >= 0 {
			out[tests[i]] = true
		}
	}
	return out
}

func newRow(c *Compiler) *Row {
	return &Row{Compiler: c, Refused: map[string]int{}, Lost: map[string]Loss{}}
}

func (r *Row) add(p *Row) {
	for order, x := range p.Lost {
		r.Lost[order] = Loss{r.Lost[order].Tests + x.Tests, r.Lost[order].Lost + x.Lost}
	}
	r.Tests += p.Tests
	r.Failures, r.Examples = append(r.Failures, p.Failures...), append(r.Examples, p.Examples...)
	r.Unreachable += p.Unreachable
	r.Allowed += p.Allowed
	r.Seconds += p.Seconds
	for why, n := range p.Refused {
		r.Refused[why] += n
	}
	r.Calls = append(r.Calls, p.Calls...)
	slices.Sort(r.Calls)
	r.Calls = slices.Compact(r.Calls)
}

// A run is one call of Run.
type run struct {
	ctx         context.Context
	o           *Options
	mu          sync.Mutex
	done, total int
	err         error // the first
}

func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
}

// each calls do with 0 to n-1, on all workers.
func (r *run) each(n int, do func(i int)) {
	var wait sync.WaitGroup
	next := make(chan int)
	for range max(1, r.o.Workers) {
		wait.Go(func() {
			for i := range next {
				do(i)
				r.mu.Lock()
				r.done++
				if r.o.Progress != nil {
					r.o.Progress(r.done, r.total)
				}
				r.mu.Unlock()
			}
		})
	}
	for i := range n {
		r.mu.Lock()
		failed := r.err != nil
		r.mu.Unlock()
		if failed || r.ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wait.Wait()
}

// compare compiles tests as one file, and compares each. Those that are shown are
// compiled once more, each on its own, which makes the assembly easier to read.
func (r *run) compare(c *Compiler, tests []*Test, examples map[*Test]bool) (*Row, error) {
	for _, t := range tests {
		t.allow(r.ctx, r.o.Model)
	}
	row, err := compareOnce(r.ctx, c, tests, examples)
	var failed *CompileError
	if errors.As(err, &failed) && tests[0].prefix == "" && r.ctx.Err() == nil {
		return &Row{Compiler: c, Refused: map[string]int{err.Error(): 1}}, nil
	}
	if err != nil || len(tests) == 1 {
		return row, err
	}
	for _, list := range [][]*Case{row.Failures, row.Examples} {
		for i, x := range list {
			alone, err := compareOnce(r.ctx, c, []*Test{x.Test}, examples)
			if err != nil {
				return nil, err
			}
			for _, y := range append(alone.Failures, alone.Examples...) {
				if y.Failed == x.Failed {
					list[i] = y
				}
			}
		}
	}
	return row, nil
}

// compareOnce has tests translated, and compares each.
func compareOnce(ctx context.Context, c *Compiler, tests []*Test, examples map[*Test]bool) (*Row, error) {
	out, err := c.translate(ctx, tests)
	if err != nil {
		return nil, err
	}
	return compareTranslation(ctx, c, out, tests, examples)
}

// sourceOf is the C source of tests as one file.
func sourceOf(tests []*Test) string {
	var b strings.Builder
	b.WriteString(header)
	for _, t := range tests {
		b.WriteString(hosted().ReplaceAllStringFunc(t.unit.Source, func(include string) string {
			if strings.Contains(include, "pthread") {
				return declarations
			}
			return asserts
		}))
	}
	return b.String()
}

// compareTranslation compares tests with what became of them.
func compareTranslation(ctx context.Context, c *Compiler, out translation, tests []*Test, examples map[*Test]bool) (*Row, error) {
	m, err := candidates.Lookup(c.Model())
	if err != nil {
		return nil, err
	}
	row := newRow(c)
	for _, t := range tests {
		x := comparison{ctx: ctx, test: t, out: out, model: m, row: row}
		if err := x.run(examples[t]); err != nil {
			return nil, err
		}
	}
	return row, nil
}

// A comparison is of one test.
type comparison struct {
	ctx   context.Context
	test  *Test
	out   translation
	model *candidates.Model // of the machine
	row   *Row

	program *isa.Program
}

// maxCandidates bounds the candidates of one test.
const maxCandidates = 1 << 20

func (x *comparison) run(example bool) error {
	t := x.test
	if t.source.err != nil {
		return t.source.err
	}
	program, calls, err := x.out.program(t)
	if err != nil {
		return x.refuse(err)
	}
	x.program = program
	x.row.Calls = append(x.row.Calls, calls...)
	reached := map[string]bool{}
	r, err := candidates.Run(x.ctx, program, candidates.Options{Model: x.model, MaxCandidates: maxCandidates, Each: func(e *candidates.Execution) {
		reached[t.state(e, x.addr)] = true
	}})
	if err != nil {
		return x.refuse(err)
	}
	var wrong []string
	for _, s := range slices.Sorted(maps.Keys(reached)) {
		if !t.source.allowed[s] {
			wrong = append(wrong, s)
		}
	}
	switch {
	case len(wrong) > 0:
		failure, err := x.show(wrong[0])
		if err != nil {
			return err
		}
		failure.Failed = true
		x.row.Failures = append(x.row.Failures, failure)
	case example:
		c, err := x.show(t.madeFor())
		if err != nil {
			return err
		}
		x.row.Examples = append(x.row.Examples, c)
	}
	if r.Incomplete != "" {
		return x.refuse(errors.New(r.Incomplete))
	}
	for _, order := range t.raisable {
		loss := x.row.Lost[order]
		loss.Tests++
		if !reached[t.madeFor()] {
			loss.Lost++
		}
		x.row.Lost[order] = loss
	}
	x.row.Tests++
	x.row.Allowed += len(t.source.allowed)
	for s := range t.source.allowed {
		if !reached[s] {
			x.row.Unreachable++
		}
	}
	return nil
}

// refuse notes why a test cannot be compared. Only the end of the context is an error.
func (x *comparison) refuse(err error) error {
	if ctx := x.ctx.Err(); ctx != nil {
		return ctx
	}
	why := err.Error()
	var positioned *asm.Error
	if errors.As(err, &positioned) && positioned.Reason != "" {
		why = positioned.Reason
	} else if at := strings.LastIndex(why, ": "); at >= 0 {
		why = why[at+2:]
	}
	x.row.Refused[strings.ReplaceAll(why, " "+x.test.prefix, " ")]++
	return nil
}

// addr returns where an object is in what became of the test.
func (x *comparison) addr(name string) uint64 { return x.out.addr(x.test, name) }

// show makes a case of a final state.
func (x *comparison) show(state string) (c *Case, err error) {
	t := x.test
	c = &Case{Test: t, State: state}
	for i := range t.unit.Functions {
		lines := x.out.lines(t, i)
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], t.prefix, "")
		}
		c.Assembly = append(c.Assembly, lines)
	}
	defer func() {
		if err == nil {
			c.C11.Picture.Rename(t.prefix, "")
			c.Machine.Picture.Rename(t.prefix, "")
		}
	}()
	if c.Machine, err = candidates.Explain(x.ctx, x.program, x.model, 0, nil, func(e *candidates.Execution) bool { return t.state(e, x.addr) == state }); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	s := t.source
	if c.C11, err = candidates.Explain(x.ctx, s.lowered, s.model, 0, nil, func(e *candidates.Execution) bool { return t.state(e, s.addr) == state }); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return c, nil
}
