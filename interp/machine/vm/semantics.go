package vm

import "fencepost/models"

// Semantics is the configuration on which an execution of a program depends, in every machine and
// search. Replay needs it, beside the program, the model and the schedule. The zero value is the
// default. Witness files hold the fields under the names given here.
type Semantics struct {
	// Mapping lowers C11 orders for models of hardware; the zero Mapping is models.C11. For models
	// that know C11 orders models.Native is used instead.
	Mapping    models.Mapping `json:"mapping"`
	MaxSteps   int            `json:"max_steps"`             // the most operations and commits of an execution; 0: the default of the machine or search
	MallocFail bool           `json:"malloc_fail,omitempty"` // malloc may return NULL: a choice
	WeakFail   bool           `json:"weak_fail,omitempty"`   // a weak compare-exchange may fail spuriously: a choice
	Reuse      Reuse          `json:"reuse,omitempty"`       // when malloc may return the address of memory that was freed
	Unroll     int            `json:"unroll,omitempty"`      // the most iterations of a loop in an exhaustive search; 0: no bound
	Units      []Unit         `json:"units,omitempty"`       // which bytes are one location, though threads access some alone; models of the language take none
	NoSpurious bool           `json:"-"`                     // no wait for a condition variable ends spuriously
	Zeroed     bool           `json:"-"`                     // the initial content of memory is zeros, not never written
}
