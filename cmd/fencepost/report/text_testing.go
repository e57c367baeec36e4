package report

import "fmt"

func (t *printer) test(b *Test) {
	t.verdict(b.Program, b.Incomplete)
	issues := t.result.Issues
	if t.Quiet {
		for i := range issues {
			t.printf("%s\n", issues[i].Error.Headline())
		}
		return
	}
	t.printf("\n%s (%s, seed %d), %s\n", count(b.Executions, "execution"), b.Strategy, b.Seed, count(b.Behaviours, "distinct behaviour"))
	if b.Buggy > 0 {
		low, high := Interval(b.Buggy, b.Executions)
		t.printf("%s showed a bug: %.1f%% (95%% interval %.1f%%-%.1f%%)\n",
			count(b.Buggy, "execution"), percent(b.Buggy, b.Executions), 100*low, 100*high)
	}
	t.ended(b.Ended)
	saved := false
	for i := range issues {
		f := &b.Findings[i]
		t.printf("\n%s\n\n", t.Style.bold(fmt.Sprintf("Bug %d of %d, in %d of %s, first in number %d",
			i+1, len(issues), f.Count, count(b.Executions, "execution"), f.First)))
		t.tested(&issues[i], i < bugsInFull || t.All)
		saved = saved || issues[i].Witness != ""
	}
	if len(issues) > 0 && !saved {
		t.hint()
	}
}

// tested explains an error, and draws its shortest execution if full.
func (t *printer) tested(i *Issue, full bool) {
	t.error(t.result.Source, i.Error)
	if x := i.Execution; full && x != nil {
		length, upTo := len(x.Events), ""
		o := columns{marked: x.marked(), limit: t.limit(eventsInFull), from: x.Model.C11}
		if i.Error.race() != nil {
			x, upTo = x.until(i.Error.Racers[1].Event), ", of which those up to the race"
		} else if x.Steps != nil {
			t.printf("\nThe execution is not sequentially consistent. The shortest cycle:\n\n")
			t.nodes(x.nodes())
		}
		t.printf("\nThe shortest execution found (%s%s):\n\n", count(length, "event"), upTo)
		t.columns(x, o)
		t.relations(x)
	}
	t.replay(i.Witness)
}
