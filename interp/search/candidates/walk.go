package candidates

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/trace/bitset"
)

// noReservation is the register of the reservation of a load-exclusive.
const noReservation = 254

// A register is the content of a register.
type register struct {
	value     int64
	dep, pick uint64 // reads on which it depends directly, and through a choice
}

// A state is the state of a thread between two operations.
type state struct {
	ctrl, pickCtrl uint64
	branch         *branch // the innermost branch whose control dependencies end somewhere
	reserved       int     // the load-exclusive with the valid reservation; -1: none
	reservedAt     uint64
}

// A branch is one whose control dependencies end at join. It keeps those before it.
type branch struct {
	join           int32
	ctrl, pickCtrl uint64
	outer          *branch
}

// An arrival is a visit to the start of a loop.
type arrival struct {
	at        int32
	written   int // number of writes before it
	events    int
	state     state
	registers []register
}

// A walker follows the paths of one thread.
type walker struct {
	u        *unfolding
	thread   int
	th       *isa.Thread
	live     []bitset.Set // at loop heads: registers that are read before they are written
	heads    []bool       // by operation: it is a loop head
	paths    []*path
	err      error
	steps    int
	regs     []register
	state    state
	events   []event
	shown    []shown
	arrivals []arrival
	writes   []uint8 // by location: writes of the path so far
	written  int
	need     []uint8
	locs     map[uint64]int
	free     [][]register
	// speculative says that forward branches go both ways whatever their condition, to find
	// out what the thread may write.
	speculative bool
}

func newWalker(u *unfolding, t int, th *isa.Thread) *walker {
	w := &walker{u: u, thread: t, th: th, regs: make([]register, th.Regs), locs: make(map[uint64]int)}
	w.writes, w.need = make([]uint8, len(u.known)), make([]uint8, len(u.known))
	for l := range u.prog.Locations {
		w.locs[u.prog.Locations[l].Addr] = l
	}
	w.heads = make([]bool, len(th.Code)+1)
	for pc := range th.Code {
		if in := &th.Code[pc]; in.Kind == isa.Branch && int(in.Target) <= pc {
			w.heads[in.Target] = true
		}
	}
	w.live = liveness(th)
	return w
}

// liveness returns, for each operation, the registers that are read before they are
// written.
func liveness(th *isa.Thread) []bitset.Set {
	next := func(pc int) []int {
		switch in := &th.Code[pc]; {
		case in.Kind != isa.Branch:
			return []int{pc + 1}
		case in.Op == code.Jmp:
			return []int{int(in.Target)}
		default:
			return []int{pc + 1, int(in.Target)}
		}
	}
	return bitset.Live(len(th.Code), int(isa.None), next, func(pc int, live *bitset.Set) {
		for _, r := range written(&th.Code[pc]) {
			live.Remove(int(r))
		}
		for _, r := range read(&th.Code[pc]) {
			if r != isa.None {
				live.Add(int(r))
			}
		}
	})
}

// written returns the registers that an operation writes.
func written(in *isa.Instr) [3]isa.Reg {
	out := [3]isa.Reg{isa.None, isa.None, isa.None}
	switch in.Kind {
	case isa.Set, isa.Compute, isa.Select, isa.Load, isa.Amo, isa.FenceAt:
		out[0] = in.D
	case isa.LoadX, isa.StoreX:
		out[0], out[1] = in.D, noReservation
	case isa.Cas:
		out[0], out[1] = in.D, in.E
	}
	return out
}

// read returns the registers that an operation reads.
func read(in *isa.Instr) [4]isa.Reg {
	out := [4]isa.Reg{isa.None, isa.None, isa.None, isa.None}
	switch in.Kind {
	case isa.Compute, isa.Branch, isa.Store, isa.Observe, isa.FenceAt:
		out[0], out[1] = in.A, in.B
	case isa.Load, isa.LoadX, isa.Free:
		out[0] = in.A
	case isa.StoreX:
		out[0], out[1], out[2] = in.A, in.B, noReservation
	case isa.Select, isa.Cas, isa.Amo:
		out[0], out[1], out[2] = in.A, in.B, in.C
	}
	return out
}

