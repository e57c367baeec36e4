package litmus_test

import (
	"strings"
	"testing"

	"fencepost/models"
)

// outcomesOf lists the states of a test under a model.
func outcomesOf(t *testing.T, src string, m *models.Model) string {
	t.Helper()
	return strings.Join(texts(enumerate(t, parse(t, "a.litmus", src), m)), " | ")
}

// Threads that run alone: what each observes at the end.
func TestCStatements(t *testing.T) {
	for _, c := range []struct{ init, body, observed, want string }{
		{"", "int r0 = 2 + 3 * 4 - 10 / 4;", "0:r0", "0:r0=12;"},
		{"", "int r0 = (2 + 3) * -4 % 7;", "0:r0", "0:r0=-6;"},
		{"", "int r0 = 6 & 3 | 8 ^ 1;", "0:r0", "0:r0=11;"},
		{"", "int r0 = 1 < 2, r1 = 2 <= 1, r2 = 3 > 2, r3 = 2 >= 3;", "0:r0; 0:r1; 0:r2; 0:r3", "0:r0=1; 0:r1=0; 0:r2=1; 0:r3=0;"},
		{"", "int r0 = 1 == 1 & 2 != 2; int r1 = !r0 && 5 || 0;", "0:r0; 0:r1", "0:r0=0; 0:r1=1;"},
		{"", "int r0 = 0 && 1 / 0; int r1 = 1 || 1 / 0;", "0:r0; 0:r1", "0:r0=0; 0:r1=1;"},
		{"", "int r0 = 2147483647 + 1; int r1 = -r0 / -1;", "0:r0; 0:r1", "0:r0=-2147483648; 0:r1=-2147483648;"},
		{"", "int r0; int r1 = 1 + 2 * (3 + 4 * (5 + 6)); if (r0) { int r2 = 1; }", "0:r0; 0:r1; 0:r2", "0:r0=0; 0:r1=95; 0:r2=0;"},
		{"", "int r0 = 1; { r0 = 2; int r1 = r0; } int r2 = 3;", "0:r0; 0:r1; 0:r2", "0:r0=2; 0:r1=2; 0:r2=3;"},
		{"", "int r0 = 5; int r1 = 0; while (r0 > 0) { r1 = r1 + r0; r0 = r0 - 1; }", "0:r0; 0:r1", "0:r0=0; 0:r1=15;"},
		{"", "int r0 = 0; if (r0 == 1) r0 = 10; else if (r0 == 0) r0 = 20; else r0 = 30;", "0:r0", "0:r0=20;"},
		{"", "*x = 3; int r0 = *x + *x; (void) *x; ; r0;", "0:r0; x", "0:r0=6; [x]=3;"},
		{"", "*y = 3; int r0 = *y + 1;", "0:r0; y", "0:r0=4; [y]=3;"},
		{"y = 12;", "int r0 = atomic_fetch_or(y,3); int r1 = atomic_fetch_xor_explicit(y,5,memory_order_relaxed);", "0:r0; 0:r1; y", "0:r0=12; 0:r1=15; [y]=10;"},
		{"y = 12;", "int r0 = atomic_exchange(y,-1); int r1 = atomic_load(y); atomic_store(y,r0);", "0:r0; 0:r1; y", "0:r0=12; 0:r1=-1; [y]=12;"},
		{"x = 1; y = 1;", "int r0 = atomic_compare_exchange_strong(y,x,2);", "0:r0; x; y", "0:r0=1; [x]=1; [y]=2;"},
		{"x = 1; y = 4;", "int r0 = atomic_compare_exchange_strong(y,x,2);", "0:r0; x; y", "0:r0=0; [x]=4; [y]=4;"},
		{"0:r0 = 7;", "int r1 = r0 + 1;", "0:r0; 0:r1", "0:r0=7; 0:r1=8;"},
		{"int x = 3; [y] = -4; atomic_int z;", "int r0 = *x;", "0:r0; y; z", "0:r0=3; [y]=-4; [z]=0;"},
		{"", "/* a */ int r0 = 1; // b", "0:r0", "0:r0=1;"},
	} {
		src := "C a\n{ " + c.init + " }\nP0 (volatile int* x, _Atomic(int) *y, const atomic_int * z) {\n" + c.body + "\n}\nlocations [" + c.observed + ";]\nexists (true)\n"
		if got := outcomesOf(t, src, models.SC); got != c.want {
			t.Errorf("%s\n%s: got %s, want %s", c.init, c.body, got, c.want)
		}
	}
}

