package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// Justified says of each memory order and fence of a program whether it is needed.
type Justified struct {
	Program    string         `json:"program"`
	Seed       uint64         `json:"seed"`
	Model      string         `json:"model"`
	Orders     []OrderPurpose `json:"orders"` // by place
	Proved     bool           `json:"proved"` // that nothing goes wrong with the weaker orders, all together
	Verdict    string         `json:"verdict"`
	Reached    bool           `json:"reach_proved"` // all executions were explored for what is unreached
	Executions int            `json:"executions"`
	Incomplete *string        `json:"incomplete"`
	Error      *Error         `json:"error"` // what goes wrong with the orders as written
	Diff       string         `json:"diff"`  // to the weaker orders
	Notes      []string       `json:"notes"`

	Sentence string `json:"-"`

	files []code.File
	page  []PageBug // executions of the page
}

func (*Justified) commands() []string { return []string{"justify"} }

// An OrderPurpose says what a memory order or a fence is for.
type OrderPurpose struct {
	At        string    `json:"at"`
	Text      string    `json:"text"`
	Failure   bool      `json:"failure"`          // the order of a compare-exchange that fails
	Order     string    `json:"order"`            // sl, ss or ll of a fence of hardware
	Need      string    `json:"need"`             // needed, too-strong, weakest, unreached or undecided
	Weaker    string    `json:"weaker,omitempty"` // needed: goes wrong; too-strong: is enough
	Joint     bool      `json:"joint"`            // needed as soon as the weaker orders of others are taken
	Fence     bool      `json:"fence,omitempty"`  // a fence of hardware: Weaker is none
	Partners  []Partner `json:"partners"`         // what it synchronises with
	Error     *Error    `json:"error,omitempty"`
	Execution int       `json:"execution,omitempty"` // its number for explain
	Line      string    `json:"-"`                   // of the source

	pos         trace.Pos
	consequence string // what goes wrong, without lines
}

// A Partner is an operation that another one synchronises with.
type Partner struct {
	At   string `json:"at"`
	Text string `json:"text"`
	Func string `json:"func"`
}

// A JustifiedProgram is what FromJustification is given.
type JustifiedProgram struct {
	Program *code.Program
	Seed    uint64
	Result  *fences.Justified
	Change  *fences.Change // to the weaker orders; nil if there are none
	// Executions has for each order the number of its execution, or 0.
	Executions []int
}

// needs are the words of needs.
var needs = map[fences.Need]string{
	fences.Needed: "needed", fences.TooStrong: "too-strong", fences.Weakest: "weakest", fences.Unreached: "unreached", fences.Undecided: "undecided",
}

// FromJustification returns the result of justifying the memory orders of a program.
func FromJustification(j *JustifiedProgram, status string) *Result {
	s, r := NewSource(j.Program), j.Result
	out := New("justify", status)
	out.Source, out.Models = s, []Model{newModel(r.Model)}
	b := &Justified{
		Program: j.Program.Name, Seed: j.Seed, Model: r.Model.Name, Orders: []OrderPurpose{}, Proved: r.Verdict.Proved, Verdict: r.Verdict.String(), Reached: r.Reached,
		Executions: r.Executions, Incomplete: orNull(r.Incomplete), Error: newError(s, r.Wrong), Notes: []string{},
		files: j.Program.Files,
	}
	count := map[fences.Need]int{}
	for i := range r.Orders {
		o := &r.Orders[i]
		count[o.Need]++
		purpose := OrderPurpose{
			At: s.Site(o.Site), Text: s.Sites[o.Site].Text, Failure: o.Fail, Order: o.Order.String(), Need: needs[o.Need], Joint: o.Joint(), Partners: []Partner{},
			Error: newError(s, o.Error), Execution: j.Executions[i], Line: s.siteText(o.Site), pos: s.Sites[o.Site].Pos, consequence: consequence(s, o.Error),
		}
		for _, site := range o.Partners {
			if at := s.Sites[site]; !at.Pos.System() {
				purpose.Partners = append(purpose.Partners, Partner{s.Site(site), at.Text, at.Func})
			}
		}
		if o.Need == fences.Needed || o.Need == fences.TooStrong {
			purpose.Weaker = o.Weaker.String()
		}
		if o.Fence != trace.NoFence {
			purpose.Fence, purpose.Order = true, o.Fence.String()
			if purpose.Weaker != "" {
				purpose.Weaker = "none"
			}
		}
		b.Orders = append(b.Orders, purpose)
	}
	if j.Change != nil {
		b.Diff = j.Change.Diff
		b.Notes = append(b.Notes, j.Change.Notes...)
	}
	b.Sentence = fmt.Sprintf("%s: under %s ", b.Program, b.Model)
	switch {
	case r.Wrong != nil:
		b.Sentence += "something goes wrong with the orders as they are: 'fencepost check' looks for a fix"
	case len(r.Orders) == 0:
		b.Sentence += "there is no memory order or fence to justify"
	default:
		b.Sentence += fmt.Sprintf("%d of %d %s are needed, %d may be weaker",
			count[fences.Needed], len(r.Orders), b.kinds(), count[fences.TooStrong])
		for _, n := range []struct {
			need  fences.Need
			words string
		}{{fences.Weakest, "%d cannot be"}, {fences.Unreached, "%d not reached"}, {fences.Undecided, "%d not decided"}} {
			if k := count[n.need]; k > 0 {
				b.Sentence += fmt.Sprintf(", "+n.words, k)
			}
		}
	}
	if r.Incomplete != "" {
		b.Sentence += "; the search is incomplete: " + r.Incomplete
	}
	out.Body, out.Verdict = b, b.Sentence
	for i := range b.Orders {
		o := &b.Orders[i]
		if o.Need == "weakest" {
			continue
		}
		out.Remarks = append(out.Remarks, Remark{
			Pos: o.pos, Rule: "order/" + o.Need, Subject: o.name(), Line: strings.TrimSpace(o.Line), Text: o.why(b),
			Warning: o.Need == "too-strong" || o.Need == "unreached",
		})
	}
	if r.Wrong != nil {
		out.Issues = []Issue{{Error: b.Error, Models: []string{b.Model}}}
	}
	sortRemarks(out.Remarks)
	return out
}

