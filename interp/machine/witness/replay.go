package witness

import (
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// lookahead is the number of remaining decisions that a best-effort replay considers at a
// choice.
const lookahead = 32

// A decision is an answer to a choice, in terms that keep their meaning in another
// execution.
type decision struct {
	kind   interp.ChoiceKind
	thread trace.ThreadID // Schedule: thread of the step; otherwise thread of the operation
	store  int32          // Schedule: 0, or the program index of the store that commits
	answer int            // ReadFrom: counted back from the newest store; otherwise the answer itself
	site   int32          // of the operation that chooses; -1: none, as for Schedule
}

// siteOf returns the site of the operation that chooses.
func siteOf(c *interp.Choice) int32 {
	if c.Kind == interp.ReadFrom || c.Kind == interp.WeakFail {
		return c.Op.Site
	}
	return -1
}

// A bestEffort is a best-effort replay: a strategy that takes decisions from a list
// wherever they are possible. Otherwise it runs one thread as long as it can, reads the
// newest store, and commits only when nothing else is enabled.
type bestEffort struct {
	decisions []decision
	taken     []bool
	low       int // all before this index are taken
	last      trace.ThreadID
	indices   []int32 // by store: its program index, if it was pending
	observer  observer
}

func newBestEffort() *bestEffort {
	r := &bestEffort{}
	r.observer.replay = r
	return r
}

func (r *bestEffort) aim(list []decision) {
	r.decisions = list
	r.taken = append(r.taken[:0], make([]bool, len(list))...)
	r.low, r.last = 0, 0
	r.indices = r.indices[:0]
}

// Begin allows every execution.
func (r *bestEffort) Begin(int) bool { return true }

// Choose takes the first remaining decision that is possible here.
func (r *bestEffort) Choose(c *interp.Choice) int {
	k := r.find(c)
	if k < 0 {
		k = r.fallback(c)
	}
	if c.Kind == interp.Schedule {
		if c.Actions[k].Store == 0 {
			r.last = c.Actions[k].Thread
		}
	}
	return k
}

func (r *bestEffort) find(c *interp.Choice) int {
	site := siteOf(c)
	for i, left := r.low, lookahead; i < len(r.decisions) && left > 0; i++ {
		d := &r.decisions[i]
		if !r.taken[i] {
			left--
		}
		if r.taken[i] || d.kind != c.Kind || c.Kind != interp.Schedule && (d.thread != c.Thread || d.site != site) {
			continue
		}
		if k := r.place(c, d); k >= 0 {
			r.taken[i] = true
			for r.low < len(r.taken) && r.taken[r.low] {
				r.low++
			}
			return k
		}
		if c.Kind != interp.Schedule {
			return -1
		}
	}
	return -1
}

// place returns the alternative that a decision stands for, or -1.
func (r *bestEffort) place(c *interp.Choice, d *decision) int {
	switch c.Kind {
	case interp.Schedule:
		return slices.IndexFunc(c.Actions, func(a models.Step) bool {
			return a.Thread == d.thread && (a.Store == 0) == (d.store == 0) && (a.Store == 0 || r.indices[a.Store] == d.store)
		})
	case interp.ReadFrom:
		return max(c.N-1-d.answer, -1)
	}
	if d.answer < c.N {
		return d.answer
	}
	return -1
}

func (r *bestEffort) fallback(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		for k, a := range c.Actions {
			if a.Store == 0 && a.Thread == r.last {
				return k
			}
		}
		return 0 // threads come before commits
	case interp.ReadFrom:
		return c.N - 1
	}
	return 0
}

// An observer records the execution, counts its context switches, and notes the stores'
// program indices.
type observer struct {
	trace.Recorder
	replay   *bestEffort
	running  trace.ThreadID
	switches int
}

// Begin forgets the previous execution.
func (t *observer) Begin() {
	t.Recorder.Begin()
	t.running, t.switches = 0, 0
}

// Event records e.
func (t *observer) Event(e *trace.Event) {
	t.Recorder.Event(e)
	if e.Kind != trace.Commit && e.Thread != t.running {
		t.running = e.Thread
		t.switches++
	}
	if e.Kind.Writes() && e.C == trace.NoCommit {
		t.replay.indices = lists.Extended(t.replay.indices, int(e.ID)+1)
		t.replay.indices[e.ID] = e.I
	}
}

// A teller replays a schedule and lists its decisions.
type teller struct {
	replay  *bestEffort
	choices []int32
	list    []decision
}

func (s *teller) Begin(int) bool { return true }

func (s *teller) Choose(c *interp.Choice) int {
	n := len(s.list)
	if n == len(s.choices) || int(s.choices[n]) >= c.N {
		return interp.GiveUp // the schedule does not fit this program
	}
	k := int(s.choices[n])
	d := decision{kind: c.Kind, thread: c.Thread, answer: k, site: siteOf(c)}
	switch c.Kind {
	case interp.Schedule:
		a := c.Actions[k]
		d.thread = a.Thread
		if a.Store != 0 {
			d.store = s.replay.indices[a.Store]
		}
	case interp.ReadFrom:
		d.answer = c.N - 1 - k
	}
	s.list = append(s.list, d)
	return k
}
