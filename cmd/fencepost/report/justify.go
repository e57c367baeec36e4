package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// Justified is the result of justify for each memory order and fence of a program.
type Justified struct {
	Program    string         `json:"program"`             // of a suite the first one
	Harnesses  []string       `json:"harnesses,omitempty"` // for a suite
	Seed       uint64         `json:"seed"`
	Model      string         `json:"model"`
	Orders     []OrderPurpose `json:"orders"` // in the order of the source
	Proved     bool           `json:"proved"` // proved that nothing goes wrong with all the weaker orders together
	Verdict    string         `json:"verdict"`
	Reached    bool           `json:"reach_proved"` // all executions were explored to find unreached orders
	Executions int            `json:"executions"`
	Incomplete *string        `json:"incomplete"`
	Error      *Error         `json:"error"`            // the error with the orders as written
	Faults     []Fault        `json:"faults,omitempty"` // for a suite: the errors, by harness
	Diff       string         `json:"diff"`             // to the weaker orders
	Notes      []string       `json:"notes"`

	Sentence string `json:"-"`

	files []code.File
	page  []PageBug // executions for the page
}

// An OrderPurpose is the purpose of a memory order or a fence.
type OrderPurpose struct {
	At        string    `json:"at"`
	Text      string    `json:"text"`
	Failure   bool      `json:"failure"`          // the failure order of a compare-exchange
	Order     string    `json:"order"`            // sl, ss or ll for a hardware fence
	Need      string    `json:"need"`             // needed, too-strong, weakest, unreached or undecided
	Weaker    string    `json:"weaker,omitempty"` // needed: an order that goes wrong; too-strong: an order that suffices
	Joint     bool      `json:"joint"`            // needed once the weaker orders of others are used
	Fence     bool      `json:"fence,omitempty"`  // a hardware fence: Weaker is none
	Partners  []Partner `json:"partners"`         // what it synchronises with
	Error     *Error    `json:"error,omitempty"`
	Harness   string    `json:"harness,omitempty"`   // for a suite: the harness with Error
	Execution int       `json:"execution,omitempty"` // number of its execution, for explain
	Line      string    `json:"-"`                   // source line

	pos         trace.Pos
	consequence string // the error without lines
	telling     string // the command that tells its execution
}

// A Partner is an operation with which another one synchronises.
type Partner struct {
	At   string `json:"at"`
	Text string `json:"text"`
	Func string `json:"func"`
}

// A JustifiedSource is the input of FromJustification.
type JustifiedSource struct {
	Programs []TestedProgram
	Seed     uint64
	Result   *fences.Justified
	Change   *fences.Change // the change to the weaker orders; nil if there are none
	// Executions has, for each order, the number of its execution, or 0.
	Executions []int
}

// needs are the words for needs.
var needs = map[fences.Need]string{
	fences.Needed: "needed", fences.TooStrong: "too-strong", fences.Weakest: "weakest", fences.Unreached: "unreached", fences.Undecided: "undecided",
}

// FromJustification returns the result of justifying the memory orders of a source.
func FromJustification(j *JustifiedSource, status Verdict) *Result {
	t, r := newTestedAll(j.Programs), j.Result
	out := New("justify", status)
	out.Source, out.Models = t.whole, []Model{newModel(r.Model)}
	b := &Justified{
		Program: t.whole.prog.Name, Harnesses: t.names, Seed: j.Seed, Model: r.Model.Name, Orders: []OrderPurpose{}, Proved: r.Verdict.Proved, Verdict: r.Verdict.String(), Reached: r.Reached,
		Executions: r.Executions, Incomplete: orNull(r.Incomplete), Notes: []string{},
		files: t.whole.prog.Files,
	}
	b.Faults, b.Error, out.Issues = t.faults(r.Wrong, b.Model)
	t.distinguish(lists.Map(r.Orders, func(o fences.Justification) fences.Access { return o.At[0] }))
	for i := range r.Orders {
		b.Orders = append(b.Orders, t.purpose(&r.Orders[i], j.Executions[i]))
	}
	if j.Change != nil {
		b.Diff = j.Change.Diff
		b.Notes = append(b.Notes, j.Change.Notes...)
	}
	b.Sentence = fmt.Sprintf("%s: under %s %s", t.name, b.Model, b.sentence()) + cutShort(r.Incomplete)
	out.Body, out.Verdict = b, b.Sentence
	for _, o := range b.Orders {
		if o.Need == "weakest" {
			continue
		}
		out.Remarks = append(out.Remarks, Remark{
			Pos: o.pos, Rule: "order/" + o.Need, Subject: o.name(), Line: strings.TrimSpace(o.Line), Text: o.why(b),
			Warning: o.Need == "too-strong" || o.Need == "unreached",
		})
	}
	slices.SortStableFunc(out.Remarks, func(a, b Remark) int { return a.Pos.Compare(b.Pos) })
	return out
}

