package vm

import "fencepost/models"

// Semantics say what an execution of a program means, whichever machine or search makes it: all
// that a replay has to know beside the program, the model and the schedule. The zero value is the
// default. Witness files hold them under the names given here.
type Semantics struct {
	// Mapping lowers C11 orders for models of hardware; the zero Mapping is models.C11. Models
	// that know C11 orders take models.Native instead, whatever it is.
	Mapping    models.Mapping `json:"mapping"`
	MaxSteps   int            `json:"max_steps"`             // how many operations and commits an execution may perform; 0: a default of who makes it
	MallocFail bool           `json:"malloc_fail,omitempty"` // malloc may return NULL: a choice
	WeakFail   bool           `json:"weak_fail,omitempty"`   // a weak compare-exchange may fail spuriously: a choice
	Reuse      Reuse          `json:"reuse,omitempty"`       // when malloc may return the address of memory that was freed
	Unroll     int            `json:"unroll,omitempty"`      // the most iterations of a loop in an exhaustive search; 0: no bound
	NoSpurious bool           `json:"-"`                     // no wait for a condition variable ends of itself
	Zeroed     bool           `json:"-"`                     // memory begins as zeros, not as never written
}
