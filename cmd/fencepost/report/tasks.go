package report

import (
	"fmt"

	"fencepost/benchmarks/svcomp"
)

// Tasks are answers to tasks of the verification competition with one property.
type Tasks struct {
	Property string    `json:"property"`
	Right    int       `json:"right"`
	Wrong    int       `json:"wrong"`
	Unknown  int       `json:"unknown"`
	Tasks    []TaskRow `json:"tasks"`
}

// A TaskRow is the answer to one task.
type TaskRow struct {
	Task     string `json:"task"`     // its file
	Expected string `json:"expected"` // true, false or unknown
	Answer   string `json:"answer"`   // true, false or unknown
	Result   string `json:"result"`   // right, wrong or unknown; empty if nothing is expected
	Why      string `json:"why"`      // the violation, or the reason why the answer is unknown
}

// Add adds the answer to a task.
func (t *Tasks) Add(task svcomp.Task, a svcomp.Answer) {
	row := TaskRow{Task: task.Name, Expected: task.Expected.String(), Answer: a.Verdict.String(), Why: a.Why}
	if a.Error != nil {
		row.Why = a.Error.Error()
	}
	switch {
	case a.Verdict == svcomp.Unknown:
		row.Result = "unknown"
		t.Unknown++
	case task.Expected == svcomp.Unknown:
	case a.Verdict == task.Expected:
		row.Result = "right"
		t.Right++
	default:
		row.Result = "wrong"
		t.Wrong++
	}
	t.Tasks = append(t.Tasks, row)
}

// FromTasks returns answers to tasks as a result.
func FromTasks(t *Tasks) *Result {
	out := New("tasks", StatusOf(t.Wrong > 0, t.Unknown > 0))
	out.Verdict = fmt.Sprintf("%d tasks of %s: %d right, %d wrong, %d unknown", len(t.Tasks), t.Property, t.Right, t.Wrong, t.Unknown)
	out.Body = t
	return out
}

// tasks prints a table of the answers, with the reason below each unexpected one.
func (t *printer) tasks(d *Tasks) {
	if !t.Quiet {
		t.printf("%-8s %-8s %-8s %s\n", "expected", "answer", "", "task")
		for _, r := range d.Tasks {
			t.printf("%-8s %-8s %-8s %s\n", r.Expected, r.Answer, r.Result, r.Task)
			if r.Result != "right" && r.Why != "" {
				t.printf("    %s\n", r.Why)
			}
		}
		t.printf("\n")
	}
	t.printf("%s\n", t.Style.bold(t.result.Verdict))
}
