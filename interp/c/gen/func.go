package gen

import (
	"cmp"

	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
)

const (
	maxRegs      = 256
	maxParams    = 64
	maxLocalRegs = 160 // locals beyond these live in the frame object
	anywhere     = -1  // a destination that the generator may choose
)

// homeKind says where the value or the address of a parameter or local is.
type homeKind uint8

const (
	homeRegister homeKind = iota // its value is in reg
	homeMemory                   // its address is in reg
	homeFrame                    // its value is in the frame object at off
	homeIndirect                 // its address is in the frame object at off
)

// A home is the place of an automatic object.
type home struct {
	kind    homeKind
	reg     uint8
	off     int64
	local   int32 // homeMemory, homeIndirect: index into the function's Locals; -1 for a caller's object
	private bool
}

// A label is the target of jumps.
type label struct {
	pc   int   // -1 until placed
	refs []int // pcs of jumps to it before it is placed
	back bool  // a later jump leads here, so a Loop is needed
}

func newLabel() *label { return &label{pc: -1} }

// A funcGen compiles one function. Registers are a stack: parameters, then the
// locals of the blocks entered, then temporaries.
type funcGen struct {
	*generator
	fn      *types.Function
	out     code.Func
	escapes *escaper
	place   map[*types.Object]placement // of escapes
	homes   map[*types.Object]home
	top     int       // first free register
	pos     trace.Pos // of the code being generated
	dead    bool      // no path leads here
	placed  int       // pc of the label placed last
	failed  bool      // out of registers; already reported

	frame     uint8 // register with the address of the frame object
	frameSize int64 // bytes taken in it; 0 if the function needs none
	crowded   bool
	result    uint8 // register with the address for a struct result

	labels    map[string]*label
	brk, cont *label
	cases     map[*types.Stmt]*label // of the innermost switch
}

// function compiles the version of fn, which has a body, whose placements are given.
func (g *generator) function(fn *types.Function, escapes *escaper) code.Func {
	f := &funcGen{
		generator: g,
		fn:        fn,
		out: code.Func{
			Name:   fn.Name,
			Pos:    fn.Pos,
			Sig:    g.signature(fn.Type.Elem, typesOf(fn.Params)),
			System: fn.System,
			Lent:   escapes.private,
			NRegs:  1,
		},
		escapes: escapes,
		place:   escapes.place,
		homes:   map[*types.Object]home{},
		labels:  map[string]*label{},
		pos:     fn.Pos,
		placed:  -1,
	}
	demoteUndefined(fn, f.place)
	f.prologue()
	if isAtomic(fn) {
		f.section(&types.Expr{Pos: fn.Pos, Text: fn.Name, Type: fn.Type.Elem}, code.MutexLock)
	}
	f.findLabels()
	f.stmt(fn.Body)
	f.epilogue()
	return f.out
}

// prologue places the parameters, and makes the objects that must exist before their declarations are
// executed.
func (f *funcGen) prologue() {
	if len(f.fn.Params) > maxParams {
		f.r.Unsupportedf(f.fn.Pos, "more than %d parameters are not supported", maxParams)
		return
	}
	if f.fn.Type.Elem.IsRecord() {
		f.result = f.alloc()
	}
	for _, p := range f.fn.Params {
		f.homes[p] = home{reg: f.alloc()}
	}
	f.out.Params = f.top
	if f.fn.Name == "main" && len(f.fn.Params) > 0 {
		f.mainArguments()
	}
	if f.crowded = len(f.fn.Locals) > maxLocalRegs-len(f.fn.Params); f.crowded {
		f.frame = f.alloc()
		f.out.Locals = append(f.out.Locals, code.Auto{Name: "locals", Pos: f.fn.Pos, Private: true})
		f.emit(code.Instr{Op: code.Local, A: f.frame})
	}
	for _, p := range f.fn.Params {
		f.placeParam(p)
	}
	for _, o := range f.bypassed() {
		if f.place[o] != inRegister {
			f.define(o, false)
		}
	}
}

