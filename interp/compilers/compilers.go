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

	"fencepost/interp/candidates"
	"fencepost/interp/isa"
	"fencepost/interp/isa/asm"
)

// Options say how tests are run.
type Options struct {
	Model   *candidates.Model // of C
	Workers int               // at least 1; no result but Row.Seconds depends on it
	// Progress is called now and then, by one goroutine at a time; nil: never.
	Progress func(done, total int)
	// Examples are names of families: the first test of each is shown whole.
	Examples []string
}

// A Row is what one compiler did with all tests.
type Row struct {
	Compiler    *Compiler
	Tests       int // that were compared
	Failures    []*Case
	Examples    []*Case
	Unreachable int            // final states that C11 allows and the assembly cannot have
	Allowed     int            // final states that C11 allows
	Refused     map[string]int // tests that were not compared, by reason
	Calls       []string       // of the run-time library, which were replaced by what it does
	Seconds     float64        // of work, compiling included
}

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

// Run tests compilers. The error is that of ctx, or of a compiler that fails.
func Run(ctx context.Context, list []*Compiler, tests []*Test, o Options) ([]*Row, error) {
	chunks := chunksOf(tests)
	r := &run{ctx: ctx, o: &o, total: len(chunks) * (1 + len(list))}
	r.each(len(chunks), func(i int) {
		for _, t := range chunks[i] {
			t.source = t.allow(ctx, o.Model)
		}
	})
	parts := make([][]*Row, len(list))
	for i := range parts {
		parts[i] = make([]*Row, len(chunks))
	}
	examples := exampleTests(tests, o.Examples)
	r.each(len(list)*len(chunks), func(i int) {
		row, part := i/len(chunks), i%len(chunks)
		start := time.Now()
		out, err := r.compare(list[row], chunks[part], examples)
		if err != nil {
			r.fail(err)
			return
		}
		out.Seconds = time.Since(start).Seconds()
		parts[row][part] = out
	})
	if err := errors.Join(ctx.Err(), r.err); err != nil {
		return nil, err
	}
	rows := make([]*Row, len(list))
	for i, c := range list {
		rows[i] = &Row{Compiler: c, Refused: map[string]int{}}
		for _, p := range parts[i] {
			rows[i].add(p)
		}
	}
	return rows, nil
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

func (r *Row) add(p *Row) {
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
	text, err := r.compile(c, tests)
	if err != nil && tests[0].prefix == "" && r.ctx.Err() == nil {
		return &Row{Compiler: c, Refused: map[string]int{err.Error(): 1}}, nil
	}
	if err != nil {
		return nil, err
	}
	row, err := compareAssembly(r.ctx, c, text, tests, examples)
	if err != nil {
		return nil, err
	}
	for _, list := range [][]*Case{row.Failures, row.Examples} {
		for i, x := range list {
			text, err := r.compile(c, []*Test{x.Test})
			if err != nil {
				return nil, err
			}
			alone, err := compareAssembly(r.ctx, c, text, []*Test{x.Test}, examples)
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

// compile returns the assembly of tests as one file.
func (r *run) compile(c *Compiler, tests []*Test) (string, error) {
	return c.Compile(r.ctx, sourceOf(tests))
}

// sourceOf is the C source of tests as one file.
func sourceOf(tests []*Test) string {
	var b strings.Builder
	b.WriteString(header)
	for _, t := range tests {
		b.WriteString(t.unit.Source)
	}
	return b.String()
}

// compareAssembly compares tests with the assembly of one file, if a compiler made it of them.
func compareAssembly(ctx context.Context, c *Compiler, text string, tests []*Test, examples map[*Test]bool) (*Row, error) {
	m, err := candidates.Lookup(c.Machine.Model)
	if err != nil {
		return nil, err
	}
	file, err := asm.Parse(c.Machine.Name+".s", text, c.Machine)
	if err != nil {
		return nil, err
	}
	row := &Row{Compiler: c, Refused: map[string]int{}}
	for _, t := range tests {
		x := comparison{ctx: ctx, test: t, file: file, model: m, row: row}
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
	file  *asm.File
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
	program, calls, err := x.file.Program(t.unit.Functions, t.objects())
	if err != nil {
		return x.refuse(err)
	}
	x.program = program
	x.row.Calls = append(x.row.Calls, calls...)
	reached := map[string]bool{}
	r, err := candidates.Run(x.ctx, program, candidates.Options{Model: x.model, MaxCandidates: maxCandidates, Each: func(e *candidates.Execution) {
		reached[t.state(e, x.file.Addr)] = true
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
		c, err := x.show(t.forbidden())
		if err != nil {
			return err
		}
		x.row.Examples = append(x.row.Examples, c)
	}
	if r.Incomplete != "" {
		return x.refuse(errors.New(r.Incomplete))
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

// show makes a case of a final state.
func (x *comparison) show(state string) (c *Case, err error) {
	t := x.test
	c = &Case{Test: t, State: state}
	for _, f := range t.unit.Functions {
		lines := x.file.Lines(f)
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
	if c.Machine, err = candidates.Explain(x.ctx, x.program, x.model, 0, nil, func(e *candidates.Execution) bool { return t.state(e, x.file.Addr) == state }); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	s := t.source
	if c.C11, err = candidates.Explain(x.ctx, s.lowered, s.model, 0, nil, func(e *candidates.Execution) bool { return t.state(e, s.addr) == state }); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return c, nil
}
