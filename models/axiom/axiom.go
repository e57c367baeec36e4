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
package axiom

import (
	"fencepost/models"
	"fencepost/trace"
)

// A Model is a memory model as a condition on graphs.
type Model struct {
	Name    string
	Title   string
	Mapping *models.Mapping // how C11 orders reach it
	// fences tells which hardware fences are events.
	fences [trace.NumFences]bool
	// preserved reports whether ppo holds between a and b, a being before b in
	// program order. Of RMWs it is asked with either half.
	preserved func(a, b *Event) bool
	// hb says that the model is RC11.
	hb bool
	_  struct{}
}

// All returns the models, strongest first.
func All() []*Model { return []*Model{SC, TSO, PSO, PSLO, RC11} }

// Lookup returns the model of a name.
func Lookup(name string) (*Model, bool) {
	for _, m := range All() {
		if m.Name == name {
			return m, true
		}
	}
	return nil, false
}

// FenceOrder returns the event of a hardware fence: whether the model has one,
// and for RC11 its C11 order.
func (m *Model) FenceOrder(f trace.FenceKind) (o trace.Order, event bool) {
	if m.hb {
		return rc11Fences[f], rc11Fences[f] != trace.Plain
	}
	return trace.Plain, m.fences[f]
}

// HB reports whether the model has happens-before, and so data races.
func (m *Model) HB() bool { return m.hb }
