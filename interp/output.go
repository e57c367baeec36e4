package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// An output passes the events of an execution to a sink. Events for a Recorder are written
// in place.
type output struct {
	out    trace.Sink
	rec    *trace.Recorder // out, or the recorder of an Observer
	told   trace.Sink      // the sink to call; nil if out is a Recorder. It may be a wideTeller before out
	wides  wideTeller
	heard  bool        // some sink receives events
	ev     trace.Event // the event being filled in, if there is no recorder
	vm     *vm.VM
	events int32
}

// begin starts an execution whose events go to out, which may be nil.
func (o *output) begin(out trace.Sink) {
	o.out, o.rec, o.told, o.wides, o.events = out, nil, out, wideTeller{}, 0
	switch out := out.(type) {
	case *trace.Recorder:
		o.rec, o.told = out, nil
	case trace.Observer:
		o.rec = out.Record()
	}
	if o.heard = out != nil; o.heard {
		out.Begin()
	}
}

// eventBytes approximates the size of a trace.Event.
const eventBytes = 56

// bytes returns the memory that the kept events take: those of a Recorder, and the amount
// that other sinks report.
func (o *output) bytes() (n int64) {
	if o.rec != nil {
		n = int64(len(o.rec.Events)) * eventBytes
	}
	if sized, ok := o.out.(interface{ Bytes() int64 }); ok {
		n += sized.Bytes()
	}
	return n
}

// event returns the next event to fill in; emit must follow.
func (o *output) event(k trace.Kind, t trace.ThreadID) *trace.Event {
	o.events++
	e := &o.ev
	if r := o.rec; r != nil {
		n := len(r.Events)
		if n == cap(r.Events) {
			r.Events = append(r.Events, trace.Event{})
		}
		r.Events = r.Events[:n+1]
		e = &r.Events[n]
	}
	*e = trace.Event{}
	e.ID, e.Thread, e.Kind, e.Site, e.Loc = o.events, t, k, -1, -1
	return e
}

func (o *output) emit(e *trace.Event) {
	if o.told != nil {
		o.told.Event(e)
	}
}

// tellWides passes the wide values of the program to the sink from now on, beginning with
// the next event.
func (o *output) tellWides() {
	if o.out != nil && o.wides.vm == nil {
		o.wides = wideTeller{o.vm, o.told}
		o.told = &o.wides
	}
}

// A wideTeller enters the contents of wide values, which an event holds as numbers of a
// trace.Wides, into the program's table before the sink receives the event.
type wideTeller struct {
	vm   *vm.VM
	sink trace.Sink
}

func (w *wideTeller) Begin() {}

func (w *wideTeller) Event(e *trace.Event) {
	if e.Size > 8 {
		w.vm.Tell(e.Value, e.Size)
		w.vm.Tell(e.Read, e.Size)
	}
	if w.sink != nil {
		w.sink.Event(e)
	}
}
