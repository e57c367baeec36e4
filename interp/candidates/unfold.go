package candidates

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/isa"
)

// maxPaths bounds the paths of a thread.
const maxPaths = 1 << 17

// maxComputing bounds the iterations of a loop that access no memory.
const maxComputing = 1000

// A known value is one that a location may hold.
type known struct {
	value  int64
	number int     // among all locations' values; that of an initial one is its location's
	need   []uint8 // by location: at least so many writes to it make the value
	by     uint64  // threads that write it; those from 63 on are one
}

// An unfolding runs threads alone.
type unfolding struct {
	prog     *isa.Program
	unroll   int
	coherent bool // the model implies coherence
	// speculative says that a write may be needed to take the branch that it stands
	// behind: the model does not order it after what the branch depends on.
	speculative bool

	known   [][]known // by location
	sizes   []uint8   // by location: of its accesses; 0: none yet
	writes  [][]uint8 // by thread and location: writes of a path, at most
	values  int
	changed bool // a value is new, or needs fewer writes, or a thread writes more
	bounded string
}

func newUnfolding(p *isa.Program, o *Options) *unfolding {
	n := len(p.Locations)
	u := &unfolding{prog: p, unroll: o.Unroll, coherent: o.Model.Coherent, speculative: o.Model.Speculative, known: make([][]known, n), sizes: make([]uint8, n), writes: make([][]uint8, len(p.Threads))}
	for l := range p.Locations {
		u.known[l] = []known{{value: p.Locations[l].Init, number: u.number(), need: make([]uint8, n)}}
	}
	for t := range u.writes {
		u.writes[t] = make([]uint8, n)
	}
	return u
}

// run runs all threads until no new value appears.
func (u *unfolding) run(ctx context.Context) (*paths, error) {
	out := &paths{threads: make([][]*path, len(u.prog.Threads))}
	walkers := make([]*walker, len(u.prog.Threads))
	for t, th := range u.prog.Threads {
		walkers[t] = newWalker(u, t, th)
	}
	for u.changed = true; u.changed; {
		u.changed, u.bounded = false, ""
		for t, w := range walkers {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if u.speculative {
				if err := w.run(true); err != nil {
					return nil, err
				}
			}
			if err := w.run(false); err != nil {
				return nil, err
			}
			out.threads[t] = w.paths
		}
	}
	out.values, out.incomplete = u.values, u.bounded
	return out, nil
}

// learn notes that a path writes value to location l, which needs at least the
// writes of need. It returns the number of the value; ok is false if all threads
// together do not write so often.
func (u *unfolding) learn(thread, l int, value int64, need []uint8) (number int, ok bool) {
	for i, n := range need {
		if n == 0 {
			continue
		}
		sum := 0
		for t := range u.writes {
			sum += int(u.writes[t][i])
		}
		if int(n) > sum {
			return 0, false
		}
	}
	for i := range u.known[l] {
		k := &u.known[l][i]
		if k.value != value {
			continue
		}
		if by := threadBit(thread); k.by&by == 0 {
			k.by |= by
			u.changed = true
		}
		for j := range need {
			if need[j] < k.need[j] {
				k.need[j] = need[j]
				u.changed = true
			}
		}
		return k.number, true
	}
	u.known[l] = append(u.known[l], known{value, u.number(), slices.Clone(need), threadBit(thread)})
	u.changed = true
	return u.values - 1, true
}

func threadBit(thread int) uint64 { return 1 << min(thread, 63) }

func (u *unfolding) number() int {
	u.values++
	return u.values - 1
}

// noReservation is the register that stands for the reservation of a load-exclusive.
const noReservation = 254

// A register is the content of one.
type register struct {
	value     int64
	dep, pick uint64 // reads that it depends on, and does through a choice
}

// A state is that of a thread between two operations.
type state struct {
	ctrl, pickCtrl uint64
	reserved       int // the load-exclusive whose reservation holds; -1: none
	reservedAt     uint64
}

// An arrival is a visit to the start of a loop.
type arrival struct {
	at        int32
	written   int // writes before it
	events    int
	state     state
	registers []register
}

