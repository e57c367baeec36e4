package lower

import (
	"fencepost/interp/code"
	"fencepost/interp/llvm/debug"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/opt"
	"fencepost/trace"
)

// A function is a function that is being compiled.
type function struct {
	*lowerer
	src     *ir.Function
	out     code.Func
	list    []minst
	regs    int // of the first form
	params  int
	values  map[ir.Value][]int
	vars    map[*ir.Instr]*variable
	roots   map[ir.Value]*ir.Instr // see opt.Variables
	labels  map[*ir.Block]*label
	names   map[ir.Value]debug.Variable // by address
	held    map[ir.Value]debug.Variable // by content
	number  map[*ir.Block]int
	uses    map[ir.Value]int
	folds   map[*ir.Instr]bool // computed at their uses
	counts  map[ir.Value]bool  // see counting
	at      debug.Place
	block   *ir.Block
	throws  bool
	further int    // the register with the address of further arguments
	guest   string // the first function of the program that was put into this one
}

// A variable is an alloca.
type variable struct {
	where homeKind
	regs  []int // inRegister: its value; else the first is its address
	local int32
	// begins are the calls that begin its life. If there is one, the alloca itself does nothing.
	begins []*ir.Instr
}

// A homeKind is the kind of storage of a variable.
type homeKind uint8

const (
	inRegister homeKind = iota
	inPrivate
	inVisible
)

// function compiles src.
func (l *lowerer) function(src *ir.Function) code.Func {
	p := l.Info.Function(src)
	f := &function{lowerer: l, src: src, values: map[ir.Value][]int{}, vars: map[*ir.Instr]*variable{}, labels: map[*ir.Block]*label{},
		names: map[ir.Value]debug.Variable{}, held: map[ir.Value]debug.Variable{}, number: map[*ir.Block]int{}, uses: map[ir.Value]int{}, folds: map[*ir.Instr]bool{}}
	f.at = p
	f.at.Function = l.nameOf(src)
	f.out = code.Func{Name: f.at.Function, Pos: p.Pos, Sig: l.signature(src.FuncType()), System: p.System}
	f.throws = l.MayThrow(src)
	for _, d := range src.Declare {
		v, ok := l.Info.Local(d)
		if !ok {
			continue
		}
		names := f.names
		if d.Content {
			if v.System {
				continue
			}
			names = f.held
		}
		if old, ok := names[d.Value]; !ok || old.To == nil {
			names[d.Value] = v
		}
	}
	for _, q := range src.Params {
		f.values[q] = f.regsOf(q.T)
	}
	if src.Variadic {
		f.further = f.reg()
	}
	f.params = f.regs
	f.out.Params = f.params
	if f.params > 64 {
		fail(p.Pos, "%s has too many parameters", f.out.Name)
	}
	f.findVariables()
	f.begin()
	for k, b := range src.Blocks {
		f.number[b] = k
		f.labels[b] = newLabel()
	}
	for k, b := range src.Blocks {
		for _, t := range opt.Targets(b) {
			if f.number[t] <= k {
				f.labels[t].back = true
			}
		}
	}
	for _, b := range src.Blocks {
		f.block = b
		for n, i := range b.Code {
			if n == 0 || i.Op != "phi" {
				f.setPlace(i)
			}
			if n == 0 {
				f.bind(f.labels[b])
			}
			f.instruction(i)
		}
	}
	f.finish()
	if f.out.System && f.guest != "" { // a function of the program was put into one of the library
		f.out.System, f.out.Name = false, f.guest
	}
	return f.out
}

// setPlace makes the place of an instruction the place of the following code.
func (f *function) setPlace(i *ir.Instr) {
	if i.Loc == nil {
		if debug.Plain(f.src.Module()) {
			f.at = debug.Place{Pos: i.Pos, Function: f.out.Name}
		}
		return
	}
	if p := f.Info.Place(i.Loc); p.Pos.Line > 0 {
		f.at = p
		if p.Function == "" {
			f.at.Function = f.out.Name
		} else if f.guest == "" && !p.System {
			f.guest = p.Function
		}
	}
}

func newLabel() *label { return &label{at: -1, pc: -1} }

// reg takes a register of the first form.
func (f *function) reg() int {
	f.regs++
	return f.regs - 1
}

func (f *function) add(m minst) {
	m.at = f.at
	f.list = append(f.list, m)
}

