package litmus

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace/lists"
)

// A Reader reads memory at the end of an execution, when all buffers are
// empty. An *interp.Machine is one.
type Reader interface {
	Final(addr uint64, size uint8) (v uint64, undef bool)
}

// State returns the final state of the observed locations, in the form of a
// log: "0:r0=1; [x]=1;".
func (t *Test) State(m Reader) string { return string(t.appendState(nil, m)) }

func (t *Test) appendState(dst []byte, m Reader) []byte {
	for i, l := range t.Observed {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = l.append(dst)
		dst = append(dst, '=')
		v := l.value(m)
		if name, ok := t.addresses[v]; ok {
			dst = append(dst, name...)
		} else {
			dst = strconv.AppendInt(dst, v, 10)
		}
		dst = append(dst, ';')
	}
	return dst
}

// Satisfies reports whether the condition's proposition holds in a final state.
func (t *Test) Satisfies(m Reader) bool { return t.Condition.Holds(m) }

// Counts reports whether an execution satisfies the filter.
func (t *Test) Counts(m Reader) bool { return t.Filter == nil || t.Filter.Holds(m) }

// A State is a final state of some execution.
type State struct {
	Text       string `json:"state"`
	Executions int    `json:"executions"`
	Satisfies  bool   `json:"satisfies"` // the condition's proposition

	values []int64 // of Test.Observed
}

// Outcomes collects the final states of a test's executions. It is not safe
// for concurrent use.
type Outcomes struct {
	Race  bool     // some execution has a race: the verdict is Undef
	Flags []string // flags that the model raises in executions, besides races
	Note  string   // a note to print with the states, or ""

	test   *Test
	states map[string]*State
	text   []byte // of the latest state
}

// NewOutcomes returns an empty collection.
func (t *Test) NewOutcomes() *Outcomes {
	return &Outcomes{test: t, states: make(map[string]*State)}
}

// Add counts an execution that has completed. It returns the execution's final state, and whether it
// is the first with that state. It ignores executions that do not satisfy the filter.
func (o *Outcomes) Add(m Reader) (state string, first bool) {
	if !o.test.Counts(m) {
		return "", false
	}
	o.text = o.test.appendState(o.text[:0], m)
	s := o.states[string(o.text)]
	first = s == nil
	if first {
		values := lists.Map(o.test.Observed, func(l Location) int64 { return l.value(m) })
		s = &State{Text: string(o.text), Satisfies: o.test.Satisfies(m), values: values}
		o.states[s.Text] = s
	}
	s.Executions++
	return s.Text, first
}

// Has reports whether an earlier execution had the same final state.
func (o *Outcomes) Has(m Reader) bool {
	o.text = o.test.appendState(o.text[:0], m)
	return o.states[string(o.text)] != nil
}

// Len returns the number of distinct states.
func (o *Outcomes) Len() int { return len(o.states) }

// Merge adds the outcomes of p, which is of the same test.
func (o *Outcomes) Merge(p *Outcomes) {
	o.Race = o.Race || p.Race
	for _, s := range p.States() {
		if mine := o.states[s.Text]; mine != nil {
			mine.Executions += s.Executions
		} else {
			o.states[s.Text] = &s
		}
	}
}

// A wireState is the JSON of a State with its values.
type wireState struct {
	State
	Values []int64 `json:"values"`
}

// MarshalJSON writes the states in the form that AddJSON reads in another process.
func (o *Outcomes) MarshalJSON() ([]byte, error) {
	return json.Marshal(lists.Map(o.States(), func(s State) wireState { return wireState{s, s.values} }))
}

// AddJSON adds states that MarshalJSON wrote for the same test.
func (o *Outcomes) AddJSON(text []byte) error {
	var list []wireState
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	more := o.test.NewOutcomes()
	for i := range list {
		s := &list[i].State
		s.values = list[i].Values
		more.states[s.Text] = s
	}
	o.Merge(more)
	return nil
}

// States returns the distinct states in order of their values.
func (o *Outcomes) States() []State {
	list := make([]State, 0, len(o.states))
	for _, s := range o.states {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b State) int {
		return cmp.Or(slices.Compare(a.values, b.values), strings.Compare(a.Text, b.Text))
	})
	return list
}

