// Package lower compiles functions of LLVM's text to byte code.
//
// A value of LLVM is one register, and an aggregate one register for each of its scalars. Integers of
// up to 64 bits are sign-extended, whether or not they are signed; a single bit is 0 or 1; an integer
// of up to 128 bits is its number in a trace.Wides. A variable whose address does not escape is a
// register, or memory that no other thread can see; its accesses are no events.
//
// A function that returns several scalars leaves them in its first registers, where its caller, whose
// window overlaps, finds them. A function that may end by an exception sets the register after them
// to whether it did, and leaves the exception in the first one.
package lower

import (
	"fmt"
	"strings"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/llvm/debug"
	"fencepost/interp/llvm/ir"
	"fencepost/trace"

	"github.com/ianlancetaylor/demangle"
)

// A Unit is a linked program.
type Unit struct {
	// Base is a program whose functions are called by name. The lowered functions are added to it.
	Base *code.Program
	// Names are the functions of Base.
	Names map[string]int
	// Types numbers the types of functions that Base calls through pointers.
	Types map[string]int32

	Functions []*ir.Function // simplified
	Globals   []*ir.Global
	Main      *ir.Function
	Begin     []*ir.Function // run before main
	Args      []string       // of main

	// Function and Global find definitions in the whole program.
	Function func(*ir.Function) *ir.Function
	Global   func(*ir.Global) *ir.Global
	// Throws reports whether a call may end by an exception, MayThrow whether a function may.
	Throws   func(*ir.Instr) bool
	MayThrow func(*ir.Function) bool
	// Exceptions says that some function may throw.
	Exceptions bool
	// Catches says that the program itself has handlers.
	Catches bool

	Info *debug.Info
	// Text returns a line of a source file, or nothing.
	Text func(file string, line int) string
	// Own reports whether a file is one of the program's own.
	Own func(file string) bool
	// Accesses says how to treat accesses that are not atomic.
	Accesses cfront.Accesses
}

// A lowerer compiles a unit.
type lowerer struct {
	*Unit
	prog *code.Program
	*code.Tables
	funcs   map[*ir.Function]int
	objects map[*ir.Global]int
	sigs    map[string]int32
	sitesAt map[trace.Pos]int
	thunks  map[string]int // functions of Base by address, by name and type
	ends    bool           // something is to run when main has returned

	throwsAt   []throw
	terminates int // the function that uncaught returns, if not 0
}

// lockKind is where glibc has the kind of a mutex.
const lockKind = 16

// firstSig is the first number of the types of functions that Base does not call.
const firstSig = 1 << 20

// Lower compiles a unit.
func Lower(u *Unit) (p *code.Program, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *trace.Diagnostic:
			err = r
		default:
			panic(r)
		}
	}()
	prog := u.Base.Clone()
	prog.LockKind = lockKind
	l := &lowerer{Unit: u, prog: prog, Tables: code.NewTables(prog), funcs: map[*ir.Function]int{}, objects: map[*ir.Global]int{},
		sigs: map[string]int32{}, sitesAt: map[trace.Pos]int{}, thunks: map[string]int{}}
	prog.Wides = &trace.Wides{Keep: u.Base.Wides.Keep}
	prog.Members, prog.Pointees, prog.Declared = map[int32][]code.Scalar{}, map[int32]code.Pointee{}, map[int32]code.Declared{}
	for _, f := range u.Functions {
		l.funcs[f] = len(prog.Funcs)
		prog.Funcs = append(prog.Funcs, code.Func{Name: l.nameOf(f)})
	}
	l.defineGlobals()
	for _, f := range u.Functions {
		out := l.function(f)
		prog.Funcs[l.funcs[f]] = out
	}
	l.begin()
	l.terminate()
	return prog, nil
}

func fail(pos trace.Pos, format string, args ...any) {
	panic(&trace.Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...)})
}

// Demangled returns the name of a function as the source has it.
func Demangled(name string) string { return demangle.Filter(name) }

