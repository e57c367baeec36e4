package code

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// A form says what the fields of an instruction mean. It is told once, in ops.
type form uint8

const (
	noOperands form = iota
	setImm          // r[A] = Imm
	setTable        // r[A] = entry Imm of a table
	entry           // entry Imm of a table
	move            // r[A] = op r[B]
	binaries        // r[A] = r[B] op r[C]
	moveImm         // r[A] = r[B] op Imm
	indexed         // r[A] = r[B] + r[C]*Imm
	wide            // r[A] = r[B] Imm r[C], Imm a WideOp
	jump            // to Imm
	jumpIf          // on r[A]
	jumpCmp         // on r[A] and r[B]
	callFunc        // Funcs[Imm], r[A]...
	callReg         // r[B], r[A]..., signature Imm
	use             // r[A]
	useSite         // r[A] at site Imm
	trap            // Strings[Imm], kind A
	load            // r[A] = *r[B], site Imm
	store           // *r[B] = r[C], site Imm
	modify          // r[A], r[B], r[C], site Imm
	compare         // r[A], r[B], r[C], r[C+1], site Imm
	compare2        // r[A..A+5], site Imm
	site            // site Imm
	sys             // SysID C, B arguments in r[A]..., site Imm
)

var ops = [NumOps]struct {
	name string
	form form
}{
	BadOp: {"bad", noOperands}, Nop: {"nop", noOperands},
	Mov: {"mov", move}, Const: {"const", setImm}, ConstL: {"constl", setTable}, TLS: {"tls", setTable},
	Local: {"local", setTable}, LocalZ: {"localz", setTable}, LocalV: {"localv", moveImm}, End: {"end", entry}, Seal: {"seal", use},
	Add: {"add", binaries}, Sub: {"sub", binaries}, Mul: {"mul", binaries},
	DivS: {"divs", binaries}, DivU: {"divu", binaries}, ModS: {"mods", binaries}, ModU: {"modu", binaries},
	And: {"and", binaries}, Or: {"or", binaries}, Xor: {"xor", binaries},
	Shl: {"shl", binaries}, ShrS: {"shrs", binaries}, ShrU: {"shru", binaries},
	AddI: {"addi", moveImm}, Index: {"index", indexed},
	AddS32: {"adds32", binaries}, SubS32: {"subs32", binaries}, MulS32: {"muls32", binaries},
	AddU32: {"addu32", binaries}, SubU32: {"subu32", binaries}, MulU32: {"mulu32", binaries},
	AddIS32: {"addis32", moveImm}, AddC: {"addc", binaries}, SubC: {"subc", binaries}, MulC: {"mulc", binaries},
	ExtS8: {"exts8", move}, ExtS16: {"exts16", move}, ExtS32: {"exts32", move},
	ExtU8: {"extu8", move}, ExtU16: {"extu16", move}, ExtU32: {"extu32", move},
	Neg: {"neg", move}, Com: {"com", move}, Not: {"not", move}, Bool: {"bool", move},
	Eq: {"eq", binaries}, Ne: {"ne", binaries}, LtS: {"lts", binaries}, LeS: {"les", binaries},
	LtU: {"ltu", binaries}, LeU: {"leu", binaries},
	AddF: {"addf", binaries}, SubF: {"subf", binaries}, MulF: {"mulf", binaries}, DivF: {"divf", binaries},
	EqF: {"eqf", binaries}, NeF: {"nef", binaries}, LtF: {"ltf", binaries}, LeF: {"lef", binaries},
	NegF: {"negf", moveImm}, Convert: {"convert", moveImm}, Wide: {"wide", wide},
	Jmp: {"jmp", jump}, JZ: {"jz", jumpIf}, JNZ: {"jnz", jumpIf},
	JEq: {"jeq", jumpCmp}, JNe: {"jne", jumpCmp}, JLtS: {"jlts", jumpCmp}, JLeS: {"jles", jumpCmp},
	JLtU: {"jltu", jumpCmp}, JLeU: {"jleu", jumpCmp},
	Loop: {"loop", noOperands}, Call: {"call", callFunc}, CallR: {"callr", callReg},
	Ret: {"ret", use}, RetV: {"retv", noOperands}, Assert: {"assert", useSite}, Trap: {"trap", trap},
	LoadP: {"loadp", load}, StoreP: {"storep", store},
	Load: {"load", load}, Store: {"store", store}, RMW: {"rmw", modify},
	CAS: {"cas", compare}, DCAS: {"dcas", compare2}, FenceOp: {"fence", site}, Sys: {"sys", sys},
}