// Witnesses returns how many executions satisfy the condition's proposition,
// and how many do not.
func (o *Outcomes) Witnesses() (positive, negative int) {
	for _, s := range o.states {
		if s.Satisfies {
			positive += s.Executions
		} else {
			negative += s.Executions
		}
	}
	return positive, negative
}

// A Verdict says whether the condition is met.
type Verdict string

// The verdicts, as a log has them.
const (
	Ok    Verdict = "Ok"
	No    Verdict = "No"
	Undef Verdict = "Undef" // there is a race
)

// Verdict judges the condition.
func (o *Outcomes) Verdict() Verdict {
	if o.Race {
		return Undef
	}
	positive, negative := o.Witnesses()
	met := positive > 0
	switch o.test.Quantifier {
	case NotExists:
		met = positive == 0
	case Forall:
		met = negative == 0
	}
	if met {
		return Ok
	}
	return No
}

// Observation returns how often the condition's proposition holds: Always,
// Sometimes or Never.
func (o *Outcomes) Observation() string {
	switch positive, negative := o.Witnesses(); {
	case positive == 0:
		return "Never"
	case negative == 0:
		return "Always"
	}
	return "Sometimes"
}

// kinds are the words of a log's first line.
var kinds = map[Quantifier]string{Exists: "Allowed", NotExists: "Forbidden", Forall: "Required"}

// WriteLog writes the outcomes in herd's log format, followed by an empty line.
func (o *Outcomes) WriteLog(w io.Writer) error {
	t := o.test
	var b strings.Builder
	states := o.States()
	fmt.Fprintf(&b, "Test %s %s\nStates %d\n", t.Name, kinds[t.Quantifier], len(states))
	for _, s := range states {
		b.WriteString(s.Text + "\n")
	}
	positive, negative := o.Witnesses()
	fmt.Fprintf(&b, "%s\nWitnesses\nPositive: %d Negative: %d\n", o.Verdict(), positive, negative)
	for _, f := range o.Flags {
		fmt.Fprintf(&b, "Flag %s\n", f)
	}
	if o.Note != "" {
		fmt.Fprintf(&b, "Note %s\n", o.Note)
	}
	fmt.Fprintf(&b, "Condition %s (%s)\n", t.Quantifier, t.Condition)
	fmt.Fprintf(&b, "Observation %s %s %d %d\n\n", t.Name, o.Observation(), positive, negative)
	_, err := io.WriteString(w, b.String())
	return err
}

// ParseState reads a final state or a part of one: LOCATION=VALUE, separated by ; or /\. The
// locations must be observed.
func (t *Test) ParseState(text string) (*Prop, error) {
	var p *Prop
	for _, item := range strings.FieldsFunc(strings.ReplaceAll(text, `/\`, ";"), func(r rune) bool { return r == ';' }) {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, value, ok := strings.Cut(item, "=")
		if !ok {
			return nil, fmt.Errorf("%s: expected LOCATION=VALUE", item)
		}
		x, err := t.equal(strings.TrimSpace(name), strings.TrimSpace(value))
		if err != nil {
			return nil, err
		}
		if p == nil {
			p = x
		} else {
			p = &Prop{Op: And, X: p, Y: x}
		}
	}
	if p == nil {
		return nil, fmt.Errorf("no LOCATION=VALUE is given")
	}
	return p, nil
}

// equal returns the proposition that an observed location has a value.
func (t *Test) equal(name, value string) (*Prop, error) {
	for _, l := range t.Observed {
		if l.String() != name && (l.Thread >= 0 || l.Name != name) {
			continue
		}
		v, err := strconv.ParseInt(value, 0, 64)
		if err == nil {
			return &Prop{Op: Equal, Loc: l, Value: v}, nil
		}
		for addr, n := range t.addresses {
			if n == value {
				return &Prop{Op: Equal, Loc: l, Value: addr, Symbol: n}, nil
			}
		}
		return nil, fmt.Errorf("%s is no value of %s", value, name)
	}
	return nil, t.notObserved(name)
}

// notObserved returns the error for a name that is not in Observed.
func (t *Test) notObserved(name string) error {
	known := lists.Map(t.Observed, Location.String)
	return fmt.Errorf("%s is not observed: choose from %s", name, strings.Join(known, ", "))
}
