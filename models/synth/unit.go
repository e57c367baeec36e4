package synth

import (
	"fmt"
	"slices"
	"strings"
)

// A Form is a way to write a program. Compilers translate the forms differently.
type Form struct {
	Name    string // "": objects of type atomic_int, all results are used
	Type    string // type of the objects
	Size    uint8  // size of an object in bytes
	Unused  bool   // the results of RMWs are not used
	Failing bool   // each read is a failing compare-exchange
	Idle    bool   // RMWs do not change the value: they add 0, or exchange for the same value
}

// Forms are the forms of programs. Those with unused results or idle RMWs are for programs
// with an RMW, those with failing compare-exchanges for programs with a read. A narrow
// object has a word of its own.
var Forms = []Form{
	{Type: "atomic_int", Size: 4},
	{Name: "unused", Type: "atomic_int", Size: 4, Unused: true},
	{Name: "failing", Type: "atomic_int", Size: 4, Failing: true},
	{Name: "idle", Type: "atomic_int", Size: 4, Idle: true},
	{Name: "idle-unused", Type: "atomic_int", Size: 4, Idle: true, Unused: true},
	{Name: "volatile", Type: "volatile atomic_int", Size: 4},
	{Name: "wide", Type: "atomic_llong", Size: 8},
	{Name: "narrow", Type: "_Alignas(8) atomic_schar", Size: 1},
}

// Has reports whether a program has the form.
func (p *Program) Has(form Form) bool {
	reads := slices.ContainsFunc(p.Events, func(e Event) bool { return e.Kind == Read })
	return (!form.Unused && !form.Idle || p.RMWs > 0) && (!form.Failing || reads)
}

// A Unit is a program as functions, one for each thread, without a main function.
type Unit struct {
	Source    string   // in C; needs <stdatomic.h>
	Functions []string // that threads run
	Shared    []string // objects
	Results   []string // objects for the values that the threads read, one for each read
	Forbidden []int    // values of shared objects, and then of results, in the forbidden execution
}

// Unit returns the program as functions. Each function performs the events of its thread,
// and then stores the values read. All names begin with prefix.
func (p *Program) Unit(prefix string, form Form) *Unit {
	t := &Unit{}
	if form.Idle {
		p = p.idle()
	}
	var b, functions strings.Builder
	for l, v := range p.Initial {
		t.Shared = append(t.Shared, prefix+LocationName(l))
		t.Forbidden = append(t.Forbidden, p.Final[l])
		fmt.Fprintf(&b, "%s %s%s = %d;\n", form.Type, prefix, LocationName(l), v)
	}
	thread := func(before, body, results string) {
		name := fmt.Sprintf("%sP%d", prefix, len(t.Functions))
		t.Functions = append(t.Functions, name)
		fmt.Fprintf(&functions, "\nvoid *%s(void *unused) {\n%s%s%s  return 0;\n}\n", name, before, body, results)
	}
	result := func(name string, v int) string {
		t.Forbidden = append(t.Forbidden, v)
		t.Results = append(t.Results, prefix+name)
		fmt.Fprintf(&b, "int %s%s;\n", prefix, name)
		return fmt.Sprintf("  %s%s = v_%s;\n", prefix, name, name)
	}
	for th := range p.Threads {
		before, body, results := "", "", ""
		for e, ev := range p.Events {
			if ev.Thread != th {
				continue
			}
			call := p.call(e, "&"+prefix, "&")
			if p.Failure != nil && ev.Kind == RMW {
				before += fmt.Sprintf("  %s e%d = %d;\n", plain[form.Type], e, p.Read[e])
			}
			if form.Failing && ev.Kind == Read {
				before += fmt.Sprintf("  int v_r%d = -1;\n", e)
				body += fmt.Sprintf("  atomic_compare_exchange_strong_explicit(&%s%s, &v_r%d, -2, memory_order_%s, memory_order_%s);\n",
					prefix, LocationName(ev.Loc), e, ev.Order, ev.Order)
				results += result(fmt.Sprintf("r%d", e), p.Read[e])
				continue
			}
			if !ev.Kind.Reads() || ev.Kind == RMW && form.Unused {
				body += fmt.Sprintf("  %s;\n", call)
				continue
			}
			name := fmt.Sprintf("r%d", e)
			body += fmt.Sprintf("  int v_%s = %s;\n", name, call)
			results += result(name, p.result(e))
		}
		thread(before, body, results)
	}
	for l, values := range p.Observed {
		if values == nil {
			continue
		}
		body, results := "", ""
		for i, v := range values {
			name := fmt.Sprintf("o%s%d", LocationName(l), i)
			body += fmt.Sprintf("  int v_%s = atomic_load_explicit(&%s%s, memory_order_relaxed);\n", name, prefix, LocationName(l))
			results += result(name, v)
		}
		thread("", body, results)
	}
	t.Source = b.String() + functions.String()
	return t
}

// plain are the types of the values of a form's objects.
var plain = map[string]string{"atomic_int": "int", "volatile atomic_int": "int", "atomic_llong": "long long", "_Alignas(8) atomic_schar": "signed char"}

// idle returns the program with RMWs that do not change the value in the execution. Its
// final values say less about the execution.
func (p *Program) idle() *Program {
	out := *p
	out.Operands = slices.Clone(p.Operands)
	for e, ev := range p.Events {
		if ev.Kind == RMW {
			out.Operands[e] = map[Function]int{"fetch_and": -1}[p.Function]
		}
	}
	for range p.Events { // an RMW may read the result of another
		for e, ev := range p.Events {
			if ev.Kind == RMW && (p.Function == "exchange" || p.Function == CompareExchange) {
				out.Operands[e] = out.value(e, p.Execution)
			}
		}
	}
	out.evaluate()
	return &out
}
