package compilers

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"fencepost/interp/compilers/native"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/isa/asm"
	"fencepost/interp/search/candidates"
	"fencepost/trace/lists"
)

// RunNatively translates tests with compilers for this machine, runs each this many times
// on the processor, and compares the final states seen with those that a model of C11
// allows. Its functions are run again and again in threads that synchronise before each
// run. If main gives them arguments, the whole program is run instead. When ctx ends the
// results so far are returned. progress is called before each test.
func RunNatively(ctx context.Context, list []*Compiler, tests []*Test, m *candidates.Model, times int, progress func(done, total int)) (results []*native.Comparison, err error) {
	for _, c := range list {
		for _, t := range tests {
			progress(len(results), len(list)*len(tests))
			got, err := runNatively(ctx, c, t, m, times)
			switch {
			case ctx.Err() != nil:
				return results, nil
			case err != nil:
				return nil, err
			case len(list) > 1:
				got.Test = c.Name() + ": " + got.Test
			}
			results = append(results, got)
		}
	}
	return results, nil
}

func runNatively(ctx context.Context, c *Compiler, t *Test, m *candidates.Model, times int) (*native.Comparison, error) {
	if host := map[string]*asm.Machine{"amd64": asm.X86_64}[runtime.GOARCH]; c.path == "" || c.Machine != host {
		return nil, fmt.Errorf("%s does not compile for this machine", c.Name())
	}
	if t.allow(ctx, m); t.source.err != nil {
		return nil, t.source.err
	}
	x := &native.CTest{Source: header + t.unit.Source, Threads: t.unit.Functions, Compiler: append([]string{c.path}, c.Command[1:]...)}
	if t.prefix == "" && slices.ContainsFunc(t.source.lowered.Threads, func(th *isa.Thread) bool { return th.Code[0].Kind == isa.Set && th.Code[0].Imm != 0 }) {
		x.Threads = []string{"main"} // it gives arguments to threads
	}
	initial := map[uint64]int64{}
	for _, l := range t.source.lowered.Locations {
		initial[l.Addr] = l.Init
	}
	x.Objects = lists.Map(t.globals, func(g global) native.Object {
		return native.Object{Name: g.name, Size: g.size, Init: initial[t.source.addr(g.name)]}
	})
	seen := map[string]int{}
	if err := native.RunC(ctx, x, times, func(times int, values []int64) { seen[t.text(values)] += times }); err != nil {
		return nil, err
	}
	return native.Hold(t.Name, times, seen, t.source.allowed), nil
}
