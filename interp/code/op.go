package code

// Op is an operation code. r is the current register window.
type Op uint8

// The instructions. "pc" counts instructions within the function; a jump's Imm
// is the target pc.
const (
	BadOp Op = iota
	Nop

	// Moves and constants.
	Mov    // r[A] = r[B]
	Const  // r[A] = Imm, sign-extended
	ConstL // r[A] = Consts[Imm]
	TLS    // r[A] = address of this thread's instance of TLS[Imm]
	Local  // r[A] = address of a new instance of Locals[Imm]; ends the life of the previous instance in this call
	LocalZ // as Local, with content zero instead of never written
	LocalV // as Local, of r[B] bytes
	End    // ends the life of the instance of Locals[Imm], if there is one
	Seal   // from now on the object at r[A] is const

	// 64-bit arithmetic: r[A] = r[B] op r[C].
	Add
	Sub
	Mul
	DivS // error if r[C] == 0; or, unless Imm is 0, if r[B] / r[C] does not fit Imm bits
	DivU // error if r[C] == 0
	ModS // as DivS
	ModU // as DivU
	And  // Imm is TruthAnd if the result is a truth value
	Or
	Xor
	Shl   // error unless 0 <= r[C] < Imm; if Imm is 0, the count is masked to 63
	ShrS  // arithmetic; as Shl
	ShrU  // logical; as Shl
	AddI  // r[A] = r[B] + Imm
	Index // r[A] = r[B] + r[C]*Imm

	// 32-bit arithmetic: as the above, the result made canonical.
	AddS32
	SubS32
	MulS32
	AddU32
	SubU32
	MulU32
	AddIS32 // r[A] = int32(r[B] + Imm)

	// Signed arithmetic as Add, Sub and Mul; error if the result does not fit Imm bits.
	AddC
	SubC
	MulC

	// r[A] = r[B] made canonical for a type.
	ExtS8
	ExtS16
	ExtS32
	ExtU8
	ExtU16
	ExtU32

	Neg  // r[A] = -r[B]
	Com  // r[A] = ^r[B]
	Not  // r[A] = r[B] == 0 ? 1 : 0
	Bool // r[A] = r[B] != 0 ? 1 : 0

	// r[A] = r[B] cmp r[C] ? 1 : 0
	Eq
	Ne
	LtS
	LeS
	LtU
	LeU

	// Floating numbers, as bit patterns of Imm bits: r[A] = r[B] op r[C], or 1 or 0.
	AddF
	SubF
	MulF
	DivF
	EqF
	NeF
	LtF
	LeF
	NegF    // r[A] = -r[B]
	Convert // r[A] = r[B] of format Imm>>4 in format Imm&15

	// Integers of 128 bits. Registers hold their numbers in a trace.Wides. Eq, Ne and
	// comparisons with zero work on these numbers.
	Wide // r[A] = r[B] op r[C], where op is the WideOp Imm; errors as in DivS and Shl

	// Control. Every backward jump leads to a Loop.
	Jmp // to Imm
	JZ  // to Imm if r[A] == 0; C may be Late, also in JNZ, JLtU and JLeU
	JNZ // to Imm if r[A] != 0
	JEq // to Imm if r[A] == r[B]; C is not used in these six
	JNe
	JLtS
	JLeS
	JLtU
	JLeU
	Loop   // is at every target of a backward jump: counts iterations, recognises waiting
	Call   // Funcs[Imm]; its window starts at r[A], where its arguments are; it leaves its result in r[A]; C may be Failure
	CallR  // as Call, of the function whose address is r[B]; Imm is the Sig expected
	Ret    // returns r[A]
	RetV   // returns nothing
	Assert // error if r[A] == 0; Imm is the site (its Text is the condition)
	Trap   // unconditional error: Strings[Imm]; A is a TrapKind

	// Private accesses: no other thread can see the object; no event.
	LoadP  // r[A] = *(r[B]+Off), Imm is the site
	StoreP // *(r[B]+Off) = r[C]

	// Visible operations: a thread parks before each.
	Load    // r[A] = *(r[B]+Off), Imm is the site
	Store   // *(r[B]+Off) = r[C]
	RMW     // r[A] = old (or new, if Fetch) value of *(r[B]+Off), which becomes RMW(old, r[C])
	CAS     // if *(r[B]+Off) == r[C]: it becomes r[C+1], r[A] = 1; else r[C] = its value, r[A] = 0
	DCAS    // r[A..A+5] = addr1, addr2, old1, old2, new1, new2: if both match, both change and r[A] = 1, else r[A] = 0; 64-bit or Size
	FenceOp // Access.Order is a C11 order, or Plain and Access.Fence a hardware fence

	// Sys calls library function C (a SysID) with B arguments in r[A], r[A+1], ...;
	// the result, if any, is left in r[A]. Imm is the site. Some are visible.
	Sys

	NumOps
)

