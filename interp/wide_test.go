package interp_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// TestWide runs programs with atomic objects of 12 to 32 bytes, and the same with objects of 8,
// under every model: executions take the same steps and choices, and replay to the byte.
func TestWide(t *testing.T) {
	t.Parallel()
	type pair struct {
		name         string
		narrow, wide []string
	}
	list := []pair{
		{"stack.c", []string{"HALF=int"}, []string{"HALF=long"}},
		{"counter.c", []string{"WORD=unsigned long"}, []string{"WORD=unsigned __int128"}},
	}
	for i := range 10 {
		test := fmt.Sprint("TEST=", i)
		list = append(list, pair{"litmus.c", []string{"HALF=int", test}, []string{"HALF=long", test}})
	}
	for _, size := range [][]string{{"HALF=int", "MORE=short more, rest;"}, {"HALF=long", "MORE=int more, rest;"}, {"HALF=long", "MORE=long more, rest;"}} { // 12, 24, 32
		narrow := []string{"HALF=short", "MORE=short more, rest;"}
		list = append(list, pair{"stack.c", narrow, size})
		for i := range 10 {
			test := fmt.Sprint("TEST=", i)
			list = append(list, pair{"litmus.c", append(narrow[:2:2], test), append(size[:2:2], test)})
		}
	}
	for _, p := range testsize.Part(4, list) {
		narrow, wide := compileFile(t, "testdata/wide/"+p.name, p.narrow...), compileFile(t, "testdata/wide/"+p.name, p.wide...)
		for _, m := range append(models.All(), c11.Model) {
			a, b := interp.New(narrow, m, interp.Options{}), interp.New(wide, m, interp.Options{})
			for i := range 20 {
				want, got := run(a, random(i)), run(b, random(i))
				kinds := func(r record) (list []string) {
					for _, e := range r.events {
						list = append(list, fmt.Sprint(e.Thread, e.Kind, e.Order))
					}
					return list
				}
				if !slices.Equal(got.choices, want.choices) || got.result.Steps != want.result.Steps || got.result.Outcome != want.result.Outcome ||
					!slices.Equal(kinds(got), kinds(want)) {
					t.Errorf("%s %v, %s, execution %d: %+v, with 8 bytes %+v", p.name, p.wide, m.Name, i, got.result, want.result)
				}
				if i > 0 {
					continue
				}
				var out trace.Recorder
				s := strategy.NewReplay(got.choices)
				s.Begin(0)
				other := interp.New(compileFile(t, "testdata/wide/"+p.name, p.wide...), m, interp.Options{})
				if other.Run(context.Background(), s, &out); !s.Followed() || !slices.Equal(out.Events, got.events) {
					t.Errorf("%s %v, %s, execution %d strays in its replay", p.name, p.wide, m.Name, i)
				}
			}
		}
	}
}
