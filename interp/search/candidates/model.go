package candidates

import (
	"fmt"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/models"
	"fencepost/models/cat"
)

// A Model is a model written in cat with its known properties.
type Model struct {
	*cat.Model
	// Coherent says that the model implies coherence per location and the atomicity of
	// exclusives and RMWs: candidates without them are not built.
	Coherent bool
	// Speculative says that the model may allow a write to be read before the branch on
	// which it depends is decided, even by the read that decides it.
	Speculative bool

	mapping isa.Mapping   // of C's orders and of byte code
	kernel  *isa.Mapping  // of the Linux kernel's operations; nil: the model does not support them
	archs   []litmus.Arch // of the tests that it supports; nil: all
}

// defaults are the models of architectures.
var defaults = map[litmus.Arch]string{
	litmus.C: "c11", litmus.Linux: "lkmm", litmus.X86: "tso", litmus.X86_64: "tso",
	litmus.AArch64: "armv8", litmus.ARM: "armv7", litmus.PPC: "power", litmus.RISCV: "riscv",
}

// Default returns the name of the model of an architecture.
func Default(a litmus.Arch) string { return defaults[a] }

// machines are the mappings of C to hardware models.
var machines = map[string]isa.Mapping{"armv8": isa.Armv8, "armv7": isa.Armv7, "power": isa.Power, "riscv": isa.RISCV}

// kernels are the mappings of the Linux kernel's operations to these and to x86. Under sc
// there is nothing left to order.
var kernels = map[string]*isa.Mapping{"armv8": &isa.LinuxArmv8, "armv7": &isa.LinuxArmv7, "power": &isa.LinuxPower, "riscv": &isa.LinuxRISCV,
	"tso": &isa.LinuxX86, "sc": &isa.LinuxX86}

// Lookup returns a built-in model, by its name or alias.
func Lookup(name string) (*Model, error) {
	name = models.NameOf(name)
	if !slices.Contains(cat.Names(), name) {
		return nil, fmt.Errorf("there is no model %s", name)
	}
	m, err := cat.Load(name)
	if err != nil {
		return nil, err
	}
	out := &Model{Model: m, Coherent: true, mapping: isa.Native, archs: []litmus.Arch{litmus.C, litmus.X86, litmus.X86_64}}
	switch name {
	case "c11", "c++20":
	case "c11orig":
		out.Speculative = true
	case "imm":
		out.mapping.Halves, out.mapping.Decided = true, true
	case "lkmm":
		out.mapping, out.kernel, out.archs, out.Speculative = isa.Kernel, &isa.Kernel, []litmus.Arch{litmus.Linux, litmus.C}, true
	case "sc", "tso", "pso", "pslo":
		out.mapping, out.kernel = isa.Fenced(&models.C11), kernels[name]
	default:
		out.mapping, out.kernel = machines[name], kernels[name]
		out.archs = []litmus.Arch{litmus.C}
		for a, d := range defaults {
			if d == name {
				out.archs = append(out.archs, a)
			}
		}
	}
	return out, nil
}

// Load reads a model from a file. Includes are searched beside it, in dirs, and among the
// built-in ones. None of its properties are known, so more candidates are built than for
// other models.
func Load(file string, dirs ...string) (*Model, error) {
	m, err := cat.Load(file, dirs...)
	if err != nil {
		return nil, err
	}
	out := &Model{Model: m, Speculative: true, mapping: isa.Native, kernel: &isa.Kernel}
	out.mapping.Halves = m.SplitsRMWs()
	return out, nil
}

// Program returns the program of a test in the form that the model takes. The error is an
// *isa.Unsupported, or says that the model is for another architecture.
func (m *Model) Program(t *litmus.Test) (*isa.Program, error) {
	switch {
	case t.Arch == litmus.Linux && m.kernel != nil:
		return isa.Lower(t.Kernel, m.kernel)
	case m.archs != nil && !slices.Contains(m.archs, t.Arch):
		return nil, fmt.Errorf("model %s is not for %s", m.Name(), t.Arch)
	}
	if t.Arch == litmus.C || m.archs != nil && t.Arch.Runs() {
		return m.Lower(t.Program)
	}
	return t.Machine, nil
}

// Lower returns a program in byte code in the form that the model takes. The error is an
// *isa.Unsupported: main may start threads and join them, and only under the Linux kernel's
// model may these take locks.
func (m *Model) Lower(p *code.Program) (*isa.Program, error) { return isa.Lower(p, &m.mapping) }

// Dependent reports whether the model is a built-in one for C programs that allows load
// buffering, but not of a store that depends on the load.
func (m *Model) Dependent() bool { return m.mapping.Machine || m.mapping.Decided }

// Mapping returns the translation of C's orders for the model.
func (m *Model) Mapping() *isa.Mapping { return &m.mapping }
