package report

import (
	"fmt"
	"math"

	"fencepost/interp/machine/strategy"
)

func (t *printer) test(b *Test) {
	if !t.All && !t.Quiet {
		t.testOnScreen(b)
		return
	}
	t.verdict(b.Program, b.Incomplete)
	issues := t.result.Issues
	if t.Quiet {
		for i := range issues {
			t.printf("%s\n", issues[i].Error.Headline())
		}
		return
	}
	t.printf("\n%s (%s, seed %d), %s\n", Count(b.Executions, "execution"), b.Strategy, b.Seed, Count(b.Behaviours, "distinct behaviour"))
	if b.Buggy > 0 {
		t.printf("%s showed a bug: %s (%s)\n", Count(b.Buggy, "execution"), shareText(b.Buggy, b.Executions, 1), b.shareMeans())
	}
	t.bound(b.Strategy)
	t.ended(b.Ended)
	t.warnings(&b.Answer)
	if b.Incomplete == nil && len(issues) == 0 {
		for _, what := range b.NotExamined {
			t.printf("Not examined: %s\n", what)
		}
	}
	saved := false
	for i := range issues {
		f := &b.Findings[i]
		t.printf("\n%s\n\n", t.Style.bold(fmt.Sprintf("Bug %d of %d, in %d of %s, first in number %d",
			i+1, len(issues), f.Count, Count(b.Executions, "execution"), f.First)))
		t.tested(&issues[i])
		saved = saved || issues[i].Witness != ""
	}
	if len(issues) > 0 && !saved {
		t.hint()
	}
}

// bound writes how surely a strategy shows a bug, if that is asked for.
func (t *printer) bound(s Strategy) {
	if s.Bound != nil && s.Bound.Shown {
		t.printf("%s\n", s.boundText())
	}
}

// shareMeans tells what the share of executions that showed a bug stands for: of
// executions that are independent of each other, a probability.
func (b *Test) shareMeans() string {
	if k, _ := strategy.Lookup(b.Strategy.Name); k.Adapts {
		return fmt.Sprintf("%d replay a prefix of one that does", b.PrefixReplays)
	}
	return "95% interval " + intervalText(b.Buggy, b.Executions)
}

// tested explains an error, and draws its shortest execution.
func (t *printer) tested(i *Issue) {
	t.error(t.result.Source, i.Error)
	if x := i.Execution; x != nil {
		length, upTo := len(x.Events), ""
		o := columns{marked: x.marked(), from: x.Model.C11}
		if i.Error.race() != nil {
			x, upTo = x.until(i.Error.Racers[1].Event), ", of which those up to the race"
		} else if x.Steps != nil {
			t.printf("\nThe execution is not sequentially consistent. The shortest cycle:\n\n")
			t.nodes(x.nodes())
		}
		t.printf("\nThe shortest execution found (%s%s):\n\n", Count(length, "event"), upTo)
		t.columns(x, o)
		t.relations(x)
	}
	t.replay(i.Witness)
}

// shareText writes k of n in percent, to some digits behind the point, or as many as tell
// it from 0% and from 100% if it is neither.
func shareText(k, n, digits int) string {
	p := percent(k, n)
	return fmt.Sprintf("%.*f%%", telling(p, digits), p)
}

// intervalText writes the bounds between which the probability of k in n lies.
func intervalText(k, n int) string {
	low, high := Interval(k, n)
	digits := max(telling(100*low, 1), telling(100*high, 1))
	return fmt.Sprintf("%.*f%%-%.*f%%", digits, 100*low, digits, 100*high)
}

// telling returns how many digits behind the point tell a percentage from 0 and 100.
func telling(p float64, least int) int {
	for d := least; d < 9; d++ {
		unit := math.Pow(10, -float64(d))
		if p <= 0 || p >= 100 || p >= unit && 100-p >= unit {
			return d
		}
	}
	return 9
}

// probability writes p to some digits behind the point, or as many as tell it from 0 and
// from 1.
func probability(p float64, digits int) string {
	return fmt.Sprintf("%.*f", telling(100*p, digits-2)+2, p)
}
