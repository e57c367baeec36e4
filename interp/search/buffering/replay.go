package buffering

import (
	"context"
	"io"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models"
	shown "fencepost/trace/graph"
)

// A Replayed is an execution that Replay has made again, with its events.
type Replayed struct {
	*shown.Execution
	Errors []*interp.Error // in which it ends
	Steps  int
}

// Ends returns the error with a text in which the execution ends, or nil.
func (r *Replayed) Ends(text string) *interp.Error {
	at := slices.IndexFunc(r.Errors, func(e *interp.Error) bool { return e.Error() == text })
	if at < 0 {
		return nil
	}
	return r.Errors[at]
}

// schedule returns the graph as a flat list of numbers, from which Replay makes it again. Each event,
// in the order in which they were added, has two numbers. The first is its thread. The second is, for
// a read, its source plus 2; for a write, its index in co; for a choice, the value.
func (g *graph) schedule() []int32 {
	list := make([]int32, 0, 2*len(g.events))
	for id := range g.events {
		e := &g.events[id]
		c := int32(0)
		switch e.kind {
		case reads:
			c = e.rf + 2
		case writes:
			c = int32(slices.Index(g.co[e.loc], int32(id)))
		case chooses:
			c = int32(e.value)
		}
		list = append(list, e.thread, c)
	}
	return list
}

// A path is the schedule that a replay follows.
type path []int32

// answer returns the second number of event id in the schedule. ok is false if the schedule has no
// such event of the thread.
func (p path) answer(id, thread int32) (c int32, ok bool) {
	if int(id) >= len(p)/2 || p[2*id] != thread {
		return 0, false
	}
	return p[2*id+1], true
}

// narrow reduces x.choices to the source of read id in the schedule, or to none if the schedule adds
// the source later. It reports false if that is not in x.choices.
func (x *explorer) narrow(id int32) bool {
	c, ok := x.path.answer(id, x.g.events[id].thread)
	if c -= 2; c > id {
		c = none
	}
	if ok = ok && slices.Contains(x.choices, c); !ok {
		x.rejects()
	}
	x.choices = append(x.choices[:0], c)
	return ok
}

// narrowPlaces reduces x.options to the one that agrees with the schedule. It reports false if none
// does.
func (x *explorer) narrowPlaces(id int32) bool {
	e := &x.g.events[id]
	at, ok := x.path.answer(id, e.thread)
	want := option{after: initial}
	for _, w := range x.g.co[e.loc] {
		if c, _ := x.path.answer(w, x.g.events[w].thread); c < at {
			want.after = w
		}
	}
	for i, r := range x.awaiting {
		if c, _ := x.path.answer(r, x.g.events[r].thread); c == id+2 {
			want.readers |= 1 << i
		}
	}
	if ok = ok && slices.Contains(x.options, want); !ok {
		x.rejects()
	}
	x.options = append(x.options[:0], want)
	return ok
}

// rejects ends a replay whose schedule is not of the program.
func (x *explorer) rejects() {
	if x.err == nil {
		x.err = explore.ErrStrayed
	}
	x.dead = true
}

// Replay makes an execution again that a search of the same program, under the same model and with
// the same options, has found. The output of the program goes to output, which may be nil. If the
// search did not find the schedule, the error is explore.ErrStrayed.
func Replay(ctx context.Context, p *code.Program, m *candidates.Model, o interp.Options, output io.Writer, schedule []int32) (*Replayed, error) {
	if len(schedule)%2 != 0 {
		return nil, explore.ErrStrayed
	}
	o.Output, o.Coverage = nil, nil
	t := newRecorder(ctx, p, m, o)
	x := t.explorer
	x.path = path(schedule)
	if x.retrace(); x.grown && x.rounds {
		x.retrace()
	}
	x.report.Executions, x.report.Blocked = 0, 0
	x.vm.SetOutput(output)
	t.begin()
	if x.err == nil {
		x.run() // with the complete graph, which alone decides the order of the events
	}
	switch {
	case x.err != nil:
		return nil, x.err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case x.report.Executions+x.report.Blocked != 1 || !slices.Equal(x.g.schedule(), schedule):
		return nil, explore.ErrStrayed
	}
	for _, e := range x.races {
		if e.First != nil {
			e.First.Event, e.Second.Event = t.ids[e.First.Event], t.ids[e.Second.Event]
		}
	}
	return &Replayed{t.execution(), slices.Concat(x.faults, x.races), x.steps}, nil
}

// retrace builds the graph of the schedule.
func (x *explorer) retrace() {
	x.grown = false
	x.g = graph{threads: [][]int32{nil}}
	for x.run(); x.again && x.err == nil; {
		x.run()
	}
}

// Shown returns a models.Model that represents m in witnesses and drawings.
func Shown(m *candidates.Model) *models.Model {
	return &models.Model{Name: m.Name(), Title: titles[m.Name()], Native: true}
}

// titles are the long names of the models.
var titles = map[string]string{
	"imm": "the intermediate memory model", "armv8": "Arm, 64 bits", "armv7": "Arm, 32 bits", "power": "Power", "riscv": "RISC-V",
}

// Witness returns the witness of the execution of a schedule. e is the error in which it ends, or
// nil. The error in the witness is as in the replay.
func Witness(ctx context.Context, p *code.Program, m *candidates.Model, o interp.Options, schedule []int32, e *interp.Error) (*witness.Witness, *Replayed, error) {
	r, err := Replay(ctx, p, m, o, nil, schedule)
	if err != nil {
		return nil, nil, err
	}
	if e != nil {
		if e = r.Ends(e.Error()); e == nil {
			return nil, nil, explore.ErrStrayed
		}
	}
	o.Coverage, o.Output = nil, nil
	return &witness.Witness{
		Model: Shown(m), Options: o, Choices: schedule, Steps: r.Steps, Events: len(r.Events), Trace: witness.Hash(r.Events), Error: e, Explored: true,
	}, r, nil
}
