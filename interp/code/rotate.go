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
	*f = f.Edited(func(pc int) (list []Instr) {
		if conditions[pc] {
			list = append(list, Instr{Op: Loop, A: AtCondition})
		}
		if bodies[pc] {
			return append(list, Instr{Op: Nop, A: AtBody})
		}
		return append(list, f.Code[pc])
	})
}

// Edited returns the function with a list of instructions in the place of each. A jump to an
// instruction leads to the first in its place.
func (f *Func) Edited(edit func(pc int) []Instr) Func {
	out := *f
	out.Code, out.PosOf = nil, nil
	start := make([]int32, len(f.Code)) // by pc: new target of jumps to it
	for pc := range f.Code {
		start[pc] = int32(len(out.Code))
		for _, in := range edit(pc) {
			out.Code, out.PosOf = append(out.Code, in), append(out.PosOf, f.PosOf[pc])
		}
	}
	for pc := range out.Code {
		if in := &out.Code[pc]; in.Op.Jumps() {
			in.Imm = start[in.Imm]
		}
	}
	return out
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
