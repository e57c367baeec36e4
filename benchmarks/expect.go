// Package benchmarks holds the C programs on which Fencepost is measured, with the expected
// results of each. relaxer has the seven programs and three figures of RELAXER (ISSTA
// 2011), litmus the classic litmus tests as C programs, c11 the programs of C11Tester
// (ASPLOS 2021) and PCTWM (ASPLOS 2023), heldout well-known algorithms on which no setting
// was tuned, sampling C11 programs on which no strategy was tuned, verdicts small programs
// with common mistakes.
//
// The first comment of a program states the expected results, in lines of a fixed form:
//
//	observe: r1 r2                           globals whose final values are listed
//	sc:   0,1 1,0 1,1                        all their values under a model
//	tso:  sc + 0,0                           those of another model, and more
//	expect tso pso: bug                      some execution ends in an error
//	expect -DFIXED tso: none                 no execution does; compiled with -D
//	cycle tso buggy: 1,2,11,12 7,2,11,12     happens-before cycles, by role
//	verdict: buggy                           verdict of check: buggy or proved
//	causes: 1                                number of causes that check finds
//	fix: release                             the repair: orders, atomic or lock and a variable, or none
//	sc-bug: yes                              the error needs no relaxed memory
//	unreached: 1                             assertions that no execution reaches
//
// A cycle is named by the roles of its lines. The line with role 7 ends in the comment
// "line 7". Roles are the paper's line numbers.
package benchmarks

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// Files holds the programs and the header that gcc needs for them.
//
//go:embed fencepost.h relaxer/*.c litmus/*.c c11/*.c heldout/*.c heldout/*.h sampling/*.c sampling/*.h verdicts/*.c
var Files embed.FS

// models are the models that outcomes, verdicts and cycles may name, strongest first.
var models = []string{"sc", "tso", "pso", "pslo"}

// c11 is a model that only verdicts and cycles may name.
const c11 = "c11"

// Expectation is the content of a program's first comment.
type Expectation struct {
	Observe  []string            // globals, in the order of an outcome's values
	Outcomes map[string][]string // by model: all final values, comma-separated, sorted
	Verdicts []Verdict           // in order of appearance
	Cycles   []Cycle             // in order of appearance
	Lines    map[int]int         // by role: the source line, from 1

	// set for the programs in verdicts
	Verdict   string // expected verdict of check: buggy or proved
	Causes    int
	Fix       []string // orders that are too weak, or "atomic" or "lock" and a variable; none if there is no simple repair
	SCBug     bool     // the error needs no relaxed memory
	Unreached int      // number of assertions that no execution reaches
}

// Verdict says whether a program has a bug under a model.
type Verdict struct {
	Define string // the macro that selects the variant; "" for the program as it is
	Model  string
	Bug    bool // some execution ends in an error
}

// Fate is the expected result for a cycle.
type Fate string

// The fates of a cycle under a model. Confirmed is the weakest claim: it can be confirmed,
// and may be buggy or not.
const (
	Buggy     Fate = "buggy"     // confirmed by an execution that ends in an error
	Benign    Fate = "benign"    // confirmed, but never with an error
	Confirmed Fate = "confirmed" // by an execution
	Never     Fate = "never"     // in no execution
)

// Cycle is the expected result for one happens-before cycle under a model.
type Cycle struct {
	Define string
	Model  string
	Fate   Fate
	Roles  []int
}

// Bug returns the verdict for a variant under a model; ok is false if the program does not
// state it.
func (e *Expectation) Bug(define, model string) (bug, ok bool) {
	if v := lists.Find(e.Verdicts, func(v Verdict) bool { return v.Define == define && v.Model == model }); v != nil {
		return v.Bug, true
	}
	return false, false
}

var (
	roleComment = lazyregexp.New(`/\* line ([0-9]+) \*/\s*$`)
	outcomeLine = lazyregexp.New(`^(sc|tso|pso|pslo):(.*)$`)
	statement   = lazyregexp.New(`^(observe:|expect |cycle |verdict:|causes:|fix:|sc-bug:|unreached:)`)
)

// Parse reads the expectation of a program from its source.
func Parse(src string) (Expectation, error) {
	e := Expectation{Outcomes: map[string][]string{}, Lines: map[int]int{}}
	header := true // in the first comment
	if !strings.HasPrefix(src, "/*") {
		return e, fmt.Errorf("1: a program starts with a comment that states what is expected")
	}
	for i, line := range strings.Split(src, "\n") {
		var err error
		if header {
			err = e.headerLine(strings.TrimSpace(strings.Trim(line, "/* ")))
			header = !strings.Contains(line, "*/")
		} else if m := roleComment().FindStringSubmatch(line); m != nil {
			err = e.role(m[1], i+1)
		}
		if err != nil {
			return e, fmt.Errorf("%d: %w", i+1, err)
		}
	}
	for _, c := range e.Cycles {
		for _, r := range c.Roles {
			if e.Lines[r] == 0 {
				return e, fmt.Errorf("no line has role %d of a cycle", r)
			}
		}
	}
	return e, nil
}

