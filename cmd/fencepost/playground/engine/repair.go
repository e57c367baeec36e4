package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// An OrderEdit gives a site of the program another memory order.
type OrderEdit struct {
	Site  int32  `json:"site"`
	Fail  bool   `json:"fail,omitempty"`
	Order string `json:"order"`
}

// A FenceEdit puts a fence behind a site of the program.
type FenceEdit struct {
	Site int32  `json:"site"`
	Kind string `json:"kind"` // ll, ss or sl
}

// A Change is the program with edits.
type Change struct {
	Source string   `json:"source"`
	Diff   string   `json:"diff"`
	Notes  []string `json:"notes"` // what could not be written
	Cost   Cost     `json:"cost"`
}

// A Cost is what the memory orders and the fences of a program cost, as the documents of
// fences count them.
type Cost struct {
	Orders int     `json:"orders"` // of the accesses and fences that the program has
	All    int     `json:"all"`    // and of C11's fences that edits add
	Fences float64 `json:"fences"` // weighted, in one execution
}

func (s *session) cost(p *code.Program) Cost {
	n := fences.OrderCost(p, nil)
	return Cost{n, n, fences.CostOf(s.ctx, p, s.inference()).Weighted}
}

// inference returns the settings of the fences command.
func (s *session) inference() fences.Options {
	o := fences.Options{Campaign: s.campaign(), Compile: compileOptions()}
	o.Campaign.Machine.Mapping = &models.C11
	return o
}

// repair makes the edits.
func (s *session) repair() (*Answer, error) {
	p, err := s.compile("")
	if err != nil {
		return nil, err
	}
	changed := p
	out := &Change{Source: s.Source, Notes: []string{}}
	var orders []fences.OrderChange
	for _, e := range s.Orders {
		at := fences.OrderSite{Site: e.Site, Fail: e.Fail}
		may := fences.Orders(p, at)
		k := slices.IndexFunc(may, func(o trace.Order) bool { return o.String() == e.Order })
		if k < 0 {
			return nil, fmt.Errorf("site %d cannot be %q", e.Site, e.Order)
		}
		if from := written(p, at); from != may[k] {
			orders = append(orders, fences.OrderChange{OrderSite: at, From: from, To: may[k]})
		}
	}
	if len(orders) > 0 {
		slices.SortFunc(orders, func(a, b fences.OrderChange) int { return int(a.Site - b.Site) })
		c, err := fences.WriteOrders(p, orders, compileOptions())
		if err != nil {
			return nil, err
		}
		changed = c.Program
		out.Source, out.Notes = c.Files[0].Text, append(out.Notes, c.Notes...)
		out.Diff = c.Diff
	}
	before := fences.OrderCost(changed, nil)
	var place fences.Placement
	for _, e := range s.Fences {
		if !slices.Contains(fences.Sites(changed), e.Site) {
			return nil, fmt.Errorf("site %d is no access", e.Site)
		}
		f := fences.Fence{Site: e.Site, Side: fences.After}
		for k := trace.LoadLoad; k < trace.NumFences; k++ {
			if k.String() == e.Kind {
				f.Kind = k
			}
		}
		if f.Kind == trace.NoFence {
			return nil, fmt.Errorf("%q is no fence", e.Kind)
		}
		place.Add = append(place.Add, f)
	}
	if len(place.Add) > 0 {
		c, err := fences.Write(changed, place, compileOptions())
		if err != nil {
			return nil, err
		}
		changed = c.Program
		out.Source, out.Notes = c.Files[0].Text, append(out.Notes, c.Notes...)
		out.Diff += c.Diff
	}
	out.Cost = s.cost(changed)
	out.Cost.Orders = before
	return &Answer{Document: report.New("fences", report.OK), Change: out}, nil
}

// forbids returns what is put behind a program so that it fails an assertion if it ends
// in the state, and the macro that this needs.
func forbids(state string) (behind, define string) {
	var parts []string
	for _, field := range strings.Fields(state) {
		name, value, _ := strings.Cut(field, "=")
		parts = append(parts, name+" == "+value)
	}
	return "\n#undef main\n#undef NDEBUG\n#include <assert.h>\nint main(void)\n{\n\tprogram_main();\n\tassert(!(" + strings.Join(parts, " && ") + "));\n\treturn 0;\n}\n", "main=program_main"
}

// infer searches for the cheapest fences, or under the C11 model memory orders, with
// which nothing goes wrong, and no execution ends in the state if one is given.
func (s *session) infer() (*Answer, error) {
	behind, define := "", []string(nil)
	if s.State != "" {
		p, err := s.compile("")
		if err != nil {
			return nil, err
		}
		if _, err := explore.ParseState(p, s.State); err != nil {
			return nil, err
		}
		b, d := forbids(s.State)
		behind, define = b, []string{d}
	}
	p, err := s.compile(behind, define...)
	if err != nil {
		return nil, err
	}
	o := s.inference()
	o.Compile = compileOptions(define...)
	o.Prove = fences.Explorer(o.Campaign.Machine, 20_000, false)
	if s.Model == "rc11" || s.Model == "c11" {
		return s.inferOrders(p, c11.Model, o)
	}
	m, err := lookup(s.Model)
	if err != nil {
		return nil, err
	}
	if fences.IsMachine(m) {
		if o.Prove, err = fences.Candidates(s.ctx, p, m, 20_000); err != nil {
			return nil, err
		}
		o.ProveOnly = true
		return s.inferOrders(p, m, o)
	}
	out := report.Inferred{Model: m}
	r, err := fences.Infer(s.ctx, p, m, o)
	var unsupported *interp.UnsupportedError
	status := report.OK
	switch {
	case errors.As(err, &unsupported):
		return nil, err
	case err != nil:
		out.None, out.Wrong = err, fences.Wrong(err)
		status = report.Bug
	default:
		out.Result = r
		if r.Incomplete != "" {
			status = report.Incomplete
		} else if out.Change, err = fences.Write(p, r.Placement, o.Compile); err != nil {
			return nil, err
		}
	}
	return &Answer{Document: report.FromInference(p, []report.Inferred{out}, checkSeed, false, status)}, nil
}

// inferOrders infers memory orders.
func (s *session) inferOrders(p *code.Program, m *models.Model, o fences.Options) (*Answer, error) {
	o.Strengthen = true
	out := &report.OrdersInferred{Program: p, Seed: checkSeed, Model: m}
	r, err := fences.InferOrders(s.ctx, p, m, o)
	var infeasible *fences.OrderError
	switch {
	case errors.As(err, &infeasible):
		out.None, out.Wrong = err, infeasible.Err
		return &Answer{Document: report.FromOrders(out, report.Bug)}, nil
	case err != nil:
		return nil, err
	}
	out.Result = r
	if out.Change, err = fences.WriteOrders(p, r.Changes, o.Compile); err != nil {
		return nil, err
	}
	status := report.OK
	if r.Incomplete != "" {
		status = report.Incomplete
	}
	return &Answer{Document: report.FromOrders(out, status)}, nil
}
