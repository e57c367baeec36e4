package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2/verdict"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// An Answer says whether a program is wrong, how certain that is, and how to repair it.
type Answer struct {
	Verdict     Verdict    `json:"verdict"` // buggy, proved, tested or incomplete
	Causes      []Cause    `json:"causes"`
	HoldsFor    []string   `json:"holds_for,omitempty"`        // models of the proof
	NotExamined []string   `json:"not_examined"`               // what was left out, with reasons; first what is left out under every model
	Sequences   *Sequences `json:"release_sequence,omitempty"` // if the other rule of release sequences gives another verdict
	Warnings    []string   `json:"warnings,omitempty"`         // undefined behaviour that may be intended
	Coverage    *Coverage  `json:"coverage"`

	headline string
	scope    string // what the verdict holds for, and what was not examined; empty for a bug
	unseen   int    // number of entries of NotExamined that scope names
	caution  bool   // a proof of little worth
	explored string // what was explored under each model, and what for; empty if nothing was
	settle   string // command that would prove it, or find causes; empty if none is known
	machine  bool   // the program is written for hardware, and its causes are the cycles below
}

// A Sequences is the verdict under the other rule of release sequences.
type Sequences struct {
	Rule    string  `json:"rule"`    // c11 or c++20
	Verdict Verdict `json:"verdict"` // buggy or proved
	Error   string  `json:"error"`   // file:line:col: the error under the rule of C++20
	Load    string  `json:"load"`    // file:line:col of the load that synchronises only by C11's rule
	Store   string  `json:"store"`   // file:line:col of the store that it reads
}

// A Coverage is the part of a program that the executions reached.
type Coverage struct {
	Lines      Covered `json:"lines"`
	Branches   Covered `json:"branches"` // ways to leave a condition
	Assertions Covered `json:"assertions"`
}

// A Covered is the number of covered items of a kind.
type Covered struct {
	Total     int      `json:"total"`
	Reached   int      `json:"reached"`
	Unreached []string `json:"unreached"` // file:line
}

func newCovered(s *Source, of vm.Share) Covered {
	return Covered{of.Total, of.Reached, slices.Compact(lists.Map(of.Missing, s.Place))}
}

// NewCoverage converts the coverage of executions; it returns nil for nil.
func NewCoverage(s *Source, r *vm.Reached) *Coverage {
	if r == nil {
		return nil
	}
	return &Coverage{newCovered(s, r.Lines), newCovered(s, r.Branches), newCovered(s, r.Assertions)}
}

// A Cause is one fault of the program, with the errors that it leads to.
type Cause struct {
	Kind        string        `json:"kind"`
	SC          bool          `json:"sc"` // sequential consistency shows it: a logic error
	Accesses    []Place       `json:"accesses"`
	Explanation string        `json:"explanation"`
	Fix         *Fix          `json:"fix"`              // or null
	Search      string        `json:"search,omitempty"` // command that searches longer for a fix
	Findings    []CauseResult `json:"findings"`
}

// A Place is a line of the source.
type Place struct {
	trace.Pos
	Text string `json:"text"`
}

// A Fix is a change of the source that repairs a cause.
type Fix struct {
	Description string   `json:"description"`
	Diff        string   `json:"diff"`  // for patch -p1; empty if it could not be written
	Notes       []string `json:"notes"` // changes that the diff does not have
	Proved      bool     `json:"proved"`
}

// A CauseResult is an error that a cause leads to.
type CauseResult struct {
	Kind string `json:"kind"`
	At   string `json:"at"` // file:line:col
	trace.Pos
	Message string   `json:"message"`
	Models  []string `json:"models"`
}

