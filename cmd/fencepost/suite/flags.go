package suite

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Flags holds the flags that check has for suites.
type Flags struct {
	Run     string
	List    bool
	Each    bool
	Jobs    int
	NoCache bool
}

// SuiteOnly are the flags that one program does not take.
var SuiteOnly = []string{"run", "list", "jobs", "no-cache"}

// forOne are the flags that a suite takes if it has one harness, with what a suite takes instead.
var forOne = map[string]string{
	"nats": sharded, "creds": sharded, "ca": sharded, "sign": sharded, "partial": sharded, "watch": "", "traces": "",
}

// sharded says what a suite takes instead of a program that is divided.
const sharded = ", or divide the suite by --shard I/N, and run a part on each machine"

// forEach are the flags of which each harness of a suite writes a file or folder of its own below the
// one that is given.
var forEach = map[string]string{"out": "", "html": ".html"} // with the end of its name

func (x *Flags) Flags(f *pflag.FlagSet) {
	x.ChoiceFlags(f)
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.BoolVar(&x.List, "list", false, "of a suite: list the harnesses, and run none")
	own.Var(flags.NewRange(&x.Jobs, runtime.GOMAXPROCS(0), 1, flags.MaxWorkers), "jobs", "of a suite: run `N` harnesses at once")
	own.Lookup("jobs").DefValue = "the number of processors"
	own.BoolVar(&x.NoCache, "no-cache", false, "of a suite: run also the harnesses in which nothing changed")
	f.AddFlagSet(own)
	own.VisitAll(func(flag *pflag.Flag) { project.ForSuites(f, flag.Name) })
	project.ForSuites(f, slices.Collect(maps.Keys(forOne))...)
	project.ForSuites(f, slices.Collect(maps.Keys(forEach))...)
	project.ForSuites(f, "json", "quiet", "verbose", "sarif", "junit", "github", "gitlab", "shard", "baseline", "update-baseline")
}

// ChoiceFlags adds the flags that choose programs.
func (x *Flags) ChoiceFlags(f *pflag.FlagSet) {
	f.StringVar(&x.Run, "run", "", "of a suite: only the harnesses whose names `REGEXP` matches")
	f.BoolVar(&x.Each, "each", false, "take each FILE as a program of its own: a suite without "+project.Name)
	project.ForSuites(f, "run", "each")
}

// programOnly are flags of explore that litmus tests do not take.
var programOnly = []string{"baseline", "update-baseline"}

// Command is the command that takes suites.
const Command = "check"

// CheckNumber returns an error if a flag is given that only a single program takes, and there are
// n harnesses. alone reports whether a single harness is to be run as if its files were named.
func CheckNumber(cmd *cobra.Command, n int) (alone bool, err error) {
	only := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		_, one := forOne[f.Name]
		if _, each := forEach[f.Name]; one || n == 1 && (each || f.Name == "baseline") {
			only = f.Name
		}
	})
	if only != "" && n != 1 {
		return false, failure.Usagef("--%s is for one program: choose a harness by --run%s", only, forOne[only])
	}
	return only != "", nil
}

// Choose returns the harnesses that the flags choose, of a shard unless of is 0.
func (x *Flags) Choose(all []project.Harness, shard, of int) ([]project.Harness, error) {
	choice := Selection{Shard: shard, Of: of}
	if x.Run != "" {
		expression, err := regexp.Compile(x.Run)
		if err != nil {
			return nil, failure.Usagef("--run: %v", err)
		}
		choice.Run = expression
	}
	list := choice.Choose(all)
	if len(list) == 0 && choice.Of == 0 {
		names := lists.Map(all[:min(len(all), namesTold)], func(h project.Harness) string { return h.Name })
		if len(all) > namesTold {
			names = append(names, "...")
		}
		return nil, failure.Usagef("--run %s: no harness is called so; there are %s", x.Run, strings.Join(names, ", "))
	}
	return list, nil
}

// namesTold is how many harnesses are named to who names none of them.
const namesTold = 5

// DefaultCache is where results of harnesses are kept; nowhere if the system has no place.
func DefaultCache() Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return Cache{}
	}
	return Open(filepath.Join(dir, "fencepost", "suite"))
}

// Divide gives each harness a place below the folders of the flags html and out that each writes to:
// the flags of each, by its name.
func Divide(list []project.Harness, html, out string) (own map[string][]string, err error) {
	folders := map[string]string{"html": html, "out": out}
	for _, flag := range slices.Sorted(maps.Keys(folders)) {
		dir := folders[flag]
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, failure.Usagef("--%s %s: of a suite it is a folder, which cannot be made: %v", flag, dir, err)
		}
		if own == nil {
			own = map[string][]string{}
		}
		names := outputs.BaseNames{}
		for _, h := range list {
			base := names.Of(notInNames().ReplaceAllString(h.Name, "-") + ".")
			own[h.Name] = append(own[h.Name], "--"+flag+"="+filepath.Join(dir, base+forEach[flag]))
		}
	}
	return own, nil
}

// notInNames is what the names of harnesses have that those of files should not.
var notInNames = lazyregexp.New(`^\.+|[^\w.+-]+`)

// CommandLine returns the command line of a harness, with flags for all harnesses. Of these explore
// takes those that it has, cmd being the command of the harness.
func CommandLine(cmd *cobra.Command, h *project.Harness, given []string) []string {
	words := append([]string{h.Command}, h.Flags...)
	for _, w := range given {
		name, value, _ := strings.Cut(strings.TrimPrefix(w, "--"), "=")
		if f := cmd.Flag(name); f != nil && (h.Command == Command || f.Value.Set(value) == nil && !slices.Contains(programOnly, name)) {
			words = append(words, w)
		}
	}
	return slices.Concat(words, []string{"--"}, h.Files)
}

// Given returns the flags of a command line, in their order, which keep allows. The command has parsed
// it once, without an error.
func Given(cmd *cobra.Command, line []string, keep func(*pflag.Flag) bool) (words []string) {
	_ = cmd.Flags().ParseAll(line, func(f *pflag.Flag, value string) error {
		if keep(f) {
			words = append(words, "--"+f.Name+"="+value)
		}
		return nil
	})
	return words
}