var sysNames = [NumSys]string{
	BadSys: "bad",
	Malloc: "malloc", Calloc: "calloc", Realloc: "realloc", AlignedAlloc: "aligned_alloc", Free: "free",
	Memcpy: "memcpy", Memmove: "memmove", Memset: "memset",
	Printf: "printf", VPrintf: "vprintf", VFormat: "vformat", TextByte: "text_byte", Puts: "puts", Putchar: "putchar", Write: "write",
	Exit: "exit", Abort: "abort", AssertFail: "assert_fail", Assume: "assume", Math: "math", Nondet: "nondet",
	ThreadCreate: "thread_create", ThreadJoin: "thread_join", ThreadAwait: "thread_await", ThreadDetach: "thread_detach",
	ThreadExit: "thread_exit", ThreadSelf: "thread_self", ThreadNext: "thread_next", Yield: "yield", Sleep: "sleep", SleepUntil: "sleep_until", Clock: "clock",
	MutexInit: "mutex_init", MutexLock: "mutex_lock", MutexTryLock: "mutex_trylock",
	MutexUnlock: "mutex_unlock", MutexConsistent: "mutex_consistent", MutexDestroy: "mutex_destroy",
	CondInit: "cond_init", CondWait: "cond_wait", CondSignal: "cond_signal",
	CondBroadcast: "cond_broadcast", CondDestroy: "cond_destroy",
	RWInit: "rw_init", RWRdLock: "rw_rdlock", RWWrLock: "rw_wrlock", RWTryRdLock: "rw_tryrdlock",
	RWTryWrLock: "rw_trywrlock", RWUnlock: "rw_unlock", RWDestroy: "rw_destroy",
	BarrierInit: "barrier_init", BarrierWait: "barrier_wait", BarrierDestroy: "barrier_destroy",
	SemInit: "sem_init", SemWait: "sem_wait", SemTryWait: "sem_trywait", SemPost: "sem_post",
	SemDestroy: "sem_destroy", SemGetValue: "sem_getvalue",
	OnceBegin: "once_begin", OnceEnd: "once_end",
	KeyCreate: "key_create", KeyDelete: "key_delete", KeyGet: "key_get", KeySet: "key_set",
}

var rmwNames = [NumRMW]string{"xchg", "add", "sub", "and", "or", "xor", "nand", "max", "min", "maxu", "minu"}

// String returns the lower-case name that the disassembler prints.
func (o Op) String() string {
	if o < NumOps {
		return ops[o].name
	}
	return fmt.Sprintf("op(%d)", uint8(o))
}

// String returns the lower-case name that the disassembler prints.
func (s SysID) String() string {
	if s < NumSys {
		return sysNames[s]
	}
	return fmt.Sprintf("sys(%d)", uint8(s))
}

// String returns the lower-case name that the disassembler prints.
func (f RMWOp) String() string {
	if f < NumRMW {
		return rmwNames[f]
	}
	return fmt.Sprintf("rmw(%d)", uint8(f))
}

// Disassemble writes a readable listing of the program's functions. A line
// holds the pc, the instruction and what it does; then its position and, for
// an access, the site's text.
func (p *Program) Disassemble(w io.Writer) {
	for i := range p.Funcs {
		f := &p.Funcs[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "func %d %s: %d params, %d registers, signature %d\n", i, f.Name, f.Params, f.NRegs, f.Sig)
		for k, l := range f.Locals {
			private := ""
			if l.Private {
				private = " private"
			}
			fmt.Fprintf(w, "  local %d %s: %d bytes%s\n", k, l.Name, l.Size, private)
		}
		for pc, in := range f.Code {
			var at trace.Pos
			if pc < len(f.PosOf) {
				at = f.PosOf[pc]
			}
			text := fmt.Sprintf("%4d  %-8s%s", pc, in.Op, p.operands(f, in))
			fmt.Fprintf(w, "%-46s ; %d:%d%s\n", strings.TrimRight(text, " "), at.Line, at.Col, p.siteText(in))
		}
	}
}

