package witness

import (
	"context"
	"slices"
	"sort"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// A Recording is an execution that went wrong. It can be tried in a program with other
// memory orders, in which choices have other alternatives.
type Recording struct {
	Error   *interp.Error // the error, or the first data race
	Choices []int32
	Events  []trace.Event // nil if they are not known
	answers []int32       // of choices other than of threads and stores
}

// Record replays a schedule on machine m and returns the execution if it goes wrong; nil if
// it does not.
func Record(ctx context.Context, m *interp.Machine, choices []int32) *Recording {
	return record(ctx, m, strategy.NewReplay(choices), nil)
}

// Follow tries the execution on machine m, as far as its program allows: a best-effort
// replay in which the same threads step in the same order and each load reads from the same
// store. It returns the execution if it goes wrong, otherwise nil. The program may lack
// fences of the recording.
func (r *Recording) Follow(ctx context.Context, m *interp.Machine) *Recording {
	last := int32(0)
	for i := range r.Events {
		last = max(last, r.Events[i].ID)
	}
	f := &attempt{rec: r, fences: fencesOf(m.Program()), ids: make([]int32, last+1)}
	return record(ctx, m, f, f)
}

// fencesOf returns the sites of a program's fences, those of the library among them.
func fencesOf(p *code.Program) map[int32]bool {
	sites := map[int32]bool{}
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			if in.Op == code.FenceOp {
				sites[in.Imm] = true
			}
		}
	}
	return sites
}

// An answerer passes on another strategy's choices and keeps the answers that a recording
// needs.
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

// followed reports whether the events of an execution determine the answers to choices of
// this kind.
func followed(k interp.ChoiceKind) bool { return k == interp.Schedule || k == interp.ReadFrom }

// An attempt is the strategy of Follow. Where it cannot follow the recording it reads the
// newest store. The result is an execution of the program in any case.
type attempt struct {
	rec     *Recording
	fences  map[int32]bool // sites of those of the program
	next    int            // index in the events of the recording
	ids     []int32
	answers int
	seen    int // number of events of the execution
}

// Begin allows one execution.
func (a *attempt) Begin(run int) bool { return run == 0 }

// peek returns the next event of the recording that the program has, or nil.
func (a *attempt) peek() *trace.Event {
	for ; a.next < len(a.rec.Events); a.next++ {
		if e := &a.rec.Events[a.next]; e.Kind != trace.Fence || a.fences[e.Site] {
			return e
		}
	}
	return nil
}

// happened notes the number under which an event of the recording happens.
func (a *attempt) happened(e *trace.Event) {
	a.seen++
	r := a.peek()
	if r == nil || e.Kind == trace.Fence && (r.Kind != trace.Fence || r.Thread != e.Thread) {
		return // a fence that the recording does not have
	}
	a.ids[r.ID] = e.ID
	a.next++
}

// Choose picks the alternative that the recording shows next.
func (a *attempt) Choose(c *interp.Choice) int {
	if a.seen > 2*len(a.rec.Events)+maxAstray {
		return interp.GiveUp
	}
	switch r := a.peek(); {
	case !followed(c.Kind):
		a.answers++
		if a.answers <= len(a.rec.answers) && int(a.rec.answers[a.answers-1]) < c.N {
			return int(a.rec.answers[a.answers-1])
		}
	case c.Kind == interp.ReadFrom:
		if r == nil || r.Thread != c.Thread {
			return c.N - 1
		}
		want := models.StoreID(a.ids[r.RF])
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

// maxAstray is the number of events, in addition to twice those of the recording, after
// which an execution is given up.
const maxAstray = 100

// wrong returns the error of an execution, or its first race; nil if there is none.
func wrong(res *interp.Result) *interp.Error {
	switch {
	case res.Outcome == interp.Failed:
		return res.Err
	case len(res.Races) > 0 && res.Outcome != interp.Interrupted && res.Outcome != interp.Discarded:
		return res.Races[0]
	}
	return nil
}

// record runs one execution and returns it if it goes wrong. The attempt, if it is not nil,
// receives the events.
func record(ctx context.Context, machine *interp.Machine, s interp.Strategy, f *attempt) *Recording {
	r := answerer{Strategy: s}
	t := attemptObserver{attempt: f}
	s.Begin(0)
	res := machine.Run(ctx, &r, &t)
	err := wrong(res)
	if err == nil {
		return nil
	}
	return &Recording{Error: err, Choices: slices.Clone(res.Choices()), Events: t.Events, answers: r.answers}
}

// An attemptObserver records events and passes them to an attempt.
type attemptObserver struct {
	trace.Recorder
	attempt *attempt
}

// Event records e.
func (t *attemptObserver) Event(e *trace.Event) {
	t.Recorder.Event(e)
	if t.attempt != nil {
		t.attempt.happened(e)
	}
}
