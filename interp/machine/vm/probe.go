package vm

import (
	"slices"

	"fencepost/interp/code"
)

// A probe has analyses of a function. Most of them say what follows a read that is not performed.
type probe struct {
	code   []code.Instr // that of the function, without its yields
	fn     code.Func    // a copy of the function that parks before every instruction of code that is not pure
	guards answers      // whether pure instructions lead to an assumption or a loop
	moves  answers      // of Moves
	comes  answers      // of MayForesee
	used   []bool       // by pc: see code.Program.UsedResults; nil if not computed yet
	live   [][]uint8    // by pc: see code.Program.LiveAtLoops; nil if not computed yet
	acts   [][]uint8    // by pc: the live registers before instructions that are not pure; nil if not computed yet
}

// answers are the answers to a question by pc: 1 is yes, -1 no, 0 not computed yet.
type answers []int8

// at returns the answer at pc, which compute gives when it is asked for first.
func (a answers) at(pc int, compute func() bool) bool {
	if a[pc] == 0 {
		a[pc] = -1
		if compute() {
			a[pc] = 1
		}
	}
	return a[pc] > 0
}

// Guards reports whether the value of the read before which t is parked may go straight into an
// assumption or the condition of a loop: nothing between has an effect or depends on anything except
// registers.
func (m *VM) Guards(t *Thread) bool {
	if !m.foreseeable(t) {
		return false
	}
	p := m.probeOf(t.fn)
	return p.guards.at(t.pc, func() bool { return leads(p.code, t.pc+1, map[int]bool{}, leadsToLoop) })
}

// foreseeable reports whether Probe can follow the read before which t is parked: it is a load, a
// compare-exchange or an exchange of a whole location.
func (m *VM) foreseeable(t *Thread) bool {
	return t.State == Ready && len(t.taints) == 0 && (t.in.Op == code.Load || t.in.Op == code.CAS || m.exchanges(t)) && !m.loadsPart(t) && t.pc < len(t.fn.Code) && t.fn.Code[t.pc] == t.in
}

// exchanges reports whether t is parked before an exchange.
func (m *VM) exchanges(t *Thread) bool {
	return t.in.Op == code.RMW && t.access.RMW == code.Xchg && t.access.Size <= 8
}

// Exchanges returns the value that the exchange before which t is parked writes. ok is false if t is
// parked before another operation.
func (m *VM) Exchanges(t *Thread) (v uint64, ok bool) {
	if !m.exchanges(t) {
		return 0, false
	}
	return m.compute(t.access, 0, uint64(t.window()[t.in.C])), true
}

// Moves reports whether the thread of p comes to the same assumption or loop whatever value it reads
// at p; for a compare-exchange, whenever it fails. Each register must hold there its value at p, a
// constant, or the value read.
func (m *VM) Moves(p *Point) bool {
	b, result := m.probeOf(p.fn), -1
	if p.in.Op == code.CAS {
		result = int(p.in.A)
	}
	return b.moves.at(p.pc, func() bool { return moves(b.code, p.pc+1, result) })
}

// moves is Moves for the instructions from pc on. Register result holds 0; -1: no such register.
func moves(list []code.Instr, pc, result int) bool {
	for range list {
		if pc >= len(list) {
			return false
		}
		in := &list[pc]
		switch {
		case isAssume(in):
			return int(in.A) == result
		case in.Op == code.Loop:
			return true
		case in.Op == code.Jmp, in.Op == code.JZ && int(in.A) == result:
			pc = int(in.Imm)
			continue
		case in.Op == code.Nop, in.Op == code.JNZ && int(in.A) == result:
		case in.Op == code.Mov, in.Op == code.Const, in.Op == code.ConstL:
			if int(in.A) == result {
				return false
			}
		default:
			return false
		}
		pc++
	}
	return false
}

