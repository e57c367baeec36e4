// Package witness keeps executions so that they can be shown again: the program, model and
// schedule of an execution, the file with them, its replay, and its minimisation. It also
// has the findings and the progress of campaigns, and the reasons that cut them short.
//
// A Witness is replayed choice by choice, and every execution that is shown comes from a
// replay, so it can be repeated. If the program or the schedule has changed, as in
// minimising, the replay is a best-effort one: it takes each decision where it is possible.
// In both cases the machine offers only what the model allows, so no false alarm follows.
package witness

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// A Witness is an execution that can be replayed: its model, options and schedule.
type Witness struct {
	Model   *models.Model  `json:"-"`
	Options interp.Options `json:"-"`
	Choices []int32
	Steps   int
	Events  int
	Trace   string   // hash of the events; empty if they were not kept
	Cycle   []string // sites of the cycle for which it was made, in order
	Error   *interp.Error
	// Explored says that the execution is one of a search, which makes it again (package
	// search): no machine runs the model, or the machine of C11 does not run this execution.
	Explored bool
}

// Of returns the witness of an execution of machine m, which was made with options o.
// Without events it has no hash.
func Of(m *interp.Machine, o interp.Options, res *interp.Result, events []trace.Event) *Witness {
	w := &Witness{}
	w.SetMachine(m, o)
	w.record(res, events)
	return w
}

// SetMachine sets the model and the options of a witness, for example of one that comes
// from another process.
func (w *Witness) SetMachine(m *interp.Machine, o interp.Options) {
	o.Coverage = nil // replays do not count as coverage
	w.Model, w.Options = m.Model(), o
}

// Mapping returns the mapping of C11 orders.
func (w *Witness) Mapping() models.Mapping { return w.Options.MappingUnder(w.Model) }

// record replaces the execution of w, on the same model and options.
func (w *Witness) record(res *interp.Result, events []trace.Event) {
	w.Choices, w.Steps, w.Events = slices.Clone(res.Choices()), res.Steps, res.Events
	w.Trace, w.Error = "", res.Err
	if events != nil {
		w.Trace = Hash(events)
	}
}

// Replay runs a schedule on machine m and passes its events to out, which may be nil.
// followed says that the schedule fits m's program and model. The result is valid until m's
// next execution.
func Replay(ctx context.Context, m *interp.Machine, choices []int32, out trace.Sink) (res *interp.Result, followed bool) {
	s := strategy.NewReplay(choices)
	s.Begin(0)
	res = m.Run(ctx, s, out)
	return res, s.Followed()
}

// ErrStrayed says that a replay differs from the recorded execution.
var ErrStrayed = errors.New("the schedule is not one of this program: the execution strays from it")

var errExplored = errors.New("the witness is of an exhaustive search, not of a run")

// Replay runs the witness again and records its events in rec. It returns the machine,
// which still holds the end of the execution.
func (w *Witness) Replay(ctx context.Context, p *code.Program, rec *trace.Recorder) (*interp.Machine, error) {
	if w.Explored {
		return nil, errExplored
	}
	m := interp.New(p, w.Model, w.Options)
	res, followed := Replay(ctx, m, w.Choices, rec)
	if !followed || res.Events != w.Events || (res.Err == nil) != (w.Error == nil) || res.Err != nil && res.Err.Key() != w.Error.Key() {
		return m, ErrStrayed
	}
	return m, nil
}

// Race runs the schedule of a witness on machine m and returns data race e as the run shows
// it, with call stacks. If the run does not show it, it returns e.
func Race(ctx context.Context, m *interp.Machine, choices []int32, e *interp.Error) *interp.Error {
	return Same(Races(ctx, m, choices), e)
}

// Races runs the schedule of a witness on machine m and returns its data races, with call
// stacks.
func Races(ctx context.Context, m *interp.Machine, choices []int32) []*interp.Error {
	res, _ := Replay(ctx, m, choices, nil)
	m.RaceStacks(ctx)
	return res.Races
}

// Same returns the data race in a list that is the same as e of another run; e if there is
// none.
func Same(list []*interp.Error, e *interp.Error) *interp.Error {
	for _, r := range list {
		if r.Same(e) {
			return r
		}
	}
	return e
}

// Hash returns the SHA-256 of all fields of all events, in hexadecimal.
func Hash(events []trace.Event) string {
	h := sha256.New()
	var b []byte
	for i := range events {
		e := &events[i]
		b = b[:0]
		for _, v := range [...]int32{e.ID, e.Thread, e.I, e.Site, e.Loc, e.C, e.RF} {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
		b = append(b, byte(e.Kind), byte(e.Order), e.Size, byte(e.Undef))
		for _, v := range [...]uint64{e.Addr, e.Value, e.Read} {
			b = binary.LittleEndian.AppendUint64(b, v)
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}
