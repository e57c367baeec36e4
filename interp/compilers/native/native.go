// Package native runs litmus tests of x86 on the processor itself, like litmus7 (Alglave,
// Maranget, Sarkar and Sewell, "Litmus: running tests against hardware", TACAS 2011). gcc
// assembles the threads into a program that repeats them, with the threads pinned to
// processors and the locations at shuffled addresses. If there are enough processors, the
// threads synchronise before each repetition, otherwise only before every few.
//
// Tests with jumps, or with addresses as values, are not supported.
package native

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/trace/lazyregexp"
)

// ErrNone says that a machine cannot run tests; the error that wraps it has the reason.
var ErrNone = errors.New("tests cannot run natively")

// Available returns an error that wraps ErrNone if this machine cannot run tests.
func Available() error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return fmt.Errorf("%w: this is %s on %s, not Linux on x86-64", ErrNone, runtime.GOOS, runtime.GOARCH)
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return fmt.Errorf("%w: there is no gcc", ErrNone)
	}
	return nil
}

// Run runs a test of x86 this many times. It returns the number of times that each final
// state was seen, by its text. The error wraps ErrNone, is an *isa.Unsupported, or says how
// the program failed.
func Run(ctx context.Context, t *litmus.Test, times int) (map[string]int, error) {
	if err := Available(); err != nil {
		return nil, err
	}
	source, err := Source(t, times)
	if err != nil {
		return nil, err
	}
	seen := map[string]int{}
	err = execute(ctx, source, "", nil, len(t.Observed), func(times int, values []int64) {
		s := state{}
		for i, l := range t.Observed {
			s[l.Addr] = uint64(values[i])
		}
		if t.Counts(s) {
			seen[t.State(s)] += times
		}
	})
	return seen, err
}

// execute runs a harness, with the functions of a second C source, if there is one, which
// compiler translates. It calls tell with each state and its number.
func execute(ctx context.Context, harness, functions string, compiler []string, observed int, tell func(times int, values []int64)) error {
	dir, err := os.MkdirTemp("", "fencepost-native-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file, program := filepath.Join(dir, "harness.c"), filepath.Join(dir, "test")
	if err := os.WriteFile(file, []byte(harness), 0o600); err != nil {
		return err
	}
	link := []string{"-O2", "-pthread", "-o", program, file}
	if functions != "" {
		object := filepath.Join(dir, "test.o")
		cmd := exec.CommandContext(ctx, compiler[0], append(compiler[1:], "-w", "-c", "-x", "c", "-o", object, "-")...)
		cmd.Stdin = strings.NewReader(functions)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", compiler[0], err, out)
		}
		link = append(link, object)
	}
	if out, err := exec.CommandContext(ctx, "gcc", link...).CombinedOutput(); err != nil {
		return fmt.Errorf("gcc: %w\n%s", err, out)
	}
	out, err := exec.CommandContext(ctx, program).Output()
	if err != nil {
		return fmt.Errorf("the native program: %w", err)
	}
	for line := range bytes.Lines(out) {
		var numbers []int64
		for _, field := range strings.Fields(string(line)) {
			v, err := strconv.ParseInt(field, 10, 64)
			if err != nil {
				return fmt.Errorf("the native program printed %q", line)
			}
			numbers = append(numbers, v)
		}
		if len(numbers) < 1+observed {
			return fmt.Errorf("the native program printed %q", line)
		}
		tell(int(numbers[0]), numbers[1:])
	}
	return nil
}

// A state holds the final values of observed locations, by address.
type state map[uint64]uint64

// Final returns the value of a location.
func (s state) Final(addr uint64, _ uint8) (uint64, bool) { return s[addr], false }

