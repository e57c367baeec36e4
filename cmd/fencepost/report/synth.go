package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/models/synth"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Synthesis is the result of synth for each size, ascending: at least one.
type Synthesis struct {
	Results  []*synth.Result
	Families bool // count by family
}

// Complete reports whether every search ended.
func (s *Synthesis) Complete() bool {
	return !slices.ContainsFunc(s.Results, func(r *synth.Result) bool { return !r.Complete })
}

// counts returns the number of tests, and of those with an RMW.
func (s *Synthesis) counts() (all, with int) {
	for _, r := range s.Results {
		all += len(r.Tests)
		with += r.WithRMW()
	}
	return all, with
}

// synthesized lists the tests, or the families.
func (t *printer) synthesized(s *Synthesis) {
	switch {
	case t.Quiet:
	case s.Families:
		rows := newTable(1, "family", "without RMW", "with RMW", "Table 3", "difference")
		for _, c := range synth.Count(s.Results...) {
			published, difference := "", ""
			if c.Table > 0 {
				published, difference = fmt.Sprint(c.Table), fmt.Sprintf("%+d", c.Without-c.Table)
			}
			rows.add(c.Name, fmt.Sprint(c.Without), fmt.Sprint(c.With), published, difference)
		}
		t.table(rows)
	default:
		for _, r := range s.Results {
			for _, x := range r.Tests {
				t.printf("%-14s %s\n", x.Name, synthProgram(x))
			}
		}
	}
	all, with := s.counts()
	more := ""
	if !s.Complete() {
		more = "; the search was cut short"
	}
	if !t.Quiet {
		t.besideThesis(s)
	}
	t.printf("%s\n", t.Style.bold(fmt.Sprintf("%d %s tests of %s: %d without an RMW, %d with%s", all, s.kind(), s.Results[0].Model.Name, all-with, with, more)))
}

// kind describes the tests.
func (s *Synthesis) kind() string {
	if s.Results[0].Maximal {
		return "maximal"
	}
	return "minimal"
}

// thesis returns the number of programs in Adolfsson's thesis for the tests of a result; 0
// if there is none.
func thesis(r *synth.Result) int {
	if r.Model.Name != "c11orig" || r.MaxRMWs != 1 || r.Maximal || r.AnyLocations || !r.Complete {
		return 0
	}
	return synth.ThesisTests[r.Size]
}

// besideThesis writes the number of programs of the tests, and that of the thesis.
func (t *printer) besideThesis(s *Synthesis) {
	for _, r := range s.Results {
		if n := thesis(r); n > 0 {
			with := r.WithRMW()
			t.printf("size %d: %d + 6*%d = %d programs; the thesis's Table 2 has %d\n", r.Size, len(r.Tests)-with, with, r.Concrete(), n)
		}
	}
}

// synthProgram writes a test on one line, W x rlx; W y rel || R y acq; ....
func synthProgram(t *synth.Test) string {
	var b strings.Builder
	for i, e := range t.Events {
		switch {
		case i == 0:
		case e.Thread != t.Events[i-1].Thread:
			b.WriteString(" || ")
		case e.Half == i-1:
			b.WriteString(" + ") // the halves of an RMW
		default:
			b.WriteString("; ")
		}
		b.WriteString(e.Kind.String())
		if e.Loc != synth.None {
			b.WriteString(" " + synth.LocationName(e.Loc))
		}
		if e.Order != trace.Plain {
			b.WriteString(" " + e.Order.String())
		}
	}
	return b.String()
}

type jsonSynthEvent struct {
	Event    int    `json:"event"`
	Thread   int    `json:"thread"`
	Kind     string `json:"kind"` // R, W, U (a read-modify-write) or F
	Location string `json:"location,omitempty"`
	Order    string `json:"order,omitempty"`
	Half     *int   `json:"other_half,omitempty"` // of an RMW of two events
}

type jsonSynthRead struct {
	Read int  `json:"read"`
	From *int `json:"from"` // null: the initial value
}

type jsonSynthExecution struct {
	RF     []jsonSynthRead  `json:"rf"`
	MO     map[string][]int `json:"mo"`
	Axioms []string         `json:"axioms"` // that forbid it
}

type jsonSynthTest struct {
	Name       string               `json:"name"`
	Family     string               `json:"family"`
	Size       int                  `json:"size"`
	Program    string               `json:"program"`
	RMWs       int                  `json:"rmws"`
	Events     []jsonSynthEvent     `json:"events"`
	Executions []jsonSynthExecution `json:"forbidden_executions"`
	Allowed    []jsonSynthExecution `json:"allowed_executions,omitempty"` // of a maximal test, which has no others
}

