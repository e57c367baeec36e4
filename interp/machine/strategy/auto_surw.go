package strategy

import (
	"fencepost/interp"
	"fencepost/trace"
)

// A surw picks among steps so that every interleaving of the threads is about equally
// likely. The probability of an agent, a thread or its buffer, is proportional to its
// remaining work. If each enabled thread were equally likely instead, short threads would
// end long before the others have made progress. A thread is also credited with the work of
// the threads that it has yet to create.
//
// This is the random walk of SURW (Zhao, Wolff, Mathur and Roychoudhury, ASPLOS 2025), over
// all events. The amount of work is estimated from earlier executions; before the first
// batch all agents have the same weight.
//
// A surw is also a trace.Sink, so that it knows the work done.
type surw struct {
	expected []work // by thread
	left     []int  // by agent: remaining work in this execution
	done     []ThreadSample
}

// workUnit is the work of one event.
const workUnit = 16

// work is the expected work of a thread.
type work struct {
	parent  int
	steps   int // of its own
	commits int // of its buffer
	all     int // of both, and of its descendants
}

// Begin starts an execution, in which main is expected to do all the work.
func (f *surw) Begin() {
	f.left, f.done = f.left[:0], f.done[:0]
	f.create(-1, 0)
}

// create gives a new thread its share of its creator's work.
func (f *surw) create(parent, t int) {
	f.done = append(f.done, ThreadSample{Parent: int32(parent)})
	f.left = append(f.left, 0, 0)
	if t >= len(f.expected) {
		return
	}
	w := &f.expected[t]
	f.left[2*t], f.left[2*t+1] = w.all-w.commits, w.commits
	if parent >= 0 {
		f.left[2*parent] -= w.all
	}
}

// Event counts an event as done.
func (f *surw) Event(e *trace.Event) {
	t := int(e.Thread)
	if e.Kind == trace.Commit {
		f.done[t].Commits++
		f.left[2*t+1] -= workUnit
		return
	}
	f.done[t].Steps++
	f.left[2*t] -= workUnit
	if e.Kind == trace.Create {
		f.create(t, int(e.Value))
	}
}

// pick returns one of the actions in set, which is not empty.
func (f *surw) pick(c *interp.Choice, set []int, r *Rand) int {
	sum := 0
	for _, k := range set {
		sum += f.weight(c, k)
	}
	x := r.Intn(sum)
	for _, k := range set {
		if x -= f.weight(c, k); x < 0 {
			return k
		}
	}
	return set[0]
}

// weight returns the remaining work of the agent of action k, at least that of one event.
func (f *surw) weight(c *interp.Choice, k int) int {
	return max(f.left[agentOf(c, k)], workUnit)
}

// sample notes the work of each thread.
func (f *surw) sample(dst *Sample) { dst.Threads = append(dst.Threads[:0], f.done...) }

// learn updates the expected work: means over batches, in which the newest weighs a
// quarter.
func (f *surw) learn(batch []Sample) {
	known := len(f.expected)
	for t := 0; ; t++ {
		steps, commits, parent, n := 0, 0, 0, 0
		for i := range batch {
			if t < len(batch[i].Threads) {
				s := &batch[i].Threads[t]
				steps += int(s.Steps)
				commits += int(s.Commits)
				parent = int(s.Parent)
				n++
			}
		}
		if n == 0 {
			break
		}
		steps, commits = steps*workUnit/n, commits*workUnit/n
		if t >= known {
			f.expected = append(f.expected, work{steps: steps, commits: commits})
		}
		w := &f.expected[t]
		w.parent = parent
		w.steps += (steps - w.steps) / 4
		w.commits += (commits - w.commits) / 4
	}
	for t := range f.expected {
		w := &f.expected[t]
		w.all = w.steps + w.commits
	}
	for t := len(f.expected) - 1; t > 0; t-- {
		w := &f.expected[t]
		f.expected[w.parent].all += w.all
	}
}
