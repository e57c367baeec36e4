package flags

import (
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/compdb"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/bias"
	"fencepost/phase2/verdict"
	"fencepost/predict"
)

// CompileOptions returns how the program is compiled.
func (s *Settings) CompileOptions() cfront.Options {
	return cfront.Options{Defines: s.Build.Defines, IncludeDirs: s.Build.Includes, Include: s.Build.Headers, Own: s.Build.Own, Standard: s.Build.Standard, Optimise: s.Optimise, Cargo: strings.Fields(s.Cargo), Accesses: cfront.Accesses{Volatile: taken(s.volatile), Plain: taken(s.racyPlain)}, IgnoreAssertions: s.RacesOnly, Args: s.args}
}

// taken returns what accesses are taken for by the value of a flag.
func taken(value string) cfront.Taken {
	if value == "plain" {
		return cfront.AsPlain
	}
	return cfront.Taken(value)
}

// MachineOptions returns how the program is run.
func (s *Settings) MachineOptions() (interp.Options, error) {
	m, err := models.ParseMapping(s.Mapping)
	if err != nil {
		return interp.Options{}, err
	}
	reuse, err := vm.ParseReuse(s.reuse)
	if err != nil {
		return interp.Options{}, err
	}
	bytes := int64(s.Memory) << 20
	debug.SetMemoryLimit(bytes) // garbage is collected sooner
	return interp.Options{Semantics: interp.Semantics{Mapping: m, MaxSteps: s.MaxSteps, MallocFail: s.mallocFail, WeakFail: s.weakFail, Reuse: reuse}, Memory: vm.NewMemory(bytes)}, nil
}

// Campaign returns the settings of phases 1 and 2.
func (s *Settings) Campaign() (phase2.Options, error) {
	machine, err := s.MachineOptions()
	if err != nil {
		return phase2.Options{}, err
	}
	o := phase2.Options{
		Seed: s.Seed, Models: s.Models, Runs: s.Runs, Trials: s.Trials, Executions: s.Executions,
		Workers: s.Workers, UntilConfirmed: s.untilConfirmed, Prove: s.Prove, Machine: machine,
		Predict: predict.Options{
			MaxLen: s.maxLen, MaxCycles: s.maxCycles, Coarse: s.coarse,
		},
	}
	if s.delay != "" {
		o.Delay, err = bias.ParseDelay(s.delay)
	}
	return o, err
}

// Explanations returns how causes are found of what test and explore find.
func (s *Settings) Explanations(machine interp.Options) verdict.Options {
	return verdict.Options{
		Campaign: phase2.Options{Seed: s.Seed, Workers: s.Workers, Machine: machine},
		Compile:  s.CompileOptions(), Mend: true, Budget: verdict.Normal,
	}
}

// Given returns the files of a program, and the flags that change what it does, as a command
// line has them.
func (s *Settings) Given(files []string) string {
	words := append(slices.Clone(files), s.Build.Words()...)
	add := func(given bool, more ...string) {
		if given {
			words = append(words, more...)
		}
	}
	add(s.Database != "", "--compdb", s.Database)
	for _, a := range s.args {
		add(true, "--arg="+a)
	}
	add(s.Cargo != "", "--cargo", s.Cargo)
	add(s.Optimise > 0, "--opt", strconv.Itoa(s.Optimise))
	add(s.volatile != "plain", "--volatile", s.volatile)
	add(s.racyPlain != "plain", "--racy-plain", s.racyPlain)
	add(s.RacesOnly, "--races-only")
	add(s.Mapping == "none", "--mapping", s.Mapping)
	add(s.mallocFail, "--malloc-fail")
	add(s.weakFail, "--weak-fail")
	add(s.reuse != "stale", "--reuse", s.reuse)
	return compdb.Join(words)
}

// ReadDatabase adds the flags that the compilation database, if there is one, has for
// the files.
func (s *Settings) ReadDatabase(files []string) error {
	if s.Database == "" {
		return nil
	}
	return s.Build.AddDatabase(s.Database, files)
}
