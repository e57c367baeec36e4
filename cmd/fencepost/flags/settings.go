package flags

import (
	"fmt"
	"runtime"
	"time"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/c/compdb"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/models/page"
	"fencepost/phase2"
	"fencepost/phase2/verdict"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Settings holds the values of the flags of one command.
type Settings struct {
	Models    []*models.Model
	ModelFlag *Models
	Native    *models.Model // what stands for the C11 model; nil: c11.Model
	Seed      uint64
	Timeout   time.Duration
	JSON      bool
	Quiet     bool
	Verbose   bool
	All       bool // tell everything, not what fits on a screen
	Stats     bool // tell how much was done
	FailOn    string

	Build               compdb.Flags
	args                []string // of main
	volatile, racyPlain string
	Database            string // of compilations
	Optimise            int
	RacesOnly           bool
	Cargo               string

	Mapping    string
	MaxSteps   int
	Memory     int // MiB
	mallocFail bool
	weakFail   bool
	reuse      string

	Runs      int
	maxLen    int // 0: it depends
	maxCycles int
	coarse    bool

	Trials         int
	Executions     int
	Workers        int
	delay          string
	untilConfirmed bool
	Prove          int
	Budget         int64 // units of work
	Out            string
}

// MaxWorkers bounds the executions that are run at once.
const MaxWorkers = 1024

// OutputFlags adds the flags that every command has.
func (s *Settings) OutputFlags(f *pflag.FlagSet) {
	f.BoolVar(&s.JSON, "json", false, "print one JSON document instead of text")
}

// DisplayFlags adds the flags that say how much is printed.
func (s *Settings) DisplayFlags(f *pflag.FlagSet) {
	f.BoolVarP(&s.Quiet, "quiet", "q", false, "print the verdict only, and no progress")
	f.BoolVarP(&s.Verbose, "verbose", "v", false, "print more; times go to the error output")
}

// ReportFlags adds the flags of commands that work for a while and print a result.
func (s *Settings) ReportFlags(f *pflag.FlagSet) {
	s.OutputFlags(f)
	s.TimeFlag(f)
	s.DisplayFlags(f)
}

// AllFlag adds the flag that asks for more than a screen.
func (s *Settings) AllFlag(f *pflag.FlagSet, help string) {
	f.BoolVar(&s.All, "all", false, help)
}

// TimeFlag adds the flag that ends the work early.
func (s *Settings) TimeFlag(f *pflag.FlagSet) {
	f.Var(NewDuration(&s.Timeout), "timeout", "end after `TIME` (30s, 5m) with what is known then")
}

// ProgramFlags adds the flags of commands that make random executions of a C
// program.
func (s *Settings) ProgramFlags(f *pflag.FlagSet, defaultModels ...*models.Model) {
	s.Models = defaultModels
	s.ModelFlag = &Models{p: &s.Models, From: models.All()}
	f.Var(s.ModelFlag, "model", "memory models, separated by commas"+pageHelp)
	s.SeedFlag(f)
	s.RunFlags(f)
}

// SeedFlag adds the flag for the seed.
func (s *Settings) SeedFlag(f *pflag.FlagSet) {
	s.Seed = 1
	f.Var(NewSeed(&s.Seed), "seed", "seed of all random choices: the same seed gives the same result")
}

// RunFlags adds the flags of commands that run a C program.
func (s *Settings) RunFlags(f *pflag.FlagSet) {
	s.OutputFlags(f)
	s.TimeFlag(f)
	f.StringArrayVarP(&s.Build.Defines, "define", "D", nil, "define the macro `NAME[=VALUE]`")
	f.StringArrayVarP(&s.Build.Includes, "include", "I", nil, "search `DIR` for headers")
	f.Var(undefine{f}, "undefine", "take back the definitions of the macro `NAME` before it, and a compiler's own; also -U")
	f.StringArrayVar(&s.Build.Headers, "include-file", nil, "begin every file with the header `FILE`; also -include")
	f.StringVar(&s.Build.Standard, "std", "", "read C++ by the standard `NAME` (c++17), Rust by the edition (2024); also -std=NAME")
	f.Var(NewCargo(&s.Cargo), "cargo", "compile a Rust source by cargo, as the target of its package that `FLAGS` choose: '--test NAME'")
	f.Var(NewRange(&s.Optimise, 0, 0, 3), "opt", "check C++ and Rust as the compiler's optimiser leaves it, at level `N`; 0: as it is written")
	project.Flag(f)
	f.StringVarP(&s.Database, "compdb", "p", "", "take the flags of each file from the compilation database `FILE`, or that in a folder, and the files that define what is used")
	f.StringArrayVar(&s.args, "arg", nil, "give main the argument `VALUE` (--arg=VALUE if it begins with -); once for each")
	f.Var(NewChoice(&s.volatile, "plain", "relaxed", "acq-rel"), "volatile", "what accesses of volatile objects are: plain, or atomics as in older programs, relaxed or with acquire and release")
	f.Var(NewChoice(&s.racyPlain, "plain", "relaxed"), "racy-plain", "what accesses of plain variables are: plain, or relaxed atomics as in programs with fences of their own")
	f.Var(NewChoice(&s.Mapping, "c11", "none"), "mapping", "what C11 memory orders mean to a model: fences, or none")
	s.MachineFlags(f)
	f.BoolVar(&s.mallocFail, "malloc-fail", false, "let malloc return NULL")
	f.Var(NewChoice(&s.reuse, "stale", "never", "always"), "reuse", "when malloc may return the address of freed memory: where a stale copy of it may be left, never, or always")
	f.BoolVar(&s.weakFail, "weak-fail", false, "let a weak compare-exchange fail for no reason")
	s.DisplayFlags(f)
}

// MachineFlags adds the flags that bound what executions take.
func (s *Settings) MachineFlags(f *pflag.FlagSet) {
	f.Var(NewRange(&s.MaxSteps, interp.DefaultMaxSteps, 1, MaxCount), "max-steps", "end an execution after `N` operations; of those before it starts a thread, 16 count as one")
	f.Var(NewRange(&s.Memory, vm.DefaultMemory>>20, 16, 1<<20), "memory", "take at most `N` MiB for all executions that run at once; one may take a quarter of it")
}

// AllowC11 lets --model name the C11 model, too, and adds the flag for its release
// sequences.
func (s *Settings) AllowC11(f *pflag.FlagSet) {
	list := f.Lookup("model").Value.(*Models)
	list.From, list.Native = phase2.Models(), &s.Native
	f.Var(newSequences(list), ReleaseSequence, fmt.Sprintf(sequencesHelp, "the C11 model"))
}

// AllowIMM lets --model name IMM, too, after allowC11.
func (s *Settings) AllowIMM(f *pflag.FlagSet) {
	f.Lookup("model").Value.(*Models).From = c11.Runnable()
}

// pageHelp ends the help of a flag that takes pages.
const pageHelp = ", or a machine of your own: FILE" + page.Extension

// sequencesHelp is the help of the flag for the rules of a model.
const sequencesHelp = "whose rules %s has: in c11 later stores of its thread continue a release sequence too, in c++20 read-modify-writes alone, and the order of seq_cst operations contains the coherence order"

// ExploreSequences adds the flag for the release sequences of the model that is explored.
func ExploreSequences(f *pflag.FlagSet, rule *string) {
	f.Var(NewChoice(rule, "c11", CXX20), ReleaseSequence, fmt.Sprintf(sequencesHelp, "c11"))
}

// ExploreModels adds the flag for models that are explored.
func ExploreModels(f *pflag.FlagSet, names *[]string, pages map[string]*models.Model) {
	f.Var(&Explored{names, pages}, "model", "memory models, separated by commas, or all, or a model in cat: `FILE.cat`"+pageHelp)
}

// What --fail-on may be.
const (
	onBug        = "bug"
	OnViolation  = "violation"
	onIncomplete = "incomplete"
	onRace       = "race"
)

// FailOnFlag adds the flag that says what fails.
func (s *Settings) FailOnFlag(f *pflag.FlagSet) {
	f.Var(NewChoice(&s.FailOn, onBug, OnViolation, onIncomplete, onRace), "fail-on", "what makes the exit status 1: a bug; also a violation that was confirmed; also an incomplete plan; or of the bugs data races alone")
}

// RacesFlag adds the flag that leaves assertions out.
func (s *Settings) RacesFlag(f *pflag.FlagSet) {
	f.BoolVar(&s.RacesOnly, "races-only", false, "check no assertion, so that executions go on to their data races, which alone fail; for C")
}

// ExitStatus returns the exit status of a result.
func (s *Settings) ExitStatus(r *report.Result) int {
	switch {
	case s.FailOn == onIncomplete && r.Status == report.Incomplete:
		return exit.Bug
	case (s.FailOn == onRace || s.RacesOnly) && r.Status == report.Bug && !r.HasRace():
		return report.StatusOf(false, r.IsIncomplete()).Exit()
	}
	return r.Status.Exit()
}

// AutoModels lets the program decide which models are looked at.
func (s *Settings) AutoModels(f *pflag.FlagSet) {
	s.Models = nil
	f.Lookup("model").Value.(*Models).Auto = true
	f.Lookup("model").DefValue = "auto"
}

// OneModel returns the model of a command that runs under a single one.
func (s *Settings) OneModel(cmd *cobra.Command) (*models.Model, error) {
	if len(s.Models) != 1 {
		return nil, failure.Usagef("--model %s: %s takes one model", cmd.Flag("model").Value, cmd.Name())
	}
	return s.Models[0], nil
}

// PredictFlags adds the flags of phase 1.
func (s *Settings) PredictFlags(f *pflag.FlagSet) {
	f.Var(NewRange(&s.Runs, phase2.DefaultRuns, 1, MaxCount), "sc-executions", "record `N` executions under sequential consistency")
	s.maxLen = 4
	f.Var(NewLength(&s.maxLen, false), "max-len", "longest cycle: `N`, twice the number of its threads; what that costs is in help predict")
	f.Var(NewRange(&s.maxCycles, 10_000, 1, MaxCount), "max-cycles", "try at most `N` cycles for each model")
	f.BoolVar(&s.coarse, "coarse", false, "keep every predicted cycle, also those that no execution can make")
}

// AutoLength makes the longest cycle, unless one is given, depend on what shorter ones
// give; predictFlags comes first.
func (s *Settings) AutoLength(f *pflag.FlagSet) {
	flag := f.Lookup("max-len")
	s.maxLen = 0
	flag.Value, flag.DefValue = NewLength(&s.maxLen, true), "auto"
	flag.Usage += "; auto is 4, and 6 where that gives nothing"
}

// ConfirmFlags adds the flags of phase 2.
func (s *Settings) ConfirmFlags(f *pflag.FlagSet) {
	f.Var(NewRange(&s.Trials, phase2.DefaultTrials, 1, MaxCount), "trials", "make `N` trials for each cycle")
	f.Var(NewRange(&s.Executions, 1, 1, MaxCount), "executions", "run the program `N` times in each trial")
	f.Var(NewChoice(&s.delay, "event", "time"), "delay", "hold an operation until its racing partner has run, or for a fixed time")
	f.BoolVar(&s.untilConfirmed, "until-confirmed", false, "end the trials of a cycle at the first that confirms it")
	f.StringVar(&s.Out, "out", "", "write witness files to `DIR`")
}

// BudgetFlag adds the flag that bounds the work.
func (s *Settings) BudgetFlag(f *pflag.FlagSet) {
	s.Budget = verdict.Normal
	f.Var(NewBudget(&s.Budget), "budget", "work that may be spent, which no clock measures: quick is about 2 s of processor time, normal 20 s, deep half an hour; or so many units")
}

// ProveFlag adds the flag for telling why cycles were not confirmed.
func (s *Settings) ProveFlag(f *pflag.FlagSet) {
	f.Var(NewRange(&s.Prove, 0, 0, MaxCount), "prove", "explore at most `N` executions to confirm more cycles, or tell why not; 0 is none")
}

// WorkersFlag adds the flag for the number of processors used.
func (s *Settings) WorkersFlag(f *pflag.FlagSet) {
	f.Var(NewRange(&s.Workers, min(runtime.GOMAXPROCS(0), MaxWorkers), 1, MaxWorkers), "workers", "run `N` executions at once; changes no result")
	f.Lookup("workers").DefValue = "all processors"
}

// SpecificationFlag adds the flag that names a specification of linearizability.
func SpecificationFlag(f *pflag.FlagSet, spec *string) {
	f.StringVar(spec, "linearizable", "", "check the operations marked by <fencepost/method.h> against `SPEC`: queue, stack, set, register, deque, lock, or a C file with a function for each")
}
