package litmus

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// firstTemp is the number of the first temporary register while a thread is assembled. Finally
// temporaries are numbered after the named registers.
const firstTemp = 128

// A thread is a function while it is assembled. Its named registers live as long as it runs.
// Temporaries are allocated as on a stack.
type thread struct {
	asm    *assembler
	name   string
	number int
	pos    trace.Pos
	at     trace.Pos // of the instructions to come
	code   []code.Instr
	posOf  []trace.Pos
	named  map[string]uint8
	values []initialValue // of the named registers, in order of their numbers
	homes  []home         // of the observed registers
	temps  int            // in use
	size   int            // temporaries used at most
	listed []Register     // the named registers, when it is finished
	// machine is the builder of the thread for Test.Machine, of assembly. isa is the same builder if
	// no machine runs the thread; code is then empty.
	machine, isa *isa.Builder
	begin        int // of its code, after the initial values of registers
}

// A home is the object that receives the final value of a register.
type home struct {
	reg uint8
	to  *object
}

// newThread starts thread n.
func (a *assembler) newThread(n int, pos trace.Pos) *thread {
	t := &thread{asm: a, name: fmt.Sprintf("P%d", n), number: n, pos: pos, at: pos, named: make(map[string]uint8)}
	a.threads = append(a.threads, t)
	if n == maxThreads {
		a.unsupportedf(pos, "a test of more than %d threads is", maxThreads)
	}
	return t
}

// temp allocates a temporary register until free.
func (t *thread) temp() uint8 {
	if t.temps == 256-firstTemp {
		t.asm.unsupportedf(t.at, "an expression of more than %d intermediate values is", t.temps)
		t.temps--
	}
	t.temps++
	t.size = max(t.size, t.temps)
	return uint8(firstTemp + t.temps - 1)
}

// free frees all temporaries.
func (t *thread) free() { t.temps = 0 }

// register returns the register with a name, and makes it if there is none.
func (t *thread) register(name string) uint8 {
	if t.isa != nil {
		return uint8(t.asm.isa.Registers[strings.ToUpper(name)].Reg)
	}
	r, ok := t.named[name]
	if !ok {
		if len(t.values) == firstTemp {
			t.asm.unsupportedf(t.at, "a thread of more than %d registers is", firstTemp)
			return 0
		}
		r = uint8(len(t.values))
		t.named[name] = r
		t.values = append(t.values, initialValue{})
	}
	return r
}

// observe returns the object that holds the final value of a register.
func (t *thread) observe(name string, pos trace.Pos) *object {
	r := t.register(name)
	if h := lists.Find(t.homes, func(h home) bool { return h.reg == r }); h != nil {
		return h.to
	}
	o := t.asm.object(&object{name: fmt.Sprintf("%d:%s", t.number, name), pos: pos, observer: true})
	t.homes = append(t.homes, home{r, o})
	return o
}

func (t *thread) emit(in code.Instr) int {
	t.code = append(t.code, in)
	t.posOf = append(t.posOf, t.at)
	return len(t.code) - 1
}

// constant emits an instruction that sets register r to v.
func (t *thread) constant(r uint8, v int64) {
	if int64(int32(v)) == v {
		t.emit(code.Instr{Op: code.Const, A: r, Imm: int32(v)})
	} else {
		t.emit(code.Instr{Op: code.ConstL, A: r, Imm: t.asm.Constant(v)})
	}
}

// site returns a site at the current position.
func (t *thread) site(text string) trace.Site { return trace.Site{Pos: t.at, Text: text, Func: t.name} }

// sys calls a library function with n arguments in r and the registers above it.
func (t *thread) sys(id code.SysID, r, n uint8, text string) {
	t.emit(code.Instr{Op: code.Sys, A: r, B: n, C: uint8(id), Imm: t.asm.site(t.site(text), code.Access{})})
}

// access emits a memory operation on the address in register base. acc is its access, and text its
// source.
func (t *thread) access(op code.Op, a, base, c uint8, acc code.Access, text string) {
	t.emit(code.Instr{Op: op, A: a, B: base, C: c, Imm: t.asm.site(t.site(text), acc)})
}

// fence emits a fence of a C11 order, or a hardware fence.
func (t *thread) fence(acc code.Access, text string) {
	t.emit(code.Instr{Op: code.FenceOp, Imm: t.asm.site(t.site(text), acc)})
}

// jump emits a jump whose target bind sets.
func (t *thread) jump(op code.Op, a, b uint8) (from int) {
	return t.emit(code.Instr{Op: op, A: a, B: b})
}

// bind makes the jump at from lead to the next instruction.
func (t *thread) bind(from int) { t.code[from].Imm = int32(len(t.code)) }

// finish completes the function of a thread: it puts the initial values of the registers before the
// body, and the copies of the observed registers after it.
func (t *thread) finish() code.Func {
	body, posOf := t.code, t.posOf
	t.code, t.posOf, t.at = nil, nil, t.pos
	for r, v := range t.values {
		t.constant(uint8(r), t.asm.number(v))
	}
	shift := int32(len(t.code))
	for i := range body {
		if op := body[i].Op; op >= code.Jmp && op <= code.JLeU {
			body[i].Imm += shift
		}
	}
	t.code, t.posOf = append(t.code, body...), append(t.posOf, posOf...)
	t.list(int(shift))
	addr := t.temp()
	for _, h := range t.homes {
		t.constant(addr, int64(h.to.addr))
		site := t.asm.private(t.site(h.to.name), code.Access{Size: observerSize})
		t.emit(code.Instr{Op: code.StoreP, B: addr, C: h.reg, Imm: site})
	}
	t.emit(code.Instr{Op: code.RetV})
	for i := range t.code {
		in := &t.code[i]
		for _, r := range []*uint8{&in.A, &in.B, &in.C} {
			if *r >= firstTemp {
				*r -= firstTemp - uint8(len(t.values))
			}
		}
	}
	return t.function(1, len(t.values)+t.size)
}

// list lists the named registers of a thread whose body begins at an instruction.
func (t *thread) list(body int) {
	for name, r := range t.named {
		out := Register{Name: name, Number: int(r), Set: len(t.code)}
		for pc, in := range t.code {
			if in.A == r && (pc >= body || t.values[r].pos.Line > 0) && !in.Op.Jumps() && in.Op != code.Store && in.Op != code.FenceOp && in.Op != code.Sys {
				out.Set = pc
				break
			}
		}
		t.listed = append(t.listed, out)
	}
	slices.SortFunc(t.listed, func(a, b Register) int { return cmp.Compare(a.Number, b.Number) })
}

// function returns the assembled function.
func (t *thread) function(params, registers int) code.Func {
	return code.Func{Name: t.name, Pos: t.pos, Code: t.code, PosOf: t.posOf, NRegs: registers, Params: params}
}