// nameOf returns the displayed name of a function.
func (l *lowerer) nameOf(f *ir.Function) string {
	if p := l.Info.Function(f); p.Function != "" {
		return p.Function
	}
	return Demangled(f.Name)
}

// begin makes the function that runs first, and the function that calls main.
func (l *lowerer) begin() {
	l.prog.Init = -1
	exits, ok := l.Names[ThreadExits]
	if len(l.Begin) > 0 || ok {
		f := code.Func{Name: "before main", NRegs: 2, System: true, Sig: firstSig - 1}
		if ok {
			f.Code, f.PosOf = append(f.Code, code.Instr{Op: code.Call, Imm: int32(exits)}), append(f.PosOf, trace.Pos{})
		}
		for _, g := range l.Begin {
			f.Code = append(f.Code, code.Instr{Op: code.Call, A: 0, Imm: int32(l.funcs[g])})
			f.PosOf = append(f.PosOf, l.Info.Function(g).Pos)
		}
		f.Code, f.PosOf = append(f.Code, code.Instr{Op: code.RetV}), append(f.PosOf, trace.Pos{})
		l.prog.Init = len(l.prog.Funcs)
		l.prog.Funcs = append(l.prog.Funcs, f)
	}
	main := l.funcs[l.Main]
	l.prog.Main = main
	params := l.prog.Funcs[main].Params
	exit, threadEnds := l.Names[MainThreadExit]
	if params == 0 && !l.ends && !threadEnds && !l.MayThrow(l.Main) {
		if len(l.Args) > 0 {
			fail(l.Info.Function(l.Main).Pos, "main takes no arguments, and is to be given %q", l.Args[0])
		}
		return
	}
	f := code.Func{Name: "start", NRegs: 8, System: true, Sig: firstSig - 1, Pos: l.prog.Funcs[main].Pos}
	emit := func(in code.Instr) {
		f.Code, f.PosOf = append(f.Code, in), append(f.PosOf, l.prog.Funcs[main].Pos)
	}
	if params > 0 {
		emit(code.Instr{Op: code.Const, A: 0, Imm: int32(len(l.Args)) + 1})
	}
	if params > 1 {
		emit(code.Instr{Op: code.ConstL, A: 1, Imm: l.Constant(int64(l.argv().Addr))})
	}
	for k := 2; k < params; k++ {
		emit(code.Instr{Op: code.Const, A: uint8(k)})
	}
	emit(code.Instr{Op: code.Call, A: 0, Imm: int32(main)})
	if l.MayThrow(l.Main) {
		emit(code.Instr{Op: code.JZ, A: 1, Imm: int32(len(f.Code) + 2)})
		emit(code.Instr{Op: code.Call, A: 0, Imm: int32(l.uncaught())})
	}
	if threadEnds {
		emit(code.Instr{Op: code.Call, A: 1, Imm: int32(exit)})
	}
	if l.ends {
		emit(code.Instr{Op: code.Call, A: 1, Imm: int32(l.Names[AtExit])})
	}
	emit(code.Instr{Op: code.Ret, A: 0})
	l.prog.Main = len(l.prog.Funcs)
	l.prog.Funcs = append(l.prog.Funcs, f)
}

// AtExit is the function of Base that runs when main has returned, if it has functions to call.
const AtExit = "__fp_at_exit"

// Functions of Base, which are there if threads have something to run when they end: ThreadExits runs
// before main, MainThreadExit when main has returned.
const (
	ThreadExits    = "__fp_begin_thread_exits"
	MainThreadExit = "__fp_main_thread_exit"
)

// Uncaught is the error of an exception that nothing catches.
const Uncaught = "an exception is thrown that nothing catches (std::terminate)"

// ThrownAt is the function of Base that returns where an exception was thrown.
const ThrownAt = "__fp_thrown_at"

// A throw is a place where exceptions are thrown.
type throw struct {
	pos  trace.Pos
	name string // of the type
}

