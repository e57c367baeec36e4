package isa_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/isa/aarch64"
	"fencepost/interp/hardware/isa/arm"
	"fencepost/interp/hardware/isa/ppc"
	"fencepost/interp/hardware/isa/riscv"
	"fencepost/interp/hardware/isa/x86"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
)

// Each line is what a thread does, a semicolon between instructions, and what it
// ends with. x and y are locations that hold 5 and 7; the first registers say where
// they are.
var semantics = map[string]struct {
	model, init string
	lines       []string
}{
	"AArch64": {"armv8", "0:X20=x; 0:X21=y;", []string{
		"MOV X0,#-1; MOV W0,W0 => 0:X0=4294967295",
		"MOV W1,#3; ADD W0,W1,W1,LSL #2; SUB W2,W1,#5; NEG W3,W2 => 0:X0=15 0:X2=4294967294 0:X3=2",
		"MOV W1,#12; AND W0,W1,#10; ORR W2,W1,#3; EOR W3,W1,W1; BIC W4,W1,#4; MVN W5,WZR => 0:X0=8 0:X2=15 0:X3=0 0:X4=8 0:X5=4294967295",
		"MOV W1,#-8; LSR W2,W1,#1; ASR W3,W1,#1; LSL W4,W1,#1; ASR X5,X1,#1 => 0:X2=2147483644 0:X3=4294967292 0:X4=4294967280 0:X5=2147483644",
		"MOV W1,#-1; SXTW X2,W1; UXTB W3,W1; SXTB W4,W1; UXTH W5,W1 => 0:X2=-1 0:X3=255 0:X4=4294967295 0:X5=65535",
		"MOV W1,#2; CMP W1,#2; CSET W2,EQ; CSETM W3,EQ; CSEL W4,W1,WZR,NE; CSINC W5,WZR,W1,NE => 0:X2=1 0:X3=4294967295 0:X4=0 0:X5=3",
		"MOV W1,#-1; CMP W1,#1; CSET W2,LT; CSET W3,LO; CSET W4,HI; CSET W5,GE => 0:X2=1 0:X3=0 0:X4=1 0:X5=0",
		"MOV W1,#1; SUBS W1,W1,#1; B.EQ E; MOV W2,#9; E: TST W1,#1; CSET W3,NE => 0:X1=0 0:X2=0 0:X3=0",
		"MOV W1,#4; TBZ W1,#2,E; TBNZ W1,#2,F; E: MOV W2,#1; F: CBZ W1,G; CBNZ W1,H; G: MOV W3,#1; H: NOP => 0:X2=0 0:X3=0",
		"LDR W0,[X20]; MOV W1,#8; STR W1,[X21]; LDAR W2,[X21]; LDAPR W3,[X21] => 0:X0=5 y=8 0:X2=8 0:X3=8",
		"MOV W1,#3; LDADDAL W1,W0,[X20]; SWP W1,W2,[X20]; STADD W1,[X20] => 0:X0=5 0:X2=8 x=6",
		"MOV W1,#4; LDCLR W1,W0,[X20]; LDSET W1,W2,[X20]; LDEOR W1,W3,[X20] => 0:X0=5 0:X2=1 0:X3=5 x=1",
		"MOV W1,#-3; LDSMIN W1,W0,[X20]; LDUMIN W0,W2,[X20]; LDSMAX W0,W3,[X21]; LDUMAX W1,W4,[X21] => x=5 y=-3 0:X2=4294967293",
		"MOV W1,#5; MOV W2,#6; CAS W1,W2,[X20]; CASAL W2,W1,[X21] => 0:X1=5 x=6 0:X2=7 y=7",
		"MOV X5,#0; LDR W0,[X20,X5]; LDR W1,[X20,W5,SXTW] => 0:X0=5 0:X1=5",
		"B E; MOV W0,#1; E: DMB SY; DSB ISH; ISB => 0:X0=0",
		"MOV W1,2; CMP W1,2; CINC W2,W1,EQ; CINC W3,W1,NE; CNEG W4,W1,EQ; CMN W1,#2; CSET W5,EQ => 0:X2=3 0:X3=2 0:X4=4294967294 0:X5=0",
		"MOV W1,#255; UBFIZ W2,W1,#4,#4; UBFX W3,W1,#4,#2; MOVK W1,#2,LSL #16; CMP W1,W2,UXTB => 0:X2=240 0:X3=3 0:X1=131327",
		"MOV W0,#1; LDR W1,[X20,#0]!; MOV X5,X20; LDR W2,[X5],#8; SUB X5,X5,X20; RET; MOV W0,#2 => 0:X0=1 0:X1=5 0:X2=5 0:X5=8",
		"L: ADD W1,W1,#1; CMP W1,#100; B.NE L => 0:X1=100",
	}},
	"ARM": {"armv7", "0:R8=x; 0:R9=y;", []string{
		"MOV R1,#3; ADD R0,R1,R1,LSL #2; SUB R2,R1,#5; RSB R3,R1,#1; MVN R4,R1 => 0:R0=15 0:R2=-2 0:R3=-2 0:R4=-4",
		"MOV R1,#12; AND R0,R1,#10; ORR R2,R1,#3; EOR R3,R1,R1; BIC R4,R1,#4; LSR R5,R1,#2 => 0:R0=8 0:R2=15 0:R3=0 0:R4=8 0:R5=3",
		"MOV R1,#1; SUBS R1,R1,#1; MOVEQ R2,#4; MOVNE R3,#4; BNE E; ADDEQ R2,R2,#1; E: NOP => 0:R1=0 0:R2=5 0:R3=0",
		"MOV R1,#0; CMP R1,#0; LDREQ R2,[R8]; LDRNE R3,[R8]; STRNE R2,[R9] => 0:R2=5 0:R3=0 y=7",
		"MOV R1,#300; UXTB R2,R1; UXTH R3,R1; TST R1,#4; MOVNE R4,#1 => 0:R2=44 0:R3=300 0:R4=1",
		"MOV R5,#0; LDR R0,[R8,R5]; STR R0,[R9]; DMB ISH; DSB; ISB => 0:R0=5 y=5",
		"B E; MOV R0,#1; E: NOP => 0:R0=0",
		"MOV R1,#5; CLZ R2,R1; CLZ R3,R0; MOVW R4,#1; MOVT R4,#2; CMN R1,#-5; ITE EQ; MOVEQ R5,#1; MOVNE R5,#2 => 0:R2=29 0:R3=32 0:R4=131073 0:R5=1",
		"MOVS R1,#0; CBZ R1,E; MOV R2,#1; E: CBNZ R1,F; MOV R3,#1; F: BX LR; MOV R3,#2 => 0:R2=0 0:R3=1",
		"MOV R7,R8; LDR.W R1,[R7],#4; SUB R7,R7,R8; ADDW R2,R1,#1 => 0:R1=5 0:R7=4 0:R2=6",
	}},
	"RISCV": {"riscv", "0:x20=x; 0:x21=y;", []string{
		"li x1,3; addi x2,x1,-5; sub x3,x1,x2; slli x4,x1,2; sltu x5,x1,x2; slt x6,x1,x2 => 0:x2=-2 0:x3=5 0:x4=12 0:x5=1 0:x6=0",
		"li x1,12; andi x2,x1,10; ori x3,x1,3; xor x4,x1,x1; not x5,x1; neg x6,x1 => 0:x2=8 0:x3=15 0:x4=0 0:x5=-13 0:x6=-12",
		"li x1,2147483647; addiw x2,x1,1; addw x3,x1,x1; sext.w x4,x1; seqz x5,x0; snez x6,x1 => 0:x2=-2147483648 0:x3=-2 0:x5=1 0:x6=1",
		"li x1,1; beqz x1,E; bnez x1,F; E: li x2,1; F: bge x1,x0,G; li x3,1; G: bltz x1,H; li x4,1; H: nop => 0:x2=0 0:x3=0 0:x4=1",
		"lw x1,0(x20); sw x1,(x21); lw.aq x2,0(x21) => y=5 0:x2=5",
		"li x1,-3; amoadd.w x2,x1,(x20); amoswap.w.aqrl x3,x1,0(x20); amomin.w x4,x2,(x20); amomaxu.w x5,x2,(x21) => 0:x2=5 0:x3=2 0:x4=-3 x=-3 0:x5=7 y=7",
		"li x1,6; amoand.w x2,x1,(x20); amoor.w x3,x1,(x20); amoxor.w x0,x1,(x20) => 0:x2=5 0:x3=4 x=0",
		"li x1,-1; srliw x2,x1,28; sraiw x3,x1,4; slliw x4,x1,4; li x5,33; sllw x6,x1,x5; lui x7,1; ret; li x2,0 => 0:x2=15 0:x3=-1 0:x4=-16 0:x6=-2 0:x7=4096",
		"j E; li x1,1; E: fence rw,rw; fence; fence.tso; fence iorw,ow; fence.i => 0:x1=0",
	}},
	"PPC": {"power", "0:r20=x; 0:r21=y;", []string{
		"li r1,3; addi r2,r1,-5; sub r3,r1,r2; subf r4,r1,r2; mulli r5,r1,4 => 0:r2=-2 0:r3=5 0:r4=-5 0:r5=12",
		"li r1,12; andi. r2,r1,10; ori r3,r1,3; xor r4,r1,r1; mr r5,r1; or r6,r1,r3 => 0:r2=8 0:r3=15 0:r4=0 0:r5=12 0:r6=15",
		"li r1,2; cmpwi r1,3; blt E; li r2,1; E: bgt F; li r3,1; F: cmpw cr0,r1,r1; beq cr0,G; li r4,1; G: nop => 0:r2=0 0:r3=1 0:r4=0",
		"lwz r1,0(r20); li r2,0; stwx r1,r2,r21; lwzx r3,r0,r21; sync; lwsync; eieio; isync => 0:r1=5 y=5 0:r3=5",
		"b E; li r1,1; E: nop => 0:r1=0",
	}},
	"X86": {"tso", "0:ESI=x; 0:EDI=y;", []string{
		"MOV EAX,[x]; ADD EAX,$2; MOV [EDI],EAX; XCHG [x],EAX => y=7 x=7 0:EAX=5",
		"MOV EAX,$-1; CMP EAX,$1; JL E; MOV EBX,$1; E: JGE F; MOV ECX,$1; F: NOP => 0:EBX=0 0:ECX=1",
		"MOV EAX,$5; MOV EBX,$9; LOCK CMPXCHG [x],EBX; MOV EAX,$1; CMPXCHG [y],EBX => x=9 y=7 0:EAX=7",
		"MOV EAX,$2; LOCK XADD [x],EAX; LOCK INC [x]; LOCK OR [x],$16; DEC [y]; MFENCE => 0:EAX=5 x=24 y=6",
	}},
	"X86_64": {"tso", "0:rsi=x; 0:rdi=y;", []string{
		"movl (x),%eax; addl $2,%eax; movl %eax,(%rdi); xchgl (x),%eax => y=7 x=7 0:rax=5",
		"movl $-1,%eax; movq %rax,%rbx; cmpl $1,%eax; jl E; movl $1,%ecx; E: jle F; movl $1,%edx; F: nop => 0:rbx=4294967295 0:rcx=0 0:rdx=0",
		"movl $3,%eax; lock xaddl (x),%eax; lock incl (x); subl %eax,(%rdi); andl $3,%eax => 0:rax=1 x=9 y=2",
	}},
}

