package benchmarks

import (
	"io/fs"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
)

const sample = `/* sample: what a header may say.
 *
 * observe: r1 x
 * sc:   0,1 1,2
 * tso:  sc
 * pso:  tso + 1,1 0,0
 *
 * expect sc tso: none
 * expect -DFIXED tso: none
 * expect pso: bug
 * cycle pso buggy: 1,2,3,4 1,1,3,4
 * cycle -DFIXED tso never: 1,2
 * expect c11: bug
 */
int x; /* line 1 */
int y; /* line 2 */
/* line 9 */ int z; /* line 3 */

int u; /* line 4 */
`

func TestParse(t *testing.T) {
	e, err := Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"r1", "x"}; !slices.Equal(e.Observe, want) {
		t.Errorf("observe: %v, want %v", e.Observe, want)
	}
	for i, want := range []string{"0,1 1,2", "0,1 1,2", "0,0 0,1 1,1 1,2", ""} {
		if got := strings.Join(e.Outcomes[models[i]], " "); got != want {
			t.Errorf("outcomes of %s: %s, want %s", models[i], got, want)
		}
	}
	for _, v := range []struct {
		define, model string
		bug, ok       bool
	}{
		{"", "sc", false, true},
		{"", "pso", true, true},
		{"", "pslo", false, false},
		{"FIXED", "tso", false, true},
		{"FIXED", "pso", false, false},
		{"", "c11", true, true},
	} {
		if bug, ok := e.Bug(v.define, v.model); bug != v.bug || ok != v.ok {
			t.Errorf("verdict of %q %s: %t %t, want %t %t", v.define, v.model, bug, ok, v.bug, v.ok)
		}
	}
	wantCycles := []Cycle{
		{Model: "pso", Fate: Buggy, Roles: []int{1, 2, 3, 4}},
		{Model: "pso", Fate: Buggy, Roles: []int{1, 1, 3, 4}},
		{Define: "FIXED", Model: "tso", Fate: Never, Roles: []int{1, 2}},
	}
	if !slices.EqualFunc(e.Cycles, wantCycles, func(a, b Cycle) bool {
		return a.Define == b.Define && a.Model == b.Model && a.Fate == b.Fate && slices.Equal(a.Roles, b.Roles)
	}) {
		t.Errorf("cycles: %v, want %v", e.Cycles, wantCycles)
	}
	if want := map[int]int{1: 15, 2: 16, 3: 17, 4: 19}; !maps.Equal(e.Lines, want) {
		t.Errorf("lines: %v, want %v", e.Lines, want)
	}
	if want := []string{"", "FIXED"}; !slices.Equal(slices.Sorted(slices.Values(e.Defines())), want) {
		t.Errorf("defines: %v, want %v", e.Defines(), want)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"int x;", "1: a program starts with a comment"},
		{"/*\n * sc: 0\n */", "2: outcomes of sc before"},
		{"/*\n * observe: x\n * tso: sc\n */", "3: outcomes of sc are not stated before those of tso"},
		{"/*\n * observe: x\n * sc: 0,1\n */", `3: outcome "0,1" does not have 1 values`},
		{"/*\n * observe: x\n * sc: 0 0\n */", `3: outcome "0" stated twice`},
		{"/*\n * observe: x\n * sc:\n */", "3: no outcomes of sc"},
		{"/*\n * observe: x\n * sc: 0\n * sc: 1\n */", "4: outcomes of sc stated twice"},
		{"/*\n * expect sc\n */", "2: no colon"},
		{"/*\n * expect: bug\n */", ""},
		{"/*\n * expect -DFIXED: bug\n */", "2: no model named"},
		{"/*\n * expect arm: bug\n */", `2: unknown model "arm"`},
		{"/*\n * expect sc: maybe\n */", `2: a verdict is bug or none, not "maybe"`},
		{"/*\n * expect sc sc: bug\n */", "2: verdict of sc stated twice"},
		{"/*\n * cycle sc: 1,2\n */", `2: unknown fate "sc"`},
		{"/*\n * cycle buggy: 1,2\n */", "2: no model named"},
		{"/*\n * cycle sc buggy:\n */", "2: no cycle named"},
		{"/*\n * cycle sc buggy: 1,x\n */", `2: bad role "x"`},
		{"/*\n * cycle sc buggy: 1,2,3\n */", `2: cycle "1,2,3" has an odd length`},
		{"/*\n * cycle sc buggy: 1,2\n */\nx; /* line 1 */\n", "no line has role 2"},
		{"/* */\nx; /* line 1 */\ny; /* line 1 */\n", "3: lines 2 and 3 have the same role 1"},
	} {
		_, err := Parse(c.src)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", c.src, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: error %v, want %s", c.src, err, c.want)
		}
	}
}

// program is a C file with its expectation.
type program struct {
	path   string
	expect Expectation
}

func programs(t *testing.T, pattern string) []program {
	t.Helper()
	paths, err := fs.Glob(Files, pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no program %s: %v", pattern, err)
	}
	var all []program
	for _, path := range paths {
		src, err := Files.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Parse(string(src))
		if err != nil {
			t.Fatalf("%s:%v", path, err)
		}
		all = append(all, program{path, e})
	}
	return all
}

// Every variant of a program of the paper states a verdict for every model, and
// what a model shows its weaker ones show too.
func TestVerdictsAreComplete(t *testing.T) {
	for _, p := range programs(t, "relaxer/*.c") {
		for _, define := range p.expect.Defines() {
			before := false
			for _, m := range models {
				bug, ok := p.expect.Bug(define, m)
				if !ok {
					t.Errorf("%s: no verdict of %q under %s", p.path, define, m)
				}
				if before && !bug {
					t.Errorf("%s: %q has a bug under a model stronger than %s only", p.path, define, m)
				}
				before = bug
			}
		}
	}
}

// Every program for C11 has a bug, and a variant without one.
func TestC11Verdicts(t *testing.T) {
	for _, p := range programs(t, "c11/*.c") {
		if bug, ok := p.expect.Bug("", c11); !bug || !ok {
			t.Errorf("%s: no bug stated", p.path)
		}
		if bug, ok := p.expect.Bug("FIXED", c11); bug || !ok {
			t.Errorf("%s: FIXED is not stated to be without one", p.path)
		}
	}
}

// The programs compile with gcc, every variant, without warnings.
func TestCompile(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	variants := map[string][]string{}
	for _, pattern := range []string{"relaxer/*.c", "litmus/*.c", "c11/*.c"} {
		for _, p := range programs(t, pattern) {
			for _, define := range append(p.expect.Defines(), "") {
				if !slices.Contains(variants[define], p.path) {
					variants[define] = append(variants[define], p.path)
				}
			}
		}
	}
	for i, define := range slices.Sorted(maps.Keys(variants)) {
		if testsize.LeftOut(4, i) {
			continue
		}
		args := []string{"-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-fsyntax-only", "-I", "."}
		if define != "" {
			args = append(args, "-D"+define)
		}
		if out, err := exec.Command("gcc", append(args, variants[define]...)...).CombinedOutput(); err != nil {
			t.Errorf("-D%s: %v\n%s", define, err, out)
		}
	}
}
