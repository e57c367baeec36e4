package compilers

import (
	"context"
	"fmt"
	"runtime"

	"fencepost/interp/candidates"
	"fencepost/interp/isa/asm"
	"fencepost/interp/litmus/native"
)

// RunNatively has a compiler of this machine translate a test, runs it so many times on
// the processor, and holds the final states that were seen against those that a model
// of C11 allows. A test that was synthesised runs its functions again and again in threads
// that meet before; of a FILE the whole program is run.
func RunNatively(ctx context.Context, c *Compiler, t *Test, m *candidates.Model, times int) (*native.Comparison, error) {
	if host := map[string]*asm.Machine{"amd64": asm.X86_64}[runtime.GOARCH]; c.path == "" || c.Machine != host {
		return nil, fmt.Errorf("%s does not compile for this machine", c.Name())
	}
	if t.allow(ctx, m); t.source.err != nil {
		return nil, t.source.err
	}
	x := &native.CTest{Source: header + t.unit.Source, Threads: t.unit.Functions, Compiler: append([]string{c.path}, c.Command[1:]...)}
	if t.prefix == "" {
		x.Threads = []string{"main"}
	}
	for _, g := range t.globals {
		x.Objects = append(x.Objects, native.Object{Name: g.name, Size: g.size})
	}
	seen := map[string]int{}
	if err := native.RunC(ctx, x, times, func(times int, values []int64) { seen[t.text(values)] += times }); err != nil {
		return nil, err
	}
	return native.Hold(t.Name, times, seen, t.source.allowed), nil
}
