package compilers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/isa/asm"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// A Compiler is the object of a test: a command that compiles C, assembly that a compiler
// has written, or a mapping.
type Compiler struct {
	Command []string
	Machine *asm.Machine // nil for a mapping
	Mapping *Mapping
	path    string
	text    *string // existing assembly; nil: the command writes it
}

// Assembly returns a compiler whose assembly for one of Machines already exists.
func Assembly(name, text, machine string) *Compiler {
	i := slices.IndexFunc(asm.Machines, func(m *asm.Machine) bool { return m.Name == machine })
	return &Compiler{Command: []string{name}, Machine: asm.Machines[i], text: &text}
}

// Machines returns the names of the machines whose assembly can be read.
func Machines() []string {
	return lists.Map(asm.Machines, func(m *asm.Machine) string { return m.Name })
}

// Mapped returns a compiler that translates exactly as a mapping says.
func Mapped(m *Mapping) *Compiler {
	return &Compiler{Command: []string{"mapping", m.Name}, Mapping: m}
}

// Name returns the command line.
func (c *Compiler) Name() string { return strings.Join(c.Command, " ") }

// Model returns the name of the memory model of its machine.
func (c *Compiler) Model() string {
	if c.Mapping != nil {
		return c.Mapping.Model
	}
	return c.Machine.Model
}

// Architecture returns the name of its machine; for a mapping, the name of the machine's
// model.
func (c *Compiler) Architecture() string {
	if c.Mapping != nil {
		return c.Mapping.Model
	}
	return c.Machine.Name
}

// A translation is the result of translating tests.
type translation interface {
	// program returns the program of a test, and the functions of the run-time library that
	// it calls.
	program(t *Test) (p *isa.Program, calls []string, err error)
	addr(t *Test, object string) uint64
	lines(t *Test, thread int) []string
}

// translate translates tests as one file. The error is a *CompileError, or one in the
// assembly.
func (c *Compiler) translate(ctx context.Context, tests []*Test) (translation, error) {
	if c.Mapping != nil {
		return mapped{c.Mapping}, nil
	}
	text, err := c.Compile(ctx, sourceOf(tests))
	if err != nil {
		return nil, err
	}
	return assembled(c.Machine, text)
}

// A listing is the translation of a compiler.
type listing struct{ *asm.File }

func assembled(m *asm.Machine, text string) (translation, error) {
	file, err := asm.Parse(m.Name+".s", text, m)
	if err != nil {
		return nil, err
	}
	return listing{file}, nil
}

func (a listing) program(t *Test) (*isa.Program, []string, error) {
	return a.Program(t.unit.Functions, t.objects())
}
func (a listing) addr(_ *Test, object string) uint64 { return a.Addr(object) }
func (a listing) lines(t *Test, thread int) []string { return a.Lines(t.unit.Functions[thread]) }

// A Missing says that a compiler is not installed. Package is empty if it is not known.
type Missing struct{ Command, Package string }

// Error names the Debian package that has the compiler.
func (e *Missing) Error() string {
	if e.Package == "" {
		return e.Command + " is not installed"
	}
	return fmt.Sprintf("%s is not installed; in Debian it would be in the package %s", e.Command, e.Package)
}

// FindAll finds the compilers of some command lines. If there are none it looks for the
// usual compilers, and returns those that are installed and the reasons why others are
// missing, each once. It is an error if all are missing.
func FindAll(ctx context.Context, commands []string) (list []*Compiler, missing []string, err error) {
	usual := len(commands) == 0
	if usual {
		commands = Usual()
	}
	for _, command := range commands {
		c, err := Find(ctx, command)
		var absent *Missing
		switch {
		case err == nil:
			list = append(list, c)
		case !usual || !errors.As(err, &absent):
			return nil, nil, err
		case !slices.Contains(missing, err.Error()):
			missing = append(missing, err.Error())
		}
	}
	if len(list) == 0 {
		return nil, nil, fmt.Errorf("no compiler is installed that is supported: %s", missing[0])
	}
	return list, missing, nil
}

