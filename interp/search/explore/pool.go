package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// A pool holds the workers of one exploration with their shared state: subtrees to explore, and
// the numbers of locations. A worker that has branches left hands one over when another worker
// is idle. Subtrees do not depend on each other, so the report does not depend on which worker
// explores which of them.
type pool struct {
	o        Options
	model    *axiom.Model
	symmetry bool        // threads may have twins
	barriers bool        // arrivals at a barrier are not ordered
	leaves   bool        // a wait at a barrier reads the arrival that completes its round
	refuted  atomic.Bool // symmetry or barriers do not hold: the search has to begin anew
	rf       bool        // the search does not branch on co
	watches  bool        // the search branches on co as long as each execution has only one
	several  atomic.Bool // an execution has several: the search has to begin anew
	coherent atomic.Bool // the program depends on co: the search has to begin anew
	long     atomic.Bool // executions are too long for a search of their co: likewise
	endless  atomic.Bool // a loop may continue for ever, and has no bound: likewise
	observed atomic.Bool // a thread observed an iteration that another undid: likewise

	chooses   bool        // if there are twins, the search begins anew, without ReadsFrom or without Symmetry
	twinned   atomic.Bool // there are twins
	apart     atomic.Bool // twins whose arguments select slots are told apart: the search has to begin anew
	commuting bool        // operations that commute get parts of their locations
	partition *partition
	doubts    atomic.Pointer[[]Doubt] // reasons to begin anew: see commute.go; nil if there are none

	units atomic.Pointer[[]vm.Unit] // the search has to begin anew with these units: see units.go; nil if it need not

	allocates atomic.Bool // a graph has an allocation that may take a freed block
	renews    bool        // allocations get new addresses, unless the search begins anew: see compared.go
	fits      atomic.Bool // an allocation could have taken a freed block
	compared  atomic.Bool // threads tell blocks apart

	stop    atomic.Bool  // the context ended, a bound was reached, or a worker failed
	lost    atomic.Bool  // an execution was interrupted: the search cannot continue
	hungry  atomic.Int32 // idle workers for which no subtree was handed over yet
	total   atomic.Int64 // complete, blocked and bounded executions that workers have added
	blocked atomic.Int64 // blocked executions that workers have added

	first   *explorer   // holds the rest of the search between runs of one worker
	workers []*explorer // of the latest run

	mu      sync.Mutex
	ready   sync.Cond
	tasks   []*frame // subtrees handed over
	idle    int      // workers without a subtree
	cut     bool     // the latest run did not explore everything
	through bool     // everything is explored
	races   bool     // executions ended at a race of accesses of different sizes
	err     error

	locations []location // by number; entries never change
	numbers   map[location]int32

	synchronisation map[int32]code.SysID // by site, what accesses a lock word there
}

func newPool(prog *code.Program, o Options, m *axiom.Model) *pool {
	o.Snapshots = cmp.Or(o.Snapshots, defaultSnapshots)
	p := &pool{o: o, model: m, symmetry: symmetric(prog, &o) && len(o.Machine.Units) == 0, numbers: map[location]int32{}, synchronisation: prog.Synchronisation()}
	if o.Barriers && o.Every == nil {
		p.leaves, p.barriers = awaited(prog)
	}
	classes := o.ReadsFrom && len(o.Machine.Units) == 0 && o.Rounds == 0 && !o.StopAtExit && !hasSections(prog)
	p.watches = classes && !o.long && !o.several && !o.Classes && o.Every == nil
	p.rf = classes && !o.long && !p.watches
	p.chooses = classes && p.symmetry && !o.UntilError
	p.commuting, p.partition = o.Commuting && classes && o.Check == nil && o.Every == nil && len(o.doubts) < maxDoubts, newPartition(o.doubts)
	p.renews = o.Machine.Reuse == vm.ReuseStale && !o.recycled && o.Every == nil
	if o.single {
		p.o.Workers = 1
	}
	p.ready.L = &p.mu
	return p
}

