package explore

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"fencepost/interp/code"
	"fencepost/models/axiom"
)

// A pool is the workers of one exploration and what they share: subtrees to
// explore, and the numbers of locations. A worker that has branches left hands
// one over when another has nothing to do; subtrees do not depend on each other,
// so the report does not depend on who explores what.
type pool struct {
	o        Options
	model    *axiom.Model
	symmetry bool        // threads may have twins
	barriers bool        // the order of arrivals at barriers is none
	leaves   bool        // a wait at a barrier ends by the arrival that completes its round
	apart    atomic.Bool // a reduction does not hold: what was found does not count
	rf       bool        // co is not branched on
	coherent atomic.Bool // the program does what depends on co
	long     atomic.Bool // executions are too long to look for their co
	endless  atomic.Bool // a loop may go on for ever, which was not reckoned with

	chooses   bool        // the search is begun anew without co or without symmetry if there are twins
	twinned   atomic.Bool // there are
	commuting bool        // operations that commute are of parts of their locations
	partition *partition
	doubt     atomic.Pointer[Doubt] // what it begins anew for, if anything

	stop    atomic.Bool // the context ended, a bound was reached, or a worker failed
	lost    atomic.Bool // an execution was interrupted: the search cannot continue
	hungry  atomic.Int32
	total   atomic.Int64 // executions, complete, blocked and bounded, of which workers have told
	blocked atomic.Int64

	first   *explorer   // the worker that began
	workers []*explorer // of the latest run

	mu      sync.Mutex
	ready   sync.Cond
	tasks   []*frame
	idle    int
	cut     bool // not everything was explored
	through bool // everything was
	races   bool // nor what follows a race of accesses of different sizes
	err     error

	locations []location // by number; entries never change
	numbers   map[location]int32
}

func newPool(prog *code.Program, o Options, m *axiom.Model) *pool {
	if o.Snapshots == 0 {
		o.Snapshots = defaultSnapshots
	}
	p := &pool{o: o, model: m, symmetry: symmetric(prog, &o), numbers: map[location]int32{}}
	if o.Barriers && o.Every == nil {
		p.leaves, p.barriers = awaited(prog)
	}
	classes := o.ReadsFrom && o.Every == nil && o.Rounds == 0 && !o.StopAtExit && !hasSections(prog)
	p.rf = classes && !o.long
	p.chooses = classes && p.symmetry && !o.UntilError
	p.commuting, p.partition = o.Commuting && classes && o.Check == nil && len(o.doubts) < maxParted, newPartition(o.doubts)
	if o.single {
		p.o.Workers = 1
	}
	p.ready.L = &p.mu
	return p
}

// run explores until everything is explored, ctx ends or most executions are counted; 0: no
// bound. It continues where it stopped.
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
	r.Raced = p.races
	r.Complete = !p.cut && r.Omits() == "" && r.Bounded == 0 && r.Unsupported == nil
	return r, nil
}

// proceed lets the workers explore what is left.
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
		n += x.tally.all()
	}
	return n
}

// haltAt stops the pool when ctx ends. The returned function returns when ctx stops it no more.
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

// work explores what x has left, and then subtrees until there are none left.
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

// guarded does work of x; a fault of the explorer or of the machine is an error, not the
// end of the process.
func (x *explorer) guarded(work func()) {
	defer func() {
		if e := recover(); e != nil {
			x.err = &Fault{x.prog.Name, fmt.Sprint(e)}
		}
	}()
	work()
}

// take returns a subtree and the locations known, or nil if all subtrees have been
// explored or the pool has stopped.
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

// tellApart notes that a reduction does not hold in the program, and ends the search.
func (p *pool) tellApart() {
	p.apart.Store(true)
	p.halt()
}

// meetEndless notes that a loop may go on for ever, and ends the search.
func (p *pool) meetEndless() {
	p.endless.Store(true)
	p.halt()
}

// anew reports whether the search has to begin anew, and how.
func (p *pool) anew(o *Options) bool {
	if p.apart.Load() {
		o.Symmetry, o.Barriers = false, false
	}
	if p.endless.Load() {
		o.endless = true
	}
	if p.coherent.Load() {
		o.ReadsFrom = false
	}
	if p.long.Load() {
		o.long = true
	}
	if p.twinned.Load() {
		o.twins = true
	}
	d := p.doubt.Load()
	o.single = d != nil && p.o.Workers > 1
	if d != nil && !o.single {
		o.doubts = append(slices.Clip(o.doubts), *d)
	}
	return d != nil || o.twins || p.apart.Load() || p.endless.Load() || p.coherent.Load() || p.long.Load()
}

// raced notes that an execution ended at a race of accesses of different sizes.
func (p *pool) raced() {
	p.mu.Lock()
	p.races = true
	p.mu.Unlock()
}

// told is how many executions a worker counts before it tells the others, who would wait for
// each other's counts otherwise: two workers took a tenth of their time for that.
const told = 1 << 10

// count counts an execution, and stops the pool at the bound.
func (x *explorer) count(blocked bool) {
	p := x.pool
	if p.o.MaxExecutions <= 0 && p.o.Progress == nil {
		return
	}
	if x.counted++; blocked {
		x.countedBlocked++
	}
	if p.o.MaxExecutions <= 0 && x.counted < told {
		return
	}
	n, b := p.total.Add(x.counted), p.blocked.Add(x.countedBlocked)
	before := n - x.counted
	x.counted, x.countedBlocked = 0, 0
	if p.o.MaxExecutions > 0 && n >= p.o.MaxExecutions {
		p.halt()
	}
	if p.o.Progress != nil && n/told > before/told {
		p.o.Progress(n-b, b)
	}
}

// number returns the number of a location, and all locations known.
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

// share hands the oldest branch of x over if another worker has nothing to do.
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
