package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Mutated says which mutants of a program go wrong.
type Mutated struct {
	Program       string        `json:"program"`             // of a suite the first one
	Harnesses     []string      `json:"harnesses,omitempty"` // for a suite
	Seed          uint64        `json:"seed"`
	Model         string        `json:"model"`
	Mutants       []Mutant      `json:"mutants"` // in the order of the source
	Killed        int           `json:"killed"`
	Score         int           `json:"score"` // percent of the tried mutants that are killed; 100 if there are none
	Communication Communication `json:"communication"`
	Executions    int           `json:"executions"`
	Incomplete    *string       `json:"incomplete"`
	Error         *Error        `json:"error"`            // error of the program itself
	Faults        []Fault       `json:"faults,omitempty"` // for a suite: the errors, by harness

	Sentence string `json:"-"`

	lines   map[trace.Pos]bool // lines with code: whether they were reached
	reached *Coverage          // for the page
}

// A Mutant is a program with one change that makes it order less.
type Mutant struct {
	At      string `json:"at"`
	Text    string `json:"text"`
	Kind    string `json:"kind"` // weakened, dropped or moved
	Change  string `json:"change"`
	Fate    string `json:"fate"`   // killed, survived, unreached or untried
	Proved  bool   `json:"proved"` // survived: all executions were explored
	Error   *Error `json:"error,omitempty"`
	Harness string `json:"harness,omitempty"` // for a suite: the harness that kills it
	Line    string `json:"-"`

	pos trace.Pos
}

// A Communication says which loads read from which stores of other threads.
type Communication struct {
	Complete bool       `json:"complete"` // all executions were explored
	Seen     int        `json:"seen"`
	Missing  []LoadPair `json:"missing"` // pairs that access the same memory and were not seen

	pairs []LoadPair // pairs that were seen
}

// A LoadPair is a store and a load.
type LoadPair struct {
	Store     string `json:"store"`
	StoreText string `json:"store_text"`
	Load      string `json:"load"`
	LoadText  string `json:"load_text"`

	load trace.Pos
}

// The words of kinds and fates of mutants.
var (
	mutantKinds = map[fences.MutantKind]string{fences.Weakened: "weakened", fences.Dropped: "dropped", fences.Moved: "moved"}
	mutantFates = map[fences.Fate]string{fences.Untried: "untried", fences.Killed: "killed", fences.Survived: "survived", fences.Missed: "unreached"}
)

// FromMutation returns the result of mutating a source. A score below under percent is a
// failure.
func FromMutation(programs []TestedProgram, seed uint64, r *fences.Mutation, under int) *Result {
	t := newTestedAll(programs)
	b := &Mutated{Program: t.whole.prog.Name, Harnesses: t.names, Seed: seed, Model: r.Model.Name, Mutants: []Mutant{}, Killed: r.Count(fences.Killed), Score: 100,
		Executions: r.Executions, Incomplete: orNull(r.Incomplete), Communication: Communication{Missing: []LoadPair{}}}
	faults, first, issues := t.faults(r.Wrong, b.Model)
	b.Faults, b.Error = faults, first
	tried := len(r.Mutants) - r.Count(fences.Untried)
	if tried > 0 {
		b.Score = 100 * b.Killed / tried
	}
	t.distinguish(lists.Map(r.Mutants, func(m fences.MutantResult) fences.Access { return m.At[0] }))
	for i := range r.Mutants {
		m := &r.Mutants[i]
		name, site, pos := t.at(m.At[0])
		x := Mutant{
			At: name, Text: site.Text, Kind: mutantKinds[m.Kind], Change: t.changed(&m.Mutant), Fate: mutantFates[m.Fate],
			Proved: m.Fate == fences.Survived && m.Verdict.Proved, Error: newError(t.own[m.In], m.Error), Line: t.own[m.At[0].Program].siteText(m.At[0].Site), pos: pos,
		}
		if m.Error != nil {
			x.Harness = t.harness(m.In)
		}
		b.Mutants = append(b.Mutants, x)
	}
	if len(faults) == 0 {
		b.Communication = t.communication(r.Communication)
		b.lines, b.reached = t.reached(r.Reached)
	}
	b.Sentence = fmt.Sprintf("%s: under %s ", t.name, b.Model)
	switch {
	case len(faults) > 0:
		b.Sentence += "something goes wrong" + cmp.Or(within(faults), " in the program") + " as it is: 'fencepost check' looks for a fix"
	case len(b.Mutants) == 0 && r.Incomplete != "":
		b.Sentence += "no mutant was tried"
	case len(b.Mutants) == 0:
		b.Sentence += "there is no memory order, fence or store to change"
	default:
		b.Sentence += fmt.Sprintf("%d of %s killed (%d%%)", b.Killed, Count(tried, "mutant"), b.Score)
		all := b.Communication.Seen + len(b.Communication.Missing)
		b.Sentence += fmt.Sprintf("; %d of %s seen", b.Communication.Seen, Count(all, "store-load pair"))
	}
	b.Sentence += cutShort(r.Incomplete)
	out := New("mutate", StatusOf(len(faults) > 0 || b.Score < under, r.Incomplete != ""))
	out.Source, out.Models, out.Issues, out.Body, out.Verdict = t.whole, []Model{newModel(r.Model)}, issues, b, b.Sentence
	left := lists.Where(b.Mutants, func(m Mutant) bool { return m.Fate == "survived" || m.Fate == "unreached" })
	out.Remarks = lists.Map(left, func(m Mutant) Remark {
		return Remark{Pos: m.pos, Rule: "mutant/" + m.Fate, Subject: m.Change, Line: m.Line, Text: m.why(), Warning: true}
	})
	return out
}

