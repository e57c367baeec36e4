package linearize_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/linearize"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// A claim is what the first comment of a program says of it.
type claim struct {
	file, define, spec string
	models             []string
	holds              bool
	tested             bool // is not for exhaustive search
}

var claimForm = regexp.MustCompile(`(?m)^ \* linearizable (?:-D(\w+) )?(\S+)((?: \w+)*): (yes|no)(, tested)?$`)

// claims returns those of the programs of benchmarks/linearizable.
func claims(t *testing.T) (list []claim) {
	files, err := filepath.Glob(folder + "*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range claimForm.FindAllStringSubmatch(string(text), -1) {
			c := claim{file: file, define: m[1], spec: m[2], models: strings.Fields(m[3]), holds: m[4] == "yes", tested: m[5] != ""}
			if len(c.models) == 0 {
				c.models = []string{"sc", "tso", "c11"}
			}
			if strings.HasSuffix(c.spec, ".c") {
				c.spec = folder + c.spec
			}
			list = append(list, c)
		}
	}
	return list
}

const folder = "../../../benchmarks/linearizable/"

// compile returns the program and the specification of a claim; specs are those loaded.
func (c *claim) compile(t *testing.T, specs map[string]*linearize.Spec) (*code.Program, *linearize.Spec) {
	t.Helper()
	src, err := os.ReadFile(c.file)
	if err != nil {
		t.Fatal(err)
	}
	o := cfront.Options{}
	if c.define != "" {
		o.Defines = []string{c.define}
	}
	p, err := cfront.Compile(c.file, src, o)
	if err != nil {
		t.Fatal(err)
	}
	if specs[c.spec] == nil {
		if specs[c.spec], err = linearize.Load(c.spec, os.ReadFile); err != nil {
			t.Fatal(err)
		}
	}
	return p, specs[c.spec]
}

// The structures of the benchmarks hold what the first comments say, under each model, and
// each broken one is found.
func TestExplored(t *testing.T) {
	t.Parallel()
	specs := map[string]*linearize.Spec{}
	broken := 0
	for i, c := range claims(t) {
		if c.tested || testsize.LeftOut(3, i) {
			continue
		}
		p, s := c.compile(t, specs)
		found := false
		for _, name := range c.models {
			m, _ := axiom.Lookup(name)
			r, err := explore.Run(context.Background(), p, m, explore.Options{
				Workers: 1, Check: func(x *explore.Execution) *interp.Error { return s.Check(p, x) }, Ends: linearize.Ends(p), Reductions: explore.AllReductions(),
			})
			if err != nil || s.Err() != nil {
				t.Fatal(c, err, s.Err())
			}
			found = false // under the last model it is to be found
			for i := range r.Errors {
				e := r.Errors[i].Error
				found = found || e.Kind == interp.NotLinearizable
				if c.holds {
					t.Errorf("%v, %s: %v", c, name, e)
				}
				if e.Kind == interp.NotLinearizable && !strings.Contains(e.Message, "thread ") {
					t.Errorf("%v: no history in %q", c, e.Message)
				}
			}
			if !r.Complete && c.holds {
				t.Errorf("%v, %s is not explored in full", c, name)
			}
		}
		if found == c.holds {
			t.Errorf("%v: found: %t", c, found)
		}
		if found {
			broken++
		}
	}
	if broken < 18 && testsize.Whole() || broken < 3 {
		t.Errorf("only %d broken structures", broken)
	}
}

// So does a campaign of tests, and what it finds is replayed from a witness file.
func TestTested(t *testing.T) {
	t.Parallel()
	specs := map[string]*linearize.Spec{}
	broken := 0
	for i, c := range claims(t) {
		if testsize.LeftOut(3, i) {
			continue
		}
		p, s := c.compile(t, specs)
		name := c.models[len(c.models)-1]
		m, _ := c11.Models().Lookup(name)
		o := interp.Options{Judge: s}
		r, err := campaign.Run(context.Background(), p, m, campaign.Options{
			Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 300, Workers: 1, Machine: o,
		})
		if err != nil || s.Err() != nil {
			t.Fatal(c, err, s.Err())
		}
		found := false
		for i := range r.Findings {
			f := &r.Findings[i]
			if c.holds {
				t.Errorf("%v: %v", c, f.Error)
			}
			if f.Error.Kind != interp.NotLinearizable {
				continue
			}
			found = true
			var b bytes.Buffer
			compiled := cfront.Options{}
			if c.define != "" {
				compiled.Defines = []string{c.define}
			}
			if err := f.Witness.File(p, compiled, 1).Write(&b); err != nil {
				t.Fatal(err)
			}
			w, err := witness.Read(&b)
			if err != nil {
				t.Fatal(err)
			}
			again, err := w.Compile(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if _, res, err := w.Replay(context.Background(), again, nil, &trace.Recorder{}); err != nil || res.Err == nil || res.Err.Kind != interp.NotLinearizable {
				t.Errorf("%v: the witness is not replayed: %v", c, err)
			}
		}
		if found == c.holds {
			t.Errorf("%v: found: %t", c, found)
		}
		if found {
			broken++
		}
	}
	if broken < 19 && testsize.Whole() || broken < 3 {
		t.Errorf("only %d broken structures", broken)
	}
}
