package isa

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Lower translates the threads of a program from byte code: those that main starts, all of
// them before it joins any. Before that main may store initial values. Afterwards it may
// read final ones and free blocks. While threads run, main may not access the locations that they access.
// The error names unsupported code.
//
// A thread continues after a failed assertion, which acts as a branch. On hardware no other
// thread sees a store before the branches before it are decided, so later operations have
// no part in the failure. In C that is not so: there an assertion in a thread is
// unsupported.
func Lower(p *code.Program, to *Mapping) (*Program, error) {
	out := &Program{}
	if p.Init >= 0 {
		return nil, unsupported("candidate executions of a program with initialisers that run are")
	}
	m, err := follow(p)
	if err != nil {
		return nil, err
	}
	for i, s := range m.starts {
		l := lowering{prog: p, fn: &p.Funcs[s.fn], mapping: to, number: i, memory: m.memory, runs: m.runs(s)}
		if l.top, err = registers(p, s.fn); err != nil {
			return nil, err
		}
		if err := l.thread(s.arg); err != nil {
			return nil, err
		}
		out.Threads = append(out.Threads, l.to)
	}
	if out.End, err = m.end(to); err != nil {
		return nil, err
	}
	for i := range p.Objects {
		o := &p.Objects[i]
		for _, x := range o.Scalars {
			init := initial(o, x.Off, x.Size)
			if v, ok := m.stored[o.Addr+uint64(x.Off)]; ok {
				init = v
			}
			at := o.Addr + uint64(x.Off)
			out.Locations = append(out.Locations, Location{Name: o.Name + x.Path, Addr: at, Init: code.Extend(init, x.Size, true), Main: m.accessed[at]})
		}
	}
	for _, l := range m.memory.locations {
		if v, ok := m.stored[l.Addr]; ok {
			l.Init = v
		}
		l.Main = m.accessed[l.Addr]
		out.Locations = append(out.Locations, l)
	}
	slices.SortStableFunc(out.Locations, func(a, b Location) int { return cmp.Compare(a.Addr, b.Addr) })
	out.Blocks = m.memory.heap
	return out, nil
}

// A starting is a thread that main starts.
type starting struct {
	fn  int
	arg int64
}

// runs returns the functions to which a pointer in the first function of a thread may lead; nil: all.
// A thread of the kernel runs the function that main has stored first in its task.
func (m *mainFunction) runs(s starting) []int {
	if f := &m.prog.Funcs[s.fn]; f.System && f.Name == "__fp_kthread" {
		for at := s.arg; at < s.arg+maxBlock; at += 2 * word {
			if fn, ok := code.FuncAt(uint64(m.stored[uint64(at)])); ok && fn < len(m.prog.Funcs) {
				return []int{fn}
			}
		}
	}
	return nil
}

// A mainFunction is the analysis of main: it stores values, starts threads, joins them, and
// continues at after with the registers regs.
type mainFunction struct {
	prog   *code.Program
	fn     *code.Func
	memory *memory
	stored map[uint64]int64
	sizes  map[uint64]uint8 // sizes of stored values
	starts []starting
	// running is the set of the threads that main has not joined yet. accessed is, by address, the
	// threads that must not access it, see Location.Main.
	running  uint64
	accessed map[uint64]uint64
	steps    int
	locals   int // number of main's own objects
	after    int
	regs     []int64
	unknown  map[int]bool // the registers with a value that a thread may have stored
}

// joined reports whether main has joined a thread.
func (m *mainFunction) joined() bool { return m.running != m.started() }

// started returns the set of all threads that main has started.
func (m *mainFunction) started() uint64 { return 1<<len(m.starts) - 1 }

// maxSteps bounds the instructions of main that are followed.
const maxSteps = 100_000

// follow interprets main until it has joined the threads. Until then all its values are
// known.
func follow(p *code.Program) (*mainFunction, error) {
	f := &p.Funcs[p.Main]
	size, err := registers(p, p.Main)
	if err != nil {
		return nil, err
	}
	m := &mainFunction{prog: p, fn: f, memory: newMemory(p), stored: map[uint64]int64{}, sizes: map[uint64]uint8{},
		accessed: map[uint64]uint64{}, regs: make([]int64, size), unknown: map[int]bool{}}
	if at := m.run(p.Main, 0, false); at.Line > 0 {
		return nil, unsupported("%s: candidate executions of a main that does more than start threads, join them and then look at what they have done are", at)
	}
	if len(m.starts) == 0 || m.running != 0 {
		return nil, unsupported("%s: candidate executions of a main that starts no threads are", f.Pos)
	}
	return m, nil
}

// localShift separates addresses of main's own objects from all others.
const localShift = 48

func own(addr int64) bool { return addr>>localShift != 0 }

