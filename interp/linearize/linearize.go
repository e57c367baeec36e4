// Package linearize checks the operations of concurrent objects against a sequential
// specification (Herlihy and Wing, "Linearizability", TOPLAS 1990; for executions of
// relaxed memory Golovin, Kokologiannakis and Vafeiadis, "Relinche", POPL 2025).
//
// A specification is a C file with a function for each operation, which takes the
// argument and returns the result; the object is what its globals hold. Those of a queue,
// a stack, a set, a register, a deque and a lock are built in. The program marks its
// operations with method_begin and method_end of <fencepost/method.h>.
//
//	s, err := linearize.Load("queue")
//	explore.Run(ctx, p, m, explore.Options{Check: s.Check(p)})
//	err = s.Err()
//
// An execution is linearizable if the operations, one after the other in some order in
// which those that ended before another begins come before it, have the results that they
// have in the execution. "Before" is what holds in all that the execution stands for:
// happens-before, under a hardware model program order and reads-from; so what is
// reported is a violation in each of them. Operations that did not end are left out: only
// executions in which all threads have ended are checked.
package linearize

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models"
)

//go:embed specs/*.c
var specs embed.FS

// Names returns the names of the specifications built in, sorted.
func Names() (names []string) {
	files, _ := fs.Glob(specs, "specs/*.c")
	for _, f := range files {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(f, "specs/"), ".c"))
	}
	return names
}

// A Spec is a sequential specification. It may be used by several goroutines.
type Spec struct {
	name   string
	source string

	mu       sync.Mutex
	objects  map[string]*object // by their calls
	verdicts map[string]bool    // of histories
	err      error
}

// Load returns the specification of a name, or of a C file.
func Load(name string) (*Spec, error) {
	s := &Spec{name: name, objects: map[string]*object{}, verdicts: map[string]bool{}}
	if slices.Contains(Names(), name) {
		text, err := specs.ReadFile("specs/" + name + ".c")
		s.source = string(text)
		return s, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s is neither a C file nor one of %s", name, strings.Join(Names(), ", "))
	}
	s.source = string(text)
	_, err = s.object(nil)
	return s, err
}

// Err returns what was wrong with the specification when it was used; nil if nothing.
func (s *Spec) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Check returns a check of the executions of a program, for explore.Options.
func (s *Spec) Check(p *code.Program) func(x *explore.Execution) *interp.Error {
	return func(x *explore.Execution) *interp.Error {
		h := newHistory(x)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.err != nil || len(h.methods) == 0 || s.holds(h) {
			return nil
		}
		at := p.Funcs[p.Main].Pos
		return &interp.Error{Kind: interp.NotLinearizable, Pos: at, Message: "no order of the operations has these results: " + h.String()}
	}
}

// A history is the operations of an execution and which of them come before which.
type history struct {
	methods []explore.Method
	before  []uint64 // by operation: a bit for each that has ended before it begins
}

// maxMethods is how many operations a history may have.
const maxMethods = 64

func newHistory(x *explore.Execution) *history {
	h := &history{methods: slices.DeleteFunc(x.Methods(), func(m explore.Method) bool { return !m.Ended })}
	h.before = make([]uint64, len(h.methods))
	for i := range h.methods[:min(len(h.methods), maxMethods)] {
		for k := range h.methods[:min(len(h.methods), maxMethods)] {
			if x.Precedes(&h.methods[k], &h.methods[i]) {
				h.before[i] |= 1 << k
			}
		}
	}
	return h
}

// String tells the operations of each thread, and what orders those of several.
func (h *history) String() string {
	var b strings.Builder
	for i := range h.methods {
		m := &h.methods[i]
		switch {
		case i == 0:
		case h.methods[i-1].Thread != m.Thread:
			b.WriteString("; ")
		default:
			b.WriteString(", ")
		}
		if i == 0 || h.methods[i-1].Thread != m.Thread {
			fmt.Fprintf(&b, "thread %d: ", m.Thread)
		}
		b.WriteString(call(m))
		fmt.Fprintf(&b, " = %d", m.Result)
		for k := range h.methods[:min(len(h.methods), maxMethods)] {
			if o := &h.methods[k]; o.Thread != m.Thread && h.before[i]>>k&1 != 0 && (i == 0 || h.methods[i-1].Thread != m.Thread || h.before[i-1]>>k&1 == 0) {
				fmt.Fprintf(&b, " (after %s of thread %d)", call(o), o.Thread)
			}
		}
	}
	return b.String()
}

func call(m *explore.Method) string { return fmt.Sprintf("%s(%d)", m.Name, m.Argument) }

// holds reports whether the history is linearizable; after an error it is taken to be.
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

// linearizes looks for an order of the operations.
func (s *Spec) linearizes(h *history) bool {
	var calls []string
	for i := range h.methods {
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
		if done == 1<<len(h.methods)-1 {
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
			if result == m.Result && from(done|1<<i, next) {
				return true
			}
		}
		return false
	}
	return from(0, make([]int, 0, len(h.methods)))
}

// An object runs the specification: its calls, one after the other.
type object struct {
	machine *interp.Machine
	script  script
	output  bytes.Buffer
	results map[string]int64 // of the last call of sequences
}

var callForm = regexp.MustCompile(`^[A-Za-z_]\w*\(-?\d+\)$`)

// object returns the object with some calls.
func (s *Spec) object(calls []string) (*object, error) {
	key := strings.Join(calls, ";")
	if o := s.objects[key]; o != nil {
		return o, nil
	}
	var main strings.Builder
	main.WriteString(s.source + "\n#include <stdio.h>\n#include <fencepost.h>\nint main(void)\n{\n\tlong result = 0;\n\tfor (;;)\n\t\tswitch (nondet_range(0, ")
	fmt.Fprintf(&main, "%d)) {\n\t\tcase 0: printf(\"%%ld\", result); return 0;\n", len(calls)+1)
	for i, c := range calls {
		if !callForm.MatchString(c) {
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

// after returns the result of the last of some calls, by number from 1.
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

// A script is a strategy that makes calls.
type script struct {
	calls []int
	next  int
}

// Begin is part of interp.Strategy.
func (s *script) Begin(int) bool { return true }

// Choose is part of interp.Strategy.
func (s *script) Choose(c *interp.Choice) int {
	if c.Kind != interp.Value || s.next >= len(s.calls) {
		return 0
	}
	s.next++
	return s.calls[s.next-1]
}
