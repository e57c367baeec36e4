package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"fencepost/interp/campaign"
	"fencepost/interp/machine/witness"
)

// A meter shows on a terminal how far a campaign has come, and remembers how
// long its stages took.
type meter struct {
	w       io.Writer // nil: shows nothing
	mu      sync.Mutex
	start   time.Time // of the stage
	shown   time.Time
	last    stage
	timings []string
}

// A stage is how far a stretch of the work has come.
type stage struct {
	name        string
	done, total int // total 0: not known
	executions  int
	detail      string
}

// progressEvery is the time between two updates.
const progressEvery = 100 * time.Millisecond

// newMeter returns a meter that shows only if the error output is a terminal.
func (a *app) newMeter(s *settings) *meter {
	m := &meter{start: time.Now()}
	if !s.quiet && isTerminal(a.terminal) {
		m.w = a.terminal
	}
	return m
}

// tell takes a progress report of phases 1 and 2.
func (m *meter) tell(p witness.Progress) {
	s := stage{name: p.Stage, done: p.Done, total: p.Total, executions: p.Executions}
	s.detail = fmt.Sprintf("%d executions", p.Executions)
	if p.Stage != "sc" && !strings.HasPrefix(p.Stage, "prove ") {
		s.detail += fmt.Sprintf(", %d confirmed, %d buggy", p.Confirmed, p.Buggy)
	}
	m.show(s)
}

// show takes a progress report.
func (m *meter) show(s stage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if s.name != m.last.name {
		m.endStage(now)
	}
	m.last = s
	if m.w == nil || now.Sub(m.shown) < progressEvery {
		return
	}
	m.shown = now
	line := fmt.Sprintf("%s: %d of %d, %s", s.name, s.done, s.total, s.detail)
	if s.total == 0 {
		line = fmt.Sprintf("%s: %d executions, %s", s.name, s.executions, s.detail)
	}
	if s.done > 0 && s.done < s.total {
		left := now.Sub(m.start) / time.Duration(s.done) * time.Duration(s.total-s.done)
		line += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	fmt.Fprintf(m.w, "\r\x1b[K%s", line)
}

func (m *meter) endStage(now time.Time) {
	if m.last.name != "" {
		m.timings = append(m.timings, fmt.Sprintf("%s: %d executions in %s", m.last.name, m.last.executions, now.Sub(m.start).Round(time.Millisecond)))
	}
	m.start = now
}

// clear clears the line.
func (m *meter) clear() {
	if m.w != nil {
		fmt.Fprint(m.w, "\r\x1b[K")
		m.shown = time.Time{}
	}
}

// close clears the line, and with --verbose tells the times.
func (m *meter) close(a *app, s *settings) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	m.endStage(time.Now())
	if s.verbose {
		for _, t := range m.timings {
			fmt.Fprintln(a.stderr, t)
		}
	}
}

// limited returns the context of a command with a time limit, which counts from the start of the command.
func (a *app) limited(s *settings) (context.Context, context.CancelFunc) {
	if s.timeout > 0 {
		ctx, cancel := context.WithDeadline(a.ctx, a.start.Add(s.timeout))
		return witness.WholeWork(ctx), cancel
	}
	ctx, cancel := context.WithCancel(a.ctx)
	return witness.WholeWork(ctx), cancel
}

// explores returns a function that is told of the progress of a search, of which
// as many executions are expected; 0 if that is not known.
func (m *meter) explores(name string, expected int) func(executions, blocked int64) {
	return func(executions, blocked int64) {
		done := int(executions + blocked)
		m.show(stage{name: name, done: done, total: expected, executions: done, detail: fmt.Sprintf("%d blocked", blocked)})
	}
}

// tests returns a function that is told of the progress of a testing campaign.
func (m *meter) tests(name string, runs int) func(*campaign.Report) {
	return func(r *campaign.Report) {
		rate := float64(r.Runs) / max(time.Since(m.start).Seconds(), 1e-3)
		m.show(stage{
			name: name, done: r.Runs, total: runs, executions: r.Runs,
			detail: fmt.Sprintf("%.0f a second, %d bugs, %d behaviours", rate, len(r.Findings), r.Behaviours),
		})
	}
}
