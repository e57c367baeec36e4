package gen

import (
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

// Atomic sections, as in the verification competition: the code between __VERIFIER_atomic_begin and
// __VERIFIER_atomic_end, and the bodies of functions whose names begin with __VERIFIER_atomic_. They
// are critical sections of one recursive mutex that the machines know: no thread interrupts a
// section.

// sectionMutex is that mutex: its word and its kind.
var sectionMutex = code.Object{Name: "atomic section", Size: 8, Init: []byte{0, 0, 0, 0, 1}}

// isAtomic reports whether a function is an atomic section.
func isAtomic(fn *types.Function) bool {
	return strings.HasPrefix(fn.Name, library.AtomicFunction) && !library.Bounds(fn.Name)
}

// section begins or ends an atomic section at e.
func (f *funcGen) section(e *types.Expr, id code.SysID) {
	mark := f.top
	r := f.alloc()
	f.constTo(r, int64(f.prog.Atomic))
	f.sysAt(e, id, r, 1)
	f.top = mark
}

// endFunction ends the atomic section if the function is one.
func (f *funcGen) endFunction() {
	if isAtomic(f.fn) {
		f.section(&types.Expr{Pos: f.pos, Text: f.fn.Name, Type: f.fn.Type.Elem}, code.MutexUnlock)
	}
}
