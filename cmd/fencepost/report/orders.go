package report

import (
	"fmt"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/phase2/verdict"
	"fencepost/trace/lists"
)

// Orders is the result of inferring the memory orders of a program.
type Orders struct {
	Program string        `json:"program"`
	Seed    uint64        `json:"seed"`
	Models  []OrdersModel `json:"models"`
}

// OrdersModel is the result under one model.
type OrdersModel struct {
	Model       string        `json:"model"`
	Found       bool          `json:"found"`
	Reason      string        `json:"reason,omitempty"` // if not
	Orders      []OrderChange `json:"orders"`           // orders to strengthen; error: what goes wrong with from
	Cost        int           `json:"cost"`
	CostBefore  int           `json:"cost_before"`
	Exact       bool          `json:"exact"`
	Proved      bool          `json:"proved"`
	Verdict     string        `json:"verdict"`
	OverStrong  []OrderChange `json:"over_strong"`      // orders that may be weakened, all together
	WeakCost    int           `json:"over_strong_cost"` // cost of the orders when they are weakened
	WeakProved  bool          `json:"over_strong_proved"`
	WeakVerdict string        `json:"over_strong_verdict"`
	Needed      []OrderChange `json:"needed"` // orders that must not be weakened; error: what goes wrong with to
	Tried       int           `json:"tried"`
	Caught      int           `json:"caught"`
	Executions  int           `json:"executions"`
	Incomplete  *string       `json:"incomplete"`
	Diff        string        `json:"diff"`
	Notes       []string      `json:"notes"`

	Sentence string `json:"-"` // the verdict on the program
	Wrong    *Error `json:"-"` // the error that no orders forbid
	Tested   bool   `json:"-"` // Verdict says something
}

// An OrderChange is a change of a memory order.
type OrderChange struct {
	At      string  `json:"at"`
	Text    string  `json:"text"`
	Failure bool    `json:"failure"` // the failure order of a compare-exchange
	From    string  `json:"from"`
	To      string  `json:"to"`                // relaxed for a fence means none
	Barrier string  `json:"barrier,omitempty"` // a barrier of the Linux kernel that is added: before or after the access
	Error   *Error  `json:"error,omitempty"`
	Witness *string `json:"witness,omitempty"`

	Words   string `json:"-"` // description of the change
	Line    string `json:"-"` // source line
	Tried   bool   `json:"-"` // whether it is needed was tested
	Removes bool   `json:"-"` // it removes the effect of a fence
}

// OrdersInferred is the input of FromOrders.
type OrdersInferred struct {
	Program *code.Program
	Seed    uint64
	Model   *models.Model
	Result  *fences.OrderResult // nil if no orders help; None is the reason
	None    error
	Wrong   *interp.Error  // the error that no orders forbid
	Change  *fences.Change // strengthens orders that are too weak
	Minimal *fences.Change // also weakens orders that are stronger than needed
	Weaken  bool           // Minimal is the change to show
	// Files are the files of the witnesses, parallel to Result.Reasons; nil if none were
	// written.
	Files []string
}

// Shown returns the change to show; nil if there is none.
func (o *OrdersInferred) Shown() *fences.Change {
	if o.Weaken {
		return o.Minimal
	}
	return o.Change
}

// sentence returns the result in one line.
func (o *OrdersInferred) sentence() string {
	r, under := o.Result, fmt.Sprintf("%s: under %s ", o.Program.Name, o.Model.Name)
	if r == nil {
		return under + o.nothing() + " help"
	}
	barriers := lists.Count(r.Changes, func(c fences.OrderChange) bool { return c.Barrier })
	var wrong []string
	switch n := len(r.Changes) - barriers; {
	case n == 1:
		wrong = append(wrong, "1 memory order is too weak")
	case n > 1:
		wrong = append(wrong, fmt.Sprintf("%d memory orders are too weak", n))
	}
	switch {
	case barriers == 1:
		wrong = append(wrong, "1 barrier is missing")
	case barriers > 1:
		wrong = append(wrong, fmt.Sprintf("%d barriers are missing", barriers))
	case len(wrong) == 0 && r.Incomplete != "":
		return under + "the search is incomplete: " + r.Incomplete
	case len(wrong) == 0:
		wrong = append(wrong, "no memory order is too weak")
	}
	s := strings.Join(wrong, ", ")
	if n := len(r.OverStrong); n > 0 {
		s += fmt.Sprintf(", %d stronger than needed", n)
	}
	return under + s + cutShort(r.Incomplete)
}

// nothing names the things of which none helps.
func (o *OrdersInferred) nothing() string {
	if o.Model.Name == verdict.LKMM.Name {
		return "no memory orders or barriers"
	}
	return "no memory orders"
}

// FromOrders returns the result of inferring memory orders.
func FromOrders(o *OrdersInferred, status Verdict) *Result {
	s := NewSource(o.Program)
	res := New("fences", status)
	res.Source, res.Models = s, []Model{newModel(o.Model)}
	out := OrdersModel{
		Model: o.Model.Name, Found: o.Result != nil && o.Result.Incomplete == "",
		Orders: []OrderChange{}, OverStrong: []OrderChange{}, Needed: []OrderChange{}, Notes: []string{},
		Sentence: o.sentence(), Wrong: newError(s, o.Wrong),
	}
	list := func(c fences.OrderChange, e *interp.Error) OrderChange {
		out := OrderChange{
			At: s.Site(c.Site), Text: s.Sites[c.Site].Text, Failure: c.Fail, From: c.From.String(), To: c.To.String(), Error: newError(s, e),
			Words: c.Describe(), Line: s.siteText(c.Site), Removes: c.Removes(o.Program),
		}
		if c.Barrier {
			out.Barrier = c.Side.String()
		}
		return out
	}
	if o.None != nil {
		out.Reason = o.None.Error()
	}
	if r := o.Result; r != nil {
		out.Cost, out.CostBefore, out.Exact, out.Proved, out.Verdict = r.Cost, r.Before, r.Exact, r.Verdict.Proved, r.Verdict.String()
		out.WeakCost, out.WeakProved, out.WeakVerdict = r.Least, r.OverStrongVerdict.Proved, r.OverStrongVerdict.String()
		out.Tried, out.Caught, out.Executions, out.Incomplete = r.Tried, r.Caught, r.Executions, orNull(r.Incomplete)
		out.Tested = r.Verdict.Executions > 0 || r.Verdict.Proved
		for i, c := range r.Changes {
			change := list(c, nil)
			if i < len(r.Reasons) {
				change.Tried, change.Error = true, newError(s, r.Reasons[i].Error)
			}
			if i < len(o.Files) {
				change.Witness = orNull(o.Files[i])
			}
			out.Orders = append(out.Orders, change)
		}
		out.OverStrong = lists.Map(r.OverStrong, func(c fences.OrderChange) OrderChange { return list(c, nil) })
		out.Needed = lists.Map(r.Needed, func(n fences.Reason) OrderChange { return list(n.Change, n.Error) })
	}
	if r := o.Result; r != nil && o.Weaken {
		for _, c := range r.Uncovered {
			out.Notes = append(out.Notes, fmt.Sprintf("%s: %s stays: the executions do not cover what it may be for", s.Site(c.Site), c.From))
		}
	}
	if c := o.Shown(); c != nil {
		out.Diff = c.Diff
		out.Notes = append(out.Notes, c.Notes...)
	}
	res.Body = &Orders{o.Program.Name, o.Seed, []OrdersModel{out}}
	return res
}