// run collects all paths for the values known so far.
func (w *walker) run(speculative bool) error {
	w.speculative = speculative
	w.paths, w.events, w.shown, w.arrivals, w.written = nil, w.events[:0], w.shown[:0], w.arrivals[:0], 0
	clear(w.regs)
	clear(w.writes)
	w.state = state{reserved: -1}
	w.walk(0)
	return w.err
}

func (w *walker) failf(in *isa.Instr, format string, args ...any) {
	if w.err == nil {
		src := w.th.Src[in.Src]
		w.err = unsupported("%s: %s: %s", src.Pos, src.Text, fmt.Sprintf(format, args...))
	}
}

// reg reads a register.
func (w *walker) reg(r isa.Reg) register {
	if r == isa.None {
		return register{}
	}
	return w.regs[r]
}

// set gives a register its content. If a branch whose control dependencies end decides whether it is set,
// it depends on what the branch read, through a choice, also after they have ended.
func (w *walker) set(r isa.Reg, v register) {
	if r == isa.None {
		return
	}
	if w.state.branch != nil {
		v.pick |= w.state.ctrl | w.state.pickCtrl
	}
	w.regs[r] = v
}

// placeOf returns where an operation is in the text, or the last one before it that is in a file of the program;
// without one the thread's name.
func (w *walker) placeOf(pc int) string {
	for pc = min(pc, len(w.th.Code)-1); pc >= 0; pc-- {
		if at := w.th.Src[w.th.Code[pc].Src].Pos; at.Line > 0 && !strings.HasPrefix(at.File, "<") {
			return at.String()
		}
	}
	return w.th.Name
}

// walk continues from an operation to the ends of all paths.
func (w *walker) walk(pc int) {
	list := w.th.Code
	for w.err == nil {
		if w.u.steps++; w.u.most > 0 && w.u.steps > w.u.most {
			w.err = unsupported("%s: more than %d operations of the threads, of all paths together, are", w.placeOf(pc), w.u.most)
			return
		}
		if w.steps++; w.steps&0xfff == 0 && w.u.ctx.Err() != nil {
			w.err = w.u.ctx.Err()
			return
		}
		for w.state.branch != nil && int(w.state.branch.join) == pc {
			w.state.ctrl, w.state.pickCtrl, w.state.branch = w.state.branch.ctrl, w.state.branch.pickCtrl, w.state.branch.outer
		}
		if w.heads[pc] && !w.arrive(int32(pc)) {
			return
		}
		if pc == len(list) {
			if !w.speculative {
				w.finish()
			}
			return
		}
		in := &list[pc]
		switch in.Kind {
		case isa.Set:
			w.set(in.D, register{value: in.Imm})
		case isa.Compute:
			x, y := w.reg(in.A), w.reg(in.B)
			v, ok := code.Eval(in.Op, x.value, y.value)
			if !ok {
				w.failf(in, "division by zero is")
				return
			}
			w.set(in.D, register{v, x.dep | y.dep, x.pick | y.pick})
		case isa.Select:
			x, c := w.reg(in.A), w.reg(in.C)
			if c.value == 0 {
				x = w.reg(in.B)
			}
			x.pick |= c.dep | c.pick
			w.set(in.D, x)
		case isa.Fence:
			if !w.add(in, event{kind: fences, loc: -1, tags: in.Tags}) {
				return
			}
		case isa.FenceAt:
			if !w.fenceAt(in) {
				return
			}
		case isa.Refuse:
			if !w.speculative {
				w.err = w.th.Refused[in.Imm]
			}
			return
		case isa.Free:
			m := w.mark()
			if w.freed(in) {
				w.walk(pc + 1)
			}
			w.reset(m)
			w.release(m)
			return
		case isa.Branch:
			x, y := w.reg(in.A), w.reg(in.B)
			if in.Join > 0 {
				w.state.branch = &branch{in.Join, w.state.ctrl, w.state.pickCtrl, w.state.branch}
			}
			w.state.ctrl |= x.dep | y.dep
			w.state.pickCtrl |= x.pick | y.pick
			if w.speculative && x.dep|x.pick|y.dep|y.pick != 0 && int(in.Target) > pc {
				m := w.mark()
				w.walk(int(in.Target))
				w.reset(m)
				w.release(m)
			} else if code.Taken(in.Op, x.value, y.value) {
				pc = int(in.Target)
				continue
			}
		case isa.Observe:
			w.shown = append(w.shown, shown{uint64(w.reg(in.B).value + in.Imm), w.reg(in.A).value})
		default:
			w.access(in, pc)
			return
		}
		pc++
	}
}

