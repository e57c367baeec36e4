package models

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/trace"
)

// An x86Test is a litmus test of straight-line code.
type x86Test struct {
	program program
	// registers holds, for each register that is written ("0:ax", whatever
	// its width), the number of the read of program whose value it has at the
	// end, or -1 - k for a constant k.
	registers map[string]int
	observed  []string
}

var (
	x86Move     = regexp.MustCompile(`^mov \[(\w)\],\$(\d)$|^movl \$(\d),\((\w)\)$`)
	x86Constant = regexp.MustCompile(`^mov (\w+),\$(\d)$|^movl \$(\d),%(\w+)$`)
	x86Load     = regexp.MustCompile(`^mov (\w+),\[(\w)\]$|^movl \((\w)\),%(\w+)$`)
	x86Exchange = regexp.MustCompile(`^xchg \[(\w)\],(\w+)$|^xchgl \((\w)\),%(\w+)$`)
	x86Observed = regexp.MustCompile(`\d:\w+|\b[xyz]\b`)
)

// registerKey names a register of thread t; the width does not matter.
func registerKey(t int, name string) string { return fmt.Sprintf("%d:%s", t, name[1:]) }

// registerOf is registerKey of an observed register, "0:rax"; ok is false for a location.
func registerOf(observed string) (key string, ok bool) {
	t, name, ok := strings.Cut(observed, ":")
	if !ok {
		return "", false
	}
	return t + ":" + name[1:], true
}

// parseX86 reads a test in Intel order (X86) or AT&T order (X86_64), in the
// subset that the corpus uses: moves, exchanges and fences.
func parseX86(text string) (*x86Test, error) {
	_, body, ok := strings.Cut(text, "\n}\n")
	if !ok || !strings.Contains(text, "\n{\n}\n") {
		return nil, fmt.Errorf("the init section is not empty")
	}
	code, tail, _ := strings.Cut(body, "exists")
	code, locations, _ := strings.Cut(code, "locations")
	test := &x86Test{registers: map[string]int{}}
	test.observed = x86Observed.FindAllString(strings.ToLower(locations+tail), -1)
	slices.Sort(test.observed)
	test.observed = slices.Compact(test.observed)

	var columns [][]string
	for _, line := range strings.Split(strings.TrimSpace(code), "\n")[1:] {
		for i, cell := range strings.Split(strings.TrimRight(line, "; "), "|") {
			if i == len(columns) {
				columns = append(columns, nil)
			}
			if cell = strings.ToLower(strings.TrimSpace(cell)); cell != "" {
				columns[i] = append(columns[i], cell)
			}
		}
	}
	test.program = make(program, len(columns)+1)
	test.program.addMain()
	reads := 0
	for t, column := range columns {
		for _, cell := range column {
			in, err := test.parseX86Instr(t, cell, &reads)
			if err != nil {
				return nil, err
			}
			if in.kind != 0 {
				test.program[t+1] = append(test.program[t+1], in)
			}
		}
	}
	for _, name := range test.observed {
		if key, ok := registerOf(name); ok {
			if _, written := test.registers[key]; !written {
				return nil, fmt.Errorf("register %s is never written", name)
			}
		}
	}
	return test, nil
}

