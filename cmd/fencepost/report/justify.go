package report

import (
	"fmt"

	"fencepost/interp/code"
	"fencepost/phase2/fences"
)

// Justified says of each memory order of a program whether it is needed.
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
}

func (*Justified) commands() []string { return []string{"justify"} }

// An OrderPurpose says what a memory order is for.
type OrderPurpose struct {
	At        string `json:"at"`
	Text      string `json:"text"`
	Failure   bool   `json:"failure"` // the order of a compare-exchange that fails
	Order     string `json:"order"`
	Need      string `json:"need"`             // needed, too-strong, weakest, unreached or undecided
	Weaker    string `json:"weaker,omitempty"` // needed: goes wrong; too-strong: is enough
	Joint     bool   `json:"joint"`            // needed as soon as the weaker orders of others are taken
	Error     *Error `json:"error,omitempty"`
	Execution int    `json:"execution,omitempty"` // its number for explain
	Line      string `json:"-"`                   // of the source
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
	}
	count := map[fences.Need]int{}
	for i := range r.Orders {
		o := &r.Orders[i]
		count[o.Need]++
		purpose := OrderPurpose{
			At: s.Site(o.Site), Text: s.Sites[o.Site].Text, Failure: o.Fail, Order: o.Order.String(), Need: needs[o.Need], Joint: o.Joint(),
			Error: newError(s, o.Error), Execution: j.Executions[i], Line: s.siteText(o.Site),
		}
		if o.Need == fences.Needed || o.Need == fences.TooStrong {
			purpose.Weaker = o.Weaker.String()
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
		b.Sentence += "there is no memory order to justify"
	default:
		b.Sentence += fmt.Sprintf("%d of %d memory orders are needed, %d may be weaker",
			count[fences.Needed], len(r.Orders), count[fences.TooStrong])
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
	out.Body = b
	return out
}
