// Package opt prepares functions of LLVM's text, as a compiler writes them before it optimises, for
// interpretation. It inlines small functions, forwards the values of variables whose addresses do not
// escape, and computes constants. It deletes no access of memory that another thread may notice, and
// moves none.
//
// In C++ a memory order is an argument. An access only gets the order of the source once the call is
// inlined and the choice among the orders is computed.
package opt

import (
	"slices"

	"fencepost/interp/llvm/ir"
)

// A Linker resolves names in the whole program.
type Linker interface {
	// Function returns the definition of f, or f if there is none.
	Function(f *ir.Function) *ir.Function
	// Inline reports whether calls of f, a simplified function of size instructions, are to be
	// replaced by its body.
	Inline(f *ir.Function, size int) bool
	// Throws reports whether a call or an invoke may end by an exception.
	Throws(i *ir.Instr) bool
}

// maxFunction bounds how many instructions a function grows to.
const maxFunction = 6000

// A Simplifier simplifies the functions of a program.
type Simplifier struct {
	link Linker
	done map[*ir.Function]int // 1: in progress, 2: simplified
	err  error
	next int
	// recursive are functions that were met while they were simplified.
	recursive map[*ir.Function]bool
}

// New returns a simplifier.
func New(link Linker) *Simplifier {
	return &Simplifier{link: link, done: map[*ir.Function]int{}, recursive: map[*ir.Function]bool{}}
}

// Simplify simplifies a function that has a body. It returns errors of the reader.
func (s *Simplifier) Simplify(f *ir.Function) error {
	s.simplify(f, 0)
	return s.err
}

// maxDepth bounds how deep calls are looked through.
const maxDepth = 100

func (s *Simplifier) simplify(f *ir.Function, depth int) {
	if s.done[f] != 0 || s.err != nil {
		return
	}
	if s.err = f.Body(); s.err != nil {
		return
	}
	s.done[f] = 1
	w := &work{f: f, repl: map[ir.Value]ir.Value{}}
	w.calm(s)
	w.toFixpoint()
	for w.inline(s, depth) {
		w.toFixpoint()
	}
	s.done[f] = 2
}

// Size returns the number of instructions of a function, without the ends of the lives of variables.
func Size(f *ir.Function) (n int) {
	for _, b := range f.Blocks {
		for _, i := range b.Code {
			if g := Callee(i); g == nil || !hasPrefix(g.Name, "llvm.lifetime.end") {
				n++
			}
		}
	}
	return n
}

// work is the simplification of one function.
type work struct {
	f    *ir.Function
	repl map[ir.Value]ir.Value
}

// calm makes calls of the invokes that no exception ends.
func (w *work) calm(s *Simplifier) {
	for _, b := range w.f.Blocks {
		i := last(b)
		if i.Op != "invoke" || s.link.Throws(i) {
			continue
		}
		leave(b, i.Blocks[1])
		b.Code = append(b.Code, &ir.Instr{Op: "br", T: &ir.Type{Kind: ir.Void}, Blocks: i.Blocks[:1], Loc: i.Loc, Pos: i.Pos})
		i.Op, i.Blocks = "call", nil
	}
}

// toFixpoint simplifies until nothing changes.
func (w *work) toFixpoint() {
	w.expectations()
	for range 50 {
		changed := w.prune()
		changed = w.fold() || changed
		changed = w.forward() || changed
		changed = w.sweep() || changed
		if !changed && !w.split() {
			return
		}
	}
}

// value returns the present replacement of v, or v.
func (w *work) value(v ir.Value) ir.Value {
	for {
		r, ok := w.repl[v]
		if !ok {
			return v
		}
		v = r
	}
}

// rewrite replaces all operands by their replacements.
func (w *work) rewrite() {
	if len(w.repl) == 0 {
		return
	}
	for _, b := range w.f.Blocks {
		for _, i := range b.Code {
			for k, a := range i.Args {
				i.Args[k] = w.value(a)
			}
		}
	}
	for k := range w.f.Declare {
		w.f.Declare[k].Value = w.value(w.f.Declare[k].Value)
	}
	clear(w.repl)
}

// Callee returns the function that an instruction calls by name, or nil.
func Callee(i *ir.Instr) *ir.Function {
	if i.Op != "call" && i.Op != "invoke" {
		return nil
	}
	f, _ := i.Args[len(i.Args)-1].(*ir.Function)
	return f
}

// expectations removes calls that only inform the compiler.
func (w *work) expectations() {
	for _, b := range w.f.Blocks {
		kept := b.Code[:0]
		for _, i := range b.Code {
			name := ""
			if f := Callee(i); f != nil {
				name = f.Name
			}
			switch {
			case hasPrefix(name, "llvm.expect."), hasPrefix(name, "llvm.launder."), hasPrefix(name, "llvm.strip.invariant"), hasPrefix(name, "llvm.annotation."),
				hasPrefix(name, "llvm.ptr.annotation."), hasPrefix(name, "llvm.ssa.copy."):
				w.repl[i] = i.Args[0]
			case hasPrefix(name, "llvm.assume"), hasPrefix(name, "llvm.invariant."), hasPrefix(name, "llvm.experimental.noalias"),
				hasPrefix(name, "llvm.var.annotation"), name == "llvm.donothing", hasPrefix(name, "llvm.prefetch"), hasPrefix(name, "llvm.fake.use"):
			case hasPrefix(name, "llvm.is.constant."):
				w.repl[i] = number(i.T, 0)
			default:
				kept = append(kept, i)
			}
		}
		b.Code = kept
	}
	w.rewrite()
}

func hasPrefix(s, p string) bool { return len(s) >= len(p) && s[:len(p)] == p }

// number returns a constant.
func number(t *ir.Type, v uint64) *ir.Const {
	high := uint64(0)
	if t.Bits > 64 {
		high = uint64(int64(v) >> 63)
	}
	return &ir.Const{T: t, Low: Extend(v, t.Bits), High: high}
}

// Extend sign-extends the low bits of a number as registers have it; a single bit is 0 or 1.
func Extend(v uint64, bits int) uint64 {
	switch {
	case bits == 1:
		return v & 1
	case bits < 64:
		return uint64(int64(v<<(64-bits)) >> (64 - bits))
	}
	return v
}

// sweep removes instructions whose results are unused, and variables that are only stored to.
func (w *work) sweep() (changed bool) {
	used := map[ir.Value]bool{}
	uses := func(i *ir.Instr) {
		for _, a := range i.Args {
			used[a] = true
		}
	}
	var work []*ir.Instr
	need := map[*ir.Instr]bool{}
	for _, b := range w.f.Blocks {
		for _, i := range b.Code {
			if !pure(i) {
				need[i] = true
				work = append(work, i)
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		uses(i)
		for _, a := range i.Args {
			if x, ok := a.(*ir.Instr); ok && !need[x] {
				need[x] = true
				work = append(work, x)
			}
		}
	}
	for _, b := range w.f.Blocks {
		n := len(b.Code)
		b.Code = slices.DeleteFunc(b.Code, func(i *ir.Instr) bool { return !need[i] })
		changed = changed || len(b.Code) < n
	}
	return changed
}

// pure reports whether an instruction only computes its result.
func pure(i *ir.Instr) bool {
	switch i.Op {
	case "alloca", "getelementptr", "icmp", "fcmp", "select", "phi", "freeze", "extractvalue", "insertvalue", "trunc", "zext", "sext", "bitcast", "ptrtoint", "inttoptr",
		"fneg", "fadd", "fsub", "fmul", "fdiv", "fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp", "add", "sub", "mul", "and", "or", "xor":
		return true
	}
	return false
}
