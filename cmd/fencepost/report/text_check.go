package report

import (
	"cmp"
	"fmt"
	"strings"

	"fencepost/interp"
	"fencepost/phase2/cycles"
	"fencepost/trace/lists"
)

// How much of a result is shown unless everything is asked for.
const (
	eventsInFull = 48
)

// verdict writes the first line of a result about a program.
func (t *printer) verdict(program string, incomplete *string) {
	t.printf("%s\n", t.verdictLine(program, incomplete))
}

func (t *printer) verdictLine(program string, incomplete *string) string {
	mark := t.Style.good
	if len(t.result.Issues) > 0 {
		mark = t.Style.bad
	} else if incomplete != nil {
		mark = t.Style.note
	}
	if t.Quiet {
		mark = func(text string) string { return text }
	}
	return fmt.Sprintf("%s: %s", program, mark(t.result.Verdict))
}

func (t *printer) check(c *Check) {
	if !t.All && !t.Quiet {
		t.screen(c)
		return
	}
	t.headline(c)
	t.verdict(c.Program, c.Incomplete)
	if t.Quiet {
		for _, issue := range t.result.Issues {
			t.printf("%s [%s]\n", issue.Error.Headline(), strings.Join(issue.Models, ", "))
		}
		return
	}
	t.printf("\n")
	if c.Verdict != "" {
		t.causes(&c.Answer)
	}
	t.checkTable(c)
	total := map[string]int{}
	for i := range t.result.Issues {
		total[t.result.Issues[i].Cause]++
	}
	n, unsaved := map[string]int{}, false
	for i := range t.result.Issues {
		issue := &t.result.Issues[i]
		unsaved = unsaved || issue.Execution != nil && issue.Witness == ""
		n[issue.Cause]++
		t.issue(issue, n[issue.Cause], total[issue.Cause])
	}
	t.benign(c)
	t.explored(c)
	t.unconfirmed(c)
	if unsaved {
		t.hint()
	}
	t.printf("\n")
	t.headline(c)
}

// headline writes the result for the program as a whole.
func (t *printer) headline(c *Check) {
	if c.headline == "" {
		return
	}
	mark := t.Style.good
	switch {
	case t.Quiet:
		mark = func(text string) string { return text }
	case c.Verdict == Buggy:
		mark = t.Style.bad
	case c.Verdict != Proved || c.caution:
		mark = t.Style.note
	}
	t.line("%s: %s", c.Program, mark(c.headline))
	t.scope(c.Program, &c.Answer)
}

// hint writes how to store executions.
func (t *printer) hint() {
	t.printf("\nWith --out DIR each execution is stored in a file that 'fencepost replay FILE' repeats.\n")
}

func (t *printer) checkTable(c *Check) {
	rows := newTable(1, "model", "predicted", "under model", "confirmed", "buggy", "mean probability", "errors")
	ended := c.SC.Ended
	for _, m := range c.Models {
		rows.add(m.Model, fmt.Sprint(m.Predicted), fmt.Sprint(m.UnderModel), fmt.Sprint(m.Confirmed),
			fmt.Sprint(m.Buggy), share2(m.MeanProbability), fmt.Sprint(len(m.Errors)))
		ended.OutOfSteps += m.Ended.OutOfSteps
		ended.Loop = cmp.Or(ended.Loop, m.Ended.Loop)
		ended.Discarded += m.Ended.Discarded
	}
	if len(rows.rows) > 0 {
		t.table(rows)
		t.printf("\n")
	}
	t.printf("sequential consistency: %s, %s\n", Count(c.SC.Runs, "execution"), Count(len(c.SC.Errors), "error"))
	if c.explored != "" {
		t.printf("%s\n", c.explored)
	}
	t.ended(ended)
}

// ended writes the numbers of executions that did not end.
func (t *printer) ended(e Ended) {
	if e.OutOfSteps > 0 {
		t.printf("%s\n", e.outOfSteps())
	}
	if e.Discarded > 0 {
		t.printf("%s did not count: an assumption did not hold\n", Count(e.Discarded, "execution"))
	}
}

