package lessons

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
)

// claims are what the texts of the lessons say of models: of the program, those that have
// the goal and those that do not, and of the transfer.
var claims = map[string]struct{ has, lacks, goesWrong, goesRight string }{
	"SB":              {"tso", "sc", "tso c11", "sc"},
	"MP":              {"pso pslo c11", "tso", "c11", "sc tso"},
	"LB":              {"c11orig armv8 power riscv", "sc tso pso pslo c11", "armv8 power riscv", "c11"},
	"coherence":       {"c11", "", "c11", "sc tso pso pslo"},
	"IRIW":            {"c11 power", "sc tso pso pslo armv8 riscv", "c11 power", ""},
	"WRC":             {"c11 power", "tso pso pslo armv8 riscv", "c11", ""},
	"fences":          {"pslo c11", "tso pso", "c11", ""},
	"release-acquire": {"c11", "armv8 power riscv", "c11", ""},
	"locks":           {"pso", "", "c11", ""},
	"races":           {"c11", "sc tso", "c11", "sc tso pso pslo"},
	"dependencies":    {"c11 armv8 power riscv", "", "c11orig", "c11 armv8 power riscv"},
	"queue":           {"pso c11", "", "c11", ""},
	"READ_ONCE":       {"c11 lkmm", "sc tso pso pslo", "c11 lkmm", "sc tso pso pslo"},
	"grace-period":    {"pslo c11 lkmm", "sc tso pso", "pso pslo c11 lkmm", "sc tso"},
	"why-this-order":  {"c11", "sc tso pso pslo", "c11", "sc tso pso pslo"},
	"critical-cycle":  {"tso pso pslo c11", "sc", "c11", ""},
	"holding-back":    {"pso pslo c11", "sc tso", "c11", "sc tso"},
	"depth":           {"c11", "sc tso pso", "c11", ""},
	"buffers":         {"tso pso pslo c11", "sc", "tso pso pslo c11", "sc"},
	"R":               {"tso", "sc", "", ""},
	"S":               {"pso", "sc tso", "", ""},
	"2+2W":            {"pso", "sc tso", "", ""},
	"RWC":             {"tso", "sc", "", ""},
	"ISA2":            {"pso", "sc tso", "", ""},
}

// Every lesson has an answer that is neither all nor nothing, a game whose goal can be
// reached, a repair whose cheapest choice repairs, and a transfer with an answer.
func TestCourse(t *testing.T) {
	t.Parallel()
	list, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 19 {
		t.Fatalf("%d lessons", len(list))
	}
	others, err := More()
	if err != nil || len(others) != 5 {
		t.Fatalf("%d others: %v", len(others), err)
	}
	ctx := context.Background()
	for i, l := range slices.Concat(list, others) {
		if testsize.LeftOut(3, i) {
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			a, err := l.Answer(ctx)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: has %v, lacks %v", l.Name, a.Has, a.Lacks)
			c, ok := claims[l.Name]
			if !ok {
				t.Error("nobody says what the text claims")
			}
			within(t, c.has, a.Has)
			within(t, c.lacks, a.Lacks)
			var right []int
			for i, o := range a.Options {
				t.Logf("  %s %v", o.Text, o.Right)
				if o.Right {
					right = append(right, i)
				}
			}
			if len(a.Options) < 2 || Score(a.Options, right) != len(a.Options) {
				t.Errorf("%+v", a.Options)
			}
			g, err := l.Program.Game(l.Play.Model, l.Play.Goal)
			if err != nil {
				t.Fatal(err)
			}
			moves, err := g.Solve(ctx, nil)
			if err != nil || moves == nil {
				t.Fatalf("the goal of the game is not reached: %v %v", moves, err)
			}
			t.Logf("  play %v", moves)
			if l.Repair != nil {
				r, err := l.OpenRepair()
				if err != nil {
					t.Fatal(err)
				}
				before, err := r.Try(ctx, r.Menu.Written())
				if err != nil || before.Repaired {
					t.Errorf("as written: %+v %v", before, err)
				}
				chosen, cost, err := r.Cheapest(ctx)
				if err != nil {
					t.Fatal(err)
				}
				after, err := r.Try(ctx, chosen)
				if err != nil || !after.Repaired || after.Cost != cost {
					t.Errorf("cheapest %v of %d: %+v %v", chosen, cost, after, err)
				}
				for i, s := range r.Menu.Slots {
					t.Logf("  %s %s %d %s: %v -> %s", s.Kind, s.Func, s.Line, s.Text, s.Options, s.Options[chosen[i]])
				}
				t.Logf("  cost %d", cost)
			}
			if l.Transfer != nil {
				options, err := l.Transfer.Answer(ctx)
				if err != nil || len(options) < 2 {
					t.Fatal(options, err)
				}
				t.Logf("  transfer %v", options)
				var wrong, fine []string
				for _, o := range options {
					if o.Right {
						wrong = append(wrong, o.Text)
					} else {
						fine = append(fine, o.Text)
					}
				}
				within(t, c.goesWrong, wrong)
				within(t, c.goesRight, fine)
			}
			if !slices.ContainsFunc(a.Options, func(o Option) bool { return o.Right }) {
				t.Error("nothing is right")
			}
		})
	}
}

