package phase2

import (
	"context"
	"slices"
	"sync"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A worker runs executions of one program under one model.
type worker struct {
	prog    *code.Program
	model   *models.Model
	options *Options
	machine *interp.Machine
	bias    *bias
	matcher graph.Matcher
	cycle   []int32 // sites of the cycle that holds looks for
	search  search
	open    *open // in place of bias and search, under a model that leaves the order of stores open
}

// An open is what makes cycles under such a model.
type open struct {
	bias  *openBias
	order graph.PartialOrder
}

// maxCycle is the greatest length of a cycle.
const maxCycle = 8

// maxMatchWork bounds the comparisons made in one execution. Beyond it a cycle is
// taken not to be there.
const maxMatchWork = 4_000_000

// rememberedStores is how many stores an execution under C11 remembers before it
// forgets those that nobody may read any more, and their order with them.
const rememberedStores = 1 << 17

func newWorker(p *code.Program, m *models.Model, o *Options) *worker {
	w := &worker{prog: p, model: m, options: o}
	if m == c11.Model {
		m = c11.New(c11.Options{Every: rememberedStores})
	}
	w.machine = interp.New(p, m, o.Machine)
	if order, ok := w.machine.Memory().(graph.PartialOrder); ok {
		w.open = &open{newOpenBias(w.machine, o), order}
	} else {
		w.bias = newBias(w.machine, o)
	}
	return w
}

// biased runs an execution that is biased to cycle c: see bias.aim. It is the
// ex-th of its trial and begins with the choices start.
func (w *worker) biased(ctx context.Context, c predict.Cycle, ex int, start []int32, seed uint64) (*interp.Result, []trace.Event) {
	if o := w.open; o != nil {
		o.bias.aim(c, ex, seed)
		res := w.machine.Run(ctx, o.bias, &o.bias.trail)
		return res, o.bias.trail.Events
	}
	w.aim(ctx, c, ex, start, seed)
	res := w.machine.Run(ctx, w.bias, &w.bias.trail)
	return res, w.bias.trail.Events
}

// aim makes the next execution one for cycle c, under a model whose stores wait:
// see bias.aim.
func (w *worker) aim(ctx context.Context, c predict.Cycle, ex int, start []int32, seed uint64) {
	if w.bias.profile == nil {
		w.bias.profile = newProfile(ctx, w)
	}
	w.bias.aim(c, ex, start, seed)
}

// rehearse finds how executions for cycle c may begin as one under SC.
func (w *worker) rehearse(ctx context.Context, c predict.Cycle) {
	b := w.bias
	if b.rehearsals == nil {
		b.rehearsals = newRehearsals(ctx, w)
	}
	if !slices.Equal(b.rehearsals.cycle.Sites, c.Sites) {
		b.rehearsals.seek(c, strategySeed(w.options.Seed, streamRehearsal))
	}
}

// seek makes c the cycle that holds looks for.
func (w *worker) seek(c predict.Cycle) {
	w.cycle = c.Sites
	w.matcher.Limit = maxMatchWork
	w.matcher.Want(c.Sites...)
}

// holds reports whether the execution just run, of these events, holds the cycle.
func (w *worker) holds(events []trace.Event) bool {
	var order graph.PartialOrder
	if w.open != nil {
		order = w.open.order
	}
	w.matcher.Load(events, order)
	return w.matcher.Match(w.cycle)
}

// trials runs the trials of one cycle; index is its number, for the seed.
func (w *worker) trials(ctx context.Context, c predict.Cycle, index int, known map[string]bool) Confirmation {
	o := w.options
	conf := Confirmation{Cycle: c}
	for trial := range o.Trials {
		created := conf.Created
		if !w.trial(ctx, &conf, index, trial, known) {
			return conf
		}
		if conf.Created > created && o.UntilConfirmed {
			break
		}
	}
	if conf.CreatedWitness != nil {
		conf.CreatedWitness = w.minimise(ctx, conf.CreatedWitness, goal{made: w.holds})
	}
	if conf.BuggyWitness != nil {
		conf.BuggyWitness = w.minimise(ctx, conf.BuggyWitness, goal{made: w.holds})
		conf.Error = conf.BuggyWitness.Error
	}
	return conf
}

// trial runs one trial of conf's cycle and adds what it gives to conf. Nothing
// in it depends on what the worker did before. It reports whether it came to
// its end.
func (w *worker) trial(ctx context.Context, conf *Confirmation, index, trial int, known map[string]bool) bool {
	o, c := w.options, conf.Cycle
	seed := func(stream, ex uint64) uint64 {
		return strategySeed(o.Seed, stream, uint64(index), uint64(trial), ex)
	}
	w.seek(c)
	searches := o.Executions > 1 && w.open == nil
	if searches {
		w.rehearse(ctx, c)
		w.search.reset(&w.matcher, c, seed(streamSearch, 0))
	}
	if w.bias != nil {
		w.bias.trail.asks = searches
	}
	created, buggy := false, false
	for ex := range o.Executions {
		var start []int32
		if searches {
			start = w.search.next(ex)
		}
		res, events := w.biased(ctx, c, ex, start, seed(streamTrials, uint64(ex)))
		if res.Outcome == interp.Interrupted {
			return false
		}
		if res.Outcome == interp.Unsupported {
			conf.unsupported = res.Err
			return false
		}
		conf.Ended.Add(res.Outcome)
		fresh := res.Err != nil && !known[res.Err.Key()]
		if fresh {
			if conf.First == 0 {
				conf.First = conf.Ended.Total()
			}
			conf.errors = w.addFinding(conf.errors, res.Err, res, events)
		}
		for _, e := range res.Races {
			conf.races = w.addFinding(conf.races, e, res, events)
		}
		if !w.holds(events) {
			if searches {
				w.search.learn(res.Choices, w.bias.asked)
			}
			continue
		}
		created = true
		if conf.CreatedWitness == nil || res.Steps < conf.CreatedWitness.Steps {
			conf.CreatedWitness = w.witness(res, events, w.siteNames(c))
		}
		if fresh {
			buggy = true
			if conf.BuggyWitness == nil || res.Steps < conf.BuggyWitness.Steps {
				conf.BuggyWitness, conf.Error = w.witness(res, events, w.siteNames(c)), res.Err
			}
		}
	}
	conf.Trials++
	if created {
		conf.Created++
	}
	if buggy {
		conf.Buggy++
	}
	return true
}

// Errors returns the errors that no SC execution showed, of all executions of
// the trials, whether they created the cycle or not.
func (c *Confirmation) Errors() []Finding { return c.errors }

// Races returns the data races of all executions of the trials.
func (c *Confirmation) Races() []Finding { return c.races }

// confirmAll runs phase 2 for all cycles of one model, spread over workers.
// Each cycle's trials depend on the seed and the cycle's number alone.
func confirmAll(ctx context.Context, r *Report, mr *ModelReport, cycles []predict.Cycle) error {
	o := &r.Options
	known := r.ErrorKeys()
	results := make([]Confirmation, len(cycles))
	var (
		mu   sync.Mutex
		next int
		p    = Progress{Stage: mr.Model.Name, Total: len(cycles)}
	)
	o.progress(p)
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		if next == len(cycles) || ctx.Err() != nil {
			return -1
		}
		next++
		return next - 1
	}
	tell := func(c *Confirmation) {
		mu.Lock()
		defer mu.Unlock()
		p.Done++
		p.Executions += c.Ended.Completed + c.Ended.Failed + c.Ended.Discarded + c.Ended.OutOfSteps
		if c.Created > 0 {
			p.Confirmed++
		}
		if c.Buggy > 0 {
			p.Buggy++
		}
		o.progress(p)
	}
	campaign.Parallel(min(o.Workers, len(cycles)), func(int) {
		w := newWorker(r.Program, mr.Model, o)
		for i := take(); i >= 0; i = take() {
			results[i] = w.trials(ctx, cycles[i], i, known)
			tell(&results[i])
		}
	})
	for i := range results {
		c := &results[i]
		if c.unsupported != nil {
			return &interp.UnsupportedError{Err: c.unsupported}
		}
		if c.Cycle.Sites == nil {
			c.Cycle = cycles[i] // not reached before ctx ended
		}
		mr.Ended.Merge(c.Ended)
		mr.Errors = mergeFindings(mr.Errors, c.errors)
		mr.Races = mergeFindings(mr.Races, c.races)
	}
	w := newWorker(r.Program, mr.Model, o)
	w.minimiseAll(ctx, mr.Errors)
	w.minimiseRaces(ctx, mr.Races)
	mr.Cycles = results
	return nil
}