// placeParam moves a parameter to memory if its placement requires it. A struct arrives as the
// address of a private copy, which is used directly unless its address escapes.
func (f *funcGen) placeParam(p *types.Object) {
	arrived := f.homes[p].reg
	record := p.Type.IsRecord()
	switch {
	case f.place[p] == inRegister:
		return
	case record && f.place[p] == inPrivate:
		f.homes[p] = home{kind: homeMemory, reg: arrived, local: -1, private: true}
		return
	}
	f.define(p, false)
	to := f.objectPlace(p)
	e := &types.Expr{Type: p.Type, Pos: p.Pos, Text: p.Name}
	if record {
		f.copyScalars(to, place{base: arrived, private: true}, p.Type, e, e)
		return
	}
	f.store(to, p.Type, arrived, e, trace.Plain)
}

// mainArguments sets the two parameters of main: the number of arguments with the program's name, and
// the vector.
func (f *funcGen) mainArguments() {
	f.emit(code.Instr{Op: code.Const, A: f.homes[f.fn.Params[0]].reg, Imm: int32(len(f.options.Args)) + 1})
	if len(f.fn.Params) > 1 {
		argv := f.prog.Objects[len(f.prog.Objects)-1]
		f.constTo(f.homes[f.fn.Params[1]].reg, int64(argv.Addr))
	}
}

// epilogue ends a function whose end may be reached without a return. That is an error only if a
// direct call uses the result. The result of a thread function counts as not used.
func (f *funcGen) epilogue() {
	uses := f.calls[f.fn]
	f.endFunction()
	switch {
	case f.fn.Type.Elem.IsVoid():
		f.emit(code.Instr{Op: code.RetV})
	case f.fn.Name != "main" && uses.used && !uses.discarded:
		f.emit(code.Instr{Op: code.Trap, A: code.TrapError,
			Imm: f.Message("function " + f.fn.Name + " returns no value")})
	case f.fn.Type.Elem.IsRecord():
		f.emit(code.Instr{Op: code.RetV})
	default:
		r := f.alloc()
		f.emit(code.Instr{Op: code.Const, A: r})
		f.emit(code.Instr{Op: code.Ret, A: r})
	}
	if f.frameSize > 0 {
		f.out.Locals[0].Size = f.frameSize
	}
}

// alloc takes the next register.
func (f *funcGen) alloc() uint8 {
	if f.top >= maxRegs {
		if !f.failed {
			f.r.Unsupportedf(f.pos, "expression needs too many registers")
			f.failed = true
		}
		return maxRegs - 1
	}
	f.top++
	f.out.NRegs = max(f.out.NRegs, f.top)
	return uint8(f.top - 1)
}

// emit appends an instruction unless no path leads to it.
func (f *funcGen) emit(in code.Instr) {
	if f.dead {
		return
	}
	f.out.Code = append(f.out.Code, in)
	f.out.PosOf = append(f.out.PosOf, f.pos)
	switch in.Op {
	case code.Jmp, code.Ret, code.RetV, code.Trap:
		f.dead = true
	}
}

// jump emits a jump of any kind to l.
func (f *funcGen) jump(in code.Instr, l *label) {
	if f.dead {
		return
	}
	if in.Imm = int32(l.pc); l.pc < 0 {
		l.refs = append(l.refs, len(f.out.Code))
	}
	f.emit(in)
}

func (f *funcGen) jmp(l *label) { f.jump(code.Instr{Op: code.Jmp}, l) }

// bind places l here. It removes a jump that would lead to the next instruction.
func (f *funcGen) bind(l *label) {
	last := len(f.out.Code) - 1
	if n := len(l.refs); n > 0 && l.refs[n-1] == last && f.out.Code[last].Op == code.Jmp && f.placed <= last {
		f.out.Code, f.out.PosOf = f.out.Code[:last], f.out.PosOf[:last]
		l.refs = l.refs[:n-1]
		f.dead = false
	}
	if len(l.refs) > 0 {
		f.dead = false
	}
	l.pc = len(f.out.Code)
	f.placed = l.pc
	for _, pc := range l.refs {
		f.out.Code[pc].Imm = int32(l.pc)
	}
	l.refs = nil
	if l.back {
		f.emit(code.Instr{Op: code.Loop})
	}
}