// outOfSteps describes the executions that did not end.
func (e *Ended) outOfSteps() string {
	return fmt.Sprintf("%s reached the step limit and did not end%s", Count(e.OutOfSteps, "execution"), inLoop(e.Loop))
}

// inLoop names the loop in which an execution ran out of steps, with advice; empty if it is
// not known.
func inLoop(at string) string {
	if at == "" {
		return ""
	}
	return fmt.Sprintf(", in the loop at %s: let it go round less often, or raise --max-steps", at)
}

// issue explains the n-th issue of its cause.
func (t *printer) issue(i *Issue, n, of int) {
	title := fmt.Sprintf("Data race %d of %d, under %s", n, of, strings.Join(i.Models, ", "))
	switch i.Cause {
	case CauseSC:
		title = fmt.Sprintf("Bug %d of %d that sequential consistency shows too", n, of)
	case CauseRelaxed:
		title = fmt.Sprintf("Bug %d of %d, under %s", n, of, strings.Join(i.Models, ", "))
	}
	t.printf("\n%s\n\n", t.Style.bold(title))
	t.error(t.result.Source, i.Error)
	switch i.Cause {
	case CauseSC:
		t.printf("  %s ended in it\n", Count(i.Count, "SC execution"))
	case "":
		t.printf("  %s showed it\n", Count(i.Count, "execution"))
	}
	if i.Execution == nil {
		t.printf("  no run of the machine that ends so was found; 'fencepost explore' tells its execution\n")
	}
	if x := i.Execution; x != nil {
		switch i.Cause {
		case CauseSC:
			t.shortest(x, columns{from: x.Model.C11})
		case CauseRelaxed:
			t.cause(i)
			t.shortest(x, columns{marked: x.marked(), from: x.Model.C11})
		default:
			t.printf("\nThe shortest execution found (%s, of which those up to the race):\n\n", Count(len(x.Events), "event"))
			y := x.until(i.Error.Racers[1].Event)
			t.columns(y, columns{marked: i.Error.race(), from: true})
			t.relations(y)
		}
	}
	t.replay(i.Witness)
	t.through(i)
}

// shortest draws an execution.
func (t *printer) shortest(x *Execution, o columns) {
	t.printf("\nThe shortest execution found under %s in which it does (%s):\n\n", x.Model.Name, Count(len(x.Events), "event"))
	t.columns(x, o)
	t.relations(x)
}

// cause explains the cycle that leads to a bug: the predicted one, or the shortest one in
// the execution.
func (t *printer) cause(i *Issue) {
	x := i.Execution
	if c := i.Cycle; c != nil {
		in := c.Models[0]
		how := fmt.Sprintf("confirmed in %d, buggy in %d of %s", in.Confirmed, in.Buggy, Count(in.Trials, "trial"))
		if in.Explored {
			how = cycles.Run.String()
		}
		t.printf("\nThe cycle that leads to it, #%d (%s):\n\n", c.Number, how)
	}
	switch {
	case x.Instance != nil:
	case x.Steps == nil && x.Order != nil:
		t.printf("\nNothing forces a cycle on the execution: it may be one of sequential consistency that those under SC did not meet, or the work of a data race.\n")
	case x.Steps == nil && i.Error.Kind == string(interp.UseAfterFree):
		t.printf("\nIts reads and writes are in an order of sequential consistency; what they are not in order with is the end of the object's life.\n")
	case x.Steps == nil:
		t.printf("\nThe execution is sequentially consistent: those under SC only did not meet it.\n")
	case i.Cycle == nil:
		t.printf("\nIt was met in executions that made no predicted cycle. The shortest cycle in one:\n\n")
	}
	t.nodes(x.nodes())
}