// changed describes the change of a mutant.
func (t *testedAll) changed(m *fences.Mutant) string {
	switch m.Kind {
	case fences.Dropped:
		return "without the fence"
	case fences.Moved:
		past, _, _ := t.at(m.Past[0])
		return "after the access at " + past
	}
	return m.Order.Describe()
}

// why describes the fate of a mutant that was not killed.
func (m *Mutant) why() string {
	switch {
	case m.Fate == "unreached":
		return "no execution gets here"
	case m.Proved:
		return "no execution goes wrong: no test notices it, or it is not needed"
	}
	return "nothing went wrong in the executions that were tested"
}

// communication merges the communication of the programs.
func (t *testedAll) communication(list []*fences.Communication) Communication {
	out := Communication{Complete: true, Missing: []LoadPair{}}
	add := func(to []LoadPair, but []LoadPair, k int, pairs []fences.Pair) []LoadPair {
		for _, p := range pairs {
			store, storeSite, storeAt := t.at(fences.Access{Program: k, Site: p.Store})
			load, loadSite, loadAt := t.at(fences.Access{Program: k, Site: p.Load})
			pair := LoadPair{store, storeSite.Text, load, loadSite.Text, loadAt}
			if !storeAt.System() && !loadAt.System() && !slices.Contains(to, pair) && !slices.Contains(but, pair) {
				to = append(to, pair)
			}
		}
		return to
	}
	for k, c := range list {
		out.pairs = add(out.pairs, nil, k, c.Seen())
		out.Complete = out.Complete && c.Complete
	}
	for k, c := range list {
		out.Missing = add(out.Missing, out.pairs, k, c.Missing())
	}
	out.Seen = len(out.pairs)
	return out
}

// reached returns the lines of the user's files that have code, with whether any of the
// programs reached them, and the same as coverage. For one program the coverage includes
// conditions and assertions.
func (t *testedAll) reached(list []*vm.Reached) (map[trace.Pos]bool, *Coverage) {
	lines := map[trace.Pos]bool{}
	for k, r := range list {
		own := linesOf(t.list[k].Program)
		for _, at := range r.Lines.Missing {
			at.Col = 0
			own[at] = false
		}
		for at, reached := range own {
			at = t.known(at)
			lines[at] = lines[at] || reached
		}
	}
	if len(list) == 1 {
		return lines, NewCoverage(t.whole, list[0])
	}
	all := &vm.Reached{Lines: vm.Share{Total: len(lines)}}
	for at, reached := range lines {
		if reached {
			all.Lines.Reached++
		} else {
			all.Lines.Missing = append(all.Lines.Missing, at)
		}
	}
	slices.SortFunc(all.Lines.Missing, trace.Pos.Compare)
	return lines, NewCoverage(t.whole, all)
}

// linesOf returns the lines of the user's files that have code.
func linesOf(p *code.Program) map[trace.Pos]bool {
	lines := map[trace.Pos]bool{}
	for i := range p.Funcs {
		for _, at := range p.Funcs[i].PosOf {
			if at.Line > 0 && !at.System() && !p.Funcs[i].System {
				at.Col = 0
				lines[at] = true
			}
		}
	}
	return lines
}

// WriteLCOV prints the lines and pairs that the executions of mutate reached, in the format
// of lcov. A reached line has the count 1, and each pair is a branch of its load's line.
func WriteLCOV(w io.Writer, r *Result) error {
	b, ok := r.Body.(*Mutated)
	if !ok {
		return fmt.Errorf("the result of %s has no coverage", r.Command)
	}
	out := bufio.NewWriter(w)
	files := map[string][]trace.Pos{}
	for at := range b.lines {
		files[at.File] = append(files[at.File], at)
	}
	hit := func(reached bool) int {
		if reached {
			return 1
		}
		return 0
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(out, "TN:\nSF:%s\n", name)
		slices.SortFunc(files[name], trace.Pos.Compare)
		for i, list := range [][]LoadPair{b.Communication.pairs, b.Communication.Missing} {
			for k, p := range list {
				if p.load.File == name {
					fmt.Fprintf(out, "BRDA:%d,%d,%d,%d\n", p.load.Line, i, k, hit(i == 0))
				}
			}
		}
		reached := 0
		for _, at := range files[name] {
			reached += hit(b.lines[at])
			fmt.Fprintf(out, "DA:%d,%d\n", at.Line, hit(b.lines[at]))
		}
		fmt.Fprintf(out, "LF:%d\nLH:%d\nend_of_record\n", len(files[name]), reached)
	}
	return out.Flush()
}