func TestX86Instructions(t *testing.T) {
	for _, c := range []struct{ arch, init, body, observed, want string }{
		{"X86", "0:EAX=7;", "MOV [x],EAX; MOV EBX,[x]; MOV ECX,$-1", "0:EAX; 0:EBX; 0:ECX; x", "0:EAX=7; 0:EBX=7; 0:ECX=-1; [x]=7;"},
		{"X86", "x=5;", "MOV EAX,$3; XCHG EAX,[x]; MOV EBX,$1; XCHG EBX,EAX", "0:EAX; 0:EBX; x", "0:EAX=1; 0:EBX=5; [x]=3;"},
		{"X86", "x=5;", "ADD [x],$2; LOCK ADD [x],$10; INC [x]; LOCK DEC [x]; DEC [x]", "x", "[x]=16;"},
		{"X86", "x=12;", "OR [x],$3; LOCK AND [x],$6; XOR [x],$5; LOCK SUB [x],$1", "x", "[x]=2;"},
		{"X86", "0:EAX=5; 0:EBX=3;", "XOR ECX,ECX; ADD ECX,EAX; SUB ECX,EBX; AND EAX,$4; OR EBX,$8", "0:EAX; 0:EBX; 0:ECX", "0:EAX=4; 0:EBX=11; 0:ECX=2;"},
		{"X86", "x=5; 0:EAX=5; 0:EBX=8;", "LOCK CMPXCHG [x],EBX; JNE A; MOV ECX,$1; A: NOP", "0:EAX; 0:ECX; x", "0:EAX=5; 0:ECX=1; [x]=8;"},
		{"X86", "x=5; 0:EAX=4; 0:EBX=8;", "LOCK CMPXCHG [x],EBX; JNE A; MOV ECX,$1; A:", "0:EAX; 0:ECX; x", "0:EAX=5; 0:ECX=0; [x]=5;"},
		{"X86", "x=5; 0:EAX=4; 0:EBX=8;", "CMPXCHG [x],EBX; MOV ECX,EAX; CMPXCHG [x],EBX", "0:EAX; 0:ECX; x", "0:EAX=5; 0:ECX=5; [x]=8;"},
		{"X86", "x=5; 0:EBX=8;", "XADD [x],EBX; MOV ECX,$1; LOCK XADD [x],ECX", "0:EBX; 0:ECX; x", "0:EBX=5; 0:ECX=13; [x]=14;"},
		{"X86", "", "MOV EAX,$3; L: ADD EBX,EAX; DEC EAX; JNE L", "0:EAX; 0:EBX", "0:EAX=0; 0:EBX=6;"},
		{"X86", "", "JMP E; MOV EAX,$1; E: MFENCE; SFENCE; LFENCE; MOV EBX,$1", "0:EAX; 0:EBX", "0:EAX=0; 0:EBX=1;"},
		{"X86", "", "MOV EAX,$2147483647; INC EAX; JL A; MOV EBX,$1; A: JS B; MOV ECX,$1; B:", "0:EAX; 0:EBX; 0:ECX", "0:EAX=-2147483648; 0:EBX=1; 0:ECX=0;"},
		{"X86", "0:ECX=x; x=4;", "MOV EAX,[ECX]; MOV [ECX],$9", "0:EAX; 0:ECX; x", "0:EAX=4; 0:ECX=x; [x]=9;"},
		{"X86_64", "0:rcx=x; x=4;", "movl (%rcx),%eax; movl $9,(%rcx)", "0:rax; 0:rcx; x", "0:rax=4; 0:rcx=x; [x]=9;"},
		{"X86_64", "x=5;", "movl $3,%eax; xchgl (x),%eax; xchgl %ebx,%eax", "0:rax; 0:rbx; x", "0:rax=0; 0:rbx=5; [x]=3;"},
		{"X86_64", "x=5;", "addl $2,(x); lock addl $10,(x); incl (x); lock decl (x); decl (x)", "x", "[x]=16;"},
		{"X86_64", "x=5; 0:rax=5; 0:rbx=8;", "lock cmpxchgl (x),%ebx; je A; movl $1,%ecx; A: nop", "0:rax; 0:rcx; x", "0:rax=5; 0:rcx=0; [x]=8;"},
		{"X86_64", "x=5; 0:rax=4; 0:rbx=8;", "lock cmpxchgl %ebx,(x)", "0:rax; x", "0:rax=5; [x]=5;"},
		{"X86_64", "", "movl $-1,%eax; movq $-1,%rbx; mov %rbx,%r8; incl %r9d", "0:rax; 0:rbx; 0:r8; 0:r9", "0:rax=4294967295; 0:rbx=-1; 0:r8=-1; 0:r9=1;"},
		{"X86_64", "x=5;", "movq $4294967297,%rax; movq %rax,(x); lock incq (x); xaddq %rax,(x)", "0:rax; x", "0:rax=4294967298; [x]=8589934595;"},
		{"X86_64", "0:rax=1;", "movq $-3,%rbx; addq %rax,%rbx; jl A; movl $1,%ecx; A: subq %rax,%rax; jge B; movl $2,%ecx; B:", "0:rbx; 0:rcx", "0:rbx=-2; 0:rcx=0;"},
		{"X86_64", "", "movl $2,%eax; cmpl $3,%eax; jl A; incl %ebx; A: cmpl $2,%eax; jle B; incl %ebx; B: cmpl $1,%eax; jg C; incl %ebx; C: cmpl $3,%eax; jge D; incl %ecx; D: testl $1,%eax; jz E; incl %ebx; E: jns F; incl %ebx; F:", "0:rbx; 0:rcx", "0:rbx=0; 0:rcx=1;"},
	} {
		body := strings.ReplaceAll(c.body, ";", " ;\n") + " ;\n"
		src := c.arch + " a\n{ " + c.init + " }\nP0 ;\n" + body + "locations [" + c.observed + ";]\nexists (true)\n"
		if got := outcomesOf(t, src, models.TSO); got != c.want {
			t.Errorf("%s %s %s: got %s, want %s", c.arch, c.init, c.body, got, c.want)
		}
	}
}