// parseX86Instr reads an instruction of thread t; one that touches no memory
// gives no instr.
func (test *x86Test) parseX86Instr(t int, text string, reads *int) (instr, error) {
	match := func(re *regexp.Regexp) (a, b string, ok bool) {
		m := re.FindStringSubmatch(text)
		if m == nil {
			return "", "", false
		}
		return m[1] + m[4], m[2] + m[3], true // Intel order: destination first
	}
	read := func(register string) {
		test.registers[registerKey(t, register)] = *reads
		*reads++
	}
	switch text {
	case "mfence":
		return instr{kind: 'F', fence: trace.StoreLoad}, nil
	case "sfence":
		return instr{kind: 'F', fence: trace.StoreStore}, nil
	case "lfence":
		return instr{kind: 'F', fence: trace.LoadLoad}, nil
	}
	if to, k, ok := match(x86Move); ok {
		return parseInstr("W" + to + k), nil
	}
	if to, k, ok := match(x86Constant); ok {
		v, err := strconv.Atoi(k)
		test.registers[registerKey(t, to)] = -1 - v
		return instr{}, err
	}
	if to, from, ok := match(x86Load); ok {
		read(to)
		return parseInstr("R" + from), nil
	}
	if m := x86Exchange.FindStringSubmatch(text); m != nil {
		loc, register := m[1]+m[3], m[2]+m[4]
		held := test.registers[registerKey(t, register)]
		if held >= 0 {
			return instr{}, fmt.Errorf("%s: the register holds no constant", text)
		}
		read(register)
		return parseInstr(fmt.Sprintf("X%s%d", loc, -1-held)), nil
	}
	return instr{}, fmt.Errorf("unknown instruction %q", text)
}

// state shows an outcome as "0:eax=1; [x]=2;".
func (test *x86Test) state(o outcome) string {
	reads := 0
	for _, th := range test.program {
		for _, in := range th {
			if in.reads() {
				reads++
			}
		}
	}
	var parts []string
	for _, name := range test.observed {
		if key, ok := registerOf(name); ok {
			v := -1 - test.registers[key]
			if v < 0 {
				v = int(o[test.registers[key]])
			}
			parts = append(parts, fmt.Sprintf("%s=%d;", name, v))
		} else {
			parts = append(parts, fmt.Sprintf("[%s]=%d;", name, o[reads+strings.Index(locNames, name)]))
		}
	}
	return strings.Join(parts, " ")
}

// All states are as expected, except that the simulator does not order the read
// of an exchange before its own write: it also lists states in which an
// exchange reads a store that overwrites what it wrote. Such states are missing
// in 88 tests, under both models. (TestExchange of the explorer shows that with
// this order taken out of the axioms all 572 expectations come out exactly.)
func TestX86Corpus(t *testing.T) {
	t.Parallel()
	const inexact = 2 * 88
	archive, err := os.ReadFile("testdata/x86.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]*x86Test{}
	for _, file := range strings.Split(string(archive), "\n-- ")[1:] {
		name, text, _ := strings.Cut(file, " --\n")
		if tests[name], err = parseX86(text + "\n"); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	expected, err := os.ReadFile("testdata/x86.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(expected)), "\n")
	if len(lines) != 2*len(tests) {
		t.Errorf("%d expectations for %d tests", len(lines), len(tests))
	}
	missing := 0
	for _, line := range lines {
		var want struct {
			File, Model string
			States      []string
		}
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		if checkX86(t, want.File, tests[want.File], want.Model, want.States) {
			missing++
		}
	}
	if missing != inexact {
		t.Errorf("states are missing in %d tests, want %d", missing, inexact)
	}
}

// checkX86 compares the states of a test with those expected, and reports
// whether states of exchanges are missing.
func checkX86(t *testing.T, file string, test *x86Test, model string, want []string) (missing bool) {
	t.Helper()
	if test == nil {
		t.Fatalf("%s: no such test", file)
	}
	m, ok := Lookup(model)
	if !ok {
		t.Fatalf("%s: no model %q", file, model)
	}
	got := map[string]bool{}
	for o := range operational(t, m, test.program) {
		state := test.state(o)
		got[state] = true
		if !slices.ContainsFunc(want, func(w string) bool { return strings.EqualFold(w, state) }) {
			t.Errorf("%s: %s allows %s", file, model, state)
		}
	}
	for _, w := range want {
		if !got[strings.ToLower(w)] {
			missing = true
			if !strings.Contains(test.program.String(), "X") {
				t.Errorf("%s: %s forbids %s", file, model, w)
			}
		}
	}
	return missing
}
