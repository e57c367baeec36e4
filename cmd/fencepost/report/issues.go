package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// Issues are what a command found, as the page and the formats for other
// tools have it.
type Issues struct {
	Command    string
	Program    *code.Program
	Source     *Source
	Models     []*models.Model // in which errors were looked for
	Incomplete string          // why the plan was cut short; empty if it was not
	Files      map[*witness.Witness]string
	Replay     func(*witness.Witness) *graph.Execution
	list       []issue
}

// An issue is an error that was found.
type issue struct {
	err     *interp.Error
	cause   string          // sc: SC shows it too; relaxed: only relaxed memory does; empty: not known
	models  []*models.Model // under which it was found
	count   int             // executions that ended in it
	witness *witness.Witness
	sites   []int32 // of the cycle that leads to it; nil if none does
	cycle   string  // that cycle in a line
	why     string  // how often it was created and led to the error
}

// The causes of issues.
const (
	causeSC      = "sc"
	causeRelaxed = "relaxed"
)

// Issues returns the errors of the campaign in the order of the text: those
// that SC shows, then those that relaxed memory causes, then data races.
func (c *Check) Issues() *Issues {
	r := c.Report
	o := &Issues{
		Command: "check", Program: r.Program, Source: c.Source, Models: []*models.Model{models.SC},
		Incomplete: r.Incomplete, Files: c.Files, Replay: c.Replay,
	}
	for i := range r.Models {
		o.Models = append(o.Models, r.Models[i].Model)
	}
	for i := range r.SC.Errors {
		f := &r.SC.Errors[i]
		o.list = append(o.list, issue{err: f.Error, cause: causeSC, models: o.Models[:1], count: f.Count, witness: f.Witness})
	}
	for _, b := range findBugs(r) {
		out := issue{err: b.err, cause: causeRelaxed, models: b.models, count: b.count, witness: b.witness}
		if cycle := b.cycle(); cycle != nil {
			conf, number := b.cycles[0].conf, c.Numbers.Of(*cycle)
			out.sites = cycle.Sites
			out.cycle = fmt.Sprintf("#%d  %s", number, c.Source.pairText(*cycle))
			out.why = fmt.Sprintf("Cycle #%d was created in %d and led to an error in %d of %s.", number, conf.Created, conf.Buggy, count(conf.Trials, "trial"))
		}
		o.list = append(o.list, out)
	}
	for _, f := range findRaces(r) {
		o.list = append(o.list, issue{err: f.Error, models: []*models.Model{f.Witness.Model}, count: f.Count, witness: f.Witness})
	}
	return o
}

// Issues returns the errors of the campaign in the order of the text.
func (t *Test) Issues() *Issues {
	r := t.Report
	o := &Issues{
		Command: "test", Program: r.Program, Source: t.Source, Models: []*models.Model{r.Model},
		Incomplete: r.Incomplete, Files: t.Files, Replay: t.Replay,
	}
	cause := ""
	if r.Model == models.SC {
		cause = causeSC
	}
	for i := range t.Findings {
		f := &t.Findings[i]
		o.list = append(o.list, issue{err: f.Error, cause: cause, models: o.Models, count: f.Count, witness: f.Witness})
	}
	return o
}

// what says in a line, without its place, what the issue is.
func (i *issue) what() string {
	text := string(i.err.Kind)
	if i.err.Message != "" {
		text += ": " + i.err.Message
	}
	return text
}

// rule is the stable name of the kind of issue: relaxed/use-after-free.
func (i *issue) rule() string {
	name := strings.ReplaceAll(string(i.err.Kind), " ", "-")
	if i.cause == "" {
		return name
	}
	return i.cause + "/" + name
}

// under reports whether the issue was found under a model.
func (i *issue) under(m *models.Model) bool {
	return slices.Contains(i.models, m)
}

// story tells the issue's execution, at most limit steps of it; nil if there is
// none.
func (o *Issues) story(i *issue, limit int) *Story {
	if i.witness == nil {
		return nil
	}
	g := o.Replay(i.witness)
	if len(g.Events) == 0 {
		return nil
	}
	telling := Telling{Model: i.witness.Model, Mapping: i.witness.Mapping, Sites: i.sites, Limit: limit}
	if i.err.Kind == interp.DataRace {
		telling.Race = i.err
	}
	return NewExecution(o.Source, g).Tell(telling)
}

// fingerprints names issues so that a change of other lines does not change the
// name: by kind, file, function, and the text of the lines concerned. Issues
// that agree in all are numbered.
type fingerprints struct {
	source *Source
	seen   map[string]int
}

func (f *fingerprints) of(i *issue) string {
	e := i.err
	parts := []string{i.rule(), e.Pos.File, f.lineText(e.Pos), f.lineText(e.Alloc)}
	if len(e.Stack) > 0 {
		parts = append(parts, e.Stack[0].Func)
	}
	for _, w := range e.Waiting {
		parts = append(parts, f.lineText(w.Pos))
	}
	if e.First != nil {
		parts = append(parts, f.lineText(e.First.Pos))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	name := hex.EncodeToString(sum[:8])
	f.seen[name]++
	return fmt.Sprintf("%s:%d", name, f.seen[name])
}

func (f *fingerprints) lineText(p trace.Pos) string {
	text, _ := f.source.line(p)
	return strings.Join(strings.Fields(text), " ")
}
