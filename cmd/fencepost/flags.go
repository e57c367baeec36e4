package main

import (
	"runtime"
	"time"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/c/compdb"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/verdict"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A settings holds the values of the flags of one command.
type settings struct {
	models    []*models.Model
	modelFlag *flags.Models
	native    *models.Model // what stands for the C11 model; nil: c11.Model
	seed      uint64
	timeout   time.Duration
	json      bool
	quiet     bool
	verbose   bool
	all       bool // tell everything, not what fits on a screen
	stats     bool // tell how much was done
	failOn    string

	build               compdb.Flags
	args                []string // of main
	volatile, racyPlain string
	database            string // of compilations
	optimise            int
	racesOnly           bool
	cargo               string

	mapping    string
	maxSteps   int
	memory     int // MiB
	mallocFail bool
	weakFail   bool
	reuse      string

	runs      int
	maxLen    int // 0: it depends
	maxCycles int
	coarse    bool

	trials         int
	executions     int
	workers        int
	delay          string
	untilConfirmed bool
	prove          int
	budget         int64 // units of work
	out            string
}

// maxWorkers bounds the executions that are run at once.
const maxWorkers = 1024

// outputFlags adds the flags that every command has.
func (s *settings) outputFlags(f *pflag.FlagSet) {
	f.BoolVar(&s.json, "json", false, "print one JSON document instead of text")
}

// displayFlags adds the flags that say how much is printed.
func (s *settings) displayFlags(f *pflag.FlagSet) {
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print the verdict only, and no progress")
	f.BoolVarP(&s.verbose, "verbose", "v", false, "print more; times go to the error output")
}

// allFlag adds the flag that asks for more than a screen.
func (s *settings) allFlag(f *pflag.FlagSet, help string) {
	f.BoolVar(&s.all, "all", false, help)
}

// timeFlag adds the flag that ends the work early.
func (s *settings) timeFlag(f *pflag.FlagSet) {
	f.Var(flags.NewDuration(&s.timeout), "timeout", "end after `TIME` (30s, 5m) with what is known then")
}

// programFlags adds the flags of commands that make random executions of a C
// program.
func (s *settings) programFlags(f *pflag.FlagSet, defaultModels ...*models.Model) {
	s.models = defaultModels
	s.modelFlag = flags.NewModels(&s.models, models.All())
	f.Var(s.modelFlag, "model", "memory models, separated by commas"+pageHelp)
	s.seed = 1
	f.Var(flags.NewSeed(&s.seed), "seed", "seed of all random choices: the same seed gives the same result")
	s.runFlags(f)
}

// runFlags adds the flags of commands that run a C program.
func (s *settings) runFlags(f *pflag.FlagSet) {
	s.outputFlags(f)
	s.timeFlag(f)
	f.StringArrayVarP(&s.build.Defines, "define", "D", nil, "define the macro `NAME[=VALUE]`")
	f.StringArrayVarP(&s.build.Includes, "include", "I", nil, "search `DIR` for headers")
	f.Var(undefine{&s.build.Defines}, "undefine", "take back the definitions of the macro `NAME` before it; also -U")
	f.StringArrayVar(&s.build.Headers, "include-file", nil, "begin every file with the header `FILE`; also -include")
	f.StringVar(&s.build.Standard, "std", "", "read C++ by the standard `NAME` (c++17), Rust by the edition (2024); also -std=NAME")
	f.StringVar(&s.cargo, "cargo", "", "compile a Rust source by cargo, as the target of its package that `FLAGS` choose: '--test NAME'")
	f.Var(flags.NewRange(&s.optimise, 0, 0, 3), "opt", "check C++ and Rust as the compiler's optimiser leaves it, at level `N`; 0: as it is written")
	project.Flag(f)
	f.StringVarP(&s.database, "compdb", "p", "", "take the flags of each file from the compilation database `FILE`, or that in a folder, and the files that define what is used")
	f.StringArrayVar(&s.args, "arg", nil, "give main the argument `VALUE` (--arg=VALUE if it begins with -); once for each")
	f.Var(flags.NewChoice(&s.volatile, "plain", "relaxed", "acq-rel"), "volatile", "what accesses of volatile objects are: plain, or atomics as in older programs, relaxed or with acquire and release")
	f.Var(flags.NewChoice(&s.racyPlain, "plain", "relaxed"), "racy-plain", "what accesses of plain variables are: plain, or relaxed atomics as in programs with fences of their own")
	f.Var(flags.NewChoice(&s.mapping, "c11", "none"), "mapping", "what C11 memory orders mean to a model: fences, or none")
	s.machineFlags(f)
	f.BoolVar(&s.mallocFail, "malloc-fail", false, "let malloc return NULL")
	f.Var(flags.NewChoice(&s.reuse, "stale", "never", "always"), "reuse", "when malloc may return the address of freed memory: where a stale copy of it may be left, never, or always")
	f.BoolVar(&s.weakFail, "weak-fail", false, "let a weak compare-exchange fail for no reason")
	s.displayFlags(f)
}

// machineFlags adds the flags that bound what executions take.
func (s *settings) machineFlags(f *pflag.FlagSet) {
	f.Var(flags.NewRange(&s.maxSteps, interp.DefaultMaxSteps, 1, flags.MaxCount), "max-steps", "end an execution after `N` operations; of those before it starts a thread, 16 count as one")
	f.Var(flags.NewRange(&s.memory, vm.DefaultMemory>>20, 16, 1<<20), "memory", "take at most `N` MiB for all executions that run at once; one may take a quarter of it")
}

// allowC11 lets --model name the C11 model, too, and adds the flag for its release
// sequences.
func (s *settings) allowC11(f *pflag.FlagSet) {
	list := f.Lookup("model").Value.(*flags.Models)
	list.From, list.Native = phase2.Models(), &s.native
	f.Var(flags.NewSequences(list), flags.ReleaseSequence, sequencesHelp)
}

// allowIMM lets --model name IMM, too, after allowC11.
func (s *settings) allowIMM(f *pflag.FlagSet) {
	f.Lookup("model").Value.(*flags.Models).From = c11.Runnable()
}

const sequencesHelp = "what continues a release sequence in the C11 model: in c11 later stores of its thread too, in c++20 read-modify-writes alone"

// What --fail-on may be.
const (
	onBug        = "bug"
	onViolation  = "violation"
	onIncomplete = "incomplete"
	onRace       = "race"
)

// failOnFlag adds the flag that says what fails.
func (s *settings) failOnFlag(f *pflag.FlagSet) {
	f.Var(flags.NewChoice(&s.failOn, onBug, onViolation, onIncomplete, onRace), "fail-on", "what makes the exit status 1: a bug; also a violation that was confirmed; also an incomplete plan; or of the bugs data races alone")
}

// racesFlag adds the flag that leaves assertions out.
func (s *settings) racesFlag(f *pflag.FlagSet) {
	f.BoolVar(&s.racesOnly, "races-only", false, "check no assertion, so that executions go on to their data races, which alone fail; for C")
}

// exitStatus returns the exit status of a result.
func (s *settings) exitStatus(r *report.Result) int {
	switch {
	case s.failOn == onIncomplete && r.Status == report.Incomplete:
		return exit.Bug
	case (s.failOn == onRace || s.racesOnly) && r.Status == report.Bug && !r.HasRace():
		return report.StatusOf(false, r.IsIncomplete()).Exit()
	}
	return r.Status.Exit()
}

// autoModels lets the program decide which models are looked at.
func (s *settings) autoModels(f *pflag.FlagSet) {
	s.models = nil
	f.Lookup("model").Value.(*flags.Models).Auto = true
	f.Lookup("model").DefValue = "auto"
}

// oneModel returns the model of a command that runs under a single one.
func (s *settings) oneModel(cmd *cobra.Command) (*models.Model, error) {
	if len(s.models) != 1 {
		return nil, failure.Usagef("--model %s: %s takes one model", cmd.Flag("model").Value, cmd.Name())
	}
	return s.models[0], nil
}

// predictFlags adds the flags of phase 1.
func (s *settings) predictFlags(f *pflag.FlagSet) {
	f.Var(flags.NewRange(&s.runs, phase2.DefaultRuns, 1, flags.MaxCount), "sc-executions", "record `N` executions under sequential consistency")
	s.maxLen = 4
	f.Var(flags.NewLength(&s.maxLen, false), "max-len", "longest cycle: `N`, twice the number of its threads; what that costs is in help predict")
	f.Var(flags.NewRange(&s.maxCycles, 10_000, 1, flags.MaxCount), "max-cycles", "try at most `N` cycles for each model")
	f.BoolVar(&s.coarse, "coarse", false, "keep every predicted cycle, also those that no execution can make")
}

// autoLength makes the longest cycle, unless one is given, depend on what shorter ones
// give; predictFlags comes first.
func (s *settings) autoLength(f *pflag.FlagSet) {
	flag := f.Lookup("max-len")
	s.maxLen = 0
	flag.Value, flag.DefValue = flags.NewLength(&s.maxLen, true), "auto"
	flag.Usage += "; auto is 4, and 6 where that gives nothing"
}

// confirmFlags adds the flags of phase 2.
func (s *settings) confirmFlags(f *pflag.FlagSet) {
	f.Var(flags.NewRange(&s.trials, phase2.DefaultTrials, 1, flags.MaxCount), "trials", "make `N` trials for each cycle")
	f.Var(flags.NewRange(&s.executions, 1, 1, flags.MaxCount), "executions", "run the program `N` times in each trial")
	f.Var(flags.NewChoice(&s.delay, "event", "time"), "delay", "hold an operation until its racing partner has run, or for a fixed time")
	f.BoolVar(&s.untilConfirmed, "until-confirmed", false, "end the trials of a cycle at the first that confirms it")
	f.StringVar(&s.out, "out", "", "write witness files to `DIR`")
}

// budgetFlag adds the flag that bounds the work.
func (s *settings) budgetFlag(f *pflag.FlagSet) {
	s.budget = verdict.Normal
	f.Var(flags.NewBudget(&s.budget), "budget", "work that may be spent, which no clock measures: quick is about 2 s of processor time, normal 20 s, deep half an hour; or so many units")
}

// proveFlag adds the flag for telling why cycles were not confirmed.
func (s *settings) proveFlag(f *pflag.FlagSet) {
	f.Var(flags.NewRange(&s.prove, 0, 0, flags.MaxCount), "prove", "explore at most `N` executions to confirm more cycles, or tell why not; 0 is none")
}

// workersFlag adds the flag for the number of processors used.
func (s *settings) workersFlag(f *pflag.FlagSet) {
	f.Var(flags.NewRange(&s.workers, min(runtime.GOMAXPROCS(0), maxWorkers), 1, maxWorkers), "workers", "run `N` executions at once; changes no result")
	f.Lookup("workers").DefValue = "all processors"
}
