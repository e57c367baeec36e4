// Package cluster divides the work of a command into units that are independent of each
// other and may be done twice: a range of execution numbers, a subtree of an exhaustive
// search, the trials of a critical cycle. Their results are merged in the same way as those
// of the workers of one process. So the result is that of one process, byte for byte,
// whoever does which unit in whatever order; but see Classes of search.Options.
//
// A Work is one stage of a command. An Engine has its units done. Shard does a share of
// them and writes a partial result (Partial). Merge reads all partial results. Checkpoint
// does all units and keeps the remaining ones in a file. Package cluster/jetstream
// distributes the units to workers anywhere.
package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"iter"
)

// A Unit is a piece of work for one worker.
type Unit struct {
	Stage string `json:"stage"`
	// Order says which units are not needed: those with a greater order than a unit whose
	// result ends the stage.
	Order int             `json:"order,omitempty"`
	What  json.RawMessage `json:"what"` // its content, for the stage's Work
}

// ID returns the name of the unit within its job, made from its content: 32 hexadecimal
// digits.
func (u *Unit) ID() string {
	sum := sumJSON(u)
	return hex.EncodeToString(sum[:16])
}

// share returns the shard, of n, to which the unit is assigned, from 0.
func (u *Unit) share(n int) int {
	sum := sumJSON(u)
	return int(binary.BigEndian.Uint64(sum[16:]) % uint64(n))
}

// sumJSON returns the SHA-256 of a Job or a Unit in JSON.
func sumJSON(v any) [sha256.Size]byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings can always be encoded, and Units and Do return valid JSON
	}
	return sha256.Sum256(text)
}

// A Result is the result of a unit.
type Result struct {
	Part json.RawMessage `json:"part"`
	// Rest is the remaining work if enough returned true.
	Rest []Unit `json:"rest,omitempty"`
	// Ends says that units with a greater order are not needed.
	Ends bool `json:"ends,omitempty"`
}

// A Work is one stage of a command. It is safe for concurrent use.
type Work interface {
	// Units divides the work into at least n units, if possible. The division is the same
	// on every machine.
	Units(ctx context.Context, n int) ([]Unit, error)
	// Do does a unit until it is finished or enough returns true. The result depends only
	// on the unit, except for the amount of remaining work.
	Do(ctx context.Context, u Unit, enough func() bool) (*Result, error)
}

// A Later is a Work that may turn out to be unnecessary.
type Later interface{ Later() bool }

// A Folder is a Work whose parts can be merged before all are there.
type Folder interface {
	// Fold merges some parts into fewer parts with the same meaning.
	Fold(list []Part) ([]Part, error)
}

// A Checker is a Work that can check whether a part belongs to a unit.
type Checker interface {
	// Check returns an error if a part is not the complete result of a unit.
	Check(u Unit, part json.RawMessage) error
}

// A Restarter is a Work that may have to be restarted.
type Restarter interface {
	// Restart returns the new units of the work if an error of Do demands a restart.
	// Earlier results and remaining units are then discarded.
	Restart(err error) (list []Unit, anew bool)
}

// An Engine has the units of a work done.
type Engine interface {
	// Offer announces a stage before its parts are asked for. A second Offer of a stage has
	// no effect.
	Offer(ctx context.Context, stage string, w Work) error
	// Parts returns the parts of all units of an offered stage, in order. It may return
	// ErrElsewhere.
	Parts(ctx context.Context, stage string) ([]json.RawMessage, error)
}

// ErrElsewhere says that another process merges the results, and that the command has
// nothing more to do.
var ErrElsewhere = errors.New("the result is put together elsewhere")

// A stage is an offered Work.
type stage struct {
	name string
	work Work
}

// Stages are the offered works, for engines.
type Stages []stage

// Offer adds a stage.
func (s *Stages) Offer(_ context.Context, name string, w Work) error {
	if s.Work(name) == nil {
		*s = append(*s, stage{name, w})
	}
	return nil
}

// Work returns the work of a stage; nil if there is none with this name.
func (s *Stages) Work(name string) Work {
	for _, t := range *s {
		if t.name == name {
			return t.work
		}
	}
	return nil
}

// All returns the stages in the order in which they were offered.
func (s *Stages) All() iter.Seq2[string, Work] {
	return func(yield func(string, Work) bool) {
		for _, t := range *s {
			if !yield(t.name, t.work) {
				return
			}
		}
	}
}

// units returns a unit for each content, all of the same order.
func units[T any](list ...T) ([]Unit, error) {
	var out []Unit
	for _, what := range list {
		text, err := json.Marshal(what)
		if err != nil {
			return nil, err
		}
		out = append(out, Unit{What: text})
	}
	return out, nil
}

// parts reads parts.
func parts[T any](list []json.RawMessage) ([]*T, error) {
	var out []*T
	for _, text := range list {
		p := new(T)
		if err := json.Unmarshal(text, p); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
