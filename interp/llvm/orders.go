package llvm

import (
	"fmt"
	"strings"

	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	"fencepost/interp/llvm/opt"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// ordered matches the functions of C++'s library that load or store, and whose last argument is the
// memory order.
var ordered = lazyregexp.New(`\bstd::(?:_*atomic\w*(?:<.*>)?::|atomic_(?:flag_)?)(store|clear|load|test|wait)(?:_explicit(?:<.*>)?)?\((?:.*, )?std::memory_order\)`)

// wrongOrder returns the diagnostic of a call by which a function of the program loads or stores with a
// memory order that only the other may have, as of C's functions; nil if it is none. The library
// takes such an order as relaxed.
func (l *linker) wrongOrder(f *ir.Function, i *ir.Instr) *trace.Diagnostic {
	callee := opt.Callee(i)
	if callee == nil || !strings.Contains(callee.Name, "St12memory_order") || l.info.Function(f).System {
		return nil
	}
	number, ok := i.Args[len(i.Args)-2].(*ir.Const)
	m := ordered().FindStringSubmatch(lower.Demangled(callee.Name))
	if m == nil || !ok || number.Low > uint64(trace.SeqCst-trace.Relaxed) {
		return nil
	}
	order := trace.Relaxed + trace.Order(number.Low)
	what, wrong := "load", order.Releases()
	if m[1] == "store" || m[1] == "clear" {
		what, wrong = "store", order.Acquires()
	}
	if !wrong || order == trace.SeqCst {
		return nil
	}
	return &trace.Diagnostic{Pos: l.info.Place(i.Loc).Pos, Message: fmt.Sprintf("memory order %s for a %s", order, what)}
}