// run interprets main, or a function that it called, whose registers begin at base. It returns the
// position of an unsupported instruction.
func (m *mainFunction) run(fn, base int, called bool) (wrong trace.Pos) {
	f := &m.prog.Funcs[fn]
	r := m.regs[base:]
	for pc := 0; pc < len(f.Code); pc++ {
		in := &f.Code[pc]
		if m.steps++; m.steps > maxSteps {
			return f.PosOf[pc]
		}
		done := len(m.starts) > 0 && m.running == 0
		acc := code.Access{}
		switch in.Op {
		case code.Load, code.LoadP, code.Store, code.StoreP, code.RMW, code.CAS:
			acc = m.prog.Access[in.Imm]
		}
		for at := range m.unknown {
			switch x := at - base; {
			case x < 0 || x >= f.NRegs || in.Op == code.Ret:
			case m.prog.Replaces(f, *in, x):
				delete(m.unknown, at)
			case m.prog.Reads(f, *in, x):
				return f.PosOf[pc]
			}
		}
		switch {
		case (in.Op == code.Ret || in.Op == code.RetV) && called:
			r[0] = r[in.A]
			unknown := in.Op == code.Ret && m.unknown[base+int(in.A)]
			maps.DeleteFunc(m.unknown, func(at int, _ bool) bool { return at >= base })
			if unknown {
				m.unknown[base] = true
			}
			return trace.Pos{}
		case done && !called && !m.computes(in) && !(in.Op == code.LoadP && own(r[in.B])):
			m.after = pc
			if in.Op != code.Ret && slices.ContainsFunc(m.prog.Live(f)[pc], func(r uint8) bool { return m.unknown[int(r)] }) {
				return f.PosOf[pc]
			}
			return trace.Pos{}
		case in.Op == code.Const:
			r[in.A] = int64(in.Imm)
		case in.Op == code.ConstL:
			r[in.A] = m.prog.Consts[in.Imm]
		case in.Op == code.AddI:
			r[in.A] = r[in.B] + int64(in.Imm)
		case in.Op == code.AddIS32:
			r[in.A] = int64(int32(r[in.B] + int64(in.Imm)))
		case in.Op == code.Index:
			r[in.A] = r[in.B] + r[in.C]*int64(in.Imm)
		case (in.Op == code.Local || in.Op == code.LocalZ) && (f.Locals[in.Imm].Private || f.Locals[in.Imm].Size <= maxBlock):
			m.locals++
			r[in.A] = int64(m.locals) << localShift
			if o := &f.Locals[in.Imm]; !o.Private {
				m.memory.words(o.Name+" of main", r[in.A], o.Size)
			}
		case in.Op == code.Nop, in.Op == code.Loop:
		case in.Op == code.Jmp, in.Op.Jumps() && code.Taken(in.Op, r[in.A], r[in.B]):
			pc = int(in.Imm) - 1
		case in.Op.Jumps():
		case in.Op == code.Load || in.Op == code.LoadP:
			at := uint64(r[in.B] + int64(acc.Off))
			v, ok := m.load(at, acc.Size)
			if !ok {
				return f.PosOf[pc]
			}
			r[in.A] = code.Extend(v, acc.Size, acc.Signed)
			if _, stored := m.stored[at]; stored || !m.joined() {
				m.accessed[at] |= m.started()
			} else { // a thread that has ended may have stored there
				m.accessed[at] |= m.running
				m.unknown[base+int(in.A)] = true
			}
		case in.Op == code.Store && acc.Zeroes:
		case in.Op == code.Store || in.Op == code.StoreP:
			if at := uint64(r[in.B] + int64(acc.Off)); in.Op == code.Store && !m.scalar(at, acc.Size) || !m.store(at, acc.Size, r[in.C]) {
				return f.PosOf[pc]
			}
		case (in.Op == code.RMW || in.Op == code.CAS) && !m.joined() && acc.Kernel != code.Unless:
			if !m.update(in, &acc, r) {
				return f.PosOf[pc]
			}
		case in.Op == code.FenceOp:
		case in.Op == code.Sys && (code.SysID(in.C) == code.MutexInit && r[in.A+1] == 0 || code.SysID(in.C) == code.RWInit) && len(m.starts) == 0:
			m.stored[uint64(r[in.A])] = 0
			r[in.A] = 0
		case in.Op == code.Sys && code.SysID(in.C) == code.Malloc && len(m.memory.heap) < maxBlocks:
			r[in.A] = m.memory.allocate(f.PosOf[pc], r[in.A])
		case in.Op == code.Sys && code.SysID(in.C) == code.Calloc && len(m.memory.heap) < maxBlocks:
			r[in.A] = m.memory.allocate(f.PosOf[pc], r[in.A]*r[in.A+1])
		case in.Op == code.Sys && code.SysID(in.C) == code.ThreadNext:
			r[in.A] = int64(len(m.starts)) + 1
		case in.Op == code.Sys && code.SysID(in.C) == code.Free && m.joined():
			if !m.free(r[in.A]) {
				return f.PosOf[pc]
			}
		case in.Op == code.Sys && code.SysID(in.C) == code.ThreadCreate && !m.joined() && len(m.starts) < 64:
			args := r[in.A:][:in.B]
			args = args[len(args)-2:] // attributes may precede function and argument
			start, ok := code.FuncAt(uint64(args[0]))
			if !ok || start >= len(m.prog.Funcs) {
				return f.PosOf[pc]
			}
			m.running |= 1 << len(m.starts)
			m.starts = append(m.starts, starting{start, args[1]})
			r[in.A] = int64(len(m.starts))
		case in.Op == code.Sys && code.SysID(in.C) == code.ThreadJoin && m.running>>(uint64(r[in.A])-1)&1 != 0:
			m.running &^= 1 << (r[in.A] - 1)
			r[in.A] = 0
		case in.Op == code.Call:
			if at := m.run(int(in.Imm), base+int(in.A), true); at.Line > 0 {
				return at
			}
		case m.compute(in, r):
		default:
			return f.PosOf[pc]
		}
	}
	return trace.Pos{}
}