// op adds a plain instruction that sets a new register.
func (f *function) op(op code.Op, b, c int, imm int32) int {
	r := f.reg()
	f.add(minst{op: op, a: r, b: b, c: c, imm: imm})
	return r
}

func (f *function) move(to, from int) {
	if to != from {
		f.add(minst{op: code.Mov, a: to, b: from})
	}
}

func (f *function) bind(l *label) {
	l.at = len(f.list)
	f.add(minst{kind: place, to: l})
}

func (f *function) jump(op code.Op, a, b int, to *label) {
	f.add(minst{kind: jump, op: op, a: a, b: b, to: to})
}

// number makes a register with a constant.
func (f *function) constantReg(v int64) int {
	r := f.reg()
	f.constTo(r, v)
	return r
}

func (f *function) constTo(r int, v int64) {
	if v == int64(int32(v)) {
		f.add(minst{op: code.Const, a: r, imm: int32(v)})
		return
	}
	f.add(minst{op: code.ConstL, a: r, imm: f.Constant(v)})
}

func (f *function) unsupported(format string, args ...any) {
	f.add(minst{op: code.Trap, a: int(code.TrapUnsupported), imm: f.Message(sprintf(format, args...))})
}

// findVariables decides where each alloca is.
func (f *function) findVariables() {
	known, roots := opt.Variables(f.src)
	f.roots, f.counts = roots, counting(known)
	for _, b := range f.src.Blocks {
		for _, i := range b.Code {
			for _, a := range i.Args {
				f.uses[a]++
			}
			if i.Op != "alloca" {
				continue
			}
			k := known[i]
			v := &variable{where: inVisible, local: -1}
			switch {
			case k.Leaves:
			case !k.Scalar || len(k.Stores) == 0 || !k.Written(f.src, i):
				v.where = inPrivate
			default:
				v.where = inRegister
			}
			f.vars[i] = v
			if v.where == inRegister {
				v.regs = f.regsOf(k.Stores[0].Elem)
				continue
			}
			v.regs = []int{f.reg()}
			f.values[i] = v.regs
			v.begins = k.Begins
			name := f.names[i]
			if name.Name == "" {
				name.Name, name.Pos = "temporary", f.at.Pos
			}
			v.local = int32(len(f.out.Locals))
			f.out.Locals = append(f.out.Locals, code.Auto{Name: name.Name, Pos: name.Pos, Size: max(1, i.Elem.Size()), Private: v.where == inPrivate})
		}
	}
}

// begin finds the instructions that are computed at their uses: addresses at constant offsets, and
// comparisons that decide one branch.
func (f *function) begin() {
	for _, b := range f.src.Blocks {
		for n, i := range b.Code {
			switch {
			case i.Op == "getelementptr":
				if _, ok := opt.ConstantOffset(i.Elem, i.Args[1:]); ok {
					f.folds[i] = true
				}
			case i.Op == "icmp" && f.uses[i] == 1 && n == len(b.Code)-2 && b.Code[n+1].Op == "br" && len(b.Code[n+1].Args) > 0 && b.Code[n+1].Args[0] == ir.Value(i) && i.Args[0].Type().Bits <= 64:
				f.folds[i] = true
			}
		}
	}
}

// thunk is a function of IR's type that calls one of Base, or the machine.
func (l *lowerer) thunk(d *ir.Function) code.Func {
	f := &function{lowerer: l, src: d, values: map[ir.Value][]int{}, names: map[ir.Value]debug.Variable{}, labels: map[*ir.Block]*label{}, uses: map[ir.Value]int{}}
	f.at = debug.Place{Pos: trace.Pos{File: "<llvm>"}, Function: Demangled(d.Name), System: true}
	f.out = code.Func{Name: f.at.Function, Pos: f.at.Pos, Sig: l.signature(d.FuncType()), System: true}
	var args []ir.Value
	for _, q := range d.Params {
		f.values[q] = f.regsOf(q.T)
		args = append(args, q)
	}
	f.params = f.regs
	f.out.Params = f.params
	i := &ir.Instr{Op: "call", T: d.Result, Args: append(args, d), Elem: d.FuncType()}
	f.uses[i] = 1
	f.call(i)
	result := f.values[i]
	if l.Exceptions {
		if len(result) == 0 {
			result = append(result, f.constantReg(0))
		}
		result = append(result, f.constantReg(0))
	}
	f.add(minst{kind: leave, args: result})
	f.finish()
	return f.out
}
