package isa

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"

	"github.com/agnivade/levenshtein"
)

// An Arch is an architecture: its registers and its decoder of instructions.
type Arch struct {
	Name      string
	Registers map[string]Register // by upper-case name, in all spellings
	Count     Reg                 // number of registers, flags included
	Mnemonics []string            // of the supported instructions, for messages; sorted
	// Decode adds the operations of one instruction. The error is an *Unsupported if the
	// instruction, or a form of it, is not supported.
	Decode func(b *Builder, mnemonic string, operands []string) error
}

// A Register is one spelling of a register.
type Register struct {
	Name string // canonical name, which final states show
	Reg  Reg    // None: the zero register
	Bits int
}

// Unknown returns the error for an unknown instruction.
func (a *Arch) Unknown(mnemonic string) error {
	best, distance, begins := "", 4, 0
	for _, m := range a.Mnemonics {
		x, y := strings.ToLower(mnemonic), strings.ToLower(m)
		alike := 0 // length of the common prefix
		for alike < min(len(x), len(y)) && x[alike] == y[alike] {
			alike++
		}
		if d := levenshtein.ComputeDistance(x, y); d < distance || d == distance && d < 4 && alike > begins {
			best, distance, begins = m, d, alike
		}
	}
	if best == "" {
		return unsupported("instruction %s of %s is", mnemonic, a.Name)
	}
	return &Unsupported{fmt.Sprintf("instruction %s of %s is not supported; the nearest that is known is %s", mnemonic, a.Name, best)}
}

// A Builder assembles a thread.
type Builder struct {
	Thread *Thread
	Arch   *Arch
	// Symbol returns the address of a location named in an operand; nil: operands name
	// none.
	Symbol func(name string) (addr uint64, ok bool)
	// Literal returns the 4-byte number in the code at an address; nil: there are none.
	Literal func(addr int64) (v int64, ok bool)
	// PC is the value of the program counter that the instruction reads.
	PC     int64
	next   Reg // temporary
	labels map[string]int32
	jumps  []jump
}

type jump struct {
	from  int
	label string
}

// NewBuilder starts a thread.
func NewBuilder(name string, a *Arch) *Builder {
	return &Builder{Thread: &Thread{Name: name, Regs: int(a.Count)}, Arch: a, labels: make(map[string]int32)}
}

// Define places a label. It returns false if there is already one of that name.
func (b *Builder) Define(label string) bool {
	_, ok := b.labels[label]
	b.labels[label] = int32(len(b.Thread.Code))
	return !ok
}

// Instruction decodes one instruction: a mnemonic and operands.
func (b *Builder) Instruction(pos trace.Pos, text string) error {
	b.next = b.Arch.Count
	b.Thread.Src = append(b.Thread.Src, Source{pos, strings.Join(strings.Fields(text), " ")})
	mnemonic, operands := Split(text)
	return b.Arch.Decode(b, mnemonic, operands)
}

// Link sets the targets of branches. It returns the name of an undefined label, if there is
// one.
func (b *Builder) Link() (missing string) {
	for _, j := range b.jumps {
		to, ok := b.labels[j.label]
		if j.label == returning {
			to, ok = int32(len(b.Thread.Code)), true
		}
		if !ok {
			return j.label
		}
		b.Thread.Code[j.from].Target = to
	}
	return ""
}

// Emit adds an operation.
func (b *Builder) Emit(in Instr) int {
	in.Src = int32(len(b.Thread.Src) - 1)
	b.Thread.Code = append(b.Thread.Code, in)
	return len(b.Thread.Code) - 1
}

// Temp returns a temporary.
func (b *Builder) Temp() Reg {
	b.next++
	b.Thread.Regs = max(b.Thread.Regs, int(b.next))
	return b.next - 1
}

// Set sets d to v.
func (b *Builder) Set(d Reg, v int64) { b.Emit(Instr{Kind: Set, D: d, Imm: v}) }

// Const returns a temporary that holds v.
func (b *Builder) Const(v int64) Reg {
	d := b.Temp()
	b.Set(d, v)
	return d
}

// Compute returns a temporary that holds x op y; y is None if op has one operand.
func (b *Builder) Compute(op code.Op, x, y Reg) Reg {
	d := b.Temp()
	b.ComputeTo(d, op, x, y)
	return d
}

// ComputeTo sets d to x op y.
func (b *Builder) ComputeTo(d Reg, op code.Op, x, y Reg) {
	b.Emit(Instr{Kind: Compute, Op: op, D: d, A: x, B: y, C: None})
}

// Move sets d to x.
func (b *Builder) Move(d, x Reg) { b.ComputeTo(d, code.Mov, x, None) }

// Fence adds a fence.
func (b *Builder) Fence(t Tags) { b.Emit(Instr{Kind: Fence, Tags: t}) }

// Branch adds a jump to a label that is taken if x op y.
func (b *Builder) Branch(op code.Op, x, y Reg, label string) {
	b.jumps = append(b.jumps, jump{b.Skip(op, x, y), label})
}

// returning is the label of the end of the thread.
const returning = ""

// Return adds a jump to the end of the thread.
func (b *Builder) Return() { b.Branch(code.Jmp, None, None, returning) }

// Skip adds a jump whose target Bind sets.
func (b *Builder) Skip(op code.Op, x, y Reg) (from int) {
	return b.Emit(Instr{Kind: Branch, Op: op, A: x, B: y})
}

// Bind sets the target of the jump to the next operation.
func (b *Builder) Bind(from int) { b.Thread.Code[from].Target = int32(len(b.Thread.Code)) }

// Register returns the register that an operand names.
func (b *Builder) Register(operand string) (Register, error) {
	r, ok := b.Arch.Registers[strings.ToUpper(strings.TrimPrefix(operand, "%"))]
	if !ok {
		return r, fmt.Errorf("%s is no register of %s", operand, b.Arch.Name)
	}
	return r, nil
}

// SymbolAddress returns a temporary that holds the address of a location.
func (b *Builder) SymbolAddress(name string) (Reg, error) {
	if b.Symbol != nil {
		if addr, ok := b.Symbol(name); ok {
			return b.Const(int64(addr)), nil
		}
	}
	return None, fmt.Errorf("%s is neither a register nor a location", name)
}

// Split separates mnemonic and operands. Commas in brackets do not separate operands.
func Split(text string) (mnemonic string, operands []string) {
	text = strings.TrimSpace(text)
	end := strings.IndexAny(text, " \t")
	if end < 0 {
		return text, nil
	}
	rest := strings.TrimSpace(text[end:])
	depth, start := 0, 0
	for i := range len(rest) {
		switch rest[i] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ',':
			if depth == 0 {
				operands = append(operands, strings.TrimSpace(rest[start:i]))
				start = i + 1
			}
		}
	}
	return text[:end], append(operands, strings.TrimSpace(rest[start:]))
}

// Immediate reads a number, with or without the sign # or $ before it.
func Immediate(operand string) (int64, error) {
	text := strings.TrimLeft(operand, "#$")
	v, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		if u, e := strconv.ParseUint(text, 0, 64); e == nil {
			return int64(u), nil
		}
		return 0, fmt.Errorf("%s is no number", operand)
	}
	return v, nil
}

// Sorted returns a sorted list of the keys of m, for Arch.Mnemonics.
func Sorted[V any](m map[string]V, more ...string) []string {
	more = slices.AppendSeq(more, maps.Keys(m))
	slices.Sort(more)
	return slices.Compact(more)
}
