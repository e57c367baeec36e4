package synth

import (
	"fmt"
	"strings"

	"fencepost/trace"
)

// Litmus returns the program in herd's format for C. The condition says that the forbidden
// outcome does not exist; for a maximal test, whose outcome is allowed, that it exists.
func (p *Program) Litmus() string {
	var b strings.Builder
	fmt.Fprintf(&b, "C %s\n\"%s\"\n{\n", p.Name, p.describe())
	var params []string
	for l, v := range p.Initial {
		fmt.Fprintf(&b, "%s=%d;\n", LocationName(l), v)
		params = append(params, "atomic_int* "+LocationName(l))
	}
	for e := range p.Events {
		if p.Failure != nil && p.Events[e].Kind == RMW {
			fmt.Fprintf(&b, "e%d=%d;\n", e, p.Read[e])
			params = append(params, fmt.Sprintf("int* e%d", e))
		}
	}
	b.WriteString("}\n")
	reads := make([]int, p.Threads)
	var terms []string
	for th := range p.Threads {
		fmt.Fprintf(&b, "P%d (%s) {\n", th, strings.Join(params, ", "))
		for e, ev := range p.Events {
			if ev.Thread != th {
				continue
			}
			call := p.call(e, "", "")
			if ev.Kind.Reads() {
				terms = append(terms, fmt.Sprintf("%d:r%d=%d", th, reads[th], p.result(e)))
				call = fmt.Sprintf("int r%d = %s", reads[th], call)
				reads[th]++
			}
			fmt.Fprintf(&b, "  %s;\n", call)
		}
		b.WriteString("}\n")
	}
	th := p.Threads
	for l, values := range p.Observed {
		if values == nil {
			continue
		}
		fmt.Fprintf(&b, "P%d (atomic_int* %s) {\n", th, LocationName(l))
		for i, v := range values {
			fmt.Fprintf(&b, "  int r%d = atomic_load_explicit(%s, memory_order_relaxed);\n", i, LocationName(l))
			terms = append(terms, fmt.Sprintf("%d:r%d=%d", th, i, v))
		}
		b.WriteString("}\n")
		th++
	}
	for l, mo := range p.Execution.MO {
		if len(mo) > 1 {
			terms = append(terms, fmt.Sprintf("[%s]=%d", LocationName(l), p.Final[l]))
		}
	}
	quantifier := "~exists"
	if p.Maximal {
		quantifier = "exists"
	}
	fmt.Fprintf(&b, "%s (%s)\n", quantifier, strings.Join(terms, ` /\ `))
	return b.String()
}

// C returns the program as a C11 program with POSIX threads. It runs once, and an assertion
// fails if the forbidden outcome occurs.
func (p *Program) C() string {
	var b, threads, terms strings.Builder
	fmt.Fprintf(&b, "// %s: %s\n#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\n\n", p.Name, p.describe())
	for l, v := range p.Initial {
		fmt.Fprintf(&b, "atomic_int %s = %d;\n", LocationName(l), v)
	}
	term := func(name string, v int) {
		if terms.Len() > 0 {
			terms.WriteString(" && ")
		}
		fmt.Fprintf(&terms, "%s == %d", name, v)
	}
	for e, ev := range p.Events {
		if !ev.Kind.Reads() {
			continue
		}
		if p.Failure != nil && ev.Kind == RMW {
			fmt.Fprintf(&b, "int e%d = %d;\n", e, p.Read[e])
		}
		fmt.Fprintf(&b, "int r%d;\n", e)
		term(fmt.Sprintf("r%d", e), p.result(e))
	}
	n := 0
	thread := func(body string) {
		fmt.Fprintf(&threads, "\nvoid *P%d(void *unused) {\n  (void)unused;\n%s  return NULL;\n}\n", n, body)
		n++
	}
	for th := range p.Threads {
		body := ""
		for e, ev := range p.Events {
			switch {
			case ev.Thread != th:
			case ev.Kind.Reads():
				body += fmt.Sprintf("  r%d = %s;\n", e, p.call(e, "&", "&"))
			default:
				body += fmt.Sprintf("  %s;\n", p.call(e, "&", "&"))
			}
		}
		thread(body)
	}
	for l, values := range p.Observed {
		body := ""
		for i, v := range values {
			name := fmt.Sprintf("o%s%d", LocationName(l), i)
			fmt.Fprintf(&b, "int %s;\n", name)
			body += fmt.Sprintf("  %s = atomic_load_explicit(&%s, memory_order_relaxed);\n", name, LocationName(l))
			term(name, v)
		}
		if values != nil {
			thread(body)
		}
	}
	for l, mo := range p.Execution.MO {
		if len(mo) > 1 {
			term("atomic_load(&"+LocationName(l)+")", p.Final[l])
		}
	}
	b.WriteString(threads.String())
	fmt.Fprintf(&b, "\nint main(void) {\n  pthread_t t[%d];\n", n)
	for i := range n {
		fmt.Fprintf(&b, "  pthread_create(&t[%d], NULL, P%d, NULL);\n", i, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "  pthread_join(t[%d], NULL);\n", i)
	}
	fmt.Fprintf(&b, "  assert(!(%s));\n}\n", terms.String())
	return b.String()
}

// describe returns a description of the program.
func (p *Program) describe() string {
	axioms := strings.Join(p.Execution.Axioms, ", ")
	if p.Maximal {
		return fmt.Sprintf("family %s, allowed; any stronger order forbids it by %s", p.Family.Name, axioms)
	}
	return fmt.Sprintf("family %s, forbidden by %s", p.Family.Name, axioms)
}

// call returns the expression that performs event e. shared and expected precede the names
// of shared objects and of the expected values of compare-exchanges, to take their
// addresses.
func (p *Program) call(e int, shared, expected string) string {
	ev := p.Events[e]
	order := func(o trace.Order) string { return "memory_order_" + o.String() }
	if ev.Kind == Fence {
		return "atomic_thread_fence(" + order(ev.Order) + ")"
	}
	x := shared + LocationName(ev.Loc)
	switch {
	case ev.Kind == Read:
		return fmt.Sprintf("atomic_load_explicit(%s, %s)", x, order(ev.Order))
	case ev.Kind == Write:
		return fmt.Sprintf("atomic_store_explicit(%s, %d, %s)", x, p.Operands[e], order(ev.Order))
	case p.Failure != nil:
		return fmt.Sprintf("atomic_%s_explicit(%s, %se%d, %d, %s, %s)", p.Function, x, expected, e, p.Operands[e], order(ev.Order), order(p.Failure[e]))
	}
	return fmt.Sprintf("atomic_%s_explicit(%s, %d, %s)", p.Function, x, p.Operands[e], order(ev.Order))
}

// LocationName names a location: x, y, z, w and on.
func LocationName(l int) string { return string("xyzwvuts"[l]) }
