package lessons

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/models/page"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Setting is a line of a machine's page, with its options. The first option is that of tso.
type Setting struct {
	Name    string   `json:"name"`
	Options []string `json:"options"`
}

// Settings are the lines that a reader may change. The effects of fences follow from them:
// a store-load fence drains, a store-store fence orders stores, and with delayed
// invalidations a load-load fence cuts.
var Settings = []Setting{
	{"buffer", []string{"thread", "location", "unordered", "none"}},
	{"capacity", []string{"unbounded", "1", "2"}},
	{"coalesce", []string{"no", "adjacent", "yes"}},
	{"forward", []string{"yes", "no"}},
	{"invalidations", []string{"immediate", "delayed"}},
}

// A BufferTrial is the result of classic tests under a machine.
type BufferTrial struct {
	Page  string       `json:"page"`
	Wrong string       `json:"wrong"` // why there is no such machine; empty if there is
	Tests []BufferTest `json:"tests"`
}

// A BufferTest is a classic test.
type BufferTest struct {
	Name     string   `json:"name"`
	Asks     string   `json:"asks"`     // the outcome asked about
	Machines []string `json:"machines"` // machines that allow it
}

// bufferPage returns the page of a machine with an option chosen for each setting.
func bufferPage(chosen []int) (string, error) {
	if len(chosen) != len(Settings) {
		return "", errors.New("a machine has other settings")
	}
	var b strings.Builder
	for i, k := range chosen {
		s := &Settings[i]
		if k < 0 || k >= len(s.Options) {
			return "", fmt.Errorf("%s has no option %d", s.Name, k)
		}
		if i == 0 || k > 0 { // the others are defaults
			fmt.Fprintf(&b, "%s %s\n", s.Name, s.Options[k])
		}
	}
	buffered, delayed := Settings[0].Options[chosen[0]] != "none", chosen[len(chosen)-1] == 1
	on := func(event, drains string, cuts bool) {
		if list := slices.Concat(lists.If(buffered && drains != "", drains), lists.If(delayed && cuts, "cut")); list != nil {
			fmt.Fprintf(&b, "on %s %s\n", event, strings.Join(list, ", "))
		}
	}
	on("ll", "", true)
	on("ss", "order", false)
	on("sl", "drain all", true)
	on("rmw", "drain ordered, drain location", false)
	on("create", "drain all", false)
	on("join", "", true)
	return b.String(), nil
}

// TryBuffers runs the tests under the machine with an option chosen for each of Settings.
// It returns an error if there is no such option, or if ctx has ended.
func TryBuffers(ctx context.Context, chosen []int) (*BufferTrial, error) {
	text, err := bufferPage(chosen)
	if err != nil {
		return nil, err
	}
	out := &BufferTrial{Page: text, Tests: []BufferTest{}}
	m, err := page.Parse("my.machine", []byte(text))
	if wrong, ok := errors.AsType[*trace.Diagnostic](err); ok {
		out.Wrong = wrong.Message
		return out, nil
	}
	out.Tests, err = tryMachines(ctx, m)
	return out, err
}

// BufferMachines are the machines of the table of a printed lesson.
var BufferMachines = []string{"sc", "tso1", "tso2", "tso", "pso", "waiting", "combining", "delayed"}

// bufferTable runs the tests under BufferMachines.
func bufferTable(ctx context.Context) ([]BufferTest, error) {
	var list []*models.Model
	for _, name := range BufferMachines {
		text, _ := page.Text(name)
		m, err := page.Parse(name, []byte(text))
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return tryMachines(ctx, list...)
}

// bufferExecutions is the number of random executions of dekker.
const bufferExecutions = 300

// classics are the tests with few executions, all of which are explored.
var classics = []struct{ name, asks, threads, condition string }{
	{"SB", "both loads read 0", "Wx Ry|Wy Rx", `0:r0=0 /\ 1:r0=0`},
	{"SB, a store between", "both loads read 0", "Wx Wz Ry|Wy Ww Rx", `0:r0=0 /\ 1:r0=0`},
	{"SB, own store read", "both other loads read 0", "Wx Rx Ry|Wy Ry Rx", `0:r0=1 /\ 0:r1=0 /\ 1:r0=1 /\ 1:r1=0`},
	{"MP", "the flag is new, the data old", "Wx Wy|Ry Rx", `1:r0=1 /\ 1:r1=0`},
	{"MP, written again", "the new data is there, the flag not", "Wx Wy Wx2|Rx Ry", `1:r0=2 /\ 1:r1=0`},
	{"IRIW", "readers see two orders", "Wx|Wy|Rx Ry|Ry Rx", `2:r0=1 /\ 2:r1=0 /\ 3:r0=1 /\ 3:r1=0`},
}

// classicTests are classics, read, and dekker.
var classicTests = sync.OnceValues(func() (list []*litmus.Test, err error) {
	for _, c := range classics {
		var b strings.Builder
		fmt.Fprintf(&b, "C %s\n{}\n", strings.Fields(strings.ReplaceAll(c.name, ",", ""))[0])
		for t, thread := range strings.Split(c.threads, "|") {
			fmt.Fprintf(&b, "P%d(atomic_int *x, atomic_int *y, atomic_int *z, atomic_int *w) {\n", t)
			loads := 0
			for _, op := range strings.Fields(thread) {
				if op[0] == 'W' {
					fmt.Fprintf(&b, "  atomic_store_explicit(%s, %s, memory_order_relaxed);\n", op[1:2], cmp.Or(op[2:], "1"))
				} else {
					fmt.Fprintf(&b, "  int r%d = atomic_load_explicit(%s, memory_order_relaxed);\n", loads, op[1:])
					loads++
				}
			}
			b.WriteString("}\n")
		}
		fmt.Fprintf(&b, "exists (%s)\n", c.condition)
		t, err := litmus.Parse(c.name, []byte(b.String()))
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
})

// dekker is Dekker's algorithm as in RELAXER.
var dekker = sync.OnceValues(func() (*code.Program, error) {
	const name = "relaxer/dekker.c"
	text, err := benchmarks.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return cfront.Compile(name, text, cfront.Options{})
})

// tryMachines runs all tests under some machines.
func tryMachines(ctx context.Context, list ...*models.Model) ([]BufferTest, error) {
	tests, err := classicTests()
	if err != nil {
		return nil, err
	}
	out := []BufferTest{}
	for i, c := range classics {
		row := BufferTest{c.name, c.asks, []string{}}
		for _, m := range list {
			happens, err := search.Ends(ctx, tests[i], m)
			if err != nil {
				return nil, err
			}
			if happens {
				row.Machines = append(row.Machines, m.Name)
			}
		}
		out = append(out, row)
	}
	row := BufferTest{"Dekker", fmt.Sprintf("it fails in %d executions", bufferExecutions), []string{}}
	p, err := dekker()
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if fails(ctx, p, m) {
			row.Machines = append(row.Machines, m.Name)
		}
	}
	return append(out, row), ctx.Err()
}

// fails reports whether one of bufferExecutions random executions ends in an error.
func fails(ctx context.Context, p *code.Program, m *models.Model) bool {
	machine, s := interp.New(p, m, interp.Options{}), strategy.NewRandom(1)
	for n := range bufferExecutions {
		s.Begin(n)
		if r := machine.Run(ctx, s, nil); r.Outcome == interp.Failed {
			return true
		}
	}
	return false
}
