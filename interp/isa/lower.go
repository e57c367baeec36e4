package isa

import (
	"maps"
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Lower translates the threads of a program from byte code: those that main starts,
// all before it joins any. Before, main may store initial values; behind, it may look
// at final ones. The error says what is not supported.
//
// A thread goes on behind an assertion that fails, and is branched by it: on machines
// no store is seen by others before the branch that it stands behind is decided, so
// nothing that comes later has a part in the failure. In C that is not so: there an
// assertion in a thread is not supported.
func Lower(p *code.Program, to *Mapping) (*Program, error) {
	out := &Program{Name: p.Name}
	if p.Init >= 0 {
		return nil, unsupported("candidate executions of a program with initialisers that run are")
	}
	m, err := follow(p)
	if err != nil {
		return nil, err
	}
	for i, s := range m.starts {
		l := lowering{prog: p, fn: &p.Funcs[s.fn], mapping: to, number: i}
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
			init := int64(0)
			for i := min(x.Off+int64(x.Size), int64(len(o.Init))) - 1; i >= x.Off; i-- {
				init = init<<8 | int64(o.Init[i])
			}
			if v, ok := m.stored[o.Addr+uint64(x.Off)]; ok {
				init = v
			}
			out.Locations = append(out.Locations, Location{Name: o.Name + x.Path, Addr: o.Addr + uint64(x.Off), Init: Extend(init, x.Size, true)})
		}
	}
	return out, nil
}

// A start is a thread that main starts.
type start struct {
	fn     int
	arg    int64
	joined bool
}

