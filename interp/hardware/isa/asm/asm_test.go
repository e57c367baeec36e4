package asm

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/search/candidates"
)

// Each function f stores into r: by the stack, by addresses of all forms, by calls.
var functions = []struct {
	name    string
	machine *Machine
	text    string
	want    int64
}{
	{"a frame on x86", X86_64, "\tpushq %rbp\n\tmovq %rsp, %rbp\n\tmovl $3, -4(%rbp)\n\tmovb $4, -5(%rbp)\n\tmovzbl -5(%rbp), %eax\n\taddl -4(%rbp), %eax\n\tlock orq $0, (%rsp)\n\tmovl %eax, r(%rip)\n\tleave\n\tret\n\tmovl $0, r(%rip)", 7},
	{"addresses on x86", X86_64, "\tmovl r+4(%rip), %eax\n\tmovq q@GOTPCREL(%rip), %rcx\n\taddl (%rcx), %eax\n\tmovl %eax, r(%rip)\n\tjmp .L1\n\tmovl $1, r(%rip)\n.L1:\tretq", 14},
	{"choices on x86", X86_64, "\tendbr64\n\tmovl $1, %eax\n\tcmpl $1, %eax\n\tmovl $7, %ebx\n\tcmove %ebx, %eax\n\tcmovnel %ecx, %eax\n\tcltq\n\tmovslq %eax, %rdx\n\tmovl %edx, r(%rip)\n\tret", 7},
	{"a frame on Armv8", AArch64, "\tstp x29, x30, [sp, -32]!\n\tmov x29, sp\n\tmov w1, 9\n\tstr w1, [sp, 28]\n\tldr w2, [x29, #28]\n\tadrp x0, r\n\tstr w2, [x0, #:lo12:r]\n\tldp x29, x30, [sp], 32\n\tret", 9},
	{"addresses on Armv8", AArch64, "\tadrp x0, :got:q\n\tldr x0, [x0, :got_lo12:q]\n\tldr w1, [x0]\n\tadrp x2, .LANCHOR0\n\tadd x2, x2, :lo12:.LANCHOR0\n\tstr w1, [x2, 0]\n\tret", 7},
	{"the library", AArch64, "\tadrp x1, r\n\tadd x1, x1, :lo12:r\n\tmov w0, 5\n\tbl __aarch64_ldadd4_acq_rel\n\tmov w0, 3\n\tbl __aarch64_ldset4_sync\n\tmov w0, 2\n\tb __aarch64_ldeor4_rel", 5},
	{"the library of Armv7", ARM, "\tmovw r4, :lower16:r\n\tmovt r4, :upper16:r\n\tmov r0, r4\n\tmov r1, #5\n\tmov r2, #0\n\tbl __atomic_fetch_add_4\n\tmov r0, r4\n\tmov r1, #5\n\tmov r2, #12\n\tbl __sync_val_compare_and_swap_4\n\tadd r1, r0, #2\n\tmov r0, r4\n\tbl __sync_fetch_and_sub_4\n\tb __sync_synchronize", 5},
	{"the library of RISC-V", RISCV64, "\tlla s1, r\n\tmv a0, s1\n\tli a1, 5\n\tcall __atomic_exchange_1@plt\n\tmv a0, s1\n\tli a1, 258\n\tcall __atomic_fetch_add_1@plt\n\tmv a1, a0\n\tmv a0, s1\n\ttail __atomic_fetch_xor_4@plt", 2},
	{"a pair of registers in Arm", ARM, "\tmovw r0, :lower16:r\n\tmovt r0, :upper16:r\n.L1:\n\tldrexd r2, r3, [r0]\n\tadds r2, r2, #7\n\tadc r3, r3, #0\n\tstrexd r1, r2, r3, [r0]\n\tcmp r1, #0\n\tbne .L1\n\tbx lr", 7},
	{"a frame in Thumb", ARM, "\t.thumb_func\n\tpush {r4, r7, lr}\n\tsub sp, sp, #4\n\tadd r7, sp, #0\n\tmovs r3, #6\n\tstr r3, [r7]\n\tldr r3, [sp]\n\tldr r2, .L2\n.LPIC0:\n\tadd r2, pc\n\tstr r3, [r2]\n\tadds r7, r7, #4\n\tmov sp, r7\n\tpop {r4, r7, pc}\n.L3:\n.L2:\n\t.word r-(.LPIC0+4)", 6},
	{"addresses in Arm", ARM, "\tmovw r0, :lower16:q\n\tmovt r0, :upper16:q\n\tldr r1, [r0]\n\tldr r2, .LCPI0_0\n.LPC0_0:\n\tadd r2, pc, r2\n\tstr r1, [r2]\n\tbx lr\n.LCPI0_0:\n\t.long r-(.LPC0_0+8)", 7},
	{"a frame on RISC-V", RISCV64, "\taddi sp,sp,-32\n\tsd s0,24(sp)\n\taddi s0,sp,32\n\tli a5,8\n\tsw a5,-20(s0)\n\tlw a4,-20(s0)\n\tlui a3,%hi(r)\n\tsw a4,%lo(r)(a3)\n\tld s0,24(sp)\n\taddi sp,sp,32\n\tjr ra", 8},
	{"addresses on RISC-V", RISCV64, ".L0:\n\tauipc a0, %pcrel_hi(q)\n\tlw a1, %pcrel_lo(.L0)(a0)\n.L1:\n\tauipc a2, %got_pcrel_hi(q)\n\tld a2, %pcrel_lo(.L1)(a2)\n\tlw a2, 0(a2)\n\taddw a1, a1, a2\n\tsw a1, r, t0\n 1: lr.w a3,0(a0); bne a3,zero,1f; sc.w a4,a1,0(a0); bnez a4,1b; 1:\n\tret", 14},
}

