package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/interp"
	"fencepost/interp/witness"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
	"fencepost/trace/graph"
)

// How much of a report is shown unless all is asked for.
const (
	bugsInFull    = 4
	cyclesInFull  = 10
	eventsInFull  = 48
	summaryEvents = 30
)

// A Check is the outcome of a campaign, to be shown.
type Check struct {
	Report  *phase2.Report
	Source  *Source
	Numbers *Numbers
	// Files are the files that witnesses were written to.
	Files map[*witness.Witness]string
	// Replay re-executes a witness and returns its events.
	Replay func(*witness.Witness) *graph.Execution
	// All lists everything, however long that is.
	All bool
	// Traces adds the executions to the JSON document.
	Traces bool
	Style  Style
}

// NewCheck returns a Check of r whose cycles are numbered.
func NewCheck(r *phase2.Report) *Check {
	c := &Check{Report: r, Source: NewSource(r.Program), Numbers: &Numbers{}, Files: map[*witness.Witness]string{}}
	for i := range r.Models {
		for j := range r.Models[i].Cycles {
			c.Numbers.Add(r.Models[i].Cycles[j].Cycle)
		}
	}
	return c
}

// Verdict says in one line what the campaign found.
func (c *Check) Verdict() string {
	bugs := len(findBugs(c.Report))
	sc := len(c.Report.SC.Errors)
	confirmed := len(findViolations(c.Report, c.Numbers))
	var parts []string
	if bugs > 0 {
		parts = append(parts, count(bugs, "bug")+" that relaxed memory causes")
	}
	if sc > 0 {
		parts = append(parts, count(sc, "bug")+" under sequential consistency")
	}
	if races := len(findRaces(c.Report)); races > 0 {
		parts = append(parts, count(races, "data race"))
	}
	if len(parts) == 0 {
		parts = append(parts, "no bug found")
	}
	if confirmed > 0 {
		parts = append(parts, count(confirmed, "benign violation"))
	}
	text := strings.Join(parts, ", ")
	if c.Report.Incomplete != "" {
		text += "; incomplete: " + c.Report.Incomplete
	}
	return text
}

// WriteText writes the report, most important first.
func (c *Check) WriteText(w io.Writer) error {
	r := c.Report
	verdict := c.Style.good
	if r.HasBug() {
		verdict = c.Style.bad
	} else if r.Incomplete != "" {
		verdict = c.Style.note
	}
	fmt.Fprintf(w, "%s: %s\n\n", r.Program.Name, verdict(c.Verdict()))
	if err := c.writeTable(w); err != nil {
		return err
	}
	if err := c.writeSCBugs(w); err != nil {
		return err
	}
	bugs := findBugs(r)
	for i, b := range bugs {
		fmt.Fprintf(w, "\n%s\n\n", c.Style.bold(fmt.Sprintf("Bug %d of %d, under %s", i+1, len(bugs), modelNames(b.models))))
		if err := c.writeBug(w, b, i < bugsInFull || c.All); err != nil {
			return err
		}
	}
	if err := c.writeRaces(w); err != nil {
		return err
	}
	c.writeViolations(w)
	c.writeUnconfirmed(w)
	if r.HasBug() && len(c.Files) == 0 {
		fmt.Fprintf(w, "\nWith --out DIR each execution is kept in a file that 'fencepost replay FILE' repeats.\n")
	}
	return nil
}

// WriteQuiet writes the verdict and one line for each error.
func (c *Check) WriteQuiet(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n", c.Report.Program.Name, c.Verdict())
	for i := range c.Report.SC.Errors {
		fmt.Fprintf(w, "%s [sc]\n", c.Source.Headline(c.Report.SC.Errors[i].Error))
	}
	for _, b := range findBugs(c.Report) {
		fmt.Fprintf(w, "%s [%s]\n", c.Source.Headline(b.err), modelNames(b.models))
	}
	for _, f := range findRaces(c.Report) {
		fmt.Fprintf(w, "%s [%s]\n", c.Source.Headline(f.Error), f.Witness.Model.Name)
	}
	return nil
}

