package play

import (
	"bytes"
	"encoding/json"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/symbols"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/trace"
)

// A State is the result of a list of moves: threads, memory, and the possible moves or the
// end.
type State struct {
	Program string   `json:"program"`
	Model   string   `json:"model"`
	Moves   int      `json:"moves"`   // number of moves made
	Asks    string   `json:"asks"`    // kind of the choice: schedule, read-from or another of interp.ChoiceKind; empty at the end
	Enabled []Move   `json:"enabled"` // empty at the end
	More    int      `json:"more"`    // number of moves that are not listed; they have the next numbers
	Threads []Thread `json:"threads"` // without main for a litmus test
	Memory  []Cell   `json:"memory"`
	Did     []Did    `json:"did"` // events since the move before the last one, the latest last
	Output  string   `json:"output"`

	Goal    string          `json:"goal"` // empty: there is none
	Reached bool            `json:"reached"`
	Ended   string          `json:"ended"`   // completed, failed, or too long; empty if it has not ended
	Final   string          `json:"final"`   // state of the observed locations, if completed
	Message string          `json:"message"` // the error, if failed
	Races   []string        `json:"races"`   // data races so far
	Witness json.RawMessage `json:"witness,omitempty"`

	// Events and Result are the execution so far, for other displays. They are valid until
	// the next Play. If the execution has not ended the outcome is interp.Discarded.
	Events []trace.Event  `json:"-"`
	Result *interp.Result `json:"-"`
}

// A Move is a possible move.
type Move struct {
	Number int    `json:"number"` // the number to be passed to Play
	Thread int32  `json:"thread"` // thread of the step
	Kind   string `json:"kind"`   // step: a thread's next operation; commit: a store reaches memory; read: of a store; choice: any other
	Label  string `json:"label"`
	Old    bool   `json:"old"` // the store is not the newest
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Col    int    `json:"col,omitempty"`
}

// A Thread is a thread of the program.
type Thread struct {
	Thread    int32      `json:"thread"`
	Name      string     `json:"name"`  // P0 of a litmus test, otherwise thread 1; main is thread 0
	Func      string     `json:"func"`  // its function
	State     string     `json:"state"` // ready, asked, waiting or ended
	Next      string     `json:"next"`  // its next operation; empty if it has ended
	File      string     `json:"file,omitempty"`
	Line      int        `json:"line,omitempty"`
	Registers []Register `json:"registers"` // of a litmus test
	Buffer    []Entry    `json:"buffer"`    // stores that have not reached memory, oldest first
}

// A Register is a register of a litmus test's thread.
type Register struct {
	Name  string `json:"name"`
	Value string `json:"value"` // empty: nothing was assigned yet
}

// An Entry is a store in a buffer.
type Entry struct {
	Event int32  `json:"event"`
	Text  string `json:"text"` // x = 1
}

// A Cell is a location of memory.
type Cell struct {
	Name  string `json:"name"`
	Value string `json:"value"` // of the newest committed store
	// Earlier are its earlier values, oldest first. If the model lets a load read an older
	// store, some of them may still be read.
	Earlier []string `json:"earlier"`
}

// A Did is an event.
type Did struct {
	Event  int32  `json:"event"`
	Thread int32  `json:"thread"`
	Text   string `json:"text"`
}

// The ways in which an execution ends.
const (
	Completed = "completed"
	Failed    = "failed"
	TooLong   = "too long"
)

var endings = map[interp.Outcome]string{interp.Completed: Completed, interp.Failed: Failed, interp.OutOfSteps: TooLong}

// A viewer builds the state of an execution.
type viewer struct {
	*Game
	names *symbols.Map
	first int // index of the first thread shown
	out   *State
}

// state returns the current state of the machine.
func (g *Game) state(res *interp.Result, p *player) (*State, error) {
	v := viewer{Game: g, names: symbols.New(g.program.Code, g.program.Code.Sites, g.rec.Events)}
	if g.program.Test != nil {
		v.first = 1
	}
	v.out = &State{
		Program: g.program.Name, Model: g.model.Name, Moves: len(p.moves), Enabled: []Move{}, Threads: []Thread{}, Memory: []Cell{},
		Did: []Did{}, Races: []string{}, Output: string(g.output.text), Goal: g.goal.text, Events: g.rec.Events, Result: res,
	}
	v.enabled(p.asked)
	v.threads(p.asked)
	v.memory()
	v.did(p.since)
	for _, r := range res.Races {
		v.out.Races = append(v.out.Races, r.Error())
	}
	if p.asked == nil {
		return v.out, v.end(res)
	}
	return v.out, nil
}

// maxDid bounds the events that are listed.
const maxDid = 50

