package interp_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// A lister is a strategy that holds the lists of enabled transitions, which are kept from step
// to step, against the state that they are of.
type lister struct {
	strategy.Random
	section bool // there are atomic sections: not all enabled transitions are listed
	wrong   string
	before  []trace.ThreadID // in list number
	number  int
	checked int
}

func (s *lister) Begin(run int) bool {
	s.before, s.number = nil, 0
	return s.Random.Begin(run)
}

func (s *lister) Choose(c *interp.Choice) int {
	if c.Kind == interp.Schedule && s.wrong == "" {
		s.wrong = s.check(c)
		s.checked++
	}
	return s.Random.Choose(c)
}

func (s *lister) check(c *interp.Choice) string {
	m := c.Machine
	var threads []trace.ThreadID
	for _, a := range c.Actions {
		if a.Store == 0 {
			threads = append(threads, a.Thread)
			if op := m.Next(a.Thread); a.Loc != op.Loc || a.Site != op.Site {
				return fmt.Sprintf("thread %d is at site %d, not %d", a.Thread, op.Site, a.Site)
			}
		}
	}
	for t := range trace.ThreadID(m.Threads()) {
		if !s.section && m.Thread(t).State == vm.Ready && len(threads) > 0 && !slices.Contains(threads, t) {
			return fmt.Sprintf("thread %d is ready, and is not in %v", t, c.Actions)
		}
	}
	if want := m.Memory().Commits(nil); !s.section && !slices.Equal(c.Actions[len(threads):], want) {
		return fmt.Sprintf("commits are %v and should be %v", c.Actions[len(threads):], want)
	}
	if c.List == s.number && !slices.Equal(threads, s.before) {
		return fmt.Sprintf("list %d has threads %v, and had %v", c.List, threads, s.before)
	}
	s.before, s.number = threads, c.List
	return ""
}

const sections = `
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;
void *f(void *p) {
	x = 1;
	__VERIFIER_atomic_begin();
	x++, y++;
	__VERIFIER_atomic_end();
	return p;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, f, 0);
	f(0);
	pthread_join(a, 0);
	pthread_join(b, 0);
}
`

// TestLists runs the scenarios, and a program with atomic sections, under a lister.
func TestLists(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/[es]*/*.c")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	check := func(name string, p *code.Program, o interp.Options) {
		for _, m := range models.All() {
			mc := interp.New(p, m, o)
			l := &lister{Random: *strategy.NewRandom(1), section: p.Atomic != 0}
			for run := range testsize.Count(15, 60) {
				l.Begin(run)
				if mc.Run(context.Background(), l, nil); l.wrong != "" {
					t.Fatalf("%s, %s, execution %d: %s", name, m.Name, run, l.wrong)
				}
			}
			checked += l.checked
		}
	}
	for i, file := range files {
		if testsize.LeftOut(2, i) {
			continue
		}
		s := loadScenario(t, file)
		check(file, s.program, s.options)
	}
	p, err := cfront.Compile("sections.c", []byte(sections), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	check("sections", p, interp.Options{})
	if checked < 8_000 || checked < 50_000 && testsize.Whole() {
		t.Errorf("only %d lists", checked)
	}
}