func (c *Check) writeTable(w io.Writer) error {
	t := newTable(1, "model", "predicted", "kept", "confirmed", "buggy", "mean probability", "errors")
	for i := range c.Report.Models {
		m := &c.Report.Models[i]
		mean := "-"
		if p, ok := m.MeanProbability(); ok {
			mean = fmt.Sprintf("%.2f", p)
		}
		t.add(m.Model.Name, fmt.Sprint(m.Predicted), fmt.Sprint(m.Kept), fmt.Sprint(m.Confirmed()),
			fmt.Sprint(m.Buggy()), mean, fmt.Sprint(len(m.Errors)))
	}
	if len(t.rows) > 0 {
		if err := t.write(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	sc := &c.Report.SC
	fmt.Fprintf(w, "sequential consistency: %s, %s\n", count(sc.Runs, "execution"), count(len(sc.Errors), "error"))
	ended := sc.Ended
	for i := range c.Report.Models {
		m := &c.Report.Models[i].Ended
		ended.OutOfSteps += m.OutOfSteps
		ended.Discarded += m.Discarded
	}
	if ended.OutOfSteps > 0 {
		fmt.Fprintf(w, "%s reached the step limit and did not end\n", count(ended.OutOfSteps, "execution"))
	}
	if ended.Discarded > 0 {
		fmt.Fprintf(w, "%s did not count: an assumption did not hold\n", count(ended.Discarded, "execution"))
	}
	return nil
}

func (c *Check) writeSCBugs(w io.Writer) error {
	errs := c.Report.SC.Errors
	for i := range errs {
		f := &errs[i]
		fmt.Fprintf(w, "\n%s\n\n", c.Style.bold(fmt.Sprintf("Bug %d of %d that sequential consistency shows too", i+1, len(errs))))
		if err := c.Source.WriteError(w, f.Error, c.Style); err != nil {
			return err
		}
		fmt.Fprintf(w, "  %s ended in it\n", count(f.Count, "SC execution"))
		if i < bugsInFull || c.All {
			if err := c.writeExecution(w, f.Witness, nil); err != nil {
				return err
			}
		}
		c.writeReplay(w, f.Witness)
	}
	return nil
}

// writeRaces explains the data races.
func (c *Check) writeRaces(w io.Writer) error {
	races := findRaces(c.Report)
	for i, f := range races {
		fmt.Fprintf(w, "\n%s\n\n", c.Style.bold(fmt.Sprintf("Data race %d of %d, under %s", i+1, len(races), f.Witness.Model.Name)))
		if err := c.Source.WriteError(w, f.Error, c.Style); err != nil {
			return err
		}
		fmt.Fprintf(w, "  %s showed it\n", count(f.Count, "execution"))
		if i < bugsInFull || c.All {
			if err := c.writeRacing(w, f); err != nil {
				return err
			}
		}
		c.writeReplay(w, f.Witness)
	}
	return nil
}

// writeRacing draws an execution up to its data race.
func (c *Check) writeRacing(w io.Writer, f *witness.Finding) error {
	g := c.Replay(f.Witness)
	length := len(g.Events)
	if length == 0 {
		return nil
	}
	columns := Columns{Marked: racers(f.Error), Limit: summaryEvents, Style: c.Style, From: true}
	if c.All {
		columns.Limit = 0
	}
	fmt.Fprintf(w, "\nThe shortest execution found (%s, of which those up to the race):\n\n", count(length, "event"))
	x := NewExecution(c.Source, g.Prefix(f.Error.Second.Event))
	if err := x.WriteColumns(w, columns); err != nil {
		return err
	}
	return x.WriteRelations(w, c.All)
}

// writeBug explains a bug: the error, the cycle that leads to it, the shortest
// execution, and what else leads to it.
func (c *Check) writeBug(w io.Writer, b *bug, full bool) error {
	if err := c.Source.WriteError(w, b.err, c.Style); err != nil {
		return err
	}
	if full {
		if err := c.writeExecution(w, b.witness, b); err != nil {
			return err
		}
	}
	c.writeReplay(w, b.witness)
	if len(b.cycles) == 0 {
		return nil
	}
	others := b.others(c.Numbers, !full)
	switch {
	case len(others) == 0:
		return nil
	case full:
		fmt.Fprintf(w, "\nAlso reached through %s:\n", count(len(others), "other cycle"))
	default:
		fmt.Fprintf(w, "\nReached through %s:\n", count(len(others), "cycle"))
	}
	c.writeTrials(w, others, "buggy", func(conf *phase2.Confirmation) int { return conf.Buggy })
	return nil
}

// writeTrials lists cycles, a line each, with the number of trials that of
// counts, by model.
func (c *Check) writeTrials(w io.Writer, list []*trials, word string, of func(*phase2.Confirmation) int) {
	for i, t := range list {
		if i == cyclesInFull && !c.All {
			fmt.Fprintf(w, "  and %d more (--all lists them)\n", len(list)-i)
			break
		}
		var parts []string
		for k, conf := range t.confs {
			parts = append(parts, fmt.Sprintf("%s %d of %d", t.models[k], of(conf), conf.Trials))
		}
		fmt.Fprintf(w, "  #%-4d %s  (%s: %s)\n", t.number, c.Source.pairText(t.cycle), word, strings.Join(parts, ", "))
	}
}

// writeExecution draws a witness, and explains the cycle in it.
func (c *Check) writeExecution(w io.Writer, wit *witness.Witness, b *bug) error {
	x := NewExecution(c.Source, c.Replay(wit))
	if len(x.Events) == 0 {
		return nil
	}
	columns := Columns{Limit: eventsInFull, Style: c.Style, From: wit.Model.Native}
	if b == nil {
		columns.Limit = summaryEvents
	}
	if c.All {
		columns.Limit = 0
	}
	if b != nil {
		ids, err := c.writeCause(w, x, b)
		if err != nil {
			return err
		}
		columns.Marked = ids
	}
	fmt.Fprintf(w, "\nThe shortest execution found under %s in which it does (%s):\n\n", wit.Model.Name, count(len(x.Events), "event"))
	if err := x.WriteColumns(w, columns); err != nil {
		return err
	}
	return x.WriteRelations(w, c.All)
}

// writeCause explains the cycle that leads to a bug: the predicted one, or the
// shortest in the execution. It returns the events of it.
func (c *Check) writeCause(w io.Writer, x *Execution, b *bug) ([]int32, error) {
	if cycle := b.cycle(); cycle != nil {
		conf := b.cycles[0].conf
		fmt.Fprintf(w, "\nThe cycle that leads to it, #%d (created in %d, buggy in %d of %s):\n\n",
			c.Numbers.Of(*cycle), conf.Created, conf.Buggy, count(conf.Trials, "trial"))
		if ids := x.Instance(cycle.Sites); ids != nil {
			return ids, x.WriteCycle(w, ids, c.Style)
		}
	}
	steps := x.Cycle()
	switch {
	case steps == nil && x.Order != nil:
		fmt.Fprintf(w, "\nNothing forces a cycle on the execution: it may be one of sequential consistency that those under SC did not meet, or the work of a data race.\n")
	case steps == nil && b.err.Kind == interp.UseAfterFree:
		fmt.Fprintf(w, "\nIts reads and writes are in an order of sequential consistency; what they are not in order with is the end of the object's life.\n")
	case steps == nil:
		fmt.Fprintf(w, "\nThe execution is sequentially consistent: those under SC only did not meet it.\n")
	case b.cycle() == nil:
		fmt.Fprintf(w, "\nIt was met in executions that made no predicted cycle. The shortest cycle in one:\n\n")
	}
	return stepIDs(steps), x.WriteSteps(w, steps, c.Style)
}

func stepIDs(steps []graph.Step) []int32 {
	ids := make([]int32, len(steps))
	for i, s := range steps {
		ids[i] = s.ID
	}
	return ids
}

func (c *Check) writeReplay(w io.Writer, wit *witness.Witness) {
	if path, ok := c.Files[wit]; ok {
		fmt.Fprintf(w, "\nTo replay it: fencepost replay %s\n", path)
	}
}

// writeViolations lists the confirmed cycles that led to no error.
func (c *Check) writeViolations(w io.Writer) {
	list := findViolations(c.Report, c.Numbers)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n\n", c.Style.bold(fmt.Sprintf("Benign: %s of sequential consistency without an error", count(len(list), "violation"))))
	c.writeTrials(w, list, "created", func(conf *phase2.Confirmation) int { return conf.Created })
}

// writeUnconfirmed counts the cycles that no trial created.
func (c *Check) writeUnconfirmed(w io.Writer) {
	var parts []string
	for i := range c.Report.Models {
		m := &c.Report.Models[i]
		if n := len(m.Cycles) - m.Confirmed(); n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", m.Model.Name, n))
		}
	}
	if len(parts) == 0 {
		return
	}
	fmt.Fprintf(w, "\nPredicted but never created: %s\n", strings.Join(parts, ", "))
	for i := range c.Report.Models {
		c.writeReasons(w, &c.Report.Models[i])
	}
	if !c.All {
		return
	}
	for i := range c.Report.Models {
		m := &c.Report.Models[i]
		for j := range m.Cycles {
			if conf := &m.Cycles[j]; conf.Created == 0 {
				why := count(conf.Trials, "trial")
				if conf.Reason != cycles.NotExplored {
					why += "; " + reasonText(conf.Reason)
				}
				fmt.Fprintf(w, "  %-4s #%-4d %s  (%s)\n", m.Model.Name, c.Numbers.Of(conf.Cycle), c.Source.pairText(conf.Cycle), why)
			}
		}
	}
}