// Late is the C of a conditional jump that asks whether a counter overflows. JNZ and JLtU jump to the
// error, JZ and JLeU past it. The error takes 2^30 iterations of a loop. An iteration that changes only
// such a counter counts as one that waits.
const Late = 1

// Failure is the C of a Call with which an assertion fails.
const Failure = 1

// TruthAnd is the Imm of an And whose result is a truth value: if its bit was never written, none of
// its bits was.
const TruthAnd = 1

// TrapKind classifies Trap.
type TrapKind = uint8

// The kinds of Trap.
const (
	TrapUnsupported TrapKind = iota // unsupported C, met at run time: exit code 4
	TrapError                       // an error of the program (reach_error, __builtin_unreachable, a missing return whose value is used)
)

// SysID names a library function that the machine performs.
type SysID uint8

// The library functions. Arguments are in C's order, without pointers to a thread
// identifier or a join result: the compiler stores these itself.
const (
	BadSys SysID = iota

	// Memory. Visible: Free, Realloc, Memcpy, Memmove, Memset (scalar by scalar).
	Malloc       // size -> address
	Calloc       // n, size -> address
	Realloc      // address, size -> address
	AlignedAlloc // align, size -> address
	Free         // address
	Memcpy       // dst, src, n -> dst
	Memmove      // dst, src, n -> dst
	Memset       // dst, byte, n -> dst

	// Output and the end of the program.
	Printf   // format, args... -> length
	VPrintf  // format, address of the consecutive arguments -> length
	VFormat  // as VPrintf, but the text is kept for the thread
	TextByte // number -> byte of the text kept by VFormat
	Puts     // string
	Putchar
	Write      // address, n -> n: prints n bytes
	Exit       // status; ends all threads
	Abort      // an error
	AssertFail // address of the text, whether it is a panic: an error (message built by the caller)
	Assume     // condition: if 0, the execution is discarded
	Math       // x, y, a MathFunc -> its value, on bit patterns of 64 bits
	Nondet     // lo, hi -> a value of [lo, hi] that the strategy chooses

	// Threads. Those from Self on are not visible.
	ThreadCreate // address of a pthread_attr_t (may be 0), function address, argument -> thread handle (never 0)
	ThreadJoin   // handle -> the thread's result
	ThreadAwait  // handle, 1: waits for its end with a timeout -> 0 or an errno value
	ThreadDetach // handle
	ThreadExit   // result
	ThreadSelf   // -> handle
	ThreadNext   // -> handle of the thread that the caller creates next
	Yield
	Sleep      // n, nanoseconds of one: yields, and the thread's clock goes on by n of them
	SleepUntil // seconds, nanoseconds: yields, and the thread's clock goes on past that time, unless it has
	Clock      // -> the nanoseconds on the thread's clock, which begins with 0 and goes on only by sleeping

	// Synchronisation; the first argument is the object's address. All visible.
	// Those with a result return 0 or an errno value.
	MutexInit    // m, kind (0 normal, 1 recursive, 2 error checking; plus 4: robust)
	MutexLock    // m
	MutexTryLock // m
	MutexUnlock
	MutexConsistent // m
	MutexDestroy
	CondInit
	CondWait // c, m
	CondSignal
	CondBroadcast
	CondDestroy
	RWInit
	RWRdLock
	RWWrLock
	RWTryRdLock
	RWTryWrLock
	RWUnlock
	RWDestroy
	BarrierInit // b, count
	BarrierWait // -> 1 for one thread, 0 for the others
	BarrierDestroy
	SemInit // s, value
	SemWait
	SemTryWait
	SemPost
	SemDestroy
	SemGetValue // s -> value
	OnceBegin   // o -> 1 if the caller must run the initialiser, 0 after it has run
	OnceEnd     // o, whether the initialiser has still to run
	KeyCreate   // destructor address -> key
	KeyDelete   // key
	KeyGet      // key -> value
	KeySet      // key, value -> 0

	NumSys
)

// Synchronises reports whether the function accesses the lock word of a mutex, condition
// variable, read-write lock, barrier, semaphore or once.
func (s SysID) Synchronises() bool { return s >= MutexInit && s <= OnceEnd }
