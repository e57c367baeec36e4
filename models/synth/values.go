package synth

import (
	"fmt"
	"math/bits"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Function is the function of a program's RMWs: its name without atomic_.
type Function string

// CompareExchange is the only function that may fail.
const CompareExchange Function = "compare_exchange_strong"

// functions are those that always write, in the order of Table 1.
var functions = []Function{"exchange", "fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and"}

// A Program is a test with values: those of Adolfsson's Table 1, chosen so that the values
// read and left in memory determine rf and mo. It differs from the table where they would
// not: the bits of fetch_or and fetch_xor begin above the largest value written, not at
// twice the number of writes.
//
// A compare-exchange expects the value that it reads in the forbidden execution. If a
// location has three or more plain writes, another thread reads it as often as necessary to
// determine their order.
type Program struct {
	*Test
	Name      string
	Execution *Execution    // the forbidden one, of Condition
	Function  Function      // "" if there is no RMW
	Failure   []trace.Order // of each compare-exchange, by event; nil: there is none
	Initial   []int         // of each location
	Operands  []int         // of each write and RMW, by event
	Read      []int         // by event: the value read in the execution
	Final     []int         // of each location after the execution
	Observed  [][]int       // by location: the values that an additional thread reads in turn
}

// Programs returns the test once for each of the six functions, and with compare-exchange
// in every legal pair of orders; once if it has no RMW. Only tests of models with C11
// orders have programs.
func (t *Test) Programs() []*Program {
	if t.RMWs == 0 {
		return []*Program{t.program("", nil, t.Name)}
	}
	list := lists.Map(functions, func(f Function) *Program { return t.program(f, nil, fmt.Sprintf("%s+%s", t.Name, f)) })
	failure := make([]trace.Order, len(t.Events))
	var choose func(e int, name string)
	choose = func(e int, name string) {
		if e == len(t.Events) {
			list = append(list, t.program(CompareExchange, append([]trace.Order(nil), failure...), name))
			return
		}
		if t.Events[e].Kind != RMW {
			choose(e+1, name)
			return
		}
		for _, o := range failures(t.Events[e].Order) {
			failure[e] = o
			choose(e+1, name+"-"+o.String())
		}
	}
	choose(0, t.Name+"+cas")
	return list
}

// failures returns the failure orders that C11 allows with a success order: no release, and
// none stronger than it (7.17.7.4).
func failures(success trace.Order) []trace.Order {
	list := []trace.Order{trace.Relaxed}
	switch success {
	case trace.Acquire, trace.AcqRel:
		list = append(list, trace.Acquire)
	case trace.SeqCst:
		list = append(list, trace.Acquire, trace.SeqCst)
	}
	return list
}

func (t *Test) program(f Function, failure []trace.Order, name string) *Program {
	n := len(t.Events)
	p := &Program{
		Test: t, Name: name, Execution: &t.Executions[0], Function: f, Failure: failure,
		Initial: make([]int, t.Locations), Operands: make([]int, n),
	}
	for l := range t.Locations {
		p.operands(l)
	}
	p.evaluate()
	return p
}

// evaluate computes the values read and left in memory in the execution.
func (p *Program) evaluate() {
	p.Read, p.Final, p.Observed = make([]int, len(p.Events)), make([]int, p.Locations), make([][]int, p.Locations)
	for e := range p.Events {
		if p.Events[e].Kind.Reads() {
			p.Read[e] = p.value(e, p.Execution)
		}
	}
	for l, mo := range p.Execution.MO {
		p.Final[l] = p.written(mo[len(mo)-1], p.Execution)
		var plain []int
		for _, w := range mo {
			if p.Events[w].Kind == Write {
				plain = append(plain, p.Operands[w])
			}
		}
		if len(plain) > 2 {
			p.Observed[l] = plain[:len(plain)-1]
		}
	}
}

// operands chooses the values of one location.
func (p *Program) operands(l int) {
	var writes, updates []int
	for e, ev := range p.Events {
		switch {
		case ev.Loc != l:
		case ev.Kind == Write:
			writes = append(writes, e)
		case ev.Kind == RMW:
			updates = append(updates, e)
		}
	}
	w, u := len(writes), len(updates)
	if p.Function == "fetch_and" {
		p.Initial[l] = 1<<u - 1
	}
	for i, e := range writes {
		p.Operands[e] = i + 1
		if p.Function == "fetch_and" {
			p.Operands[e] = 1<<(u+i+1) - 1
		}
	}
	x := w + 1
	if p.Function == "fetch_or" || p.Function == "fetch_xor" {
		x = 1 << bits.Len(uint(w))
	}
	for i, e := range updates {
		switch p.Function {
		case "exchange", CompareExchange:
			p.Operands[e] = w + 1 + i
		case "fetch_add", "fetch_sub":
			p.Operands[e] = x
			x = 2*x + 1
		case "fetch_or", "fetch_xor":
			p.Operands[e] = x
			x <<= 1
		case "fetch_and":
			p.Operands[e] = (1<<(w+u) - 1) ^ 1<<i
		}
	}
}

// value returns the value that event e reads in an execution. RMWs must not read from each
// other in a cycle; no minimal test of this package does.
func (p *Program) value(e int, x *Execution) int {
	if w := x.RF[e]; w != None {
		return p.written(w, x)
	}
	return p.Initial[p.Events[e].Loc]
}

// result returns what the call of event e returns in the execution: a compare-exchange succeeds.
func (p *Program) result(e int) int {
	if p.Failure != nil && p.Events[e].Kind == RMW {
		return 1
	}
	return p.Read[e]
}

// written returns the value that write e leaves in memory.
func (p *Program) written(e int, x *Execution) int {
	v := p.Operands[e]
	if p.Events[e].Kind == Write {
		return v
	}
	switch p.Function {
	case "fetch_add":
		return p.value(e, x) + v
	case "fetch_sub":
		return p.value(e, x) - v
	case "fetch_or":
		return p.value(e, x) | v
	case "fetch_xor":
		return p.value(e, x) ^ v
	case "fetch_and":
		return p.value(e, x) & v
	}
	return v
}