func (e *Expectation) role(digits string, line int) error {
	r, err := strconv.Atoi(digits)
	if err != nil {
		return err
	}
	if e.Lines[r] != 0 {
		return fmt.Errorf("lines %d and %d have the same role %d", e.Lines[r], line, r)
	}
	e.Lines[r] = line
	return nil
}

// headerLine reads one line of the first comment; prose is skipped.
func (e *Expectation) headerLine(line string) error {
	if m := outcomeLine().FindStringSubmatch(line); m != nil {
		return e.outcomes(m[1], strings.Fields(m[2]))
	}
	if !statement().MatchString(line) {
		return nil
	}
	left, right, ok := strings.Cut(line, ":")
	if !ok {
		return fmt.Errorf("no colon in %q", line)
	}
	words, values := strings.Fields(left), strings.Fields(right)
	switch words[0] {
	case "observe":
		e.Observe = values
	case "expect":
		return e.verdicts(words[1:], values)
	case "verdict":
		e.Verdict = strings.Join(values, " ")
	case "causes":
		return atoi(&e.Causes, values)
	case "unreached":
		return atoi(&e.Unreached, values)
	case "fix":
		if values[0] != "none" {
			e.Fix = values
		}
	case "sc-bug":
		e.SCBug = true
	default:
		return e.cycles(words[1:], values)
	}
	return nil
}

func atoi(n *int, values []string) (err error) {
	*n, err = strconv.Atoi(strings.Join(values, " "))
	return err
}

// outcomes reads "o o o" or "model + o o".
func (e *Expectation) outcomes(model string, words []string) error {
	if e.Observe == nil {
		return fmt.Errorf("outcomes of %s before the line that says what is observed", model)
	}
	if e.Outcomes[model] != nil {
		return fmt.Errorf("outcomes of %s stated twice", model)
	}
	var set []string
	for i, w := range words {
		switch {
		case w == "+" && i == 1 && set != nil:
		case i == 0 && slices.Contains(models, w):
			if set = slices.Clone(e.Outcomes[w]); set == nil {
				return fmt.Errorf("outcomes of %s are not stated before those of %s", w, model)
			}
		case strings.Count(w, ",")+1 != len(e.Observe):
			return fmt.Errorf("outcome %q does not have %d values", w, len(e.Observe))
		case slices.Contains(set, w):
			return fmt.Errorf("outcome %q stated twice", w)
		default:
			set = append(set, w)
		}
	}
	if len(set) == 0 {
		return fmt.Errorf("no outcomes of %s", model)
	}
	slices.Sort(set)
	e.Outcomes[model] = set
	return nil
}

// variant splits "[-DNAME] model..." into its parts.
func variant(words []string) (define string, ms []string, err error) {
	if len(words) > 0 && strings.HasPrefix(words[0], "-D") {
		define, words = words[0][2:], words[1:]
	}
	if len(words) == 0 {
		return "", nil, fmt.Errorf("no model named")
	}
	for _, m := range words {
		if m != c11 && !slices.Contains(models, m) {
			return "", nil, fmt.Errorf("unknown model %q", m)
		}
	}
	return define, words, nil
}

func (e *Expectation) verdicts(words, values []string) error {
	define, ms, err := variant(words)
	if err != nil {
		return err
	}
	if len(values) != 1 || values[0] != "bug" && values[0] != "none" {
		return fmt.Errorf("a verdict is bug or none, not %q", strings.Join(values, " "))
	}
	for _, m := range ms {
		if _, ok := e.Bug(define, m); ok {
			return fmt.Errorf("verdict of %s stated twice", m)
		}
		e.Verdicts = append(e.Verdicts, Verdict{Define: define, Model: m, Bug: values[0] == "bug"})
	}
	return nil
}

func (e *Expectation) cycles(words, values []string) error {
	if len(words) == 0 {
		return fmt.Errorf("no fate of a cycle")
	}
	fate := Fate(words[len(words)-1])
	if !slices.Contains([]Fate{Buggy, Benign, Confirmed, Never}, fate) {
		return fmt.Errorf("unknown fate %q of a cycle", fate)
	}
	define, ms, err := variant(words[:len(words)-1])
	if err != nil {
		return err
	}
	if len(values) == 0 {
		return fmt.Errorf("no cycle named")
	}
	for _, m := range ms {
		for _, v := range values {
			roles, err := parseRoles(v)
			if err != nil {
				return err
			}
			e.Cycles = append(e.Cycles, Cycle{Define: define, Model: m, Fate: fate, Roles: roles})
		}
	}
	return nil
}

func parseRoles(s string) ([]int, error) {
	var roles []int
	for _, f := range strings.Split(s, ",") {
		r, err := strconv.Atoi(f)
		if err != nil || r < 1 {
			return nil, fmt.Errorf("bad role %q in cycle %q", f, s)
		}
		roles = append(roles, r)
	}
	if len(roles)%2 != 0 {
		return nil, fmt.Errorf("cycle %q has an odd length", s)
	}
	return roles, nil
}
