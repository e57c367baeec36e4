package code

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
)

// Registers that only a branch without effect, or a counter that nothing looks at, depends on are not
// live.
func TestLive(t *testing.T) {
	yield, idle, busy := Instr{Op: Sys, A: 5, C: uint8(Yield)}, Instr{Op: Call, A: 5, Imm: 1}, Instr{Op: Call, A: 5, Imm: 2}
	for name, c := range map[string]struct {
		body []Instr // of a loop, at pc 1; the loop goes on if r2 is not 0
		live []uint8
	}{
		"counter":            {[]Instr{{Op: Add, A: 0, B: 0, C: 1}}, []uint8{1, 2}},
		"copied":             {[]Instr{{Op: AddS32, A: 0, B: 0, C: 1}, {Op: Mov, A: 3, B: 0}}, []uint8{1, 2}},
		"checked":            {[]Instr{{Op: AddC, A: 0, B: 0, C: 1}}, []uint8{0, 1, 2}},
		"divides":            {[]Instr{{Op: DivU, A: 0, B: 0, C: 1}}, []uint8{0, 1, 2}},
		"divides by 4":       {[]Instr{{Op: Const, A: 3, Imm: 4}, {Op: ModU, A: 0, B: 0, C: 3}}, []uint8{1, 2}},
		"divides by 0":       {[]Instr{{Op: Const, A: 3}, {Op: ModU, A: 0, B: 0, C: 3}}, []uint8{0, 1, 2}},
		"divides perhaps":    {[]Instr{{Op: JZ, A: 2, Imm: 3}, {Op: Const, A: 3, Imm: 4}, {Op: ModU, A: 0, B: 0, C: 3}}, []uint8{0, 1, 2, 3}},
		"shifts":             {[]Instr{{Op: Const, A: 3, Imm: 31}, {Op: Shl, A: 0, B: 0, C: 3, Imm: 32}}, []uint8{1, 2}},
		"shifts too far":     {[]Instr{{Op: Const, A: 3, Imm: 32}, {Op: Shl, A: 0, B: 0, C: 3, Imm: 32}}, []uint8{0, 1, 2}},
		"yields":             {[]Instr{{Op: JZ, A: 0, Imm: 3}, yield}, []uint8{1, 2}},
		"result of yield":    {[]Instr{{Op: JZ, A: 0, Imm: 3}, yield, {Op: Mov, A: 1, B: 5}}, []uint8{0, 2, 5}},
		"idle call":          {[]Instr{{Op: JZ, A: 0, Imm: 4}, {Op: Mov, A: 5, B: 0}, idle}, []uint8{1, 2}},
		"busy call":          {[]Instr{{Op: JZ, A: 0, Imm: 4}, {Op: Mov, A: 5, B: 3}, busy}, []uint8{0, 1, 2, 3}},
		"else":               {[]Instr{{Op: JZ, A: 0, Imm: 4}, yield, {Op: Jmp, Imm: 6}, {Op: Const, A: 4, Imm: 1}, idle}, []uint8{1, 2}},
		"else with a store":  {[]Instr{{Op: JZ, A: 0, Imm: 4}, yield, {Op: Jmp, Imm: 5}, {Op: Store, B: 3, C: 4}}, []uint8{0, 1, 2, 3, 4}},
		"both go back":       {[]Instr{{Op: JZ, A: 0, Imm: 4}, yield, {Op: Jmp, Imm: 0}, yield, {Op: Jmp, Imm: 0}}, []uint8{}},
		"constant extended":  {[]Instr{{Op: Const, A: 4, Imm: 4}, {Op: ExtU32, A: 3, B: 4}, {Op: ModU, A: 0, B: 0, C: 3}}, []uint8{1, 2}},
		"nested":             {[]Instr{{Op: JZ, A: 0, Imm: 4}, {Op: JLtS, A: 3, B: 4, Imm: 4}, yield}, []uint8{1, 2}},
		"assigns":            {[]Instr{{Op: JZ, A: 0, Imm: 3}, {Op: Const, A: 1, Imm: 4}}, []uint8{0, 1, 2}},
		"leaves":             {[]Instr{{Op: JZ, A: 0, Imm: 4}, yield, {Op: Ret, A: 1}}, []uint8{0, 1, 2}},
		"goes on":            {[]Instr{{Op: JNZ, A: 0, Imm: 0}}, []uint8{0, 1, 2}},
		"late overflow":      {[]Instr{{Op: AddU32, A: 3, B: 0, C: 1}, {Op: JLeU, A: 0, B: 3, C: Late, Imm: 4}, {Op: Trap}, {Op: Mov, A: 0, B: 3}}, []uint8{1, 2}},
		"overflow":           {[]Instr{{Op: AddU32, A: 3, B: 0, C: 1}, {Op: JLeU, A: 0, B: 3, Imm: 4}, {Op: Trap}, {Op: Mov, A: 0, B: 3}}, []uint8{0, 1, 2}},
		"flag of late one":   {[]Instr{{Op: Wide, A: 3, B: 0, C: 1, Imm: int32(WideAdd)}, {Op: JNZ, A: 3, C: Late, Imm: 4}, {Op: Jmp, Imm: 5}, {Op: Trap}, {Op: Mov, A: 0, B: 3}}, []uint8{1, 2}},
		"late in a branch":   {[]Instr{{Op: JZ, A: 4, Imm: 6}, {Op: AddU32, A: 3, B: 0, C: 1}, {Op: JLeU, A: 0, B: 3, C: Late, Imm: 5}, {Op: Trap}, {Op: Mov, A: 0, B: 3}}, []uint8{1, 2}},
		"wide division":      {[]Instr{{Op: Wide, A: 0, B: 0, C: 1, Imm: int32(WideDivU)}}, []uint8{0, 1, 2}},
		"goes on after that": {[]Instr{{Op: JZ, A: 0, Imm: 4}, yield, {Op: Jmp, Imm: 0}}, []uint8{0, 1, 2}},
	} {
		list := append([]Instr{{Op: Loop}}, c.body...)
		list = append(list, Instr{Op: JNZ, A: 2}, Instr{Op: Ret, A: 1})
		p := &Program{Funcs: []Func{{Code: list}, {Code: []Instr{{Op: Not, A: 0, B: 0}, {Op: Ret}}, Params: 1}, {Code: []Instr{{Op: Store}, {Op: RetV}}, Params: 1}}}
		if live := p.LiveAtLoops(&p.Funcs[0])[0]; !slices.Equal(live, c.live) {
			t.Errorf("%s: live at the loop: %v, want %v", name, live, c.live)
		}
	}
}