// operands formats the operands of an instruction of f.
func (p *Program) operands(f *Func, in Instr) string {
	if in.Op >= NumOps {
		return ""
	}
	switch ops[in.Op].form {
	case setImm:
		return fmt.Sprintf("r%d, %d", in.A, in.Imm)
	case setTable:
		return fmt.Sprintf("r%d, %s", in.A, p.entry(f, in))
	case move:
		return fmt.Sprintf("r%d, r%d", in.A, in.B)
	case binaries:
		return fmt.Sprintf("r%d, r%d, r%d", in.A, in.B, in.C)
	case moveImm:
		return fmt.Sprintf("r%d, r%d, %d", in.A, in.B, in.Imm)
	case indexed:
		return fmt.Sprintf("r%d, r%d, r%d*%d", in.A, in.B, in.C, in.Imm)
	case wide:
		return fmt.Sprintf("r%d, r%d %s r%d", in.A, in.B, WideOp(in.Imm), in.C)
	case jump:
		return fmt.Sprintf("-> %d", in.Imm)
	case jumpIf:
		return fmt.Sprintf("r%d -> %d", in.A, in.Imm)
	case jumpCmp:
		return fmt.Sprintf("r%d, r%d -> %d", in.A, in.B, in.Imm)
	case callFunc:
		return fmt.Sprintf("r%d, %s", in.A, p.entry(f, in))
	case callReg:
		return fmt.Sprintf("r%d, (r%d) signature %d", in.A, in.B, in.Imm)
	case use, useSite:
		return fmt.Sprintf("r%d", in.A)
	case trap:
		return p.entry(f, in)
	case load:
		return fmt.Sprintf("r%d, %s", in.A, p.address(in))
	case store:
		return fmt.Sprintf("%s, r%d", p.address(in), in.C)
	case modify, compare:
		return fmt.Sprintf("r%d, %s, r%d", in.A, p.address(in), in.C)
	case compare2:
		return fmt.Sprintf("r%d...r%d", in.A, int(in.A)+5)
	case site:
		if a := p.access(in.Imm); a.Order == trace.Plain {
			return a.Fence.String()
		} else {
			return a.Order.String()
		}
	case sys:
		return fmt.Sprintf("%s r%d, %d args", SysID(in.C), in.A, in.B)
	}
	return ""
}

// entry returns the name of the table entry to which an instruction of f refers.
func (p *Program) entry(f *Func, in Instr) string {
	i := int(in.Imm)
	switch {
	case in.Op == ConstL && i >= 0 && i < len(p.Consts):
		return strconv.FormatInt(p.Consts[i], 10)
	case in.Op == TLS && i >= 0 && i < len(p.TLS):
		return p.TLS[i].Name
	case in.Op.ofLocal() && i >= 0 && i < len(f.Locals):
		return f.Locals[i].Name
	case in.Op == Call && i >= 0 && i < len(p.Funcs):
		return p.Funcs[i].Name
	case in.Op == Trap && i >= 0 && i < len(p.Strings):
		return strconv.Quote(p.Strings[i])
	}
	return "?" + strconv.Itoa(i)
}

// access returns the access table's entry i, or an empty one.
func (p *Program) access(i int32) Access {
	if i < 0 || int(i) >= len(p.Access) {
		return Access{}
	}
	return p.Access[i]
}

// address formats the operand and the static part of an access.
func (p *Program) address(in Instr) string {
	a := p.access(in.Imm)
	var b strings.Builder
	fmt.Fprintf(&b, "[r%d%+d]", in.B, a.Off)
	if a.Signed {
		fmt.Fprintf(&b, ".s%d", 8*int(a.Size))
	} else {
		fmt.Fprintf(&b, ".u%d", 8*int(a.Size))
	}
	if in.Op == RMW {
		fmt.Fprintf(&b, " %s", a.RMW)
	}
	if a.Order != trace.Plain {
		fmt.Fprintf(&b, " %s", a.Order)
	}
	if in.Op == CAS {
		fmt.Fprintf(&b, "/%s", a.Fail)
	}
	for _, flag := range slices.Concat(lists.If(a.Copy, "copy"), lists.If(a.Weak, "weak"), lists.If(a.Fetch, "new"), lists.If(a.Bool, "bool"), lists.If(a.Unit > 0, "part")) {
		b.WriteString(" " + flag)
	}
	return b.String()
}

// siteText returns the text of the site to which an instruction refers, and its number
// among those at its position; empty if there is none.
func (p *Program) siteText(in Instr) string {
	if !in.Op.HasSite() || in.Imm < 0 || int(in.Imm) >= len(p.Sites) {
		return ""
	}
	s := p.Sites[in.Imm]
	if s.N > 1 {
		return fmt.Sprintf("#%d %s", s.N, s.Text)
	}
	return " " + s.Text
}

// HasSite reports whether Imm of an instruction of this kind numbers a site.
func (o Op) HasSite() bool {
	if o >= NumOps {
		return false
	}
	switch ops[o].form {
	case useSite, load, store, modify, compare, compare2, site, sys:
		return true
	}
	return false
}

// ofLocal reports whether an instruction of this kind begins or ends the life of a local.
func (o Op) ofLocal() bool { return o == Local || o == LocalZ || o == LocalV || o == End }

// Unary reports whether an instruction computes from r[B] alone, so that C names no
// register.
func (o Op) Unary() bool { return o < NumOps && ops[o].form == move }

// Computes reports whether an instruction of this kind only computes a register from other
// registers and constants.
func (o Op) Computes() bool {
	if o >= NumOps || o.ofLocal() {
		return false
	}
	switch ops[o].form {
	case setImm, setTable, move, binaries, moveImm, indexed, wide:
		return true
	}
	return false
}

// Jumps reports whether Imm of an instruction of this kind is a jump target.
func (o Op) Jumps() bool {
	if o >= NumOps {
		return false
	}
	switch ops[o].form {
	case jump, jumpIf, jumpCmp:
		return true
	}
	return false
}