// Probe reports whether t, about to perform a read for which Guards holds, would stop if it read v:
// an assumption does not hold, or stops says so of the loop that t reaches. During the call of stops
// t is where it would be in Driver.Loop. At a Body, stops only says whether to give up, and Probe
// then reports false.
func (m *VM) Probe(t *Thread, v uint64, stops func(at LoopPlace) bool) bool {
	switch in := t.in; in.Op {
	case code.CAS:
		if v == uint64(t.window()[in.C])&mask(t.access.Size) {
			return false
		}
	case code.RMW:
		if w, ok := m.Exchanges(t); !ok || v != w {
			return false
		}
	}
	return m.runAhead(t, v, func(next *code.Instr) (on, stopped bool) {
		switch {
		case next.Op == code.Nop && !stops(Body):
			return true, false
		case isAssume(next):
			return false, t.window()[next.A] == 0
		case next.Op == code.Loop:
			t.pc++
			return false, stops(LoopPlace(next.A))
		}
		return false, false
	})
}

// runAhead lets t, parked before a read, read v and run on by pure instructions. At each other
// instruction it calls visit, which returns whether to run on after the instruction and, if not, what
// runAhead returns. In the end t is again where it was.
func (m *VM) runAhead(t *Thread, v uint64, visit func(next *code.Instr) (on, answer bool)) bool {
	r, in, fn, pc := t.window(), &t.in, t.fn, t.pc
	m.scratch = append(m.scratch[:0], r[:fn.NRegs]...)
	switch in.Op {
	case code.Load, code.RMW:
		r[in.A] = canonical(v, t.access)
	default:
		r[in.C], r[in.A] = canonical(v, t.access), 0
	}
	on, answer := true, false
	for t.pc++; on; t.pc++ {
		p := m.probeOf(fn)
		t.fn = &p.fn
		m.probing = true
		m.execute(t)
		t.fn, m.probing = fn, false
		on, answer = visit(&p.code[t.pc])
	}
	copy(r[:fn.NRegs], m.scratch)
	t.pc = pc
	return answer
}

// MayForesee reports whether Foresees may return a compare-exchange for some value.
func (m *VM) MayForesee(t *Thread) bool {
	if !m.foreseeable(t) || t.in.Op == code.RMW {
		return false
	}
	p := m.probeOf(t.fn)
	return p.comes.at(t.pc, func() bool { return leads(p.code, t.pc+1, map[int]bool{}, leadsToExchange) })
}

// Foresees returns the compare-exchange that t, about to perform a read, would reach by pure
// instructions if it read v. It must be of the same location and expect v; otherwise Foresees returns
// nil. It sets q to the point at the compare-exchange. If t comes to a loop on the way, passes says
// whether t is sure to continue; t is then where it would be in Driver.Loop.
func (m *VM) Foresees(t *Thread, q *Point, v uint64, passes func(at LoopPlace) bool) *code.Access {
	if !m.MayForesee(t) || t.in.Op == code.CAS && v == t.Op.Expect&mask(t.access.Size) {
		return nil
	}
	var found *code.Access
	m.runAhead(t, v, func(next *code.Instr) (on, _ bool) {
		r := t.window()
		switch next.Op {
		case code.Nop:
			return passes(Body), false
		case code.Loop:
			t.pc++
			defer func() { t.pc-- }()
			return passes(LoopPlace(next.A)), false
		case code.CAS:
			a := m.sites[next.Imm]
			if a.Size != t.access.Size || a.Unit > 0 || uint64(r[next.B])+uint64(int64(a.Off)) != t.addr || uint64(r[next.C])&mask(a.Size) != v {
				return false, false
			}
			q.fn, q.pc, q.base, q.calls, q.in, q.at = t.fn, t.pc, t.base, len(t.frames), *next, a
			q.regs = append(q.regs[:0], r[:t.fn.NRegs]...)
			found = a
		}
		return false, false
	})
	return found
}

// A Point is the place and the registers of a thread before a read for which Guards held.
type Point struct {
	fn    *code.Func
	pc    int
	base  int
	calls int
	in    code.Instr
	at    *code.Access
	regs  []int64
}

