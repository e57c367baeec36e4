// Package library has the C library of programs: the standard headers, embedded, and for
// every function that they declare and do not define the implementation of a call. No
// header of the host is used.
package library

import (
	"math"
	"slices"

	"fencepost/interp/code"
)

// A Kind says how a library function is typed and compiled.
type Kind uint8

// The kinds of library functions.
const (
	// System: a C prototype in a header; a call is a Sys instruction.
	System Kind = iota
	// Generic: declared without prototype; the checker types a call from its
	// arguments and makes of it an atomic operation or a node of its own.
	Generic
	// Compiler: the generator knows it by name: an error of the program.
	Compiler
	// Unsupported: an execution that calls it ends as not supported. This also holds for functions
	// that a header declares and nothing defines.
	Unsupported
)

// Result says what a System function returns in C.
type Result uint8

// What a System function returns.
const (
	ReturnsValue Result = iota // what the machine returns
	ReturnsZero                // 0; what the machine returns is dropped, or stored (Entry.Out)
	ReturnsVoid                // nothing
)

// An Entry describes a function that is known by its name. Functions
// that the headers define in C are not listed. A function that the program
// itself defines is never the library's.
type Entry struct {
	Kind Kind
	Sys  code.SysID
	// Args are the numbers of the C arguments that the machine receives, in its order. ZeroArg is a
	// constant 0. nil: all arguments after the first Skip. Other arguments are evaluated and dropped.
	Args []int
	Skip int
	// Consts are passed after Args.
	Consts []int64
	// Extra is how many of the arguments of the machine are optional.
	Extra int
	// Out is the number of the pointer argument through which the machine's
	// result is stored, converted to what it points to, unless it is null; -1: none.
	Out int
	// Early, unless it is 0, is the function of the machine, without arguments, whose result is stored
	// through Out instead. This store precedes the call of Sys.
	Early  code.SysID
	Result Result
	// NoReturn: a call does not return.
	NoReturn bool
}

// AtomicFunction begins the names of functions that are an atomic section.
const AtomicFunction = "__VERIFIER_atomic_"

// Bounds reports whether a function begins or ends an atomic section.
func Bounds(name string) bool {
	switch name {
	case "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "__ESBMC_atomic_begin", "__ESBMC_atomic_end":
		return true
	}
	return false
}

// Objects are the objects that programs may declare extern and that no header defines. Their initial
// content is zero.
var Objects = []string{"stdin", "stdout", "stderr", "optarg", "optind", "opterr", "optopt", "environ"}

// ZeroArg is the constant 0 in Entry.Args.
const ZeroArg = -1

// Lookup returns the entry of a function name.
func Lookup(name string) (Entry, bool) {
	if _, ok := Atomic(name); ok {
		return generic, true
	}
	l, ok := functions[name]
	return l, ok
}

// In returns the entry of a function name in a call by function caller. The abort in
// assume_abort_if_not, which programs of the competition define, is a false assumption.
func In(caller, name string) (Entry, bool) {
	if caller == "assume_abort_if_not" && name == "abort" {
		return sys(code.Assume, ZeroArg).ends(), true
	}
	return Lookup(name)
}

// Passes reports whether the machine receives C argument i.
func (l Entry) Passes(i int) bool {
	if l.Args == nil {
		return i >= l.Skip
	}
	return slices.Contains(l.Args, i)
}

func sys(id code.SysID, args ...int) Entry { return Entry{Sys: id, Args: args, Out: -1} }

// timed returns the entry of a wait with a time limit: the machine receives one more argument.
func timed(id code.SysID) Entry { return Entry{Sys: id, Consts: []int64{1}, Extra: 1, Out: -1} }

func (l Entry) returnsZero() Entry        { l.Result = ReturnsZero; return l }
func (l Entry) returnsVoid() Entry        { l.Result = ReturnsVoid; return l }
func (l Entry) stores(arg int) Entry      { l.Out, l.Result = arg, ReturnsZero; return l }
func (l Entry) early(id code.SysID) Entry { l.Early = id; return l }
func (l Entry) ends() Entry               { l.NoReturn = true; return l.returnsVoid() }

// nondet returns the entry of a function that returns any value in [lo, hi].
func nondet(lo, hi int64) Entry {
	return Entry{Sys: code.Nondet, Args: []int{}, Consts: []int64{lo, hi}, Out: -1}
}

// section returns the entry of a function that begins or ends an atomic section. The compiler passes
// the section's mutex.
func section(id code.SysID) Entry {
	return Entry{Sys: id, Args: []int{}, Consts: []int64{0}, Out: -1}.returnsVoid()
}

