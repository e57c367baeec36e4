package witness

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// ErrorName is the name of the file of the n-th error of a model, from 1:
// tso-error-1.json. The model may stand behind the name of a program.
func ErrorName(model string, n int) string { return fmt.Sprintf("%s-error-%d.json", inName(model), n) }

// ConfirmedName is the name of the file of an execution that makes the n-th cycle:
// tso-3-confirmed.json.
func ConfirmedName(model string, n int) string {
	return fmt.Sprintf("%s-%d-confirmed.json", inName(model), n)
}

// BuggyName is that of one that also ends in an error: tso-3-buggy.json.
func BuggyName(model string, n int) string { return fmt.Sprintf("%s-%d-buggy.json", inName(model), n) }

// WithoutName is the name of the file of what goes wrong without the n-th part of a
// change: tso-without-1.json.
func WithoutName(model string, n int) string {
	return fmt.Sprintf("%s-without-%d.json", inName(model), n)
}

// OutcomeName is the name of the file of an execution with the n-th outcome of a model:
// tso-outcome-1.json.
func OutcomeName(model string, n int) string {
	return fmt.Sprintf("%s-outcome-%d.json", inName(model), n)
}

// inName returns the name of a model as a part of a file's name: that of a page is a path.
func inName(model string) string { return strings.NewReplacer("/", "-", `\`, "-").Replace(model) }

// ours is how these names end, and those of versions before.
var ours = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`-([0-9]+-(created|confirmed|buggy)|error-[0-9]+|outcome-[0-9]+|without-[0-9]+)\.json$`)
})

// Clear makes a folder, and removes the witness files in it that have such names:
// nothing else.
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
