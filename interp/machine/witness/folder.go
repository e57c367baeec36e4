package witness

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fencepost/trace/lazyregexp"
)

// ErrorName returns the name of the file of the n-th error under a model, from 1:
// tso-error-1.json. The model may be preceded by the name of a program.
func ErrorName(model string, n int) string { return fmt.Sprintf("%s-error-%d.json", inName(model), n) }

// ConfirmedName returns the name of the file of an execution that makes the n-th cycle:
// tso-3-confirmed.json.
func ConfirmedName(model string, n int) string {
	return fmt.Sprintf("%s-%d-confirmed.json", inName(model), n)
}

// BuggyName returns the name of the file of one that also ends in an error:
// tso-3-buggy.json.
func BuggyName(model string, n int) string { return fmt.Sprintf("%s-%d-buggy.json", inName(model), n) }

// WithoutName returns the name of the file of an execution that goes wrong without the n-th
// part of a change: tso-without-1.json.
func WithoutName(model string, n int) string {
	return fmt.Sprintf("%s-without-%d.json", inName(model), n)
}

// OutcomeName returns the name of the file of an execution with the n-th outcome under a
// model: tso-outcome-1.json.
func OutcomeName(model string, n int) string {
	return fmt.Sprintf("%s-outcome-%d.json", inName(model), n)
}

// inName returns the name of a model as part of a file name: the name of a page is a path.
func inName(model string) string { return strings.NewReplacer("/", "-", `\`, "-").Replace(model) }

// ours matches the ends of these names, including those of earlier versions.
var ours = lazyregexp.New(`-([0-9]+-(created|confirmed|buggy)|error-[0-9]+|outcome-[0-9]+|without-[0-9]+)\.json$`)

// Clear creates a folder if necessary, and removes the witness files with such names from
// it. It removes nothing else.
func Clear(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		if !e.Type().IsRegular() || !ours().MatchString(e.Name()) || !Is(path) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}
