package bias

import (
	"context"
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/models"
	c11model "fencepost/models/c11"
)

// TestSwitches: every field of Parameters has a switch of its name, and Default has
// them all on.
func TestSwitches(t *testing.T) {
	p := Default()
	v := reflect.ValueOf(p).Elem()
	list := p.Switches()
	if len(list) != v.NumField() {
		t.Fatalf("%d switches, %d parameters", len(list), v.NumField())
	}
	for i, s := range list {
		if name := v.Type().Field(i).Name; s.Name != name || s.On != v.Field(i).Addr().Interface() || !*s.On {
			t.Errorf("switch %d is %s, on: %v; the field is %s", i, s.Name, *s.On, name)
		}
	}
}

// TestSwitchesMatter: with any heuristic off, some execution is another one; with
// none off, all are the same.
func TestSwitchesMatter(t *testing.T) {
	t.Parallel()
	// Programs that a heuristic has something to do in, if it is not the usual one.
	programs := map[string]string{"PauseEarly": "relaxer/ms2.c"}
	base := map[string]string{}
	choices := func(name string, m *models.Model, params *Parameters) string {
		p := programtest.Compile(t, name)
		pr, o := predicted(t, p)
		o.Parameters = params
		r := NewRunner(interp.New(p, m, o.Machine), o)
		h := sha256.New()
		list := pr.Candidates(1000)
		for i := range 4 {
			c := list[i*len(list)/4]
			trial := r.Trial(context.Background(), c, 20)
			for ex := range uint64(20) {
				res, _ := trial.Run(context.Background(), ex)
				fmt.Fprintln(h, res.Choices())
			}
		}
		return string(h.Sum(nil))
	}
	for i := range Default().Switches() {
		params := Default()
		s := params.Switches()[i]
		p, m := "relaxer/harris.c", models.PSO
		if strings.HasPrefix(s.Name, "C11") {
			p, m = "c11/ms-queue.c", c11model.Model
		}
		if other := programs[s.Name]; other != "" {
			p = other
		}
		if base[p] == "" {
			base[p] = choices(p, m, Default())
			if again := choices(p, m, Default()); again != base[p] {
				t.Fatal("executions depend on more than their seeds")
			}
		}
		if *s.On = false; choices(p, m, params) == base[p] {
			t.Errorf("without %s all executions are the same", s.Name)
		}
	}
}
