package cluster

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"fencepost/interp/c/compdb"
	"fencepost/trace/lists"
)

// A Job is a command with all inputs of its result. It may come from anybody: it is only
// data, without a command line and without paths of files to read or write. Its file names
// are keys of Files.
type Job struct {
	Tool    string `json:"tool"`    // the version of this tool
	Command string `json:"command"` // a key of jobOptions
	// Options are the command's flags that differ from their defaults, in order of name.
	Options []Option `json:"options,omitempty"`
	// Inputs are the programs and tests on the command line.
	Inputs []string `json:"inputs"`
	// Files are the texts of the inputs, by name.
	Files map[string]string `json:"files"`
	// Paths are the programs and tests; those in folders are listed one by one.
	Paths []string `json:"paths,omitempty"`
	// Builds are the flags from a compilation database, by the first file of a program.
	Builds map[string]compdb.Flags `json:"builds,omitempty"`
	// Examples and Runs say which executions of an exploration the parts keep for display.
	Examples bool `json:"examples,omitempty"`
	Runs     bool `json:"runs,omitempty"`
}

// An Option is a value of a flag. A flag with several values has several Options.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// programOptions are options of all commands. The value of compdb is only displayed: the
// content of the database is in Builds.
var programOptions = []string{
	"arg", "compdb", "define", "include", "include-file", "json", "malloc-fail", "mapping", "max-steps", "memory", "model",
	"opt", "quiet", "racy-plain", "release-sequence", "reuse", "std", "verbose", "volatile", "weak-fail",
}

// jobOptions are the possible commands of a job with their possible options. None names a
// file outside of the job.
var jobOptions = map[string][]string{
	"test": slices.Concat(programOptions, []string{
		"all", "confidence", "depth", "executions", "history", "kcom", "linearizable", "prune", "seed", "strategy", "until-bug",
	}),
	"explore": slices.Concat(programOptions, []string{
		"at-exit", "bound", "count", "format", "linearizable", "link", "liveness", "no-barriers", "no-commuting", "no-narrowing", "no-skip-idle", "no-symmetry",
		"observe", "traces", "unroll", "why",
	}),
	"check": slices.Concat(programOptions, []string{
		"all", "budget", "coarse", "delay", "executions", "fail-on", "max-cycles", "max-len", "prove", "races-only", "sc-executions",
		"seed", "traces", "trials", "until-confirmed",
	}),
}

// NewJob returns a job without inputs.
func NewJob(tool, command string, inputs ...string) *Job {
	return &Job{Tool: tool, Command: command, Inputs: inputs, Files: map[string]string{}, Builds: map[string]compdb.Flags{}}
}

// Options returns the possible options of a job with a command; nil if there is no such
// job.
func Options(command string) []string { return jobOptions[command] }

// Check returns an error if a job that somebody sent is invalid. The values of options are
// checked where they are used.
func (j *Job) Check() error {
	allowed := Options(j.Command)
	if allowed == nil {
		return fmt.Errorf("a job is of test, explore or check, not of %q", j.Command)
	}
	for _, o := range j.Options {
		if !slices.Contains(allowed, o.Name) {
			return fmt.Errorf("a job of %s has no option %q", j.Command, o.Name)
		}
	}
	if len(j.Inputs) == 0 || j.Command == "explore" && len(j.Paths) == 0 {
		return errors.New("the job names no program")
	}
	return nil
}

// Words returns the command line, for display.
func (j *Job) Words() []string {
	options := lists.Map(j.Options, func(o Option) string { return "--" + o.Name + "=" + o.Value })
	return slices.Concat([]string{j.Command}, options, j.Inputs)
}

// Hash returns a name of the job that is made from its content: 32 hexadecimal digits.
func (j *Job) Hash() string {
	sum := sumJSON(j)
	return hex.EncodeToString(sum[:16])
}

// Digest returns the hash that a signature of the job signs.
func (j *Job) Digest() []byte {
	sum := sumJSON(j)
	return append([]byte("fencepost job "), sum[:]...)
}

// Add adds an input.
func (j *Job) Add(name string, text []byte) { j.Files[filepath.Clean(name)] = string(text) }

// ReadFile returns an input.
func (j *Job) ReadFile(name string) ([]byte, error) {
	if text, ok := j.Files[filepath.Clean(name)]; ok {
		return []byte(text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOENT}
}

// differs describes the difference to another job.
func (j *Job) differs(o *Job) string {
	switch {
	case j.Tool != o.Tool:
		return fmt.Sprintf("of version %s of fencepost, not %s,", o.Tool, j.Tool)
	case !slices.Equal(j.Words(), o.Words()):
		return fmt.Sprintf("of the command '%s', not '%s',", strings.Join(o.Words(), " "), strings.Join(j.Words(), " "))
	}
	return "not of the same program"
}
