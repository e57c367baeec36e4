package compilers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/isa/asm"
	"fencepost/interp/search/candidates"
	"fencepost/models/synth"
	"fencepost/trace/lists"
)

// A Test is a C program for compilers: functions that threads run, the objects they share,
// and the objects with their results.
type Test struct {
	Name, Family string
	Source       string // without the prefix of names
	prefix       string // "": the source is a whole file
	unit         *synth.Unit
	raisable     []string // of a maximal test: the orders that could be stronger, as rows of a mapping
	globals      []global
	once         sync.Once
	source       *source // set by allow
}

// A global is an object whose final value is observed.
type global struct {
	name   string // with the prefix
	shown  string // without the prefix
	size   uint8  // in bytes
	result bool
}

// A source is the C program with its allowed results.
type source struct {
	program *code.Program
	lowered *isa.Program // as the model takes it
	model   *candidates.Model
	allowed map[string]bool // by final state
	err     error
}

// Synthesise returns the minimal tests of a model of package synth, in all sizes from 2 up
// to that of the options, over locations of any kind. With forms each test comes in every
// form.
func Synthesise(ctx context.Context, model string, o synth.Options, forms bool) (list []*Test) {
	m, ok := synth.Lookup(model)
	if !ok {
		panic("compilers: no minimal tests are made of " + model)
	}
	shown := synth.Forms[:1]
	if forms {
		shown = synth.Forms
	}
	for largest, size := o.Size, 2; size <= largest; size++ {
		// Tests of one location end with size 4: up to size 6 no more were found, nor with
		// any number of RMWs up to 5.
		o.Size, o.AnyLocations = size, size <= 4
		for _, t := range synth.Run(ctx, m, o).Tests {
			for _, p := range t.Programs() {
				list = append(list, Tests(p, shown, len(list))...)
			}
		}
	}
	return list
}

// Tests returns the tests of a synthesised program, one for each form. first is the number
// of the first of them among all; names in the source begin with it.
func Tests(p *synth.Program, forms []synth.Form, first int) (list []*Test) {
	for _, form := range forms {
		if !p.Has(form) {
			continue
		}
		name := p.Name
		if form.Name != "" {
			name += "+" + form.Name
		}
		prefix := fmt.Sprintf("t%d_", first+len(list))
		t := &Test{Name: name, Family: p.Family.Name, prefix: prefix, unit: p.Unit(prefix, form)}
		if p.Maximal {
			t.raisable = raisable(p)
		}
		t.Source = strings.ReplaceAll(t.unit.Source, prefix, "")
		size := form.Size
		for _, name := range t.unit.Shared {
			t.globals = append(t.globals, global{name, strings.TrimPrefix(name, prefix), size, false})
		}
		for _, name := range t.unit.Results {
			t.globals = append(t.globals, global{name, strings.TrimPrefix(name, prefix), 4, true})
		}
		list = append(list, t)
	}
	return list
}

// raisable returns the names of the orders of a maximal test that could be stronger, each
// once.
func raisable(p *synth.Program) (list []string) {
	kinds := map[synth.Kind]string{synth.Read: "load", synth.Write: "store", synth.RMW: "rmw", synth.Fence: "fence"}
	for e, ok := range p.Raisable() {
		if ok {
			list = append(list, kinds[p.Events[e].Kind]+" "+p.Events[e].Order.String())
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// File returns the test of a C program whose main function starts threads and joins them.
// Its final states are the values of the scalar globals of up to 4 bytes. The error is one
// in the input, an *isa.Unsupported, or cfront.ErrLate.
func File(ctx context.Context, name string, text []byte, m *candidates.Model) (*Test, error) {
	p, err := cfront.CompileWithin(ctx, []cfront.Source{{Name: name, Text: text}}, cfront.Options{})
	if err != nil {
		return nil, err
	}
	lowered, err := m.Lower(p)
	if err != nil {
		return nil, err
	}
	t := &Test{Name: name, Source: string(text), unit: &synth.Unit{Source: string(text)}}
	t.unit.Functions = lists.Map(lowered.Threads, func(th *isa.Thread) string { return th.Name })
	for _, o := range p.Objects {
		if len(o.Scalars) == 1 && o.Size <= 4 {
			t.globals = append(t.globals, global{o.Name, o.Name, uint8(o.Size), false})
		}
	}
	return t, nil
}

// declarations replace <pthread.h>, which takes longer to read than a test.
const declarations = `typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
`

// program returns the whole C program. Its main function starts the threads and joins them.
func (t *Test) program() string {
	if t.prefix == "" {
		return t.Source
	}
	var b strings.Builder
	b.WriteString(header + declarations + t.unit.Source)
	var starts, joins strings.Builder
	for i, f := range t.unit.Functions {
		fmt.Fprintf(&starts, "  pthread_t t%d;\n  pthread_create(&t%d, 0, %s, 0);\n", i, i, f)
		fmt.Fprintf(&joins, "  pthread_join(t%d, 0);\n", i)
	}
	b.WriteString("\nint main(void) {\n" + starts.String() + joins.String())
	b.WriteString("}\n")
	return b.String()
}

// allow computes, at its first call, the final states that a model of C11 allows.
func (t *Test) allow(ctx context.Context, m *candidates.Model) {
	t.once.Do(func() { t.source = t.allowed(ctx, m) })
}

func (t *Test) allowed(ctx context.Context, m *candidates.Model) *source {
	s := &source{model: m, allowed: map[string]bool{}}
	if s.program, s.err = cfront.Compile(t.Name+".c", []byte(t.program()), cfront.Options{}); s.err != nil {
		return s
	}
	if s.lowered, s.err = m.Lower(s.program); s.err != nil {
		return s
	}
	_, s.err = candidates.Run(ctx, s.lowered, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
		s.allowed[t.state(x, s.addr)] = true
	}})
	return s
}

// addr returns the address of an object in the C program.
func (s *source) addr(name string) uint64 {
	for i := range s.program.Objects {
		if s.program.Objects[i].Name == name {
			return s.program.Objects[i].Addr
		}
	}
	return 0
}

// state returns the observed final values as text.
func (t *Test) state(x *candidates.Execution, addr func(name string) uint64) string {
	values := make([]int64, len(t.globals))
	for i, g := range t.globals {
		v, _ := x.Final(addr(g.name), g.size)
		values[i] = code.Extend(int64(v), g.size, true)
	}
	return t.text(values)
}

// text returns values of the observed objects as text.
func (t *Test) text(values []int64) string {
	var b strings.Builder
	for i, g := range t.globals {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s=%d", g.shown, values[i])
	}
	return b.String()
}

// madeFor returns the final state of the execution for which the test was made. C11 forbids
// it, except in a maximal test.
func (t *Test) madeFor() string {
	return t.text(lists.Map(t.unit.Forbidden, func(v int) int64 { return int64(v) }))
}

// objects returns the globals in the form that the assembly needs.
func (t *Test) objects() []asm.Global {
	return lists.Map(t.globals, func(g global) asm.Global { return asm.Global{Name: g.name, Result: g.result, Size: g.size} })
}
