package code

// LoopsAtConditions returns the program with the Loop of every while and for loop at its
// condition. Compiled code enters such a loop by a jump to the condition, after the Loop at
// the beginning of the body. Here a thread reaches the Loop before it evaluates the
// condition for the first time, so a single iteration of a wait is enough to recognise it.
func (p *Program) LoopsAtConditions() *Program {
	q := *p
	q.Funcs = append([]Func(nil), p.Funcs...)
	for i := range q.Funcs {
		q.Funcs[i].moveLoops()
	}
	return &q
}

// Values of A of a Loop and a Nop in a program that LoopsAtConditions returned.
const (
	AtCondition = 1 // Loop: it is at a condition
	AtBody      = 1 // Nop: the body of such a loop begins, if the bound of iterations allows it
)

// moveLoops moves the Loops of a function. It replaces the slices that it changes.
func (f *Func) moveLoops() {
	conditions := map[int]bool{} // pcs that get a Loop
	bodies := map[int]bool{}     // pcs of Loops to be removed
	for pc, in := range f.Code {
		if in.Op == Jmp && int(in.Imm) > pc+1 && pc+1 < len(f.Code) && f.Code[pc+1].Op == Loop && f.loopsTo(pc+1, int(in.Imm)) {
			conditions[int(in.Imm)] = true
			bodies[pc+1] = true
		}
	}
	if len(conditions) == 0 {
		return
	}
	moved := make([]int32, len(f.Code)) // new pcs; for a condition, the pc of its Loop
	n := int32(0)
	for pc := range f.Code {
		moved[pc] = n
		if n++; conditions[pc] {
			n++
		}
	}
	old, pos := f.Code, f.PosOf
	f.Code, f.PosOf = nil, nil
	for pc, in := range old {
		if conditions[pc] {
			f.Code, f.PosOf = append(f.Code, Instr{Op: Loop, A: AtCondition}), append(f.PosOf, pos[pc])
		}
		if bodies[pc] {
			in = Instr{Op: Nop, A: AtBody}
		}
		if in.Op.Jumps() {
			in.Imm = moved[in.Imm]
		}
		f.Code, f.PosOf = append(f.Code, in), append(f.PosOf, pos[pc])
	}
}

// loopsTo reports whether the code from pc from on jumps back to pc to, and no code before
// it does.
func (f *Func) loopsTo(to, from int) bool {
	found := false
	for pc, in := range f.Code {
		if in.Op.Jumps() && int(in.Imm) == to && pc >= to {
			if pc < from {
				return false
			}
			found = true
		}
	}
	return found
}
