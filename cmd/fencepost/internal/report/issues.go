package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
	"fencepost/trace"
)

// An issue is an error that a campaign found, as the formats for other tools
// and the page have it.
type issue struct {
	err     *interp.Error
	sc      bool           // SC shows it too
	models  []models.Model // under which it was found
	count   int            // executions that ended in it
	witness *phase2.Witness
	cycle   *predict.Cycle // that leads to it; nil if none does
	conf    *phase2.Confirmation
}

// issues lists what the campaign found, in the order of the text: errors that SC
// shows, then those that relaxed memory causes.
func (c *Check) issues() []issue {
	var list []issue
	for i := range c.Report.SC.Errors {
		f := &c.Report.SC.Errors[i]
		list = append(list, issue{err: f.Error, sc: true, models: []models.Model{models.SC}, count: f.Count, witness: f.Witness})
	}
	for _, b := range findBugs(c.Report) {
		out := issue{err: b.err, models: b.models, count: b.count, witness: b.witness, cycle: b.cycle()}
		if out.cycle != nil {
			out.conf = b.cycles[0].conf
		}
		list = append(list, out)
	}
	return list
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
	cause := "relaxed"
	if i.sc {
		cause = "sc"
	}
	return cause + "/" + strings.ReplaceAll(string(i.err.Kind), " ", "-")
}

// story tells the issue's execution, at most limit steps of it.
func (c *Check) story(i *issue, limit int) *Story {
	if i.witness == nil {
		return nil
	}
	events := c.Replay(i.witness)
	if len(events) == 0 {
		return nil
	}
	telling := Telling{Model: i.witness.Model, Mapping: i.witness.Mapping, Limit: limit}
	if i.cycle != nil {
		telling.Sites = i.cycle.Sites
	}
	return NewExecution(c.Source, events).Tell(telling)
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
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	name := hex.EncodeToString(sum[:8])
	f.seen[name]++
	return fmt.Sprintf("%s:%d", name, f.seen[name])
}

func (f *fingerprints) lineText(p trace.Pos) string {
	text, _ := f.source.line(p)
	return strings.Join(strings.Fields(text), " ")
}
