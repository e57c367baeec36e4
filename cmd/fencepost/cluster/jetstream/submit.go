package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"fencepost/cmd/fencepost/cluster"

	"github.com/nats-io/nats.go/jetstream"
)

// units is into how many units a stage is divided to begin with, if it can be: few, for
// those that take long are split, and each costs some milliseconds.
const units = 16

// A Submitter is the cluster.Engine that has a job done by workers.
type Submitter struct {
	cluster.Stages
	Job *cluster.Job
	// Key signs the job; nil: nobody does.
	Key *Key
	// Progress, if set, is told how many of the units known of a stage are done.
	Progress func(stage string, done, total int)
	// Waiting, if set, is told once if no worker asks for work.
	Waiting func()

	c       *Conn
	id      string
	stages  map[string]*progress
	seen    uint64 // sequence of the last result that was read
	used    int64  // bytes of all results
	began   bool
	checked bool
}

// A progress is what is known of a stage.
type progress struct {
	known   map[string]cluster.Unit
	results map[string]*result
	ends    int // order of the unit behind which none is needed; -1: there is none
}

// needs reports whether a unit is needed.
func (p *progress) needs(u cluster.Unit) bool { return p.ends < 0 || u.Order <= p.ends }

// NewSubmitter returns the engine of a job, whose inputs may still be added.
func NewSubmitter(c *Conn, job *cluster.Job) *Submitter {
	return &Submitter{Job: job, c: c, stages: map[string]*progress{}}
}

// Parts waits for the results of a stage.
func (s *Submitter) Parts(ctx context.Context, stage string) ([]json.RawMessage, error) {
	if err := s.submit(ctx, stage); err != nil {
		return nil, err
	}
	if err := s.wait(ctx, stage); err != nil {
		return nil, err
	}
	p := s.stages[stage]
	var list []cluster.Part
	for id, r := range p.results {
		if u := p.known[id]; p.needs(u) {
			list = append(list, cluster.Part{Unit: u, Part: r.Part})
		}
	}
	return cluster.InOrder(list), nil
}

// Close notes that the job is done.
func (s *Submitter) Close(ctx context.Context) error {
	if !s.began {
		return nil
	}
	if err := s.c.change(ctx, s.id, func(t *State) { t.State = Done }); err != nil {
		return err
	}
	return s.c.drop(ctx, s.id)
}

// ID names the job; empty before it is submitted.
func (s *Submitter) ID() string { return s.id }

// submit submits the stages that were offered, and may be needed; and the one that is
// asked for.
func (s *Submitter) submit(ctx context.Context, asked string) error {
	if !s.began {
		s.id = s.Job.Hash()
		if err := s.announce(ctx); err != nil {
			return err
		}
		s.began = true
	}
	more := false
	for name, w := range s.All() {
		l, ok := w.(cluster.Later)
		if s.stages[name] != nil || ok && l.Later() && name != asked {
			continue
		}
		list, err := w.Units(ctx, units)
		if err != nil {
			return err
		}
		p := &progress{known: map[string]cluster.Unit{}, results: map[string]*result{}, ends: -1}
		for _, u := range list {
			u.Stage = name
			p.known[u.ID()] = u
		}
		s.stages[name], more = p, true
	}
	if !more {
		return nil
	}
	s.seen = 0 // results of an earlier submission
	if err := s.take(ctx); err != nil {
		return err
	}
	return s.queue(ctx)
}

// announce stores the program and the state of the job.
func (s *Submitter) announce(ctx context.Context) error {
	if err := s.c.setUp(ctx); err != nil {
		return err
	}
	if _, err := s.c.objects.GetInfo(ctx, s.id); errors.Is(err, jetstream.ErrObjectNotFound) || s.Key != nil {
		signed, err := sign(s.Job, s.Key)
		if err != nil {
			return err
		}
		data, err := pack(signed)
		if err != nil {
			return err
		}
		if err := s.c.put(ctx, s.id, data); err != nil {
			return fmt.Errorf("the server does not take the program, of %d bytes; is its disk full? %w", len(data), err)
		}
	}
	return s.c.change(ctx, s.id, func(t *State) {
		if t.State == "" {
			t.Since = time.Now().UTC().Truncate(time.Second)
		}
		t.State, t.Reason, t.Tool, t.Command = Running, "", s.Job.Tool, s.Job.Words()
	})
}

