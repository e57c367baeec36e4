package litmus

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// observerSize is the size of the objects to which registers are copied.
const observerSize = 8

// maxThreads bounds the threads of a test: main holds all their handles in
// registers.
const maxThreads = 250

// An object is a shared location, or where the final value of a register goes.
type object struct {
	name     string
	pos      trace.Pos
	addr     uint64
	observer bool
	set      bool  // by the init section
	initial  int64 // 0 unless set
}

// An assembler builds the program of a test.
type assembler struct {
	*scanner
	arch      Arch
	prog      *code.Program
	objects   []*object // in order of address
	byName    map[string]*object
	slot      int64 // the next free one
	consts    map[int64]int32
	sitesAt   map[trace.Pos]int
	threads   []*thread
	registers map[string]x86Register // by upper-case name; empty for C
	width     uint8                  // bytes of a shared location; 0: no access seen yet
	addresses bool                   // addresses of locations are values
}

func newAssembler(s *scanner, arch Arch) *assembler {
	return &assembler{
		scanner: s, arch: arch, prog: &code.Program{Init: -1}, slot: 1, registers: x86Registers(arch),
		byName: make(map[string]*object), consts: make(map[int64]int32), sitesAt: make(map[trace.Pos]int),
	}
}

// location returns the shared location of a name, which it makes if need be.
func (a *assembler) location(name string, pos trace.Pos) *object {
	o := a.byName[name]
	if o == nil {
		o = a.object(&object{name: name, pos: pos})
		a.byName[name] = o
	}
	return o
}

// object gives o an address.
func (a *assembler) object(o *object) *object {
	o.addr = uint64(a.slot) << code.SlotBits
	a.slot += code.Slots(observerSize)
	a.objects = append(a.objects, o)
	return o
}

// locationSize is the size of shared locations in bytes, when all accesses are known.
func (a *assembler) locationSize() uint8 { return max(a.width, 4) }

// constant returns the number of v in the table of constants.
func (a *assembler) constant(v int64) int32 {
	i, ok := a.consts[v]
	if !ok {
		i = int32(len(a.prog.Consts))
		a.consts[v] = i
		a.prog.Consts = append(a.prog.Consts, v)
	}
	return i
}

// site adds a site and its access.
func (a *assembler) site(fn string, pos trace.Pos, text string, acc code.Access) int32 {
	a.sitesAt[pos]++
	text = strings.Join(strings.Fields(text), " ")
	a.prog.Sites = append(a.prog.Sites, trace.Site{Pos: pos, N: a.sitesAt[pos], Text: text, Func: fn})
	a.prog.Access = append(a.prog.Access, acc)
	return int32(len(a.prog.Sites) - 1)
}

// names returns the names of the shared locations by address if addresses are
// values, otherwise nil.
func (a *assembler) names() map[int64]string {
	if !a.addresses {
		return nil
	}
	names := make(map[int64]string)
	for _, o := range a.objects {
		if !o.observer {
			names[int64(o.addr)] = o.name
		}
	}
	return names
}

// compare orders locations as a state line does.
func (a *assembler) compare(x, y Location) int {
	if shared := cmp.Compare(min(y.Thread, 0), min(x.Thread, 0)); shared != 0 {
		return shared
	}
	return cmp.Or(cmp.Compare(x.Thread, y.Thread), cmp.Compare(a.rank(x.Name), a.rank(y.Name)), cmp.Compare(x.Name, y.Name))
}

// rank is the place of a register in the order of its architecture.
func (a *assembler) rank(name string) int { return a.registers[strings.ToUpper(name)].rank }

// link completes the program.
func (a *assembler) link() *code.Program {
	main := a.start()
	a.prog.Funcs = append(a.prog.Funcs, main.finish(0))
	for _, t := range a.threads {
		a.prog.Funcs = append(a.prog.Funcs, t.finish(1))
	}
	for _, o := range a.objects {
		obj := code.Object{Name: o.name, Pos: o.pos, Size: observerSize, Addr: o.addr}
		if !o.observer {
			obj.Size = int64(a.locationSize())
			obj.Scalars = []code.Scalar{{Size: a.locationSize(), Signed: true}}
		}
		if o.initial != 0 {
			obj.Init = binary.LittleEndian.AppendUint64(nil, uint64(o.initial))[:obj.Size]
		}
		a.prog.Objects = append(a.prog.Objects, obj)
	}
	return a.prog
}

