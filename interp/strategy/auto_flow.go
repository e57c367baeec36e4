package strategy

import (
	"fencepost/interp"
	"fencepost/trace"
)

// A flow picks among enabled steps so that every interleaving of the threads is
// about as likely as every other: an agent, which is a thread or its buffer,
// comes next with a probability proportional to the work that is left to it.
// Stepping each enabled thread with equal probability instead makes short
// threads end long before others have got anywhere. A thread is also credited
// with the work of the threads that it will create.
//
// This is the random walk of SURW (Zhao, Wolff, Mathur and Roychoudhury, ASPLOS
// 2025), over all events. How much work there is is known from earlier
// executions; before the first batch all weigh the same.
//
// A flow is also a trace.Sink, which is how it knows what has been done.
type flow struct {
	expected []agentWork // by thread: the mean of earlier executions
	left     []int       // by agent: work left, in units of 1/unit events
	done     []ThreadSample
	total    int
	r        *Rand
	speed    int
	mult     []int
}

const unit = 16

type agentWork struct {
	parent         int
	steps, commits int // in 1/unit events
	all            int // with that of the thread's buffer and of its descendants
}

// ThreadSample is what a thread did in an execution.
type ThreadSample struct {
	Parent         int32 // its creator; -1 for main
	Steps, Commits int32 // its events, and those of its buffer
}

func (f *flow) start(r *Rand, speed int) {
	f.r, f.speed = r, speed
	f.mult = f.mult[:0]
	f.left = f.left[:0]
	f.done = f.done[:0]
	f.create(-1, 0)
}

func (f *flow) create(parent, t int) {
	for len(f.done) <= t {
		f.done = append(f.done, ThreadSample{Parent: int32(parent)})
		f.left = append(f.left, 0, 0)
		for range 2 {
			f.mult = append(f.mult, 1)
		}
	}
	if t >= len(f.expected) {
		return
	}
	w := &f.expected[t]
	f.left[2*t] = w.all - w.commits
	f.left[2*t+1] = w.commits
	if parent >= 0 {
		f.left[2*parent] -= w.all
	}
}

func (f *flow) Begin() {}

func (f *flow) Event(e *trace.Event) {
	t := int(e.Thread)
	switch e.Kind {
	case trace.Commit:
		f.done[t].Commits++
		f.left[2*t+1] -= unit
		return
	case trace.Create:
		f.create(t, int(e.Value))
	}
	f.done[t].Steps++
	f.left[2*t] -= unit
}

// pick chooses a step.
func (f *flow) pick(c *interp.Choice, set []int, r *Rand) int {
	sum := 0
	for _, k := range set {
		sum += f.weight(agentOf(c, k))
	}
	x := r.Intn(sum)
	for _, k := range set {
		if x -= f.weight(agentOf(c, k)); x < 0 {
			return k
		}
	}
	return 0
}

func (f *flow) sample(dst *Sample) {
	dst.Threads = append(dst.Threads[:0], f.done...)
}

func (f *flow) learn(batch []Sample) {
	n := 0
	for i := range batch {
		n = max(n, len(batch[i].Threads))
	}
	first := len(f.expected) == 0
	for len(f.expected) < n {
		f.expected = append(f.expected, agentWork{})
	}
	for t := range f.expected {
		steps, commits, count := 0, 0, 0
		for i := range batch {
			if t < len(batch[i].Threads) {
				s := &batch[i].Threads[t]
				f.expected[t].parent = int(s.Parent)
				steps += int(s.Steps)
				commits += int(s.Commits)
				count++
			}
		}
		if count == 0 {
			continue
		}
		w := &f.expected[t]
		steps, commits = steps*unit/count, commits*unit/count
		if first {
			w.steps, w.commits = steps, commits
		}
		w.steps += (steps - w.steps) / 4
		w.commits += (commits - w.commits) / 4
	}
	for t := range f.expected {
		f.expected[t].all = f.expected[t].steps + f.expected[t].commits
	}
	for t := len(f.expected) - 1; t > 0; t-- {
		w := &f.expected[t]
		f.expected[w.parent].all += w.all
	}
}

func (f *flow) weight(a int) int {
	w := max(f.left[a], unit)
	x := w
	for range f.speed {
		x = x * w / unit
	}
	return x
}
