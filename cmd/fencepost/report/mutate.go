package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"

	"fencepost/interp/code"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// Mutated says which weaker forms of a program go wrong.
type Mutated struct {
	Program       string        `json:"program"`
	Seed          uint64        `json:"seed"`
	Model         string        `json:"model"`
	Mutants       []Mutant      `json:"mutants"` // by place
	Killed        int           `json:"killed"`
	Score         int           `json:"score"` // percent of the mutants that were tried; 100 if there are none
	Communication Communication `json:"communication"`
	Executions    int           `json:"executions"`
	Incomplete    *string       `json:"incomplete"`
	Error         *Error        `json:"error"` // what goes wrong in the program itself

	Sentence string `json:"-"`

	lines   map[trace.Pos]bool // that have code: whether they were reached
	reached *Coverage          // of the page
}

func (*Mutated) commands() []string { return []string{"mutate"} }

// A Mutant is a program with one change that makes it order less.
type Mutant struct {
	At     string `json:"at"`
	Text   string `json:"text"`
	Kind   string `json:"kind"` // weakened, dropped or moved
	Change string `json:"change"`
	Fate   string `json:"fate"`   // killed, survived, unreached or untried
	Proved bool   `json:"proved"` // survived: all executions were explored
	Error  *Error `json:"error,omitempty"`
	Line   string `json:"-"`

	pos trace.Pos
}

// A Communication says who read from whom in another thread.
type Communication struct {
	Complete bool       `json:"complete"` // all executions were explored
	Seen     int        `json:"seen"`
	Missing  []LoadPair `json:"missing"` // pairs that access the same memory

	pairs []LoadPair // that were seen
}

// A LoadPair is a store and a load of it.
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

// FromMutation returns the result of mutating a program. Its status is that of status, which is
// asked whether something is wrong: in the program, or as the score is below so many percent.
func FromMutation(p *code.Program, seed uint64, r *fences.Mutation, under int, status func(bug bool) string) *Result {
	s := NewSource(p)
	b := &Mutated{Program: p.Name, Seed: seed, Model: r.Model.Name, Mutants: []Mutant{}, Killed: r.Count(fences.Killed), Score: 100,
		Executions: r.Executions, Incomplete: orNull(r.Incomplete), Error: newError(s, r.Wrong), Communication: Communication{Missing: []LoadPair{}}}
	tried := len(r.Mutants) - r.Count(fences.Untried)
	if tried > 0 {
		b.Score = 100 * b.Killed / tried
	}
	for i := range r.Mutants {
		m := &r.Mutants[i]
		b.Mutants = append(b.Mutants, Mutant{
			At: s.Site(m.Site), Text: s.Sites[m.Site].Text, Kind: mutantKinds[m.Kind], Change: changed(s, &m.Mutant), Fate: mutantFates[m.Fate],
			Proved: m.Verdict.Proved, Error: newError(s, m.Error), Line: s.siteText(m.Site), pos: s.Sites[m.Site].Pos,
		})
	}
	if c := r.Communication; c != nil {
		b.Communication.Complete = c.Complete
		b.Communication.pairs, b.Communication.Missing = newPairs(s, c.Seen()), newPairs(s, c.Missing())
		b.Communication.Seen = len(b.Communication.pairs)
	}
	if r.Reached != nil {
		b.lines, b.reached = linesOf(p), NewCoverage(s, r.Reached)
		for _, at := range r.Reached.Lines.Missing {
			at.Col = 0
			b.lines[at] = false
		}
	}
	b.Sentence = fmt.Sprintf("%s: under %s ", b.Program, b.Model)
	switch {
	case r.Wrong != nil:
		b.Sentence += "something goes wrong in the program as it is: 'fencepost check' looks for a fix"
	case len(b.Mutants) == 0:
		b.Sentence += "there is no memory order, fence or store to change"
	default:
		b.Sentence += fmt.Sprintf("%d of %s killed (%d%%)", b.Killed, count(tried, "mutant"), b.Score)
		all := b.Communication.Seen + len(b.Communication.Missing)
		b.Sentence += fmt.Sprintf("; %d of %s seen", b.Communication.Seen, count(all, "store-load pair"))
	}
	if r.Incomplete != "" {
		b.Sentence += "; the search is incomplete: " + r.Incomplete
	}
	out := New("mutate", status(r.Wrong != nil || b.Score < under))
	out.Source, out.Models, out.Body, out.Verdict = s, []Model{newModel(r.Model)}, b, b.Sentence
	if r.Wrong != nil {
		out.Issues = []Issue{{Error: b.Error, Models: []string{b.Model}}}
	}
	for i := range b.Mutants {
		if m := &b.Mutants[i]; m.Fate == "survived" || m.Fate == "unreached" {
			out.Remarks = append(out.Remarks, Remark{Pos: m.pos, Rule: "mutant/" + m.Fate, Subject: m.Change, Line: m.Line, Text: m.why(), Warning: true})
		}
	}
	return out
}

// changed says in words what was changed.
func changed(s *Source, m *fences.Mutant) string {
	switch m.Kind {
	case fences.Dropped:
		return "without the fence"
	case fences.Moved:
		return "after the access at " + s.Site(m.Past)
	}
	return m.Changes[0].Describe()
}

// why says in words what became of a mutant that was not killed.
func (m *Mutant) why() string {
	switch {
	case m.Fate == "unreached":
		return "no execution gets here"
	case m.Proved:
		return "no execution goes wrong: no test notices it, or it is not needed"
	}
	return "nothing went wrong in the executions that were tested"
}

// newPairs returns pairs of the user's files.
func newPairs(s *Source, list []fences.Pair) []LoadPair {
	out := []LoadPair{}
	for _, p := range list {
		store, load := &s.Sites[p.Store], &s.Sites[p.Load]
		if !store.Pos.System() && !load.Pos.System() {
			out = append(out, LoadPair{s.Site(p.Store), store.Text, s.Site(p.Load), load.Text, load.Pos})
		}
	}
	return out
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

// WriteLCOV prints which lines and pairs the executions of mutate reached, in the format of lcov:
// a line that was reached has the count 1, and each pair is a branch of its load's line.
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
