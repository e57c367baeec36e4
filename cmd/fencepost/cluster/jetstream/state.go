package jetstream

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fencepost/cmd/fencepost/cluster"

	"github.com/nats-io/nats.go/jetstream"
)

// The states of a job.
const (
	Running   = "running"
	Done      = "done"
	Cancelled = "cancelled"
	Refused   = "refused" // by a worker
)

// A State is what the key-value bucket says of a job.
type State struct {
	State   string    `json:"state"`
	Tool    string    `json:"tool"`
	Command []string  `json:"command"`
	Since   time.Time `json:"since"` // when it was submitted
	// Reason says why the job was refused.
	Reason string `json:"reason,omitempty"`
	// Ends are the orders of the units, by stage, behind which no unit is needed.
	Ends map[string]int `json:"ends,omitempty"`
}

// needs reports whether a unit still has to be done.
func (s *State) needs(u *cluster.Unit) bool {
	last, ends := s.Ends[u.Stage]
	return s.State == Running && (!ends || u.Order <= last)
}

// state returns the state of a job; nil if there is none.
func (c *Conn) state(ctx context.Context, job string) (s *State, err error) {
	err = c.try(ctx, func() error {
		e, err := c.jobs.Get(ctx, job)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			s = nil
			return nil
		} else if err != nil {
			return err
		}
		s = new(State)
		return json.Unmarshal(e.Value(), s)
	})
	return s, err
}

// change changes the state of a job.
func (c *Conn) change(ctx context.Context, job string, change func(*State)) error {
	s, err := c.state(ctx, job)
	if err != nil {
		return err
	}
	s = cmp.Or(s, &State{})
	change(s)
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return c.try(ctx, func() error { _, err := c.jobs.Put(ctx, job, text); return err })
}

// drop removes the units of a job that wait.
func (c *Conn) drop(ctx context.Context, job string) error {
	return c.try(ctx, func() error {
		return c.units.Purge(ctx, jetstream.WithPurgeSubject("fencepost.unit.*."+job+".>"))
	})
}

// A Job is what is known of a job.
type Job struct {
	ID string
	State
	Waiting, Results int // units that wait or are being done, and results
}

// Jobs lists the jobs, the latest first.
func (c *Conn) Jobs(ctx context.Context) ([]Job, error) {
	keys, err := c.jobs.ListKeys(ctx)
	if err != nil {
		return nil, err
	}
	var list []Job
	for id := range keys.Keys() {
		s, err := c.state(ctx, id)
		if err != nil || s == nil {
			return nil, err
		}
		j := Job{ID: id, State: *s}
		if j.Waiting, err = count(ctx, c.units, "fencepost.unit.*."+id+".>"); err != nil {
			return nil, err
		}
		if j.Results, err = count(ctx, c.results, "fencepost.result."+id+".>"); err != nil {
			return nil, err
		}
		list = append(list, j)
	}
	slices.SortFunc(list, func(a, b Job) int { return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.ID, b.ID)) })
	return list, nil
}

// count counts the messages of a stream with subjects of a form.
func count(ctx context.Context, s jetstream.Stream, subjects string) (int, error) {
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(subjects))
	if err != nil {
		return 0, err
	}
	return len(info.State.Subjects), nil // one message a subject
}

// Find returns the job whose name begins with a text.
func (c *Conn) Find(ctx context.Context, begin string) (*Job, error) {
	list, err := c.Jobs(ctx)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(j Job) bool { return !strings.HasPrefix(j.ID, begin) })
	switch len(list) {
	case 0:
		return nil, fmt.Errorf("no job is called %s", begin)
	case 1:
		return &list[0], nil
	}
	return nil, fmt.Errorf("%d jobs have names that begin with %s", len(list), begin)
}

// Cancel ends a job: what is being done is left, what waits is dropped.
func (c *Conn) Cancel(ctx context.Context, id string) error { return c.end(ctx, id, Cancelled, "") }

func (c *Conn) end(ctx context.Context, id, state, reason string) error {
	if err := c.change(ctx, id, func(s *State) { s.State, s.Reason = state, reason }); err != nil {
		return err
	}
	return c.drop(ctx, id)
}
