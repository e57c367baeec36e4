package lessons

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/play"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// columns are the models of the table of outcomes unless a lesson names others. machines
// are the additional ones for litmus tests of C: C11 as first formalised, and the hardware
// for which C is compiled.
var (
	columns  = []string{"sc", "tso", "pso", "pslo", "c11"}
	machines = []string{"c11orig", "armv8", "power", "riscv"}
)

func known(model string) bool { return slices.Contains(search.Models(), model) }

// maxExecutions bounds the search of one model.
const maxExecutions = 300_000

// An expectation is a verdict that a lesson expects.
type expectation struct {
	models []string
	pos    trace.Pos
}

// An Answer is the result of a lesson's program under the models.
type Answer struct {
	Observe  []string  `json:"observe"`  // names of an outcome's values
	Outcomes []Outcome `json:"outcomes"` // outcomes that some model allows, in order of their values
	Options  []Option  `json:"options"`  // of the question
	Has      []string  `json:"has"`      // models that allow the goal, in the order of the lesson
	Lacks    []string  `json:"lacks"`
	// Shown is a short execution that reaches the goal of Predict, under the strongest
	// model with a machine that allows it; nil if there is none.
	Shown *Shown `json:"-"`
}

// An Outcome is a final state.
type Outcome struct {
	Values []string `json:"values"` // in the order of Observe
	Models []string `json:"models"` // models that allow it
	Goal   bool     `json:"goal"`   // it is an outcome of the goal of Predict
}

// Text returns the outcome as "r0=0 r1=1".
func (o *Outcome) Text(observe []string) string {
	parts := make([]string, len(o.Values))
	for i, v := range o.Values {
		parts[i] = observe[i] + "=" + v
	}
	return strings.Join(parts, " ")
}

// An Option is a possible answer to a question.
type Option struct {
	Text  string `json:"text"`
	Right bool   `json:"right"`
}

// Score returns the number of options that are right and ticked, or wrong and not ticked.
func Score(options []Option, ticks []int) (right int) {
	for i, o := range options {
		if o.Right == slices.Contains(ticks, i) {
			right++
		}
	}
	return right
}

// A Shown is an execution with its moves.
type Shown struct {
	Model     *models.Model
	Moves     []int
	Execution *graph.Execution
}

// Answer explores every execution of the program under every model of the lesson. It returns the
// error of ctx or of the program. If the models with the goal differ from the header's, the error is
// a *trace.Diagnostic. It is also an error if there are too many executions.
func (l *Lesson) Answer(ctx context.Context) (*Answer, error) {
	a := &Answer{}
	rows, err := l.explore(ctx, l.Program.Code, l.Models, a)
	if err != nil {
		return nil, err
	}
	a.Outcomes = rows
	l.options(a)
	if a.Shown, err = l.shortest(ctx, a); err != nil {
		return nil, err
	}
	if e := l.expect; e != nil && !slices.Equal(sorted(e.models), sorted(a.Has)) {
		return nil, &trace.Diagnostic{Pos: e.pos, Message: fmt.Sprintf("the models that have the goal are not those that are expected: %s", listed(a.Has))}
	}
	return a, nil
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func listed(names []string) string { return cmp.Or(strings.Join(names, ", "), "none") }

// observed returns the names of the globals of a C program that make an outcome: those in
// the header and the goal; by default all, if they are few.
func (l *Lesson) observed() ([]string, error) {
	goal, err := l.Program.Goal(l.Predict.Goal)
	if err != nil {
		return nil, err
	}
	names := slices.Clone(l.observe)
	for _, at := range goal.Locations() {
		names = lists.Add(names, at.Name)
	}
	return names, nil
}

// exploration returns the search of a variant of the program.
func (l *Lesson) exploration(p *code.Program) (*search.Exploration, error) {
	if t := l.Program.Test; t != nil {
		variant := *t
		variant.Program = p
		return search.OfTest(l.File, &variant), nil
	}
	names, err := l.observed()
	if err != nil {
		return nil, err
	}
	return search.OfProgram(p, names)
}

// explore returns the outcomes of a variant of the program, and sets in a the models that
// allow the goal.
func (l *Lesson) explore(ctx context.Context, p *code.Program, names []string, a *Answer) ([]Outcome, error) {
	goal, err := l.Program.Goal(l.Predict.Goal)
	if err != nil {
		return nil, err
	}
	x, err := l.exploration(p)
	if err != nil {
		return nil, err
	}
	if err := x.Run(ctx, names, search.Options{MaxExecutions: maxExecutions}); err != nil {
		return nil, err
	}
	a.Has, a.Lacks = []string{}, []string{}
	var rows []Outcome
	for k := range x.Models {
		m := &x.Models[k]
		if m.Incomplete != "" {
			return nil, cmp.Or(ctx.Err(), fmt.Errorf("%s: under %s not all executions can be explored: %s", l.File, names[k], m.Incomplete))
		}
		has := l.Predict.Goal == play.Bug && (len(m.Report.Errors) > 0 || m.OnlyUndefined())
		for _, o := range m.Outcomes {
			s := l.parse(o.State)
			a.Observe = s.names
			i := slices.IndexFunc(rows, func(r Outcome) bool { return slices.Equal(r.Values, s.values) })
			if i < 0 {
				i = len(rows)
				rows = append(rows, Outcome{Values: s.values, Goal: goal != nil && goal.Holds(s)})
			}
			rows[i].Models = append(rows[i].Models, names[k])
			has = has || rows[i].Goal
		}
		if has {
			a.Has = append(a.Has, names[k])
		} else {
			a.Lacks = append(a.Lacks, names[k])
		}
	}
	slices.SortFunc(rows, func(a, b Outcome) int { return slices.CompareFunc(a.Values, b.Values, compareNumbers) })
	return rows, nil
}

func compareNumbers(a, b string) int {
	x, _ := strconv.ParseInt(a, 10, 64)
	y, _ := strconv.ParseInt(b, 10, 64)
	return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
}

// A state is a parsed final state.
type state struct {
	names, values []string
	content       map[uint64]uint64 // by address
}

// Final returns the content of size bytes at addr.
func (s *state) Final(addr uint64, size uint8) (uint64, bool) { return s.content[addr], false }

// parse reads a state: "0:r0=0; [x]=1;" of a litmus test, "a=0 b=1" of a C program. A
// register has its name alone if no other thread has a register of that name.
func (l *Lesson) parse(text string) *state {
	s := &state{content: map[uint64]uint64{}}
	short := map[string]int{}
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ';' }) {
		name, value, _ := strings.Cut(field, "=")
		at := litmus.Location{Thread: -1, Name: strings.Trim(name, "[]")}
		if l.Program.Test == nil {
			at.Name = name
		} else if thread, register, ok := strings.Cut(name, ":"); ok {
			at.Thread, _ = strconv.Atoi(thread)
			at.Name = register
		}
		if found, err := l.Program.Locate(at.Thread, at.Name); err == nil {
			v, _ := strconv.ParseInt(value, 10, 64)
			s.content[found.Addr] = uint64(v)
		}
		short[at.Name]++
		s.names, s.values = append(s.names, name), append(s.values, value)
	}
	for i, name := range s.names {
		if l.Program.Test == nil {
			continue
		}
		if _, register, ok := strings.Cut(name, ":"); ok && short[register] == 1 {
			s.names[i] = register
		} else if !ok {
			s.names[i] = strings.Trim(name, "[]")
		}
	}
	return s
}

