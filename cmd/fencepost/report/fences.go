package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// A Comparisons is what becomes of a program with different placements of
// fences, to be shown.
type Comparisons struct {
	Program *code.Program
	Source  *Source
	Seed    uint64
	Planned int // placements
	List    []fences.Comparison
	Style   Style
	// Incomplete says why the plan was cut short; empty if it was not.
	Incomplete string
}

// WriteText writes one table, a row for each placement and model, and below it
// the errors of each placement.
func (c *Comparisons) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s compared\n", c.Program.Name, count(len(c.List), "placement"))
	if c.Incomplete != "" {
		fmt.Fprintf(w, "%s\n", c.Style.note("incomplete: "+c.Incomplete))
	}
	fmt.Fprintln(w)
	t := newTable(2, "placement", "model", "predicted", "confirmed", "buggy", "errors", "first bug", "sl", "ss", "ll", "cost")
	for i := range c.List {
		row := &c.List[i]
		for k, m := range row.Models {
			cells := make([]string, 4)
			name := ""
			if k == 0 {
				name, cells = c.name(row), costCells(row.Cost)
			}
			first := "-"
			if m.FirstBug > 0 {
				first = fmt.Sprint(m.FirstBug)
			}
			t.add(append([]string{name, m.Model.Name, fmt.Sprint(m.Predicted), fmt.Sprint(m.Confirmed), fmt.Sprint(m.Buggy), fmt.Sprint(m.Errors), first}, cells...)...)
		}
	}
	if len(t.rows) > 0 {
		if err := t.write(w); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "\nfirst bug: executions until then; sl, ss, ll: fences executed in a run; cost: in all, weighted\n")
	c.writeErrors(w)
	return nil
}

// name returns what a placement is called.
func (c *Comparisons) name(row *fences.Comparison) string {
	return c.Source.shortenIn(row.Placement.Describe(c.Program))
}

// shortenIn calls files in a text by their short names.
func (s *Source) shortenIn(text string) string {
	for _, f := range s.prog.Files {
		text = strings.ReplaceAll(text, f.Name+":", s.short[f.Name]+":")
	}
	return text
}

func costCells(c fences.Cost) []string {
	cells := []string{}
	for _, k := range []trace.FenceKind{trace.StoreLoad, trace.StoreStore, trace.LoadLoad} {
		cells = append(cells, fmt.Sprintf("%.1f", c.Executed[k]))
	}
	return append(cells, fmt.Sprintf("%.1f", c.Weighted))
}

// errorsInFull is how many errors of a placement are listed.
const errorsInFull = 4

