// Package asm reads the assembly text that compilers write for small functions, and makes programs of
// package isa from it: each function is a thread.
//
// The text is laid out in memory as by an assembler, so that section anchors, literal pools and
// differences of labels have their meaning. One thing differs: every instruction takes four bytes.
// Registers are 0 at first, the stack is private to a thread (see isa.Thread.Private), and a function
// ends where it returns. Calls of run-time library functions by which compilers perform atomic
// operations are replaced by the instructions of these functions (see library.go). Other calls are
// not supported.
package asm

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/isa/aarch64"
	"fencepost/interp/hardware/isa/arm"
	"fencepost/interp/hardware/isa/riscv"
	"fencepost/interp/hardware/isa/x86"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// A Machine is an architecture that compilers write for.
type Machine struct {
	Name  string
	Model string // its memory model
	arch  *isa.Arch

	comment string // starts a comment, which ends at the end of the line
	stack   string // the register that points to it
	align   bool   // the operand of .align is a power of two
	locked  isa.Tags
}

// The machines.
var (
	X86_64  = &Machine{Name: "x86-64", Model: "tso", arch: x86.X86_64, comment: "#", stack: "RSP", locked: isa.MFENCE}
	AArch64 = &Machine{Name: "aarch64", Model: "armv8", arch: aarch64.Arch, comment: "//", stack: "SP", align: true}
	ARM     = &Machine{Name: "armv7", Model: "armv7", arch: arm.Arch, comment: "@", stack: "SP", align: true}
	RISCV64 = &Machine{Name: "riscv64", Model: "riscv", arch: riscv.Arch, comment: "#", stack: "SP", align: true}
)

// Machines are all of them.
var Machines = []*Machine{X86_64, AArch64, ARM, RISCV64}

// An Error is an error in the input, or says what of it is not supported.
type Error struct {
	Pos     trace.Pos
	Message string
	Reason  string // the message without the text it is about
}

// Error returns the message with its position.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Message) }

// A File is the text of one file, laid out. It is immutable.
type File struct {
	machine   *Machine
	name      string
	symbols   map[string]int64
	lines     []line
	functions map[string][2]int // by name: its lines
	words     map[int64]datum   // numbers in memory
}

// A line is one instruction.
type line struct {
	pos    trace.Pos
	text   string
	addr   int64
	labels []string
	ahead  int64 // of the program counter, when the instruction reads it
}

// A datum is a number in memory.
type datum struct {
	expr string
	size int64
}

// numberedLabel is a label that is a number, and how often it has been defined.
var numberedLabel = lazyregexp.New(`\b(\d+)#\d+`)

// Lines returns the text of a function's lines: its name, and labels that it mentions,
// included.
func (f *File) Lines(function string) []string {
	span := f.functions[function]
	lines := f.lines[span[0]:span[1]]
	var list []string
	for _, l := range lines {
		for _, name := range l.labels {
			word := regexp.MustCompile(`(^|[^\w.$])` + regexp.QuoteMeta(name) + `($|[^\w.$])`)
			if name == function || slices.ContainsFunc(lines, func(l line) bool { return word.MatchString(l.text) }) {
				list = append(list, numberedLabel().ReplaceAllString(name, "$1")+":")
			}
		}
		mnemonic, rest, _ := strings.Cut(numberedLabel().ReplaceAllString(strings.Join(strings.Fields(l.text), " "), "$1"), " ")
		list = append(list, strings.TrimRight(fmt.Sprintf("\t%-6s %s", mnemonic, rest), " "))
	}
	return list
}

// A Global is an object that threads share, or a result that one leaves.
type Global struct {
	Name   string
	Result bool
	Size   uint8 // in bytes; 0: not known
}