// end translates what main does when the threads have ended; nil if it asserts nothing.
func (m *mainFunction) end(to *Mapping) (*Thread, error) {
	l := lowering{prog: m.prog, fn: m.fn, mapping: to, ending: true, to: &Thread{Name: m.fn.Name}}
	if err := l.makeRoom(); err != nil {
		return nil, err
	}
	l.to.Src = append(l.to.Src, Source{Pos: m.fn.Pos})
	for i, v := range m.regs[:m.fn.NRegs] {
		l.emit(Instr{Kind: Set, D: Reg(i), Imm: v})
	}
	for _, addr := range slices.Sorted(maps.Keys(m.private)) {
		v := m.private[addr]
		l.emit(Instr{Kind: Set, D: l.temp(), Imm: int64(addr)})
		l.emit(Instr{Kind: Set, D: l.temp() + 1, Imm: v.value})
		l.emit(Instr{Kind: Store, A: l.temp(), B: l.temp() + 1, D: None, E: None, Size: v.size})
	}
	l.starts = slices.Repeat([]int32{-1}, m.after)
	if err := l.code(m.after); err != nil {
		return nil, err
	}
	if err := l.settle(); err != nil {
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
	ending  bool    // it is what main does at the end
	starts  []int32 // of the operations of each instruction

	// A call is translated where it stands.
	base    Reg          // of the function's registers
	top     Reg          // registers of all calls
	calls   []*code.Func // in progress, the outermost first
	locals  int64        // bytes of automatic objects so far
	private []int        // operations that access them
	asserts bool         // there is an assertion
}

// Where the automatic objects of threads lie, far from all others, and those of main.
const (
	stackOf     = int64(1) << 50
	stackOfMain = int64(1) << 51
)

// makeRoom finds out how many registers the function and those that it calls need.
func (l *lowering) makeRoom() error {
	n, err := l.registers(l.fn)
	if err != nil {
		return err
	}
	if n > int(None)-8 {
		return unsupported("%s: a function of %d registers is", l.fn.Pos, n)
	}
	l.top, l.to.Regs, l.calls = Reg(n), n+6, []*code.Func{l.fn}
	return nil
}

// registers returns how many registers a function and those that it calls need.
func (l *lowering) registers(f *code.Func) (int, error) {
	if slices.Contains(l.calls, f) {
		return 0, unsupported("%s: candidate executions of a function that calls itself are", f.Pos)
	}
	l.calls = append(l.calls, f)
	defer func() { l.calls = l.calls[:len(l.calls)-1] }()
	n := f.NRegs
	for i := range f.Code {
		if in := &f.Code[i]; in.Op == code.Call {
			m, err := l.registers(&l.prog.Funcs[in.Imm])
			if err != nil {
				return 0, err
			}
			n = max(n, int(in.A)+m)
		}
	}
	return n, nil
}

// call translates the function that an instruction calls, in its place.
func (l *lowering) call(in *code.Instr) error {
	f := &l.prog.Funcs[in.Imm]
	if f.Code == nil {
		return unsupported("%s: a call of %s, which is not defined, is", l.to.Src[len(l.to.Src)-1].Pos, f.Name)
	}
	fn, starts, base := l.fn, l.starts, l.base
	l.fn, l.starts, l.base = f, nil, base+Reg(in.A)
	l.calls = append(l.calls, f)
	from := len(l.to.Code)
	if err := l.translate(0); err != nil {
		return err
	}
	for i := from; i < len(l.to.Code); i++ {
		if in := &l.to.Code[i]; in.Kind == Branch && in.Target >= 0 {
			in.Target = ^l.starts[in.Target]
		}
	}
	l.calls = l.calls[:len(l.calls)-1]
	l.fn, l.starts, l.base = fn, starts, base
	return nil
}

// settle makes registers of the automatic objects that only the thread can see.
func (l *lowering) settle() error {
	if l.locals == 0 && !l.ending {
		return nil
	}
	f := Frame{Low: stackOf, High: stackOfMain, Result: func(int64) bool { return false }, Closed: true}
	if l.ending {
		f.High = stackOfMain + stackOf
	}
	if err := l.to.Private(f); err != nil {
		return err
	}
	for _, pc := range l.private {
		if in := &l.to.Code[pc]; in.Kind == Load || in.Kind == Store {
			return unsupported("%s: an automatic object at an address that is computed is", l.to.Src[in.Src].Pos)
		}
	}
	return nil
}

// thread translates the function of a thread, whose parameter is arg.
func (l *lowering) thread(arg int64) error {
	l.to = &Thread{Name: l.fn.Name}
	if err := l.makeRoom(); err != nil {
		return err
	}
	if l.fn.Params > 0 {
		l.to.Src = append(l.to.Src, Source{Pos: l.fn.Pos})
		l.emit(Instr{Kind: Set, D: 0, Imm: arg})
	}
	if err := l.code(0); err != nil {
		return err
	}
	if l.asserts {
		l.emit(Instr{Kind: Observe, D: None, A: l.failed(), B: None, Imm: int64(FailedAt(l.number))})
	}
	return l.settle()
}

// code translates the function's instructions from one on, and gives the jumps their
// targets.
func (l *lowering) code(from int) error {
	if err := l.translate(from); err != nil {
		return err
	}
	for i := range l.to.Code {
		if in := &l.to.Code[i]; in.Kind == Branch && in.Target >= 0 {
			if in.Target = l.starts[in.Target]; in.Target < 0 {
				return unsupported("%s: a loop around the joining of threads is", l.to.Src[in.Src].Pos)
			}
		} else if in.Kind == Branch {
			in.Target = ^in.Target
		}
	}
	return nil
}

// translate is code but for the targets of jumps.
func (l *lowering) translate(from int) error {
	for pc := from; pc < len(l.fn.Code); pc++ {
		l.starts = append(l.starts, int32(len(l.to.Code)))
		l.to.Src = append(l.to.Src, Source{Pos: l.fn.PosOf[pc]})
		if err := l.instr(&l.fn.Code[pc]); err != nil {
			return err
		}
	}
	l.starts = append(l.starts, int32(len(l.to.Code)))
	return nil
}

func (l *lowering) emit(in Instr) int {
	in.Src = int32(len(l.to.Src) - 1)
	l.to.Code = append(l.to.Code, in)
	return len(l.to.Code) - 1
}

// bind makes a jump over a fence lead to what comes next. Such a target is kept
// as its complement until the jumps of the function have theirs.
func (l *lowering) bind(from int) { l.to.Code[from].Target = ^int32(len(l.to.Code)) }

func (l *lowering) instr(in *code.Instr) error {
	a, b, c := l.base+Reg(in.A), l.base+Reg(in.B), l.base+Reg(in.C)
	switch in.Op {
	case code.Nop, code.Loop:
		return nil
	case code.Call:
		return l.call(in)
	case code.Local, code.LocalZ:
		return l.local(in)
	case code.Sys:
		return l.library(in)
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
	case code.Index:
		t := l.temp()
		l.emit(Instr{Kind: Set, D: t, Imm: int64(in.Imm)})
		l.emit(Instr{Kind: Compute, Op: code.Mul, D: t, A: c, B: t})
		l.emit(Instr{Kind: Compute, Op: code.Add, D: a, A: b, B: t})
		return nil
	case code.Jmp, code.JZ, code.JNZ:
		l.emit(Instr{Kind: Branch, Op: in.Op, A: a, B: None, Target: in.Imm})
		return nil
	case code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
		l.emit(Instr{Kind: Branch, Op: in.Op, A: a, B: b, Target: in.Imm})
		return nil
	case code.Ret, code.RetV:
		if in.Op == code.Ret && len(l.calls) > 1 {
			l.emit(Instr{Kind: Compute, Op: code.Mov, D: l.base, A: a, B: None})
		}
		l.emit(Instr{Kind: Branch, Op: code.Jmp, A: None, B: None, Target: int32(len(l.fn.Code))})
		return nil
	case code.Assert:
		return l.assertion(a, in.Imm)
	case code.DivS, code.DivU, code.ModS, code.ModU, code.Store, code.RMW, code.CAS:
		if l.ending {
			return unsupported("%s: %s: after the threads have ended, this operation is", l.to.Src[len(l.to.Src)-1].Pos, in.Op)
		}
	}
	switch in.Op {
	case code.LoadP:
		l.visible(&code.Instr{Op: code.Load, A: in.A, B: in.B, Imm: in.Imm}, &l.prog.Access[in.Imm])
		l.private = append(l.private, len(l.to.Code)-1)
		return nil
	case code.StoreP:
		if l.locals > 0 || l.ending {
			l.visible(&code.Instr{Op: code.Store, C: in.C, B: in.B, Imm: in.Imm}, &l.prog.Access[in.Imm])
			l.private = append(l.private, len(l.to.Code)-1)
			return nil
		}
		l.emit(Instr{Kind: Observe, D: None, A: c, B: b, Imm: int64(l.prog.Access[in.Imm].Off)})
		return nil
	case code.Load, code.Store, code.RMW, code.CAS, code.FenceOp:
		site := &l.prog.Sites[in.Imm]
		l.to.Src[len(l.to.Src)-1] = Source{Pos: site.Pos, Text: site.Text}
		l.visible(in, &l.prog.Access[in.Imm])
		return nil
	}
	switch in.Op {
	case code.Mov, code.ExtS8, code.ExtS16, code.ExtS32, code.ExtU8, code.ExtU16, code.ExtU32, code.Neg, code.Com, code.Not, code.Bool:
		c = None
	}
	if _, ok := Eval(in.Op, 1, 1); ok {
		l.emit(Instr{Kind: Compute, Op: in.Op, D: a, A: b, B: c})
		return nil
	}
	return unsupported("%s: %s: candidate executions of this operation are", l.to.Src[len(l.to.Src)-1].Pos, in.Op)
}

// assertion notes the site of an assertion in a register of its own if it fails: an
// iteration of a loop in which one fails is not one that changes nothing.
func (l *lowering) assertion(cond Reg, site int32) error {
	at := l.prog.Sites[site].Pos
	l.asserts = true
	if !l.ending && !l.mapping.Machine && !l.mapping.Decided {
		return unsupported("%s: assert: in a thread, under a model of the language, this operation is", at)
	}
	next := l.emit(Instr{Kind: Branch, Op: code.JNZ, A: cond, B: None})
	l.emit(Instr{Kind: Set, D: l.failed(), Imm: int64(site) + 1})
	l.bind(next)
	if l.ending {
		l.emit(Instr{Kind: Observe, D: None, A: l.failed(), B: None})
	}
	return nil
}

// failed is the register of the site of an assertion that has failed, plus one.
func (l *lowering) failed() Reg { return l.top + 2 }

// temp is a register for addresses and constants.
func (l *lowering) temp() Reg { return l.top }

// local gives an automatic object its address.
func (l *lowering) local(in *code.Instr) error {
	o := &l.fn.Locals[in.Imm]
	addr := stackOf + l.locals
	l.locals += (max(o.Size, 1) + 15) &^ 15
	l.emit(Instr{Kind: Set, D: l.base + Reg(in.A), Imm: addr})
	if in.Op == code.LocalZ {
		if o.Size > 8 || o.Size&(o.Size-1) != 0 {
			return unsupported("%s: candidate executions of a thread with an automatic object of %d bytes are", l.to.Src[len(l.to.Src)-1].Pos, o.Size)
		}
		l.emit(Instr{Kind: Set, D: l.temp(), Imm: 0})
		l.private = append(l.private, l.emit(Instr{Kind: Store, A: l.base + Reg(in.A), B: l.temp(), D: None, E: None, Size: uint8(o.Size)}))
	}
	return nil
}

// library translates a call of the library: the lock of a mutex is a loop that tries a
// compare-exchange, which waits.
func (l *lowering) library(in *code.Instr) error {
	a := l.base + Reg(in.A)
	switch code.SysID(in.C) {
	case code.Printf, code.Puts, code.Putchar, code.MutexDestroy, code.Yield:
		l.emit(Instr{Kind: Set, D: a, Imm: 0})
		return nil
	}
	if !l.ending {
		expected, locked, old, taken := l.temp(), l.top+3, l.top+4, l.top+5
		switch code.SysID(in.C) {
		case code.MutexLock:
			how := &l.mapping.RMW[trace.Acquire]
			again := ^int32(len(l.to.Code))
			l.emit(Instr{Kind: Set, D: expected, Imm: 0})
			l.emit(Instr{Kind: Set, D: locked, Imm: 1})
			l.before(how)
			l.emit(Instr{Kind: Cas, D: old, E: taken, A: a, B: expected, C: locked, Size: 4, OneEvent: !l.mapping.Halves, Choice: l.mapping.Choice,
				Tags: how.Tags, ReadTags: how.ReadTags, WriteTags: how.WriteTags, FailTags: how.Tags | how.ReadTags | l.mapping.Failed})
			l.after(how, old)
			l.emit(Instr{Kind: Branch, Op: code.JZ, A: taken, B: None, Target: again})
			l.emit(Instr{Kind: Set, D: a, Imm: 0})
			return nil
		case code.MutexUnlock:
			how := &l.mapping.Store[trace.Release]
			l.emit(Instr{Kind: Set, D: expected, Imm: 0})
			l.before(how)
			l.emit(Instr{Kind: Store, A: a, B: expected, D: None, E: None, Size: 4, Tags: how.Tags, WriteTags: how.WriteTags})
			l.after(how, None)
			l.emit(Instr{Kind: Set, D: a, Imm: 0})
			return nil
		}
	}
	return unsupported("%s: candidate executions of this call of the library are", l.to.Src[len(l.to.Src)-1].Pos)
}

func (l *lowering) visible(in *code.Instr, acc *code.Access) {
	if in.Op == code.FenceOp {
		l.fence(acc)
		return
	}
	base := l.base + Reg(in.B)
	a, c := l.base+Reg(in.A), l.base+Reg(in.C)
	if acc.Off != 0 {
		t := l.temp()
		l.emit(Instr{Kind: Set, D: t, Imm: int64(acc.Off)})
		l.emit(Instr{Kind: Compute, Op: code.Add, D: t, A: base, B: t})
		base = t
	}
	m := Instr{A: base, D: None, E: None, Size: acc.Size, Signed: acc.Signed, RMW: acc.RMW, Weak: acc.Weak,
		OneEvent: !l.mapping.Halves, Choice: l.mapping.Choice}
	var how *Lowering
	switch in.Op {
	case code.Load:
		m.Kind, m.D, how = Load, a, &l.mapping.Load[acc.Order]
	case code.Store:
		m.Kind, m.B, how = Store, c, &l.mapping.Store[acc.Order]
	case code.RMW:
		m.Kind, m.D, m.B, how = Amo, a, c, &l.mapping.RMW[acc.Order]
	case code.CAS:
		m.Kind, m.D, m.E, m.B, m.C = Cas, c, a, c, c+1
		how = &l.mapping.RMW[l.mapping.success(acc.Order, acc.Fail)]
	}
	m.Tags, m.ReadTags, m.WriteTags = how.Tags, how.ReadTags, how.WriteTags
	failed := how
	if in.Op == code.CAS && !l.mapping.Machine {
		failed = &l.mapping.Load[acc.Fail]
	}
	m.FailTags = failed.Tags | failed.ReadTags | l.mapping.Failed
	l.before(how)
	l.emit(m)
	if in.Op == code.RMW && acc.Fetch {
		l.emit(Instr{Kind: Compute, Op: fetched[acc.RMW], D: a, A: a, B: c})
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

// fetched are the operations that compute a new value from the old one.
var fetched = map[code.RMWOp]code.Op{code.FetchAdd: code.Add, code.FetchSub: code.Sub, code.FetchAnd: code.And,
	code.FetchOr: code.Or, code.FetchXor: code.Xor}

func (l *lowering) fence(acc *code.Access) {
	how := &l.mapping.Fence[acc.Order]
	if acc.Fence != trace.NoFence {
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

// after adds the fence behind an access, where v is what was read.
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
