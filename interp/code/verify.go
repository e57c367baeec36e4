package code

import (
	"fmt"

	"fencepost/trace"
)

// Verify checks the invariants on which a machine relies: registers lie in the window,
// jumps stay within their function and lead back only to a Loop, no function runs off its
// end, and every number in an instruction is the index of an entry of its table. It returns
// the first violation.
func (p *Program) Verify() error {
	if p.Main < 0 || p.Main >= len(p.Funcs) {
		return fmt.Errorf("main is function %d of %d", p.Main, len(p.Funcs))
	}
	if p.Init < -1 || p.Init >= len(p.Funcs) {
		return fmt.Errorf("init is function %d of %d", p.Init, len(p.Funcs))
	}
	if len(p.Sites) != len(p.Access) {
		return fmt.Errorf("%d sites and %d accesses", len(p.Sites), len(p.Access))
	}
	objects := append([]Object(nil), p.Objects...)
	Layout(objects)
	for i, o := range p.Objects {
		if o.Addr != objects[i].Addr || int64(len(o.Init)) > o.Size {
			return fmt.Errorf("object %s: wrong address or too much content", o.Name)
		}
	}
	for i := range p.Funcs {
		if err := p.verifyFunc(&p.Funcs[i]); err != nil {
			return fmt.Errorf("function %s: %w", p.Funcs[i].Name, err)
		}
	}
	return nil
}

func (p *Program) verifyFunc(f *Func) error {
	switch {
	case f.NRegs < 1 || f.NRegs > 256 || f.Params > f.NRegs:
		return fmt.Errorf("%d registers, %d params", f.NRegs, f.Params)
	case len(f.Code) == 0 || len(f.PosOf) != len(f.Code):
		return fmt.Errorf("%d instructions, %d positions", len(f.Code), len(f.PosOf))
	}
	if !f.Code[len(f.Code)-1].Ends() {
		return fmt.Errorf("runs off its end")
	}
	for pc, in := range f.Code {
		if in.Op == BadOp || in.Op >= NumOps {
			return fmt.Errorf("pc %d: %s", pc, in.Op)
		}
		if top := in.topRegister(); top >= f.NRegs {
			return fmt.Errorf("pc %d: %s uses r%d of %d", pc, in.Op, top, f.NRegs)
		}
		if n, ok := p.tableLen(f, in); ok && (in.Imm < 0 || int(in.Imm) >= n) {
			return fmt.Errorf("pc %d: %s refers to entry %d of %d", pc, in.Op, in.Imm, n)
		}
		if err := p.verifyInstr(f, pc, in); err != nil {
			return fmt.Errorf("pc %d: %s %w", pc, in.Op, err)
		}
	}
	return nil
}

func (p *Program) verifyInstr(f *Func, pc int, in Instr) error {
	switch ops[in.Op].form {
	case jump, jumpIf, jumpCmp:
		if int(in.Imm) <= pc && f.Code[in.Imm].Op != Loop {
			return fmt.Errorf("jumps back to pc %d, which is no loop", in.Imm)
		}
		if in.C > Late {
			return fmt.Errorf("has C %d", in.C)
		}
	case callFunc:
		if n := int(in.A) + p.Funcs[in.Imm].Params; n > f.NRegs {
			return fmt.Errorf("has arguments up to r%d of %d", n-1, f.NRegs)
		}
	case load, store, modify, compare, compare2:
		if size := p.Access[in.Imm].Size; size == 0 || size > trace.MaxSize {
			return fmt.Errorf("has size %d", size)
		}
		if p.Access[in.Imm].RMW >= NumRMW {
			return fmt.Errorf("has no function")
		}
	case wide:
		if uint32(in.Imm) >= uint32(numWideOps) {
			return fmt.Errorf("has no function")
		}
	case sys:
		if SysID(in.C) == BadSys || SysID(in.C) >= NumSys {
			return fmt.Errorf("calls no function")
		}
	}
	return nil
}

// Ends reports whether control never passes to the next instruction.
func (in Instr) Ends() bool {
	switch in.Op {
	case Jmp, Ret, RetV, Trap:
		return true
	case Sys:
		switch SysID(in.C) {
		case Exit, Abort, AssertFail, ThreadExit:
			return true
		}
	}
	return false
}

// topRegister returns the highest register that an instruction names.
func (in Instr) topRegister() int {
	a, b, c := int(in.A), int(in.B), int(in.C)
	switch ops[in.Op].form {
	case setImm, setTable, jumpIf, callFunc, use, useSite:
		return a
	case move, moveImm, jumpCmp, callReg, load:
		return max(a, b)
	case store:
		return max(b, c)
	case binaries, indexed, wide, modify:
		return max(a, b, c)
	case compare:
		return max(a, b, c+1)
	case compare2:
		return a + 5
	case sys:
		return max(a, a+b-1)
	}
	return 0
}

// tableLen returns the length of the table of which Imm is an index; ok is false if Imm is
// no index.
func (p *Program) tableLen(f *Func, in Instr) (n int, ok bool) {
	switch in.Op {
	case ConstL:
		return len(p.Consts), true
	case TLS:
		return len(p.TLS), true
	case Local, LocalZ, LocalV, End:
		return len(f.Locals), true
	case Call:
		return len(p.Funcs), true
	case Trap:
		return len(p.Strings), true
	}
	if in.Op.Jumps() {
		return len(f.Code), true
	}
	return len(p.Sites), in.Op.HasSite()
}
