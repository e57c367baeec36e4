package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
)

// Each program of testdata/answers has the answer of its first line, with the flags that the
// command has by itself, and the words that stand there.
func TestAnswers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/answers/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	header := regexp.MustCompile(`^// check: (\w+)(?: \((.*)\))?\n`)
	statuses := map[string]int{"proved": exit.OK, "buggy": exit.Bug, "unsupported": exit.Unsupported}
	for i, file := range files {
		if testsize.LeftOut(4, i) {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := header.FindStringSubmatch(string(text))
			if want == nil {
				t.Fatal("the first line has no answer")
			}
			out, status := check(t, file)
			headline := ": " + strings.ToUpper(want[1])
			if status != statuses[want[1]] || status != exit.Unsupported && !strings.Contains(out, headline) || !strings.Contains(strings.Join(strings.Fields(out), " "), want[2]) {
				t.Errorf("exit status %d, want %s:\n%s", status, want[0], out)
			}
		})
	}
}
