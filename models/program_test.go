package models

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"fencepost/trace"
)

// An instr is one operation of an abstract thread, with the fences that are
// fused to it.
type instr struct {
	kind   byte // one of the letters of parseProgram; 'F' is a fence
	loc    Loc
	value  uint64 // what a store or exchange writes, or an addition adds
	expect uint64 // 'C'
	fence  trace.FenceKind
	peer   trace.ThreadID // '+', '-'
	when   outcomeOfCAS   // 'F': only after a compare-exchange that ended so
	low    Lowering
	onFail trace.FenceKind // 'C': instead of low.After if it fails
}

type outcomeOfCAS uint8

const (
	always outcomeOfCAS = iota
	succeeded
	failed
)

func (in instr) reads() bool  { return strings.IndexByte("RXACL", in.kind) >= 0 }
func (in instr) writes() bool { return strings.IndexByte("WUXACL", in.kind) >= 0 }

func (in instr) String() string {
	var s string
	switch in.kind {
	case 'F':
		s = in.fence.String() + [...]string{"", "?", "!"}[in.when]
	case '+', '-':
		s = fmt.Sprintf("%c%d", in.kind, in.peer)
	case 'C':
		s = fmt.Sprintf("C%c%d%d", locNames[in.loc], in.expect, in.value)
	case 'W', 'X', 'A':
		s = fmt.Sprintf("%c%c%d", in.kind, locNames[in.loc], in.value)
	default:
		s = fmt.Sprintf("%c%c", in.kind, locNames[in.loc])
	}
	if in.kind == 'L' || in.kind == 'U' {
		return s
	}
	if in.low.Before != trace.NoFence {
		s = in.low.Before.String() + "," + s
	}
	if in.low.After != trace.NoFence || in.onFail != trace.NoFence {
		s += "," + in.low.After.String()
		if in.kind == 'C' {
			s += "/" + in.onFail.String()
		}
	}
	return s
}

const locNames = "xyzm"

// A program is what each thread does; thread 0 is main. All locations are 0 at first.
type program [][]instr

func (p program) String() string {
	var b strings.Builder
	for t, th := range p {
		if t > 0 {
			b.WriteString(" |")
		}
		for _, in := range th {
			b.WriteByte(' ')
			b.WriteString(in.String())
		}
	}
	return strings.TrimSpace(b.String())
}

// parseProgram reads a program: threads separated by |, operations by blanks.
//
//	Rx    load x                 Lx   lock: exchange 0 for 1, then ll
//	Wx1   store 1 to x           Ux   unlock: ss, then store 0
//	Xx1   exchange               ss ll sl   fences
//	Ax1   add                    +1   create thread 1
//	Cx01  compare-exchange: 1 if it is 0      -1   join it
//
// The first thread is main if it creates threads; otherwise a main is put
// before it that creates all of them and joins them.
func parseProgram(text string) program {
	var p program
	if !strings.Contains(text, "+") {
		p = append(p, nil)
	}
	for _, th := range strings.Split(text, "|") {
		var ins []instr
		for _, w := range strings.Fields(th) {
			ins = append(ins, parseInstr(w))
		}
		p = append(p, ins)
	}
	if !strings.Contains(text, "+") {
		p.addMain()
	}
	return p
}

func parseInstr(w string) instr {
	for f := trace.LoadLoad; f < trace.NumFences; f++ {
		if w == f.String() {
			return instr{kind: 'F', fence: f}
		}
	}
	digit := func(i int) uint64 { return uint64(w[i] - '0') }
	in := instr{kind: w[0]}
	if in.kind == '+' || in.kind == '-' {
		in.peer = trace.ThreadID(digit(1))
		return in
	}
	in.loc = Loc(strings.IndexByte(locNames, w[1]))
	switch in.kind {
	case 'W', 'X', 'A':
		in.value = digit(2)
	case 'C':
		in.expect, in.value = digit(2), digit(3)
	case 'L':
		in.value, in.low.After = 1, trace.LoadLoad
	case 'U':
		in.low.Before = trace.StoreStore
	}
	return in
}

