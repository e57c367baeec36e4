// Package axiom describes memory models by conditions on execution graphs: the
// events of an execution, rf (which write each read reads from) and co (the
// order of the writes to each location). It serves searches that build graphs
// event by event: each condition is checked for the event just added, all
// others being known to be consistent.
//
// The hardware models SC, TSO, PSO and PSLO are the declarative form of
// RELAXER's Figures 3 to 6 (ISSTA 2011): every location is coherent, RMWs are
// atomic, and ppo ∪ rfe ∪ co ∪ fr ∪ tc has no cycle, where ppo is what the model
// keeps of program order and tc orders a thread between its creation and its
// join. RC11 is that of Lahav, Vafeiadis, Kang, Hur and Dreyer (PLDI 2017).
//
// A read may be of a part of a location, which writes write as a whole: every byte is
// coherent on its own, and reads that have no byte in common are reads of two locations
// to ppo. A write is one event, though, in all orders that it is in.
package axiom

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// A Model is a memory model as a condition on graphs.
type Model struct {
	Name     string
	Title    string
	Hardware *models.Model // the hardware model whose order of events is the condition; nil: RC11
	// CXX20 says of RC11 that only RMWs continue a release sequence, and that psc contains eco.
	CXX20 bool
	// keepsPrefix says of a hardware model that it keeps stores in order, also before creations, and
	// loads before all later operations. Then a path of the model's order leads from every event in
	// the prefix of an access, of another thread, to the access.
	keepsPrefix bool
	_           struct{}
}

// The hardware models, defined by their preserved program order.
var (
	SC   = Of(models.SC)
	TSO  = Of(models.TSO)
	PSO  = Of(models.PSO)
	PSLO = Of(models.PSLO)
)

// hardware has a Model for each hardware model, strongest first.
var hardware = func() (list []*Model) {
	for _, m := range models.All() {
		list = append(list, derive(m))
	}
	return list
}()

// derive makes the Model of a hardware model.
func derive(m *models.Model) *Model {
	keeps := true
	for _, after := range []models.Class{models.R, models.W, models.U, models.C, models.Create} {
		for _, before := range []models.Class{models.R, models.U, models.C} {
			keeps = keeps && m.PPO.Keeps(before, after, false)
		}
		if after != models.R && after != models.C {
			keeps = keeps && m.PPO.Keeps(models.W, after, false)
		}
	}
	return &Model{Name: m.Name, Title: m.Title, Hardware: m, keepsPrefix: keeps}
}

// Of returns the conditions of a model: RC11 for a native C11 model, or RC20 if it is C++20's;
// otherwise the conditions that follow from its preserved program order. For a model
// of models.All it always returns the same Model.
func Of(m *models.Model) *Model {
	switch {
	case m.Native && m.CXX20:
		return RC20
	case m.Native:
		return RC11
	}
	for _, h := range hardware {
		if h.Hardware == m {
			return h
		}
	}
	return derive(m)
}

// All returns the models, strongest first, without RC20, which differs from RC11 in two rules.
func All() []*Model { return append(slices.Clone(hardware), RC11) }

// Lookup returns the model with a name or alias: one of All, or RC20.
func Lookup(name string) (*Model, bool) {
	name = models.NameOf(name)
	for _, m := range append(All(), RC20) {
		if m.Name == name {
			return m, true
		}
	}
	return nil, false
}

// Exact returns an error if the model's conditions allow more than its machine does.
func (m *Model) Exact() error {
	if m.Hardware != nil && m.Hardware.Inexact {
		return &InexactError{m.Name}
	}
	return nil
}

// Allows reports whether each execution of model o is one of m, because o keeps all the order that m
// keeps. A program without an error under m then has none under o. The answer false has no meaning.
func (m *Model) Allows(o *Model) bool {
	switch {
	case o.HB() || m.Exact() != nil || o.Exact() != nil:
		return false
	case m.HB():
		return o.Hardware.PPO.Includes(models.SC.PPO) && !o.ReadsOld()
	}
	return o.Hardware.PPO.Includes(m.Hardware.PPO) && (m.ReadsOld() || !o.ReadsOld())
}

// An InexactError says that a model allows less than its PPO, so that an execution graph need not be
// an execution of its machine.
type InexactError struct{ Model string }

// Error names the model, and says which commands accept it.
func (e *InexactError) Error() string {
	return e.Model + " is tested, not explored: it allows less than what it keeps of program order says"
}

// HasFence reports whether a hardware fence is an event of the model. Under RC11 fences have an
// order, and no fences are added beside accesses.
func (m *Model) HasFence(f trace.FenceKind) bool {
	return !m.HB() && slices.Contains(m.Hardware.PPO.Fences(), f)
}

// ReadsOld reports whether a load may read a store that another store has already replaced in memory.
// Such a load takes effect later than its position in coherence order.
func (m *Model) ReadsOld() bool { return !m.HB() && m.Hardware.ReadChoice }

// HB reports whether the model has happens-before, and so data races.
func (m *Model) HB() bool { return m.Hardware == nil }