// failing returns the entry of a function that fails with the text to which its first argument
// points.
func failing(panics int64) Entry {
	l := sys(code.AssertFail, 0).ends()
	l.Consts = []int64{panics}
	return l
}

// sleepsFor returns the entry of a function that sleeps; its argument counts pieces of so many nanoseconds.
func sleepsFor(nanoseconds int64) Entry {
	return Entry{Sys: code.Sleep, Args: []int{0}, Consts: []int64{nanoseconds}, Out: -1, Result: ReturnsZero}
}

// complete adds the functions of floating numbers, and other names of functions.
func complete(list map[string]Entry) map[string]Entry {
	for f, fn := range code.MathFuncs {
		l := sys(code.Math, 0, 1)
		if fn.Of1 != nil {
			l.Args[1] = ZeroArg
		}
		l.Consts = []int64{int64(f)}
		list[fn.Name] = l
	}
	for _, t := range []string{"bool", "char", "schar", "short", "ushort", "int", "uint", "unsigned", "long", "ulong", "longlong", "ulonglong", "size_t"} {
		list["nondet_"+t] = list["__VERIFIER_nondet_"+t]
	}
	for _, name := range []string{"malloc", "alloca", "free", "memcpy", "memmove", "memset", "printf", "abort"} {
		list["__builtin_"+name] = list[name]
	}
	return list
}

var (
	sleeps  = Entry{Sys: code.Yield, Args: []int{}, Out: -1, Result: ReturnsZero}
	generic = Entry{Kind: Generic, Out: -1}
	fails   = Entry{Kind: Compiler, Out: -1, Result: ReturnsVoid, NoReturn: true}
)

// InvalidOrder stands for an operation whose memory order, a variable, has a value that it may not have.
const InvalidOrder = "__fp_invalid_memory_order"