// outstanding are the units of all stages that have no result and are needed, in order.
func (s *Submitter) outstanding() (list []cluster.Unit) {
	for _, name := range slices.Sorted(maps.Keys(s.stages)) {
		p := s.stages[name]
		for _, id := range slices.Sorted(maps.Keys(p.known)) {
			if u := p.known[id]; p.results[id] == nil && p.needs(u) {
				list = append(list, u)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b cluster.Unit) int { return a.Order - b.Order })
	return list
}

// queue queues all units that are outstanding; those that wait are not queued again. A
// full stream is waited for.
func (s *Submitter) queue(ctx context.Context) error {
	for _, u := range s.outstanding() {
		for {
			err := s.c.queue(ctx, s.Job.Tool, s.id, &u)
			if err == nil {
				break
			}
			if !errors.Is(err, errFull) {
				return err
			}
			if err := sleep(ctx, 4*pollFirst); err != nil {
				return err
			}
			if err := s.take(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// Polling: at first often, then less.
const (
	pollFirst = 5 * time.Millisecond
	pollMost  = 100 * time.Millisecond
)

// After lookAfter without a result it is looked whether the job was cancelled, and every
// so many times it is seen to that all that is outstanding is queued.
const (
	lookAfter = time.Second
	queueEach = 10
)

// wait reads results until a stage is through.
func (s *Submitter) wait(ctx context.Context, stage string) error {
	last, poll, looks := time.Now(), pollFirst, 0
	for {
		before := s.seen
		if err := s.take(ctx); err != nil {
			return err
		}
		p := s.stages[stage]
		left := 0
		for id, u := range p.known {
			if p.results[id] == nil && p.needs(u) {
				left++
			}
		}
		if s.Progress != nil {
			s.Progress(stage, len(p.known)-left, len(p.known))
		}
		if left == 0 {
			return nil
		}
		if s.seen != before {
			last, poll, looks = time.Now(), pollFirst, 0
		}
		if time.Since(last) > lookAfter {
			looks++
			if err := s.checkJob(ctx, looks%queueEach == 0); err != nil {
				return err
			}
			last = time.Now()
		}
		if err := sleep(ctx, poll); err != nil {
			return err
		}
		poll = min(2*poll, pollMost)
	}
}

// ErrCancelled says that somebody cancelled the job.
var ErrCancelled = errors.New("the job was cancelled")

// checkJob returns ErrCancelled if the job was cancelled. If again is set it queues all that
// is outstanding.
func (s *Submitter) checkJob(ctx context.Context, again bool) error {
	state, err := s.c.state(ctx, s.id)
	if err != nil {
		return err
	}
	if state != nil && state.State == Cancelled {
		return ErrCancelled
	}
	if state != nil && state.State == Refused {
		return fmt.Errorf("a worker refuses job %s: %s", s.id, state.Reason)
	}
	if state == nil { // the server has forgotten
		if err := s.c.try(ctx, func() error { return s.announce(ctx) }); err != nil {
			return err
		}
	}
	if !again {
		return nil
	}
	if !s.checked && s.Waiting != nil {
		if _, err := s.c.units.Consumer(ctx, consumer(s.Job.Tool)); errors.Is(err, jetstream.ErrConsumerNotFound) {
			s.checked = true
			s.Waiting()
		}
	}
	return s.queue(ctx)
}

// take reads the results that have come.
func (s *Submitter) take(ctx context.Context) error {
	for {
		var m *jetstream.RawStreamMsg
		err := s.c.try(ctx, func() (err error) {
			m, err = s.c.results.GetMsg(ctx, s.seen+1, jetstream.WithGetMsgSubject("fencepost.result."+s.id+".>"))
			return err
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		s.seen = m.Sequence
		r, n, err := s.c.read(ctx, m.Data, s.c.memory-s.used)
		if err != nil {
			return fmt.Errorf("a result of job %s cannot be read: %w", s.id, err)
		}
		if r.Error != "" {
			return fmt.Errorf("a worker could not do a unit of %s: %s", r.Unit.Stage, r.Error)
		}
		if err := s.add(ctx, r, n); err != nil {
			return err
		}
	}
}

// add takes a result, which has n bytes.
func (s *Submitter) add(ctx context.Context, r *result, n int64) error {
	p := s.stages[r.Unit.Stage]
	id := r.Unit.ID()
	if p == nil || p.results[id] != nil {
		return nil
	}
	p.known[id], p.results[id] = r.Unit, r
	s.used += n
	for _, u := range r.Rest {
		u.Stage = r.Unit.Stage
		p.known[u.ID()] = u
	}
	if r.Ends && (p.ends < 0 || r.Unit.Order < p.ends) {
		p.ends = r.Unit.Order
		return s.c.change(ctx, s.id, func(t *State) {
			if t.Ends == nil {
				t.Ends = map[string]int{}
			}
			t.Ends[r.Unit.Stage] = p.ends
		})
	}
	return nil
}
