package study

import (
	"context"
	"path"
	"sync"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
)

const (
	// TrialExecutions is how often a test script of RELAXER runs the program.
	TrialExecutions = 100
	// ProofFirst is how many executions are explored before the trials.
	ProofFirst = 60_000
	// GiveUp is after how many trials that did not confirm a cycle it is given up, unless one of
	// the executions has it.
	GiveUp = 5
)

// A RelaxerRow is a program of Table 1 of RELAXER, checked.
type RelaxerRow struct {
	Published benchmarks.Table1Row
	Source    string
	Report    *phase2.Report           // nil if a time limit came first
	Phase1    time.Duration            // of the recorded executions and the prediction
	Phase2    map[string]time.Duration // by model: of all trials
}

// Relaxer checks a program of RELAXER's Table 1.
func Relaxer(ctx context.Context, p benchmarks.Table1Row, o phase2.Options) (*RelaxerRow, error) {
	file := path.Join("relaxer", p.Name+".c")
	src, err := benchmarks.Files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	row := &RelaxerRow{Published: p, Source: string(src)}
	if ctx.Err() != nil {
		return row, nil
	}
	prog, err := cfront.Compile(file, src, cfront.Options{})
	if err != nil {
		return nil, err
	}
	w := &stopwatch{next: o.Progress, runs: o.Runs, begun: time.Now(), row: row}
	row.Phase2 = map[string]time.Duration{}
	o.ProveFirst, o.Prove, o.GiveUp, o.CountsOnly, o.Progress = o.Prove, 0, GiveUp, true, w.record
	row.Report, err = phase2.Check(ctx, prog, o)
	return row, err
}

// A stopwatch measures how long the phases of a campaign take, by their progress.
type stopwatch struct {
	mu    sync.Mutex
	next  func(witness.Progress)
	runs  int // that are recorded
	begun time.Time
	stage string
	row   *RelaxerRow
}

// record notes the time that a stage has taken so far.
func (w *stopwatch) record(p witness.Progress) {
	w.next(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch _, model := models.Lookup(p.Stage); {
	case p.Stage == models.SC.Name:
		if p.Done <= w.runs {
			w.row.Phase1 = time.Since(w.begun)
		}
	case model && p.Stage != w.stage:
		w.stage, w.begun = p.Stage, time.Now()
	case model:
		w.row.Phase2[p.Stage] = time.Since(w.begun)
	}
}