// Mark sets p to the current point of t, which is about to perform a read for which Guards holds.
func (m *VM) Mark(t *Thread, p *Point) {
	p.fn, p.pc, p.base, p.calls, p.in, p.at = t.fn, t.pc, t.base, len(t.frames), t.in, t.access
	p.regs = append(p.regs[:0], t.window()[:t.fn.NRegs]...)
}

// Copy makes p a copy of q. It reuses the memory of p.
func (p *Point) Copy(q *Point) {
	regs := append(p.regs[:0], q.regs...)
	*p = *q
	p.regs = regs
}

// ProbeFrom is Probe of t at point p, where it was earlier in the same call. It reports false if t
// has left that call, or has values that were never written. Private objects have their present
// content.
func (m *VM) ProbeFrom(t *Thread, p *Point, v uint64, stops func(at LoopPlace) bool) bool {
	if t.fn != p.fn || t.base != p.base || len(t.frames) != p.calls || len(t.taints) > 0 {
		return false
	}
	r, pc, in, at := t.window(), t.pc, t.in, t.access
	m.present = append(m.present[:0], r[:t.fn.NRegs]...)
	copy(r[:], p.regs)
	t.pc, t.in, t.access = p.pc, p.in, p.at
	stopped := m.Probe(t, v, stops)
	copy(r[:], m.present)
	t.pc, t.in, t.access = pc, in, at
	return stopped
}

// Adds reports whether the operation before which t is parked is a fetch_add or fetch_sub.
func (m *VM) Adds(t *Thread) bool {
	return t.in.Op == code.RMW && (t.access.RMW == code.FetchAdd || t.access.RMW == code.FetchSub)
}

// blind reports whether the result of the read-modify-write before which t is parked is unused.
func (m *VM) blind(t *Thread) bool {
	p := m.probeOf(t.fn)
	if p.used == nil {
		p.used = m.source.UsedResults(m.sourceOf(t.fn))
	}
	return !p.used[t.pc]
}

// operand returns the kind and the operand of the read-modify-write before which t is parked. A subtraction
// is an addition of the negative operand.
func (m *VM) operand(t *Thread) (kind code.RMWOp, by uint64) {
	kind, by = t.access.RMW, uint64(t.window()[t.in.C])
	if kind == code.FetchSub {
		return code.FetchAdd, -by
	}
	return kind, by
}

// Commutes reports whether t is parked before a read-modify-write that commutes with others of its
// kind, as its result is unused. The operation is of kind, and by is its operand: see operand.
func (m *VM) Commutes(t *Thread) (kind code.RMWOp, by uint64, ok bool) {
	if t.in.Op != code.RMW || t.access.Bool || !m.blind(t) {
		return 0, 0, false
	}
	switch kind, by = m.operand(t); kind {
	case code.FetchAdd, code.FetchAnd, code.FetchOr, code.FetchXor, code.FetchMax, code.FetchMin, code.FetchMaxU, code.FetchMinU:
	default:
		return 0, 0, false
	}
	return kind, by & mask(t.access.Size), true
}

// Counts reports whether t is parked before a fetch_add or fetch_sub of a location of at most 8 bytes, what
// the operation adds, and whether its result is used.
func (m *VM) Counts(t *Thread) (by int64, used, ok bool) {
	if !m.Adds(t) || !m.RunsAhead(t) {
		return 0, false, false
	}
	_, n := m.operand(t)
	unused := 64 - 8*uint(t.access.Size)
	return int64(n<<unused) >> unused, !m.blind(t), true
}

// RunsAhead reports whether Tolerates can be asked for t: it is parked before a load of a whole location
// or a read-modify-write, and has no values that were never written.
func (m *VM) RunsAhead(t *Thread) bool {
	return (t.in.Op == code.Load && !m.loadsPart(t) || t.in.Op == code.RMW && !t.access.Bool) && t.access.Size <= 8 && len(t.taints) == 0
}

