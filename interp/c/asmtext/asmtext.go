// Package asmtext reads the text of inline assembly: its lines, and those that are hints, clocks,
// traps and barriers of x86, Arm, RISC-V and Power.
package asmtext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// What is no instruction.
var (
	comment = lazyregexp.New(`/\*.*?\*/`)
	remark  = lazyregexp.New(`((^|;) *#|# )[^\n]*`) // #1 may be a number
	comma   = lazyregexp.New(`\s*,\s*`)
)

// hints are instructions that order nothing and change nothing.
var hints = lazyregexp.New(`^(nop|rep|pause|yield|isb( sy)?|wfe|sevl?|hint #?\d+|cpu_relax|prefetch(t[012]|nta|w)? \S+)?$`)

// clocks read a counter of time or cycles.
var clocks = lazyregexp.New(`^(rdtscp?|mrs %[wx]?\d,cnt[pv]ct_el0|rd(time|cycle) %\d|mftbu? %\d)$`)

// ClockReads is what each register shows of a counter of time or cycles, as in immintrin.h. It
// is not 0: generators of random numbers that start from it would give nothing else.
const ClockReads = 1_000_000_007

// traps end the program.
var traps = lazyregexp.New(`^(ud2|hlt|int3|brk #?(0x)?[0-9a-f]+|ebreak|trap)$`)

// fences are the barriers of x86, Arm, RISC-V and Power.
var fences = []struct {
	instruction func() *regexp.Regexp
	order       trace.Order
}{
	{lazyregexp.New(`^(mfence|lock (addl?|orl?|addq|orq) \$?0(x0)?,-?\d*\(%%?[er]sp\)|d[ms]b( (ish|sy|osh|nsh))?|fence( (io)?rw,(io)?rw)?|fence iorw,iorw|(hw)?sync|msync)$`), trace.SeqCst},
	{lazyregexp.New(`^(lfence|d[ms]b (ish|osh|nsh)?ld|fence i?r,i?r|fence r,rw|isync)$`), trace.Acquire},
	{lazyregexp.New(`^(sfence|d[ms]b (ish|osh|nsh)?st|fence o?w,o?w|fence rw,w|eieio)$`), trace.Release},
	{lazyregexp.New(`^(lwsync|fence\.tso)$`), trace.AcqRel},
}

// split returns the instructions of a template, in lower case with single blanks.
// A lock prefix belongs to the instruction after it.
func split(template string) (list []string) {
	s := strings.NewReplacer("\n", "\n;", "\t", " ").Replace(template)
	s = comment().ReplaceAllString(s, "")
	s = remark().ReplaceAllString(s, "$2")
	prefix := ""
	for _, line := range strings.Split(s, ";") {
		line = strings.ToLower(strings.Join(strings.Fields(line), " "))
		line = comma().ReplaceAllString(line, ",")
		switch {
		case line == "":
		case line == "lock":
			prefix = "lock "
		default:
			list = append(list, prefix+line)
			prefix = ""
		}
	}
	return list
}

// The instructions that may have no effect: a rotation of a register, and what leaves one as it
// is, as in the requests to Valgrind.
var (
	rotation = lazyregexp.New(`^rol([lq]) \$(\d+),(%%\w+)$`)
	same     = lazyregexp.New(`^(?:xchg|mov)[bwlq]? (%%\w+),(%%\w+)$`)
)

// withoutNoOps leaves out the instructions that together have no effect: rotations of a register
// one after the other by a multiple of its size, and exchanges of a register with itself.
func withoutNoOps(list []string) (rest []string) {
	for i := 0; i < len(list); i++ {
		if m := same().FindStringSubmatch(list[i]); m != nil && m[1] == m[2] {
			continue
		}
		sum, end := 0, i
		first := rotation().FindStringSubmatch(list[i])
		for m := first; m != nil && m[1] == first[1] && m[3] == first[3]; m = rotation().FindStringSubmatch(list[end]) {
			n, _ := strconv.Atoi(m[2])
			sum += n
			if end++; end == len(list) {
				break
			}
		}
		if first != nil && sum%map[string]int{"l": 32, "q": 64}[first[1]] == 0 {
			i = end - 1
			continue
		}
		rest = append(rest, list[i])
	}
	return rest
}

// Lines returns the instructions of a template, in lower case with single blanks, without those
// that have no effect.
func Lines(template string) []string { return withoutNoOps(split(template)) }

// The parts of an instruction in Intel's syntax.
var (
	intelInstruction = lazyregexp.New(`^(lock )?([a-z]\w*) (.+)$`)
	intelMemory      = lazyregexp.New(`^(?:(byte|word|dword|qword) ptr )?\[(%\d+|[er]sp)(?: ?([+-]) ?(\d+))?\]$`)
	intelSizes       = map[string]string{"byte": "b", "word": "w", "dword": "l", "qword": "q"}
)

// FromIntel translates an instruction of x86 from Intel's syntax to AT&T's: the size stands after the name,
// the destination last, and a $ before a constant. It knows the operands that the other functions know.
func FromIntel(line string) string {
	m := intelInstruction().FindStringSubmatch(line)
	if m == nil {
		return line
	}
	operands, size := strings.Split(m[3], ","), ""
	for i, o := range operands {
		if at := intelMemory().FindStringSubmatch(o); at != nil {
			size = intelSizes[at[1]]
			register := at[2]
			if !strings.HasPrefix(register, "%") {
				register = "%" + register
			}
			operands[i] = strings.TrimPrefix(at[3]+at[4], "+") + "(" + register + ")"
		} else if _, err := strconv.ParseInt(o, 0, 64); err == nil {
			operands[i] = "$" + o
		}
	}
	slices.Reverse(operands)
	return m[1] + m[2] + size + " " + strings.Join(operands, ",")
}

// IsHint reports whether an instruction orders nothing and changes nothing.
func IsHint(line string) bool { return hints().MatchString(line) }

// IsClock reports whether an instruction reads a counter of time or cycles.
func IsClock(line string) bool { return clocks().MatchString(line) }

// IsTrap reports whether an instruction ends the program.
func IsTrap(line string) bool { return traps().MatchString(line) }

// IsLocked reports whether an instruction of x86 is an atomic read-modify-write, which is also a barrier.
func IsLocked(line string) bool {
	_, fence := Fence(line)
	return !fence && (strings.HasPrefix(line, "lock ") || strings.HasPrefix(line, "xchg"))
}

// Modifications are the operations of the locked instructions with a source that keep nothing of the old
// content of memory.
var Modifications = map[string]code.RMWOp{
	"add": code.FetchAdd, "sub": code.FetchSub, "and": code.FetchAnd, "or": code.FetchOr, "xor": code.FetchXor,
}

// MoveOrder returns the order of a move of x86 from or to memory. The processor gives it the given one.
// That counts only if the compiler keeps other accesses on their side of the assembly.
func MoveOrder(processor trace.Order, keeps bool) trace.Order {
	if !keeps {
		return trace.Relaxed
	}
	return processor
}

// Fence returns the weakest C11 fence that is as strong as an instruction, if it is a barrier.
func Fence(line string) (order trace.Order, ok bool) {
	for _, f := range fences {
		if f.instruction().MatchString(line) {
			return f.order, true
		}
	}
	return 0, false
}