// FromAnswer returns the result of check. given is the words with which a command line
// names the program.
func FromAnswer(a *verdict.Answer, given string, w Witnesses, status Verdict) *Result {
	out := FromCheck(a.Report, w, status)
	body := out.Body.(*Check)
	body.Answer = newAnswer(a, given, out.Source)
	body.Warnings = append(body.Warnings, racesMeant(out, a.Causes)...)
	alone := func(e *interp.Error, m *models.Model, of *witness.Witness) { // an error that a model without a machine shows
		issue := Issue{Error: newError(out.Source, e), Cause: CauseRelaxed, Models: []string{m.Name}, Count: 1, Recorded: of}
		if of != nil {
			issue.Execution, issue.Witness = w.execution(out.Source, of, nil, issue.Error), w.file(of)
		}
		out.Issues = append(out.Issues, issue)
		out.Models = append(out.Models, newModel(m))
		out.Verdict = checkVerdict(1, 0, 0, len(body.Benign), body.Incomplete)
	}
	if x := a.Buffering; x != nil && x.Error != nil {
		alone(x.Error, c11.IMM, x.Witness)
	}
	if k := a.Kernel; k != nil && k.Error != nil && len(out.Issues) == 0 {
		alone(k.Error, verdict.LKMM, nil)
	}
	return out
}

// Answer adds to a result of test, or of explore of one program, the causes of its errors,
// the coverage, and what was left out. nil causes were not searched for. given is the words
// with which a command line names the program.
func (r *Result) Answer(given string, causes []verdict.Cause, reached *vm.Reached, left []string) {
	to := r.answer()
	to.Warnings = append(to.Warnings, racesMeant(r, causes)...)
	to.Coverage, to.NotExamined = NewCoverage(r.Source, reached), append(to.NotExamined, left...)
	to.Causes = append(to.Causes, newCauses(given, causes, r.Source)...)
}

// AdviseCheck adds to the same results, if there is an error, the advice that check finds
// causes and fixes. given is the words with which a command line names the program.
func (r *Result) AdviseCheck(given string) {
	if len(r.Issues) > 0 {
		r.answer().settle = "fencepost check " + given
	}
}

// answer returns the answer of check, of test, or of explore of one program; nil if there is none.
func (r *Result) answer() *Answer {
	switch b := r.Body.(type) {
	case *Check:
		return &b.Answer
	case *Test:
		return &b.Answer
	case *Explore:
		return &b.Files[0].Answer
	}
	return nil
}

// Assertions is the entry of NotExamined for an answer that examined only data races.
const Assertions = "assertions"

func newAnswer(a *verdict.Answer, given string, s *Source) Answer {
	out := Answer{Verdict: Verdict(a.Conclusion), Causes: newCauses(given, a.Causes, s), NotExamined: append(notNil(a.Unseen), a.NotExamined...)}
	out.unseen = len(a.Unseen)
	out.machine = len(a.Report.Models) > 0 && !a.Report.Models[0].Model.Native
	out.explored = explored(a)
	out.Coverage = NewCoverage(s, a.Reached)
	out.Warnings = overflowWarning(a.Report.SC.Overflows, a.Report.SC.OverflowAt)
	if x := a.Sequences; x != nil {
		out.Sequences = &Sequences{x.Model.Name, Verdict(x.Conclusion), fmt.Sprintf("%s: %s", x.Error.Pos, x.Error.Kind), x.Load.String(), x.Store.String()}
	}
	switch a.Conclusion {
	case verdict.Buggy:
		out.headline = fmt.Sprintf("%s (%s)", out.Verdict.Title(), Count(len(a.Causes), "cause"))
	case verdict.Proved:
		out.HoldsFor = exploredNames(a)
		under := strings.Join(out.HoldsFor, ", ")
		out.headline = fmt.Sprintf("%s under %s (%s)", out.Verdict.Title(), under, executions(a.Executions()))
		out.scope = "holds for: " + under + ", without bounds"
		if a.Kernel != nil && a.Kernel.Limit == "" {
			out.scope += "; not looked at under " + verdict.LKMM.Name + ": threads that wait for ever, reads of never-written memory"
			for _, f := range a.Kernel.Beyond {
				out.scope += fmt.Sprintf("; %s forbids what %s shows: %s: %s", verdict.LKMM.Name, strings.Join(modelNames(f.Models), ", "), f.Error.Pos, f.Error.Kind)
			}
		}
		if a.Buffering != nil {
			out.scope += "; its assertions for " + c11.IMM.Name + ", too, if the compiler keeps dependencies"
		}
		if slices.Contains(a.Unseen, Assertions) {
			out.headline += ", no assertion checked"
		}
		if !a.Reached.Threads {
			out.headline += ", but of one thread"
			out.caution = true
		} else if idle := a.Reached.Idle; len(idle) > 0 {
			out.headline += ", but nothing of " + strings.Join(idle, ", ") + " was run"
			out.caution = true
		} else if n := len(a.Reached.Assertions.Missing); n > 0 {
			out.headline += fmt.Sprintf(", but %s never reached", Count(n, "assertion"))
			out.caution = true
		}
	case verdict.Tested:
		out.headline = fmt.Sprintf("%s, not proved (%s, %s)", out.Verdict.Title(), executions(int64(a.Tests())), Count(a.Behaviours, "distinct behaviour"))
		under := modelNames(a.Report.Options.Models)
		if len(under) == 0 {
			under = exploredNames(a)
		}
		out.scope = "tested under: " + strings.Join(under, ", ")
		out.settle = settle(a, given)
	default:
		out.headline = out.Verdict.Title()
	}
	if ended := newEnded(a.Report.Ended()); ended.OutOfSteps > 0 && a.Conclusion != verdict.Buggy && a.Conclusion != verdict.Proved {
		out.NotExamined = append(out.NotExamined, ended.outOfSteps())
	}
	if len(a.Unseen) > 0 && out.scope != "" {
		out.scope += "; not looked at: " + strings.Join(a.Unseen, ", ")
	}
	return out
}

