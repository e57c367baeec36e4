package jetstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fencepost/cmd/fencepost/cluster"

	"github.com/nats-io/nats.go/jetstream"
)

// A Worker does units of any jobs of its version of the tool.
type Worker struct {
	Tool string
	// Open returns the stages of a job. It is called once for each job that is kept.
	Open func(context.Context, *cluster.Job) (*cluster.Stages, error)
	// Trust are the public halves of the keys whose jobs are done; nil: all are done.
	Trust []string
	Units int           // done at once
	Slice time.Duration // after which a unit is split, if few wait; 0: DefaultSlice
	// AckWait is after how long a unit that is not heard of is given to another worker; 0:
	// DefaultAckWait. The first worker on a server decides.
	AckWait time.Duration
	// UnitTime is how long a unit, or reading a job, may take at most; 0: as long as it does.
	UnitTime time.Duration
	// MaxResult is how many bytes the result of a unit may have; 0: any number.
	MaxResult int
	// Idle is after how long without work to end; 0: never.
	Idle time.Duration
	// Log, if set, is told what goes wrong.
	Log func(format string, args ...any)

	c    *Conn
	mu   sync.Mutex
	jobs map[string]*opened
	last atomic.Int64 // when there was work
}

// Where more than plenty units wait, nobody is in want of more: then a unit may take
// longer by a factor before it is split.
const (
	plenty  = 32
	patient = 5
)

// Defaults of a Worker.
const (
	DefaultSlice   = time.Second
	DefaultAckWait = 30 * time.Second
)

// keptJobs is how many jobs a worker keeps compiled.
const keptJobs = 16

// maxDeliveries is how often a unit is tried; one that ends each of so many workers is
// given up.
const maxDeliveries = 25

// inFlight is how many units may be in work at once, on all workers.
const inFlight = 16_384

// consumer names what workers of a version of the tool read units by.
func consumer(tool string) string { return "workers_" + version(tool) }

// Run works until ctx ends, or there is no work for as long as Idle says.
func (w *Worker) Run(ctx context.Context, c *Conn) error {
	w.c, w.jobs = c, map[string]*opened{}
	w.Slice = cmp.Or(w.Slice, DefaultSlice)
	w.AckWait = cmp.Or(w.AckWait, DefaultAckWait)
	if w.Log == nil {
		w.Log = func(string, ...any) {}
	}
	w.last.Store(time.Now().UnixNano())
	cons, err := w.consumer(ctx)
	if err != nil {
		return err
	}
	w.AckWait = cons.CachedInfo().Config.AckWait
	var slots sync.WaitGroup
	for range w.Units {
		slots.Go(func() { w.slot(ctx) })
	}
	slots.Wait()
	return w.c.closed()
}

// consumer returns what units are read by, made anew if the server has forgotten it.
func (w *Worker) consumer(ctx context.Context) (jetstream.Consumer, error) {
	if err := w.c.setUp(ctx); err != nil {
		return nil, err
	}
	name := consumer(w.Tool)
	cons, err := w.c.units.Consumer(ctx, name)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		cons, err = w.c.units.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.AckWait, MaxAckPending: inFlight,
			FilterSubject: "fencepost.unit." + version(w.Tool) + ".>",
		})
	}
	return cons, err
}

// ask is how long a worker waits for a unit before it asks again.
const ask = 2 * time.Second

// slot does one unit after the other.
func (w *Worker) slot(ctx context.Context) {
	var cons jetstream.Consumer
	for ctx.Err() == nil && w.c.closed() == nil {
		if w.Idle > 0 && time.Since(time.Unix(0, w.last.Load())) > w.Idle {
			return
		}
		if cons == nil {
			w.mu.Lock()
			var err error
			cons, err = w.consumer(ctx)
			w.mu.Unlock()
			if err != nil {
				_ = sleep(ctx, retryAfter)
				continue
			}
		}
		m, err := cons.Next(jetstream.FetchMaxWait(ask))
		switch {
		case err == nil:
			w.last.Store(time.Now().UnixNano())
			w.deliver(ctx, m)
			w.last.Store(time.Now().UnixNano())
		case errors.Is(err, jetstream.ErrNoMessages), strings.Contains(err.Error(), "timeout"):
		default:
			cons = nil
			_ = sleep(ctx, retryAfter)
		}
	}
}

// deliver does the unit of a message, and acknowledges it when its result is stored and
// what is left is queued.
func (w *Worker) deliver(ctx context.Context, m jetstream.Msg) {
	var u cluster.Unit
	parts := strings.Split(m.Subject(), ".")
	job := parts[min(3, len(parts)-1)]
	if _, err := w.c.unpack(m.Data(), w.c.memory, &u); err != nil || len(parts) != 5 || u.ID() != parts[4] {
		w.Log("a unit of job %s cannot be read, and is dropped", job)
		_ = m.Term()
		return
	}
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	go w.heartbeat(own, cancel, m, job, &u)
	tries, slice := uint64(1), w.Slice
	if meta, err := m.Metadata(); err == nil {
		if tries = meta.NumDelivered; meta.NumPending > plenty {
			slice *= patient
		}
	}
	err := w.do(own, job, &u, tries, slice)
	switch {
	case err == nil:
		_ = m.Ack() // if that is lost the unit comes again, and its result is there
	case ctx.Err() != nil:
		_ = m.Nak() // others go on at once
	case own.Err() != nil:
		_ = m.Ack() // it is not needed any more
	default:
		w.Log("job %s: %v", job, err)
		if _, ok := errors.AsType[*refusal](err); ok && w.c.end(ctx, job, Refused, err.Error()) == nil {
			_ = m.Term()
			return
		}
		_ = m.NakWithDelay(retryAfter)
	}
}