// Locked instructions and MFENCE drain the buffers; SFENCE, LFENCE and
// instructions without LOCK do not.
func TestX86Drains(t *testing.T) {
	for _, c := range []struct {
		between string
		drains  bool
	}{
		{"", false}, {"MFENCE ;", true}, {"SFENCE ;", false}, {"LFENCE ;", false}, {"XCHG [z],EBX ;", true},
		{"LOCK INC [z] ;", true}, {"INC [z] ;", false}, {"LOCK CMPXCHG [z],EBX ;", true}, {"XCHG EBX,ECX ;", false},
	} {
		column := strings.ReplaceAll(c.between, " ;", "")
		src := "X86 SB\n{ }\nP0 | P1 ;\nMOV [x],$1 | MOV [y],$1 ;\n" + column + " | " + column + " ;\nMOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n"
		for _, m := range models.All() {
			got := enumerate(t, parse(t, "SB.litmus", src), m).Verdict()
			if weak := got == "Ok"; weak == (c.drains || m.Name == "sc") {
				t.Errorf("%s with %q between: %s", m.Name, column, got)
			}
		}
	}
}

// A weak compare-exchange may fail spuriously.
func TestWeakCompareExchange(t *testing.T) {
	src := "C a\n{ x = 1; e = 1; }\nP0 (atomic_int* x, int* e) {\n int r0 = atomic_compare_exchange_weak(x,e,2);\n}\nlocations [x; e; 0:r0;]\nexists (true)\n"
	want := "0:r0=0; [e]=1; [x]=1; | 0:r0=1; [e]=1; [x]=2;"
	if got := outcomesOf(t, src, models.SC); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Only accesses of the test, and the creation, end and join of its threads,
// are steps: observing registers takes none.
func TestObservationTakesNoStep(t *testing.T) {
	const src = "C a\n{ }\nP0 (atomic_int* x) {\n int r0 = atomic_load(x); int r1 = r0 + 1;\n}\n"
	steps := func(tail string) string {
		var b strings.Builder
		p := parse(t, "a.litmus", src+tail).Program
		p.Disassemble(&b)
		visible := 0
		for line := range strings.Lines(b.String()) {
			if f := strings.Fields(line); len(f) > 1 && (f[1] == "load" || f[1] == "store" || f[1] == "sys") {
				visible++
			}
		}
		return strings.Repeat("*", visible)
	}
	if a, b := steps("exists (true)"), steps("exists (0:r0=0 /\\ 0:r1=1)"); a != b || a != "***" {
		t.Errorf("visible operations: %s, with observation %s", a, b)
	}
}