// overflowWarning returns the warning of signed overflow in n executions; empty if n is 0.
func overflowWarning(n int, first trace.Pos) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: signed overflow of an int, which wraps here, in %s (fencepost tasks --property no-overflow takes it for an error)", first, executions(int64(n)))}
}

// racesMeant returns the flags that accept data races with the meaning that programs older than C11
// intend. They apply to races of volatile accesses, and to races of plain ones if the program has fences
// and all that goes wrong follows from races that no change mends.
func racesMeant(r *Result, causes []verdict.Cause) []string {
	ofVolatile, races, follows := 0, 0, 0
	volatile := false
	for _, i := range r.Issues {
		if len(i.Error.Racers) == 0 {
			if i.Recorded != nil && i.Recorded.Explored { // no machine shows it
				follows++
			}
			continue
		}
		races++
		hasVolatile := slices.ContainsFunc(i.Error.Racers, func(r Racer) bool { return r.volatile })
		volatile = volatile || hasVolatile
		if hasVolatile && !slices.ContainsFunc(i.Error.Racers, func(r Racer) bool { return !r.volatile && !r.Atomic }) {
			ofVolatile++
		}
	}
	other := slices.ContainsFunc(causes, func(c verdict.Cause) bool { return c.Kind != verdict.Plain || c.Fix != nil })
	switch {
	case ofVolatile > 0:
		return []string{Count(ofVolatile, "data race") + " of volatile accesses, which are plain ones in C: --volatile relaxed takes them for relaxed atomics, as programs older than C11 mean them"}
	case races == 0 || !r.Source.fences() || races+follows < len(r.Issues) && (len(causes) == 0 || other):
		return nil
	}
	flags, takes := "--racy-plain relaxed", "plain accesses"
	if volatile {
		flags, takes = flags+" --volatile relaxed", "plain and volatile accesses"
	}
	return []string{"all that goes wrong are data races of plain accesses, or follows from them, in a program with explicit fences: " + flags + " takes " + takes + " for relaxed atomics, as programs older than C11 mean them"}
}

// explored describes how many executions were explored under each model, and what others
// they stand for.
func explored(a *verdict.Answer) string {
	var counts, others, containing []string
	contained := map[string][]string{} // by the model that contains them
	for _, e := range a.Explored {
		if e.Among != nil {
			by := e.Among.Name
			if contained[by] == nil {
				containing = append(containing, by)
			}
			contained[by] = append(contained[by], e.Name())
		}
		if e.Executions == 0 {
			continue
		}
		counts = append(counts, fmt.Sprintf("%s %d", e.Name(), e.Executions))
		for _, s := range e.StandsFor {
			others = lists.Add(others, s)
		}
	}
	if len(counts) == 0 {
		return ""
	}
	text := "executions explored: " + strings.Join(counts, ", ")
	for _, by := range containing {
		text += fmt.Sprintf("; those under %s are among those under %s", strings.Join(contained[by], ", "), by)
	}
	return text + countedOnce(others)
}

