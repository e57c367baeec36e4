package strategy

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A startup is a trace.Sink that identifies the stores of main before it creates a thread,
// except stores of addresses. To other threads they are like initial content: it makes no
// difference whether a flag is initialised in its declaration or by a store. An address
// does make a difference: an old one leads to an object that was initialised with it, a
// newer one perhaps to an object that a thread that has not synchronised finds in its
// earlier state.
type startup struct {
	end       models.StoreID   // the creation of the first thread; 0 before it
	addresses []models.StoreID // the earlier stores of addresses, in order
}

// Begin forgets the previous execution.
func (s *startup) Begin() { s.end, s.addresses = 0, s.addresses[:0] }

// Event notes stores of addresses until a thread is created.
func (s *startup) Event(e *trace.Event) {
	switch {
	case s.end > 0:
	case e.Kind == trace.Create:
		s.end = e.ID
	case e.Kind.Writes() && e.Size == 8 && e.Value >= code.SlotSize:
		s.addresses = append(s.addresses, e.ID)
	}
}

// isInitial reports whether the content of a store counts as initial. That of store 0 does.
func (s *startup) isInitial(store models.StoreID) bool {
	if store == 0 || store > s.end {
		return store == 0
	}
	_, found := slices.BinarySearch(s.addresses, store)
	return !found
}
