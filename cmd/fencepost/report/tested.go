package report

import (
	"cmp"
	"strings"

	"fencepost/interp/code"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A TestedProgram is a program that tests the orders of a source.
type TestedProgram struct {
	Harness string // its name in a suite; empty if there is no suite
	Program *code.Program
}

// testedAll are the programs that test the orders of a source.
type testedAll struct {
	list    []TestedProgram
	own     []*Source          // by program
	whole   *Source            // of all
	name    string             // of the program, or the number of programs
	names   []string           // of the harnesses
	files   map[string]string  // name by full path
	crowded map[trace.Pos]bool // positions with several accesses
}

// newTestedAll returns programs that are tested together. Shared source occurs once.
func newTestedAll(list []TestedProgram) *testedAll {
	t := &testedAll{list: list, files: map[string]string{}, crowded: map[trace.Pos]bool{}}
	whole := &code.Program{Name: list[0].Program.Name}
	for _, x := range list {
		t.own = append(t.own, NewSource(x.Program))
		whole.Sites = append(whole.Sites, x.Program.Sites...)
		for _, f := range x.Program.Files {
			if path := fences.SamePath(f.Name); t.files[path] == "" {
				t.files[path], whole.Files = f.Name, append(whole.Files, f)
			}
		}
		if x.Harness != "" {
			t.names = append(t.names, x.Harness)
		}
	}
	t.whole, t.name = NewSource(whole), whole.Name
	switch {
	case len(list) > 1:
		t.name = Count(len(list), "harness")
	case len(t.names) > 0:
		t.name = t.names[0]
	}
	return t
}

// at returns the name of an access, its site, and its position with the common name of the
// file.
func (t *testedAll) at(a fences.Access) (name string, site *trace.Site, pos trace.Pos) {
	s := t.own[a.Program]
	site, pos = &s.Sites[a.Site], t.known(s.Sites[a.Site].Pos)
	if name = pos.String(); t.crowded[pos] {
		name = s.Site(a.Site)
	}
	return name, site, pos
}

// distinguish notes the positions that have several of the accesses.
func (t *testedAll) distinguish(list []fences.Access) {
	at := map[trace.Pos]fences.Access{}
	for _, a := range list {
		pos := t.known(t.own[a.Program].Sites[a.Site].Pos)
		if other, taken := at[pos]; taken && other != a {
			t.crowded[pos] = true
		}
		at[pos] = a
	}
}

// known returns a position with the common name of its file.
func (t *testedAll) known(pos trace.Pos) trace.Pos {
	if name := t.files[fences.SamePath(pos.File)]; name != "" {
		pos.File = name
	}
	return pos
}

// harness returns the name of a program's harness; empty if there is no suite.
func (t *testedAll) harness(program int) string { return t.list[program].Harness }

// A Fault is an error of a harness as it is.
type Fault struct {
	Harness string `json:"harness"`
	Error   *Error `json:"error"`
}

// faults returns the errors of programs as they are, and the first of them; nil if there is none.
func (t *testedAll) faults(list []fences.Fault, model string) (faults []Fault, first *Error, issues []Issue) {
	for _, f := range list {
		e := newError(t.own[f.Program], f.Error)
		first = cmp.Or(first, e)
		faults = append(faults, Fault{t.harness(f.Program), e})
		issues = append(issues, Issue{Error: e, Models: []string{model}})
	}
	return faults, first, issues
}

// within names the harnesses that go wrong; empty if there is no suite.
func within(faults []Fault) string {
	names := strings.Join(lists.Map(faults, func(f Fault) string { return f.Harness }), ", ")
	if names != "" {
		names = " in " + names
	}
	return names
}

// inHarness names the harness that goes wrong; empty if there is no suite.
func inHarness(name string) string {
	if name == "" {
		return ""
	}
	return " (harness " + name + ")"
}