// maxOptions bounds the combinations of values that are options.
const maxOptions = 16

// options makes the options of the question.
func (l *Lesson) options(a *Answer) {
	if l.Predict.Model == "" {
		a.Options = lists.Map(l.Models, func(m string) Option { return Option{m, slices.Contains(a.Has, m)} })
		return
	}
	a.Options = lists.Map(combinations(a), func(values []string) Option {
		o := Outcome{Values: values}
		right := slices.ContainsFunc(a.Outcomes, func(r Outcome) bool {
			return slices.Equal(r.Values, values) && slices.Contains(r.Models, l.Predict.Model)
		})
		return Option{o.Text(a.Observe), right}
	})
}

// combinations returns all combinations of the occurring values, in order; if they are too
// many, the outcomes.
func combinations(a *Answer) [][]string {
	list := [][]string{nil}
	for i := range a.Observe {
		var values []string
		for _, o := range a.Outcomes {
			values = lists.Add(values, o.Values[i])
		}
		slices.SortFunc(values, compareNumbers)
		var longer [][]string
		for _, prefix := range list {
			for _, v := range values {
				longer = append(longer, append(slices.Clone(prefix), v))
			}
		}
		if list = longer; len(list) > maxOptions {
			return lists.Map(a.Outcomes, func(o Outcome) []string { return o.Values })
		}
	}
	return list
}

// shortest returns a short execution that reaches the goal, under the strongest model with
// a machine that allows it.
func (l *Lesson) shortest(ctx context.Context, a *Answer) (*Shown, error) {
	for _, name := range play.Models() {
		if !slices.Contains(a.Has, name) {
			continue
		}
		g, err := l.Program.Game(name, l.Predict.Goal)
		if err != nil {
			return nil, err
		}
		moves, err := g.Solve(ctx, nil)
		if err != nil {
			return nil, err
		}
		if moves == nil {
			continue // the machine of C11 is stricter than its axioms
		}
		s, err := g.Play(ctx, moves)
		if err != nil {
			return nil, err
		}
		return &Shown{g.Machine().Model(), moves, g.Machine().Execution(slices.Clone(s.Events))}, nil
	}
	return nil, nil
}

// Answer explores every execution of the transfer's program under each of its models, and
// returns the options. Right are the models under which an execution goes wrong.
func (t *Transfer) Answer(ctx context.Context) ([]Option, error) {
	p, err := t.Open()
	if err != nil {
		return nil, err
	}
	x, err := search.OfProgram(p.Code, nil)
	if err != nil {
		return nil, err
	}
	if err := x.Run(ctx, t.Models, search.Options{MaxExecutions: maxExecutions}); err != nil {
		return nil, err
	}
	options := []Option{}
	for k := range x.Models {
		m := &x.Models[k]
		wrong := len(m.Report.Errors) > 0 || m.OnlyUndefined()
		if m.Incomplete != "" && !wrong {
			return nil, cmp.Or(ctx.Err(), fmt.Errorf("%s: under %s not all executions can be explored: %s", t.File, t.Models[k], m.Incomplete))
		}
		options = append(options, Option{t.Models[k], wrong})
	}
	return options, nil
}

// Open compiles the program.
func (t *Transfer) Open() (*play.Program, error) { return play.Open(t.File, []byte(t.Source)) }
