// Package compilers tests compilers. It compiles minimal C11 tests, explores the assembly
// under the memory model of its machine, and compares the final states with those that C11
// allows. It follows Adolfsson (Uppsala 2022, section 7), and Geeson and Smith (CGO 2024)
// in reading the assembly instead of running it.
//
// A final state of the assembly that C11 forbids is a failure: a wrong mapping or a wrong
// optimisation. A final state that C11 allows and the assembly cannot have is a loss of the
// mapping; losses are counted.
//
// It differs from the thesis in three points. A test may have any number of RMWs. Each test
// comes in several forms (synth.Form). The whole sets of final states are compared, so
// executions for which no test was made count as well. The allowed final states are those
// of C11 as it was first formalised (c11orig), with load buffering, unless Options name
// another model.
package compilers

import (
	"cmp"
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
	"fencepost/trace/lists"
)

// Options configure Run.
type Options struct {
	Model   *candidates.Model // model of C
	Workers int               // at least 1; only Row.Seconds depends on it
	// Progress is called now and then, by one goroutine at a time; may be nil.
	Progress func(done, total int)
	// Examples are names of families of which the first test is shown.
	Examples []string
	Reduce   bool // reduce the first failure of each compiler
}

// A Row is the result of one compiler in all tests.
type Row struct {
	Compiler    *Compiler
	Tests       int // number of tests compared
	Failures    []*Case
	Examples    []*Case
	Unreachable int             // number of final states that C11 allows and the assembly cannot have
	Allowed     int             // number of final states that C11 allows
	Lost        map[string]Loss // of maximal tests, by an order that could be stronger
	Refused     map[string]int  // number of tests that were not compared, by reason
	Calls       []string        // functions of the run-time library, which were replaced by their effects
	Seconds     float64         // time of the work, including compilation
}

// A Loss counts, for an order, the maximal tests in which it could be stronger, and how
// many of these the assembly loses: the assembly cannot have the final state of the test,
// so it orders as much as with a stronger order.
type Loss struct{ Tests, Lost int }

// A Case is a test to be shown: its source, its assembly, a final state, and the
// explanation.
type Case struct {
	Test     *Test
	Assembly [][]string // of each thread
	State    string
	Failed   bool // the assembly can have the state and C11 forbids it
	// C11 and Machine explain why the source and the assembly can or cannot have the state.
	C11, Machine *candidates.Why
}

// chunk is the number of tests compiled as one file.
const chunk = 40

// Run tests compilers. The error is that of ctx, or of a compiler that fails. If ctx ends,
// the rows have the tests compared so far.
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

// A job is one compiler and the tests of one file.
type job struct{ row, chunk int }

// jobs returns all jobs. All compilers handle as many chunks as there are workers before
// any begins with later ones. So if time runs out each compiler has had the same tests, and
// no two workers compute at once what C11 allows in one test.
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

// chunksOf divides tests into those compiled as one file.
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

// exampleTests returns the first test of each of some families.
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
	err         error // the first one
}

func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
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

// compare compiles tests as one file and compares each. Tests that are shown are compiled
// again, one by one, which makes their assembly easier to read.
func (r *run) compare(c *Compiler, tests []*Test, examples map[*Test]bool) (*Row, error) {
	for _, t := range tests {
		t.allow(r.ctx, r.o.Model)
	}
	row, err := compareOnce(r.ctx, c, tests, examples)
	if _, ok := errors.AsType[*CompileError](err); ok && tests[0].prefix == "" && r.ctx.Err() == nil {
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

// compareOnce translates tests and compares each.
func compareOnce(ctx context.Context, c *Compiler, tests []*Test, examples map[*Test]bool) (*Row, error) {
	out, err := c.translate(ctx, tests)
	if err != nil {
		return nil, err
	}
	return compareTranslation(ctx, c, out, tests, examples)
}

// sourceOf returns the C source of tests as one file.
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

// compareTranslation compares tests with their translation.
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

// A comparison is the comparison of one test.
type comparison struct {
	ctx   context.Context
	test  *Test
	out   translation
	model *candidates.Model // of the target machine
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
	wrong := lists.Where(slices.Sorted(maps.Keys(reached)), func(s string) bool { return !t.source.allowed[s] })
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

// refuse notes why a test cannot be compared. It returns an error only if the context has
// ended.
func (x *comparison) refuse(err error) error {
	if ctx := x.ctx.Err(); ctx != nil {
		return ctx
	}
	why := err.Error()
	if positioned, ok := errors.AsType[*asm.Error](err); ok && positioned.Reason != "" {
		why = positioned.Reason
	} else if at := strings.LastIndex(why, ": "); at >= 0 {
		why = why[at+2:]
	}
	x.row.Refused[strings.ReplaceAll(why, " "+x.test.prefix, " ")]++
	return nil
}

// addr returns the address of an object in the translated test.
func (x *comparison) addr(name string) uint64 { return x.out.addr(x.test, name) }

// show makes the Case of a final state.
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
