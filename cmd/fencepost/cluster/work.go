// Package cluster divides the work of a command into units that do not depend on each
// other and may be done twice: a range of execution numbers, a subtree of an exhaustive
// search, the trials of a critical cycle. What the units find is put together by the
// merge that workers of one process use, too, so the result is that of one process, byte
// for byte, whoever does what in whatever order.
//
// A Work is one stage of a command. An Engine has its units done: Shard does a share of
// them and writes a partial result (Partial), Merge reads all partial results, Checkpoint
// does all of them and keeps what is left in a file, and package cluster/jetstream deals
// the units to workers anywhere.
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

// A Unit is work that one worker does.
type Unit struct {
	Stage string `json:"stage"`
	// Order says which units are not needed: those behind one whose result ends the stage.
	Order int             `json:"order,omitempty"`
	What  json.RawMessage `json:"what"` // what the stage's Work makes of it
}

// ID names the unit within its job, by its content: 32 hexadecimal digits.
func (u *Unit) ID() string {
	sum := u.hash()
	return hex.EncodeToString(sum[:16])
}

// share returns which of n shards the unit is dealt to, from 0.
func (u *Unit) share(n int) int {
	sum := u.hash()
	return int(binary.BigEndian.Uint64(sum[16:]) % uint64(n))
}

func (u *Unit) hash() [sha256.Size]byte {
	text, err := json.Marshal(u)
	if err != nil {
		panic(err) // Units and Do return valid JSON
	}
	return sha256.Sum256(text)
}

// A Result is what doing a unit gave.
type Result struct {
	Part json.RawMessage `json:"part"`
	// Rest is what was left when it was enough.
	Rest []Unit `json:"rest,omitempty"`
	// Ends says that units behind this one are not needed.
	Ends bool `json:"ends,omitempty"`
}

// A Work is one stage of a command. It is safe for concurrent use.
type Work interface {
	// Units divides the work, into at least n units if it can be: the same on every
	// machine.
	Units(ctx context.Context, n int) ([]Unit, error)
	// Do does a unit, until it is through or enough says so. What it finds depends on the
	// unit alone, but for how much is left.
	Do(ctx context.Context, u Unit, enough func() bool) (*Result, error)
}

// A Later is a Work of which it is not known yet whether it will be needed.
type Later interface{ Later() bool }

// A Folder is a Work whose parts can be put together before all are there.
type Folder interface {
	// Fold makes fewer parts of some, which say the same.
	Fold(list []Part) ([]Part, error)
}

// A Checker is a Work that can tell what a part is of.
type Checker interface {
	// Check returns what is wrong with a part that is said to be of all of a unit.
	Check(u Unit, part json.RawMessage) error
}

// A Restarter is a Work that may turn out to have to begin anew.
type Restarter interface {
	// Restart returns the units of the work if an error of Do says that it begins anew: what
	// was done and what is left then count for nothing.
	Restart(err error) (list []Unit, anew bool)
}

// An Engine has work done.
type Engine interface {
	// Offer tells of a stage, before its parts are asked for. A second Offer of a stage
	// is none.
	Offer(ctx context.Context, stage string, w Work) error
	// Parts returns the parts of all units of a stage that was offered, in order. It may
	// return ErrElsewhere.
	Parts(ctx context.Context, stage string) ([]json.RawMessage, error)
}

// ErrElsewhere says that the result will be put together by another process: the command
// has nothing more to do.
var ErrElsewhere = errors.New("the result is put together elsewhere")

// A stage is a Work that was offered.
type stage struct {
	name string
	work Work
}

// Stages are what was offered, for engines.
type Stages []stage

// Offer adds a stage.
func (s *Stages) Offer(_ context.Context, name string, w Work) error {
	if s.Work(name) == nil {
		*s = append(*s, stage{name, w})
	}
	return nil
}

// Work returns the work of a stage, nil if there is none of this name.
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

// units returns a unit for each of some contents, all of the same order.
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
