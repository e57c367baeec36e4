package llvm

import (
	"regexp"
	"slices"
	"strings"

	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	"fencepost/interp/llvm/opt"
)

// Semaphores, latches and barriers of libstdc++. In the library a thread spins for a while, and then
// sleeps; another thread wakes it. Here a thread that waits looks again until it need not wait, and
// nobody is woken. That loses no behaviour: in the library a thread may also come so late that it never
// sleeps. It hides that the semaphore of GCC 11 and 12 may sleep although it is free (GCC's bug 104928).
//
// std::atomic's wait and notify are the program's own: they stay, and only spin less. So do semaphores in
// a program that waits for one for some time only: it may time out at any moment unless it is woken.

// spins begin the names of functions that spin spinTimes times before they wait. Spinning only saves
// time: everything that may happen while they spin may also happen while they wait, after the first
// read.
const (
	spins     = "_ZNSt8__detail13__atomic_spinI"
	spinTimes = 16
)

// Names of functions of the library, or what they begin with.
var (
	awaits    = []string{"_ZNSt8__detail8__waiterISt17integral_constantIbLb1EEE10_M_do_waitI", "_ZSt26__atomic_wait_address_bareI"} // a condition
	sleeps    = []string{"_ZNSt8__detail13__waiter_pool10_M_do_waitEPKii", "_ZNSt8__detail15__platform_waitI"}
	spinsOnce = []string{"_ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE10_M_do_spinI", "_ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE10_S_do_spinI"}
	signals   = []string{"_ZNSt5latch10count_downEl", "_ZNSt14__tree_barrierI", "_ZNSt18__atomic_semaphore10_M_releaseEl"} // that a condition may hold
	notifies  = []string{"_ZNSt13__atomic_impl10notify_allI", "_ZNKSt12__atomic_refISt17__barrier_phase_tLb0ELb0EE10notify_allEv", "_ZSt28__atomic_notify_address_barePKib"}
	limits    = []string{"_ZSt31__atomic_wait_address_for_bareI", "_ZSt33__atomic_wait_address_until_bareI"}
)

func beginsWith(f *ir.Function, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(f.Name, name) })
}

// hasLimitedWait reports whether a module waits for a semaphore with a time limit.
func hasLimitedWait(m *ir.Module) bool {
	return slices.ContainsFunc(m.Functions, func(f *ir.Function) bool { return beginsWith(f, limits) })
}

// Functions of Rust's library that first try to take a lock, and call one that waits for it if they fail.
// Here the latter begins with the same try, so the first one is left out: an execution in which it fails
// is one in which it comes later.
var (
	locks = pattern(`std::sync::poison::(mutex::Mutex::lock|rwlock::RwLock::write)`)
	tries = pattern(`core::sync::atomic::atomic_compare_exchange`)
)

// parkers are the functions in which a thread of Rust takes its token, or waits for it.
var parkers = pattern(`std::thread::functions::park(_timeout)?`)

func isCalled(f *ir.Function, path func() *regexp.Regexp) bool {
	return path().MatchString(withoutArguments(lower.Demangled(f.Name)))
}

// body parses the body of a function, and has it neither spin, sleep nor try in vain where that tells
// nothing apart.
func (l *linker) body(f *ir.Function) error {
	if err := f.Body(); err != nil {
		return err
	}
	spin, lock := strings.HasPrefix(f.Name, spins), strings.Contains(f.Name, "poison") && isCalled(f, locks)
	park := strings.Contains(f.Name, "park") && isCalled(f, parkers)
	await, signal := !l.limited && beginsWith(f, awaits), !l.limited && beginsWith(f, signals)
	if !spin && !lock && !park && !await && !signal {
		return nil
	}
	list, err := instructions(f)
	for _, i := range list {
		g := opt.Callee(i)
		switch {
		case spin && i.Op == "icmp":
			for k, a := range i.Args {
				if c, ok := a.(*ir.Const); ok && c.Kind == ir.ConstInt && c.Low == spinTimes {
					i.Args[k] = &ir.Const{T: c.T, Low: 1}
				}
			}
		case park && i.Op == "atomicrmw" && i.Pred == "sub" && i.T.Bits == 32:
			take := l.defined["__fp_rust_take"]
			if len(f.Params) > 0 {
				take = l.defined["__fp_rust_take_within"]
			}
			i.Op, i.Elem, i.Args = "call", take.FuncType(), i.Args[:1]
			for _, p := range f.Params {
				i.Args = append(i.Args, p)
			}
			i.Args = append(i.Args, take)
		case g == nil:
		case lock && isCalled(g, tries):
			i.Args = []ir.Value{l.defined["__fp_rust_taken"]}
		case await && beginsWith(g, sleeps), signal && beginsWith(g, notifies):
			i.Args = []ir.Value{l.defined["__fp_nothing"]}
		case await && beginsWith(g, spinsOnce):
			i.Args = []ir.Value{l.defined["__fp_no"]}
		}
	}
	return err
}