// purpose returns the purpose of an order. execution is the number of its execution, or 0.
func (t *testedAll) purpose(o *fences.Justification, execution int) OrderPurpose {
	s := t.own[o.Program]
	name, site, pos := t.at(o.At[0])
	p := OrderPurpose{
		At: name, Text: site.Text, Failure: o.Fail, Order: o.Order.String(), Need: needs[o.Need], Joint: o.Joint, Partners: []Partner{},
		Error: newError(s, o.Error), Execution: execution, Line: t.own[o.At[0].Program].siteText(o.At[0].Site), pos: pos,
	}
	if execution > 0 {
		p.telling = tellBy(o.Witness, execution)
	}
	if o.Error != nil {
		p.Harness, p.consequence = t.harness(o.Program), o.Error.Name(s.prog)
	}
	for _, a := range o.Partners {
		name, at, pos := t.at(a)
		known := func(p Partner) bool { return p.At == name }
		if !pos.System() && !slices.ContainsFunc(p.Partners, known) {
			p.Partners = append(p.Partners, Partner{name, at.Text, at.Func})
		}
	}
	if o.Need == fences.Needed || o.Need == fences.TooStrong {
		p.Weaker = o.Weaker.String()
	}
	if o.Fence != trace.NoFence {
		p.Fence, p.Order = true, o.Fence.String()
		if p.Weaker != "" {
			p.Weaker = "none"
		}
	}
	return p
}

// sentence says how many orders have each need.
func (b *Justified) sentence() string {
	switch {
	case len(b.Faults) > 0:
		return "something goes wrong" + within(b.Faults) + " with the orders as they are: 'fencepost check' looks for a fix"
	case len(b.Orders) == 0 && b.Incomplete != nil:
		return "no memory order or fence was looked at"
	case len(b.Orders) == 0:
		return "there is no memory order or fence to justify"
	}
	count := map[string]int{}
	for _, o := range b.Orders {
		count[o.Need]++
	}
	text := fmt.Sprintf("%d of %d %s are needed, %d may be weaker", count["needed"], len(b.Orders), b.kinds(), count["too-strong"])
	for _, n := range []struct{ need, words string }{{"weakest", "%d cannot be"}, {"unreached", "%d not reached"}, {"undecided", "%d not decided"}} {
		if k := count[n.need]; k > 0 {
			text += fmt.Sprintf(", "+n.words, k)
		}
	}
	return text
}

// ShowExecution adds the execution that goes wrong without order k to the page. It is an
// execution of the program with the changed orders.
func (r *Result) ShowExecution(k int, p *code.Program, w *witness.Witness, x *graph.Execution) {
	b := r.Body.(*Justified)
	o := &b.Orders[k]
	b.page = append(b.page, PageBug{
		What: o.name() + " is needed: " + o.with() + ", " + o.Error.What() + inHarness(o.Harness), Kind: o.Error.Kind, At: o.At, File: o.pos.File, Line: o.pos.Line,
		Models: []string{b.Model}, Explanation: b.Explain(k, p, w, x),
	})
}

// Explain returns the steps of the execution that goes wrong without order k.
func (b *Justified) Explain(k int, p *code.Program, w *witness.Witness, x *graph.Execution) *Explanation {
	return NewExecution(NewSource(p), x, About{newModel(w.Model), w.Mapping(), nil, b.Orders[k].Error}).Explain(pageSteps, false)
}

// Why describes the purpose of order k.
func (b *Justified) Why(k int) string { return b.Orders[k].why(b) }

// kinds names the kinds of things that were examined.
func (b *Justified) kinds() string {
	if slices.ContainsFunc(b.Orders, func(o OrderPurpose) bool { return o.Fence }) {
		return "memory orders and fences"
	}
	return "memory orders"
}

// why describes the purpose of the order.
func (o *OrderPurpose) why(b *Justified) string {
	switch o.Need {
	case "needed":
		s := "needed: " + o.with()
		if o.Joint {
			s = "needed as soon as the orders that may be weaker are: then, " + o.with()
		}
		s += ", " + o.Error.Headline() + inHarness(o.Harness)
		if len(o.Partners) > 0 {
			s += "; pairs with " + strings.Join(lists.Map(o.Partners, func(p Partner) string { return p.At }), ", ")
		}
		return s
	case "too-strong":
		how := Tested
		if b.Proved {
			how = Proved
		}
		s := fmt.Sprintf("may be weaker (%s): %s is enough", how, o.Weaker)
		if o.Fence {
			s = fmt.Sprintf("may go (%s)", how)
		}
		if o.Error != nil {
			s += "; with a weaker one yet, " + o.Error.Headline() + inHarness(o.Harness)
		}
		return s
	case "weakest":
		return "no order is weaker"
	case "unreached":
		if b.Reached {
			return "warning: no execution gets here: this program says nothing of it"
		}
		return "warning: no execution that was looked at gets here"
	}
	return "not decided: more executions may settle it (--test-executions, --prove)"
}

// with returns the name of the weaker order.
func (o *OrderPurpose) with() string {
	if o.Fence {
		return "without it"
	}
	return "with " + o.Weaker
}

// name returns the order's name for readers.
func (o *OrderPurpose) name() string {
	switch {
	case o.Fence:
		return "fence " + o.Order
	case o.Failure:
		return o.Order + " on failure"
	}
	return o.Order
}

// justification returns the reason for a comment in the source, without line numbers, so
// that it stays true when other lines change.
func (o *OrderPurpose) justification() string {
	s := o.name() + ": "
	if len(o.Partners) > 0 {
		partner := func(p Partner) string { return fmt.Sprintf("%s in %s", p.Text, p.Func) }
		s += "pairs with " + strings.Join(lists.Map(o.Partners, partner), " and ") + "; "
	}
	if o.Joint {
		s += "with the others as weak as they may be, and "
	}
	return s + o.with() + ", " + o.consequence
}