func within(t *testing.T, claimed string, list []string) {
	t.Helper()
	for _, m := range strings.Fields(claimed) {
		if !slices.Contains(list, m) {
			t.Errorf("the text says %s, found %v", m, list)
		}
	}
}

// No choice that costs less than what fences infers repairs a lesson: all are tried where
// they are few.
func TestNothingCheaper(t *testing.T) {
	t.Parallel()
	list, err := All()
	if err != nil {
		t.Fatal(err)
	}
	ctx, tried := context.Background(), 0
	for _, l := range list {
		if l.Repair == nil {
			continue // what is plain has no order to choose
		}
		r, err := l.OpenRepair()
		if err != nil {
			t.Fatal(err)
		}
		_, least, err := r.Cheapest(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if l.Repair.Model != "tso" && least > 3 {
			continue
		}
		chosen := make([]int, len(r.Menu.Slots))
		var try func(i, cost int)
		try = func(i, cost int) {
			switch {
			case cost >= least:
			case i == len(chosen):
				tried++
				if trial, err := r.Try(ctx, chosen); err != nil || trial.Repaired {
					t.Errorf("%s: %v costs %d, not %d: %+v %v", l.Name, chosen, cost, least, trial, err)
				}
			default:
				for k, c := range r.Menu.Slots[i].Costs {
					chosen[i] = k
					try(i+1, cost+c)
				}
			}
		}
		try(0, 0)
	}
	if tried < 50 {
		t.Errorf("only %d choices were tried", tried)
	}
}

// What is wrong with a header is told where it stands.
func TestParse(t *testing.T) {
	t.Parallel()
	const rest = "\n*/\nint x;\nint main(void) { x = 1; return 0; }\n"
	for _, test := range []struct{ header, want string }{
		{"/*/ lesson: A", "a.c:1:3: a lesson's header begins with"},
		{"/* nothing", "a.c:1:4: a lesson's header begins with"},
		{"/*", "a.c:1:1: a lesson's header begins with"},
		{"/* lesson: A\n * question: Q", "a.c:1:4: the lesson has no goal"},
		{"/* lesson: A\n * goal: x=1", "a.c:1:4: the lesson has no question"},
		{"/* lesson:\n * question: Q", "a.c:1:4: the lesson has no title"},
		{"/* lesson: A\n * question: Q\n * goal: y=1", "a.c:3:4: y: the program has no such global"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * goal: x=2", "a.c:4:4: goal stands twice"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * models: sc z80", "a.c:4:4: there is no model z80"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * predict: armv8", "a.c:4:4: armv8 is none of the lesson's models"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * repair: c11", "a.c:4:4: a C program is repaired only if its goal is bug"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * play: c11 z", "a.c:4:4: z: the program has no such global"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * observe: z", "a.c:4:4: z: the program has no such global"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * expect: tsso", "a.c:4:4: tsso is none of the lesson's models"},
		{"/* lesson: A\n * question: Q\n * goal: x=1\n * transfer: ../../etc/passwd", "a.c:4:4: ../../etc/passwd is no C program"},
	} {
		_, err := Parse("a.c", []byte(test.header+rest), func(string) ([]byte, error) { return nil, fs.ErrNotExist })
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.header, err, test.want)
		}
	}
	l, err := Parse("dir/a.c", []byte("/* lesson: A\n * question: Q\n *   goes on\n * goal: x=1"+rest), bundled)
	if err != nil || l.Name != "a" || l.Predict.Question != "Q goes on" || l.Source != "int x;\nint main(void) { x = 1; return 0; }\n" {
		t.Errorf("%+v %v", l, err)
	}
}

// A header takes an alias for a model, and only for that.
func TestAlias(t *testing.T) {
	t.Parallel()
	const text = "/* lesson: A\n * question: Q\n * models: sc, rc11\n * predict: rc11\n * goal: bug\n * observe: rc11\n * play: rc11\n * repair: rc11\n * expect: none\n*/\n" +
		"int rc11;\nint main(void) { rc11 = 1; return 0; }\n"
	l, err := Parse("a.c", []byte(text), bundled)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(l.Models, []string{"sc", "c11"}) || l.Predict.Model != "c11" || l.Play.Model != "c11" || l.Repair.Model != "c11" || !slices.Equal(l.observe, []string{"rc11"}) {
		t.Errorf("%+v", l)
	}
}