// A refusal is why this worker will never do a job. It ends the job.
type refusal struct{ error }

// heartbeat tells the queue from time to time that a unit is in progress. It calls cancel once nobody
// needs the unit.
func (w *Worker) heartbeat(ctx context.Context, cancel func(), m jetstream.Msg, job string, u *cluster.Unit) {
	t := time.NewTicker(min(w.AckWait/4, time.Second))
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			_ = m.InProgress()
			if s, err := w.c.state(ctx, job); err == nil && (s == nil || !s.needs(u)) {
				cancel()
				return
			}
		}
	}
}

// do does a unit, unless that is done or not needed any more.
func (w *Worker) do(ctx context.Context, job string, u *cluster.Unit, tries uint64, slice time.Duration) error {
	s, err := w.c.state(ctx, job)
	if err != nil || s == nil || !s.needs(u) {
		return err
	}
	if tries > 1 {
		if old, err := w.c.stored(ctx, job, u.ID()); err != nil || old != nil {
			if err == nil {
				err = w.pass(ctx, job, u, old.Rest, true)
			}
			return err
		}
	}
	r := &result{Unit: *u}
	if tries > maxDeliveries {
		r.Error = fmt.Sprintf("it was given to %d workers, and none came back", maxDeliveries)
	} else if err := w.work(ctx, job, u, r, slice); err != nil {
		return err
	}
	old, err := w.c.store(ctx, job, r)
	if err != nil {
		return err
	}
	if old != nil {
		return w.pass(ctx, job, u, old.Rest, true)
	}
	return w.pass(ctx, job, u, r.Rest, false)
}

// work makes the result of a unit. The error is that of ctx or of the server; what is
// wrong with the unit is in the result.
func (w *Worker) work(ctx context.Context, job string, u *cluster.Unit, r *result, slice time.Duration) error {
	stages, err := w.open(ctx, job)
	if err != nil {
		return err
	}
	work := stages.Work(u.Stage)
	if work == nil {
		r.Error = "the command has no such stage"
		return nil
	}
	ctx, cancel := w.limited(ctx)
	defer cancel()
	end := time.Now().Add(slice)
	out, err := doUnit(ctx, work, *u, func() bool { return time.Now().After(end) })
	switch {
	case errors.Is(context.Cause(ctx), errSlow):
		r.Error = errSlow.Error()
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		r.Error = err.Error()
	case w.MaxResult > 0 && len(out.Part) > w.MaxResult:
		r.Error = fmt.Sprintf("its result has %d bytes, and the worker gives out %d", len(out.Part), w.MaxResult)
	default:
		r.Result = *out
	}
	return nil
}

var errSlow = errors.New("it took longer than the worker allows")

// limited returns the context of a unit, which ends when that takes too long.
func (w *Worker) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if w.UnitTime == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, w.UnitTime, errSlow)
}

// doUnit does a unit, which may be anything: somebody sent it.
func doUnit(ctx context.Context, w cluster.Work, u cluster.Unit, enough func() bool) (out *cluster.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("internal error: %v", v)
		}
	}()
	return w.Do(ctx, u, enough)
}

// pass queues what is left of a unit. If the stream is full it does that itself.
func (w *Worker) pass(ctx context.Context, job string, u *cluster.Unit, rest []cluster.Unit, again bool) error {
	for i := range rest {
		left := &rest[i]
		left.Stage = u.Stage
		if again { // what has a result is seen to by its own message
			if old, err := w.c.stored(ctx, job, left.ID()); err != nil {
				return err
			} else if old != nil {
				continue
			}
		}
		err := w.c.queue(ctx, w.Tool, job, left)
		if errors.Is(err, errFull) {
			err = w.do(ctx, job, left, 2, w.Slice)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// An opened is a job whose program was compiled.
type opened struct {
	once   sync.Once
	stages *cluster.Stages
	err    error
}

// open returns the stages of a job.
func (w *Worker) open(ctx context.Context, job string) (*cluster.Stages, error) {
	w.mu.Lock()
	o := w.jobs[job]
	if o == nil {
		if len(w.jobs) >= keptJobs {
			clear(w.jobs)
		}
		o = &opened{}
		w.jobs[job] = o
	}
	w.mu.Unlock()
	o.once.Do(func() {
		o.stages, o.err = w.load(context.WithoutCancel(ctx), job)
		if o.err != nil {
			w.mu.Lock()
			delete(w.jobs, job)
			w.mu.Unlock()
		}
	})
	return o.stages, o.err
}

// load reads and compiles the program of a job.
func (w *Worker) load(ctx context.Context, job string) (*cluster.Stages, error) {
	late, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	data, err := w.c.get(late, job)
	if err != nil {
		return nil, fmt.Errorf("its program cannot be read: %w", err)
	}
	var s signedJob
	if _, err := w.c.unpack(data, w.c.memory, &s); err != nil || s.Job == nil || s.Job.Hash() != job {
		return nil, &refusal{errors.New("its program is damaged")}
	}
	if s.Job.Tool != w.Tool {
		return nil, &refusal{fmt.Errorf("its program is for version %s of fencepost, this is version %s", s.Job.Tool, w.Tool)}
	}
	if err := s.check(w.Trust); err != nil {
		return nil, &refusal{err}
	}
	ctx, cancel = w.limited(ctx)
	defer cancel()
	stages, err := w.Open(ctx, s.Job)
	if err != nil {
		return nil, &refusal{err}
	}
	return stages, nil
}
