package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/phase2"
	"fencepost/phase2/cycles"
)

// reasonText words why no trial created a cycle.
func reasonText(r cycles.Reason) string {
	if r == cycles.PerhapsIdle {
		return r.String() + ": only idle turns of a waiting loop may make it"
	}
	return r.String()
}

// exploredText says how much was explored.
func exploredText(e *cycles.Exploration) string {
	if e.Complete {
		return "all executions were explored: " + fmt.Sprint(e.Executions)
	}
	return e.Limit
}

// asked reports whether the reasons of a model's cycles were asked for.
func asked(m *phase2.ModelReport) bool {
	for i := range m.Cycles {
		if m.Cycles[i].Reason != cycles.NotExplored {
			return true
		}
	}
	return false
}

// writeReasons counts the reasons for which cycles were not created.
func (c *Check) writeReasons(w io.Writer, m *phase2.ModelReport) {
	if !asked(m) {
		return
	}
	var counts [cycles.Undecided + 1]int
	for i := range m.Cycles {
		counts[m.Cycles[i].Reason]++
	}
	var parts []string
	for r := cycles.Impossible; r <= cycles.Undecided; r++ {
		if n := counts[r]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, reasonText(r)))
		}
	}
	fmt.Fprintf(w, "  %s: of %s %s (%s)\n", m.Model.Name, count(len(m.Cycles)-m.Confirmed(), "unconfirmed cycle"), strings.Join(parts, ", "), exploredText(&m.Explored))
}

// A jsonExplored tells how much was explored to give reasons.
type jsonExplored struct {
	Executions int64   `json:"executions"`
	Complete   bool    `json:"complete"`
	Limit      *string `json:"limit"` // why it is not complete, or null
}

func explored(asked bool, e *cycles.Exploration) *jsonExplored {
	if !asked {
		return nil
	}
	out := &jsonExplored{Executions: e.Executions, Complete: e.Complete}
	if !e.Complete {
		out.Limit = &e.Limit
	}
	return out
}
