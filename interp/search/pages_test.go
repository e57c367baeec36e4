package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/page"
)

// randomPage returns the page of a machine.
func randomPage(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	buffer := pick("none", "thread", "location")
	buffered, delayed := buffer != "none", r.IntN(2) == 0
	var b strings.Builder
	fmt.Fprintf(&b, "buffer %s\n", buffer)
	if buffered {
		fmt.Fprintf(&b, "forward %s\n", pick("yes", "yes", "no"))
	}
	if delayed {
		b.WriteString("invalidations delayed\n")
	}
	on := func(event string, drains []string, cuts bool) {
		var list []string
		if d := pick(drains...); buffered && d != "" {
			list = append(list, d)
		}
		if delayed && cuts && (r.IntN(2) == 0) && !slices.Contains(list, "order") {
			list = append(list, "cut")
		}
		if list != nil {
			fmt.Fprintf(&b, "on %s %s\n", event, strings.Join(list, ", "))
		}
	}
	on("ll", []string{"", "order"}, true)
	on("ss", []string{"", "order", "drain all"}, false)
	on("sl", []string{"", "order", "drain all", "drain all"}, true)
	on("rmw", []string{"drain all", "drain location", "drain ordered, drain location"}, true)
	on("create", []string{"drain all"}, false)
	b.WriteString(map[bool]string{true: "on join cut\n"}[delayed])
	return b.String()
}

// randomTest returns a litmus test of C.
func randomTest(r *rand.Rand) string {
	order := func(list ...string) string { return "memory_order_" + list[r.IntN(len(list))] }
	var b strings.Builder
	b.WriteString("C random\n{}\n")
	registers := []string{}
	threads := 2 + r.IntN(2)
	for t := range threads {
		fmt.Fprintf(&b, "P%d(atomic_int *x, atomic_int *y, atomic_int *z) {\n", t)
		loads := 0
		register := func() string {
			registers = append(registers, fmt.Sprintf("%d:r%d=0", t, loads))
			loads++
			return fmt.Sprintf("r%d", loads-1)
		}
		for range 2 + r.IntN(8-2*threads) {
			x := "xyz"[r.IntN(3-r.IntN(2)):][:1]
			switch r.IntN(9) {
			case 0, 1, 2:
				fmt.Fprintf(&b, "  int %s = atomic_load_explicit(%s, %s);\n", register(), x, order("relaxed", "relaxed", "acquire"))
			case 3, 4, 5, 6:
				fmt.Fprintf(&b, "  atomic_store_explicit(%s, %d, %s);\n", x, 1+r.IntN(2), order("relaxed", "relaxed", "release", "seq_cst"))
			case 7:
				fmt.Fprintf(&b, "  int %s = atomic_exchange_explicit(%s, %d, %s);\n", register(), x, 1+r.IntN(2), order("relaxed", "acq_rel"))
			default:
				fmt.Fprintf(&b, "  atomic_thread_fence(%s);\n", order("acquire", "release", "acq_rel", "seq_cst"))
			}
		}
		b.WriteString("}\n")
	}
	if len(registers) == 0 {
		registers = []string{"x=0"}
	}
	fmt.Fprintf(&b, "exists (%s /\\ x=1 /\\ y=1)\n", strings.Join(registers, " /\\ "))
	return b.String()
}

// What is explored under the order of an exact machine are the runs of the machine.
func TestExactPagesAreExplored(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(12, 0))
	exact, differ := 0, 0
	for range testsize.Count(90, 2000) {
		text, source := randomPage(r), randomTest(r)
		m, err := page.Parse("my.machine", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if m.Inexact {
			continue
		}
		exact++
		test, err := litmus.Parse("random.litmus", []byte(source))
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		x := OfTest("random.litmus", test)
		if err := x.Run(ctx, []string{"my.machine", "sc"}, Options{Workers: 1, Pages: map[string]*models.Model{"my.machine": m}}); err != nil {
			t.Fatal(err)
		}
		states := func(o *litmus.Outcomes) (list []string) {
			for _, s := range o.States() {
				list = append(list, s.Text)
			}
			return list
		}
		runs := test.NewOutcomes()
		machine, all := interp.New(test.Program, m, interp.Options{Semantics: interp.Semantics{WeakFail: true}}), &strategy.DFS{Reduced: true}
		for n := 0; all.Begin(n); n++ {
			if machine.Run(ctx, all, nil).Outcome == interp.Completed {
				runs.Add(machine)
			}
		}
		got, want := states(x.Models[0].Litmus), states(runs)
		if x.Models[0].Incomplete != "" || !slices.Equal(got, want) {
			t.Fatalf("%s\n%s\nexplored: %v %s\nthe machine: %v", text, source, got, x.Models[0].Incomplete, want)
		}
		if !slices.Equal(got, states(x.Models[1].Litmus)) {
			differ++
		}
	}
	if exact == 0 || differ == 0 {
		t.Errorf("%d machines are exact, %d tests tell one from sc", exact, differ)
	}
}
