package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// text is the source of the tests: store buffering.
const text = "int x, y;\nleft()\n{\n\tx = 1;\n\tr1 = y;\n}\nright()\n{\n\ty = 1;\n\tr2 = x;\n}\n"

func program() *code.Program {
	site := func(line, col int, text string) trace.Site {
		return trace.Site{Pos: trace.Pos{File: "dir/sb.c", Line: line, Col: col}, Text: text}
	}
	p := &code.Program{
		Name: "dir/sb.c", Files: []code.File{{Name: "dir/sb.c", Text: text}},
		Sites:   []trace.Site{site(4, 4, "x"), site(5, 7, "y"), site(9, 4, "y"), site(10, 7, "x")},
		Objects: []code.Object{{Name: "x", Size: 4}, {Name: "y", Size: 4}},
	}
	code.Layout(p.Objects)
	return p
}

// storeBuffering is the execution in which both loads read 0.
func storeBuffering(p *code.Program) []trace.Event {
	x, y := p.Objects[0].Addr, p.Objects[1].Addr
	access := func(id int32, t trace.ThreadID, i, site, loc int32, k trace.Kind, addr, value uint64, c, rf int32) trace.Event {
		return trace.Event{ID: id, Thread: t, I: i, Site: site, Loc: loc, Kind: k, Addr: addr, Size: 4, Value: value, C: c, RF: rf}
	}
	return []trace.Event{
		access(1, 1, 1, 0, 0, trace.Store, x, 1, trace.NoCommit, 0),
		access(2, 1, 2, 1, 1, trace.Load, y, 0, 0, 0),
		access(3, 2, 1, 2, 1, trace.Store, y, 1, trace.NoCommit, 0),
		access(4, 2, 2, 3, 0, trace.Load, x, 0, 0, 0),
		access(5, 2, 1, 2, 1, trace.Commit, y, 1, 1, 3),
		access(6, 1, 1, 0, 0, trace.Commit, x, 1, 1, 1),
	}
}

var cycle = predict.Cycle{Number: 2, Sites: []int32{0, 1, 2, 3}, Relaxable: []bool{true, true}}

