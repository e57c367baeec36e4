package litmus

import (
	"fmt"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/trace"
)

// x86Fences maps fences of x86 to fences of the machines.
var x86Fences = map[isa.Tags]trace.FenceKind{
	isa.MFENCE: trace.StoreLoad, isa.SFENCE: trace.StoreStore, isa.LFENCE: trace.LoadLoad,
}

// A lowering compiles a thread of assembly to byte code for the machines.
type lowering struct {
	*assembler
	t        *thread
	from     *isa.Thread
	names    map[isa.Reg]string // of the registers of the architecture
	computed map[isa.Reg]bool   // temporaries that hold no address as it is written
}

// lower translates the code of t after the initial values of its registers.
func (a *assembler) lower(t *thread) {
	l := lowering{assembler: a, t: t, from: t.machine.Thread, names: make(map[isa.Reg]string), computed: make(map[isa.Reg]bool)}
	for _, r := range t.machine.Arch.Registers {
		l.names[r.Reg] = r.Name
	}
	list := l.from.Code[t.begin:]
	loops := make(map[int32]bool) // what a jump goes back to
	for i, in := range list {
		if in.Kind == isa.Branch && in.Target <= int32(t.begin+i) {
			loops[in.Target] = true
		}
	}
	places := make([]int, len(list)+1)
	for i := range list {
		src := l.from.Src[list[i].Src]
		t.at = src.Pos
		places[i] = len(t.code)
		if loops[int32(t.begin+i)] {
			t.emit(code.Instr{Op: code.Loop})
		}
		t.temps = max(0, l.from.Regs-int(t.machine.Arch.Count))
		t.size = max(t.size, t.temps)
		l.instruction(&list[i], src.Text)
	}
	places[len(list)] = len(t.code)
	for i, in := range list {
		if in.Kind == isa.Branch {
			t.code[places[i+1]-1].Imm = int32(places[int(in.Target)-t.begin])
		}
	}
	t.free()
}

// register returns the byte-code register for a register. isa.None reads as 0.
func (l *lowering) register(r isa.Reg) uint8 {
	switch name := l.names[r]; {
	case name != "":
		return l.t.register(name)
	case r == isa.None:
		return l.t.register("zero")
	case r < l.t.machine.Arch.Count:
		return l.t.register(fmt.Sprintf("flags: %d", r))
	}
	return firstTemp + uint8(r-l.t.machine.Arch.Count)
}

// access describes an access. All accesses of a test must have the same size.
func (l *lowering) access(in *isa.Instr, o trace.Order) code.Access {
	switch {
	case l.computed[in.A]:
		l.unsupportedf(l.t.at, "an address with an offset is")
	case in.Size < 4:
		l.unsupportedf(l.t.at, "memory access of %d bits is", 8*int(in.Size))
	case l.width != 0 && l.width != in.Size:
		l.unsupportedf(l.t.at, "memory access of different sizes is")
	}
	l.width = in.Size
	return code.Access{Size: in.Size, Signed: true, Order: o, Fail: o, RMW: in.RMW}
}

func (l *lowering) instruction(in *isa.Instr, text string) {
	t, d := l.t, l.register(in.D)
	op := func(op code.Op, a, b, c uint8) { t.emit(code.Instr{Op: op, A: a, B: b, C: c}) }
	switch in.Kind {
	case isa.Set:
		l.computed[in.D] = false
		t.constant(d, in.Imm)
	case isa.Compute:
		l.computed[in.D] = in.D >= t.machine.Arch.Count
		var c uint8
		if in.B != isa.None {
			c = l.register(in.B)
		}
		op(in.Op, d, l.register(in.A), c)
	case isa.Select:
		v := t.temp()
		op(code.Mov, v, l.register(in.A), 0)
		chosen := t.jump(code.JNZ, l.register(in.C), 0)
		op(code.Mov, v, l.register(in.B), 0)
		t.bind(chosen)
		op(code.Mov, d, v, 0)
	case isa.Load:
		t.access(code.Load, d, l.register(in.A), 0, l.access(in, trace.Plain), text)
	case isa.Store:
		t.access(code.Store, 0, l.register(in.A), l.register(in.B), l.access(in, trace.Plain), text)
	case isa.Amo:
		t.access(code.RMW, d, l.register(in.A), l.register(in.B), l.access(in, trace.SeqCst), text)
	case isa.Cas:
		old, next := t.temp(), t.temp()
		op(code.Mov, old, l.register(in.B), 0)
		op(code.Mov, next, l.register(in.C), 0)
		t.access(code.CAS, l.register(in.E), l.register(in.A), old, l.access(in, trace.SeqCst), text)
		op(code.Mov, d, old, 0)
	case isa.Fence:
		t.fence(code.Access{Fence: x86Fences[in.Tags]}, text)
	case isa.Branch:
		t.jump(in.Op, l.register(in.A), l.register(in.B))
	default:
		mnemonic, _, _ := strings.Cut(text, " ")
		l.unsupportedf(t.at, "instruction %s is", mnemonic)
	}
}
