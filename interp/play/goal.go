package play

import (
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
)

// A goal is the aim of a game.
type goal struct {
	text string // empty: there is no goal
	prop *litmus.Prop
}

// Goal reads a goal in the syntax of Game. The proposition is nil for an empty goal and for
// Bug.
func (p *Program) Goal(text string) (*litmus.Prop, error) {
	g, err := p.goal(text)
	return g.prop, err
}

func (p *Program) goal(text string) (goal, error) {
	find := p.Locate
	switch {
	case text == Bug:
		return goal{text: Bug}, nil
	case p.Test != nil && text == "":
		return goal{p.Test.Condition.String(), p.Test.Condition}, nil
	case text == "":
		return goal{}, nil
	}
	x, err := litmus.ParseCondition("goal", text, find)
	if err != nil {
		return goal{}, err
	}
	return goal{x.String(), x}, nil
}

// Locate returns the location that a name in a goal stands for: in a litmus test an
// observed location or a register of a thread, in a C program, with thread -1, a scalar of
// a global.
func (p *Program) Locate(thread int, name string) (litmus.Location, error) {
	if p.Test != nil {
		return p.Test.Find(thread, name)
	}
	if thread >= 0 {
		return litmus.Location{}, fmt.Errorf("%d:%s is a register of a litmus test: a C program has globals", thread, name)
	}
	for i := range p.Code.Objects {
		o := &p.Code.Objects[i]
		for _, s := range o.Scalars {
			if o.Name+s.Path == name {
				return litmus.Location{Thread: -1, Name: name, Addr: o.Addr + uint64(s.Off), Size: s.Size}, nil
			}
		}
	}
	return litmus.Location{}, fmt.Errorf("%s: the program has no such global", name)
}

// reached reports whether an execution that has ended reaches the goal.
func (g *goal) reached(m *interp.Machine, res *interp.Result) bool {
	switch {
	case g.text == Bug:
		return res.Outcome == interp.Failed || res.Outcome == interp.Completed && len(res.Races) > 0
	case g.prop == nil || res.Outcome != interp.Completed:
		return false
	}
	e := end{machine: m, chosen: map[uint64]uint64{}, left: maxFinals}
	return e.holds(g.prop, g.prop.Locations())
}

// An end is a final state of an execution. Where the model leaves the last store open, it
// is chosen.
type end struct {
	machine *interp.Machine
	chosen  map[uint64]uint64 // by address
	left    int               // remaining final states to be tried
}

// Final returns the content of size bytes at addr.
func (e *end) Final(addr uint64, size uint8) (uint64, bool) {
	if v, ok := e.chosen[addr]; ok {
		return v, false
	}
	return e.machine.Final(addr, size)
}

// maxFinals bounds the final states that are tried for one execution.
const maxFinals = 4096

// holds reports whether the proposition is true in some final state, of those that the open
// locations allow.
func (e *end) holds(p *litmus.Prop, open []litmus.Location) bool {
	if len(open) == 0 {
		e.left--
		return p.Holds(e)
	}
	l := open[0]
	values := e.machine.Finals(nil, l.Addr, l.Size)
	if len(values) == 1 {
		return e.holds(p, open[1:])
	}
	defer delete(e.chosen, l.Addr)
	return slices.ContainsFunc(values, func(v uint64) bool {
		e.chosen[l.Addr] = v
		return e.left > 0 && e.holds(p, open[1:])
	})
}
