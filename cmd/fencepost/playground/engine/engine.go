// Package engine answers the requests of the playground's page: it explores a program,
// shows an execution or why there is none, checks, plays, repairs and grades. The
// process that serves the page and the build for the browser run the same engine.
//
// A request carries the program's text, and an answer the JSON document that the command
// would print, with the parts of the page that package report makes of it. Nothing is
// read but the request: the headers are those that are built in, the models those that
// have a name. C++ is compiled by the clang of the machine, with the headers of its libraries, and
// Rust by its rustc; where there is none, and in a browser, they are refused.
package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/interp/play"
	"fencepost/trace"
)

// Limits bound what a request takes.
type Limits struct {
	Source     int           // bytes of a program
	Time       time.Duration // of a request
	Memory     int64         // bytes that executions may take
	Output     int           // bytes of an answer
	Executions int64         // explored under a model
}

// DefaultLimits are those of the playground.
var DefaultLimits = Limits{Source: 256 << 10, Time: 20 * time.Second, Memory: 512 << 20, Output: 8 << 20, Executions: 200_000}

// A Request is what the page asks for.
type Request struct {
	Do     string `json:"do"` // see actions
	Name   string `json:"name,omitempty"`
	Source string `json:"source,omitempty"`
	Number int    `json:"number,omitempty"` // of parts of the page: no two that are shown share one

	Model      string   `json:"model,omitempty"`
	Observe    []string `json:"observe,omitempty"`
	Executions int64    `json:"executions,omitempty"` // bound
	Unroll     int      `json:"unroll,omitempty"`     // bound
	Seconds    int      `json:"seconds,omitempty"`    // bound
	State      string   `json:"state,omitempty"`      // of an outcome
	Error      string   `json:"error,omitempty"`      // file:line:col: kind: message

	Repair *Repair `json:"repair,omitempty"` // what of the program is changed

	Goal  string `json:"goal,omitempty"`  // of a game
	Moves []int  `json:"moves,omitempty"` // made in it

	Lesson  string `json:"lesson,omitempty"`  // its name; if it is empty, the program is the lesson
	Buffers []int  `json:"buffers,omitempty"` // chosen for the settings of a machine
	Ticks   []int  `json:"ticks,omitempty"`   // of the options of a question
}

// An Answer is what the engine says.
type Answer struct {
	// Document is what the command prints with --json; of a request that cannot be
	// answered it has a status and diagnostics alone.
	Document *report.Result `json:"document"`
	Program  *Program       `json:"program,omitempty"`
	Parts    []Part         `json:"parts,omitempty"`
	Menu     *Menu          `json:"menu,omitempty"`
	Choice   *Choice        `json:"choice,omitempty"`
	Game     *play.State    `json:"game,omitempty"`
	Moves    []int          `json:"moves,omitempty"` // that reach the goal of a game

	Examples []Topic              `json:"examples,omitempty"`
	Lessons  []report.LessonTitle `json:"lessons,omitempty"`
	Lesson   *Lesson              `json:"lesson,omitempty"`
	Marked   *Marked              `json:"marked,omitempty"`
	Trial    *lessons.Trial       `json:"trial,omitempty"`
	Buffers  *lessons.BufferTrial `json:"buffers,omitempty"`
}

// A Part is a part of the page. Its Explanation, if it has one, is for the Player.
type Part struct {
	Title       string              `json:"title"`
	HTML        string              `json:"html"`
	Text        string              `json:"text,omitempty"`
	Explanation *report.Explanation `json:"explanation,omitempty"`
}

// explain gives the part the steps of an execution, which has a number on the page.
func (p *Part) explain(x *report.Explanation, number int) error {
	p.Explanation = x
	return p.write(func(w io.Writer) error { return report.WriteExecution(w, x, number) })
}

// draw gives the part a graph, which has a number on the page.
func (p *Part) draw(g *report.Graph, number int) error {
	return p.write(func(w io.Writer) error { return report.WriteGraph(w, g, number) })
}

func (p *Part) write(html func(io.Writer) error) error {
	var text strings.Builder
	err := html(&text)
	p.HTML = text.String()
	return err
}