// through lists the other cycles that lead to an issue.
func (t *printer) through(i *Issue) {
	if i.Cycle == nil {
		return
	}
	list := lists.Where(i.Through, func(c Trials) bool { return c.Number != i.Cycle.Number })
	if len(list) == 0 {
		return
	}
	t.printf("\nAlso reached through %s:\n", Count(len(list), "other cycle"))
	t.trials(list, "buggy", func(c TrialCount) int { return c.Buggy })
}

// trials lists cycles, a line each, with a count of their trials by model.
func (t *printer) trials(list []Trials, word string, of func(TrialCount) int) {
	for _, c := range list {
		t.printf("  #%-4d %s  (%s: %s)\n", c.Number, pairText(c.Sites), word, trialCounts(c, of))
	}
}

// trialCounts returns a count of a cycle's trials by model: tso 3 of 30, pso 1 of 30.
func trialCounts(c Trials, of func(TrialCount) int) string {
	var parts []string
	for _, m := range c.Models {
		if m.Explored {
			parts = append(parts, m.Model+" by exploring")
		} else {
			parts = append(parts, fmt.Sprintf("%s %d of %d", m.Model, of(m), m.Trials))
		}
	}
	return strings.Join(parts, ", ")
}

// benign lists the confirmed cycles without an error.
func (t *printer) benign(c *Check) {
	if len(c.Benign) == 0 {
		return
	}
	t.printf("\n%s\n\n", t.Style.bold(fmt.Sprintf("Benign: %s of sequential consistency without an error", Count(len(c.Benign), "violation"))))
	t.trials(c.Benign, "confirmed", func(c TrialCount) int { return c.Confirmed })
}

// explored writes the number of cycles that exploring confirmed.
func (t *printer) explored(c *Check) {
	text := ""
	for _, m := range c.Models {
		if n := lists.Count(m.Cycles, func(c Cycle) bool { return c.Reason == cycles.Run.String() }); n > 0 {
			text = joined(", ", text, fmt.Sprintf("%s %d", m.Model, n))
		}
	}
	if text != "" {
		t.printf("\nConfirmed by exploring, by no trial: %s\n", text)
	}
}

// unconfirmed writes the number of cycles that were not confirmed.
func (t *printer) unconfirmed(c *Check) {
	text := ""
	for _, m := range c.Models {
		if n := len(m.Cycles) - m.Confirmed; n > 0 {
			text = joined(", ", text, fmt.Sprintf("%s %d", m.Model, n))
		}
	}
	if text == "" {
		return
	}
	t.printf("\nPredicted but never confirmed: %s\n", text)
	for i := range c.Models {
		t.reasons(&c.Models[i])
	}
	for _, m := range c.Models {
		for _, cycle := range m.Cycles {
			if cycle.Confirmed > 0 || cycle.Reason == cycles.Run.String() {
				continue
			}
			why := Count(cycle.Trials, "trial")
			if cycle.Why != "" {
				why += "; " + cycle.Why
			}
			t.printf("  %-4s #%-4d %s  (%s)\n", m.Model, cycle.Number, pairText(cycle.Sites), why)
		}
	}
}

// reasons writes the numbers of the reasons why cycles were not confirmed.
func (t *printer) reasons(m *CheckedModel) {
	if m.Explored == nil || m.Confirmed == len(m.Cycles) {
		return
	}
	counts := map[string]int{}
	for i := range m.Cycles {
		counts[m.Cycles[i].Why]++
	}
	text := ""
	for r := cycles.Impossible; r <= cycles.Undecided; r++ {
		if n := counts[reasonText(r)]; n > 0 && r != cycles.Run {
			text = joined(", ", text, fmt.Sprintf("%d %s", n, reasonText(r)))
		}
	}
	t.printf("  %s: of %s %s (%s)\n", m.Model, Count(len(m.Cycles)-m.Confirmed, "unconfirmed cycle"), text, exploredText(m.Explored))
}

// exploredText describes how much was explored.
func exploredText(e *Explored) string {
	if !e.Complete {
		return *e.Limit
	}
	return fmt.Sprint("all executions were explored: ", e.Executions, countedOnce(e.StandsFor))
}