// countedOnce says that executions with these differences count as one.
func countedOnce(differences []string) string {
	if len(differences) == 0 {
		return ""
	}
	return "; those count once that differ in " + strings.Join(differences, "; ")
}

// settle returns the command that would prove the program. It tells the estimated time if no exploration
// has refuted its estimate.
func settle(a *verdict.Answer, given string) string {
	var left []string
	units, estimated := 0.0, true
	endless := false
	for _, e := range a.Explored {
		if !e.Complete && !e.Omits && e.Model.Exact() == nil {
			left = append(left, e.Name())
			units += e.Units
			estimated = estimated && e.Expected > float64(e.Executions)
			endless = endless || e.Endless
		}
	}
	if len(left) == 0 {
		return ""
	}
	command := "fencepost explore --model " + strings.Join(left, ",")
	if endless {
		command += " --unroll 4"
	}
	command += " " + given
	if seconds := units / work.PerSecond; seconds >= 1 && estimated && !endless {
		command += ", for " + roughly(seconds)
	}
	return command
}

// roughly returns a time to the power of ten, which is the accuracy of an estimate.
func roughly(seconds float64) string {
	for _, u := range []struct {
		seconds float64
		text    string
	}{
		{10, "seconds"}, {100, "a minute"}, {1000, "ten minutes"}, {10_000, "an hour"}, {100_000, "a day"}, {1_000_000, "a week"},
	} {
		if seconds < u.seconds {
			return u.text
		}
	}
	return "weeks"
}

// executions returns a number of executions, with commas between thousands.
func executions(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if n == 1 {
		return text + " execution"
	}
	return text + " executions"
}

func exploredNames(a *verdict.Answer) []string {
	return lists.Map(a.Explored, func(e verdict.Exploration) string { return e.Name() })
}

func newCauses(given string, list []verdict.Cause, s *Source) []Cause {
	return lists.Map(list, func(c verdict.Cause) Cause { return newCause(given, &c, s) })
}

func newCause(given string, c *verdict.Cause, s *Source) Cause {
	out := Cause{
		Kind: string(c.Kind), SC: c.SC(), Explanation: c.Explanation, Findings: []CauseResult{},
		Accesses: lists.Map(c.Accesses, func(x verdict.Access) Place {
			text, _ := window(x.Text, x.Pos.Col)
			return Place{x.Pos, text}
		}),
	}
	for _, f := range c.Failures {
		e := newError(s, f.Error)
		i := slices.IndexFunc(out.Findings, func(r CauseResult) bool { return r.isOf(e) && r.Message == e.Message })
		if i < 0 {
			out.Findings = append(out.Findings, CauseResult{e.Kind, e.At, e.Pos, e.Message, modelNames(f.Models)})
			continue
		}
		for _, m := range modelNames(f.Models) { // two accesses of the library in one call
			out.Findings[i].Models = lists.Add(out.Findings[i].Models, m)
		}
	}
	if x := c.Fix; x != nil {
		out.Fix = &Fix{Description: x.Description, Diff: x.Diff, Notes: notNil(x.Notes), Proved: x.Proved}
	}
	if c.Search != "" {
		out.Search = "fencepost " + c.Search + " " + given
	}
	return out
}

func modelNames(list []*models.Model) []string {
	return lists.Map(list, func(m *models.Model) string { return m.Name })
}

// leadsTo reports whether an error is one to which a cause leads.
func (c *Cause) leadsTo(e *Error) bool {
	return slices.ContainsFunc(c.Findings, func(f CauseResult) bool { return f.isOf(e) })
}

// isOf reports whether a result is of an error, whatever its message.
func (f *CauseResult) isOf(e *Error) bool { return f.Kind == e.Kind && f.At == e.At }
