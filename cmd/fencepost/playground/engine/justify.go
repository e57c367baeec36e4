package engine

import (
	"fmt"

	"fencepost/cmd/fencepost/report"
	"fencepost/phase2"
	"fencepost/phase2/fences"
)

// Of what justify explores and tests in the time of a request.
const (
	justifyProof = 20_000 // executions that prove a choice of orders, at most
)

// justify says of each memory order and fence of the program whether it is needed. The answer has
// a part for each of the document's orders: why, and the execution that goes wrong without it.
func (s *session) justify() (*Answer, error) {
	p, err := s.compile("")
	if err != nil {
		return nil, err
	}
	m, ok := phase2.Models().Lookup(s.Model)
	if !ok {
		return nil, fmt.Errorf("orders are not justified under %q", s.Model)
	}
	o := fences.Options{Campaign: s.campaign(), Compile: compileOptions()}
	if err := o.ProveBy(s.ctx, p, m, justifyProof); err != nil {
		return nil, err
	}
	r, err := fences.Justify(s.ctx, p, m, o)
	if err != nil {
		return nil, err
	}
	j := &report.JustifiedSource{Programs: []report.TestedProgram{{Program: p}}, Seed: checkSeed, Result: r, Executions: make([]int, len(r.Orders))}
	if len(r.Enough[0]) > 0 {
		if j.Change, err = fences.WriteOrders(p, r.Enough[0], o.Compile); err != nil {
			return nil, err
		}
	}
	out := &Answer{Document: report.FromJustification(j, report.StatusOf(len(r.Wrong) > 0, r.Incomplete != ""))}
	body := out.Document.Body.(*report.Justified)
	room := s.limits.Output / 2
	for i := range r.Orders {
		part := Part{Title: body.Orders[i].At, Text: body.Why(i)}
		w, changed := r.Orders[i].Witness, r.Orders[i].Changed
		if w != nil && room > 0 {
			if x := replay(s.ctx, changed, w)[w]; x != nil {
				if err := part.explain(body.Explain(i, changed, w, x), s.Number+i); err != nil {
					return nil, err
				}
				room -= len(part.HTML)
			}
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}
