package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"syscall"

	"fencepost/interp/cfront/buildline"
)

// A Job is a command with all that its result depends on.
type Job struct {
	Tool string `json:"tool"` // the version of this tool
	// Args are the command line, without what says where the work is done.
	Args []string `json:"args"`
	// Files are the texts of the inputs, by their names.
	Files map[string]string `json:"files"`
	// Paths are the programs and tests, those in folders one by one.
	Paths []string `json:"paths,omitempty"`
	// Builds are the flags that a compilation database has, by the first file of a program.
	Builds map[string]buildline.Flags `json:"builds,omitempty"`
}

// NewJob returns a job that has no inputs yet.
func NewJob(tool string, args []string) *Job {
	return &Job{Tool: tool, Args: args, Files: map[string]string{}, Builds: map[string]buildline.Flags{}}
}

// Hash names the job by its content: 32 hexadecimal digits.
func (j *Job) Hash() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // strings
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
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

// differs says in what another job differs.
func (j *Job) differs(o *Job) string {
	switch {
	case j.Tool != o.Tool:
		return fmt.Sprintf("of version %s of fencepost, not %s,", o.Tool, j.Tool)
	case !slices.Equal(j.Args, o.Args):
		return fmt.Sprintf("of the command %q, not %q,", o.Args, j.Args)
	}
	return "not of the same program"
}
