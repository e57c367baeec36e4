package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"fencepost/interp/campaign"
	"fencepost/trace"
)

// A Checkpoint is the Engine that does all work in this process. It can be ended at any
// time and continued later: it saves the results and the remaining units now and then.
// Units whose results were not saved are done again.
type Checkpoint struct {
	Stages
	File    string // name of the file, for messages
	Job     *Job
	Workers int           // number of units at a time; does not affect the result
	Every   time.Duration // minimal interval between two saves; not 0
	// Save replaces the saved content atomically.
	Save func(write func(io.Writer) error) error
	// Resumed, if set, is called before loaded work continues.
	Resumed func()
	// Progress, if set, is called with the number of finished units of those known in a
	// stage.
	Progress func(stage string, done, total int)

	saved checkpoint
	due   time.Time // time of the next save; zero: no work has begun
}

// A checkpoint is the content of a file.
type checkpoint struct {
	Job    *Job               `json:"job"`
	Stages []*checkpointStage `json:"stages"`
}

// A checkpointStage is the state of a stage.
type checkpointStage struct {
	Stage string `json:"stage"`
	Done  []Part `json:"done"`
	Left  []Unit `json:"left"`
}

var checkpoints = format{name: "fencepost-checkpoint", version: 2, word: "checkpoint", flag: "--checkpoint"}

// ErrLeft is the error of Parts if its context ends before all work is done.
var ErrLeft = errors.New("work is left")

// Load continues the work of a saved checkpoint. It takes at most memory bytes. It is an
// error if the file is not a checkpoint, is damaged, or needs more memory.
func (c *Checkpoint) Load(from io.Reader, memory int64) error {
	if err := checkpoints.read(from, &c.saved, &memory); err != nil {
		return err
	}
	if c.saved.Job == nil || slices.Contains(c.saved.Stages, nil) {
		return errors.New("the checkpoint is damaged: it tells no command or stage")
	}
	return nil
}

// Begun reports whether Parts was called.
func (c *Checkpoint) Begun() bool { return !c.due.IsZero() }

// Whole reports whether all offered stages are done.
func (c *Checkpoint) Whole() bool {
	for name := range c.All() {
		if s := c.stage(name); s == nil || len(s.Left) > 0 {
			return false
		}
	}
	return true
}

// Parts does the remaining work of a stage. If ctx ends first, it returns the parts so far
// and ErrLeft. The error is a *trace.Diagnostic if the loaded checkpoint belongs to another
// command.
func (c *Checkpoint) Parts(ctx context.Context, name string) ([]json.RawMessage, error) {
	if c.due.IsZero() {
		if c.saved.Job != nil {
			if c.saved.Job.Hash() != c.Job.Hash() {
				return nil, &trace.Diagnostic{Pos: trace.Pos{File: c.File}, Message: "is " + c.Job.differs(c.saved.Job) + " as the command"}
			}
			if c.Resumed != nil {
				c.Resumed()
			}
		}
		c.due, c.saved.Job = time.Now().Add(c.Every), c.Job
	}
	s := c.stage(name)
	if s == nil {
		s = &checkpointStage{Stage: name}
		var err error
		if s.Left, err = c.units(ctx, c.Work(name)); err != nil {
			return nil, err
		}
		c.saved.Stages = append(c.saved.Stages, s)
	}
	r := newStageRun(c, s)
	if err := r.do(ctx); err != nil {
		return nil, err
	}
	var err error
	if len(s.Left) > 0 {
		err = ErrLeft
	}
	return InOrder(s.Done), err
}

// stage returns the state of a stage, or nil.
func (c *Checkpoint) stage(name string) *checkpointStage {
	for _, s := range c.saved.Stages {
		if s.Stage == name {
			return s
		}
	}
	return nil
}

// units divides work so that each worker has some at the start.
func (c *Checkpoint) units(ctx context.Context, w Work) ([]Unit, error) {
	n := 1
	if c.Workers > 1 {
		n = 4 * c.Workers
	}
	list, err := w.Units(ctx, n)
	if ctx.Err() != nil {
		return w.Units(context.WithoutCancel(ctx), 1)
	}
	return list, err
}

// maxSlice is the time for which a unit is done before it is divided. A unit that takes
// long to start gets more.
const maxSlice = 200 * time.Millisecond

// A stageRun is a stage in progress.
type stageRun struct {
	c    *Checkpoint
	s    *checkpointStage // its Left is without the units in progress
	work Work

	mu    sync.Mutex
	ready sync.Cond
	busy  map[*Unit]bool // units in progress, except those from before a restart of the stage
	idle  int            // number of waiting workers
	ended int            // order of the unit that ends the stage; -1: none
	done  int            // number of units
	err   error
}

func newStageRun(c *Checkpoint, s *checkpointStage) *stageRun {
	r := &stageRun{c: c, s: s, work: c.Work(s.Stage), busy: map[*Unit]bool{}, ended: -1}
	r.ready.L = &r.mu
	for i := range s.Done {
		r.ends(&s.Done[i].Unit, s.Done[i].Ends)
	}
	return r
}

