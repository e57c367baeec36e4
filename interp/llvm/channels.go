package llvm

import (
	"regexp"
	"strings"
	"sync"

	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	"fencepost/interp/llvm/opt"
)

// Channels of Rust's library, and of crossbeam, which are alike. In the library a thread that waits for a
// message, or for room, enters a list and parks. A thread that sends or receives wakes one of the list.
// Here a thread that waits looks again until it need not wait, and nobody is woken. That loses no
// behaviour: in the library a thread may also come so late that it never waits, and then the list orders
// nothing.
//
// The end of a scope looks again, too, and the last of its threads does not unpark it, unless the program
// parks: that would unpark another call of park.
//
// Some programs keep the lists. A thread that parks may use up the wake-up of another call of park, or
// leave it one. A thread that selects waits in several lists. A channel without room hands its messages
// over by its list.

// pattern returns a regular expression for paths without the arguments of generic types.
func pattern(path string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^(" + path + ")$") })
}

// waits match functions that wait in a list by calling one that waitsBy matches, wakes those that look into
// a list. A call that parks or selects match, other than one by parkable, has the program keep all.
var (
	waits    = pattern(`(std::sync::mpmc|crossbeam_channel::flavors)::(list::Channel::recv|array::Channel::(recv|send))`)
	waitsBy  = pattern(`(std::sync::mpmc|crossbeam_channel)::context::Context::with`)
	wakes    = pattern(`(std::sync::mpmc|crossbeam_channel)::waker::SyncWaker::(notify|disconnect)`)
	parks    = pattern(`std::thread::(functions::)?park(_timeout)?`)
	parkable = pattern(`crossbeam_channel::context::Context::wait_until`)
	scopes   = pattern(`std::thread::scoped::ScopeData::(in|de)crement_num_running_threads`)
	selects  = pattern(`crossbeam_channel::select::run_(select|ready)`)
	// mangled is found in the names of all that are matched above, and in few others.
	mangled = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`Context4with|SyncWaker|[Cc]ondvar|park|run_select|run_ready`)
	})
)

// leaveLists has nobody enter the list of a channel, or look into it.
func (l *linker) leaveLists() error {
	if len(l.replaced) == 0 {
		return nil // no program of Rust
	}
	var wait, wake, counts []*ir.Function
	var condvars condvars
	keep, park := false, false
	_, err := l.walk(l.body, func(f *ir.Function) {
		if strings.Contains(f.Name, "num_running_threads") && isCalled(f, scopes) {
			counts = append(counts, f)
		}
	}, func(*ir.Global) {}, func(f *ir.Function, i *ir.Instr) {
		g := opt.Callee(i)
		if g == nil || !mangled().MatchString(g.Name) {
			return
		}
		path := withoutArguments(lower.Demangled(g.Name))
		by := withoutArguments(lower.Demangled(f.Name))
		switch {
		case wakes().MatchString(path):
			wake = append(wake, g)
		case waitsBy().MatchString(path) && waits().MatchString(by):
			wait = append(wait, g)
		case parks().MatchString(path) && !parkable().MatchString(by):
			park = true
		case selects().MatchString(path):
			keep = true
		default:
			condvars.called(g, path)
		}
	})
	if err != nil {
		return err
	}
	l.leaveFutexes(&condvars)
	if park {
		return nil
	}
	for _, f := range counts {
		if err := onlyCounts(f); err != nil {
			return err
		}
	}
	if keep {
		return nil
	}
	for _, f := range wait {
		l.replaced[f] = l.defined["__fp_rust_doze"]
	}
	for _, f := range wake {
		l.replaced[f] = l.defined["__fp_rust_nothing"]
	}
	return nil
}

// onlyCounts has a function that counts the threads of a scope not look at their number.
func onlyCounts(f *ir.Function) error {
	list, err := instructions(f)
	for _, i := range list {
		if i.Op != "icmp" {
			continue
		}
		if number, ok := i.Args[0].(*ir.Instr); ok && number.Op == "atomicrmw" {
			i.Args[0] = &ir.Const{T: number.T}
		}
	}
	return err
}

// withoutArguments returns a path without the arguments of generic types and functions.
func withoutArguments(path string) string {
	var b strings.Builder
	depth := 0
	path = strings.ReplaceAll(strings.TrimPrefix(path, "<"), "->", "") // of a function of the type itself
	for _, c := range path {
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth = max(depth-1, 0) // the bracket that the prefix opened
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return strings.TrimSuffix(b.String(), "::")
}