// arrive records a visit to a loop head. It returns false if the iteration that ends here has changed
// nothing, or if the bound is exceeded.
func (w *walker) arrive(pc int32) bool {
	live := w.live[pc]
	rounds, computing := 0, 0
	for i := len(w.arrivals) - 1; i >= 0; i-- {
		a := &w.arrivals[i]
		if a.at != pc {
			continue
		}
		if a.events < len(w.events) {
			rounds++
		} else {
			computing++
		}
		if a.written == w.written && w.same(a, live) {
			return false
		}
	}
	if rounds > w.u.unroll || computing > maxComputing {
		w.u.bounded = fmt.Sprintf("a loop of %s was followed for %d iterations only", w.th.Name, max(rounds, computing)-1)
		return false
	}
	w.arrivals = append(w.arrivals, arrival{pc, w.written, len(w.events), w.state, w.snapshot()})
	return true
}

// same reports whether everything live has the same content as at arrival a, and no fewer
// dependencies. The last read before a may be replaced by the last one now, if renamed
// allows it.
func (w *walker) same(a *arrival, live bitset.Set) bool {
	old, now := w.renamed(a)
	rename := func(deps uint64) uint64 {
		if deps&old != 0 {
			return deps&^old | now
		}
		return deps
	}
	for r := range live.All() {
		if r == noReservation {
			x, y := a.state.reserved, w.state.reserved
			if x != y && (x < 0 || y < 0 || 1<<x != old || 1<<y != now) {
				return false
			}
			continue
		}
		x, y := &a.registers[r], &w.regs[r]
		if x.value != y.value || rename(x.dep)&^y.dep != 0 || rename(x.pick)&^(y.pick|y.dep) != 0 {
			return false
		}
	}
	return true
}

// renamed returns the last read before arrival a and the last one now, as sets, if they
// have the same value and the first has no more tags than the second: it could then read
// from the same write. Otherwise the sets are empty. Only equal fences may follow them.
func (w *walker) renamed(a *arrival) (old, now uint64) {
	i, j := a.events-1, len(w.events)-1
	for i >= 0 && i < j && w.events[i].kind == fences && w.events[j].kind == fences && w.events[i].tags == w.events[j].tags {
		i--
		j--
	}
	if i < 0 || j < a.events {
		return 0, 0
	}
	e, f := &w.events[i], &w.events[j]
	if e.kind != reads || f.kind != reads || e.loc != f.loc || e.read != f.read || e.tags&^f.tags != 0 ||
		e.addr&^f.addr != 0 || e.pickAddr&^(f.pickAddr|f.addr) != 0 {
		return 0, 0
	}
	old, now = 1<<i, 1<<j
	if a.state.ctrl&old != 0 && w.state.ctrl&now == 0 || a.state.pickCtrl&old != 0 && (w.state.ctrl|w.state.pickCtrl)&now == 0 {
		return 0, 0
	}
	return old, now
}

// snapshot copies the registers.
func (w *walker) snapshot() []register {
	if n := len(w.free); n > 0 {
		s := w.free[n-1]
		w.free = w.free[:n-1]
		copy(s, w.regs)
		return s
	}
	return slices.Clone(w.regs)
}

