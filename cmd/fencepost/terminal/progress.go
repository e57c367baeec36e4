package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"fencepost/interp/campaign"
	"fencepost/interp/machine/witness"
)

// A Meter shows on a terminal how far a campaign has come, and remembers how
// long its stages took.
type Meter struct {
	w       io.Writer // nil: shows nothing
	mu      sync.Mutex
	start   time.Time // of the stage
	shown   time.Time
	last    Stage
	timings []string
}

// A Stage is how far a stretch of the work has come.
type Stage struct {
	Name        string
	Done, Total int // Total 0: not known
	Executions  int
	Detail      string
}

// progressEvery is the time between two updates.
const progressEvery = 100 * time.Millisecond

// NewMeter returns a meter that shows on w, or if w is nil nowhere.
func NewMeter(w io.Writer) *Meter { return &Meter{w: w, start: time.Now()} }

// Tell takes a progress report of phases 1 and 2.
func (m *Meter) Tell(p witness.Progress) {
	s := Stage{Name: p.Stage, Done: p.Done, Total: p.Total, Executions: p.Executions}
	kind, _, _ := strings.Cut(p.Stage, " ")
	switch {
	case p.Stage == witness.Mending:
		s.Detail = fmt.Sprintf("%d changes tried", p.Done)
	case kind == "explore":
	case kind == "sc", kind == "test", kind == "prove":
		s.Detail = fmt.Sprintf("%d executions", p.Executions)
	default:
		s.Detail = fmt.Sprintf("%d executions, %d confirmed, %d buggy", p.Executions, p.Confirmed, p.Buggy)
	}
	m.Show(s)
}

// Show takes a progress report.
func (m *Meter) Show(s Stage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if s.Name != m.last.Name {
		m.endStage(now)
	}
	m.last = s
	if m.w == nil || now.Sub(m.shown) < progressEvery {
		return
	}
	m.shown = now
	line := fmt.Sprintf("%s: %d of %d", s.Name, s.Done, s.Total)
	if s.Total == 0 {
		line = fmt.Sprintf("%s: %d executions", s.Name, s.Executions)
	}
	if s.Detail != "" {
		line += ", " + s.Detail
	}
	if s.Done > 0 && s.Done < s.Total {
		left := now.Sub(m.start) / time.Duration(s.Done) * time.Duration(s.Total-s.Done)
		line += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	fmt.Fprintf(m.w, "\r\x1b[K%s", line)
}

func (m *Meter) endStage(now time.Time) {
	if m.last.Name != "" {
		m.timings = append(m.timings, fmt.Sprintf("%s: %d executions in %s", m.last.Name, m.last.Executions, now.Sub(m.start).Round(time.Millisecond)))
	}
	m.start = now
}

// Clear clears the line.
func (m *Meter) Clear() {
	if m.w != nil {
		fmt.Fprint(m.w, "\r\x1b[K")
		m.shown = time.Time{}
	}
}

// Close clears the line, and returns how long the stages took.
func (m *Meter) Close() (timings []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Clear()
	m.endStage(time.Now())
	return m.timings
}

// Explores returns a function that is told of the progress of a search, of which
// as many executions are expected; 0 if that is not known.
func (m *Meter) Explores(name string, expected int) func(executions, blocked int64) {
	return func(executions, blocked int64) {
		done := int(executions + blocked)
		m.Show(Stage{Name: name, Done: done, Total: expected, Executions: done, Detail: fmt.Sprintf("%d blocked", blocked)})
	}
}

// Tests returns a function that is told of the progress of a testing campaign.
func (m *Meter) Tests(name string, runs int) func(*campaign.Report) {
	return func(r *campaign.Report) {
		rate := float64(r.Runs) / max(time.Since(m.start).Seconds(), 1e-3)
		m.Show(Stage{
			Name: name, Done: r.Runs, Total: runs, Executions: r.Runs,
			Detail: fmt.Sprintf("%.0f a second, %d bugs, %d behaviours", rate, len(r.Findings), r.Behaviours),
		})
	}
}