// A yield sets its result. A call of a function that only computes and yields is left out if its result is
// unused.
func TestWithoutYields(t *testing.T) {
	yield, idle, busy := Instr{Op: Sys, A: 1, C: uint8(Yield)}, Instr{Op: Call, A: 2, Imm: 1}, Instr{Op: Call, A: 2, Imm: 2}
	ret := Instr{Op: Ret, A: 2}
	f := Func{Code: []Instr{yield, idle, {Op: Const, A: 2}, busy, {Op: Store, B: 1, C: 0}, {Op: Const, A: 2}, idle, ret}, NRegs: 3}
	p := &Program{Funcs: []Func{f, {Code: []Instr{yield, {Op: Ret}}, Params: 1}, {Code: []Instr{{Op: Store}, {Op: RetV}}, Params: 1}}}
	want := []Instr{{Op: Const, A: 1}, {Op: Nop}, {Op: Const, A: 2}, busy, {Op: Store, B: 1, C: 0}, {Op: Const, A: 2}, idle, ret}
	if got := p.WithoutYields(&f); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestLiveSuffices runs random functions from a loop on, twice: with the same values in the live
// registers, and others elsewhere. They must store the same and come to the same loops.
func TestLiveSuffices(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 71))
	runs, dead := 0, 0
	for range testsize.Count(3000, 300_000) {
		p := &Program{Funcs: []Func{randomFunction(r)}}
		f := &p.Funcs[0]
		for pc, live := range p.LiveAtLoops(f) {
			if live == nil {
				continue
			}
			dead += 6 - len(live)
			for range 10 {
				var a, b [6]int64
				for k := range a {
					if a[k], b[k] = r.Int64N(4), r.Int64N(4); slices.Contains(live, uint8(k)) {
						b[k] = a[k]
					}
				}
				first, end := acts(f, pc, a)
				second, ends := acts(f, pc, b)
				n := min(len(first), len(second))
				if runs++; !slices.Equal(first[:n], second[:n]) || end && ends && len(first) != len(second) {
					t.Fatalf("live at %d: %v; with %v and %v:\n%v\n%v\n%v", pc, live, a, b, f.Code, first, second)
				}
			}
		}
	}
	if dead < runs/20 {
		t.Errorf("%d runs, %d registers that are not live", runs, dead)
	}
}