// computes reports whether an instruction only computes from registers, so that it can be
// interpreted after the threads have ended.
func (m *mainFunction) computes(in *code.Instr) bool {
	switch in.Op {
	case code.Const, code.ConstL, code.AddI, code.AddIS32, code.Index, code.Nop, code.Loop:
		return true
	}
	_, ok := code.Eval(in.Op, 1, 1)
	return ok || in.Op.Jumps()
}

func (m *mainFunction) compute(in *code.Instr, r []int64) bool {
	if _, ok := code.Eval(in.Op, 1, 1); !ok {
		return false
	}
	y := int64(0)
	if !in.Op.Unary() {
		y = r[in.C]
	}
	v, ok := code.Eval(in.Op, r[in.B], y)
	if ok {
		r[in.A] = v
	}
	return ok
}

// store records a store of main. ok is false if it covers a part of a scalar, or several scalars.
func (m *mainFunction) store(addr uint64, size uint8, v int64) (ok bool) {
	for d := -7; d < int(size); d++ {
		if old, stored := m.sizes[addr+uint64(d)]; stored && (d == 0 && old != size || d < 0 && d+int(old) > 0 || d > 0) {
			return false
		}
	}
	m.stored[addr], m.sizes[addr] = code.Extend(v, size, true), size
	m.accessed[addr] |= m.started()
	return true
}

// update performs a read-modify-write of main. ok is false if that is not supported.
func (m *mainFunction) update(in *code.Instr, acc *code.Access, r []int64) (ok bool) {
	at := uint64(r[in.B] + int64(acc.Off))
	old, ok := m.load(at, acc.Size)
	old = code.Extend(old, acc.Size, acc.Signed)
	if in.Op == code.CAS {
		succeeds := old == code.Extend(r[in.C], acc.Size, acc.Signed)
		r[in.C], r[in.A] = old, 0
		if succeeds {
			r[in.A] = 1
			ok = ok && m.store(at, acc.Size, r[in.C+1])
		}
		m.accessed[at] |= m.started()
		return ok
	}
	v := r[in.C]
	if op, computes := fetched[acc.RMW]; computes {
		v, _ = code.Eval(op, old, v)
	} else if acc.RMW != code.Xchg {
		return false
	}
	if r[in.A] = old; acc.Fetch {
		r[in.A] = code.Extend(v, acc.Size, acc.Signed)
	}
	return ok && m.store(at, acc.Size, v)
}

// free frees a block, which no thread does then. ok is false if it is none.
func (m *mainFunction) free(addr int64) (ok bool) {
	i := slices.IndexFunc(m.memory.heap, func(b Block) bool { return b.Addr == addr })
	if i < 0 {
		return addr == 0
	}
	m.memory.heap = slices.Delete(m.memory.heap, i, i+1)
	for off := int64(0); off < maxBlock; off += word {
		m.accessed[uint64(addr+off)] |= m.running
	}
	return true
}

// load returns the initial content of an object, or the value that main has stored.
func (m *mainFunction) load(addr uint64, size uint8) (v int64, ok bool) {
	if v, ok := m.stored[addr]; ok {
		return v, m.sizes[addr] == size
	}
	if !m.scalar(addr, size) {
		return 0, false
	}
	o := m.prog.ObjectAt(addr)
	if o == nil {
		return 0, true
	}
	return initial(o, int64(addr-o.Addr), size), true
}

// scalar reports whether a scalar of a size is at an address.
func (m *mainFunction) scalar(addr uint64, size uint8) bool {
	if m.memory.holds(addr, size) {
		return true
	}
	o := m.prog.ObjectAt(addr)
	return o != nil && slices.ContainsFunc(o.Scalars, func(x code.Scalar) bool { return o.Addr+uint64(x.Off) == addr && x.Size == size })
}

// initial returns the initial content of an object.
func initial(o *code.Object, off int64, size uint8) (v int64) {
	for i := min(off+int64(size), int64(len(o.Init))) - 1; i >= off; i-- {
		v = v<<8 | int64(o.Init[i])
	}
	return v
}