// uncaught returns the function that ends the program with an exception that nothing catches: with an
// error at the place of the throw. Its code is made last.
func (l *lowerer) uncaught() int {
	if l.terminates == 0 {
		l.terminates = len(l.prog.Funcs)
		l.prog.Funcs = append(l.prog.Funcs, code.Func{Name: "std::terminate", Params: 1, NRegs: 3, Sig: firstSig - 1, System: true})
	}
	return l.terminates
}

// terminate makes the code of uncaught.
func (l *lowerer) terminate() {
	if l.terminates == 0 {
		return
	}
	f := &l.prog.Funcs[l.terminates]
	emit := func(in code.Instr, pos trace.Pos) {
		f.Code, f.PosOf = append(f.Code, in), append(f.PosOf, pos)
	}
	at, ok := l.Names[ThrownAt]
	if ok {
		emit(code.Instr{Op: code.Mov, A: 1, B: 0}, trace.Pos{})
		emit(code.Instr{Op: code.Call, A: 1, Imm: int32(at)}, trace.Pos{})
		for n, t := range l.throwsAt {
			message := Uncaught
			if t.name != "" {
				message = "an exception of type " + t.name + " is thrown that nothing catches (std::terminate)"
			}
			emit(code.Instr{Op: code.Const, A: 2, Imm: int32(n + 1)}, trace.Pos{})
			emit(code.Instr{Op: code.JNe, A: 1, B: 2, Imm: int32(len(f.Code) + 2)}, trace.Pos{})
			emit(code.Instr{Op: code.Trap, A: code.TrapError, Imm: l.Message(message)}, t.pos)
		}
	}
	emit(code.Instr{Op: code.Trap, A: code.TrapError, Imm: l.Message(Uncaught)}, l.prog.Funcs[l.prog.Main].Pos)
}

// site adds a site and its access.
func (l *lowerer) site(p debug.Place, text string, a code.Access, private bool) int32 {
	n := 0
	if !private {
		l.sitesAt[p.Pos]++
		n = l.sitesAt[p.Pos]
	}
	l.prog.Sites = append(l.prog.Sites, trace.Site{Pos: p.Pos, N: n, Text: text, Func: p.Function, Library: p.Library})
	l.prog.Access = append(l.prog.Access, a)
	return int32(len(l.prog.Sites) - 1)
}

// signature numbers the types of functions.
func (l *lowerer) signature(t *ir.Type) int32 {
	var b strings.Builder
	b.WriteString(signatureOf(t.Elem) + "(")
	for _, f := range t.Fields {
		b.WriteString(signatureOf(f) + ",")
	}
	if t.Variadic {
		b.WriteString("...")
	}
	key := b.String() + ")"
	if n, ok := l.Types[key]; ok {
		return n
	}
	n, ok := l.sigs[key]
	if !ok {
		n = firstSig + int32(len(l.sigs))
		l.sigs[key] = n
	}
	return n
}

// signatureOf returns the text of the type of a parameter or a result in a signature: compatible
// types have the same text.
func signatureOf(t *ir.Type) string {
	if t.Kind == ir.Struct {
		var b strings.Builder
		for _, f := range t.Fields {
			b.WriteString(signatureOf(f) + ";")
		}
		return "{" + b.String() + "}"
	}
	return t.String()
}

// leaves returns the scalars of a type that registers hold.
func leaves(t *ir.Type) []*ir.Type {
	var list []*ir.Type
	var visit func(t *ir.Type)
	visit = func(t *ir.Type) {
		switch {
		case len(list) > maxLeaves:
		case t.Kind == ir.Struct:
			for _, f := range t.Fields {
				visit(f)
			}
		case t.Kind == ir.Array || t.Kind == ir.Vector:
			for range min(t.Len, maxLeaves+1) {
				visit(t.Elem)
			}
		case t.Kind != ir.Void:
			list = append(list, t)
		}
	}
	visit(t)
	return list
}

// maxLeaves bounds the scalars of an aggregate in registers.
const maxLeaves = 64