// randomFunction returns a function of six registers.
func randomFunction(r *rand.Rand) Func {
	list := make([]Instr, 4+r.IntN(16))
	reg := func() uint8 { return uint8(r.IntN(6)) }
	for pc := range list {
		in := Instr{A: reg(), B: reg(), C: reg()}
		switch r.IntN(10) {
		case 0, 1:
			in.Op, in.Imm = []Op{JZ, JNZ, JEq, JLtS}[r.IntN(4)], int32(r.IntN(len(list)))
		case 2:
			in.Op, in.Imm = Jmp, int32(r.IntN(len(list)))
		case 3:
			in = Instr{Op: Sys, A: reg(), C: uint8(Yield)}
		case 4:
			in.Op = Store
		case 5:
			in.Op, in.Imm = Const, int32(r.IntN(4))
		default:
			in.Op = []Op{Mov, Add, Sub, Not, LtS, ModU}[r.IntN(6)]
		}
		if in.Op.Jumps() {
			in.C = 0           // not Late
			if r.IntN(3) > 0 { // more often forwards
				in.Imm = int32(pc + 1 + r.IntN(len(list)-pc))
			}
		}
		list[pc] = in
	}
	list = append(list, Instr{Op: Ret})
	for pc := 0; pc < len(list); pc++ { // a Loop at the target of each backward jump
		if in := list[pc]; in.Op.Jumps() && int(in.Imm) <= pc && list[in.Imm].Op != Loop {
			list = slices.Insert(list, int(in.Imm), Instr{Op: Loop})
			for k := range list {
				if list[k].Op.Jumps() && list[k].Imm > in.Imm {
					list[k].Imm++
				}
			}
			pc = -1
		}
	}
	return Func{Code: list, NRegs: 6}
}

// acts runs f from pc on. It returns the effects, and whether f came to an end.
func acts(f *Func, pc int, r [6]int64) (list []string, ends bool) {
	for range 400 {
		in := f.Code[pc]
		pc++
		switch {
		case in.Op == Ret:
			return append(list, fmt.Sprint("returns ", r[in.A])), true
		case in.Op == Loop:
			list = append(list, fmt.Sprint("at ", pc))
		case in.Op == Store:
			list = append(list, fmt.Sprint(pc, " stores ", r[in.B], r[in.C]))
		case in.Op == Sys:
			r[in.A] = 0
		case in.Op == Const:
			r[in.A] = int64(in.Imm)
		case in.Op == Jmp:
			pc = int(in.Imm)
		case in.Op.Jumps():
			if Taken(in.Op, r[in.A], r[in.B]) {
				pc = int(in.Imm)
			}
		default:
			v, ok := Eval(in.Op, r[in.B], r[in.C])
			if !ok {
				return append(list, fmt.Sprint(pc, " fails")), true
			}
			r[in.A] = v
		}
	}
	return list, false
}
