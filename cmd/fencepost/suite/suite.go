// Package suite runs the harnesses of a project: it chooses them, runs several at once, hands
// on their results in the order of the project's file, and keeps results for the next run.
//
// A result is kept under the hash of all that it depends on, so that an entry is never out of
// date. Entries are written whole or not at all and have a sum of their own: a damaged one is
// taken for a missing one, and one that cannot be written is not there the next time.
package suite

import (
	"context"
	"regexp"
	"sync"

	"fencepost/cmd/fencepost/project"
)

// A Selection says which harnesses of a project are run.
type Selection struct {
	Run   *regexp.Regexp // matches the names; nil: all
	Shard int            // from 1
	Of    int            // shards; 0: there are none
}

// Choose returns the harnesses that are selected, in their order. Shards take turns.
func (s *Selection) Choose(list []project.Harness) []project.Harness {
	var chosen []project.Harness
	n := 0
	for _, h := range list {
		if s.Run != nil && !s.Run.MatchString(h.Name) {
			continue
		}
		if n++; s.Of == 0 || (n-1)%s.Of == s.Shard-1 {
			chosen = append(chosen, h)
		}
	}
	return chosen
}

// Run runs n harnesses, so many jobs of them at once, and hands on their results in order, each
// as soon as those before it are there. It returns when all are handed on; one that has not
// begun when ctx ends is run, too, with that context.
func Run[R any](ctx context.Context, n, jobs int, run func(ctx context.Context, i int) R, done func(i int, r R)) {
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
