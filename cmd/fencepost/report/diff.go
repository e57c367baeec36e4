package report

import (
	"cmp"
	"fmt"

	"fencepost/interp/search/diff"
)

// VersionDiff is the difference in behaviour of two versions of a program.
type VersionDiff struct {
	Model      ModelName      `json:"model"` // rc11 stands for c11, and rc20 for c++20
	Same       bool           `json:"same"`
	Old        ProgramVersion `json:"old"`
	New        ProgramVersion `json:"new"`
	Incomplete *string        `json:"incomplete"`

	Sentence string `json:"-"`
}

// A ProgramVersion is one of two compared programs.
type ProgramVersion struct {
	Program     string      `json:"program"`
	Executions  int64       `json:"executions"`
	Classes     int         `json:"classes"`
	OnlyClasses int         `json:"only_classes"` // number of classes that the other version does not have
	Only        []Behaviour `json:"only"`         // at most 5 classes
	// Certain says that all executions of the other version were explored. Otherwise it may
	// also have the behaviours in Only.
	Certain    bool    `json:"certain"`
	Incomplete *string `json:"incomplete"`
}

// A Behaviour is one that only one version has.
type Behaviour struct {
	Kind      string `json:"kind"` // final state, error or class
	Text      string `json:"text"`
	Error     *Error `json:"error,omitempty"`
	Execution int    `json:"execution,omitempty"` // number of its execution, for explain

	telling string // the command that tells its execution
}

// FromDiff returns the result of comparing two versions.
func FromDiff(model string, old, now *diff.Version) *Result {
	b := &VersionDiff{Model: ModelName(model)}
	number := 0
	b.Old, b.New = newVersion(old, &number), newVersion(now, &number)
	b.Old.Certain, b.New.Certain = now.Incomplete == "", old.Incomplete == ""
	b.Same = len(old.Only) == 0 && len(now.Only) == 0
	b.Incomplete = cmp.Or(b.Old.Incomplete, b.New.Incomplete)
	switch {
	case b.Same && b.Incomplete == nil:
		b.Sentence = fmt.Sprintf("the same behaviours under %s (%s)", model, Count(b.New.Classes, "class"))
	case b.Same:
		b.Sentence = fmt.Sprintf("no difference under %s in what was explored (%s, %s)", model, Count(b.Old.Classes, "class"), Count(b.New.Classes, "class"))
	case !b.certain():
		b.Sentence = fmt.Sprintf("what was explored differs under %s, which says little: %s, %s", model, Count(b.Old.Classes, "class"), Count(b.New.Classes, "class"))
	default:
		b.Sentence = fmt.Sprintf("the versions differ under %s: of %s %d %s gone, of %s %d %s new", model, Count(b.Old.Classes, "class"), b.Old.OnlyClasses, b.Old.be(), Count(b.New.Classes, "class"), b.New.OnlyClasses, b.New.be())
	}
	b.Sentence += cutShort(cmp.Or(old.Incomplete, now.Incomplete))
	out := New("diff", StatusOf(b.certain(), b.Incomplete != nil))
	out.Body, out.Verdict = b, b.Sentence
	return out
}

// certain reports whether there is a difference that no further execution can remove.
func (b *VersionDiff) certain() bool {
	return b.Old.Certain && len(b.Old.Only) > 0 || b.New.Certain && len(b.New.Only) > 0
}

// be returns the verb for the classes that only v has, as far as is known.
func (v *ProgramVersion) be() string {
	if v.Certain {
		return "are"
	}
	return "may be"
}

func newVersion(v *diff.Version, number *int) ProgramVersion {
	s := NewSource(v.Program)
	out := ProgramVersion{Program: v.Program.Name, Executions: v.Executions, Classes: v.Classes, OnlyClasses: v.OnlyClasses, Only: []Behaviour{}, Incomplete: orNull(v.Incomplete)}
	for _, x := range v.Only {
		b := Behaviour{Kind: string(x.Kind), Text: x.Text, Error: newError(s, x.Err)}
		if x.Witness != nil {
			*number++
			b.Execution, b.telling = *number, tellBy(x.Witness, *number)
		}
		out.Only = append(out.Only, b)
	}
	return out
}
