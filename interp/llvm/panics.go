package llvm

import (
	"slices"
	"strings"

	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	"fencepost/interp/llvm/opt"
	"fencepost/trace/lazyregexp"
)

// Panics of Rust. In a program that catches none, a panic is the error where it happens: functions of
// the runtime replace the library's handlers, nothing unwinds, and landing pads are never reached.
//
// A program catches panics if it calls catch_unwind itself, if it uses the result of join for more
// than to unwrap or drop it, or if it is a test that should panic. In it the library's own handlers
// run, and a panic unwinds. A panic of the main thread that no call catches is again the error where
// it happens: it has not unwound, and its place is known.

// enters maps functions of the library to the functions that they call first: the handlers of a panic
// with a message, of one with a payload of the program's own, and of one that is resumed; and the
// start of a thread, whose panic join returns.
var enters = map[string]string{
	"__rustc::rust_begin_unwind":                        "__fp_panics",
	"std::panicking::panic_with_hook":                   "__fp_panics_with",
	"std::panicking::resume_unwind":                     "__fp_panics_again",
	"std::sys::thread::unix::Thread::new::thread_start": catchBegin,
}

// What the runtime has for the program's calls that catch.
const (
	catchBegin = "__fp_catch_begin"
	catchEnd   = "__fp_catch_end"
)

// raise is the function that throws a panic.
const raise = "_Unwind_RaiseException"

var (
	catchUnwind = lazyregexp.New(`^std::panic::catch_unwind\b`)
	join        = lazyregexp.New(`^<?std::thread::[a-z_:]*JoinHandle<.*>::join$`)
	discard     = lazyregexp.New(`^core::ptr::drop_in_place(?:::)?<core::result::Result<`)
)

// catchPanics lets panics unwind, if the program catches some.
func (l *linker) catchPanics(modules []*ir.Module) error {
	if len(l.replaced) == 0 || !slices.ContainsFunc(modules, func(m *ir.Module) bool { return m.ByName[raise] != nil }) {
		return nil // no program of Rust, or one whose panics abort
	}
	var catching []*ir.Function
	looks := false
	_, err := l.walk(l.body, func(*ir.Function) {}, func(*ir.Global) {}, func(f *ir.Function, i *ir.Instr) {
		callee := opt.Callee(i)
		if callee == nil || l.own[f.Module()] || !strings.Contains(callee.Name, "catch_unwind") && !strings.Contains(callee.Name, "JoinHandle") || l.info.Function(f).System {
			return
		}
		switch name := lower.Demangled(callee.Name); {
		case catchUnwind().MatchString(name) && !slices.Contains(catching, callee):
			catching = append(catching, callee)
		case join().MatchString(name):
			looks = looks || usesResult(f, i)
		}
	})
	if err != nil || catching == nil && !looks && (l.test == nil || !l.test.panics) {
		return err
	}
	for f, r := range l.replaced {
		path := r
		if l.own[f.Module()] { // the runtime calls the library's
			path, f = f, r
		} else if enters[path.Name] != "" {
			delete(l.replaced, f)
		}
		if before := enters[path.Name]; before != "" {
			if err := l.enter(f, before); err != nil {
				return err
			}
		}
	}
	for _, f := range catching {
		if err := l.enter(f, catchBegin); err != nil {
			return err
		}
		for _, b := range f.Blocks {
			if end := len(b.Code) - 1; b.Code[end].Op == "ret" {
				b.Code = slices.Insert(b.Code, end, l.callOf(f, catchEnd))
			}
		}
	}
	return nil
}

// enter has a function begin with a call of one of the runtime, which is given its first parameters.
func (l *linker) enter(f *ir.Function, name string) error {
	if err := f.Body(); err != nil {
		return err
	}
	f.Blocks[0].Code = slices.Insert(f.Blocks[0].Code, 0, l.callOf(f, name))
	return nil
}

// callOf returns a call in f of a function of the runtime, which is given the first parameters of f.
func (l *linker) callOf(f *ir.Function, name string) *ir.Instr {
	callee := l.defined[name]
	i := &ir.Instr{Op: "call", T: callee.Result, Elem: callee.FuncType(), NoThrow: true}
	for k := range callee.Params {
		i.Args = append(i.Args, f.Params[k])
	}
	i.Args = append(i.Args, callee)
	return i
}

// usesResult reports whether a program uses the result of a call of join: it neither drops it at once
// nor unwraps it.
func usesResult(f *ir.Function, call *ir.Instr) bool {
	var from *ir.Block
	at := 0
	for _, b := range f.Blocks {
		if k := slices.Index(b.Code, call); k >= 0 {
			from, at = b, k+1
		}
	}
	if call.Op == "invoke" {
		from, at = call.Blocks[0], 0
	}
	seen := map[*ir.Block]bool{}
	for {
		seen[from] = true
		if next := nextCall(from.Code[at:]); next != nil {
			return !discard().MatchString(lower.Demangled(next.Name)) && !unwraps(next)
		}
		end := from.Code[len(from.Code)-1]
		if len(end.Blocks) != 1 || seen[end.Blocks[0]] {
			return !slices.ContainsFunc(end.Blocks, func(b *ir.Block) bool {
				next := nextCall(b.Code)
				return next != nil && unwraps(next)
			})
		}
		from, at = end.Blocks[0], 0
	}
}

// nextCall returns the first function that is called, other than the compiler's own; nil if none is.
func nextCall(list []*ir.Instr) *ir.Function {
	for _, i := range list {
		if g := opt.Callee(i); g != nil && !strings.HasPrefix(g.Name, "llvm.") {
			return g
		}
	}
	return nil
}

// unwraps reports whether a function is one of those that unwrap a result, or fails to.
func unwraps(f *ir.Function) bool {
	name := lower.Demangled(f.Name)
	return strings.HasPrefix(name, "core::result::") && (strings.HasSuffix(name, "::unwrap") || strings.HasSuffix(name, "::expect") || strings.HasSuffix(name, "::unwrap_failed"))
}