// Program makes a program in which each function is a thread. calls are the functions of the library
// that the threads call. The error is an *Error or an *isa.Unsupported.
func (f *File) Program(functions []string, globals []Global) (p *isa.Program, calls []string, err error) {
	p = &isa.Program{}
	results, sizes := map[int64]bool{}, map[int64]uint8{}
	for _, g := range globals {
		addr, ok := f.symbols[g.Name]
		if !ok {
			return nil, nil, &Error{Pos: trace.Pos{File: f.name, Line: 1, Col: 1}, Message: fmt.Sprintf("there is no object %s", g.Name)}
		}
		results[addr], sizes[addr] = g.Result, g.Size
		init, err := f.initial(addr)
		if err != nil {
			return nil, nil, err
		}
		p.Locations = append(p.Locations, isa.Location{Name: g.Name, Addr: uint64(addr), Init: init})
	}
	slices.SortFunc(p.Locations, func(a, b isa.Location) int { return int(int64(a.Addr) - int64(b.Addr)) })
	for i, name := range functions {
		t := thread{file: f, b: isa.NewBuilder(fmt.Sprintf("P%d", i), f.machine.arch)}
		if err := t.read(name); err != nil {
			return nil, nil, err
		}
		frame := isa.Frame{Low: stackTop - stackSize, High: stackTop, Locked: f.machine.locked,
			Result: func(addr int64) bool { return results[addr] }, Size: func(addr int64) uint8 { return sizes[addr] }}
		if err := t.b.Thread.Private(frame); err != nil {
			return nil, nil, err
		}
		p.Threads = append(p.Threads, t.b.Thread)
		calls = append(calls, t.calls...)
	}
	slices.Sort(calls)
	return p, slices.Compact(calls), nil
}

// Addr returns where an object is.
func (f *File) Addr(name string) uint64 { return uint64(f.symbols[name]) }

// initial returns the initial value of an object.
func (f *File) initial(addr int64) (int64, error) {
	d, ok := f.words[addr]
	if !ok {
		return 0, nil
	}
	v, err := isa.Evaluate(d.expr, f.symbol)
	return code.Extend(v, uint8(d.size), true), err
}

func (f *File) symbol(name string) (uint64, bool) {
	v, ok := f.symbols[name]
	return uint64(v), ok
}

// Where the text, other sections and stacks are. All lie beyond small numbers, and in
// 31 bits.
const (
	textAt      = 0x1000_0000
	sectionsAt  = 0x2000_0000
	sectionSize = 0x0010_0000
	stackTop    = 0x7000_0000
	stackSize   = 0x1_0000
)

// A thread is a function that is read.
type thread struct {
	file  *File
	b     *isa.Builder
	calls []string
	count int // number of calls, which makes their labels distinct
}

func (t *thread) read(function string) error {
	f := t.file
	span, ok := f.functions[function]
	if !ok {
		return &Error{Pos: trace.Pos{File: f.name, Line: 1, Col: 1}, Message: fmt.Sprintf("there is no function %s", function)}
	}
	t.b.Symbol = f.symbol
	t.b.Literal = func(addr int64) (int64, bool) {
		d, ok := f.words[addr]
		if !ok || d.size != 4 {
			return 0, false
		}
		v, err := isa.Evaluate(d.expr, f.symbol)
		return v, err == nil
	}
	first := f.lines[span[0]]
	t.b.Thread.Src = append(t.b.Thread.Src, isa.Source{Pos: first.pos, Text: function})
	t.b.Emit(isa.Instr{Kind: isa.Set, D: f.machine.arch.Registers[f.machine.stack].Reg, Imm: stackTop - 0x1000})
	for _, l := range f.lines[span[0]:span[1]] {
		for _, name := range l.labels {
			t.b.Define(name)
		}
		if err := t.instruction(l, span); err != nil {
			return err
		}
	}
	if missing := t.b.Link(); missing != "" {
		why := fmt.Sprintf("a jump to %s is not supported", missing)
		return &Error{Pos: first.pos, Message: function + ": " + why, Reason: why}
	}
	return nil
}

// instruction reads a line; calls are replaced.
func (t *thread) instruction(l line, span [2]int) error {
	mnemonic, operands := isa.Split(l.text)
	if jump, ok := calling[strings.ToLower(mnemonic)]; ok && len(operands) == 1 && !t.local(operands[0], span) {
		name := operands[0]
		for _, by := range []string{"@PLT", "@plt", "(PLT)"} {
			name = strings.TrimSuffix(name, by)
		}
		body, ok := t.file.machine.library(name)
		if !ok {
			why := fmt.Sprintf("a call of %s is not supported", name)
			return &Error{Pos: l.pos, Message: why, Reason: why}
		}
		t.calls = append(t.calls, name)
		t.count++
		for _, text := range body {
			text = strings.ReplaceAll(text, "%", fmt.Sprintf(".call%d.", t.count))
			if label, ok := strings.CutSuffix(text, ":"); ok {
				t.b.Define(label)
			} else if err := t.decode(l, text); err != nil {
				return err
			}
		}
		if jump {
			t.b.Return()
		}
		return nil
	}
	return t.decode(l, l.text)
}

