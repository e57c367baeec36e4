package report

import (
	"fmt"
	"io"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2/fences"
)

// Orders is what was inferred of the memory orders of a program, to be shown.
type Orders struct {
	Program *code.Program
	Source  *Source
	Seed    uint64
	Model   *models.Model
	Result  *fences.OrderResult // nil if no orders help: None says why
	None    error
	Wrong   *interp.Error  // what no orders forbid
	Change  *fences.Change // strengthens the orders that are too weak
	Lean    *fences.Change // also weakens those that are stronger than needed
	Weaken  bool           // Lean is the change to show
	Verbose bool           // tell why orders are needed
	// Files are the files that witnesses were written to, parallel to
	// Result.Reasons; nil if none were.
	Files []string
	Style Style
}

// Shown returns the change to show; nil if there is none.
func (o *Orders) Shown() *fences.Change {
	if o.Weaken {
		return o.Lean
	}
	return o.Change
}

// Verdict says in one line what was inferred.
func (o *Orders) Verdict() string {
	r, under := o.Result, fmt.Sprintf("%s: under %s ", o.Program.Name, o.Model.Name)
	if r == nil {
		return under + "no memory orders help"
	}
	s := "no memory order is too weak"
	switch n := len(r.Changes); {
	case n == 1:
		s = "1 memory order is too weak"
	case n > 1:
		s = fmt.Sprintf("%d memory orders are too weak", n)
	case r.Incomplete != "":
		return under + "the search is incomplete: " + r.Incomplete
	}
	if n := len(r.Excess); n > 0 {
		s += fmt.Sprintf(", %d stronger than needed", n)
	}
	if r.Incomplete != "" {
		s += "; the search is incomplete: " + r.Incomplete
	}
	return under + s
}

// WriteText writes the orders to strengthen with what goes wrong as they are,
// those that may be weakened, how it is known, and the change of the source.
func (o *Orders) WriteText(w io.Writer) error {
	r := o.Result
	headline := o.Style.good
	if r == nil || len(r.Changes) > 0 || r.Incomplete != "" {
		headline = o.Style.bad
	}
	fmt.Fprintln(w, headline(o.Verdict()))
	if r == nil {
		fmt.Fprintf(w, "whatever the orders are, also if all are seq_cst:\n\n")
		return o.Source.WriteError(w, o.Wrong, o.Style)
	}
	o.writeChanges(w)
	if r.Verdict.Executions > 0 {
		fmt.Fprintf(w, "\n%s\n", r.Verdict)
		if !r.Exact {
			fmt.Fprintf(w, "%s\n", o.Style.note("a cheaper choice may exist: the search for one was cut short"))
		}
	}
	fmt.Fprintf(w, "%s tried, %s that went wrong\n", count(r.Tried, "choice"), count(r.Caught, "execution"))
	if err := o.writeExcess(w); err != nil {
		return err
	}
	o.writeNeeded(w)
	c := o.Shown()
	if c != nil && c.Diff != "" {
		fmt.Fprintf(w, "\nThe change, for patch -p1:\n\n%s", c.Diff)
	}
	writeNotes(w, c)
	return nil
}

// writeChanges writes the orders that are too weak.
func (o *Orders) writeChanges(w io.Writer) {
	for i, c := range o.Result.Changes {
		if i == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "  %s  %s  %s\n", o.Style.bold(c.Describe()), o.Source.Site(c.Site), clip(o.Source.siteText(c.Site), 60))
		if i >= len(o.Result.Reasons) {
			continue
		}
		switch n := &o.Result.Reasons[i]; {
		case n.Error == nil:
			fmt.Fprintf(w, "      with %s: nothing was found\n", c.From)
		default:
			fmt.Fprintf(w, "      with %s: %s\n", c.From, o.Source.Headline(n.Error))
		}
		if i < len(o.Files) && o.Files[i] != "" {
			fmt.Fprintf(w, "      to see it: fencepost explain %s\n", o.Files[i])
		}
	}
}

// writeExcess writes the orders that are stronger than needed, as a table.
func (o *Orders) writeExcess(w io.Writer) error {
	r := o.Result
	if len(r.Excess) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nStronger than this program needs, all together:\n\n")
	t := newTable(5, "operation", "at", "", "has", "enough")
	for _, c := range r.Excess {
		when, enough := "", c.To.String()
		if c.Fail {
			when = "on failure"
		}
		if c.Removes(o.Program) {
			enough = "no fence"
		}
		t.add(clip(o.Source.Sites[c.Site].Text, 50), o.Source.Site(c.Site), when, c.From.String(), enough)
	}
	if err := t.write(w); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s; the orders then cost %d instead of %d\n", r.ExcessVerdict, r.Least, r.Cost)
	_, err := fmt.Fprintf(w, "That is for what this program does; and %s lets no store overtake an earlier load, as some machines do.\n", o.Model.Name)
	return err
}

