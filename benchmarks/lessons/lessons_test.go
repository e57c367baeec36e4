package lessons

import (
	"context"
	"slices"
	"testing"

	"fencepost/models"
)

// Every answer has the outcomes that the test states, and an execution with the one
// asked for if a model has it.
func TestAnswers(t *testing.T) {
	t.Parallel()
	if len(All()) == 0 {
		t.Fatal("no lessons")
	}
	for _, l := range All() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			test, err := l.Open()
			if err != nil {
				t.Fatal(err)
			}
			a, err := l.Answer(context.Background(), test)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range models.Names() {
				var found []string
				for _, o := range a.Outcomes {
					if slices.Contains(o.Models, m) {
						found = append(found, o.Values)
					}
				}
				if want := test.stated[m]; len(want) == 0 || !slices.Equal(found, want) {
					t.Errorf("%s has %v, want %v", m, found, want)
				}
			}
			i := slices.IndexFunc(a.Outcomes, func(o Outcome) bool { return o.Values == l.Asked })
			if i < 0 || slices.Contains(a.Outcomes[i].Models, "sc") {
				t.Fatalf("the outcome asked for: %d", i)
			}
			if relaxed := len(a.Outcomes[i].Models) > 0; relaxed != (a.Shown != nil) || relaxed != (len(a.Repairs) > 0) {
				t.Errorf("shown %v, repairs %v", a.Shown, a.Repairs)
			}
			if len(a.Allowing)+len(a.Forbidding) != len(elsewhere) || len(test.Threads) == 0 || test.Title == "" {
				t.Errorf("%+v", a)
			}
		})
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := Find("sb")
	test, err := l.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Answer(ctx, test); err == nil {
		t.Error("an answer, though nothing was run")
	}
}
