package code

import (
	"slices"
	"testing"

	"fencepost/trace"
)

// while (r0 != 1) { r0 = 2; } do { r1 = 3; } while (r1);
func TestLoopsAtConditions(t *testing.T) {
	code := []Instr{
		{Op: Jmp, Imm: 3},
		{Op: Loop},
		{Op: Const, A: 0, Imm: 2},
		{Op: Const, A: 1, Imm: 1},
		{Op: JNe, A: 0, B: 1, Imm: 1},
		{Op: Loop},
		{Op: Const, A: 1, Imm: 3},
		{Op: JNZ, A: 1, Imm: 5},
		{Op: Ret, A: 0},
	}
	p := &Program{Funcs: []Func{{Name: "main", NRegs: 2, Code: code, PosOf: make([]trace.Pos, len(code))}}}
	q := p.LoopsAtConditions()
	want := []Instr{
		{Op: Jmp, Imm: 3},
		{Op: Nop, A: AtBody},
		{Op: Const, A: 0, Imm: 2},
		{Op: Loop, A: AtCondition},
		{Op: Const, A: 1, Imm: 1},
		{Op: JNe, A: 0, B: 1, Imm: 1},
		{Op: Loop},
		{Op: Const, A: 1, Imm: 3},
		{Op: JNZ, A: 1, Imm: 6},
		{Op: Ret, A: 0},
	}
	if !slices.Equal(q.Funcs[0].Code, want) || len(q.Funcs[0].PosOf) != len(want) {
		t.Errorf("got %v", q.Funcs[0].Code)
	}
	if p.Funcs[0].Code[1].Op != Loop || p.Funcs[0].Code[7].Imm != 5 {
		t.Error("the program itself was changed")
	}
}

func TestLiveAtLoops(t *testing.T) {
	p := sample()
	live := p.LiveAtLoops(&p.Funcs[0])
	if !slices.Equal(live[1], []uint8{0, 2, 3}) {
		t.Errorf("live at the loop: %v", live[1])
	}
	for pc, l := range live {
		if pc != 1 && l != nil {
			t.Errorf("pc %d is no loop: %v", pc, l)
		}
	}
}
