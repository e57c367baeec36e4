package candidates

import (
	"fencepost/interp/hardware/isa"
	"fencepost/models/cat"
)

// A View is a candidate execution for a description of a model that is not written in cat.
// Sets of events are bits.
type View struct {
	N                int
	Thread           []int // -1: an initial write
	Reads, Writes    cat.Set
	Tags             []isa.Tags
	Location         []int     // -1: none
	Before           []cat.Set // in program order
	Source           []int     // of a read; -1 of others
	Overwritten      []cat.Set // of a write: those after it in coherence order
	Addr, Data, Ctrl []cat.Set // of an event: the reads it depends on
	Pair             []int     // of the read of an RMW: its write; -1: none
}

// View returns the candidate.
func (x *Execution) View() *View {
	s := x.s
	v := &View{N: s.n}
	for e := range s.n {
		v.Thread = append(v.Thread, int(s.thread[e]))
		v.Location = append(v.Location, int(s.loc[e]))
		var tags isa.Tags
		var before, addr, data, ctrl cat.Set
		source, pair := -1, -1
		if ev := s.events[e]; ev == nil {
			v.Writes |= 1 << e
		} else {
			first := s.first[s.thread[e]]
			tags, before = ev.tags, cat.Set(1)<<e-cat.Set(1)<<first
			addr, data, ctrl = cat.Set(ev.addr<<first), cat.Set(ev.data<<first), cat.Set(ev.ctrl<<first)
			if ev.kind&reads != 0 {
				v.Reads |= 1 << e
				source = s.source[e]
			}
			if ev.kind&writes != 0 {
				v.Writes |= 1 << e
			}
			if ev.amo >= 0 {
				pair = first + int(ev.amo)
			}
		}
		v.Tags, v.Before, v.Source, v.Pair = append(v.Tags, tags), append(v.Before, before), append(v.Source, source), append(v.Pair, pair)
		v.Addr, v.Data, v.Ctrl = append(v.Addr, addr), append(v.Data, data), append(v.Ctrl, ctrl)
		var after cat.Set
		if v.Writes.Has(e) {
			for rest := x.order.after[e]; rest != 0; rest &= rest - 1 {
				after |= 1 << s.atLoc[s.loc[e]][rest.first()]
			}
		}
		v.Overwritten = append(v.Overwritten, after)
	}
	return v
}

// Judge asks the model of a candidate: whether it is allowed, and which flags it raises.
func (x *Execution) Judge() (allowed bool, flags map[string]bool) {
	s := x.s
	if len(s.checker.Violations(nil, s.candidate)) > 0 {
		return false, nil
	}
	flags = map[string]bool{}
	raised := s.checker.Flags(s.candidate)
	for i, name := range s.opts.Model.Flags() {
		flags[name] = flags[name] || raised>>i&1 != 0
	}
	return true, flags
}