// wrap puts a function's text into a file with its objects.
func wrap(m *Machine, text string) string {
	mark := "%"
	if m == X86_64 {
		mark = "@"
	}
	return fmt.Sprintf("\t.text\n\t.type f, %sfunction\nf:\n%s\n\t.size f, .-f\n\t.data\n\t.align 4\n\t.set .LANCHOR0,. + 0\n\t.type r, %sobject\nr:\n\t.word 0\n\t.4byte 7\nq:\n\t.long 7\n", mark, text, mark)
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	for _, c := range functions {
		f, err := Parse("f.s", wrap(c.machine, c.text), c.machine)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		p, _, err := f.Program([]string{"f"}, []Global{{"r", false, 0}, {"q", false, 0}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		f.symbols["r+4"] = f.symbols["r"] + 4
		if strings.Contains(c.text, "r+4") {
			p.Locations = append(p.Locations, isa.Location{Name: "r+4", Addr: f.Addr("r+4"), Init: 7})
		}
		m, err := candidates.Lookup(c.machine.Model)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if _, err := candidates.Run(context.Background(), p, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
			n++
			if v, _ := x.Final(f.Addr("r"), 4); int64(v) != c.want {
				t.Errorf("%s: r is %d, want %d", c.name, int64(v), c.want)
			}
		}}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if n == 0 {
			t.Errorf("%s: no execution", c.name)
		}
	}
}

// What is refused is told with its line.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		machine   *Machine
		text, err string
	}{
		{X86_64, "\tcall puts\n\tret", "f.s:4:1: a call of puts is not supported"},
		{X86_64, "\tvmovdqa %xmm0, %xmm1\n\tret", "f.s:4:1: vmovdqa %xmm0, %xmm1: instruction vmovdqa of X86_64 is not supported"},
		{X86_64, "\tmovl 8(%rsp), %eax\n\tret", "a part of the stack that is not written as it is read is not supported"},
		{X86_64, "\tmovl s(%rip), %eax\n\tret", "s is no symbol that is known"},
		{AArch64, "\tldxr w0, [sp]\n\tret", "an atomic access to the stack is not supported"},
		{ARM, "\tbne .Lelsewhere\n\tbx lr", "f: a jump to .Lelsewhere is not supported"},
		{ARM, "\tbx r3", "jump to what a register holds is not supported"},
		{RISCV64, "\tcall __atomic_fetch_nand_1@plt\n\tret", "a call of __atomic_fetch_nand_1 is not supported"},
	} {
		f, err := Parse("f.s", wrap(c.machine, c.text), c.machine)
		if err == nil {
			_, _, err = f.Program([]string{"f"}, []Global{{"r", false, 0}})
		}
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v, want %s", c.text, err, c.err)
		}
	}
	f, err := Parse("f.s", wrap(ARM, "\tbx lr"), ARM)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Program([]string{"g"}, nil); err == nil || err.Error() != "f.s:1:1: there is no function g" {
		t.Error(err)
	}
	if _, _, err := f.Program([]string{"f"}, []Global{{"x", false, 0}}); err == nil || err.Error() != "f.s:1:1: there is no object x" {
		t.Error(err)
	}
}

// Whatever the text is, it becomes a program, or an error.
func FuzzParse(f *testing.F) {
	for _, c := range functions {
		for i, m := range Machines {
			if m == c.machine {
				f.Add(wrap(m, c.text), uint8(i))
			}
		}
	}
	f.Fuzz(func(_ *testing.T, text string, machine uint8) {
		file, err := Parse("f.s", text, Machines[int(machine)%len(Machines)])
		if err == nil {
			_, _, _ = file.Program([]string{"f"}, []Global{{"r", true, 0}})
		}
	})
}