func (t *thread) decode(l line, text string) error {
	t.b.PC = l.addr + l.ahead
	err := t.b.Instruction(l.pos, text)
	if err == nil {
		return nil
	}
	return &Error{Pos: l.pos, Message: fmt.Sprintf("%s: %v", strings.Join(strings.Fields(text), " "), err), Reason: err.Error()}
}

// calling are the instructions that may call; true: and do not come back.
var calling = map[string]bool{"bl": false, "blx": false, "call": false, "callq": false, "jal": false, "b": true, "jmp": true, "tail": true, "j": true}

// local reports whether a label is one of the function's.
func (t *thread) local(label string, span [2]int) bool {
	addr, ok := t.file.symbols[label]
	lines := t.file.lines
	return ok && addr >= lines[span[0]].addr && addr <= lines[span[1]-1].addr+4 || strings.Contains(label, "#")
}

// Parse reads the text of a file.
func Parse(name, text string, m *Machine) (*File, error) {
	l := layout{File: &File{machine: m, name: name, symbols: map[string]int64{}, functions: map[string][2]int{}, words: map[int64]datum{}},
		here: map[string]int64{}, section: ".text", numbers: map[string]int{}, open: map[string]int{}, isFunction: map[string]bool{}}
	for i, row := range strings.Split(text, "\n") {
		if at := strings.Index(row, m.comment); at >= 0 && !strings.Contains(row[:at], `"`) {
			row = row[:at]
		}
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		statements := []string{row}
		if !strings.Contains(row, `"`) {
			statements = strings.Split(row, ";")
		}
		for _, s := range statements {
			l.statement(trace.Pos{File: name, Line: i + 1, Col: 1}, strings.TrimSpace(s))
		}
	}
	for name, from := range l.open { // functions whose end is not marked
		l.functions[name] = [2]int{from, len(l.lines)}
	}
	for name, span := range l.functions {
		if span[0] == span[1] {
			delete(l.functions, name)
		}
	}
	l.relocate()
	return l.File, nil
}

// A layout assigns addresses to the text that it reads.
type layout struct {
	*File
	section    string
	here       map[string]int64 // by section: the address of the next byte
	labels     []string         // the labels of the next instruction
	numbers    map[string]int   // how often a label that is a number has been defined
	open       map[string]int   // functions that have begun, and at which line
	isFunction map[string]bool
	thumb      bool
}

// statement reads labels, a directive or an instruction.
func (l *layout) statement(pos trace.Pos, s string) {
	for {
		end := strings.IndexByte(s, ':')
		if end <= 0 || strings.ContainsAny(s[:end], " \t\"(,%[") {
			break
		}
		l.label(s[:end])
		s = strings.TrimSpace(s[end+1:])
	}
	name, value, assigns := strings.Cut(s, "=")
	switch {
	case s == "":
	case assigns && !strings.ContainsAny(strings.TrimSpace(name), " \t,"):
		l.set(strings.TrimSpace(name), value)
	case s[0] == '.':
		l.directive(s)
	case l.section == ".text":
		l.lines = append(l.lines, line{pos: pos, text: l.numbered(s), addr: l.at(), labels: l.labels, ahead: l.ahead()})
		l.labels = nil
		l.advance(4)
	}
}

// label puts a label here.
func (l *layout) label(name string) {
	if _, err := strconv.Atoi(name); err == nil {
		l.numbers[name]++
		name = fmt.Sprintf("%s#%d", name, l.numbers[name])
	}
	l.symbols[name] = l.at()
	if l.section == ".text" {
		if l.isFunction[name] {
			l.open[name] = len(l.lines)
			l.labels = nil // those at the end of the function before
		}
		l.labels = append(l.labels, name)
	}
}

// numbered replaces 1b and 1f, as they name labels that are numbers.
func (l *layout) numbered(s string) string {
	at := strings.LastIndexAny(s, " \t,") + 1
	word := s[at:]
	if n := len(word); n > 1 && (word[n-1] == 'b' || word[n-1] == 'f') {
		if _, err := strconv.Atoi(word[:n-1]); err == nil {
			k := l.numbers[word[:n-1]]
			if word[n-1] == 'f' {
				k++
			}
			return fmt.Sprintf("%s%s#%d", s[:at], word[:n-1], k)
		}
	}
	return s
}

// ahead is by how much the program counter that an instruction reads is ahead of it.
func (l *layout) ahead() int64 {
	if l.thumb {
		return 4
	}
	return 8
}