// do does the remaining units.
func (r *stageRun) do(ctx context.Context) error {
	if len(r.s.Left) == 0 {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		r.mu.Lock()
		r.ready.Broadcast()
		r.mu.Unlock()
	})()
	saver := make(chan struct{})
	go func() {
		defer close(saver)
		if err := r.saveRepeatedly(ctx); err != nil {
			r.fail(err)
			cancel()
		}
	}()
	campaign.Parallel(max(r.c.Workers, 1), func(int) { r.worker(ctx) })
	cut := ctx.Err() != nil
	cancel()
	<-saver
	if r.err == nil && cut {
		r.err = r.save()
	}
	return r.err
}

// worker does units until none is left.
func (r *stageRun) worker(ctx context.Context) {
	for {
		u := r.take(ctx)
		if u == nil {
			return
		}
		out, err := r.work.Do(ctx, *u, r.enough())
		r.finish(ctx, u, out, err)
	}
}

// take returns the next unit; nil if there are none left.
func (r *stageRun) take(ctx context.Context) *Unit {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle++
	for len(r.s.Left) == 0 && len(r.busy) > 0 && ctx.Err() == nil && r.err == nil {
		r.ready.Wait()
	}
	if len(r.s.Left) == 0 || ctx.Err() != nil || r.err != nil {
		return nil
	}
	r.idle--
	k := 0
	for i := range r.s.Left {
		if r.s.Left[i].Order <= r.s.Left[k].Order {
			k = i // the last of several: the rest of the unit done before
		}
	}
	next := r.s.Left[k]
	next.Stage = r.s.Stage
	r.s.Left = slices.Delete(r.s.Left, k, k+1)
	r.busy[&next] = true
	return &next
}

// enough returns the function that ends a unit early: after a while, or when a worker has
// nothing to do.
func (r *stageRun) enough() func() bool {
	start := time.Now()
	slice := min(maxSlice, r.c.Every)
	asked := false
	return func() bool {
		took := time.Since(start)
		if !asked {
			asked, slice = true, max(slice, 5*took)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		return took > slice || r.idle > 0 && len(r.s.Left) == 0
	}
}

// finish notes the result of a unit.
func (r *stageRun) finish(ctx context.Context, u *Unit, out *Result, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.ready.Broadcast()
	if !r.busy[u] {
		return // the stage has been restarted
	}
	delete(r.busy, u)
	if err != nil {
		var list []Unit
		w, may := r.work.(Restarter)
		if may {
			list, may = w.Restart(err)
		}
		switch {
		case may:
			r.s.Done, r.s.Left, r.ended = nil, list, -1
			clear(r.busy)
		case ctx.Err() != nil:
			r.s.Left = append(r.s.Left, *u)
		case r.err == nil:
			r.err = err
		}
		return
	}
	r.s.Done = append(r.s.Done, Part{*u, out.Part, out.Ends})
	r.s.Left = append(r.s.Left, out.Rest...)
	r.ends(u, out.Ends)
	r.done++
	if r.c.Progress != nil {
		r.c.Progress(r.s.Stage, r.done, r.done+len(r.s.Left)+len(r.busy))
	}
}

// ends notes that a unit ends the stage: later units are not needed.
func (r *stageRun) ends(u *Unit, ends bool) {
	if ends && (r.ended < 0 || u.Order < r.ended) {
		r.ended = u.Order
	}
	if r.ended < 0 {
		return
	}
	r.s.Left = slices.DeleteFunc(r.s.Left, func(u Unit) bool { return u.Order >= r.ended })
	r.s.Done = slices.DeleteFunc(r.s.Done, func(p Part) bool { return p.Unit.Order > r.ended })
}

// saveRepeatedly saves now and then, spending at most a fixed share of the time on it.
func (r *stageRun) saveRepeatedly(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Until(r.c.due)):
		}
		start := time.Now()
		if err := r.save(); err != nil {
			return err
		}
		end := time.Now()
		r.c.due = end.Add(max(r.c.Every, 20*end.Sub(start)))
	}
}

// save folds the parts and saves the state.
func (r *stageRun) save() error {
	r.mu.Lock()
	if err := r.fold(); err != nil {
		r.mu.Unlock()
		return err
	}
	all := checkpoint{Job: r.c.saved.Job}
	for _, s := range r.c.saved.Stages {
		copied := *s
		copied.Done, copied.Left = slices.Clone(s.Done), slices.Clone(s.Left)
		if s == r.s {
			for u := range r.busy {
				copied.Left = append(copied.Left, *u)
			}
			slices.SortFunc(copied.Left[len(s.Left):], func(a, b Unit) int { return cmp.Compare(a.ID(), b.ID()) })
		}
		all.Stages = append(all.Stages, &copied)
	}
	r.mu.Unlock()
	return r.c.Save(func(w io.Writer) error { return checkpoints.write(w, &all) })
}

// fold reduces the number of parts.
func (r *stageRun) fold() (err error) {
	if w, may := r.work.(Folder); may && len(r.s.Done) > 1 {
		r.s.Done, err = w.Fold(r.s.Done)
	}
	return err
}

// fail notes an error that prevents the stage.
func (r *stageRun) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
	r.ready.Broadcast()
}