// run explores until everything is explored, ctx ends, or the count of executions reaches most;
// 0: no bound. It continues where the last run stopped.
func (p *pool) run(ctx context.Context, prog *code.Program, most int64) (*Report, error) {
	if p.first == nil {
		p.first = newExplorer(ctx, prog, p.model, p.o, p)
		p.first.frames = []*frame{{g: p.newGraph(), revisited: -1, items: []item{{kind: begin, event: -1}}}}
	}
	if p.o.MaxExecutions = most; !p.through && (most == 0 || p.total.Load() < most) {
		p.proceed(ctx, prog)
	}
	if p.err != nil {
		return nil, p.err
	}
	var tally tally
	tally.reset()
	for _, x := range p.workers {
		tally.merge(&x.tally)
	}
	r := tally.report(p.model.Name)
	r.Raced, r.Units = p.races, p.o.Machine.Units
	r.Complete = !p.cut && r.Omits() == "" && r.Bounded == 0 && r.Unsupported == nil
	return r, nil
}

// proceed lets the workers explore the rest of the search.
func (p *pool) proceed(ctx context.Context, prog *code.Program) {
	if p.cut = ctx.Err() != nil; p.cut {
		return
	}
	p.stop.Store(false)
	p.hungry.Store(0)
	p.idle = 0
	defer p.haltAt(ctx)()
	defer func() { p.through = !p.cut }()
	p.first.setContext(ctx)
	p.workers = append(p.workers[:0], p.first)
	for len(p.workers) < p.o.Workers {
		p.workers = append(p.workers, newExplorer(ctx, prog, p.model, p.o, p))
	}
	if p.o.Workers == 1 {
		p.work(p.first)
		return
	}
	p.o.Machine.Work.Parallel(func() {
		var group sync.WaitGroup
		for _, x := range p.workers {
			group.Go(func() { p.work(x) })
		}
		group.Wait()
	})
}

// executions returns how many executions were explored.
func (p *pool) executions() (n int64) {
	for _, x := range p.workers {
		n += x.tally.All()
	}
	return n
}

// haltAt stops the pool when ctx ends. After the returned function has returned, the end of ctx
// no longer stops the pool.
func (p *pool) haltAt(ctx context.Context) (release func()) {
	halted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		p.halt()
		close(halted)
	})
	return func() {
		if !stop() {
			<-halted
		}
	}
}

// work explores the frames of x, and then subtrees until none is left.
func (p *pool) work(x *explorer) {
	for {
		x.guarded(x.explore)
		if x.err != nil {
			p.mu.Lock()
			p.err = x.err
			p.mu.Unlock()
			p.halt()
		}
		f, locations := p.take()
		if f == nil {
			return
		}
		x.frames = append(x.frames[:0], f)
		x.know(locations)
	}
}

// guarded calls work. It turns a panic of the explorer or of the machine into x.err.
func (x *explorer) guarded(work func()) {
	defer func() {
		if e := recover(); e != nil {
			x.fail(fmt.Sprint(e))
		}
	}()
	work()
}

// fail ends the search with an error: the graph and the machine disagree. What an object is that was
// destroyed or initialised again depends on the order of steps, which the graph does not have.
func (x *explorer) fail(what string) {
	x.err = &Fault{x.prog.Name, what}
	if at, ok := x.vm.EndsObjects(); ok {
		x.err = &interp.Error{Kind: interp.NotSupported, Pos: at, Message: "an object that is destroyed or initialised again while threads may use it, in an exhaustive search"}
	}
}

// take returns a subtree and all numbered locations. It waits for a subtree, and returns nil
// once all are explored or the pool has stopped.
func (p *pool) take() (*frame, []location) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	p.hungry.Add(1)
	for len(p.tasks) == 0 && p.idle < p.o.Workers && !p.stop.Load() {
		p.ready.Wait()
	}
	if p.stop.Load() {
		p.cut = true
		p.ready.Broadcast()
		return nil, nil
	}
	n := len(p.tasks) - 1
	if n < 0 {
		p.ready.Broadcast() // all are idle
		return nil, nil
	}
	f := p.tasks[n]
	p.tasks = p.tasks[:n]
	p.idle--
	return f, p.locations
}

// put hands over a subtree.
func (p *pool) put(f *frame) {
	p.mu.Lock()
	p.tasks = append(p.tasks, f)
	p.mu.Unlock()
	p.ready.Signal()
}