func TestColumns(t *testing.T) {
	x := sample(cycle.Sites...)
	var out printer
	out.nodes(x.nodes())
	out.columns(x, columns{marked: x.marked()})
	const want = `  (1) thread 1: write x = 1
      dir/sb.c:4       x = 1;
      this store waits in the store buffer while the later load (2) is performed
  (2) thread 1: read y = 0
      dir/sb.c:5       r1 = y;
      reads before (3) writes y
  (3) thread 2: write y = 1
      dir/sb.c:9       y = 1;
      this store waits in the store buffer while the later load (4) is performed
  (4) thread 2: read x = 0
      dir/sb.c:10      r2 = x;
      reads before (1) writes x
event  thread 1            store buffer  thread 2            store buffer
    1  (1) 4: write x = 1  [x=1]
    2  (2) 5: read y = 0   [x=1]
    3                      [x=1]         (3) 9: write y = 1  [y=1]
    4                      [x=1]         (4) 10: read x = 0  [y=1]
    5                      [x=1]         (3) commit y = 1
    6  (1) commit x = 1
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// A long execution is drawn around what is marked, and at its end.
func TestColumnsLimit(t *testing.T) {
	var events []trace.Event
	for i := range int32(100) {
		events = append(events, trace.Event{ID: i + 1, I: i + 1, Site: -1, Loc: -1, Kind: trace.Fence, Value: uint64(trace.StoreLoad)})
	}
	var out printer
	out.columns(drawn(&Source{}, graph.New(events, nil)), columns{marked: []int32{50}, limit: 20})
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if want := 1 + 1 + 5 + 1 + rowsAtEnd; len(lines) != want {
		t.Errorf("%d lines, want %d:\n%s", len(lines), want, out.String())
	}
	if !strings.Contains(out.String(), "... 47 events") || !strings.Contains(out.String(), "(1) fence sl") {
		t.Errorf("got\n%s", out.String())
	}
}

func TestInstance(t *testing.T) {
	p := program()
	events := storeBuffering(p)
	x := drawn(NewSource(p), graph.New(events, nil))
	for _, c := range []struct {
		name  string
		sites []int32
		want  []int32
	}{
		{"as predicted", []int32{0, 1, 2, 3}, []int32{1, 2, 3, 4}},
		{"from the other thread", []int32{2, 3, 0, 1}, []int32{3, 4, 1, 2}},
		{"against program order", []int32{1, 0, 3, 2}, nil},
		{"odd", []int32{0}, nil},
		{"not accessed", []int32{0, 1, 2, 7}, nil},
	} {
		got := x.instance(c.sites)
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
	// Without the commits nothing reached memory, and there is no conflict order.
	if got := drawn(NewSource(p), graph.New(events[:4], nil)).instance(cycle.Sites); got != nil {
		t.Errorf("no commits: %v", got)
	}
}

func TestExcerpt(t *testing.T) {
	s := &Source{lines: map[string][]string{"a.c": {"\tx = 1;", "é = y;", "a\tb", "tail\r", "esc \x1b[31m", "if (q->next == 0)"}}}
	s.Sites = []trace.Site{{Pos: trace.Pos{File: "a.c", Line: 6, Col: 5}, Text: "q->next"}}
	for _, c := range []struct {
		line, col int
		want      string
	}{
		{1, 2, "    1 |         x = 1;\n      |         ^\n"},
		{1, 6, "    1 |         x = 1;\n      |             ^\n"},
		{2, 6, "    2 | é = y;\n      |     ^\n"},
		{3, 3, "    3 | a       b\n      |         ^\n"},
		{4, 5, "    4 | tail\n      |     ^\n"},
		{4, 60, "    4 | tail\n"},
		{4, 0, "    4 | tail\n"},
		{4, 1, "    4 | tail\n      | ^~~~\n"},
		{5, 1, "    5 | esc ?[31m\n      | ^~~\n"},
		{6, 5, "    6 | if (q->next == 0)\n      |     ^~~~~~~\n"}, // an access
		{7, 1, ""},
		{0, 0, ""},
	} {
		if got := s.Excerpt(trace.Pos{File: "a.c", Line: c.line, Col: c.col}); got != c.want {
			t.Errorf("%d:%d: got\n%s\nwant\n%s", c.line, c.col, got, c.want)
		}
	}
}

// The bounds are those of the textbook formula, computed by hand for 8 of 10.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{8, 10, 0.4902, 0.9433}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {0, 0, 0, 1},
	} {
		low, high := Interval(c.k, c.n)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.k, c.n, low, high, c.low, c.high)
		}
	}
}

// sampleReport is a report with an error that two cycles lead to, one that none
// leads to, one that SC shows, and a benign cycle.
func sampleReport() *phase2.Report {
	p := program()
	failure := func(line int, kind interp.ErrorKind) *interp.Error {
		return &interp.Error{Kind: kind, Pos: trace.Pos{File: "dir/sb.c", Line: line, Col: 2}, Stack: []interp.Frame{{Func: "left"}}}
	}
	wit := func(m *models.Model, steps int, e *interp.Error) *witness.Witness {
		return &witness.Witness{Model: m, Steps: steps, Error: e}
	}
	a, b, c := failure(5, interp.AssertionFailed), failure(10, interp.NullPointer), failure(4, interp.Aborted)
	other := predict.Cycle{Number: 1, Sites: []int32{0, 3, 2, 1}, Relaxable: []bool{true, false}}
	benign := predict.Cycle{Number: 3, Sites: []int32{0, 0, 3, 3}, Relaxable: []bool{false, false}}
	buggy := func(cy predict.Cycle, m *models.Model, steps int) phase2.Confirmation {
		return phase2.Confirmation{Cycle: cy, Trials: 30, Confirmations: 9, Buggy: 3, BuggyWitness: wit(m, steps, a), ConfirmedWitness: wit(m, 5, nil), Error: a}
	}
	return &phase2.Report{
		Program: p, Options: phase2.Options{Seed: 1},
		SC: phase2.SCReport{Runs: 200, Errors: []witness.Finding{{Error: c, Count: 2, Witness: wit(models.SC, 4, c)}}},
		Models: []phase2.ModelReport{
			{
				Model: models.TSO, Predicted: 3, UnderModel: 2,
				Cycles: []phase2.Confirmation{buggy(other, models.TSO, 20), buggy(cycle, models.TSO, 10)},
				Errors: []witness.Finding{{Error: b, Count: 50, Witness: wit(models.TSO, 3, b)}, {Error: a, Count: 6, Witness: wit(models.TSO, 9, a)}},
			},
			{
				Model: models.PSO, Predicted: 3, UnderModel: 2,
				Cycles: []phase2.Confirmation{buggy(cycle, models.PSO, 4), {Cycle: benign, Trials: 30, Confirmations: 1, ConfirmedWitness: wit(models.PSO, 2, nil)}},
				Errors: []witness.Finding{{Error: a, Count: 3, Witness: wit(models.PSO, 4, a)}},
			},
		},
	}
}

func TestFindBugs(t *testing.T) {
	bugs := findBugs(sampleReport())
	names := func(list []*models.Model) (text string) {
		for _, m := range list {
			text = joined(", ", text, m.Name)
		}
		return text
	}
	if len(bugs) != 2 {
		t.Fatalf("%d bugs, want 2", len(bugs))
	}
	first := bugs[0]
	if first.err.Kind != interp.AssertionFailed || names(first.models) != "tso, pso" || first.count != 9 {
		t.Errorf("first bug: %v under %s, %d times", first.err, names(first.models), first.count)
	}
	if first.cycle().String() != cycle.String() || first.witness.Steps != 10 {
		t.Errorf("shown: cycle %v, %d steps; want the shortest of the first model", first.cycle(), first.witness.Steps)
	}
	if bugs[1].cycle() != nil {
		t.Errorf("second bug has cycle %v", bugs[1].cycle())
	}
}

func TestCheckText(t *testing.T) {
	r := sampleReport()
	var out bytes.Buffer
	if err := WriteText(&out, checked(r, ""), TextOptions{All: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"dir/sb.c: 2 bugs that relaxed memory causes, 1 bug under sequential consistency, 1 benign violation\n",
		" tso            3            2          2      2              0.30       2\n",
		"Bug 1 of 1 that sequential consistency shows too",
		"Bug 1 of 2, under tso, pso",
		"The cycle that leads to it, #2 (confirmed in 9, buggy in 3 of 30 trials)",
		"Also reached through 1 other cycle:\n  #1 ",
		"It was met in executions that made no predicted cycle",
		"Benign: 1 violation of sequential consistency without an error\n\n  #3 ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("the text has colours")
	}
}

func TestCheckDocument(t *testing.T) {
	r := sampleReport()
	w := Witnesses{Files: map[*witness.Witness]string{r.Models[1].Cycles[0].BuggyWitness: "out/pso-2-buggy.json"}}
	var out bytes.Buffer
	if err := WriteJSON(&out, FromCheck(r, w, Bug)); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Version         int
		Command, Status string
		Diagnostics     []any
		Incomplete      *string
		SC              struct {
			Runs   int
			Errors []struct{ Kind, At, Message string }
		}
		Models []struct {
			Model                       string
			Predicted, Confirmed, Buggy int
			MeanProbability             *float64 `json:"mean_probability"`
			Cycles                      []struct {
				Sites         []string
				Trials, Buggy int
				Error         *struct{ Kind, At, Message string }
				Witnesses     struct{ Confirmed, Buggy *string }
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	switch pso := d.Models[1]; {
	case d.Version != 2 || d.Command != "check" || d.Status != "bug" || d.Diagnostics == nil || d.Incomplete != nil:
		t.Errorf("head: %+v", d)
	case d.SC.Runs != 200 || d.SC.Errors[0].Kind != "abort" || d.SC.Errors[0].At != "dir/sb.c:4:2":
		t.Errorf("sc: %+v", d.SC)
	case pso.Model != "pso" || pso.Confirmed != 2 || pso.Buggy != 1 || pso.MeanProbability == nil:
		t.Errorf("pso: %+v", pso)
	case strings.Join(pso.Cycles[0].Sites, " ") != "dir/sb.c:4:4 dir/sb.c:5:7 dir/sb.c:9:4 dir/sb.c:10:7":
		t.Errorf("sites: %v", pso.Cycles[0].Sites)
	case *pso.Cycles[0].Witnesses.Buggy != "out/pso-2-buggy.json" || pso.Cycles[0].Witnesses.Confirmed != nil:
		t.Errorf("witnesses: %+v", pso.Cycles[0].Witnesses)
	case pso.Cycles[1].Error != nil || pso.Cycles[0].Error.Kind != "assertion failed":
		t.Errorf("errors: %+v", pso.Cycles)
	}
}
