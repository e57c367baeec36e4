package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"fencepost/benchmarks/lessons"
)

// Every lesson is told whole where nobody can press a key, in lines of 80 columns but for
// the program's own.
func TestLessons(t *testing.T) {
	list, err := lessons.All()
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, l := range list {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if got := run(context.Background(), []string{"learn", l.Name}, strings.NewReader(""), &stdout, &stderr); got != exitOK {
				t.Fatalf("status %d: %s", got, stderr.String())
			}
			text := stdout.String()
			for _, want := range []string{l.Title, "[x]", "Play\n"} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			if l.Repair != nil && !strings.Contains(text, "Repair\n") || l.Transfer != nil && !strings.Contains(text, "Transfer: ") {
				t.Errorf("got\n%s", text)
			}
		})
	}
}