// end translates the part of main after the threads have ended; nil if it asserts nothing.
func (m *mainFunction) end(to *Mapping) (*Thread, error) {
	l := lowering{prog: m.prog, fn: m.fn, mapping: to, ending: true, top: len(m.regs), to: &Thread{Name: m.fn.Name}, objects: &objects{}}
	l.to.Src = append(l.to.Src, Source{Pos: m.fn.Pos})
	for i, v := range m.regs {
		l.emit(Instr{Kind: Set, D: Reg(i), Imm: v})
	}
	l.reached = m.fn.Reachable(m.after) // all of a loop in which the last thread was joined, or that begins after that
	from := slices.Index(l.reached, true)
	l.starts = slices.Repeat([]int32{-1}, from)
	l.emit(Instr{Kind: Branch, Op: code.Jmp, A: None, B: None, Target: int32(m.after)})
	if err := l.code(from); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(l.to.Code, func(in Instr) bool { return in.Kind == Observe }) {
		return nil, nil
	}
	return l.to, nil
}

// A lowering translates one function.
type lowering struct {
	mapping *Mapping
	prog    *code.Program
	fn      *code.Func
	to      *Thread
	number  int     // of the thread
	ending  bool    // it is the end of main
	reached []bool  // by instruction of main: the end of main executes it
	starts  []int32 // by instruction: index of its first operation
	top     int     // the first register that the thread does not use
	called  bool    // the function is a called one
	base    uint8   // in a called function: index of its first register
	begin   int     // in a called function: index of its first operation
	objects *objects
	memory  *memory
	pc      int   // the current instruction
	loops   bool  // the function is called in a loop
	runs    []int // see mainFunction.runs
}

// objects are the automatic objects of a thread.
type objects struct {
	base, bytes int64 // address of the first one, and total size
	autos       []auto
	private     []int // operations that access private ones
}

// An auto is an automatic object.
type auto struct {
	name       string
	addr, size int64
	shared     bool // its address escapes
}

// stackOf is the address of the automatic objects of threads, far from all others. Each
// thread has stackSize bytes.
const (
	stackOf   = int64(1) << 47
	stackSize = int64(1) << 32
)

// shared reports whether an address is in an object whose address escapes.
func (o *objects) shared(addr int64) bool {
	return slices.ContainsFunc(o.autos, func(a auto) bool { return a.shared && addr >= a.addr && addr < a.addr+a.size })
}

// giveAway records that the address of an object escapes.
func (o *objects) giveAway(addr int64) {
	for i := range o.autos {
		if a := &o.autos[i]; addr >= a.addr && addr < a.addr+a.size {
			a.shared = true
		}
	}
}

// settle turns the automatic objects that only the thread can see into registers. The
// others stay in memory.
func (l *lowering) settle() error {
	o := l.objects
	if o.bytes == 0 {
		return nil
	}
	if err := l.to.Private(Frame{Low: o.base, High: o.base + o.bytes, Result: func(int64) bool { return false },
		Closed: true, Shared: o.shared, Away: o.giveAway, Own: o.private}); err != nil {
		return err
	}
	for _, a := range o.autos {
		if a.shared {
			l.memory.words(fmt.Sprintf("%s of thread %d", a.name, l.number+1), a.addr, a.size)
		}
	}
	return nil
}

// local assigns an address to an automatic object.
func (l *lowering) local(in *code.Instr) error {
	o := &l.fn.Locals[in.Imm]
	addr := l.objects.base + l.objects.bytes
	l.objects.autos = append(l.objects.autos, auto{name: o.Name, addr: addr, size: o.Size})
	l.objects.bytes += (max(o.Size, 1) + 15) &^ 15
	l.emit(Instr{Kind: Set, D: Reg(in.A), Imm: addr})
	if in.Op == code.LocalZ {
		if o.Size > 8 || o.Size&(o.Size-1) != 0 {
			return unsupported("%s: candidate executions of a thread with an automatic object of %d bytes are", l.to.Src[len(l.to.Src)-1].Pos, o.Size)
		}
		l.emit(Instr{Kind: Set, D: l.temp(), Imm: 0})
		l.objects.private = append(l.objects.private, l.emit(Instr{Kind: Store, A: Reg(in.A), B: l.temp(), C: None, D: None, E: None, Size: uint8(o.Size)}))
	}
	return nil
}