// Find looks for the compiler of a command line, and asks it for its target machine. The
// error is a *Missing if it is not installed.
func Find(ctx context.Context, command string) (*Compiler, error) {
	c := &Compiler{Command: strings.Fields(command)}
	if len(c.Command) == 0 {
		return nil, fmt.Errorf("a compiler's command is empty")
	}
	path, err := exec.LookPath(c.Command[0])
	if err != nil {
		return nil, &Missing{c.Command[0], packageOf(c.Command[0])}
	}
	c.path = path
	out, err := exec.CommandContext(ctx, path, append(c.Command[1:], "-dumpmachine")...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s -dumpmachine: %v", command, err)
	}
	target := strings.TrimSpace(string(out))
	architecture, _, _ := strings.Cut(target, "-")
	switch {
	case architecture == "x86_64":
		c.Machine = asm.X86_64
	case architecture == "aarch64":
		c.Machine = asm.AArch64
	case strings.HasPrefix(architecture, "arm"), strings.HasPrefix(architecture, "thumb"):
		c.Machine = asm.ARM
	case architecture == "riscv64":
		c.Machine = asm.RISCV64
	default:
		return nil, fmt.Errorf("%s compiles for %s; x86_64, aarch64, arm and riscv64 are supported", command, target)
	}
	return c, nil
}

// packaged matches the commands that Debian packages have.
var packaged = lazyregexp.New(`^(?:([a-z0-9_]+-linux-gnu[a-z0-9]*)-)?(gcc|clang)(-[0-9]+)?$`)

// packageOf returns the Debian package of a command; empty if it is not known.
func packageOf(command string) string {
	m := packaged().FindStringSubmatch(command)
	switch {
	case m == nil || m[1] != "" && m[2] != "gcc":
		return ""
	case m[1] != "":
		return "gcc" + m[3] + "-" + m[1]
	}
	return command
}

// header begins every file. Without a hosted library clang's own headers suffice for any
// machine.
const (
	header       = "#include <stdatomic.h>\n"
	freestanding = "-ffreestanding"
)

// hosted matches the headers of a hosted library that a test may include. Their
// declarations replace them, because a cross compiler often has no such headers.
var hosted = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*<(pthread|assert)\.h>.*$`)

const asserts = "#define assert(condition) ((void)(condition))\n"

// Compile returns the assembly text of a C source.
func (c *Compiler) Compile(ctx context.Context, source string) (string, error) {
	if c.text != nil {
		return *c.text, nil
	}
	args := append(append([]string{}, c.Command[1:]...), freestanding, "-w", "-S", "-x", "c", "-o", "-", "-")
	cmd := exec.CommandContext(ctx, c.path, args...)
	cmd.Stdin = strings.NewReader(source)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(problems.String()), "\n")
		return "", &CompileError{fmt.Sprintf("%s: %v: %s", c.Name(), err, first)}
	}
	return out.String(), nil
}

// A CompileError says why a compiler wrote no assembly.
type CompileError struct{ message string }

// Error returns the message, which names the compiler.
func (e *CompileError) Error() string { return e.message }

// Usual returns the compilers that are tested if none is named: gcc and clang, or the
// newest clang with a number in its name, for each machine, with and without the atomic
// instructions of Armv8.1.
func Usual() (list []string) {
	clang := "clang"
	for n := 30; n >= 11 && !installed(clang); n-- {
		if name := fmt.Sprintf("clang-%d", n); installed(name) {
			clang = name
		}
	}
	for _, level := range []string{"-O0", "-O1", "-O2"} {
		for _, c := range []string{
			"gcc", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-gcc -march=armv8.1-a", "aarch64-linux-gnu-gcc -mno-outline-atomics", "arm-linux-gnueabihf-gcc", "riscv64-linux-gnu-gcc",
			clang, clang + " --target=aarch64-linux-gnu", clang + " --target=aarch64-linux-gnu -march=armv8.1-a",
			clang + " --target=arm-linux-gnueabihf -march=armv7-a", clang + " --target=riscv64-linux-gnu -march=rv64gc",
		} {
			list = append(list, c+" "+level)
		}
	}
	return list
}

func installed(command string) bool {
	_, err := exec.LookPath(command)
	return err == nil
}