// functions lists every function known by name, except atomic operations. The arguments of the system functions are as in C
// unless args says otherwise.
var functions = complete(map[string]Entry{
	// Memory.
	"malloc":        sys(code.Malloc),
	"calloc":        sys(code.Calloc),
	"realloc":       sys(code.Realloc),
	"aligned_alloc": sys(code.AlignedAlloc),
	"free":          sys(code.Free).returnsVoid(),
	"memcpy":        sys(code.Memcpy),
	"memmove":       sys(code.Memmove),
	"memset":        sys(code.Memset),
	"alloca":        sys(code.Malloc),

	// Output and the end of the program.
	"printf":       sys(code.Printf),
	"fprintf":      {Sys: code.Printf, Skip: 1, Out: -1},
	"dprintf":      {Sys: code.Printf, Skip: 1, Out: -1},
	"__fp_vprintf": sys(code.VPrintf),
	"__fp_vformat": sys(code.VFormat),
	"__fp_text":    sys(code.TextByte),
	"puts":         sys(code.Puts).returnsZero(),
	"putchar":      sys(code.Putchar).returnsZero(),
	"putc":         sys(code.Putchar, 0).returnsZero(),
	"fputc":        sys(code.Putchar, 0).returnsZero(),
	"__fp_write":   sys(code.Write),
	"exit":         sys(code.Exit).ends(),
	"_exit":        sys(code.Exit).ends(),
	"_Exit":        sys(code.Exit).ends(),
	"quick_exit":   sys(code.Exit).ends(),
	"abort":        sys(code.Abort).ends(),

	// Assertions and choices. Long choices are drawn from the 32-bit range.
	"assert":                       generic,
	"__assert_fail":                failing(0),
	"__fp_panic":                   failing(1),
	"__VERIFIER_assert":            generic,
	"__VERIFIER_error":             fails,
	"reach_error":                  fails,
	"__builtin_trap":               fails,
	"__builtin_unreachable":        fails,
	InvalidOrder:                   fails,
	"assume":                       sys(code.Assume).returnsVoid(),
	"__VERIFIER_assume":            sys(code.Assume).returnsVoid(),
	"assume_abort_if_not":          sys(code.Assume).returnsVoid(),
	"nondet_range":                 sys(code.Nondet),
	"__fp_nondet":                  sys(code.Nondet),
	"__VERIFIER_nondet_bool":       nondet(0, 1),
	"__VERIFIER_nondet_char":       nondet(math.MinInt8, math.MaxInt8),
	"__VERIFIER_nondet_schar":      nondet(math.MinInt8, math.MaxInt8),
	"__VERIFIER_nondet_uchar":      nondet(0, math.MaxUint8),
	"__VERIFIER_nondet_short":      nondet(math.MinInt16, math.MaxInt16),
	"__VERIFIER_nondet_ushort":     nondet(0, math.MaxUint16),
	"__VERIFIER_nondet_int":        nondet(math.MinInt32, math.MaxInt32),
	"__VERIFIER_nondet_uint":       nondet(0, math.MaxUint32),
	"__VERIFIER_nondet_unsigned":   nondet(0, math.MaxUint32),
	"__VERIFIER_nondet_long":       nondet(math.MinInt32, math.MaxInt32),
	"__VERIFIER_nondet_ulong":      nondet(0, math.MaxUint32),
	"__VERIFIER_nondet_longlong":   nondet(math.MinInt32, math.MaxInt32),
	"__VERIFIER_nondet_ulonglong":  nondet(0, math.MaxUint32),
	"__VERIFIER_nondet_size_t":     nondet(0, math.MaxUint32),
	"__VERIFIER_nondet_u8":         nondet(0, math.MaxUint8),
	"__VERIFIER_nondet_u16":        nondet(0, math.MaxUint16),
	"__VERIFIER_nondet_u32":        nondet(0, math.MaxUint32),
	"nondet_uchar":                 nondet(0, math.MaxUint8),
	"__VERIFIER_atomic_begin":      section(code.MutexLock),
	"__VERIFIER_atomic_end":        section(code.MutexUnlock),
	"__ESBMC_atomic_begin":         section(code.MutexLock),
	"__ESBMC_atomic_end":           section(code.MutexUnlock),
	"__ESBMC_yield":                sleeps.returnsVoid(),
	"__ESBMC_assume":               sys(code.Assume, 0).returnsVoid(),
	"__ESBMC_assert":               generic,
	"__CPROVER_assume":             sys(code.Assume, 0).returnsVoid(),
	"__CPROVER_assert":             generic,
	"__VERIFIER_tid":               sys(code.ThreadSelf),
	"__builtin_expect":             generic, // its first argument, as a long
	"__builtin_constant_p":         generic,
	"__builtin_types_compatible_p": generic, // of two sizeof: whether their types are compatible
	"__builtin_choose_expr":        generic,
	"__builtin_prefetch":           generic, // its arguments are evaluated
	"__builtin_assume_aligned":     generic, // its first argument, as a void *
	"__builtin_ia32_pause":         sys(code.Yield).returnsVoid(),

	// Threads.
	"pthread_create":     {Sys: code.ThreadCreate, Args: []int{1, 2, 3}, Extra: 1, Out: 0, Result: ReturnsZero},
	"pthread_join":       sys(code.ThreadJoin, 0).stores(1),
	"__fp_thread_await":  timed(code.ThreadAwait),
	"pthread_detach":     sys(code.ThreadDetach).returnsZero(),
	"pthread_exit":       sys(code.ThreadExit).ends(),
	"pthread_self":       sys(code.ThreadSelf),
	"pthread_yield":      sleeps,
	"thrd_create":        sys(code.ThreadCreate, 1, 2).stores(0).early(code.ThreadNext),
	"thrd_join":          sys(code.ThreadJoin, 0).stores(1),
	"thrd_detach":        sys(code.ThreadDetach).returnsZero(),
	"thrd_exit":          sys(code.ThreadExit).ends(),
	"thrd_current":       sys(code.ThreadSelf),
	"thrd_yield":         sys(code.Yield).returnsVoid(),
	"sched_yield":        sleeps,
	"sleep":              sleepsFor(1_000_000_000),
	"usleep":             sleepsFor(1000),
	"__fp_sleep":         sleepsFor(1).returnsVoid(),
	"__fp_sleep_seconds": sleepsFor(1_000_000_000).returnsVoid(),
	"__fp_sleep_until":   sys(code.SleepUntil).returnsVoid(),
	"__fp_time":          sys(code.Clock),

	// Mutexes and spin locks. The machine returns 0 or an errno value, here
	// and below unless said otherwise.
	"__fp_mutex_init":          sys(code.MutexInit),
	"pthread_mutex_lock":       sys(code.MutexLock),
	"pthread_mutex_trylock":    sys(code.MutexTryLock),
	"pthread_mutex_unlock":     sys(code.MutexUnlock),
	"pthread_mutex_destroy":    sys(code.MutexDestroy),
	"pthread_mutex_consistent": sys(code.MutexConsistent),
	"pthread_spin_init":        sys(code.MutexInit, 0, ZeroArg),
	"pthread_spin_lock":        sys(code.MutexLock),
	"pthread_spin_trylock":     sys(code.MutexTryLock),
	"pthread_spin_unlock":      sys(code.MutexUnlock),
	"pthread_spin_destroy":     sys(code.MutexDestroy),
	"__fp_mutex_await":         timed(code.MutexLock),
	"__fp_lock":                sys(code.MutexLock),
	"__fp_unlock":              sys(code.MutexUnlock),
	"mtx_lock":                 sys(code.MutexLock),
	"mtx_trylock":              sys(code.MutexTryLock),
	"mtx_unlock":               sys(code.MutexUnlock),
	"mtx_destroy":              sys(code.MutexDestroy).returnsVoid(),

	// Condition variables.
	"pthread_cond_init":      sys(code.CondInit, 0),
	"pthread_cond_wait":      sys(code.CondWait),
	"pthread_cond_signal":    sys(code.CondSignal),
	"pthread_cond_broadcast": sys(code.CondBroadcast),
	"pthread_cond_destroy":   sys(code.CondDestroy),
	"__fp_cond_await":        timed(code.CondWait),
	"__fp_wait":              sys(code.CondWait),
	"__fp_signal":            sys(code.CondSignal),
	"cnd_init":               sys(code.CondInit),
	"cnd_wait":               sys(code.CondWait),
	"cnd_signal":             sys(code.CondSignal),
	"cnd_broadcast":          sys(code.CondBroadcast),
	"cnd_destroy":            sys(code.CondDestroy).returnsVoid(),

	// Read-write locks, barriers, semaphores, once.
	"pthread_rwlock_init":      sys(code.RWInit, 0),
	"pthread_rwlock_rdlock":    sys(code.RWRdLock),
	"pthread_rwlock_wrlock":    sys(code.RWWrLock),
	"pthread_rwlock_tryrdlock": sys(code.RWTryRdLock),
	"pthread_rwlock_trywrlock": sys(code.RWTryWrLock),
	"__fp_rwlock_await_read":   timed(code.RWRdLock),
	"__fp_rwlock_await_write":  timed(code.RWWrLock),
	"pthread_rwlock_unlock":    sys(code.RWUnlock),
	"pthread_rwlock_destroy":   sys(code.RWDestroy),
	"pthread_barrier_init":     sys(code.BarrierInit, 0, 2),
	"pthread_barrier_wait":     sys(code.BarrierWait), // 1 (PTHREAD_BARRIER_SERIAL_THREAD) or 0
	"pthread_barrier_destroy":  sys(code.BarrierDestroy),
	"sem_init":                 sys(code.SemInit, 0, 2),
	"sem_wait":                 sys(code.SemWait),
	"__fp_sem_trywait":         sys(code.SemTryWait),
	"__fp_sem_await":           timed(code.SemWait),
	"sem_post":                 sys(code.SemPost),
	"sem_destroy":              sys(code.SemDestroy),
	"sem_getvalue":             sys(code.SemGetValue, 0).stores(1),
	"__fp_futex_operation":     {Kind: Unsupported},
	"__fp_system_call":         {Kind: Unsupported},
	"__fp_file_descriptor":     {Kind: Unsupported},
	"__fp_process_option":      {Kind: Unsupported},
	"__fp_scanf_conversion":    {Kind: Unsupported},
	"__fp_thread_objects":      {Kind: Unsupported},
	"__fp_once_begin":          sys(code.OnceBegin), // 1 or 0
	"__fp_once_end":            sys(code.OnceEnd, 0, 1).returnsVoid(),

	// Thread-specific values.
	"pthread_key_create":  sys(code.KeyCreate, 1).stores(0),
	"pthread_key_delete":  sys(code.KeyDelete).returnsZero(),
	"pthread_getspecific": sys(code.KeyGet),
	"pthread_setspecific": sys(code.KeySet).returnsZero(),
	"tss_create":          sys(code.KeyCreate, 1).stores(0),
	"tss_delete":          sys(code.KeyDelete).returnsVoid(),
	"tss_get":             sys(code.KeyGet),
	"tss_set":             sys(code.KeySet).returnsZero(),

	// Fencepost's own.
	"fence_sl": generic,
	"fence_ss": generic,
	"fence_ll": generic,
	"dcas":     generic,

	// Of <stdatomic.h> and of GCC's functions, those that are no atomic operation.
	"kill_dependency":           generic,
	"atomic_is_lock_free":       generic,
	"__atomic_always_lock_free": generic,
	"__atomic_is_lock_free":     generic,
})