// library translates a call of the library. Locking a mutex is a compare-exchange in a loop
// that waits.
func (l *lowering) library(in *code.Instr) error {
	a := Reg(in.A)
	id := code.SysID(in.C - l.base)
	switch id {
	case code.Printf, code.Puts, code.Putchar, code.MutexDestroy:
		l.emit(Instr{Kind: Set, D: a, Imm: 0})
		return nil
	case code.Free:
		if l.ending {
			return nil
		}
	case code.ThreadNext, code.ThreadCreate, code.ThreadJoin:
		if l.ending {
			return unsupported("%s: a loop around the joining of threads is", l.to.Src[len(l.to.Src)-1].Pos)
		}
	}
	expected, locked, old, taken := l.temp(), Reg(l.top+2), Reg(l.top+3), Reg(l.top+4)
	switch {
	case id == code.MutexLock && !l.ending && !l.mapping.Linux:
		how := &l.mapping.RMW[trace.Acquire]
		again := ^int32(len(l.to.Code))
		l.emit(Instr{Kind: Set, D: expected, Imm: 0})
		l.emit(Instr{Kind: Set, D: locked, Imm: 1})
		l.before(how)
		l.emit(Instr{Kind: Cas, D: old, E: taken, A: a, B: expected, C: locked, Size: 4, OneEvent: !l.mapping.Halves, Choice: l.mapping.Choice,
			Tags: how.Tags, ReadTags: how.ReadTags, WriteTags: how.WriteTags, FailTags: how.Tags | how.ReadTags | l.mapping.Failed})
		l.after(how, old)
		l.emit(Instr{Kind: Branch, Op: code.JZ, A: taken, B: None, Target: again})
	case id == code.MutexUnlock && !l.ending && !l.mapping.Linux:
		how := &l.mapping.Store[trace.Release]
		l.emit(Instr{Kind: Set, D: expected, Imm: 0})
		l.before(how)
		l.emit(Instr{Kind: Store, A: a, B: expected, C: None, D: None, E: None, Size: 4, Tags: how.Tags, WriteTags: how.WriteTags})
		l.after(how, None)
	default:
		return unsupported("%s: %s: candidate executions of this operation are", l.to.Src[len(l.to.Src)-1].Pos, in.Op)
	}
	l.emit(Instr{Kind: Set, D: a, Imm: 0})
	return nil
}

// A window counts the registers of functions together with the registers of their callees, which
// begin at the arguments.
type window struct {
	prog   *code.Program
	sizes  map[int]int // by function
	active []int       // functions in progress
}

// registers returns the number of registers of a function.
func registers(p *code.Program, fn int) (int, error) {
	w := &window{prog: p, sizes: map[int]int{}}
	return w.size(fn)
}

func (w *window) size(fn int) (int, error) {
	if n, ok := w.sizes[fn]; ok {
		return n, nil
	}
	f := &w.prog.Funcs[fn]
	if slices.Contains(w.active, fn) {
		return 0, unsupported("%s: candidate executions of a function that calls itself are", f.Pos)
	}
	w.active = append(w.active, fn)
	n := f.NRegs
	for i := range f.Code {
		in := &f.Code[i]
		var called []int
		switch in.Op {
		case code.Call:
			called = []int{int(in.Imm)}
		case code.CallR:
			called = pointedTo(w.prog, in.Imm)
		}
		for _, fn := range called {
			inner, err := w.size(fn)
			if err != nil {
				return 0, err
			}
			n = max(n, int(in.A)+inner)
		}
	}
	if n > int(None)-8 {
		return 0, unsupported("%s: a thread of %d registers is", f.Pos, n)
	}
	w.active = w.active[:len(w.active)-1]
	w.sizes[fn] = n
	return n, nil
}

// maxCode bounds the operations of a thread, including called functions.
const maxCode = 1 << 14

// thread translates the function of a thread; arg is its argument.
func (l *lowering) thread(arg int64) error {
	l.to, l.objects = &Thread{Name: l.fn.Name, Regs: l.top + 5}, &objects{base: stackOf + int64(l.number)*stackSize}
	if l.fn.Params > 0 {
		l.to.Src = append(l.to.Src, Source{Pos: l.fn.Pos})
		l.emit(Instr{Kind: Set, D: 0, Imm: arg})
	}
	if err := l.code(0); err != nil {
		return err
	}
	if slices.ContainsFunc(l.to.Code, func(in Instr) bool { return in.Kind == Set && in.D == l.failed() }) {
		l.emit(Instr{Kind: Observe, D: None, A: l.failed(), B: None, Imm: int64(FailedAt(l.number))})
	}
	return l.settle()
}

// code translates the function's instructions from one on, and sets the targets of jumps.
func (l *lowering) code(from int) error {
	for pc := from; pc < len(l.fn.Code); pc++ {
		if l.reached != nil && !l.reached[pc] {
			l.starts = append(l.starts, -1)
			continue
		}
		l.starts = append(l.starts, int32(len(l.to.Code)))
		l.to.Src = append(l.to.Src, Source{Pos: l.fn.PosOf[pc]})
		l.pc = pc
		if err := l.instr(&l.fn.Code[pc]); err != nil {
			if l.ending || !l.mapping.Grace {
				return err
			}
			// It is refused only if an execution reaches it.
			l.emit(Instr{Kind: Refuse, A: None, B: None, C: None, D: None, E: None, Imm: int64(len(l.to.Refused))})
			l.to.Refused = append(l.to.Refused, err)
		}
	}
	l.starts = append(l.starts, int32(len(l.to.Code)))
	for i := l.begin; i < len(l.to.Code); i++ {
		if in := &l.to.Code[i]; in.Kind == Branch && in.Target >= 0 {
			in.Target = ^l.starts[in.Target]
		}
	}
	if l.called {
		return nil // the thread's own function continues
	}
	for i := range l.to.Code {
		if in := &l.to.Code[i]; in.Kind == Branch {
			in.Target = ^in.Target
		}
	}
	if l.mapping.Scoped {
		l.to.join()
	}
	return nil
}