// constTo makes r hold v.
func (f *funcGen) constTo(r uint8, v int64) {
	if v == int64(int32(v)) {
		f.emit(code.Instr{Op: code.Const, A: r, Imm: int32(v)})
		return
	}
	f.emit(code.Instr{Op: code.ConstL, A: r, Imm: f.Constant(v)})
}

// define makes a new instance of a local that lives in memory, giving it a
// home if it has none yet.
func (f *funcGen) define(o *types.Object, zero bool) {
	h, ok := f.homes[o]
	if !ok || h.kind == homeRegister {
		h = f.newHome(o)
		f.homes[o] = h
	}
	in := code.Instr{Op: code.Local, A: h.reg, Imm: h.local}
	if zero {
		in.Op = code.LocalZ
	}
	if h.kind == homeMemory {
		f.emit(in)
		return
	}
	mark := f.top
	in.A = f.alloc()
	f.emit(in)
	f.frameStore(h.off, in.A)
	f.top = mark
}

// defineSized is define for an array of variable length, of so many bytes.
func (f *funcGen) defineSized(o *types.Object, size *types.Expr) {
	h, ok := f.homes[o]
	if !ok {
		h = f.newHome(o)
		f.homes[o] = h
	}
	mark := f.top
	in := code.Instr{Op: code.LocalV, A: h.reg, B: f.value(size), Imm: h.local}
	f.pos = o.Pos
	if h.kind == homeMemory {
		f.emit(in)
	} else {
		in.A = f.alloc()
		f.emit(in)
		f.frameStore(h.off, in.A)
	}
	f.top = mark
}

// newHome makes the home of a local in memory: an entry in the function's Locals, and a place for its
// address.
func (f *funcGen) newHome(o *types.Object) home {
	h := home{kind: homeMemory, local: int32(len(f.out.Locals)), private: f.place[o] == inPrivate}
	name := cmp.Or(o.Name, "temporary")
	f.out.Locals = append(f.out.Locals, code.Auto{Name: name, Pos: o.Pos, Size: max(0, o.Type.Size), Private: h.private})
	if f.crowded {
		h.kind, h.off = homeIndirect, f.frameRoom()
	} else {
		h.reg = f.alloc()
	}
	return h
}

// frameRoom allocates 8 bytes of the frame object and returns their offset.
func (f *funcGen) frameRoom() int64 {
	f.frameSize += 8
	return f.frameSize - 8
}

func (f *funcGen) frameStore(off int64, r uint8) {
	a := code.Access{Off: int32(off), Size: 8}
	f.emit(code.Instr{Op: code.StoreP, B: f.frame, C: r, Imm: f.site(f.fn, f.pos, "", a, true, nil)})
}

func (f *funcGen) frameLoad(r uint8, off int64) {
	a := code.Access{Off: int32(off), Size: 8}
	f.emit(code.Instr{Op: code.LoadP, A: r, B: f.frame, Imm: f.site(f.fn, f.pos, "", a, true, nil)})
}

// bypassed returns the locals whose declaration a jump may bypass: a case or label follows it in its
// block.
func (f *funcGen) bypassed() (list []*types.Object) {
	var visit func(s *types.Stmt) (target bool)
	visit = func(s *types.Stmt) (target bool) {
		target = s.IsTarget()
		var declared []*types.Object
		var inExpr func(e *types.Expr)
		inExpr = func(e *types.Expr) {
			if e.Body != nil && visit(e.Body) {
				target = true
			}
			e.Operands(inExpr)
		}
		s.Parts(func(t *types.Stmt) {
			if visit(t) {
				target = true
				list = append(list, declared...)
				declared = nil
			}
			decls := []*types.Stmt{t}
			if t == s.Init {
				decls = s.ForInit()
			}
			for _, d := range decls {
				if d.Op == types.StmtDecl && d.X == nil {
					declared = append(declared, d.Obj)
				}
			}
		}, inExpr)
		return target
	}
	visit(f.fn.Body)
	return list
}

// findLabels finds the labels to which a later goto leads.
func (f *funcGen) findLabels() {
	types.AnyStmt(f.fn.Body, func(s *types.Stmt) bool {
		switch s.Op {
		case types.StmtLabel:
			f.labels[s.Label] = newLabel()
		case types.StmtGoto:
			if l := f.labels[s.Label]; l != nil {
				l.back = true
			}
		}
		return false
	})
}
