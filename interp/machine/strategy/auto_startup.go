package strategy

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A startup is a trace.Sink that knows what main stores before it creates a thread, but for
// addresses. To other threads that is what initial content is: whether a flag is initialised
// where it is declared or by a store makes no difference to them. An old address makes one:
// behind it lies what was initialised with it, and behind a newer one perhaps something that
// a thread that has not synchronised finds as it was before.
type startup struct {
	end       models.StoreID   // the creation of the first thread; 0 before
	addresses []models.StoreID // the stores of addresses before, in their order
}

// Begin forgets the previous execution.
func (s *startup) Begin() { s.end, s.addresses = 0, s.addresses[:0] }

// Event notes a store of an address, until a thread is created.
func (s *startup) Event(e *trace.Event) {
	switch {
	case s.end > 0:
	case e.Kind == trace.Create:
		s.end = e.ID
	case e.Kind.Writes() && e.Size == 8 && e.Value >= code.SlotSize:
		s.addresses = append(s.addresses, e.ID)
	}
}

// isInitial reports whether what a store wrote is initial content, as 0 is.
func (s *startup) isInitial(store models.StoreID) bool {
	if store == 0 || store > s.end {
		return store == 0
	}
	_, found := slices.BinarySearch(s.addresses, store)
	return !found
}