// at returns the address of the next byte of the section.
func (l *layout) at() int64 {
	if _, ok := l.here[l.section]; !ok {
		l.here[l.section] = textAt
		if l.section != ".text" {
			l.here[l.section] = sectionsAt + int64(len(l.here))*sectionSize
		}
	}
	return l.here[l.section]
}

func (l *layout) advance(bytes int64) { l.here[l.section] = l.at() + bytes }

func (l *layout) alignTo(bytes int64) {
	if bytes > 0 && bytes <= 4096 && l.section != ".text" {
		l.here[l.section] = (l.at() + bytes - 1) / bytes * bytes
	}
}

func (l *layout) set(name, value string) {
	v, err := isa.Evaluate(value, func(name string) (uint64, bool) {
		if name == "." {
			return uint64(l.at()), true
		}
		return l.symbol(name)
	})
	if err == nil {
		l.symbols[name] = v
	}
}

// sizes are the directives that put numbers into memory.
var sizes = map[string]int64{".byte": 1, ".half": 2, ".hword": 2, ".short": 2, ".2byte": 2, ".value": 2, ".word": 4, ".long": 4, ".4byte": 4, ".int": 4,
	".quad": 8, ".xword": 8, ".8byte": 8, ".dword": 8}

// directive reads a directive. Those that place nothing are skipped.
func (l *layout) directive(s string) {
	name, operands := isa.Split(s)
	padded := append(slices.Clip(operands), "", "")
	first, second := padded[0], padded[1]
	number := func(text string) int64 {
		v, err := isa.Evaluate(text, l.symbol)
		if err != nil {
			return 0
		}
		return v
	}
	switch name {
	case ".text", ".data", ".bss":
		l.section = name
	case ".section":
		l.section = first
		if strings.HasPrefix(first, ".text") {
			l.section = ".text"
		}
	case ".type":
		l.isFunction[first] = strings.HasSuffix(second, "function")
	case ".size":
		if from, ok := l.open[first]; ok {
			l.functions[first] = [2]int{from, len(l.lines)}
			delete(l.open, first)
		}
	case ".align", ".balign", ".p2align":
		power := name == ".p2align" || name == ".align" && l.machine.align
		if n := number(first); !power {
			l.alignTo(n)
		} else if n < 13 {
			l.alignTo(1 << max(n, 0))
		}
	case ".zero", ".space", ".skip":
		l.advance(max(number(first), 0))
	case ".comm", ".lcomm":
		old := l.section
		l.section = ".bss"
		l.alignTo(8)
		l.label(first)
		l.advance(max(number(second), 0))
		l.section = old
	case ".set", ".equ":
		l.set(first, second)
	case ".thumb", ".thumb_func":
		l.thumb = true
	case ".arm":
		l.thumb = false
	case ".code":
		l.thumb = first == "16"
	default:
		if size := sizes[name]; size > 0 {
			for _, o := range operands {
				l.words[l.at()] = datum{o, size}
				l.advance(size)
			}
		}
	}
}

// relocate makes one address of the two halves that RISC-V computes relative to the
// program counter: the lower half names the instruction of the upper one.
func (l *layout) relocate() {
	const high, got, low = "%pcrel_hi(", "%got_pcrel_hi(", "%pcrel_lo("
	upper := map[string]string{} // by label
	entry := map[string]bool{}   // it is of the table of addresses
	for i := range l.lines {
		for _, start := range []string{high, got} {
			if at := strings.Index(l.lines[i].text, start); at >= 0 {
				symbol := strings.TrimSuffix(l.lines[i].text[at+len(start):], ")")
				for _, label := range l.lines[i].labels {
					upper[label], entry[label] = symbol, start == got
				}
				l.lines[i].text = fmt.Sprintf("lui %s, %%hi(%s)", destination(l.lines[i].text), symbol)
			}
		}
	}
	for i := range l.lines {
		before, after, ok := strings.Cut(l.lines[i].text, low)
		label, rest, closed := strings.Cut(after, ")")
		if !ok || !closed {
			continue
		}
		if l.lines[i].text = before + "%lo(" + upper[label] + ")" + rest; entry[label] {
			l.lines[i].text = fmt.Sprintf("la %s, %s", destination(l.lines[i].text), upper[label])
		}
	}
}

// destination is the first operand of an instruction.
func destination(text string) string {
	_, operands := isa.Split(text)
	if len(operands) == 0 {
		return ""
	}
	return operands[0]
}