// writeErrors lists what goes wrong with each placement.
func (c *Comparisons) writeErrors(w io.Writer) {
	for i := range c.List {
		row := &c.List[i]
		if row.Report == nil {
			continue
		}
		source := NewSource(row.Program)
		var lines []string
		for _, f := range row.Report.SC.Errors {
			lines = append(lines, source.Headline(f.Error)+" [sc]")
		}
		for _, b := range findBugs(row.Report) {
			lines = append(lines, fmt.Sprintf("%s [%s]", source.Headline(b.err), modelNames(b.models)))
		}
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s:\n", c.Style.bold(c.name(row)))
		for k, line := range lines {
			if k == errorsInFull {
				fmt.Fprintf(w, "  and %d more\n", len(lines)-k)
				break
			}
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
}

// Document returns the comparison as a JSON document.
func (c *Comparisons) Document(status string) any {
	type outcome struct {
		Model     string `json:"model"`
		Predicted int    `json:"predicted"`
		Confirmed int    `json:"confirmed"`
		Buggy     int    `json:"buggy"`
		Errors    int    `json:"errors"`
		FirstBug  *int   `json:"first_bug"` // executions; null if there is none
	}
	type comparison struct {
		Placement string    `json:"placement"`
		Added     []string  `json:"added"`
		Removed   []string  `json:"removed"`
		Cost      jsonCost  `json:"cost"`
		Models    []outcome `json:"models"`
	}
	d := struct {
		Document
		Program     string       `json:"program"`
		Seed        uint64       `json:"seed"`
		Incomplete  *string      `json:"incomplete"`
		Comparisons []comparison `json:"comparisons"`
	}{Document: NewDocument("fences", status), Program: c.Program.Name, Seed: c.Seed, Comparisons: []comparison{}}
	if c.Incomplete != "" {
		d.Incomplete = &c.Incomplete
	}
	for i := range c.List {
		row := &c.List[i]
		out := comparison{Placement: c.name(row), Added: []string{}, Removed: []string{}, Cost: newJSONCost(row.Cost), Models: []outcome{}}
		for _, f := range row.Placement.Add {
			out.Added = append(out.Added, c.Source.shortenIn(f.Describe(c.Program)))
		}
		for _, s := range row.Placement.Remove {
			out.Removed = append(out.Removed, c.Source.Site(s))
		}
		for _, m := range row.Models {
			o := outcome{Model: m.Model.Name, Predicted: m.Predicted, Confirmed: m.Confirmed, Buggy: m.Buggy, Errors: m.Errors}
			if m.FirstBug > 0 {
				o.FirstBug = &m.FirstBug
			}
			out.Models = append(out.Models, o)
		}
		d.Comparisons = append(d.Comparisons, out)
	}
	return d
}

type jsonCost struct {
	SL       float64 `json:"sl"` // executed in a run
	SS       float64 `json:"ss"`
	LL       float64 `json:"ll"`
	Weighted float64 `json:"weighted"`
}

func newJSONCost(c fences.Cost) jsonCost {
	return jsonCost{c.Executed[trace.StoreLoad], c.Executed[trace.StoreStore], c.Executed[trace.LoadLoad], c.Weighted}
}

// An Inference is a cheapest placement for one model, to be shown.
type Inference struct {
	Model  *models.Model
	Result *fences.Result // nil if there is no placement: None says why
	None   error
	Wrong  *interp.Error // what no fences forbid, if it is an error
	Change *fences.Change
	// Files are the files that witnesses were written to, parallel to
	// Result.Removals; nil if none were.
	Files []string
}

// Inferences are those of several models.
type Inferences struct {
	Program *code.Program
	Source  *Source
	Seed    uint64
	Robust  bool
	List    []Inference
	Style   Style
}

// WriteText writes for each model the fences, what each is for, how it is known
// that they suffice, and the change of the source.
func (n *Inferences) WriteText(w io.Writer) error {
	for i := range n.List {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := n.writeOne(w, &n.List[i]); err != nil {
			return err
		}
	}
	return nil
}

// Verdict says in one line what was inferred for a model.
func (n *Inferences) Verdict(i *Inference) string {
	under := fmt.Sprintf("%s: under %s ", n.Program.Name, i.Model.Name)
	switch {
	case i.Result == nil:
		return under + "no fences help"
	case i.Result.Incomplete != "":
		return under + "the search is incomplete: " + i.Result.Incomplete
	case len(i.Result.Placement.Add) == 0:
		return under + "no fence is needed"
	}
	added := len(i.Result.Placement.Add)
	verb := "suffice"
	if added == 1 {
		verb = "suffices"
	}
	return under + fmt.Sprintf("%s %s, cost %.1f in a run", count(added, "fence"), verb, i.Result.Cost.Weighted)
}

func (n *Inferences) writeOne(w io.Writer, i *Inference) error {
	r := i.Result
	headline := n.Style.good
	if r == nil || r.Incomplete != "" {
		headline = n.Style.bad
	}
	fmt.Fprintln(w, headline(n.Verdict(i)))
	if r == nil {
		if i.Wrong != nil {
			fmt.Fprintln(w)
			return n.Source.WriteError(w, i.Wrong, n.Style)
		}
		_, err := fmt.Fprintf(w, "\n%v\n", i.None)
		return err
	}
	if len(r.Placement.Add) > 0 {
		fmt.Fprintln(w)
	}
	for k, f := range r.Placement.Add {
		n.writeFence(w, i, k, f)
	}
	if r.Incomplete == "" {
		fmt.Fprintf(w, "\n%s\n", r.Verdict)
		if !r.Exact {
			fmt.Fprintf(w, "%s\n", n.Style.note("a cheaper placement may exist: the search for one was cut short"))
		}
	}
	fmt.Fprintf(w, "%s tried, %s that went wrong\n", count(r.Tried, "placement"), count(r.Caught, "execution"))
	if i.Change != nil && i.Change.Diff != "" {
		fmt.Fprintf(w, "\nThe change, for patch -p1:\n\n%s", i.Change.Diff)
	}
	writeNotes(w, i.Change)
	return nil
}

// writeNotes writes what a change tells in prose.
func writeNotes(w io.Writer, c *fences.Change) {
	if c == nil || len(c.Notes) == 0 {
		return
	}
	fmt.Fprintf(w, "\nTo be done by hand:\n")
	for _, note := range c.Notes {
		fmt.Fprintf(w, "  %s\n", note)
	}
}

// writeFence writes a fence, and what goes wrong without it.
func (n *Inferences) writeFence(w io.Writer, i *Inference, k int, f fences.Fence) {
	site := n.Source.Sites[f.Site]
	fmt.Fprintf(w, "  %s  %s %s  %s\n", n.Style.bold("fence_"+f.Kind.String()+"()"), f.Side, n.Source.Site(f.Site), clip(n.Source.siteText(f.Site), 60))
	if k >= len(i.Result.Removals) {
		return
	}
	rem := &i.Result.Removals[k]
	switch {
	case rem.Witness == nil:
		fmt.Fprintf(w, "      without it: nothing was found, for %s\n", clip(site.Text, 40))
	case rem.Error == nil:
		fmt.Fprintf(w, "      without it: an execution that is not sequentially consistent\n")
	default:
		fmt.Fprintf(w, "      without it: %s\n", NewSource(rem.Program).Headline(rem.Error))
	}
	if k < len(i.Files) && i.Files[k] != "" {
		fmt.Fprintf(w, "      to see it: fencepost explain %s\n", i.Files[k])
	}
}

// WriteQuiet writes a line for each model.
func (n *Inferences) WriteQuiet(w io.Writer) error {
	for i := range n.List {
		if _, err := fmt.Fprintln(w, n.Verdict(&n.List[i])); err != nil {
			return err
		}
	}
	return nil
}

// Document returns the inferences as a JSON document.
func (n *Inferences) Document(status string) any {
	type fence struct {
		Kind    string     `json:"kind"`
		Side    string     `json:"side"`
		At      string     `json:"at"`
		Text    string     `json:"text"`
		Shown   bool       `json:"shown"` // something goes wrong without it
		Error   *jsonError `json:"error"` // null if that is only a violation of SC
		Witness *string    `json:"witness"`
	}
	type model struct {
		Model      string   `json:"model"`
		Found      bool     `json:"found"`
		Reason     string   `json:"reason,omitempty"` // if not
		Fences     []fence  `json:"fences"`
		Cost       jsonCost `json:"cost"`
		Exact      bool     `json:"exact"`
		Proved     bool     `json:"proved"`
		Verdict    string   `json:"verdict"`
		Tried      int      `json:"tried"`
		Caught     int      `json:"caught"`
		Executions int      `json:"executions"`
		Incomplete *string  `json:"incomplete"`
		Diff       string   `json:"diff"`
		Notes      []string `json:"notes"`
	}
	d := struct {
		Document
		Program string  `json:"program"`
		Seed    uint64  `json:"seed"`
		Robust  bool    `json:"robust"`
		Models  []model `json:"models"`
	}{NewDocument("fences", status), n.Program.Name, n.Seed, n.Robust, []model{}}
	for k := range n.List {
		i := &n.List[k]
		out := model{Model: i.Model.Name, Found: i.Result != nil && i.Result.Incomplete == "", Fences: []fence{}, Notes: []string{}}
		if i.None != nil {
			out.Reason = i.None.Error()
		}
		if r := i.Result; r != nil {
			out.Cost, out.Exact, out.Proved, out.Verdict = newJSONCost(r.Cost), r.Exact, r.Verdict.Proved, r.Verdict.String()
			out.Tried, out.Caught, out.Executions = r.Tried, r.Caught, r.Executions
			if r.Incomplete != "" {
				out.Incomplete = &r.Incomplete
			}
			for k, f := range r.Placement.Add {
				j := fence{Kind: f.Kind.String(), Side: f.Side.String(), At: n.Source.Site(f.Site), Text: n.Source.Sites[f.Site].Text}
				if k < len(r.Removals) {
					rem := &r.Removals[k]
					j.Shown, j.Error = rem.Witness != nil, NewSource(rem.Program).jsonError(rem.Error)
				}
				if k < len(i.Files) && i.Files[k] != "" {
					j.Witness = &i.Files[k]
				}
				out.Fences = append(out.Fences, j)
			}
		}
		if i.Change != nil {
			out.Diff = i.Change.Diff
			out.Notes = append(out.Notes, i.Change.Notes...)
		}
		d.Models = append(d.Models, out)
	}
	return d
}

// HasBug reports whether something goes wrong that no fences forbid.
func (n *Inferences) HasBug() bool {
	for i := range n.List {
		if n.List[i].Result == nil {
			return true
		}
	}
	return false
}

// IsIncomplete reports whether a search was cut short.
func (n *Inferences) IsIncomplete() bool {
	for i := range n.List {
		if r := n.List[i].Result; r != nil && r.Incomplete != "" {
			return true
		}
	}
	return false
}
