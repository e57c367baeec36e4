package fences

import (
	"context"
	"slices"
	"sort"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A recording is an execution that went wrong, kept so that it can be attempted
// with other memory orders.
type recording struct {
	err     *interp.Error
	choices []int32
	events  []trace.Event
	answers []int32 // to choices that are neither of threads nor of stores
}

// An answerer performs another strategy's choices and keeps the answers that a
// recording needs.
type answerer struct {
	interp.Strategy
	answers []int32
}

// Choose answers as the other strategy does.
func (r *answerer) Choose(c *interp.Choice) int {
	k := r.Strategy.Choose(c)
	if !followed(c.Kind) {
		r.answers = append(r.answers, int32(k))
	}
	return k
}

// followed reports whether the events of an execution tell what was chosen.
func followed(k interp.ChoiceKind) bool { return k == interp.Schedule || k == interp.ReadFrom }

// A follower is a strategy that does what a recording shows, as far as
// the program allows it: it runs the same threads in the same order and lets
// each load read from the same store. So it finds out whether other orders
// forbid an execution. Where it strays it goes on with the newest store; what
// it ends in then is an execution of the program all the same.
type follower struct {
	rec     *recording
	fences  []bool // by site: a fence that the program has
	next    int    // event of the recording
	ids     []int32
	answers int
	seen    int // events
}

func newFollower(rec *recording, p *code.Program) *follower {
	f := &follower{rec: rec, fences: make([]bool, len(p.Sites)), ids: make([]int32, len(rec.events)+1)}
	for _, s := range Own(p) {
		f.fences[s] = true
	}
	return f
}

// Begin allows one execution.
func (f *follower) Begin(run int) bool { return run == 0 }

// peek returns the next event of the recording that the program has, or nil.
func (f *follower) peek() *trace.Event {
	for ; f.next < len(f.rec.events); f.next++ {
		if e := &f.rec.events[f.next]; e.Kind != trace.Fence || f.fences[e.Site] {
			return e
		}
	}
	return nil
}

// happened notes under which number an event of the recording happens.
func (f *follower) happened(e *trace.Event) {
	f.seen++
	r := f.peek()
	if r == nil || e.Kind == trace.Fence && (r.Kind != trace.Fence || r.Thread != e.Thread) {
		return // a fence that the recording does not have
	}
	f.ids[r.ID] = e.ID
	f.next++
}

// Choose chooses what the recording shows next.
func (f *follower) Choose(c *interp.Choice) int {
	if f.seen > 2*len(f.rec.events)+maxAstray {
		return interp.GiveUp
	}
	switch r := f.peek(); {
	case !followed(c.Kind):
		f.answers++
		if f.answers <= len(f.rec.answers) && int(f.rec.answers[f.answers-1]) < c.N {
			return int(f.rec.answers[f.answers-1])
		}
	case c.Kind == interp.ReadFrom:
		if r == nil || r.Thread != c.Thread {
			return c.N - 1
		}
		want := models.StoreID(f.ids[r.RF])
		k := sort.Search(c.N, func(k int) bool { return c.Store(k) >= want })
		if k < c.N && c.Store(k) == want {
			return k
		}
		return c.N - 1
	case r != nil:
		k := slices.IndexFunc(c.Actions, func(s models.Step) bool { return s.Thread == r.Thread })
		return max(k, 0)
	}
	return 0
}

// maxAstray is how many events, beside twice those of the recording, an
// execution may have before it is given up.
const maxAstray = 100

// wrong returns what went wrong in an execution: an error, or the first race.
func wrong(res *interp.Result) *interp.Error {
	switch {
	case res.Outcome == interp.Failed:
		return res.Err
	case len(res.Races) > 0 && res.Outcome != interp.Interrupted && res.Outcome != interp.Discarded:
		return res.Races[0]
	}
	return nil
}

// follow attempts the execution of a recording in program p, and returns what
// went wrong there; nil if nothing did.
func follow(ctx context.Context, p *code.Program, m *models.Model, o interp.Options, rec *recording) *recording {
	f := newFollower(rec, p)
	return record(ctx, interp.New(p, m, o), f, f)
}

// record runs one execution and keeps it if it goes wrong. The follower, if it
// is not nil, is told of the events.
func record(ctx context.Context, machine *interp.Machine, s interp.Strategy, f *follower) *recording {
	r := answerer{Strategy: s}
	t := trail{follower: f}
	s.Begin(0)
	res := machine.Run(ctx, &r, &t)
	err := wrong(res)
	if err == nil {
		return nil
	}
	return &recording{err: err, choices: slices.Clone(res.Choices), events: t.Events, answers: r.answers}
}

// A trail records events and tells a follower of them.
type trail struct {
	trace.Recorder
	follower *follower
}

// Event records e.
func (t *trail) Event(e *trace.Event) {
	t.Recorder.Event(e)
	if t.follower != nil {
		t.follower.happened(e)
	}
}