// call inlines a function.
func (l *lowering) call(in *code.Instr) error {
	callee := &l.prog.Funcs[in.Imm]
	if k := kernelFunction(callee); k != code.NoKernel && l.mapping.Linux {
		if k >= code.SrcuLock && k <= code.SyncSrcu {
			return l.srcu(k, callee.Name, Reg(l.base+in.A))
		}
		acc := code.Access{Kernel: k, Order: trace.SeqCst}
		at := l.to.Src[len(l.to.Src)-1].Pos
		if err := l.mapping.refuse(code.FenceOp, &acc); err != "" {
			return unsupported("%s: %s(): %s", at, callee.Name, err)
		}
		l.to.Src[len(l.to.Src)-1].Text = callee.Name + "()"
		l.fence(&acc)
		return nil
	}
	if len(l.to.Code) > maxCode {
		return unsupported("%s: candidate executions of a thread of more than %d operations are", l.to.Src[len(l.to.Src)-1].Pos, maxCode)
	}
	if callee.System && callee.Name == "__fp_kfree_rcu" && l.mapping.Linux {
		return nil // no thread can observe the free
	}
	inner := lowering{mapping: l.mapping, prog: l.prog, fn: callee, to: l.to, number: l.number, ending: l.ending,
		top: l.top, called: true, base: l.base + in.A, begin: len(l.to.Code), objects: l.objects, memory: l.memory, loops: l.inLoop()}
	return inner.code(0)
}

// callPointer inlines each function to which a pointer may lead.
func (l *lowering) callPointer(in *code.Instr) error {
	to, at := Reg(l.base+in.B), l.to.Src[len(l.to.Src)-1].Pos
	var ends []int
	list := l.runs
	if list == nil {
		list = pointedTo(l.prog, in.Imm)
	}
	for _, fn := range list {
		l.emit(Instr{Kind: Set, D: l.temp(), Imm: int64(code.FuncAddr(fn))})
		next := l.emit(Instr{Kind: Branch, Op: code.JNe, A: to, B: l.temp()})
		if err := l.call(&code.Instr{Op: code.Call, A: in.A, Imm: int32(fn)}); err != nil {
			return err
		}
		ends = append(ends, l.emit(Instr{Kind: Branch, Op: code.Jmp, A: None, B: None}))
		l.bind(next)
	}
	if len(ends) == 0 {
		return unsupported("%s: a call of a function whose address is nowhere taken is", at)
	}
	// Either no execution comes here, or the program is wrong.
	l.emit(Instr{Kind: Load, A: to, B: None, C: None, D: l.temp(), E: None, Size: 8, Tags: l.mapping.Load[trace.Relaxed].Tags})
	for _, end := range ends {
		l.bind(end)
	}
	return nil
}

// inLoop reports whether the current instruction may be executed again.
func (l *lowering) inLoop() bool {
	return l.loops || slices.ContainsFunc(l.fn.Code[l.pc:], func(in code.Instr) bool { return in.Op.Jumps() && int(in.Imm) <= l.pc })
}

func (l *lowering) emit(in Instr) int {
	in.Src = int32(len(l.to.Src) - 1)
	l.to.Code = append(l.to.Code, in)
	return len(l.to.Code) - 1
}

// bind sets the target of a jump over a fence to the next operation. The target is kept as
// its complement until the jumps of the function are set.
func (l *lowering) bind(from int) { l.to.Code[from].Target = ^int32(len(l.to.Code)) }