var architectures = map[string]*isa.Arch{"AArch64": aarch64.Arch, "ARM": arm.Arch, "RISCV": riscv.Arch, "PPC": ppc.Arch, "X86": x86.X86, "X86_64": x86.X86_64}

func TestSemantics(t *testing.T) {
	for arch, c := range semantics {
		for _, line := range c.lines {
			program, want, _ := strings.Cut(line, "=>")
			var b strings.Builder
			fmt.Fprintf(&b, "%s test\n{ x=5; y=7; %s }\n P0 ;\n", arch, c.init)
			for _, in := range strings.Split(program, ";") {
				fmt.Fprintf(&b, "%s ;\n", in)
			}
			fmt.Fprintf(&b, "forall (%s)\n", strings.Join(strings.Fields(want), ` /\ `))
			test, err := litmus.Parse("a.litmus", []byte(b.String()))
			if err != nil {
				t.Errorf("%s: %s: %v", arch, line, err)
				continue
			}
			m, err := candidates.Lookup(c.model)
			if err != nil {
				t.Fatal(err)
			}
			out := test.NewOutcomes()
			if _, err := candidates.Run(context.Background(), test.Machine, candidates.Options{Model: m, Each: func(x *candidates.Execution) { out.Add(x) }}); err != nil {
				t.Errorf("%s: %s: %v", arch, line, err)
				continue
			}
			if out.Verdict() != litmus.Ok || len(out.States()) != 1 {
				t.Errorf("%s: %s: got %v", arch, line, out.States())
			}
		}
	}
}

