package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"fencepost/benchmarks/lessons"
)

// Every lesson asks about an outcome that SC lacks, and shows it if a model has it.
func TestLessons(t *testing.T) {
	never := map[string]bool{"LB": true, "CoRR": true}
	for _, l := range lessons.All() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if got := run(context.Background(), []string{"learn", l.Name}, strings.NewReader(""), &stdout, &stderr); got != exitOK {
				t.Fatalf("status %d: %s", got, stderr.String())
			}
			text := stdout.String()
			asked := strings.ReplaceAll(l.Asked, ",", " ")
			for _, line := range strings.Split(text, "\n") {
				if strings.HasPrefix(line, " "+asked+" ") && (!strings.HasSuffix(line, "<-") || strings.Fields(line)[len(strings.Fields(asked))] != "-") {
					t.Errorf("the outcome asked for: %q", line)
				}
			}
			if !strings.Contains(text, "<-") || never[l.Name] == strings.Contains(text, "these fences forbid it") {
				t.Errorf("got\n%s", text)
			}
		})
	}
}