func (l *lowering) instr(in *code.Instr) error {
	if l.base > 0 {
		moved := *in
		moved.A, moved.B, moved.C = in.A+l.base, in.B+l.base, in.C+l.base
		in = &moved
	}
	a, b, c := Reg(in.A), Reg(in.B), Reg(in.C)
	switch in.Op {
	case code.Nop, code.Loop, code.End, code.Seal:
		return nil
	case code.Const:
		l.emit(Instr{Kind: Set, D: a, Imm: int64(in.Imm)})
		return nil
	case code.ConstL:
		l.emit(Instr{Kind: Set, D: a, Imm: l.prog.Consts[in.Imm]})
		return nil
	case code.AddI, code.AddIS32:
		op := code.Add
		if in.Op == code.AddIS32 {
			op = code.AddS32
		}
		t := l.temp()
		l.emit(Instr{Kind: Set, D: t, Imm: int64(in.Imm)})
		l.emit(Instr{Kind: Compute, Op: op, D: a, A: b, B: t})
		return nil
	case code.Jmp, code.JZ, code.JNZ:
		l.emit(Instr{Kind: Branch, Op: in.Op, A: a, B: None, Target: in.Imm})
		return nil
	case code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
		l.emit(Instr{Kind: Branch, Op: in.Op, A: a, B: b, Target: in.Imm})
		return nil
	case code.Call:
		called := *in
		called.A -= l.base
		return l.call(&called)
	case code.CallR:
		if !l.ending {
			called := *in
			called.A, called.B = in.A-l.base, in.B-l.base
			return l.callPointer(&called)
		}
	case code.TLS:
		if !l.ending {
			l.emit(Instr{Kind: Set, D: a, Imm: l.memory.threadLocal(l.number, in.Imm)})
			return nil
		}
	case code.Sys:
		if code.SysID(in.C-l.base) == code.Yield {
			return nil
		}
		if l.mapping.Linux && !l.ending {
			return l.lock(in)
		}
		return l.library(in)
	case code.Local, code.LocalZ:
		if !l.ending {
			return l.local(in)
		}
	case code.Index:
		t := l.temp()
		l.emit(Instr{Kind: Set, D: t, Imm: int64(in.Imm)})
		l.emit(Instr{Kind: Compute, Op: code.Mul, D: t, A: c, B: t})
		l.emit(Instr{Kind: Compute, Op: code.Add, D: a, A: b, B: t})
		return nil
	case code.Ret, code.RetV:
		if l.called && in.Op == code.Ret && a != Reg(l.base) {
			l.emit(Instr{Kind: Compute, Op: code.Mov, D: Reg(l.base), A: a, B: None})
		}
		l.emit(Instr{Kind: Branch, Op: code.Jmp, A: None, B: None, Target: int32(len(l.fn.Code))})
		return nil
	case code.Assert:
		return l.assertion(a, in.Imm)
	case code.DivS, code.DivU, code.ModS, code.ModU, code.Store, code.StoreP, code.RMW, code.CAS:
		if l.ending {
			return unsupported("%s: %s: after the threads have ended, this operation is", l.to.Src[len(l.to.Src)-1].Pos, in.Op)
		}
	case code.LoadP:
		l.visible(&code.Instr{Op: code.Load, A: in.A, B: in.B, Imm: in.Imm}, &l.prog.Access[in.Imm])
		if !l.ending {
			l.objects.private = append(l.objects.private, len(l.to.Code)-1)
		}
		return nil
	}
	switch in.Op {
	case code.StoreP:
		if l.objects.bytes > 0 {
			l.visible(&code.Instr{Op: code.Store, C: in.C, B: in.B, Imm: in.Imm}, &l.prog.Access[in.Imm])
			l.objects.private = append(l.objects.private, len(l.to.Code)-1)
			return nil
		}
		l.emit(Instr{Kind: Observe, D: None, A: c, B: b, Imm: int64(l.prog.Access[in.Imm].Off)})
		return nil
	case code.Load, code.Store, code.RMW, code.CAS, code.FenceOp:
		site, acc := &l.prog.Sites[in.Imm], &l.prog.Access[in.Imm]
		if acc.Zeroes {
			return nil
		}
		l.to.Src[len(l.to.Src)-1] = Source{Pos: site.Pos, Text: site.Text}
		if l.mapping.Linux {
			if err := l.mapping.refuse(in.Op, acc); err != "" {
				return unsupported("%s: %s: %s", site.Pos, site.Text, err)
			}
		}
		l.visible(in, acc)
		return nil
	}
	if _, ok := code.Eval(in.Op, 1, 1); ok {
		if in.Op.Unary() {
			c = None
		}
		l.emit(Instr{Kind: Compute, Op: in.Op, D: a, A: b, B: c})
		return nil
	}
	return unsupported("%s: %s: candidate executions of this operation are", l.to.Src[len(l.to.Src)-1].Pos, in.Op)
}

// assertion stores the site of a failed assertion in a register of its own. So a loop iteration in
// which an assertion fails counts as a change.
func (l *lowering) assertion(cond Reg, site int32) error {
	at := l.prog.Sites[site].Pos
	if !l.ending && !l.mapping.Machine && !l.mapping.Linux && !l.mapping.Decided {
		return unsupported("%s: assert: in a thread, under a model of the language, this operation is", at)
	}
	next := l.emit(Instr{Kind: Branch, Op: code.JNZ, A: cond, B: None, Join: nowhere})
	l.emit(Instr{Kind: Set, D: l.failed(), Imm: int64(site) + 1})
	l.bind(next)
	if l.ending {
		l.emit(Instr{Kind: Observe, D: None, A: l.failed(), B: None})
	}
	return nil
}

// failed returns the register of the site of a failed assertion, plus one.
func (l *lowering) failed() Reg { return Reg(l.top + 1) }

// temp returns the register for addresses and constants.
func (l *lowering) temp() Reg { return Reg(l.top) }