// add appends an event of an operation with the current control dependencies.
func (w *walker) add(in *isa.Instr, e event) bool {
	if len(w.events) == maxEvents {
		w.u.bounded = fmt.Sprintf("a path of %s has more than %d events", w.th.Name, maxEvents)
		return false
	}
	e.ctrl, e.pickCtrl, e.src = w.state.ctrl, w.state.pickCtrl, in.Src
	if e.kind&reads == 0 || e.amo == 0 {
		e.amo = -1
	}
	e.exclusive = -1
	w.events = append(w.events, e)
	return true
}

// addWrite appends an event that writes. It reports whether the value can be produced.
func (w *walker) addWrite(in *isa.Instr, e event) bool {
	clear(w.need)
	for deps := e.addr | e.data | e.pickAddr | e.pickData; deps != 0; deps &= deps - 1 {
		i := bits.TrailingZeros64(deps)
		if i >= len(w.events) {
			continue // an RMW of one event depends on its own read: see below
		}
		if r := &w.events[i]; r.kind&reads != 0 {
			w.needs(r)
		}
	}
	if e.kind&reads != 0 {
		w.needs(&e)
	}
	w.writes[e.loc]++
	w.need[e.loc]++
	most := &w.u.writes[w.thread][e.loc]
	if w.writes[e.loc] > *most {
		*most = w.writes[e.loc]
		w.u.changed = true
	}
	if !w.u.learn(w.thread, int(e.loc), e.written, w.need) {
		w.writes[e.loc]--
		return false
	}
	if !w.add(in, e) {
		w.writes[e.loc]--
		return false
	}
	w.written++
	return true
}

// needs adds the writes needed for the value that r reads.
func (w *walker) needs(r *event) {
	for i := range w.u.known[r.loc] {
		if k := &w.u.known[r.loc][i]; k.value == r.read {
			for j, n := range k.need {
				w.need[j] = max(w.need[j], n)
			}
			return
		}
	}
}

// A mark is a point to which the walk returns.
type mark struct {
	regs                             []register
	state                            state
	events, shown, arrivals, written int
}

func (w *walker) mark() mark {
	return mark{w.snapshot(), w.state, len(w.events), len(w.shown), len(w.arrivals), w.written}
}

// reset returns to m.
func (w *walker) reset(m mark) {
	copy(w.regs, m.regs)
	for i := m.events; i < len(w.events); i++ {
		if e := &w.events[i]; e.kind&writes != 0 {
			w.writes[e.loc]--
		}
	}
	for i := m.arrivals; i < len(w.arrivals); i++ {
		w.free = append(w.free, w.arrivals[i].registers)
	}
	w.state, w.written = m.state, m.written
	w.events, w.shown, w.arrivals = w.events[:m.events], w.shown[:m.shown], w.arrivals[:m.arrivals]
}

// release frees the registers of m.
func (w *walker) release(m mark) { w.free = append(w.free, m.regs) }

// finish adds the current path to the paths.
func (w *walker) finish() {
	if len(w.paths) == w.u.paths {
		w.err = unsupported("%s: more than %d paths of a thread are", w.th.Name, w.u.paths)
		return
	}
	p := &path{events: slices.Clone(w.events), shown: slices.Clone(w.shown)}
	for i := range p.events {
		e := &p.events[i]
		if e.kind&reads != 0 {
			k := w.u.value(int(e.loc), e.read)
			if !slices.Contains(p.needs, k.number) {
				p.needs = append(p.needs, k.number)
			}
			if e.kind&writes != 0 || e.amo >= 0 || e.exclusive >= 0 && !p.storesBetween(i) {
				p.atomic = append(p.atomic, k.number)
			}
		}
		if e.kind&writes != 0 {
			p.gives = append(p.gives, w.u.value(int(e.loc), e.written).number)
		}
	}
	w.paths = append(w.paths, p)
}

// storesBetween reports whether the thread itself writes to the location between a
// load-exclusive and its store-exclusive: in Armv8 other threads then may, too.
func (p *path) storesBetween(i int) bool {
	for j := i + 1; j < int(p.events[i].exclusive); j++ {
		if e := &p.events[j]; e.loc == p.events[i].loc && e.kind&writes != 0 {
			return true
		}
	}
	return false
}
