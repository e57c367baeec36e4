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

// A Replayed is an execution made again, event by event.
type Replayed struct {
	*shown.Execution
	Errors []*interp.Error // that it ends in
	Steps  int
}

// Ends returns the error with a text that the execution ends in; nil if it ends in none.
func (r *Replayed) Ends(text string) *interp.Error {
	at := slices.IndexFunc(r.Errors, func(e *interp.Error) bool { return e.Error() == text })
	if at < 0 {
		return nil
	}
	return r.Errors[at]
}

// schedule returns the graph as a flat list of numbers, from which Replay makes it again: two
// for every event in the order in which they were added, its thread and, of a read, what it
// reads from, plus 2; of a write, its place in co; of a choice, the value.
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

// answer returns what the schedule says of event id of a thread; ok is false if it has no such event.
func (p path) answer(id, thread int32) (c int32, ok bool) {
	if int(id) >= len(p)/2 || p[2*id] != thread {
		return 0, false
	}
	return p[2*id+1], true
}

// narrow leaves of x.choices what the schedule says that read id reads from: of a read that was
// put off, that it is. It reports false if that is none of them.
func (x *explorer) narrow(id int32) bool {
	c, ok := x.path.answer(id, x.g.events[id].thread)
	if c -= 2; c > id {
		c = none
	}
	if ok = ok && slices.Contains(x.choices, c); !ok {
		x.strays()
	}
	x.choices = append(x.choices[:0], c)
	return ok
}

// narrowPlaces leaves of x.options that which agrees with the schedule. It reports false if none
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
		x.strays()
	}
	x.options = append(x.options[:0], want)
	return ok
}

// strays ends a replay: the schedule is not one of the program.
func (x *explorer) strays() {
	if x.err == nil {
		x.err = explore.ErrStrayed
	}
	x.dead = true
}

// Replay makes an execution again that another search of the same program, under the same
// model and with the same options, has found. What the program prints goes to output, which
// may be nil. If the schedule is not one of them, the error is explore.ErrStrayed.
func Replay(ctx context.Context, p *code.Program, m *candidates.Model, o interp.Options, output io.Writer, schedule []int32) (*Replayed, error) {
	if len(schedule)%2 != 0 {
		return nil, explore.ErrStrayed
	}
	o.Output, o.Coverage = nil, nil
	t := newTeller(ctx, p, m, o)
	x := t.explorer
	x.path = path(schedule)
	if x.retrace(); x.grown && x.rounds {
		x.retrace()
	}
	x.report.Executions, x.report.Blocked = 0, 0
	x.vm.SetOutput(output)
	t.begin()
	if x.err == nil {
		x.run() // the graph is complete: the order of the events depends on it alone
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

// retrace makes the graph of the schedule.
func (x *explorer) retrace() {
	x.grown = false
	x.g = graph{threads: [][]int32{nil}}
	for x.run(); x.again && x.err == nil; {
		x.run()
	}
}

// Shown returns a model as executions under it are shown.
func Shown(m *candidates.Model) *models.Model {
	return &models.Model{Name: m.Name(), Title: titles[m.Name()], Native: true}
}

// titles are the long names of the models.
var titles = map[string]string{
	"imm": "the intermediate memory model", "armv8": "Arm, 64 bits", "armv7": "Arm, 32 bits", "power": "Power", "riscv": "RISC-V",
}

// Witness returns the witness of the execution of a schedule; e is the error that it ends in, or
// nil. The witness has the error as the replay shows it.
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