var (
	intelPlace = lazyregexp.New(`\[\s*(\w+)\s*\]`)
	attPlace   = lazyregexp.New(`\(\s*(\w+)\s*\)`)
	pointers   = []string{"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}
	whole      = map[string]string{"EAX": "rax", "EBX": "rbx", "ECX": "rcx", "EDX": "rdx", "ESI": "rsi", "EDI": "rdi", "EBP": "rbp"}
)

func unsupported(format string, args ...any) error {
	return &isa.Unsupported{Message: fmt.Sprintf(format, args...) + " not supported natively"}
}

// Source returns the C program that repeats a test. It prints a line for each final state:
// its number, and the observed values in order.
func Source(t *litmus.Test, times int) (string, error) {
	if t.Arch != litmus.X86 && t.Arch != litmus.X86_64 {
		return "", unsupported("%s: tests of %s are", t.Name, t.Arch)
	}
	index := map[string]int{}
	for i, l := range t.Machine.Locations {
		index[l.Name] = i
	}
	if len(index) > len(pointers) {
		return "", unsupported("%s: %d locations are", t.Name, len(index))
	}
	var functions strings.Builder
	for n, th := range t.Machine.Threads {
		if err := thread(&functions, t, n, th, index); err != nil {
			return "", err
		}
	}
	var inits, observe strings.Builder
	for _, l := range t.Machine.Locations {
		fmt.Fprintf(&inits, "%d, ", l.Init)
	}
	for i, l := range t.Observed {
		if l.Thread < 0 {
			fmt.Fprintf(&observe, "\t\tv[%d] = *%splace[i * LOCATIONS + %d];\n", i, cast(l.Size), index[l.Name])
		} else {
			fmt.Fprintf(&observe, "\t\tv[%d] = *%s&shown[i * OBSERVED + %d];\n", i, cast(l.Size), i)
		}
	}
	var calls strings.Builder
	for n := range t.Machine.Threads {
		fmt.Fprintf(&calls, "P%d, ", n)
	}
	return fmt.Sprintf(harness, len(t.Machine.Threads), max(len(index), 1), max(len(t.Observed), 1), times, runtime.NumCPU(), 512,
		functions.String(), calls.String(), inits.String(), "", observe.String()), nil
}

func cast(size uint8) string {
	if size == 4 {
		return "(int *)"
	}
	return "(long *)"
}

// thread writes a thread as a function in assembly. Its arguments are the addresses of the
// locations and of the results of registers.
func thread(b *strings.Builder, t *litmus.Test, n int, th *isa.Thread, index map[string]int) error {
	intel := t.Arch == litmus.X86
	place, suffix := attPlace, "(%%%s)"
	if intel {
		place, suffix = intelPlace, "dword ptr [%s]"
	}
	fmt.Fprintf(b, "void P%d(long **places, long *shown);\n__asm__(\".text\\nP%d:\\n\"\n", n, n)
	line := func(format string, args ...any) { fmt.Fprintf(b, "\t\"\\t"+format+"\\n\"\n", args...) }
	for _, r := range []string{"rbx", "rbp", "r12", "r13", "r14", "r15", "rsi"} {
		line("pushq %%%s", r)
	}
	for k := range len(index) {
		line("movq %d(%%rdi), %%%s", 8*k, pointers[k])
	}
	initial := map[string]int64{}
	registers := []string{"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp"} // by isa.Reg
	for _, in := range th.Code {
		switch {
		case in.Kind == isa.Branch:
			return unsupported("%s: jumps are", t.Name)
		case in.Kind == isa.Set && in.Src == 0 && int(in.D) < len(registers):
			initial[registers[in.D]] = in.Imm
		}
	}
	for _, r := range registers {
		line("movq $%d, %%%s", initial[r], r)
	}
	if intel {
		line(".intel_syntax noprefix")
	}
	for _, s := range th.Src[1:] {
		text := s.Text
		for _, m := range place().FindAllStringSubmatch(text, -1) {
			k, ok := index[m[1]]
			if !ok {
				return unsupported("%s: %s: an address in a register is", s.Pos, s.Text)
			}
			text = strings.ReplaceAll(text, m[0], fmt.Sprintf(suffix, pointers[k]))
		}
		for _, r := range pointers {
			if strings.Contains(s.Text, r) {
				return unsupported("%s: %s: register %s is", s.Pos, s.Text, r)
			}
		}
		if intel {
			text = strings.ReplaceAll(text, "$", "")
		}
		if strings.ContainsAny(text, "\"\\;\n") {
			return unsupported("%s: %s: such an instruction is", s.Pos, s.Text)
		}
		line("%s", text)
	}
	if intel {
		line(".att_syntax prefix")
	}
	var pops []int
	for i, l := range t.Observed {
		if l.Thread != n {
			continue
		}
		line("pushq %%%s", cmp.Or(whole[strings.ToUpper(l.Name)], l.Name))
		pops = append(pops, i)
	}
	line("movq %d(%%rsp), %%rsi", 8*len(pops))
	for i := len(pops) - 1; i >= 0; i-- {
		line("popq %d(%%rsi)", 8*pops[i])
	}
	for _, r := range []string{"rsi", "r15", "r14", "r13", "r12", "rbp", "rbx"} {
		line("popq %%%s", r)
	}
	line("ret")
	fmt.Fprintf(b, ");\n")
	return nil
}
