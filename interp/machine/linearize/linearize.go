// Package linearize checks the operations of concurrent objects against a sequential
// specification (Herlihy and Wing, "Linearizability", TOPLAS 1990; for executions of
// relaxed memory Golovin, Kokologiannakis and Vafeiadis, "Relinche", POPL 2025).
//
// A specification is a C file with a function for each operation, which takes the argument
// and returns the result. The object is the content of its globals. Specifications of a
// queue, a stack, a set, a register, a deque and a lock are built in. The program marks its
// operations with method_begin and method_end of <fencepost/method.h>.
//
//	s, err := linearize.Load("queue", os.ReadFile)
//	explore.Run(ctx, p, m, explore.Options{
//		Check: func(x *explore.Execution) *interp.Error { return s.Check(p, x) }, Ends: linearize.Ends(p)})
//	campaign.Run(ctx, p, m, campaign.Options{Machine: interp.Options{Judge: s}})
//	err = s.Err()
//
// An execution is linearizable if its operations can be put in a sequence in which each has
// its result of the execution, and which keeps an operation that ended before another began
// before it. "Before" means in every execution with the same past: happens-before, under a
// hardware model program order and reads-from. So a reported violation is one in each of
// these executions. An operation that did not end, because main returned first, may have
// taken effect or not, with any result.
package linearize

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

//go:embed specs/*.c
var specs embed.FS

// Names returns the names of the built-in specifications, sorted.
func Names() (names []string) {
	files, _ := fs.Glob(specs, "specs/*.c")
	for _, f := range files {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(f, "specs/"), ".c"))
	}
	return names
}

// A Spec is a sequential specification. It is safe for concurrent use.
type Spec struct {
	name   string
	source string

	mu       sync.Mutex
	objects  map[string]*object // by their calls, joined
	verdicts map[string]bool    // by history: whether it is linearizable
	err      error
}

// New returns the specification with this name and text, in C.
func New(name, source string) *Spec {
	return &Spec{name: name, source: source, objects: map[string]*object{}, verdicts: map[string]bool{}}
}

// Load returns the built-in specification with this name, or reads a C file.
func Load(name string, read func(path string) ([]byte, error)) (*Spec, error) {
	if slices.Contains(Names(), name) {
		text, err := specs.ReadFile("specs/" + name + ".c")
		return New(name, string(text)), err
	}
	text, err := read(name)
	if err != nil {
		return nil, fmt.Errorf("%s is neither a C file nor one of %s", name, strings.Join(Names(), ", "))
	}
	s := New(name, string(text))
	_, err = s.object(nil)
	return s, err
}

// Text returns the name and the text of the specification.
func (s *Spec) Text() (name, source string) { return s.name, s.source }

// Marks reports whether a program marks operations.
func Marks(p *code.Program) bool {
	return slices.ContainsFunc(p.Sites, func(s trace.Site) bool { return s.Func == "method_begin" })
}

// Err returns the first error in using the specification; nil if there is none.
func (s *Spec) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// An Execution is a complete execution.
type Execution interface {
	// Writes calls f for each write of the program, those of a thread in program order.
	Writes(f func(thread, site int32, value uint64, event int32))
	// Precedes reports whether event a comes before event b in every execution with the
	// same past.
	Precedes(a, b int32) bool
}

// Check returns the error of an execution that is not linearizable; nil if it is.
func (s *Spec) Check(p *code.Program, x Execution) *interp.Error {
	h := newHistory(p, x)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || len(h.methods) == 0 || s.holds(h) {
		return nil
	}
	at := p.Funcs[p.Main].Pos
	return &interp.Error{Kind: interp.NotLinearizable, Pos: at, Message: "no order of the operations has these results: " + h.String()}
}

// Ends reports whether the accesses of a site end operations: Check asks of them what they
// precede.
func Ends(p *code.Program) func(site int32) bool {
	return func(site int32) bool { return p.Sites[site].Func == endOfMethod }
}