// addMain makes thread 0 create and then join all others.
func (p program) addMain() {
	for _, k := range "+-" {
		for t := 1; t < len(p); t++ {
			p[0] = append(p[0], instr{kind: byte(k), peer: trace.ThreadID(t)})
		}
	}
}

// unfused returns the program with the fused fences as operations of their own.
func (p program) unfused() program {
	out := make(program, len(p))
	for t, th := range p {
		for _, in := range th {
			low, onFail := in.low, in.onFail
			in.low, in.onFail = Lowering{}, trace.NoFence
			add := func(f trace.FenceKind, when outcomeOfCAS) {
				if f != trace.NoFence {
					out[t] = append(out[t], instr{kind: 'F', fence: f, when: when})
				}
			}
			add(low.Before, always)
			out[t] = append(out[t], in)
			if in.kind == 'C' {
				add(low.After, succeeded)
				add(onFail, failed)
			} else {
				add(low.After, always)
			}
		}
	}
	return out
}

// locs returns how many locations the program uses.
func (p program) locs() int {
	n := Loc(0)
	for _, th := range p {
		for _, in := range th {
			n = max(n, in.loc+1)
		}
	}
	return int(n)
}

// An outcome is the value of each read, in order of thread and operation, and
// then the final content of each location.
type outcome [24]uint8

func (p program) describe(o outcome) string {
	var b strings.Builder
	n := 0
	for t, th := range p {
		for _, in := range th {
			if in.reads() {
				fmt.Fprintf(&b, "%d:%v=%d ", t, in, o[n])
				n++
			}
		}
	}
	for l := range p.locs() {
		fmt.Fprintf(&b, "%c=%d ", locNames[l], o[n+l])
	}
	return strings.TrimSpace(b.String())
}

// A shape bounds what randomProgram makes.
type shape struct {
	threads int // beside main
	ops     int // all together, without create and join
	locs    int // at most 3
	main    bool
	chain   bool
	locks   bool
}

// randomProgram makes a program. If shape.main, main takes part with
// operations before, between and after creating and joining, and may leave
// threads unjoined; if shape.chain, each thread creates the next.
func randomProgram(r *rand.Rand, s shape) program {
	p := make(program, s.threads+1)
	first := 1
	if s.main {
		first = 0
	}
	for range s.ops {
		t := first + r.IntN(len(p)-first)
		p[t] = append(p[t], randomInstr(r, s))
	}
	if !s.main {
		p.addMain()
		return p
	}
	created := 0 // place in the parent after the previous create
	for t := 1; t < len(p); t++ {
		parent := &p[0]
		if s.chain {
			parent, created = &p[t-1], 0
		}
		insert := func(at int, kind byte) int {
			at += r.IntN(len(*parent) - at + 1)
			*parent = slices.Insert(*parent, at, instr{kind: kind, peer: trace.ThreadID(t)})
			return at + 1
		}
		created = insert(created, '+')
		if r.IntN(4) > 0 {
			insert(created, '-')
		}
	}
	return p
}

func randomInstr(r *rand.Rand, s shape) instr {
	loc := locNames[r.IntN(s.locs)]
	value := 1 + r.IntN(2)
	k := r.IntN(20)
	if s.locks && r.IntN(3) == 0 {
		return parseInstr([]string{"Lm", "Um", "Um", "Rm"}[r.IntN(4)])
	}
	switch {
	case k < 6:
		return parseInstr(fmt.Sprintf("R%c", loc))
	case k < 12:
		return parseInstr(fmt.Sprintf("W%c%d", loc, value))
	case k < 13:
		return parseInstr(fmt.Sprintf("X%c%d", loc, value))
	case k < 14:
		return parseInstr(fmt.Sprintf("A%c1", loc))
	case k < 16:
		return parseInstr(fmt.Sprintf("C%c%d%d", loc, r.IntN(2), 1+r.IntN(2)))
	}
	return parseInstr([]string{"ll", "ss", "sl", "ss"}[k-16])
}