// ShowExecution adds the execution that goes wrong without order k to the page: it is one of
// the program with the changed orders.
func (r *Result) ShowExecution(k int, p *code.Program, w *witness.Witness, x *graph.Execution) {
	b := r.Body.(*Justified)
	o := &b.Orders[k]
	b.page = append(b.page, PageBug{
		What: o.name() + " is needed: " + o.with() + ", " + o.Error.What(), Kind: o.Error.Kind, At: o.At, File: o.pos.File, Line: o.pos.Line,
		Models: []string{b.Model}, Explanation: b.Explain(k, p, w, x),
	})
}

// Explain explains the execution that goes wrong without order k, as ShowExecution has it.
func (b *Justified) Explain(k int, p *code.Program, w *witness.Witness, x *graph.Execution) *Explanation {
	return drawn(NewSource(p), x).about(About{newModel(w.Model), w.Mapping, nil, b.Orders[k].Error}).Explain(pageSteps)
}

// Why says in words what order k is for.
func (b *Justified) Why(k int) string { return b.Orders[k].why(b) }

// kinds says what was looked at.
func (b *Justified) kinds() string {
	if slices.ContainsFunc(b.Orders, func(o OrderPurpose) bool { return o.Fence }) {
		return "memory orders and fences"
	}
	return "memory orders"
}

// why says in words what the order is for.
func (o *OrderPurpose) why(b *Justified) string {
	switch o.Need {
	case "needed":
		s := "needed: " + o.with()
		if o.Joint {
			s = "needed as soon as the orders that may be weaker are: then, " + o.with()
		}
		s += ", " + o.Error.Headline()
		for i, p := range o.Partners {
			if i == 0 {
				s += "; pairs with "
			} else {
				s += ", "
			}
			s += p.At
		}
		return s
	case "too-strong":
		how := "tested"
		if b.Proved {
			how = "proved"
		}
		s := fmt.Sprintf("may be weaker (%s): %s is enough", how, o.Weaker)
		if o.Fence {
			s = fmt.Sprintf("may go (%s)", how)
		}
		if o.Error != nil {
			s += "; with a weaker one yet, " + o.Error.Headline()
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

// with names the weaker order.
func (o *OrderPurpose) with() string {
	if o.Fence {
		return "without it"
	}
	return "with " + o.Weaker
}

// name returns the order as a reader knows it.
func (o *OrderPurpose) name() string {
	switch {
	case o.Fence:
		return "fence " + o.Order
	case o.Failure:
		return o.Order + " on failure"
	}
	return o.Order
}

// justification returns the order's reason as a comment of the source has it: without the
// numbers of lines, so that it stays true when other lines change.
func (o *OrderPurpose) justification() string {
	s := o.name() + ": "
	for i, p := range o.Partners {
		if i == 0 {
			s += "pairs with "
		} else {
			s += " and "
		}
		s += fmt.Sprintf("%s in %s", p.Text, p.Func)
	}
	if len(o.Partners) > 0 {
		s += "; "
	}
	if o.Joint {
		s += "with the others as weak as they may be, and "
	}
	return s + o.with() + ", " + o.consequence
}

// placed is what a message with a place in the source has.
var placed = regexp.MustCompile(`:\d+`)

// consequence says what goes wrong, without numbers of lines; empty if nothing does.
func consequence(s *Source, e *interp.Error) string {
	switch {
	case e == nil:
		return ""
	case e.Kind == interp.DataRace:
		text := func(r *interp.Racer) string {
			if site := s.Sites[r.Site]; r.Site >= 0 {
				return fmt.Sprintf("%s in %s", site.Text, site.Func)
			}
			return "another access"
		}
		return fmt.Sprintf("data race: %s, and %s", text(e.First), text(e.Second))
	case placed.MatchString(e.Message) || e.Message == "":
		where := ""
		if len(e.Stack) > 0 {
			where = " in " + e.Stack[0].Func
		}
		return string(e.Kind) + where
	}
	return string(e.Kind) + ": " + e.Message
}