func (p *pool) halt() {
	p.stop.Store(true)
	p.mu.Lock()
	p.ready.Broadcast()
	p.mu.Unlock()
}

// lose ends the search in the middle of an execution.
func (p *pool) lose() {
	p.lost.Store(true)
	p.halt()
}

func (p *pool) newGraph() *axiom.Graph {
	g := axiom.NewGraph(p.model)
	if p.symmetry {
		g = axiom.NewTwinGraph(p.model)
	}
	g.Halt = &p.stop
	return g
}

// beginAnew ends the search, and notes the reason for which it has to begin anew.
func (p *pool) beginAnew(reason *atomic.Bool) {
	reason.Store(true)
	p.halt()
}

// refute notes that symmetry or barriers do not hold in the program.
func (p *pool) refute() { p.beginAnew(&p.refuted) }

// void reports whether the search has to begin anew.
func (p *pool) void() bool {
	reasons := []*atomic.Bool{&p.refuted, &p.endless, &p.observed, &p.coherent, &p.long, &p.several, &p.apart, &p.twinned}
	return p.doubts.Load() != nil || p.units.Load() != nil || p.recycled() || slices.ContainsFunc(reasons, (*atomic.Bool).Load)
}

// anew reports whether the search has to begin anew, and changes o to the options of that
// search.
func (p *pool) anew(o *Options) bool {
	if !p.void() {
		return false
	}
	met := p.reasons(Anew{})
	o.single = (len(met.Doubts) > 0 || len(met.Units) > 0 || met.Several || met.Coherence && p.commuting) && p.o.Workers > 1
	if o.single { // of several workers, each may meet another reason first
		met.Doubts, met.Units, met.Several = nil, nil, false
		met.Coherence = met.Coherence && !p.commuting
	}
	met.Doubts = append(slices.Clip(o.doubts), met.Doubts...)
	met.apply(o)
	o.twins = o.twins || p.twinned.Load()
	return true
}

// raced notes that an execution ended at a race of accesses of different sizes.
func (p *pool) raced() {
	p.mu.Lock()
	p.races = true
	p.mu.Unlock()
}

// countBatch is the number of executions that a worker counts on its own before it adds them to
// the counts of the pool. Adding each one cost two workers a tenth of their time.
const countBatch = 1 << 10

// count counts an execution, and notes when that reaches the bound.
func (x *explorer) count(blocked bool) {
	p := x.pool
	if p.o.MaxExecutions <= 0 && p.o.Progress == nil {
		return
	}
	if x.counted++; blocked {
		x.countedBlocked++
	}
	if p.o.MaxExecutions <= 0 && x.counted < countBatch {
		return
	}
	n, b := p.total.Add(x.counted), p.blocked.Add(x.countedBlocked)
	before := n - x.counted
	x.counted, x.countedBlocked = 0, 0
	x.enough = x.enough || p.o.MaxExecutions > 0 && n >= p.o.MaxExecutions
	if p.o.Progress != nil && n/countBatch > before/countBatch {
		p.o.Progress(n-b, b)
	}
}

// number returns the number of location l, and all numbered locations. It gives a new location
// the next number.
func (p *pool) number(l location) (int32, []location) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, ok := p.numbers[l]
	if !ok {
		n = int32(len(p.locations))
		p.numbers[l] = n
		p.locations = append(p.locations, l)
	}
	return n, p.locations
}

// share hands the oldest branch of x over if another worker is idle. The last branch stays
// with x.
func (p *pool) share(x *explorer) {
	if p.hungry.Load() <= 0 {
		return
	}
	left := 0
	var oldest *frame
	for _, f := range x.frames {
		left += len(f.items)
		if oldest == nil && len(f.items) > 0 {
			oldest = f
		}
	}
	if left < 2 {
		return
	}
	p.hungry.Add(-1)
	i := oldest.items[0]
	oldest.items = append(oldest.items[:0], oldest.items[1:]...)
	f := &frame{g: p.newGraph(), items: []item{i}, order: slices.Clone(oldest.order), revisited: oldest.revisited}
	f.g.CopyFrom(oldest.g)
	p.put(f)
}
