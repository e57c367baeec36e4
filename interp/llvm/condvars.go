package llvm

import "fencepost/interp/llvm/ir"

// Condition variables of Rust's library, which waits for a futex. Here a thread that waits looks at the
// word again until it has been woken; threads are woken in the order in which they came, as by a futex.
// A thread that waits for some time only may time out at any look. If a program has both waits, the
// library's stay: then a call that notifies one may wake either thread.
type condvars struct {
	wait, limited, one, all []*ir.Function
}

var (
	condvarWaits   = pattern(`std::sys::sync::condvar::futex::Condvar::wait`)
	condvarLimited = pattern(`std::sys::sync::condvar::futex::Condvar::wait_timeout`)
	condvarOne     = pattern(`std::sync::poison::condvar::Condvar::notify_one`)
	condvarAll     = pattern(`std::sync::poison::condvar::Condvar::notify_all`)
)

// called notes a call of function f, which has this path.
func (c *condvars) called(f *ir.Function, path string) {
	switch {
	case condvarWaits().MatchString(path):
		c.wait = append(c.wait, f)
	case condvarLimited().MatchString(path):
		c.limited = append(c.limited, f)
	case condvarOne().MatchString(path):
		c.one = append(c.one, f)
	case condvarAll().MatchString(path):
		c.all = append(c.all, f)
	}
}

// leaveFutexes has the threads of a program look again.
func (l *linker) leaveFutexes(c *condvars) {
	by := func(list []*ir.Function, name string) {
		for _, f := range list {
			l.replaced[f] = l.defined[name]
		}
	}
	switch {
	case len(c.limited) == 0:
		by(c.wait, "__fp_rust_wait")
		by(c.one, "__fp_rust_notify_one")
		by(c.all, "__fp_rust_notify_all")
	case len(c.wait) == 0:
		by(c.limited, "__fp_rust_wait_timeout")
		by(c.one, "__fp_rust_notify_limited")
		by(c.all, "__fp_rust_notify_limited")
	}
}