// The functions of <fencepost/method.h>.
const (
	beginOfMethod = "method_begin"
	endOfMethod   = "method_end"
)

// Judge implements interp.Judge: it checks the events of a run.
func (s *Spec) Judge(p *code.Program, m *models.Model, events []trace.Event) *interp.Error {
	return s.Check(p, newRun(m, events))
}

// A method is one execution of an operation of a concurrent object.
type method struct {
	thread           int32
	name             string
	argument, result int64
	ended            bool // the thread reached method_end
	begin, end       int32
}

// A history is the operations of an execution and their order.
type history struct {
	methods []method // thread by thread, each in program order
	before  []uint64 // by operation: a bit for each one that ended before it began
}

// maxMethods bounds the operations of a history.
const maxMethods = 64

func newHistory(p *code.Program, x Execution) *history {
	h := &history{methods: methods(p, x)}
	h.before = make([]uint64, len(h.methods))
	for i := range h.methods[:min(len(h.methods), maxMethods)] {
		for k := range h.methods[:min(len(h.methods), maxMethods)] {
			if a := &h.methods[k]; a.ended && x.Precedes(a.end, h.methods[i].begin) {
				h.before[i] |= 1 << k
			}
		}
	}
	return h
}

// methods returns the operations that method_begin and method_end mark.
func methods(p *code.Program, x Execution) (list []method) {
	type place struct{ parts, open int } // of a thread; open is 1 + an index, 0 is none
	places := map[int32]*place{}
	x.Writes(func(thread, site int32, value uint64, event int32) {
		at := places[thread]
		if at == nil {
			at = &place{}
			places[thread] = at
		}
		switch p.Sites[site].Func {
		case beginOfMethod:
			if at.parts == 0 {
				list = append(list, method{thread: thread, name: text(p, value), begin: event})
				at.open = len(list)
			} else {
				list[at.open-1].argument = int64(value)
			}
			at.parts = 1 - at.parts
		case endOfMethod:
			if at.open > 0 && at.parts == 0 {
				m := &list[at.open-1]
				m.result, m.ended, m.end = int64(value), true, event
				at.open = 0
			}
		}
	})
	slices.SortStableFunc(list, func(a, b method) int { return cmp.Compare(a.thread, b.thread) })
	return list
}

// text returns the string at an address in a static object of the program.
func text(p *code.Program, addr uint64) string {
	o := p.ObjectAt(addr)
	if o == nil {
		return ""
	}
	s, _, _ := bytes.Cut(o.Init[min(int(addr-o.Addr), len(o.Init)):], []byte{0})
	return string(s)
}

// String lists the operations of each thread, and the order between those of several.
func (h *history) String() string {
	var b strings.Builder
	for i := range h.methods {
		m := &h.methods[i]
		switch {
		case i == 0:
		case h.methods[i-1].thread != m.thread:
			b.WriteString("; ")
		default:
			b.WriteString(", ")
		}
		if i == 0 || h.methods[i-1].thread != m.thread {
			fmt.Fprintf(&b, "thread %d: ", m.thread)
		}
		b.WriteString(call(m))
		if m.ended {
			fmt.Fprintf(&b, " = %d", m.result)
		} else {
			b.WriteString(" has not ended")
		}
		for k := range h.methods[:min(len(h.methods), maxMethods)] {
			if o := &h.methods[k]; o.thread != m.thread && h.before[i]>>k&1 != 0 && (i == 0 || h.methods[i-1].thread != m.thread || h.before[i-1]>>k&1 == 0) {
				fmt.Fprintf(&b, " (after %s of thread %d)", call(o), o.thread)
			}
		}
	}
	return b.String()
}

func call(m *method) string { return fmt.Sprintf("%s(%d)", m.name, m.argument) }

