package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// Bounds of the work spent on making one witness smaller.
const (
	maxTries  = 150
	maxEvents = 150_000 // in all executions tried
	lookahead = 32      // decisions left that a guide considers at a choice
)

// A decision is an answer to a choice, told in terms that still mean something
// when the execution around it is another.
type decision struct {
	kind   interp.ChoiceKind
	thread trace.ThreadID // Schedule: of the step; else: of the operation
	store  int32          // Schedule: 0, or the program index of the store that commits
	answer int            // ReadFrom: counted back from the newest store; else as given
	site   int32          // of the operation that chooses; -1: none, as of Schedule
}

// siteOf returns the site of the operation that chooses.
func siteOf(c *interp.Choice) int32 {
	if c.Kind == interp.ReadFrom || c.Kind == interp.WeakFail {
		return c.Op.Site
	}
	return -1
}

// A guide is a strategy that takes decisions from a list wherever they are
// possible, and for the rest runs one thread as long as it can, reads the
// newest store and commits only when nothing else is left.
type guide struct {
	decisions []decision
	taken     []bool
	low       int // all before it are taken
	last      trace.ThreadID
	indices   []int32 // by store: its program index, if it was pending
	trail     guideTrail
}

func newGuide() *guide {
	g := &guide{}
	g.trail.guide = g
	return g
}

func (g *guide) aim(list []decision) {
	g.decisions = list
	g.taken = append(g.taken[:0], make([]bool, len(list))...)
	g.low, g.last = 0, 0
	g.indices = g.indices[:0]
}

// Begin allows every execution.
func (g *guide) Begin(int) bool { return true }

// Choose takes the first decision left that is possible here.
func (g *guide) Choose(c *interp.Choice) int {
	k := g.find(c)
	if k < 0 {
		k = g.fallback(c)
	}
	if c.Kind == interp.Schedule {
		if c.Actions[k].Store == 0 {
			g.last = c.Actions[k].Thread
		}
	}
	return k
}

func (g *guide) find(c *interp.Choice) int {
	site := siteOf(c)
	for i, left := g.low, lookahead; i < len(g.decisions) && left > 0; i++ {
		d := &g.decisions[i]
		if !g.taken[i] {
			left--
		}
		if g.taken[i] || d.kind != c.Kind || c.Kind != interp.Schedule && (d.thread != c.Thread || d.site != site) {
			continue
		}
		if k := g.place(c, d); k >= 0 {
			g.taken[i] = true
			for g.low < len(g.taken) && g.taken[g.low] {
				g.low++
			}
			return k
		}
		if c.Kind != interp.Schedule {
			return -1
		}
	}
	return -1
}

// place returns the alternative that a decision means, or -1.
func (g *guide) place(c *interp.Choice, d *decision) int {
	switch c.Kind {
	case interp.Schedule:
		return slices.IndexFunc(c.Actions, func(a models.Step) bool {
			return a.Thread == d.thread && (a.Store == 0) == (d.store == 0) && (a.Store == 0 || g.indices[a.Store] == d.store)
		})
	case interp.ReadFrom:
		return max(c.N-1-d.answer, -1)
	}
	if d.answer < c.N {
		return d.answer
	}
	return -1
}

func (g *guide) fallback(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		for k, a := range c.Actions {
			if a.Store == 0 && a.Thread == g.last {
				return k
			}
		}
		return 0 // threads come before commits
	case interp.ReadFrom:
		return c.N - 1
	}
	return 0
}

// A guideTrail records the execution, counts its context switches, and learns the
// stores' program indices.
type guideTrail struct {
	trace.Recorder
	guide    *guide
	running  trace.ThreadID
	switches int
}

// Begin forgets the previous execution.
func (t *guideTrail) Begin() {
	t.Recorder.Begin()
	t.running, t.switches = 0, 0
}

// Event records e.
func (t *guideTrail) Event(e *trace.Event) {
	t.Recorder.Event(e)
	if e.Kind != trace.Commit && e.Thread != t.running {
		t.running = e.Thread
		t.switches++
	}
	if e.Kind.Writes() && e.C == trace.NoCommit {
		for int(e.ID) >= len(t.guide.indices) {
			t.guide.indices = append(t.guide.indices, 0)
		}
		t.guide.indices[e.ID] = e.I
	}
}

// A retelling replays a schedule and tells it as decisions.
type retelling struct {
	guide   *guide
	choices []int32
	list    []decision
}

func (s *retelling) Begin(int) bool { return true }

func (s *retelling) Choose(c *interp.Choice) int {
	n := len(s.list)
	if n == len(s.choices) || int(s.choices[n]) >= c.N {
		return interp.GiveUp // not a schedule of this program
	}
	k := int(s.choices[n])
	d := decision{kind: c.Kind, thread: c.Thread, answer: k, site: siteOf(c)}
	switch c.Kind {
	case interp.Schedule:
		a := c.Actions[k]
		d.thread = a.Thread
		if a.Store != 0 {
			d.store = s.guide.indices[a.Store]
		}
	case interp.ReadFrom:
		d.answer = c.N - 1 - k
	}
	s.list = append(s.list, d)
	return k
}

// A goal is what a witness is kept for, beside what it ends in.
type goal struct {
	made func([]trace.Event) bool // holds the cycle; nil: there is none
	race string                   // key of a data race; then any end that is no other error will do
}

// minimise makes a witness smaller: fewer events, then fewer context switches,
// with the same error, and with what the goal asks for.
func (w *worker) minimise(ctx context.Context, wit *Witness, to goal) *Witness {
	s := shrinker{ctx: ctx, w: w, guide: newGuide(), goal: to, wit: wit, choices: slices.Clone(wit.Choices), size: wit.Events}
	for s.retell() {
		size, switches := s.size, s.switches
		s.join()
		s.remove()
		s.join()
		if s.size == size && s.switches == switches {
			break
		}
	}
	if slices.Equal(s.choices, wit.Choices) {
		return wit
	}
	r := strategy.NewReplay(s.choices)
	r.Begin(0)
	res := w.machine.Run(context.WithoutCancel(ctx), r, &s.guide.trail)
	return w.witness(res, s.guide.trail.Events, wit.Cycle)
}

// shown reports whether an execution ends as the witness says and holds what the
// goal asks for.
func (g *goal) shown(res *interp.Result, wit *Witness, events []trace.Event) bool {
	if res.Outcome == interp.Interrupted || res.Outcome == interp.Discarded {
		return false
	}
	same := res.Err != nil && wit.Error != nil && res.Err.Key() == wit.Error.Key()
	if g.race != "" {
		return (same || res.Err == nil) && slices.ContainsFunc(res.Races, func(e *interp.Error) bool { return e.Key() == g.race })
	}
	if !same && (res.Err != nil || wit.Error != nil || res.Outcome != interp.Completed) {
		return false
	}
	return g.made == nil || g.made(events)
}
