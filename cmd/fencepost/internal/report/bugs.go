package report

import (
	"cmp"
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
)

// A bug is an error that relaxed memory causes, with all that leads to it.
type bug struct {
	err     *interp.Error
	models  []models.Model // under which it was found, in the campaign's order
	count   int            // executions that ended in it
	cycles  []buggyCycle   // shortest execution of the first model first
	witness *phase2.Witness
}

// A buggyCycle is a cycle that was created in an execution that ended in a bug.
type buggyCycle struct {
	model models.Model
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
// cycle, then those found under a stronger model, then those met more often.
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
		slices.SortStableFunc(b.cycles, func(x, y buggyCycle) int {
			return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.conf.BuggyWitness.Steps, y.conf.BuggyWitness.Steps))
		})
		if len(b.cycles) > 0 {
			shown := b.cycles[0].conf
			b.err, b.witness = shown.Error, shown.BuggyWitness
		}
		first[b] = slices.IndexFunc(r.Models, func(m phase2.ModelReport) bool { return m.Model.Name == b.witness.Model.Name })
	}
	slices.SortStableFunc(bugs, func(x, y *bug) int {
		return cmp.Or(
			cmp.Compare(min(len(y.cycles), 1), min(len(x.cycles), 1)),
			cmp.Compare(first[x], first[y]),
			cmp.Compare(y.count, x.count),
		)
	})
	return bugs
}

// A violation is a cycle that was created and led to no error.
type violation struct {
	cycle predict.Cycle
	confs []*phase2.Confirmation // by model of the campaign; nil where it is none
}

// findViolations lists the benign cycles in order of number.
func findViolations(r *phase2.Report, n *Numbers) []*violation {
	var list []*violation
	byNumber := map[int]*violation{}
	for rank := range r.Models {
		for i := range r.Models[rank].Cycles {
			c := &r.Models[rank].Cycles[i]
			if c.Created == 0 || c.Buggy > 0 {
				continue
			}
			v := byNumber[n.Of(c.Cycle)]
			if v == nil {
				v = &violation{c.Cycle, make([]*phase2.Confirmation, len(r.Models))}
				byNumber[n.Of(c.Cycle)] = v
				list = append(list, v)
			}
			v.confs[rank] = c
		}
	}
	slices.SortFunc(list, func(a, b *violation) int { return cmp.Compare(n.Of(a.cycle), n.Of(b.cycle)) })
	return list
}
