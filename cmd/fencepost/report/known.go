package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// A Known is an issue that is no failure: a baseline has it, or a comment in the source
// suppresses it.
type Known struct {
	Fingerprint string `json:"fingerprint"`
	At          string `json:"at"` // file:line:col at the time it was noted
	Kind        string `json:"kind"`
	Reason      string `json:"reason,omitempty"` // reason in the comment; empty if it is in the baseline
}

// suppressed reports whether a comment in the source suppresses it.
func (k *Known) suppressed() bool { return k.Reason != "" }

const baselineVersion = 1

// A Baseline is a set of known issues.
type Baseline struct {
	Version int     `json:"version"`
	Known   []Known `json:"known"`
	// Sum is the hash of the other members. Baselines written before it existed, or by
	// hand, have none.
	Sum string `json:"sum,omitempty"`
}

// NewBaseline returns all issues of a result except those that comments suppress. File
// names below dir are relative to it.
func NewBaseline(r *Result, dir string) *Baseline {
	b := &Baseline{Version: baselineVersion, Known: []Known{}}
	prints := newFingerprints(r, dir)
	for k := range r.Issues {
		i := &r.Issues[k]
		if print := prints.fingerprint(i); i.Known == nil || !i.Known.suppressed() {
			b.Known = append(b.Known, Known{Fingerprint: print, At: i.Error.At, Kind: i.Error.Kind})
		}
	}
	return b
}

// JoinBaselines returns the issues of some baselines, each once, in an order that does not
// depend on theirs.
func JoinBaselines(list []*Baseline) *Baseline {
	all := &Baseline{Version: baselineVersion, Known: []Known{}}
	for _, b := range list {
		all.Known = append(all.Known, b.Known...)
	}
	slices.SortFunc(all.Known, func(a, b Known) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	all.Known = slices.CompactFunc(all.Known, func(a, b Known) bool { return a.Fingerprint == b.Fingerprint })
	return all
}

// ReadBaseline reads a baseline that Write wrote.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var b Baseline
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("is no baseline: %v", err)
	}
	if b.Version != baselineVersion || d.More() {
		return nil, errors.New("is no baseline of this version")
	}
	told := b.Sum
	b.Sum = ""
	if sum, err := sumOf(&b); err != nil || told != "" && sum != told {
		return nil, errors.New("was changed after it was written: its sum differs (--update-baseline writes it anew; without \"sum\" it is taken as it is)")
	}
	return &b, nil
}

// Write writes the baseline as JSON.
func (b *Baseline) Write(w io.Writer) error {
	sealed := *b
	sum, err := sumOf(b)
	if err != nil {
		return err
	}
	sealed.Sum = sum
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sealed)
}

// Recognise marks the issues that the baseline, which may be nil, has, or that a comment at
// their position suppresses. It reports whether all issues are known.
func (r *Result) Recognise(b *Baseline, dir string) bool {
	inBaseline := map[string]Known{}
	if b != nil {
		for _, k := range b.Known {
			inBaseline[k.Fingerprint] = k
		}
	}
	prints := newFingerprints(r, dir)
	all := true
	for n := range r.Issues {
		i := &r.Issues[n]
		if i.Error == nil {
			continue
		}
		k, ok := inBaseline[prints.fingerprint(i)]
		if reason := r.Source.suppression(i.Error); reason != "" {
			k, ok = Known{prints.last, i.Error.At, i.Error.Kind, reason}, true
		}
		if !ok {
			all = false
			continue
		}
		k.At = i.Error.At
		i.Known = &k
		r.Known = append(r.Known, k)
	}
	if all = all && len(r.Issues) > 0; all {
		r.Verdict += "; all findings are known"
	}
	return all
}

var suppression = lazyregexp.New(`(?://|/\*)\s*fencepost:ignore\b[\s:]*(.*?)\s*(?:\*/.*)?$`)

// suppression returns the reason of the comment that suppresses an error: fencepost:ignore
// REASON in the line of the error, or of either access of a race, or alone in the line
// before. A comment without a reason suppresses nothing.
func (s *Source) suppression(e *Error) string {
	places := append([]trace.Pos{e.Pos}, lists.Map(e.Racers, func(r Racer) trace.Pos { return r.Pos })...)
	for _, p := range places {
		for _, up := range []int{0, 1} {
			at := p
			at.Line -= up
			text, ok := s.line(at)
			m := suppression().FindStringSubmatchIndex(text)
			if !ok || m == nil || up == 1 && strings.TrimSpace(text[:m[0]]) != "" {
				continue
			}
			if reason := text[m[2]:m[3]]; reason != "" {
				return printable(reason)
			}
		}
	}
	return ""
}

// known lists the issues that are no failures.
func (t *printer) known() {
	list := t.result.Known
	if len(list) == 0 {
		return
	}
	t.printf("\nKnown, so that they fail nothing: %d of %s\n", len(list), Count(len(t.result.Issues), "finding"))
	for _, k := range list {
		why := "in the baseline"
		if k.suppressed() {
			why = "suppressed: " + k.Reason
		}
		t.printf("  %s: %s (%s)\n", k.At, k.Kind, why)
	}
}