// Every instruction that messages name as known is one.
func TestMnemonics(t *testing.T) {
	forms := [][]string{{}, {"LABEL"}}
	for _, r := range [][]string{{"X1", "X2", "W1", "W2"}, {"R1", "R2", "R1", "R2"}, {"x1", "x2", "x1", "x2"}, {"%eax", "%ebx", "%rax", "%rbx"}} {
		a, b := r[0], r[1]
		for _, mem := range []string{"[" + a + "]", "(" + a + ")", "0(" + a + ")", "(%rax)"} {
			forms = append(forms, []string{r[2], mem}, []string{mem, r[2]}, []string{mem}, []string{r[2], r[3], mem}, []string{r[2], r[3], r[2], mem}, []string{r[2], r[3], "0(" + a + ")"})
		}
		forms = append(forms, []string{a}, []string{a, b}, []string{a, b, a}, []string{a, "#1"}, []string{a, "1"}, []string{a, b, "#1"}, []string{a, b, "1"},
			[]string{a, "LABEL"}, []string{a, b, "LABEL"}, []string{a, "#1", "LABEL"}, []string{a, b, a, "EQ"}, []string{a, "EQ"}, []string{a, b, "EQ"}, []string{a, b, "#1", "#1"}, []string{"LR"}, []string{"{R4,R5}"}, []string{"%al"}, []string{"%bl", "%eax"}, []string{"%bx", "%eax"},
			[]string{"NOP"}, []string{"incl (%rax)"}, []string{"INC [EAX]"}, []string{"EAX", "EBX"}, []string{"EAX"}, []string{"EAX", "[EBX]"}, []string{"[EBX]"}, []string{"SY"}, []string{"rw", "rw"})
	}
	for name, arch := range architectures {
		if len(arch.Mnemonics) < 20 {
			t.Errorf("%s has %d instructions", name, len(arch.Mnemonics))
		}
		for _, m := range arch.Mnemonics {
			known := false
			var last error
			for _, f := range forms {
				b := isa.NewBuilder("P0", arch)
				b.Thread.Src = append(b.Thread.Src, isa.Source{})
				err := arch.Decode(b, m, f)
				if err == nil {
					known = true
					break
				}
				last = err
			}
			if !known {
				t.Errorf("%s: %s is named, and not known: %v", name, m, last)
			}
		}
	}
}
