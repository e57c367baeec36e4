package report

import (
	"fmt"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2/fences"
)

// An Inference is a cheapest placement of fences for each of some models.
type Inference struct {
	Program string          `json:"program"`
	Seed    uint64          `json:"seed"`
	Robust  bool            `json:"robust"`
	Models  []InferredModel `json:"models"`
}

// An InferredModel is the result for one model.
type InferredModel struct {
	Model      string   `json:"model"`
	Found      bool     `json:"found"`
	Reason     string   `json:"reason,omitempty"` // if not
	Fences     []Fence  `json:"fences"`
	Cost       Cost     `json:"cost"`
	Exact      bool     `json:"exact"`
	Proved     bool     `json:"proved"`
	Verdict    string   `json:"verdict"`
	Tried      int      `json:"tried"`
	Caught     int      `json:"caught"`
	Executions int      `json:"executions"`
	Incomplete *string  `json:"incomplete"`
	Diff       string   `json:"diff"`
	Notes      []string `json:"notes"`

	Sentence string `json:"-"` // the verdict on the program
	Wrong    *Error `json:"-"` // the error that no fences forbid, if there is one
}

// A Fence is an inferred fence.
type Fence struct {
	Kind    string  `json:"kind"`
	Side    string  `json:"side"`
	At      string  `json:"at"`
	Text    string  `json:"text"`
	Shown   bool    `json:"shown"` // something goes wrong without it
	Error   *Error  `json:"error"` // null if without it only SC is violated
	Witness *string `json:"witness"`

	Line  string `json:"-"` // source line
	Tried bool   `json:"-"` // whether it is needed was tested
}

// An Inferred is the input of FromInference for one model.
type Inferred struct {
	Model  *models.Model
	Result *fences.Result // nil if there is no placement; None is the reason
	None   error
	Wrong  *interp.Error // the error that no fences forbid, if there is one
	Change *fences.Change
	// Files are the files of the witnesses, parallel to Result.Removals; nil if none were
	// written.
	Files []string
}

// FromInference returns the result of inferring fences for each of some models.
func FromInference(p *code.Program, list []Inferred, seed uint64, robust bool, status Verdict) *Result {
	s := NewSource(p)
	out := New("fences", status)
	out.Source = s
	body := &Inference{p.Name, seed, robust, []InferredModel{}}
	for k := range list {
		body.Models = append(body.Models, newInferred(s, p, &list[k]))
		out.Models = append(out.Models, newModel(list[k].Model))
	}
	out.Body = body
	return out
}

func newInferred(s *Source, p *code.Program, i *Inferred) InferredModel {
	out := InferredModel{
		Model: i.Model.Name, Found: i.Result != nil && i.Result.Incomplete == "", Fences: []Fence{}, Notes: []string{},
		Sentence: i.sentence(p), Wrong: newError(s, i.Wrong),
	}
	if i.None != nil {
		out.Reason = i.None.Error()
	}
	if r := i.Result; r != nil {
		out.Cost, out.Exact, out.Proved, out.Verdict = newCost(r.Cost), r.Exact, r.Verdict.Proved, r.Verdict.String()
		out.Tried, out.Caught, out.Executions = r.Tried, r.Caught, r.Executions
		out.Incomplete = orNull(r.Incomplete)
		for k, f := range r.Placement.Add {
			fence := Fence{Kind: f.Kind.String(), Side: f.Side.String(), At: s.Site(f.Site), Text: s.Sites[f.Site].Text, Line: s.siteText(f.Site)}
			if k < len(r.Removals) {
				rem := &r.Removals[k]
				fence.Tried, fence.Shown = true, rem.Witness != nil || rem.Error != nil
				fence.Error = newError(NewSource(rem.Program), rem.Error)
			}
			if k < len(i.Files) {
				fence.Witness = orNull(i.Files[k])
			}
			out.Fences = append(out.Fences, fence)
		}
	}
	if i.Change != nil {
		out.Diff = i.Change.Diff
		out.Notes = append(out.Notes, i.Change.Notes...)
	}
	return out
}

// sentence returns the result in one line.
func (i *Inferred) sentence(p *code.Program) string {
	under := fmt.Sprintf("%s: under %s ", p.Name, i.Model.Name)
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
	return under + fmt.Sprintf("%s %s, cost %.1f in a run", Count(added, "fence"), verb, i.Result.Cost.Weighted)
}