// Tolerates returns how many units less, and how many more, than v the operation for which RunsAhead holds
// may read so that t continues alike: it comes to the same next instruction that does more than compute
// on registers, and the registers that are used there have the same values. Neither is above most.
func (m *VM) Tolerates(t *Thread, v, unit, most uint64) (less, more uint64) {
	at := m.next(t, v)
	want := slices.Clone(m.present)
	alike := func(v uint64) bool { return m.next(t, v) == at && slices.Equal(m.present, want) }
	for less < most && alike(v-(less+1)*unit) {
		less++
	}
	for more < most && alike(v+(more+1)*unit) {
		more++
	}
	return less, more
}

// next returns where t comes if it reads v, to an instruction that is not pure. It sets m.present to the
// live registers there.
func (m *VM) next(t *Thread, v uint64) (pc int) {
	p := m.probeOf(t.fn)
	if p.acts == nil {
		p.acts = m.source.LiveAt(m.sourceOf(t.fn), func(i *code.Instr) bool { return !pure(i) })
	}
	live := p.acts
	m.runAhead(t, v, func(*code.Instr) (on, _ bool) {
		pc, m.present = t.pc, m.present[:0]
		for _, r := range live[t.pc] {
			m.present = append(m.present, t.window()[r])
		}
		return false, false
	})
	return pc
}

func isAssume(in *code.Instr) bool { return in.Op == code.Sys && code.SysID(in.C) == code.Assume }

func (m *VM) probeOf(f *code.Func) *probe {
	if m.probed == f {
		return m.lastProbe
	}
	m.probed, m.lastProbe = f, cached(&m.probes, f, func() *probe {
		p := &probe{fn: *f, guards: make(answers, len(f.Code)), moves: make(answers, len(f.Code)), comes: make(answers, len(f.Code))}
		p.code = m.source.WithoutYields(m.sourceOf(f)) // not the counted code: a probe covers nothing
		p.fn.Code = slices.Clone(p.code)
		for pc := range p.fn.Code {
			if in := &p.fn.Code[pc]; !pure(in) {
				*in = code.Instr{Op: code.FenceOp}
			}
		}
		return p
	})
	return m.lastProbe
}

// pure reports whether an instruction only computes on registers or jumps.
func pure(in *code.Instr) bool {
	switch in.Op {
	case code.Nop:
		return in.A != code.AtBody
	case code.Wide:
		return !code.WideOp(in.Imm).Divides()
	case code.Mov, code.Const, code.ConstL,
		code.Add, code.Sub, code.Mul, code.And, code.Or, code.Xor, code.Shl, code.ShrS, code.ShrU, code.AddI, code.Index,
		code.AddS32, code.SubS32, code.MulS32, code.AddU32, code.SubU32, code.MulU32, code.AddIS32,
		code.ExtS8, code.ExtS16, code.ExtS32, code.ExtU8, code.ExtU16, code.ExtU32,
		code.Neg, code.Com, code.Not, code.Bool, code.Eq, code.Ne, code.LtS, code.LeS, code.LtU, code.LeU,
		code.Jmp, code.JZ, code.JNZ, code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
		return true
	}
	return false
}

// leadsToLoop is the target of leads for Guards: an assumption or a loop.
func leadsToLoop(in *code.Instr) (found, over bool) {
	found = isAssume(in) || in.Op == code.Loop
	return found, found || !pure(in) && in.Op != code.Nop
}

// leadsToExchange is the target of leads for MayForesee: a compare-exchange, perhaps after loops.
func leadsToExchange(in *code.Instr) (found, over bool) {
	found = in.Op == code.CAS
	return found, found || !pure(in) && in.Op != code.Nop && in.Op != code.Loop
}

// leads reports whether pure instructions lead from pc to an instruction that target finds. target
// also returns whether the path ends at the instruction.
func leads(list []code.Instr, pc int, seen map[int]bool, target func(in *code.Instr) (found, over bool)) bool {
	for pc < len(list) && !seen[pc] {
		seen[pc] = true
		in := &list[pc]
		if found, over := target(in); over {
			return found
		}
		if in.Op == code.Jmp {
			pc = int(in.Imm)
			continue
		}
		switch in.Op {
		case code.JZ, code.JNZ, code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
			if leads(list, int(in.Imm), seen, target) {
				return true
			}
		}
		pc++
	}
	return false
}
