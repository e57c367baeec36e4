package suite

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/version"

	"github.com/spf13/cobra"
)

// A Runner runs the harnesses of a suite, each by a command line of its own.
type Runner struct {
	Harnesses []project.Harness
	Jobs      int                 // how many run at once
	NoCache   bool                // all run, also those in which nothing changed
	Given     []string            // flags of the command line
	Own       map[string][]string // flags of single harnesses, by name
	Known     outputs.Baseline
	// Command returns the command of a name, which is not run.
	Command func(name string) *cobra.Command
	// Execute runs the command line of a member. It returns the exit status, the exit status after the
	// files were written, and the error output.
	Execute func(ctx context.Context, m *Member, line []string) (status, wrote int, stderr string)

	cache     Cache
	texts     Texts
	mu        sync.Mutex
	baselines []*report.Baseline // of harnesses, in any order
}

// A Run is a harness that was run.
type Run struct {
	report.Harness
	Stderr string // what it wrote on the error output
	Took   time.Duration
}

// Run runs the harnesses, and delivers their results in order.
func (r *Runner) Run(ctx context.Context, done func(i int, h *Run)) {
	if r.Known.Path != "" {
		r.Given = append(r.Given, "--baseline="+r.Known.Path, fmt.Sprintf("--update-baseline=%t", r.Known.Update))
	}
	if len(r.Harnesses) != 1 && !r.NoCache && r.Own == nil && r.Known.Path == "" {
		r.cache = DefaultCache()
		r.texts.Cache, r.texts.Version = r.cache, version.Exact()
		defer r.cache.Trim()
	}
	runInOrder(ctx, len(r.Harnesses), r.Jobs, r.run, done)
}

// Baseline returns the findings of all harnesses, if there is no baseline or it is to be written anew;
// nil if not.
func (r *Runner) Baseline() *report.Baseline {
	if r.Known.Path == "" {
		return nil
	}
	if _, err := os.Stat(r.Known.Path); err == nil && !r.Known.Update {
		return nil
	}
	return report.JoinBaselines(r.baselines)
}

// run runs the i-th harness.
func (r *Runner) run(ctx context.Context, i int) *Run {
	start, h := time.Now(), &r.Harnesses[i]
	words := CommandLine(r.Command(h.Command), h, slices.Concat(r.Given, r.Own[h.Name]))
	m := &Member{Cache: r.cache, Texts: &r.texts, Alone: len(r.Harnesses) == 1, Words: strings.Join(words, "\x00")}
	workers := max(1, runtime.GOMAXPROCS(0)/min(r.Jobs, max(1, len(r.Harnesses))))
	status, wrote, stderr := r.Execute(ctx, m, slices.Insert(words, 1, fmt.Sprintf("--workers=%d", workers)))
	if m.Baseline != nil {
		r.mu.Lock()
		r.baselines = append(r.baselines, m.Baseline)
		r.mu.Unlock()
	}
	return &Run{*m.Harness(h, status, wrote, stderr), stderr, time.Since(start)}
}

// runInOrder runs n harnesses, jobs of them at a time, and delivers their results in order, each
// as soon as those before it are there. It returns when all are delivered. Harnesses that
// have not begun when ctx ends are still run, with that context.
func runInOrder[R any](ctx context.Context, n, jobs int, run func(ctx context.Context, i int) R, done func(i int, r R)) {
	results := make([]chan R, n)
	for i := range results {
		results[i] = make(chan R, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(jobs, n) {
		workers.Go(func() {
			for i := range next {
				results[i] <- run(ctx, i)
			}
		})
	}
	workers.Go(func() {
		for i := range n {
			next <- i
		}
		close(next)
	})
	for i, r := range results {
		done(i, <-r)
	}
	workers.Wait()
}