func (l *lowering) visible(in *code.Instr, acc *code.Access) {
	if in.Op == code.FenceOp {
		l.fence(acc)
		return
	}
	base := Reg(in.B)
	if acc.Off != 0 {
		t := l.temp()
		l.emit(Instr{Kind: Set, D: t, Imm: int64(acc.Off)})
		l.emit(Instr{Kind: Compute, Op: code.Add, D: t, A: base, B: t})
		base = t
	}
	if acc.Kernel >= code.SrcuLock && acc.Kernel <= code.SyncSrcu && l.mapping.Grace {
		f := Instr{Kind: FenceAt, A: base, D: None, B: None, Tags: l.mapping.Kernel[acc.Kernel].After}
		if acc.Kernel == code.SrcuUnlock {
			f.B = Reg(in.C)
		} else {
			f.D = Reg(in.A)
		}
		l.emit(f)
		return
	}
	m := Instr{A: base, C: None, D: None, E: None, Size: acc.Size, Signed: acc.Signed, RMW: acc.RMW, Weak: acc.Weak,
		OneEvent: !l.mapping.Halves, Choice: l.mapping.Choice}
	var how *Lowering
	switch in.Op {
	case code.Load:
		m.Kind, m.D, how = Load, Reg(in.A), &l.mapping.Load[acc.Order]
	case code.Store:
		m.Kind, m.B, how = Store, Reg(in.C), &l.mapping.Store[acc.Order]
	case code.RMW:
		m.Kind, m.D, m.B, how = Amo, Reg(in.A), Reg(in.C), &l.mapping.RMW[acc.Order]
	case code.CAS:
		m.Kind, m.D, m.E, m.B, m.C = Cas, Reg(in.C), Reg(in.A), Reg(in.C), Reg(in.C)+1
		how = &l.mapping.RMW[l.mapping.Success(acc.Order, acc.Fail)]
	}
	if l.mapping.Linux {
		switch acc.Kernel {
		case code.SpinLock, code.SpinTry:
			how, m.Waits = &l.mapping.Kernel[code.SpinLock], acc.Kernel == code.SpinLock
		case code.SpinUnlock:
			how = &l.mapping.Kernel[acc.Kernel]
		case code.NoReturn:
			m.ReadTags = l.mapping.Kernel[acc.Kernel].ReadTags
		case code.Unless:
			m.Unless, m.C = true, Reg(in.C)+1
		}
	}
	m.Tags, m.ReadTags, m.WriteTags = how.Tags, m.ReadTags|how.ReadTags, how.WriteTags
	failed := how
	if (in.Op == code.CAS || acc.Kernel == code.Unless) && !l.mapping.Machine {
		failed = &l.mapping.Load[acc.Fail]
	}
	m.FailTags = failed.Tags | failed.ReadTags | l.mapping.Failed
	l.before(how)
	computes := in.Op == code.RMW && acc.Fetch
	if computes { // the result may be wanted where the operand is
		m.D = l.temp()
	}
	l.emit(m)
	if computes {
		l.emit(Instr{Kind: Compute, Op: fetched[acc.RMW], D: Reg(in.A), A: m.D, B: Reg(in.C)})
	}
	if in.Op != code.CAS || failed.After == how.After {
		l.after(how, m.D)
		return
	}
	skip := l.emit(Instr{Kind: Branch, Op: code.JZ, A: m.E, B: None})
	l.after(how, m.D)
	end := l.emit(Instr{Kind: Branch, Op: code.Jmp, A: None, B: None})
	l.bind(skip)
	l.after(failed, m.D)
	l.bind(end)
}

// fetched are the operations that compute the new value from the old one.
var fetched = map[code.RMWOp]code.Op{code.FetchAdd: code.Add, code.FetchSub: code.Sub, code.FetchAnd: code.And,
	code.FetchOr: code.Or, code.FetchXor: code.Xor}

func (l *lowering) fence(acc *code.Access) {
	how := &l.mapping.Fence[acc.Order]
	switch {
	case l.mapping.Linux && acc.Kernel == code.Around:
		return // its RMW is full
	case l.mapping.Linux && acc.Kernel != code.NoKernel:
		how = &l.mapping.Kernel[acc.Kernel]
	case l.mapping.Linux:
		how = &l.mapping.Kernel[code.Mb]
	case acc.Fence != trace.NoFence:
		how = &l.mapping.Hardware[acc.Fence]
	}
	l.before(how)
	l.after(how, None)
}

func (l *lowering) before(how *Lowering) {
	if how.Before != 0 {
		l.emit(Instr{Kind: Fence, D: None, Tags: how.Before})
	}
}

// after adds the fence after an access; v is the value read.
func (l *lowering) after(how *Lowering, v Reg) {
	if how.After == 0 {
		return
	}
	if how.Branch {
		next := l.emit(Instr{Kind: Branch, Op: code.JNZ, A: v, B: None})
		l.bind(next)
	}
	l.emit(Instr{Kind: Fence, D: None, Tags: how.After})
}
