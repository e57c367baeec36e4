package llvm

import (
	"regexp"
	"strings"
	"sync"

	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	"fencepost/interp/llvm/opt"
)

// Channels of Rust. In the library a thread that waits for a message, or for room, enters its name
// into a list, looks again, and parks; who sends or receives looks into the list, and wakes it. Here a
// thread looks until it need not wait, and nobody is woken: what it then does it may do in the library,
// too, if it comes so late that it need not wait. What the list orders besides holds in no execution in
// which it comes so late. A channel without room hands its messages over by the list, and keeps it.
//
// A thread that parks may use up the wake-up of another call of park, or leave it one; and one that waits
// for a time only may leave at any moment. A program that does either itself keeps all.

// withContext is the function in which threads wait, called by waits; wakes wake them.
const withContext = "std::sync::mpmc::context::Context::with"

var (
	waits  = map[string]bool{"std::sync::mpmc::list::Channel::recv": true, "std::sync::mpmc::array::Channel::recv": true, "std::sync::mpmc::array::Channel::send": true}
	wakes  = map[string]bool{"std::sync::mpmc::waker::SyncWaker::notify": true, "std::sync::mpmc::waker::SyncWaker::disconnect": true}
	leaves = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^std::(thread::functions::park(_timeout)?|sync::mp[ms]c::(Sender|Receiver)::(send|recv)_(timeout|deadline))$`)
	})
)

// leaveLists has nobody enter the list of a channel, or look into it.
func (l *linker) leaveLists() error {
	if len(l.replaced) == 0 {
		return nil // no program of Rust
	}
	var idle []*ir.Function
	keep := false
	_, err := l.walk(body, func(*ir.Function) {}, func(*ir.Global) {}, func(f *ir.Function, i *ir.Instr) {
		g := opt.Callee(i)
		if g == nil || !strings.Contains(g.Name, "sync") && !strings.Contains(g.Name, "park") {
			return
		}
		name := withoutArguments(lower.Demangled(g.Name))
		if wakes[name] || name == withContext && waits[withoutArguments(lower.Demangled(f.Name))] {
			idle = append(idle, g)
		}
		keep = keep || leaves().MatchString(name)
	})
	if err != nil || keep {
		return err
	}
	for _, f := range idle {
		l.replaced[f] = l.defined["__fp_rust_nothing"]
	}
	return nil
}

// withoutArguments returns a path without the arguments of generic types and functions.
func withoutArguments(path string) string {
	var b strings.Builder
	depth := 0
	for _, c := range strings.TrimPrefix(path, "<") { // of a function of the type itself
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case depth <= 0:
			b.WriteRune(c)
		}
	}
	return strings.TrimSuffix(b.String(), "::")
}
