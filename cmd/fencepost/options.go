package main

import (
	"runtime/debug"
	"strings"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/bias"
	"fencepost/phase2/verdict"
	"fencepost/predict"
)

// compileOptions returns how the program is compiled.
func (s *settings) compileOptions() cfront.Options {
	return cfront.Options{Defines: s.build.Defines, IncludeDirs: s.build.Includes, Include: s.build.Headers, Own: s.build.Own, Standard: s.build.Standard, Optimise: s.optimise, Cargo: strings.Fields(s.cargo), Accesses: cfront.Accesses{Volatile: taken(s.volatile), Plain: taken(s.racyPlain)}, IgnoreAssertions: s.racesOnly, Args: s.args}
}

// taken returns what accesses are taken for by the value of a flag.
func taken(value string) cfront.Taken {
	if value == "plain" {
		return cfront.AsPlain
	}
	return cfront.Taken(value)
}

// machineOptions returns how the program is run.
func (s *settings) machineOptions() (interp.Options, error) {
	m, err := models.ParseMapping(s.mapping)
	if err != nil {
		return interp.Options{}, err
	}
	reuse, err := vm.ParseReuse(s.reuse)
	if err != nil {
		return interp.Options{}, err
	}
	bytes := int64(s.memory) << 20
	debug.SetMemoryLimit(bytes) // garbage is collected sooner
	return interp.Options{Semantics: interp.Semantics{Mapping: m, MaxSteps: s.maxSteps, MallocFail: s.mallocFail, WeakFail: s.weakFail, Reuse: reuse}, Memory: vm.NewMemory(bytes)}, nil
}

// campaign returns the settings of phases 1 and 2.
func (s *settings) campaign() (phase2.Options, error) {
	machine, err := s.machineOptions()
	if err != nil {
		return phase2.Options{}, err
	}
	o := phase2.Options{
		Seed: s.seed, Models: s.models, Runs: s.runs, Trials: s.trials, Executions: s.executions,
		Workers: s.workers, UntilConfirmed: s.untilConfirmed, Prove: s.prove, Machine: machine,
		Predict: predict.Options{
			MaxLen: s.maxLen, MaxCycles: s.maxCycles, Coarse: s.coarse,
		},
	}
	if s.delay != "" {
		o.Delay, err = bias.ParseDelay(s.delay)
	}
	return o, err
}

// explanations returns how causes are found of what test and explore find.
func (s *settings) explanations(machine interp.Options) verdict.Options {
	return verdict.Options{
		Campaign: phase2.Options{Seed: s.seed, Workers: s.workers, Machine: machine},
		Compile:  s.compileOptions(), Mend: true, Budget: verdict.Normal,
	}
}
