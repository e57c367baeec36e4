package report

import (
	"cmp"
	"maps"
	"slices"

	"fencepost/interp"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
)

// A bug is an error that relaxed memory causes, with all that leads to it.
type bug struct {
	err     *interp.Error
	models  []*models.Model // under which it was found, in the campaign's order
	count   int             // executions that ended in it
	cycles  []buggyCycle    // the one to be explained first
	witness *witness.Witness
}

// A buggyCycle is a cycle that was created in an execution that ended in a bug.
type buggyCycle struct {
	model *models.Model
	rank  int // of the model in the campaign
	conf  *phase2.Confirmation
}

// cycle returns the cycle to be explained; nil if the bug appeared in
// executions that created no predicted one.
func (b *bug) cycle() *predict.Cycle {
	if len(b.cycles) == 0 {
		return nil
	}
	return &b.cycles[0].conf.Cycle
}

// findBugs groups what the models found by error. First come bugs with a
// cycle, then those found under a stronger model, then those with a shorter
// execution, then those met more often.
func findBugs(r *phase2.Report) []*bug {
	var bugs []*bug
	byKey := map[string]*bug{}
	for rank := range r.Models {
		mr := &r.Models[rank]
		for i := range mr.Errors {
			f := &mr.Errors[i]
			b := byKey[f.Error.Key()]
			if b == nil {
				b = &bug{err: f.Error, witness: f.Witness}
				byKey[f.Error.Key()] = b
				bugs = append(bugs, b)
			}
			b.models = append(b.models, mr.Model)
			b.count += f.Count
		}
		for i := range mr.Cycles {
			if c := &mr.Cycles[i]; c.Buggy > 0 {
				if b := byKey[c.Error.Key()]; b != nil {
					b.cycles = append(b.cycles, buggyCycle{mr.Model, rank, c})
				}
			}
		}
	}
	first := map[*bug]int{}
	for _, b := range bugs {
		b.rankCycles()
		if len(b.cycles) > 0 {
			shown := b.cycles[0].conf
			b.err, b.witness = shown.Error, shown.BuggyWitness
		}
		first[b] = slices.IndexFunc(r.Models, func(m phase2.ModelReport) bool { return m.Model == b.witness.Model })
	}
	slices.SortStableFunc(bugs, func(x, y *bug) int {
		return cmp.Or(
			cmp.Compare(min(len(y.cycles), 1), min(len(x.cycles), 1)),
			cmp.Compare(first[x], first[y]),
			cmp.Compare(x.witness.Steps, y.witness.Steps),
			cmp.Compare(y.count, x.count),
		)
	})
	return bugs
}

// findRaces lists the data races that the models found.
func findRaces(r *phase2.Report) []*witness.Finding {
	var list []*witness.Finding
	for i := range r.Models {
		for k := range r.Models[i].Races {
			list = append(list, &r.Models[i].Races[k])
		}
	}
	return list
}

// rankCycles puts first the cycle that explains the bug best: one of the first
// model that led to an error about as often as any, and of these the one with
// the shortest execution.
func (b *bug) rankCycles() {
	most := map[int]int{}
	for _, c := range b.cycles {
		most[c.rank] = max(most[c.rank], c.conf.Buggy)
	}
	rare := func(c buggyCycle) int {
		if 2*c.conf.Buggy < most[c.rank] {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(b.cycles, func(x, y buggyCycle) int {
		return cmp.Or(
			cmp.Compare(x.rank, y.rank),
			cmp.Compare(rare(x), rare(y)),
			cmp.Compare(x.conf.BuggyWitness.Steps, y.conf.BuggyWitness.Steps),
		)
	})
}

// others returns the cycles that lead to the bug beside the first, or with it:
// each once, in order of number, with the trials of every model that made it.
func (b *bug) others(n *Numbers, withFirst bool) []*trials {
	list := trialList{}
	for _, c := range b.cycles {
		if number := n.Of(c.conf.Cycle); withFirst || number != n.Of(*b.cycle()) {
			list.add(number, c.model, c.conf)
		}
	}
	return list.sorted()
}

// trials is a cycle with what its trials gave, by model.
type trials struct {
	cycle  predict.Cycle
	number int
	models []string
	confs  []*phase2.Confirmation // parallel to models
}

// A trialList holds trials by the number of their cycle.
type trialList map[int]*trials

func (l trialList) add(number int, m *models.Model, c *phase2.Confirmation) {
	t := l[number]
	if t == nil {
		t = &trials{cycle: c.Cycle, number: number}
		l[number] = t
	}
	t.models = append(t.models, m.Name)
	t.confs = append(t.confs, c)
}

// sorted returns the trials in order of number.
func (l trialList) sorted() []*trials {
	return slices.SortedFunc(maps.Values(l), func(x, y *trials) int { return cmp.Compare(x.number, y.number) })
}

// findViolations lists the cycles that were created and led to no error, in
// order of number.
func findViolations(r *phase2.Report, n *Numbers) []*trials {
	list := trialList{}
	for rank := range r.Models {
		m := &r.Models[rank]
		for i := range m.Cycles {
			if c := &m.Cycles[i]; c.Created > 0 && c.Buggy == 0 {
				list.add(n.Of(c.Cycle), m.Model, c)
			}
		}
	}
	return list.sorted()
}
