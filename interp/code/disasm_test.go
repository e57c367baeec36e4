package code

import (
	"strings"
	"testing"

	"fencepost/trace"
)

func TestEveryNumberHasAName(t *testing.T) {
	seen := map[string]bool{}
	name := func(kind, s string) {
		if s == "" || strings.Contains(s, "(") || seen[kind+s] {
			t.Errorf("%s %q: no name, or one given twice", kind, s)
		}
		seen[kind+s] = true
	}
	for o := range NumOps {
		name("op", o.String())
	}
	for s := range NumSys {
		name("sys", s.String())
	}
	for f := range NumRMW {
		name("rmw", f.String())
	}
}

// sample is a sound program of one function.
func sample() *Program {
	code := []Instr{
		{Op: Const, A: 0, Imm: 7},
		{Op: Loop},
		{Op: Load, A: 1, B: 0, Imm: 0},
		{Op: CAS, A: 1, B: 0, C: 2, Imm: 1},
		{Op: JZ, A: 1, Imm: 1},
		{Op: FenceOp, Imm: 2},
		{Op: Sys, A: 0, B: 2, C: uint8(Memset), Imm: 3},
		{Op: Local, A: 2, Imm: 0},
		{Op: Call, A: 1, Imm: 0},
		{Op: Ret, A: 1},
	}
	pos := trace.Pos{File: "a.c", Line: 3, Col: 5}
	site := trace.Site{Pos: pos, Text: "x"}
	second := site
	second.N = 2
	return &Program{
		Funcs: []Func{{Name: "main", NRegs: 4, Params: 1, Code: code, PosOf: make([]trace.Pos, len(code)),
			Locals: []Auto{{Name: "a", Size: 4, Private: true}}}},
		Init:  -1,
		Sites: []trace.Site{site, second, site, site},
		Access: []Access{{Size: 4, Signed: true, Off: 8}, {Size: 1, Order: trace.SeqCst, Fail: trace.Relaxed, Weak: true},
			{Fence: trace.StoreLoad}, {}},
	}
}

func TestDisassemble(t *testing.T) {
	want := `func 0 main: 1 params, 4 registers, signature 0
  local 0 a: 4 bytes private
   0  const   r0, 7                            ; 0:0
   1  loop                                     ; 0:0
   2  load    r1, [r0+8].s32                   ; 0:0 x
   3  cas     r1, [r0+0].u8 seq_cst/relaxed weak, r2 ; 0:0#2 x
   4  jz      r1 -> 1                          ; 0:0
   5  fence   sl                               ; 0:0 x
   6  sys     memset r0, 2 args                ; 0:0 x
   7  local   r2, a                            ; 0:0
   8  call    r1, main                         ; 0:0
   9  ret     r1                               ; 0:0
`
	var b strings.Builder
	sample().Disassemble(&b)
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestVerify(t *testing.T) {
	if err := sample().Verify(); err != nil {
		t.Fatalf("a sound program: %v", err)
	}
	for _, c := range []struct {
		want  string
		spoil func(p *Program, f *Func)
	}{
		{"main is function 1 of 1", func(p *Program, f *Func) { p.Main = 1 }},
		{"init is function 3 of 1", func(p *Program, f *Func) { p.Init = 3 }},
		{"4 sites and 3 accesses", func(p *Program, f *Func) { p.Access = p.Access[:3] }},
		{"wrong address", func(p *Program, f *Func) { p.Objects = []Object{{Name: "x", Size: 4, Addr: 5}} }},
		{"main: 0 registers", func(p *Program, f *Func) { f.NRegs = 0 }},
		{"0 instructions", func(p *Program, f *Func) { f.Code = nil }},
		{"runs off its end", func(p *Program, f *Func) { f.Code[9].Op = Nop }},
		{"pc 1: bad", func(p *Program, f *Func) { f.Code[1].Op = BadOp }},
		{"pc 0: const uses r4 of 4", func(p *Program, f *Func) { f.Code[0].A = 4 }},
		{"pc 3: cas uses r4 of 4", func(p *Program, f *Func) { f.Code[3].C = 3 }},
		{"pc 6: sys uses r4 of 4", func(p *Program, f *Func) { f.Code[6].A = 3 }},
		{"pc 6: sys calls no function", func(p *Program, f *Func) { f.Code[6].C = uint8(NumSys) }},
		{"pc 4: jz refers to entry 10 of 10", func(p *Program, f *Func) { f.Code[4].Imm = 10 }},
		{"pc 4: jz jumps back to pc 2, which is no loop", func(p *Program, f *Func) { f.Code[4].Imm = 2 }},
		{"pc 2: load refers to entry 4 of 4", func(p *Program, f *Func) { f.Code[2].Imm = 4 }},
		{"pc 2: load has size 129", func(p *Program, f *Func) { p.Access[0].Size = 129 }},
		{"pc 7: local refers to entry 1 of 1", func(p *Program, f *Func) { f.Code[7].Imm = 1 }},
		{"pc 8: call has arguments up to r4 of 4", func(p *Program, f *Func) { f.Params = 4 }},
	} {
		p := sample()
		c.spoil(p, &p.Funcs[0])
		if err := p.Verify(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestLayout(t *testing.T) {
	objs := []Object{{Size: 4}, {Size: SlotSize}, {Size: 0}}
	if next := Layout(objs); next != 5 || objs[0].Addr != 1<<16 || objs[1].Addr != 2<<16 || objs[2].Addr != 4<<16 {
		t.Errorf("next slot %d, objects %+v", next, objs)
	}
	for _, i := range []int{0, 1, 1000} {
		if n, ok := FuncAt(FuncAddr(i)); !ok || n != i {
			t.Errorf("FuncAt(FuncAddr(%d)) = %d, %v", i, n, ok)
		}
	}
	if _, ok := FuncAt(FuncAddr(1) + 1); ok {
		t.Error("FuncAt accepts an address within a function")
	}
}