// writeNeeded writes what goes wrong with weaker orders than those needed.
func (o *Orders) writeNeeded(w io.Writer) {
	if !o.Verbose || len(o.Result.Needed) == 0 {
		return
	}
	fmt.Fprintf(w, "\nNeeded:\n\n")
	for i := range o.Result.Needed {
		n := &o.Result.Needed[i]
		fmt.Fprintf(w, "  %s  %s  %s\n", o.Style.bold(n.Change.Describe()), o.Source.Site(n.Change.Site), clip(o.Source.siteText(n.Change.Site), 60))
		fmt.Fprintf(w, "      then: %s\n", o.Source.Headline(n.Error))
	}
}

// WriteQuiet writes one line.
func (o *Orders) WriteQuiet(w io.Writer) error {
	_, err := fmt.Fprintln(w, o.Verdict())
	return err
}

// Document returns the inference as a JSON document.
func (o *Orders) Document(status string) any {
	type change struct {
		At      string     `json:"at"`
		Text    string     `json:"text"`
		Failure bool       `json:"failure"` // the order of a compare-exchange that fails
		From    string     `json:"from"`
		To      string     `json:"to"` // relaxed means none of a fence
		Error   *jsonError `json:"error,omitempty"`
		Witness *string    `json:"witness,omitempty"`
	}
	type model struct {
		Model         string   `json:"model"`
		Found         bool     `json:"found"`
		Reason        string   `json:"reason,omitempty"` // if not
		Orders        []change `json:"orders"`           // to be strengthened; error: what goes wrong with from
		Cost          int      `json:"cost"`
		CostBefore    int      `json:"cost_before"`
		Exact         bool     `json:"exact"`
		Proved        bool     `json:"proved"`
		Verdict       string   `json:"verdict"`
		Excess        []change `json:"excess"` // may be weakened, all together
		ExcessCost    int      `json:"excess_cost"`
		ExcessProved  bool     `json:"excess_proved"`
		ExcessVerdict string   `json:"excess_verdict"`
		Needed        []change `json:"needed"` // may not be; error: what goes wrong with to
		Tried         int      `json:"tried"`
		Caught        int      `json:"caught"`
		Executions    int      `json:"executions"`
		Incomplete    *string  `json:"incomplete"`
		Diff          string   `json:"diff"`
		Notes         []string `json:"notes"`
	}
	d := struct {
		Document
		Program string  `json:"program"`
		Seed    uint64  `json:"seed"`
		Models  []model `json:"models"`
	}{NewDocument("fences", status), o.Program.Name, o.Seed, []model{}}
	out := model{Model: o.Model.Name, Found: o.Result != nil && o.Result.Incomplete == "",
		Orders: []change{}, Excess: []change{}, Needed: []change{}, Notes: []string{}}
	list := func(c fences.OrderChange) change {
		return change{At: o.Source.Site(c.Site), Text: o.Source.Sites[c.Site].Text, Failure: c.Fail, From: c.From.String(), To: c.To.String()}
	}
	if o.None != nil {
		out.Reason = o.None.Error()
	}
	if r := o.Result; r != nil {
		out.Cost, out.CostBefore, out.Exact, out.Proved, out.Verdict = r.Cost, r.Before, r.Exact, r.Verdict.Proved, r.Verdict.String()
		out.ExcessCost, out.ExcessProved, out.ExcessVerdict = r.Least, r.ExcessVerdict.Proved, r.ExcessVerdict.String()
		out.Tried, out.Caught, out.Executions = r.Tried, r.Caught, r.Executions
		if r.Incomplete != "" {
			out.Incomplete = &r.Incomplete
		}
		for i, c := range r.Changes {
			j := list(c)
			if i < len(r.Reasons) {
				j.Error = o.Source.jsonError(r.Reasons[i].Error)
			}
			if i < len(o.Files) && o.Files[i] != "" {
				j.Witness = &o.Files[i]
			}
			out.Orders = append(out.Orders, j)
		}
		for _, c := range r.Excess {
			out.Excess = append(out.Excess, list(c))
		}
		for i := range r.Needed {
			j := list(r.Needed[i].Change)
			j.Error = o.Source.jsonError(r.Needed[i].Error)
			out.Needed = append(out.Needed, j)
		}
	}
	if c := o.Shown(); c != nil {
		out.Diff = c.Diff
		out.Notes = append(out.Notes, c.Notes...)
	}
	d.Models = append(d.Models, out)
	return d
}
