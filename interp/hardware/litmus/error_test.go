package litmus_test

import (
	"errors"
	"strings"
	"testing"

	"fencepost/interp/hardware/litmus"
	"fencepost/trace"
)

func TestErrors(t *testing.T) {
	c := func(body string) string { // position of the body: line 3, column 1
		return "C a { }\nP0 (atomic_int* x, int* y) {\n" + body + "\n}\nexists (x=1)\n"
	}
	kernel := func(body string) string { // position of the body: line 3, column 1
		return "C a { }\nP0 (atomic_t* x, int* y) {\n" + body + "\n}\nexists (x=1)\n"
	}
	x86 := func(cell string) string { // position of the cell: line 3, column 1
		return "X86 a { }\nP0 | P1 ;\n" + cell + " | ;\nexists (x=1)\n"
	}
	x64 := func(cell string) string {
		return "X86_64 a { }\nP0 | P1 ;\n" + cell + " | ;\nexists (x=1)\n"
	}
	arm64 := func(cell string) string { return "AArch64 a { }\nP0 ;\n" + cell + " ;\nexists (x=1)\n" }
	tail := func(tail string) string { // line 2, column 1
		return "C a { } P0 (atomic_int* x) { int r0 = 0; }\n" + tail
	}
	for _, c := range []struct{ src, want string }{
		{"", "1:1: expected C, X86, X86_64, AArch64, ARM, PPC or RISCV and the name of the test, found end of file"},
		{"(* a", "1:1: the comment does not end"},
		{"MIPS MP\n", "1:1: architecture MIPS is not supported"},
		{arm64("LDRR W1,[X2]"), "3:1: instruction LDRR of AArch64 is not supported; the nearest that is known is LDR"},
		{arm64("LDR W1,[W2]"), "3:1: an address is held by a register of 64 bits, not by W2"},
		{arm64("LDR W1"), "3:1: an operand is missing"},
		{arm64("MOV W1,#1,#2,#3"), "3:1: form of an immediate is not supported"},
		{arm64("ADD W1,W2,R3"), "3:1: R3 is no register of AArch64"},
		{arm64("NOP X1"), "3:1: too many operands: X1"},
		{arm64("DMB XY"), "3:1: XY is no domain of a barrier"},
		{arm64("CBZ W0,L"), "2:1: P0 has no label L"},
		{arm64("L: L: NOP"), "3:4: label L is defined twice"},
		{"RISCV a { }\nP0 ;\nfence q,rw ;\nexists (x=1)\n", "3:1: expected r, w or rw twice"},
		{"RISCV a { }\nP0 ;\namoand.w x1,x2,4(x3 ;\nexists (x=1)\n", "3:1: expected an address, found 4(x3"},
		{"RISCV a { }\nP0 ;\nadd.aq x1,x2,x3 ;\nexists (x=1)\n", "3:1: instruction add.aq of RISCV is not supported; the nearest that is known is add"},
		{"PPC a { }\nP0 ;\ncmpw cr7,r1,r2 ;\nexists (x=1)\n", "3:1: condition register cr7 is not supported"},
		{"ARM a { }\nP0 ;\nLDMIA R1,{R2} ;\nexists (x=1)\n", "3:1: instruction LDMIA of ARM is not supported; the nearest that is known is LDR"},
		{"C \n{ }", "1:2: expected the name of the test"},
		{"C a\n\"text\n{ }", "2:1: the text does not end"},
		{"C a\nsome words\n{ }", "2:1: expected Key=Value or {"},
		{"C a\n; { }", "2:1: expected {, found ;"},
		{"C a\nK=V", "2:4: expected {, found end of file"},
		{"C a\n{ x = 1 y = 2; }", "2:9: expected ;, found y"},
		{"C a\n{ x = 1; x = 2; }", "2:10: x is initialised twice"},
		{"C a\n{ x = 4294967296; }", "2:7: 4294967296 does not fit in 32 bits"},
		{"C a\n{ x = 0y; }", "2:7: 0y is no number"},
		{"C a\n{ x = y; }", "2:7: a location that holds an address is not supported"},
		{"C a\n{ 0:r0 = 1; 0:r0 = 2; }", "2:13: 0:r0 is initialised twice"},
		{"C a\n{ 1:r0 = 1; } P0 () { } exists (x=1)", "2:3: there is no thread P1"},
		{"X86 a\n{ 0:r0 = 1; }", "2:5: r0 is no register of X86"},
		{"X86 a\n{ EAX = 1; }", "2:3: EAX is a register, not a location"},
		{"C a { x = 1; ", "1:14: expected a location, found end of file"},

		{"C a { } exists (x=1)", "1:9: expected P0, found exists"},
		{"C a { } P1 () { } exists (x=1)", "1:9: expected P0, found P1"},
		{"C a { } P0 (int x) { } exists (x=1)", "1:17: a parameter that is no pointer is not supported"},
		{"C a { } P0 (int** x) { } exists (x=1)", "1:17: a pointer to a pointer is not supported"},
		{"C a { } P0 (long* x) { } exists (x=1)", "1:13: type long is not supported"},
		{"C a { } P0 (* x) { } exists (x=1)", "1:13: expected a type, found *"},
		{"C a { } P0 (int* x, int* x) { } exists (x=1)", "1:26: x is declared twice"},
		{c("r0 = 1;"), "3:1: r0 is not declared"},
		{c("int r0 = r1;"), "3:10: r1 is not declared"},
		{c("int r0 = r0;"), "3:10: r0 is not declared"},
		{c("{ int r0 = 1; } int r1 = r0;"), "3:26: r0 is not declared"},
		{c("int r0; int r0;"), "3:13: r0 is declared twice"},
		{c("int x = 1;"), "3:5: x is declared twice"},
		{c("int r0 = x;"), "3:10: x is a pointer where an int should stand: write *x or use an atomic operation"},
		{c("x = 1;"), "3:1: x is a pointer where an int should stand: write *x or use an atomic operation"},
		{c("int* p = x;"), "3:4: a local pointer is not supported"},
		{c("atomic_int r0 = 1;"), "3:1: an atomic local variable is not supported"},
		{c("*z = 1;"), "3:2: z is no parameter of P0"},
		{c("int r0 = 1"), "4:1: expected ;, found }"},
		{c("int r0 = ;"), "3:10: expected an expression, found ;"},
		{c("if (1) { "), "5:1: function exists is not supported"},
		{c("for (;;) { }"), "3:1: for is not supported"},
		{c("int r0 = atomic_store(x,1);"), "3:10: the operation has no value"},
		{c("atomic_store_explicit(x,1);"), "3:26: expected ,, found )"},
		{c("atomic_store_explicit(x,1,memory_order_acquire);"), "3:27: memory_order_acquire is not allowed here"},
		{c("atomic_load_explicit(x,memory_order_release);"), "3:24: memory_order_release is not allowed here"},
		{c("atomic_thread_fence(memory_order_strong);"), "3:21: expected a memory order"},
		{c("atomic_compare_exchange_strong_explicit(x,y,1,memory_order_relaxed,memory_order_release);"), "3:68: memory_order_release is not allowed here"},
		{c("lock(x);"), "3:1: function lock is not supported"},
		{c("int r0 = 1 @ 2;"), "3:12: expected ;, found @"},
		{c("int r0 = 1 + é;"), "3:14: unexpected character 'é'"},
		{c("int r0 = " + strings.Repeat("(", 1000) + "1"), "3:259: nesting deeper than 500 is not supported"},
		{c(strings.Repeat("{", 1000)), "3:500: nesting deeper than 500 is not supported"},

		{kernel("smp_mb;"), "3:1: smp_mb stands without its parentheses: smp_mb()"},
		{kernel("smp_bm();"), "3:1: function smp_bm (smp_mb is known) is not supported"},
		{kernel("call_rcu(x);"), "3:1: function call_rcu is not supported"},
		{kernel("asm volatile(\"mfence\");"), "3:1: inline assembly is not supported"},
		{kernel("int r0; int r1 = READ_ONCE(r0);"), "3:28: an operand that is not *pointer, such as a register or the pointer itself, is not supported"},
		{kernel("WRITE_ONCE(x, 1);"), "3:12: an operand that is not *pointer, such as a register or the pointer itself, is not supported"},
		{kernel("int r0 = smp_mb();"), "3:10: the operation has no value"},
		{kernel("atomic_inc(x, 1);"), "3:13: expected ), found ,"},
		{kernel("WRITE_ONCE(*x, 1)"), "4:1: expected ;, found }"},

		{x86("MOV [x]"), "3:1: an operand is missing"},
		{x86("MOV [x],[y]"), "3:1: both operands are in memory"},
		{x86("MOV $1,EAX"), "3:1: the destination is a number"},
		{x86("ADD $1,EAX"), "3:1: the destination is a number"},
		{x86("MOV EAX,$4294967296"), "3:1: 4294967296 does not fit in 32 bits"},
		{x86("MOV AL,$1"), "3:1: AL is no register of X86"},
		{x86("MOV EAX,$x"), "3:1: $x as a number is not supported"},
		{x86("HLT"), "3:1: instruction HLT of X86 is not supported; the nearest that is known is jlt"},
		{x86("LOCK MOV [x],EAX"), "3:1: mov cannot be locked"},
		{x86("LOCK INC EAX"), "3:1: no operand of the locked instruction is in memory to be changed"},
		{x86("LOCK ADD EAX,[x]"), "3:1: no operand of the locked instruction is in memory to be changed"},
		{x86("LOCK NEG [x]"), "3:1: neg cannot be locked"},
		{x86("LOCK XCHG EAX,EBX"), "3:1: no operand of the locked instruction is in memory to be changed"},
		{x86("XCHG [x],$1"), "3:1: an operand is a number"},
		{x86("XADD [x],$1"), "3:1: an operand is a number"},
		{x86("JMP A"), "2:1: P0 has no label A"},
		{x86("A: A: NOP"), "3:4: label A is defined twice"},
		{x86("NOP | NOP"), "3:11: expected ;, found |"},
		{x64("movl $1,4(x)"), "3:1: an address with an offset is not supported"},
		{x64("mov $1,(x)"), "3:1: the size of the operands is not known"},
		{x64("movl $1,%rax"), "3:1: %rax does not have the size of the instruction"},
		{x64("movl %xmm,(x)"), "3:1: %xmm is no register of X86_64"},
		{x64("movl (%eax),%eax"), "3:1: an address is held by a register of 64 bits, not by %eax"},
		{x64("movb $1,(x)"), "3:1: memory access of 8 bits is not supported"},
		{"X86 a { } P0 ; NOP", "1:19: expected ;, found end of file"},
		{"X86_64 a { } P0 ; movl $1,(x) ; movq $1,(y) ; exists (x=1)", "1:33: memory access of different sizes is not supported"},
		{"X86_64 a { x=4294967296; } P0 ; movl $1,(x) ; exists (x=1)", "1:12: the initial value of x does not fit in 32 bits"},

		{tail(""), "2:1: expected exists, ~exists or forall, found end of file"},
		{tail("~forall (x=1)"), "2:2: expected exists, ~exists or forall, found forall"},
		{tail("exists"), "2:7: expected a location or a register, found end of file"},
		{tail("exists (x)"), "2:10: expected = or !=, found )"},
		{tail("exists (x=1"), "2:12: expected ), found end of file"},
		{tail("exists (x=1) y"), "2:14: expected the end of the file, found y"},
		{tail("exists (0:r1=1)"), "2:9: P0 has no register r1"},
		{tail("exists (1:r0=1)"), "2:9: there is no thread P1"},
		{tail("exists (99999:r0=1)"), "2:9: 99999 is no thread's number"},
		{tail("locations [x y]"), "2:14: expected ;, found y"},
		{tail("exists " + strings.Repeat("not ", 1000)), "2:2008: nesting deeper than 500 is not supported"},
		{"X86 a { } P0 ; NOP ; exists (0:EAX=y)", "1:36: there is no location y"},
		{"C a { }" + strings.Repeat(" ", 1<<20), "1:1: the file is larger than 1048576 bytes"},
	} {
		_, err := litmus.Parse("a", []byte(c.src))
		if err == nil {
			t.Errorf("%.200s: no error, want %s", c.src, c.want)
			continue
		}
		if got := err.Error(); got != "a:"+c.want {
			t.Errorf("%.200s\n got %s\nwant a:%s", c.src, got, c.want)
		}
		var e *trace.Diagnostic
		if !errors.As(err, &e) || e.Unsupported != strings.Contains(c.want, " not supported") {
			t.Errorf("%s: of the wrong kind", err)
		}
	}
}

// Every prefix of a test is an error, or a test with a shorter tail.
func TestPrefixes(t *testing.T) {
	for _, name := range []string{"c11/Spin-MP.litmus", "c11/MP-CAS-strong+acq_rel.litmus", "x86/WRR+2W+mix01+x32.litmus"} {
		dir, file, _ := strings.Cut(name, "/")
		src := load(t, dir, file).Program.Files[0].Text
		for i := range src {
			if _, err := litmus.Parse(file, []byte(src[:i])); err == nil && !strings.Contains(src[:i], "(1:r1=1") && i < len(src)-2 {
				t.Errorf("%s: the first %d bytes are a test", name, i)
			}
		}
	}
}
