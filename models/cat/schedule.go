package cat

import (
	"maps"
	"slices"
)

// An instr is a step of a checker: it computes a node, or a group of mutually
// recursive ones, or tests an axiom.
type instr struct {
	node  int32 // or -1
	axiom int32 // or -1
	loop  *loop // or nil
}

// A loop computes the variables of a let rec: from empty relations, step by step, until
// nothing changes.
type loop struct {
	vars []int32 // nodes of the variables
	body []instr
}

// A scheduler orders the nodes that axioms and flags need. A node that does not
// depend on a recursive definition is computed outside of its loop.
type scheduler struct {
	*compiler
	done  map[int32]bool
	open  []*openLoop // innermost last
	flags bool
}

type openLoop struct {
	*loop
	group int32
}

// schedule makes the program of the model, and keeps only the base sets and relations that
// the program reads.
func (c *compiler) schedule() {
	c.setStages()
	s := &scheduler{compiler: c, done: map[int32]bool{}}
	for stage := range numStages {
		for i, a := range c.m.axioms {
			if c.list[a.node].stage == stage {
				s.emit(a.node)
				c.m.program[stage] = append(c.m.program[stage], instr{-1, int32(i), nil})
			}
		}
	}
	s.flags = true
	for _, a := range c.m.flags {
		s.emit(a.node)
	}
	c.m.nodes = c.list
	c.m.sets = s.keep(true, c.m.sets)
	c.m.rels = s.keep(false, c.m.rels)
}

// setStages computes the stage of each node.
func (c *compiler) setStages() {
	groups := make([]Stage, c.groups)
	for changed := true; changed; {
		changed = false
		for i := range c.list {
			x := &c.list[i]
			stage := x.stage
			switch n := x.op.operands(); {
			case x.op == baseOp && !x.set && c.m.rels[x.a] == "rf":
				stage = ReadsFrom
			case x.op == baseOp && !x.set && c.m.rels[x.a] == "co":
				stage = Coherence
			case x.op == varOp:
				if x.body >= 0 {
					groups[x.group] = max(groups[x.group], c.list[x.body].stage)
				}
				stage = groups[x.group]
			case n == 1:
				stage = c.list[x.a].stage
			case n == 2:
				stage = max(c.list[x.a].stage, c.list[x.b].stage)
			}
			changed = changed || stage != x.stage
			x.stage = stage
		}
	}
}

// emit adds the instructions that compute node n, after those for its operands.
func (s *scheduler) emit(n int32) {
	if s.done[n] {
		return
	}
	s.done[n] = true
	x := s.list[n]
	if x.op == varOp {
		s.emitLoop(n, x.group)
		return
	}
	if k := x.op.operands(); k > 0 {
		s.emit(x.a)
		if k > 1 {
			s.emit(x.b)
		}
	}
	s.add(n, instr{n, -1, nil})
}

// add adds an instruction to the innermost loop that its node depends on, or to
// the program of its stage.
func (s *scheduler) add(n int32, i instr) {
	for _, o := range slices.Backward(s.open) {
		if s.dependsOn(n, o.group, map[int32]bool{}) {
			o.body = append(o.body, i)
			return
		}
	}
	stage := s.list[n].stage
	if s.flags && stage > Events {
		stage = numStages
	}
	s.m.program[stage] = append(s.m.program[stage], i)
}

// emitLoop adds the loop of a group.
func (s *scheduler) emitLoop(n, group int32) {
	o := &openLoop{loop: &loop{}, group: group}
	for i, x := range s.list {
		if x.op == varOp && x.group == group && x.body >= 0 {
			o.vars = append(o.vars, int32(i))
			s.done[int32(i)] = true
		}
	}
	s.open = append(s.open, o)
	for _, v := range o.vars {
		s.emit(s.list[v].body)
	}
	s.open = s.open[:len(s.open)-1]
	s.add(n, instr{n, -1, o.loop})
}

// keep renumbers the slots of the base sets or relations that the program reads.
func (s *scheduler) keep(set bool, names []string) (kept []string) {
	for _, n := range slices.Sorted(maps.Keys(s.done)) {
		if x := &s.list[n]; x.op == baseOp && x.set == set {
			kept = append(kept, names[x.a])
			x.a = int32(len(kept) - 1)
		}
	}
	return kept
}