// start assembles main: it creates the threads and joins them.
func (a *assembler) start() *thread {
	m := &thread{asm: a, name: "main", pos: a.at(0), at: a.at(0)}
	for i, t := range a.threads {
		m.at = t.pos
		m.constant(uint8(i), int64(code.FuncAddr(i+1)))
		m.constant(uint8(i+1), 0)
		m.sys(code.ThreadCreate, uint8(i), 2, t.name)
	}
	for i, t := range a.threads {
		m.at = t.pos
		m.sys(code.ThreadJoin, uint8(i), 1, t.name)
	}
	m.constant(0, 0)
	m.emit(code.Instr{Op: code.Ret})
	m.size = len(a.threads) + 1
	return m
}

// A thread is one function while it is assembled. Its named registers stand
// for as long as it runs; above them are temporaries, as on a stack.
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
	top    int            // registers in use
	size   int            // registers used at most
}

// A home is where the final value of a register goes.
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

// temp takes a register until top is set back.
func (t *thread) temp() uint8 {
	const last = 253 // two more serve at the end of the thread
	if t.top > last {
		t.asm.unsupportedf(t.at, "a thread of more than %d registers is", last+1)
		return last
	}
	t.top++
	t.size = max(t.size, t.top)
	return uint8(t.top - 1)
}

// register returns the register of a name, which it makes if need be. There
// must be no temporaries in use then.
func (t *thread) register(name string) uint8 {
	r, ok := t.named[name]
	if !ok {
		r = t.temp()
		t.named[name] = r
		t.values = append(t.values, initialValue{})
	}
	return r
}

// observe returns the object that holds the final value of a register.
func (t *thread) observe(name string, pos trace.Pos) *object {
	r := t.register(name)
	for _, h := range t.homes {
		if h.reg == r {
			return h.to
		}
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

// constant makes register r hold v.
func (t *thread) constant(r uint8, v int64) {
	if int64(int32(v)) == v {
		t.emit(code.Instr{Op: code.Const, A: r, Imm: int32(v)})
	} else {
		t.emit(code.Instr{Op: code.ConstL, A: r, Imm: t.asm.constant(v)})
	}
}

// sys calls a library function with n arguments in r and the registers above it.
func (t *thread) sys(id code.SysID, r, n uint8, text string) {
	t.emit(code.Instr{Op: code.Sys, A: r, B: n, C: uint8(id), Imm: t.asm.site(t.name, t.at, text, code.Access{})})
}

// access performs a memory operation on the address in register base; acc is
// its access, text its source.
func (t *thread) access(op code.Op, a, base, c uint8, acc code.Access, text string) {
	t.emit(code.Instr{Op: op, A: a, B: base, C: c, Imm: t.asm.site(t.name, t.at, text, acc)})
}

// fence emits a fence of a C11 order, or a hardware fence.
func (t *thread) fence(acc code.Access, text string) {
	t.emit(code.Instr{Op: code.FenceOp, Imm: t.asm.site(t.name, t.at, text, acc)})
}

// jump emits a jump whose target bind sets.
func (t *thread) jump(op code.Op, a, b uint8) (from int) {
	return t.emit(code.Instr{Op: op, A: a, B: b})
}

// bind makes the jump at from lead to what is emitted next.
func (t *thread) bind(from int) { t.code[from].Imm = int32(len(t.code)) }

// finish completes the function: initial values before, observation behind.
func (t *thread) finish(params int) code.Func {
	body, posOf := t.code, t.posOf
	t.code, t.posOf, t.at = nil, nil, t.pos
	for r, v := range t.values {
		if v.symbol != "" {
			v.value = int64(t.asm.byName[v.symbol].addr)
		}
		t.constant(uint8(r), v.value)
	}
	shift := int32(len(t.code))
	for i := range body {
		if op := body[i].Op; op >= code.Jmp && op <= code.JLeU {
			body[i].Imm += shift
		}
	}
	t.code, t.posOf = append(t.code, body...), append(t.posOf, posOf...)
	if params > 0 {
		addr := t.temp()
		for _, h := range t.homes {
			t.constant(addr, int64(h.to.addr))
			t.access(code.StoreP, 0, addr, h.reg, code.Access{Size: observerSize}, h.to.name)
		}
		t.emit(code.Instr{Op: code.RetV})
	}
	return code.Func{Name: t.name, Pos: t.pos, Code: t.code, PosOf: t.posOf, NRegs: max(t.size, 1), Params: params}
}