// holds reports whether the history is linearizable. After an error it returns true.
func (s *Spec) holds(h *history) bool {
	if len(h.methods) > maxMethods {
		s.err = fmt.Errorf("an execution has %d operations, at most %d can be checked", len(h.methods), maxMethods)
		return true
	}
	key := h.String() + fmt.Sprint(h.before)
	holds, known := s.verdicts[key]
	if !known {
		holds = s.linearizes(h)
		s.verdicts[key] = holds
	}
	return holds
}

// linearizes searches for a sequence of the operations.
func (s *Spec) linearizes(h *history) bool {
	var calls []string
	all := uint64(0)
	for i := range h.methods {
		if h.methods[i].ended {
			all |= 1 << i
		}
		if c := call(&h.methods[i]); !slices.Contains(calls, c) {
			calls = append(calls, c)
		}
	}
	slices.Sort(calls)
	o, err := s.object(calls)
	if err != nil {
		s.err = err
		return true
	}
	var from func(done uint64, sequence []int) bool
	from = func(done uint64, sequence []int) bool {
		if done&all == all {
			return true
		}
		for i := range h.methods {
			m := &h.methods[i]
			if done>>i&1 != 0 || h.before[i]&^done != 0 {
				continue
			}
			next := append(sequence, 1+slices.Index(calls, call(m)))
			result, err := o.after(next)
			if err != nil {
				s.err = err
				return true
			}
			if (result == m.result || !m.ended) && from(done|1<<i, next) {
				return true
			}
		}
		return false
	}
	return from(0, make([]int, 0, len(h.methods)))
}

// An object runs the specification with a set of calls.
type object struct {
	machine *interp.Machine
	script  script
	output  bytes.Buffer
	results map[string]int64 // by sequence of calls: result of the last one
}

var callForm = lazyregexp.New(`^[A-Za-z_]\w*\(-?\d+\)$`)

// object returns the object with these calls.
func (s *Spec) object(calls []string) (*object, error) {
	key := strings.Join(calls, ";")
	if o := s.objects[key]; o != nil {
		return o, nil
	}
	var main strings.Builder
	main.WriteString(s.source + "\n#include <stdio.h>\n#include <fencepost.h>\nint main(void)\n{\n\tlong result = 0;\n\tfor (;;)\n\t\tswitch (nondet_range(0, ")
	fmt.Fprintf(&main, "%d)) {\n\t\tcase 0: printf(\"%%ld\", result); return 0;\n", len(calls)+1)
	for i, c := range calls {
		if !callForm().MatchString(c) {
			return nil, fmt.Errorf("%s: %q is not the name of an operation", s.name, c)
		}
		fmt.Fprintf(&main, "\t\tcase %d: result = (long)%s; break;\n", i+1, c)
	}
	main.WriteString("\t\t}\n}\n")
	p, err := cfront.Compile(s.name, []byte(main.String()), cfront.Options{})
	if err != nil {
		return nil, err
	}
	o := &object{results: map[string]int64{}}
	o.machine = interp.New(p, models.SC, interp.Options{Output: &o.output})
	s.objects[key] = o
	return o, nil
}

// after returns the result of the last call of a sequence; calls are numbered from 1.
func (o *object) after(sequence []int) (int64, error) {
	key := fmt.Sprint(sequence)
	if r, ok := o.results[key]; ok {
		return r, nil
	}
	o.script.calls, o.script.next = append(append(o.script.calls[:0], sequence...), 0), 0
	o.output.Reset()
	r := o.machine.Run(context.Background(), &o.script, nil)
	if r.Err != nil {
		return 0, r.Err
	}
	v, err := strconv.ParseInt(o.output.String(), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the specification did not end: %s", r.Outcome)
	}
	o.results[key] = v
	return v, nil
}

// A script is a strategy that makes a sequence of calls.
type script struct {
	calls []int
	next  int
}

// Begin implements interp.Strategy.
func (s *script) Begin(int) bool { return true }

// Choose implements interp.Strategy.
func (s *script) Choose(c *interp.Choice) int {
	if c.Kind != interp.Value || s.next >= len(s.calls) {
		return 0
	}
	s.next++
	return s.calls[s.next-1]
}
