package project

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/trace"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
)

// A file with a small change says the same, or something else in a value, or is refused,
// with its line.
func TestMutants(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), Name)
	args := func(text []byte) (*Line, error) {
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		root := commands()
		check := root.Commands()[0]
		check.Flags().Int("executions", 100, "")
		check.Flags().Bool("all", false, "")
		return Args(func() *cobra.Command { return root }, []string{"check", "--config", path})
	}
	texts := []string{
		"files = [\"a.c\", \"b.c\"]\ndefine = [\"N=7\", 'M=\"x\"']\n[check] # the command\nexecutions = 1000\nall = true\n",
		"define = 'N=7'\n[[harness]]\nname = 'one'\nfiles = [\"a.c\", \"b.c\"]\nexpect = 'buggy'\n\n[[harness]]\nfiles = 'c.c' # the second\nseed = 3\n",
	}
	values := func(text []byte) (list []any) {
		var raw map[string]any
		if _, err := toml.Decode(string(text), &raw); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		section, _ := raw["check"].(map[string]any)
		return []any{raw["files"], raw["define"], section["executions"], section["all"], raw["harness"]}
	}
	r := rand.New(rand.NewPCG(1, 6))
	for _, text := range texts {
		want, err := args([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		refused, same := 0, 0
		for range testsize.Count(900, 50_000) {
			mutant := programtest.Mutate(r, []byte(text))
			got, err := args(mutant)
			var wrong *trace.Diagnostic
			switch {
			case errors.As(err, &wrong):
				if refused++; wrong.Line == 0 {
					t.Errorf("%s is refused without a line: %v", mutant, err)
				}
			case err != nil:
				t.Errorf("%s: %v", mutant, err)
			case reflect.DeepEqual(got, want):
				same++
			case reflect.DeepEqual(values(mutant), values([]byte(text))):
				t.Errorf("%s means %+v", mutant, got)
			}
		}
		if refused == 0 || same == 0 {
			t.Errorf("%d refused, %d the same", refused, same)
		}
	}
}