type jsonSynthFamily struct {
	Family     string `json:"family"`
	WithoutRMW int    `json:"without_rmw"`
	WithRMW    int    `json:"with_rmw"`
	Table3     *int   `json:"table3"`     // null: not in the table
	Difference *int   `json:"difference"` // without_rmw - table3
}

type jsonSynthSize struct {
	Size     int `json:"size"`
	Programs int `json:"programs"` // a test with an RMW counts once for each of six functions
	Thesis   int `json:"thesis"`
}

// A SynthesisResult is the synthesised tests, or families of them.
type SynthesisResult struct {
	Model        ModelName         `json:"model"`
	FirstSize    int               `json:"first_size"`
	Size         int               `json:"size"`
	MaxRMWs      int               `json:"max_rmws"`
	AnyLocations bool              `json:"any_locations"`
	Maximal      bool              `json:"maximal"`
	Count        int               `json:"count"`
	WithRMW      int               `json:"with_rmw"`
	WithoutRMW   int               `json:"without_rmw"`
	Table2       []jsonSynthSize   `json:"table2"` // sizes in Adolfsson's thesis
	Families     []jsonSynthFamily `json:"families"`
	Tests        []jsonSynthTest   `json:"tests"`

	synthesis *Synthesis
}

// FromSynthesis returns the tests or families as a result.
func FromSynthesis(s *Synthesis, status Verdict) *Result {
	all, with := s.counts()
	last := s.Results[len(s.Results)-1]
	d := &SynthesisResult{
		synthesis: s, Model: ModelName(last.Model.Name),
		FirstSize: s.Results[0].Size, Size: last.Size, MaxRMWs: last.MaxRMWs, AnyLocations: last.AnyLocations,
		Maximal: last.Maximal, Count: all, WithRMW: with, WithoutRMW: all - with, Table2: []jsonSynthSize{},
		Families: synthFamilies(s.Results), Tests: []jsonSynthTest{},
	}
	for _, r := range s.Results {
		if n := thesis(r); n > 0 {
			d.Table2 = append(d.Table2, jsonSynthSize{r.Size, r.Concrete(), n})
		}
	}
	if !s.Families {
		d.Tests = lists.Map(last.Tests, synthTest)
	}
	return WithBody("synth", status, d)
}

// synthFamilies counts tests by family.
func synthFamilies(results []*synth.Result) []jsonSynthFamily {
	return lists.Map(synth.Count(results...), func(c synth.FamilyCount) jsonSynthFamily {
		f := jsonSynthFamily{Family: c.Name, WithoutRMW: c.Without, WithRMW: c.With}
		if c.Table > 0 {
			difference := c.Without - c.Table
			f.Table3, f.Difference = &c.Table, &difference
		}
		return f
	})
}

// SynthTest returns the JSON form of a test.
func SynthTest(t *synth.Test) any { return synthTest(t) }

func synthTest(t *synth.Test) jsonSynthTest {
	j := jsonSynthTest{Name: t.Name, Family: t.Family.Name, Size: len(t.Events), Program: synthProgram(t), RMWs: t.RMWs, Executions: []jsonSynthExecution{}}
	for i, e := range t.Events {
		ev := jsonSynthEvent{Event: i, Thread: e.Thread, Kind: e.Kind.String()}
		if e.Loc != synth.None {
			ev.Location = synth.LocationName(e.Loc)
		}
		if e.Order != trace.Plain {
			ev.Order = e.Order.String()
		}
		if e.Half != synth.None {
			ev.Half = &e.Half
		}
		j.Events = append(j.Events, ev)
	}
	for _, x := range t.Executions {
		xj := jsonSynthExecution{RF: []jsonSynthRead{}, MO: make(map[string][]int), Axioms: x.Axioms}
		for i, e := range t.Events {
			if !e.Kind.Reads() {
				continue
			}
			r := jsonSynthRead{Read: i}
			if w := x.RF[i]; w != synth.None {
				r.From = &w
			}
			xj.RF = append(xj.RF, r)
		}
		for l, mo := range x.MO {
			xj.MO[synth.LocationName(l)] = mo
		}
		if t.Maximal {
			j.Allowed = append(j.Allowed, xj)
		} else {
			j.Executions = append(j.Executions, xj)
		}
	}
	return j
}
