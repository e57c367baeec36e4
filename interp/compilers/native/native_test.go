package native

import (
	"context"
	"errors"
	"testing"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
)

const (
	intelSB = `X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ 1:EAX=0)
`
	intelFenced = `X86 SB+mfences
{ x=3; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MFENCE      | MFENCE      ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ 1:EAX=3)
`
	attXchg = `X86_64 R
{ 0:rbx=5; }
 P0             | P1             ;
 movl $2,%eax   | movl $2,(y)    ;
 xchgl (x),%eax | movl (x),%ecx  ;
 movl %ebx,(y)  |                ;
exists ([y]=2 /\ 0:rax=0 /\ 1:rcx=0)
`
	jump = `X86_64 jump
{ }
 P0          ;
 movl (x),%eax ;
 cmpl $1,%eax ;
 je L ;
 L: movl $1,(y) ;
exists ([y]=1)
`
)

func parse(t *testing.T, src string) *litmus.Test {
	t.Helper()
	test, err := litmus.Parse("test.litmus", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return test
}

// What the processor does TSO allows.
func TestRun(t *testing.T) {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	for _, src := range []string{intelSB, intelFenced, attXchg} {
		test := parse(t, src)
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			m, err := candidates.Lookup("tso")
			if err != nil {
				t.Fatal(err)
			}
			p, err := m.Program(test)
			if err != nil {
				t.Fatal(err)
			}
			allowed := map[string]bool{}
			if _, err := candidates.Run(context.Background(), p, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
				allowed[test.State(x)] = true
			}}); err != nil {
				t.Fatal(err)
			}
			const times = 3000
			seen, err := Run(context.Background(), test, times)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0
			for s, n := range seen {
				if sum += n; !allowed[s] {
					t.Errorf("%s was seen %d times, and tso forbids it", s, n)
				}
			}
			if sum != times {
				t.Errorf("%d final states of %d runs", sum, times)
			}
		})
	}
}

func TestUnsupported(t *testing.T) {
	t.Parallel()
	var unsupported *isa.Unsupported
	if _, err := Source(parse(t, jump), 1); !errors.As(err, &unsupported) {
		t.Errorf("a jump: %v", err)
	}
}
