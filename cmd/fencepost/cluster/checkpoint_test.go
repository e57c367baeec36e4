package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"fencepost/trace"
)

// Numbers is a work that counts the numbers of ranges.
type numbers struct{ n int }

type numberRange struct{ From, To int }

func (w numbers) Units(context.Context, int) ([]Unit, error) { return units(numberRange{0, w.n}) }

func (numbers) Do(ctx context.Context, u Unit, enough func() bool) (*Result, error) {
	var r numberRange
	if err := json.Unmarshal(u.What, &r); err != nil || r.From < 0 || r.To > 1000 {
		return nil, errForeign
	}
	var found []int
	for r.From < r.To && (len(found) == 0 || !enough()) {
		found = append(found, r.From)
		r.From++
		time.Sleep(100 * time.Microsecond)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := &Result{}
	var err error
	if middle := (r.From + r.To) / 2; r.From < r.To {
		out.Rest, err = units(numberRange{r.From, middle}, numberRange{middle, r.To})
	}
	out.Part, _ = json.Marshal(found)
	return out, err
}

func (numbers) Fold(list []Part) ([]Part, error) {
	var all []int
	for _, p := range list {
		var some []int
		if err := json.Unmarshal(p.Part, &some); err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	text, err := json.Marshal(all)
	return []Part{{Unit: list[0].Unit, Part: text}}, err
}

var errDied = errors.New("died")

// What is saved at any time and what is done from there make the whole, once each.
func TestCheckpointDies(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	job := NewJob("1", "explore", "a.c")
	const n = 300
	resumed := 0
	for round := range 10 {
		var file []byte
		saves := 0
		for through := false; !through; {
			ctx, cancel := context.WithCancel(context.Background())
			dies := saves + 1 + r.IntN(4)
			c := &Checkpoint{Job: job, Workers: 1 + round%3, Every: time.Millisecond}
			c.Save = func(write func(io.Writer) error) error {
				var b bytes.Buffer
				if err := write(&b); err != nil {
					return err
				}
				file = b.Bytes()
				if saves++; saves == dies && round%2 == 0 {
					cancel()
				} else if saves == dies {
					return errDied
				}
				return nil
			}
			if file != nil {
				resumed++
				if err := c.Load(bytes.NewReader(file), 1<<30); err != nil {
					t.Fatal(err)
				}
			}
			got := map[int]int{}
			for _, stage := range []string{"one", "two"} {
				if err := c.Offer(ctx, stage, numbers{n}); err != nil {
					t.Fatal(err)
				}
			}
			through = true
			for _, stage := range []string{"one", "two"} {
				list, err := c.Parts(ctx, stage)
				switch {
				case errors.Is(err, errDied), errors.Is(err, ErrLeft):
					through = false
					continue
				case err != nil:
					t.Fatal(err)
				}
				for _, text := range list {
					var some []int
					if err := json.Unmarshal(text, &some); err != nil {
						t.Fatal(err)
					}
					for _, k := range some {
						got[k]++
					}
				}
			}
			if through != c.Whole() && round%2 == 0 {
				t.Errorf("whole: %t, want %t", c.Whole(), through)
			}
			cancel()
			for k := 0; through && k < n; k++ {
				if got[k] != 2 {
					t.Fatalf("round %d: %d is found %d times in two stages", round, k, got[k])
				}
			}
		}
	}
	if resumed == 0 {
		t.Error("work never went on")
	}
}

// Restarting is a work of two units, of which the first begins the stage anew while the
// second is done, which takes until the new stage has been saved.
type restarting struct{ begun, saved chan struct{} }

var errAnew = errors.New("anew")

func (restarting) Units(context.Context, int) ([]Unit, error) { return units("first", "second") }

func (restarting) Restart(err error) ([]Unit, bool) {
	list, _ := units("anew")
	return list, errors.Is(err, errAnew)
}

func (w restarting) Do(_ context.Context, u Unit, _ func() bool) (*Result, error) {
	switch string(u.What) {
	case `"first"`:
		<-w.begun
		return nil, errAnew
	case `"second"`:
		close(w.begun)
		<-w.saved
	}
	return &Result{Part: u.What}, nil
}

// What is saved of a stage that began anew has nothing from before.
func TestCheckpointAnew(t *testing.T) {
	t.Parallel()
	w := restarting{make(chan struct{}), make(chan struct{})}
	c := &Checkpoint{Job: NewJob("1", "explore", "a.c"), Workers: 2, Every: time.Millisecond}
	anew := false
	c.Save = func(write func(io.Writer) error) error {
		var file bytes.Buffer
		if err := write(&file); err != nil {
			return err
		}
		var saved Checkpoint
		if err := saved.Load(&file, 1<<30); err != nil {
			return err
		}
		s := saved.saved.Stages[0]
		all := slices.Clone(s.Left)
		for _, p := range s.Done {
			all = append(all, p.Unit)
		}
		if !anew && slices.ContainsFunc(all, func(u Unit) bool { return string(u.What) == `"anew"` }) {
			anew = true
			if len(all) != 1 {
				t.Errorf("%d units are saved, want 1", len(all))
			}
			close(w.saved)
		}
		return nil
	}
	if err := c.Offer(context.Background(), "one", w); err != nil {
		t.Fatal(err)
	}
	list, err := c.Parts(context.Background(), "one")
	if err != nil || len(list) != 1 || string(list[0]) != `"anew"` {
		t.Errorf("%s, %v", list, err)
	}
}

// A checkpoint of another command is refused; one that says what cannot be is an error,
// never a fault.
func TestHostileCheckpoint(t *testing.T) {
	t.Parallel()
	job := NewJob("1", "explore", "a.c")
	work := func(n int) *Checkpoint {
		c := &Checkpoint{File: "ck", Job: job, Workers: 1, Every: time.Hour, Save: func(func(io.Writer) error) error { return nil }}
		_ = c.Offer(context.Background(), "one", numbers{n})
		return c
	}
	pack := func(v any) io.Reader {
		var b bytes.Buffer
		if err := checkpoints.write(&b, v); err != nil {
			t.Fatal(err)
		}
		return &b
	}
	left, err := units(numberRange{0, 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []*Job{NewJob("2", "explore", "a.c"), NewJob("1", "explore", "b.c")} {
		c := work(3)
		if err := c.Load(pack(checkpoint{Job: other}), 1<<30); err != nil {
			t.Fatal(err)
		}
		var refused *trace.Diagnostic
		if _, err := c.Parts(context.Background(), "one"); !errors.As(err, &refused) || refused.File != "ck" {
			t.Errorf("%v: %v", other, err)
		}
	}
	for i, bad := range []any{nil, "text", checkpoint{}, checkpoint{Job: job, Stages: []*checkpointStage{nil}}, map[string]any{"job": job, "more": 1}} {
		if err := work(3).Load(pack(bad), 1<<30); err == nil {
			t.Errorf("%d is accepted", i)
		}
	}
	for i, bad := range []checkpointStage{
		{Left: []Unit{{What: json.RawMessage("7")}}},
		{Left: []Unit{{What: json.RawMessage(`{"From": 0, "To": 1000000}`)}}},
		{Left: left, Done: []Part{{Part: json.RawMessage(`{}`)}, {Part: json.RawMessage(`"x"`)}}},
	} {
		bad.Stage = "one"
		c := work(3)
		c.Every = time.Nanosecond
		if err := c.Load(pack(checkpoint{Job: job, Stages: []*checkpointStage{&bad}}), 1<<30); err != nil {
			t.Fatal(err)
		}
		list, err := c.Parts(context.Background(), "one")
		if err == nil && i < 2 {
			t.Errorf("%d gives %s", i, list)
		}
	}
}

// A checkpoint that was changed says the same or is refused.
func TestCheckpointMutants(t *testing.T) {
	t.Parallel()
	job := NewJob("1", "explore", "a.c")
	job.Files["a.c"] = "int main(void) { return 0; }\n"
	left, err := units(numberRange{1, 2}, numberRange{2, 3})
	if err != nil {
		t.Fatal(err)
	}
	c := &Checkpoint{}
	var file bytes.Buffer
	want := checkpoint{Job: job, Stages: []*checkpointStage{{Stage: "one", Done: []Part{{Unit: left[0], Part: json.RawMessage(`[1]`)}}, Left: left}}}
	if err := checkpoints.write(&file, want); err != nil {
		t.Fatal(err)
	}
	if err := c.Load(bytes.NewReader(file.Bytes()), 1<<30); err != nil {
		t.Fatal(err)
	}
	want = c.saved
	mutants(t, file.Bytes(), func(mutant []byte) (bool, error) {
		c := &Checkpoint{}
		if err := c.Load(bytes.NewReader(mutant), 1<<30); err != nil {
			return false, nil
		}
		if !reflect.DeepEqual(c.saved, want) {
			return true, fmt.Errorf("accepted, and another: %+v", c.saved)
		}
		return true, nil
	})
	for n := range file.Len() {
		if err := c.Load(bytes.NewReader(slices.Clone(file.Bytes()[:n])), 1<<30); err == nil {
			t.Fatalf("%d of %d bytes are accepted", n, file.Len())
		}
	}
}