// actions are what requests may ask for, with the command whose document is the answer.
var actions = map[string]struct {
	command string
	run     func(*session) (*Answer, error)
}{
	"open":      {"explore", (*session).open},
	"examples":  {"explore", (*session).examples},
	"explore":   {"explore", (*session).explore},
	"execution": {"explore", (*session).execution},
	"why":       {"explore", (*session).why},
	"check":     {"check", (*session).check},
	"justify":   {"justify", (*session).justify},
	"menu":      {"fences", (*session).menu},
	"cheapest":  {"fences", (*session).cheapest},
	"play":      {"play", (*session).play},
	"hint":      {"play", (*session).hint},
	"lessons":   {"learn", (*session).lessons},
	"lesson":    {"learn", (*session).lesson},
	"predict":   {"learn", (*session).predict},
	"trial":     {"learn", (*session).trial},
	"transfer":  {"learn", (*session).transfer},
	"buffers":   {"learn", (*session).buffers},
}

// A session answers one request.
type session struct {
	*Request
	ctx      context.Context
	limits   *Limits
	programs *Programs
}

// Run answers a request. It ends soon after ctx does, or after the time that the request
// or the limits give. A request that cannot be answered has a document that says why. The programs
// of earlier requests may be nil.
func Run(ctx context.Context, r *Request, limits Limits, programs *Programs) (a *Answer) {
	action, ok := actions[r.Do]
	if !ok {
		return failed("explore", trace.Diagnostic{Message: fmt.Sprintf("%q is nothing that can be asked for", r.Do)})
	}
	defer func() {
		if v := recover(); v != nil {
			debug.PrintStack()
			a = failed(action.command, trace.Diagnostic{Message: fmt.Sprintf("internal error: %v", v)})
		}
	}()
	if len(r.Source) > limits.Source {
		return failed(action.command, trace.Diagnostic{Pos: trace.Pos{File: r.Name}, Message: fmt.Sprintf("the program has %d bytes: at most %d are taken here", len(r.Source), limits.Source)})
	}
	within := limits.Time
	if asked := time.Duration(r.Seconds) * time.Second; asked > 0 && asked < within {
		within = asked
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	s := &session{r, ctx, &limits, programs}
	a, err := action.run(s)
	if err != nil {
		return failed(action.command, diagnostics(err, s.name())...)
	}
	return a
}

// ok returns the answer to a request, which has no document of a command.
func (s *session) ok(command string) *Answer {
	return &Answer{Document: report.New(command, report.OK)}
}

// failed returns the answer to a request that cannot be answered.
func failed(command string, list ...trace.Diagnostic) *Answer {
	return &Answer{Document: report.New(command, report.Failure, list...)}
}

// diagnostics says what is wrong with a request.
func diagnostics(err error, file string) []trace.Diagnostic {
	list, _ := report.Diagnose(err)
	if list == nil {
		list = []trace.Diagnostic{{Message: err.Error()}}
	}
	for i := range list {
		list[i].File = cmp.Or(list[i].File, file)
	}
	return list
}

// machine returns how programs are run.
func (s *session) machine() interp.Options {
	return interp.Options{Semantics: interp.Semantics{MaxSteps: 100_000, Unroll: s.Unroll}, Memory: vm.NewMemory(s.limits.Memory)}
}

// yield lets the timer of the limit go off where there is one processor that nothing
// interrupts, as in the browser.
func yield(string, int) func(int64, int64) {
	return func(int64, int64) { runtime.Gosched() }
}

// Refused returns the answer to a request that is not worked on.
func Refused(format string, args ...any) *Answer {
	return failed("playground", trace.Diagnostic{Message: fmt.Sprintf(format, args...)})
}

// Encode returns an answer as JSON, or one that says that it is too large.
func Encode(a *Answer, limits Limits) []byte {
	text, err := json.Marshal(a)
	if err == nil && len(text) > limits.Output {
		err = fmt.Errorf("the answer has %d bytes, more than the %d that are shown here", len(text), limits.Output)
	}
	if err != nil {
		text, _ = json.Marshal(Refused("%v", err)) // of texts alone: it cannot fail
	}
	return text
}