func (v *viewer) did(since int) {
	events := v.rec.Events[since:]
	for i := max(0, len(events)-maxDid); i < len(events); i++ {
		e := &events[i]
		if v.hidden(e) {
			continue
		}
		text := v.thread(e.Thread) + ": " + v.names.Describe(e)
		switch {
		case e.Kind.Writes() && e.C == trace.NoCommit:
			text += ", which waits in its buffer"
		case e.Kind.Reads() && e.C == trace.NoCommit:
			text += " from its own buffer"
		}
		v.out.Did = append(v.out.Did, Did{e.ID, e.Thread, text})
	}
}

// hidden reports whether an event is of no interest to a player of a litmus test.
func (v *viewer) hidden(e *trace.Event) bool {
	return v.first > 0 && (e.Kind == trace.Create || e.Kind == trace.Join || e.Kind == trace.Exit)
}

// thread returns the name of a thread.
func (v *viewer) thread(t trace.ThreadID) string {
	if v.first > 0 && t > 0 {
		return fmt.Sprintf("P%d", t-1)
	}
	return fmt.Sprintf("thread %d", t)
}

// end fills in how the execution ended.
func (v *viewer) end(res *interp.Result) error {
	out := v.out
	out.Ended, out.Reached = endings[res.Outcome], v.goal.reached(v.machine, res)
	if res.Err != nil {
		out.Message = res.Err.Error()
	}
	if out.Ended == "" { // an assumption of the program is false
		out.Ended, out.Message = Completed, "the execution is one that the program leaves out (assume)"
		return nil
	}
	switch test := v.program.Test; {
	case out.Ended != Completed:
	case test != nil:
		out.Final = test.State(v.machine)
	default:
		out.Final = string(explore.AppendState(nil, v.machine, v.program.observed))
	}
	var b bytes.Buffer
	w := witness.Of(v.machine, v.options, res, v.rec.Events)
	if err := w.File(v.program.Code, cfront.Options{}, 0).Write(&b); err != nil {
		return err
	}
	out.Witness = b.Bytes()
	return nil
}

// memory lists the globals and other accessed memory.
func (v *viewer) memory() {
	cells := map[uint64]int{}
	cell := func(addr uint64, name, value string) {
		if _, known := cells[addr]; !known && len(cells) < MaxShown {
			cells[addr] = len(v.out.Memory)
			v.out.Memory = append(v.out.Memory, Cell{name, value, []string{}})
		}
	}
	for i := range v.program.Code.Objects {
		o := &v.program.Code.Objects[i]
		if o.ReadOnly {
			continue
		}
		for _, s := range o.Scalars[:min(len(o.Scalars), MaxShown)] {
			addr := o.Addr + uint64(s.Off)
			cell(addr, v.names.Name(addr), v.names.Initial(addr, s.Size))
		}
	}
	for i := range v.rec.Events {
		e := &v.rec.Events[i]
		if e.Loc < 0 || !e.Kind.Reads() && !e.Kind.Writes() && e.Kind != trace.Commit {
			continue
		}
		cell(e.Addr, v.names.Location(e), v.names.Initial(e.Addr, e.Size))
		c, shown := cells[e.Addr]
		if !shown || e.C == trace.NoCommit || !e.Kind.Writes() && e.Kind != trace.Commit {
			continue
		}
		m := &v.out.Memory[c]
		m.Earlier = append(m.Earlier, m.Value)
		m.Earlier = m.Earlier[max(0, len(m.Earlier)-maxEarlier):]
		m.Value = v.names.ValueOf(e, e.Value)
	}
}

// maxEarlier bounds the earlier values of a cell.
const maxEarlier = 20

// threads lists the threads.
func (v *viewer) threads(asked *question) {
	able := map[trace.ThreadID]bool{}
	if asked != nil {
		for _, a := range asked.steps {
			able[a.Thread] = able[a.Thread] || a.Store == 0
		}
	}
	var pending []models.Pending
	for n := v.first; n < v.machine.Threads(); n++ {
		t := v.machine.Thread(trace.ThreadID(n))
		out := Thread{Thread: t.ID, Name: v.thread(t.ID), State: "waiting", Registers: []Register{}, Buffer: []Entry{}}
		if stack := t.Stack(); len(stack) > 0 {
			out.Func = stack[len(stack)-1].Func
		}
		switch {
		case t.State == vm.Done:
			out.State = "ended"
		case asked != nil && asked.thread == t.ID:
			out.State = "asked"
		case able[t.ID]:
			out.State = "ready"
		}
		if t.State != vm.Done && t.State != vm.Waiting { // a thread that waits in a loop may not have come to an operation yet
			out.Next = v.operation(&t.Op)
			if s := t.Op.Site; s >= 0 {
				at := v.program.Code.Sites[s].Pos
				out.File, out.Line = at.File, at.Line
			}
		}
		if test := v.program.Test; test != nil && n <= len(test.Registers) {
			out.Registers = registers(t, test.Registers[n-1])
		}
		pending = v.machine.Memory().Pending(pending[:0], t.ID)
		for _, p := range pending {
			out.Buffer = append(out.Buffer, Entry{p.Store, v.store(p.Store)})
		}
		v.out.Threads = append(v.out.Threads, out)
	}
}
