// Package svcomp decides tasks of the competition on software verification
// (SV-COMP): a program, a property, and whether the property is expected to hold
// (D. Beyer, "State of the Art in Software Verification and Witness Validation:
// SV-COMP 2024", TACAS 2024, section 2).
//
// The competition's programs are sequentially consistent, and so they are run here; a
// data race is one between two accesses that C11's model leaves unordered. A property is
// violated if an execution violates it, and holds if all executions were explored and
// none does. An execution that ends in an error of another kind tells nothing of what
// would have come behind it: then a property that no execution violates is not known to
// hold, unless the program ended there by itself. Numbers have the sizes of LP64, also
// where a task asks for ILP32.
package svcomp

import (
	"slices"

	"fencepost/interp"
)

// A Property is what a task asks about.
type Property uint8

// The properties.
const (
	UnreachCall    Property = iota // reach_error is not called, and no assertion fails
	NoDataRace                     // no two accesses race
	ValidMemsafety                 // pointers and frees are valid; leaks are not looked for
	NoDeadlock                     // no threads wait for each other for ever
	NoOverflow                     // no result of signed arithmetic but that of a shift overflows its type
)

// properties have their names, as in the names of property files.
var properties = []string{"unreach-call", "no-data-race", "valid-memsafety", "no-deadlock", "no-overflow"}

// Names returns the names of all properties.
func Names() []string { return slices.Clone(properties) }

// Parse returns the property of a name.
func Parse(name string) (p Property, ok bool) {
	i := slices.Index(properties, name)
	return Property(max(i, 0)), i >= 0
}

// String returns the property's name.
func (p Property) String() string { return properties[p] }

// violations are the kinds of errors that violate each property.
var violations = [...][]interp.ErrorKind{
	UnreachCall: {interp.ReachedError, interp.AssertionFailed},
	NoDataRace:  {interp.DataRace},
	ValidMemsafety: {interp.NullPointer, interp.WildPointer, interp.OutOfBounds, interp.UseAfterFree, interp.DoubleFree,
		interp.InvalidFree, interp.ReadOnlyMemory},
	NoDeadlock: {interp.Deadlock},
	NoOverflow: {interp.SignedOverflow, interp.DivisionTooBig},
}

// violates reports whether an error violates the property. What no program may reach is
// more than the functions that the property names.
func (p Property) violates(e *interp.Error) bool {
	if e.Kind == interp.ReachedError && !slices.ContainsFunc(errorFunctions, func(f string) bool { return e.Message == f+" reached" }) {
		return false
	}
	return slices.Contains(violations[p], e.Kind)
}

// errorFunctions are the functions that must not be called.
var errorFunctions = []string{"reach_error", "__VERIFIER_error"}

// ends reports whether the program itself ends at an error, or goes on as if there was
// none.
func ends(e *interp.Error) bool {
	switch e.Kind {
	case interp.Aborted, interp.AssertionFailed, interp.ReachedError, interp.Deadlock, interp.Livelock, interp.DataRace:
		return true
	}
	return false
}