// A walker follows the paths of one thread.
type walker struct {
	u        *unfolding
	thread   int
	th       *isa.Thread
	live     [][4]uint64 // at starts of loops: registers that are read before they are written
	heads    []bool      // by operation: starts of loops
	paths    []*path
	err      error
	regs     []register
	state    state
	events   []event
	shown    []shown
	arrivals []arrival
	writes   []uint8 // by location, of the path so far
	written  int
	need     []uint8
	locs     map[uint64]int
	free     [][]register
	// speculative says that branches forward go both ways, whatever they depend on:
	// only to learn what the thread may write.
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

// liveness returns for each operation the registers that are read before they are
// written.
func liveness(th *isa.Thread) [][4]uint64 {
	live := make([][4]uint64, len(th.Code)+1)
	for changed := true; changed; {
		changed = false
		for pc := len(th.Code) - 1; pc >= 0; pc-- {
			in := &th.Code[pc]
			now := live[pc+1]
			if in.Kind == isa.Branch {
				if in.Op == code.Jmp {
					now = [4]uint64{}
				}
				for i, w := range live[in.Target] {
					now[i] |= w
				}
			}
			for _, r := range written(in) {
				if r != isa.None {
					now[r>>6] &^= 1 << (r & 63)
				}
			}
			for _, r := range read(in) {
				if r != isa.None {
					now[r>>6] |= 1 << (r & 63)
				}
			}
			if now != live[pc] {
				live[pc], changed = now, true
			}
		}
	}
	return live
}

// written returns the registers that an operation writes.
func written(in *isa.Instr) [3]isa.Reg {
	out := [3]isa.Reg{isa.None, isa.None, isa.None}
	switch in.Kind {
	case isa.Set, isa.Compute, isa.Select, isa.Load, isa.Amo:
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
	case isa.Compute, isa.Branch, isa.Store, isa.Amo, isa.Observe:
		out[0], out[1] = in.A, in.B
	case isa.Load, isa.LoadX:
		out[0] = in.A
	case isa.StoreX:
		out[0], out[1], out[2] = in.A, in.B, noReservation
	case isa.Select, isa.Cas:
		out[0], out[1], out[2] = in.A, in.B, in.C
	}
	return out
}

// run collects all paths for the values known now.
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

func (w *walker) set(r isa.Reg, v register) {
	if r != isa.None {
		w.regs[r] = v
	}
}

// walk goes on from an operation to the ends of all paths.
func (w *walker) walk(pc int) {
	code := w.th.Code
	for w.err == nil {
		if w.heads[pc] && !w.arrive(int32(pc)) {
			return
		}
		if pc == len(code) {
			if !w.speculative {
				w.finish()
			}
			return
		}
		in := &code[pc]
		switch in.Kind {
		case isa.Set:
			w.set(in.D, register{value: in.Imm})
		case isa.Compute:
			x, y := w.reg(in.A), w.reg(in.B)
			v, ok := isa.Eval(in.Op, x.value, y.value)
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
		case isa.Branch:
			x, y := w.reg(in.A), w.reg(in.B)
			w.state.ctrl |= x.dep | y.dep
			w.state.pickCtrl |= x.pick | y.pick
			if w.speculative && x.dep|x.pick|y.dep|y.pick != 0 && int(in.Target) > pc {
				m := w.mark()
				w.walk(int(in.Target))
				w.reset(m)
				w.release(m)
			} else if isa.Taken(in.Op, x.value, y.value) {
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

// arrive notes a visit to the start of a loop. It reports whether to go on: not if
// the iteration that ends here has changed nothing, and not beyond the bound.
func (w *walker) arrive(pc int32) bool {
	live := &w.live[pc]
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

// same reports whether all that is live is as it was at arrival a, and depends on
// no less.
func (w *walker) same(a *arrival, live *[4]uint64) bool {
	for i, word := range live {
		for ; word != 0; word &= word - 1 {
			r := i<<6 + bits.TrailingZeros64(word)
			if r == noReservation {
				if a.state.reserved != w.state.reserved {
					return false
				}
				continue
			}
			x, y := &a.registers[r], &w.regs[r]
			if x.value != y.value || x.dep&^y.dep != 0 || x.pick&^(y.pick|y.dep) != 0 {
				return false
			}
		}
	}
	return true
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

// add appends an event of an operation; its control dependencies are those of now.
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

// addWrite appends an event that writes. It reports whether the value can be made.
func (w *walker) addWrite(in *isa.Instr, e event) bool {
	clear(w.need)
	for deps := e.addr | e.data | e.pickAddr | e.pickData; deps != 0; deps &= deps - 1 {
		i := bits.TrailingZeros64(deps)
		if i >= len(w.events) {
			continue // an RMW of one event, by what it reads itself: see below
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
	if _, ok := w.u.learn(w.thread, int(e.loc), e.written, w.need); !ok {
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

// needs adds what the value needs that r reads.
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

// location finds the location that an operation accesses.
func (w *walker) location(in *isa.Instr) (l int, a register, ok bool) {
	a = w.reg(in.A)
	l, ok = w.locs[uint64(a.value)]
	if !ok {
		if a.value>>code.SlotBits == 0 {
			// A value that is no address yet: no execution goes here, or the test is wrong.
			w.failf(in, "an access to the address %d, where no location is, is", a.value)
		} else {
			w.failf(in, "an access beside the start of a location (mixed sizes, or not aligned) is")
		}
		return 0, a, false
	}
	size := &w.u.sizes[l]
	if *size == 0 {
		*size = in.Size
	}
	if *size != in.Size {
		w.failf(in, "an access of %d bytes to %s, of which %d are accessed elsewhere (mixed sizes), is", in.Size, w.u.prog.Locations[l].Name, *size)
		return 0, a, false
	}
	return l, a, true
}

// access follows all that a memory operation may do.
func (w *walker) access(in *isa.Instr, pc int) {
	l, a, ok := w.location(in)
	if !ok {
		return
	}
	switch in.Kind {
	case isa.Store:
		v := w.reg(in.B)
		m := w.mark()
		if w.addWrite(in, event{kind: writes, loc: int16(l), tags: in.Tags | in.WriteTags, addr: a.dep, pickAddr: a.pick,
			data: v.dep, pickData: v.pick, written: isa.Extend(v.value, in.Size, true)}) {
			w.walk(pc + 1)
		}
		w.reset(m)
		w.release(m)
	case isa.StoreX:
		w.storeExclusive(in, pc, l, a)
	default:
		m := w.mark()
		for i := range len(w.u.known[l]) {
			if w.u.coherent && !w.readable(l, &w.u.known[l][i]) {
				continue
			}
			w.load(in, pc, l, a, w.u.known[l][i].value)
			if w.err != nil {
				break
			}
			w.reset(m)
		}
		w.release(m)
	}
}

// readable reports whether coherence lets the next read of a location have a value:
// of its own writes the thread sees the last one, and after one not the initial value.
func (w *walker) readable(l int, k *known) bool {
	if k.by&^threadBit(w.thread) != 0 || w.thread >= 63 {
		return true
	}
	for i := len(w.events) - 1; i >= 0; i-- {
		if e := &w.events[i]; int(e.loc) == l && e.kind&writes != 0 {
			return e.written == k.value
		}
	}
	return k.value == w.u.prog.Locations[l].Init
}

// load follows an operation that reads v.
func (w *walker) load(in *isa.Instr, pc, l int, a register, v int64) {
	e := event{kind: reads, loc: int16(l), tags: in.Tags | in.ReadTags, addr: a.dep, pickAddr: a.pick, read: v}
	self := uint64(1) << len(w.events)
	result := register{isa.Extend(v, in.Size, in.Signed), self, 0}
	switch in.Kind {
	case isa.Load, isa.LoadX:
		if !w.add(in, e) {
			return
		}
		w.set(in.D, result)
		if in.Kind == isa.LoadX {
			w.state.reserved, w.state.reservedAt = len(w.events)-1, uint64(l)
		}
		w.walk(pc + 1)
	case isa.Amo:
		x := w.reg(in.B)
		next := register{isa.Extend(isa.Modify(in.RMW, isa.Extend(v, in.Size, true), isa.Extend(x.value, in.Size, true)), in.Size, true), x.dep, x.pick}
		if in.RMW != code.Xchg {
			next.dep |= self
		}
		if w.modify(in, e, next) {
			w.set(in.D, result)
			w.walk(pc + 1)
		}
	case isa.Cas:
		w.compareExchange(in, pc, e, result)
	}
}

// modify appends the events of an RMW that writes next.
func (w *walker) modify(in *isa.Instr, e event, next register) bool {
	self := uint64(1) << len(w.events)
	if in.OneEvent {
		e.kind |= writes
		e.tags |= in.WriteTags
		e.data, e.pickData, e.written = next.dep&^self, next.pick, next.value
		return w.addWrite(in, e)
	}
	r := len(w.events)
	e.amo = int8(r + 1)
	if !w.add(in, e) {
		return false
	}
	if in.Tags&isa.EX != 0 { // a load-exclusive and a store-exclusive in one
		w.events[r].amo, w.events[r].exclusive = -1, int8(r+1)
	}
	return w.addWrite(in, event{kind: writes, loc: e.loc, tags: in.Tags | in.WriteTags,
		addr: e.addr, pickAddr: e.pickAddr, data: next.dep, pickData: next.pick, written: next.value})
}

func (w *walker) compareExchange(in *isa.Instr, pc int, e event, result register) {
	expected, next := w.reg(in.B), w.reg(in.C)
	self := result.dep
	equal := isa.Extend(expected.value, in.Size, true) == isa.Extend(e.read, in.Size, true)
	done := register{dep: self | expected.dep, pick: expected.pick}
	if equal {
		m := w.mark()
		next.value = isa.Extend(next.value, in.Size, true)
		if in.Choice {
			next.pick |= self | expected.dep | expected.pick
		} else {
			next.dep |= self | expected.dep
		}
		if w.modify(in, e, next) {
			done.value = 1
			w.set(in.D, result)
			w.set(in.E, done)
			w.walk(pc + 1)
		}
		w.reset(m)
		w.release(m)
		if !in.Weak {
			return
		}
	}
	if in.FailTags != 0 || in.OneEvent {
		e.tags = in.FailTags
	}
	if in.Choice {
		e.tags |= in.Tags
	}
	if !w.add(in, e) {
		return
	}
	done.value = 0
	w.set(in.D, result)
	w.set(in.E, done)
	w.walk(pc + 1)
}

// storeExclusive follows a store-exclusive that succeeds, if it may, and one that
// fails.
func (w *walker) storeExclusive(in *isa.Instr, pc, l int, a register) {
	v := w.reg(in.B)
	m := w.mark()
	fails := register{value: 1}
	if in.Dependence == isa.OnOperands {
		fails.dep, fails.pick = a.dep|v.dep, a.pick|v.pick
	}
	if r := w.state.reserved; r >= 0 && w.state.reservedAt == uint64(l) {
		self := uint64(1) << len(w.events)
		e := event{kind: writes, loc: int16(l), tags: in.Tags | in.WriteTags, addr: a.dep, pickAddr: a.pick,
			data: v.dep, pickData: v.pick, written: isa.Extend(v.value, in.Size, true)}
		if w.addWrite(in, e) {
			w.events[r].exclusive = int8(len(w.events) - 1)
			status := register{}
			switch in.Dependence {
			case isa.OnOperands:
				status.dep, status.pick = fails.dep, fails.pick
			case isa.OnWrite:
				status.dep = self
			}
			w.set(in.D, status)
			w.state.reserved = -1
			w.walk(pc + 1)
			w.events[r].exclusive = -1
		}
		w.reset(m)
	}
	w.set(in.D, fails)
	w.state.reserved = -1
	w.walk(pc + 1)
	w.reset(m)
	w.release(m)
}

// A mark is what to come back to.
type mark struct {
	regs                             []register
	state                            state
	events, shown, arrivals, written int
}

func (w *walker) mark() mark {
	return mark{w.snapshot(), w.state, len(w.events), len(w.shown), len(w.arrivals), w.written}
}

// reset goes back to m.
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

// release gives back what m holds.
func (w *walker) release(m mark) { w.free = append(w.free, m.regs) }

// finish collects the path that ends here.
func (w *walker) finish() {
	if len(w.paths) == maxPaths {
		w.err = unsupported("%s: more than %d paths of a thread are", w.th.Name, maxPaths)
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

// storesBetween reports whether the thread itself writes between a load-exclusive
// and its store-exclusive: in Armv8 other threads then may, too.
func (p *path) storesBetween(i int) bool {
	for j := i + 1; j < int(p.events[i].exclusive); j++ {
		if e := &p.events[j]; e.loc == p.events[i].loc && e.kind&writes != 0 {
			return true
		}
	}
	return false
}

// value returns what is known of a value.
func (u *unfolding) value(l int, v int64) *known {
	for i := range u.known[l] {
		if k := &u.known[l][i]; k.value == v {
			return k
		}
	}
	panic("a path has a value that is not known")
}
