package cluster

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"runtime"
	"slices"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// MaxShards bounds the number of shards.
const MaxShards = 100_000

// A Partial is the content of a file with a partial result: the results of one shard.
type Partial struct {
	Job    *Job           `json:"job"`
	Shard  int            `json:"shard"` // from 1
	Of     int            `json:"of"`
	Stages []partialStage `json:"stages"`
}

// A partialStage is the results of a shard in a stage.
type partialStage struct {
	Stage string `json:"stage"`
	Units int    `json:"units"` // number in all shards
	Plan  string `json:"plan"`  // hash of all units
	Done  []Part `json:"done"`
}

// A Part is the result of a unit.
type Part struct {
	Unit Unit            `json:"unit"`
	Part json.RawMessage `json:"part"`
	Ends bool            `json:"ends,omitempty"` // see Result
}

var errForeign = errors.New("a part is of other work")

// partials is the format of files with a partial result.
var partials = format{name: "fencepost-partial", version: 2, word: "partial result", flag: "--shard"}

// Write writes the file.
func (p *Partial) Write(to io.Writer) error { return partials.write(to, p) }

// ReadPartial reads a partial result. It takes at most left bytes of memory, and subtracts
// the bytes taken from left. It is an error if the file is not a partial result, is
// damaged, or needs more memory.
func ReadPartial(from io.Reader, left *int64) (*Partial, error) {
	var p Partial
	if err := partials.read(from, &p, left); err != nil {
		return nil, err
	}
	if p.Job == nil || p.Of < 1 || p.Of > MaxShards || p.Shard < 1 || p.Shard > p.Of {
		return nil, errors.New("the partial result is damaged: it tells no command or shard")
	}
	if err := p.Job.Check(); err != nil {
		return nil, err
	}
	return &p, nil
}

// planOf returns the hash of all units of a stage.
func planOf(list []Unit) string {
	h := sha256.New()
	for i := range list {
		io.WriteString(h, list[i].ID()) // never fails
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// A Merge is the Engine that takes its results from partial results.
type Merge struct {
	Stages
	Job *Job
	// Verify is the number of randomly drawn shards that are done again and compared.
	Verify int
	files  []string
	list   []*Partial
}

// NewMerge returns the engine of partial results from the files with these names. The error
// is a *trace.Diagnostic.
func NewMerge(files []string, list []*Partial) (*Merge, error) {
	first := list[0]
	from := make([]string, first.Of)
	job := first.Job.Hash()
	for i, p := range list {
		switch {
		case p.Job.Hash() != job:
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: files[i]}, Message: "is " + first.Job.differs(p.Job) + " as " + files[0]}
		case p.Of != first.Of:
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: files[i]}, Message: fmt.Sprintf("is one of %d shards, %s one of %d", p.Of, files[0], first.Of)}
		case from[p.Shard-1] != "":
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: files[i]}, Message: fmt.Sprintf("is shard %d of %d, and so is %s", p.Shard, p.Of, from[p.Shard-1])}
		}
		from[p.Shard-1] = files[i]
	}
	for k, file := range from {
		if file == "" {
			return nil, &trace.Diagnostic{Message: fmt.Sprintf("shard %d of %d is missing", k+1, first.Of)}
		}
	}
	return &Merge{Job: first.Job, files: files, list: list}, nil
}

// Parts returns the parts of a stage. They belong to the units into which the job's work
// divides, whatever the files say.
func (m *Merge) Parts(ctx context.Context, stage string) ([]json.RawMessage, error) {
	have := map[string]*Part{}
	work := m.Work(stage)
	list, err := work.Units(ctx, perShard*m.list[0].Of)
	if err != nil {
		return nil, err
	}
	units := map[string]bool{}
	for i := range list {
		list[i].Stage = stage
		units[list[i].ID()] = true
	}
	plan := planOf(list)
	last := -1 // order of the unit that ends the stage
	for i, p := range m.list {
		k := slices.IndexFunc(p.Stages, func(s partialStage) bool { return s.Stage == stage })
		if k < 0 {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: m.files[i]}, Message: "does not have the stage " + stage}
		}
		s := &p.Stages[k]
		if s.Plan != plan || s.Units != len(list) {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: m.files[i]}, Message: "has divided the work in another way than its program does"}
		}
		for k := range s.Done {
			d := &s.Done[k]
			id := d.Unit.ID()
			if have[id] != nil || !units[id] || d.Unit.share(p.Of) != p.Shard-1 {
				return nil, &trace.Diagnostic{Pos: trace.Pos{File: m.files[i]}, Message: "has a part that is not its own"}
			}
			if w, may := work.(Checker); may {
				if err := w.Check(d.Unit, d.Part); err != nil {
					return nil, &trace.Diagnostic{Pos: trace.Pos{File: m.files[i]}, Message: "has a part that cannot be: " + err.Error()}
				}
			}
			if have[id] = d; d.Ends && (last < 0 || d.Unit.Order < last) {
				last = d.Unit.Order
			}
		}
	}
	// Parts after one that ends the stage are not needed. All others are.
	var found []Part
	for i := range list {
		d := have[list[i].ID()]
		switch {
		case last >= 0 && list[i].Order > last:
		case d != nil:
			found = append(found, *d)
		case last < 0 || list[i].Order < last:
			return nil, &trace.Diagnostic{Message: fmt.Sprintf("a part of the stage %s is missing", stage)}
		}
	}
	if err := m.verify(ctx, stage, work, list); err != nil {
		return nil, err
	}
	return InOrder(found), nil
}

// verify does the work of some shards again. The writer of a partial result cannot predict
// which.
func (m *Merge) verify(ctx context.Context, name string, work Work, list []Unit) error {
	var order [32]byte
	if _, err := rand.Read(order[:]); err != nil {
		return err
	}
	for _, i := range mathrand.New(mathrand.NewChaCha8(order)).Perm(len(m.list))[:min(m.Verify, len(m.list))] {
		p := m.list[i]
		shard := &Shard{I: p.Shard, N: p.Of, Workers: runtime.GOMAXPROCS(0)}
		done, err := shard.do(ctx, stage{name, work}, shard.share(list))
		if err != nil {
			return err
		}
		k := slices.IndexFunc(p.Stages, func(s partialStage) bool { return s.Stage == name })
		if !slices.EqualFunc(done, p.Stages[k].Done, func(a, b Part) bool {
			return a.Unit.ID() == b.Unit.ID() && a.Ends == b.Ends && bytes.Equal(a.Part, b.Part)
		}) {
			return &trace.Diagnostic{Pos: trace.Pos{File: m.files[i]}, Message: "is not what its shard finds"}
		}
	}
	return nil
}

// InOrder returns the results of units, in the order of the units.
func InOrder(list []Part) []json.RawMessage {
	slices.SortFunc(list, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.Unit.Order, b.Unit.Order), cmp.Compare(a.Unit.ID(), b.Unit.ID()))
	})
	return lists.Map(list, func(d Part) json.RawMessage { return d.Part })
}
