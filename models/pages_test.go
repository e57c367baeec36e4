package models_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/models"
	"fencepost/models/page"
)

// A described is a machine in a way of its own, for two threads: what it does is written down
// without the packages under test. An operation that has to wait is not enabled; nothing is forced.
type described interface {
	// clone returns a copy.
	clone() described
	// ready reports whether thread k can do an action now.
	ready(k int, a action) bool
	// do performs it; from chooses among what a load may read, of as many as do returns the first
	// time.
	do(k int, a action, from int) (read uint8)
	choices(k int, a action) int
	// inner returns the states after a step that no thread makes.
	inner() []described
}

// describedOutcomes adds what the program can print from a state on.
func describedOutcomes(threads [2][]action, at [2]int, read [2][4]uint8, s described, seen, found map[string]bool) {
	key := fmt.Sprintf("%v %v %+v", at, read, s)
	if seen[key] {
		return
	}
	seen[key] = true
	for _, next := range s.inner() {
		describedOutcomes(threads, at, read, next, seen, found)
	}
	for k := range threads {
		if at[k] == len(threads[k]) {
			continue
		}
		a := threads[k][at[k]]
		if !s.ready(k, a) {
			continue
		}
		for from := range s.choices(k, a) {
			next, at, read := s.clone(), at, read
			v := next.do(k, a, from)
			if a.kind == 'R' || a.kind == 'X' {
				read[k][at[k]] = v
			}
			at[k]++
			describedOutcomes(threads, at, read, next, seen, found)
		}
	}
	if at[0] == len(threads[0]) && at[1] == len(threads[1]) {
		var b strings.Builder
		for _, thread := range read {
			for _, v := range thread {
				fmt.Fprint(&b, v)
			}
		}
		found[b.String()] = true
	}
}

// combining is a write-combining buffer: groups of at most one store a location, divided by
// store-store fences. Any store of the first group may go to memory.
type combining struct {
	room   int
	memory [3]uint8
	groups [2][][3]uint8 // values are not 0
}

func (s *combining) clone() described {
	c := *s
	for k := range c.groups {
		c.groups[k] = slices.Clone(s.groups[k])
	}
	return &c
}

func (s *combining) waiting(k int) (n int) {
	for _, g := range s.groups[k] {
		for _, v := range g {
			if v != 0 {
				n++
			}
		}
	}
	return n
}

func (s *combining) ready(k int, a action) bool {
	g := s.groups[k]
	last := len(g) - 1
	switch a.kind {
	case 'W':
		return g[last][a.loc] != 0 || s.waiting(k) < s.room
	case 'X': // earlier groups are gone, and its own location
		return last == 0 && g[0][a.loc] == 0
	case 'F':
		return s.waiting(k) == 0
	}
	return true
}

func (s *combining) choices(int, action) int { return 1 }

func (s *combining) do(k int, a action, _ int) (read uint8) {
	g := s.groups[k]
	switch a.kind {
	case 'R':
		read = s.memory[a.loc]
		for _, one := range g {
			if one[a.loc] != 0 {
				read = one[a.loc]
			}
		}
	case 'X':
		read, s.memory[a.loc] = s.memory[a.loc], a.value
	case 'W':
		g[len(g)-1][a.loc] = a.value
	case 'S':
		if g[len(g)-1] != [3]uint8{} {
			s.groups[k] = append(g, [3]uint8{})
		}
	}
	return read
}

func (s *combining) inner() (list []described) {
	for k := range s.groups {
		for l, v := range s.groups[k][0] {
			if v == 0 {
				continue
			}
			next := s.clone().(*combining)
			next.memory[l] = v
			next.groups[k][0][l] = 0
			if next.groups[k][0] == [3]uint8{} && len(next.groups[k]) > 1 {
				next.groups[k] = next.groups[k][1:]
			}
			list = append(list, next)
		}
	}
	return list
}

// invalidations is memory as all that was ever stored to each location, of which a thread has
// seen so much.
type invalidations struct {
	stored [3][]uint8
	seen   [2][3]int
}

func (s *invalidations) clone() described {
	c := *s
	for l := range c.stored {
		c.stored[l] = slices.Clone(s.stored[l])
	}
	return &c
}

func (s *invalidations) ready(int, action) bool { return true }
func (s *invalidations) inner() []described     { return nil }

func (s *invalidations) choices(k int, a action) int {
	if a.kind == 'R' {
		return len(s.stored[a.loc]) - s.seen[k][a.loc]
	}
	return 1
}

func (s *invalidations) do(k int, a action, from int) (read uint8) {
	switch a.kind {
	case 'R':
		s.seen[k][a.loc] += from
		return s.stored[a.loc][s.seen[k][a.loc]]
	case 'W', 'X':
		read = s.stored[a.loc][len(s.stored[a.loc])-1]
		s.stored[a.loc] = append(s.stored[a.loc], a.value)
		s.seen[k][a.loc] = len(s.stored[a.loc]) - 1
	case 'L', 'F':
		for l := range s.stored {
			s.seen[k][l] = len(s.stored[l]) - 1
		}
	}
	return read
}

// fifo is TSO with so much room, in which a load may have to wait.
type fifo struct {
	room   int
	waits  bool
	memory [3]uint8
	stores [2][]action
}

func (s *fifo) clone() described {
	c := *s
	for k := range c.stores {
		c.stores[k] = slices.Clone(s.stores[k])
	}
	return &c
}

// own returns the thread's newest store to a location, or 0.
func (s *fifo) own(k, l int) (v uint8) {
	for _, w := range s.stores[k] {
		if w.loc == l {
			v = w.value
		}
	}
	return v
}

func (s *fifo) ready(k int, a action) bool {
	switch a.kind {
	case 'W':
		return len(s.stores[k]) < s.room
	case 'R':
		return !s.waits || s.own(k, a.loc) == 0
	case 'X', 'F':
		return len(s.stores[k]) == 0
	}
	return true
}

func (s *fifo) choices(int, action) int { return 1 }

func (s *fifo) do(k int, a action, _ int) (read uint8) {
	switch a.kind {
	case 'R':
		if read = s.own(k, a.loc); read == 0 {
			read = s.memory[a.loc]
		}
	case 'X':
		read, s.memory[a.loc] = s.memory[a.loc], a.value
	case 'W':
		s.stores[k] = append(s.stores[k], a)
	}
	return read
}

func (s *fifo) inner() (list []described) {
	for k := range s.stores {
		if len(s.stores[k]) > 0 {
			next := s.clone().(*fifo)
			w := next.stores[k][0]
			next.memory[w.loc], next.stores[k] = w.value, next.stores[k][1:]
			list = append(list, next)
		}
	}
	return list
}

// Random programs print the same under the machines of pages and in enumerations that know
// nothing of them.
func TestPagesAgree(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page     string
		old, new string // a change of it
		begin    described
	}{
		{page: "tso1", begin: &fifo{room: 1}},
		{page: "tso2", begin: &fifo{room: 2}},
		{page: "waiting", begin: &fifo{room: 9, waits: true}},
		{page: "combining", begin: &combining{room: 4, groups: [2][][3]uint8{{{}}, {{}}}}},
		{page: "combining", old: "capacity  4", new: "capacity  1", begin: &combining{room: 1, groups: [2][][3]uint8{{{}}, {{}}}}},
		{page: "combining", old: "capacity  4", new: "capacity  2", begin: &combining{room: 2, groups: [2][][3]uint8{{{}}, {{}}}}},
		{page: "delayed", begin: &invalidations{stored: [3][]uint8{{0}, {0}, {0}}}},
	} {
		t.Run(c.page+c.new, func(t *testing.T) {
			t.Parallel()
			text, ok := page.Text(c.page)
			if !ok || !strings.Contains(text, c.old) {
				t.Fatalf("no page %s, or another", c.page)
			}
			m, err := page.Parse(c.page, []byte(strings.Replace(text, c.old, c.new, 1)))
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(4, 0))
			differ := 0
			for range testsize.Count(90, 1500) {
				threads := randomActions(r, "RRWWWWXFSL")
				text := source(threads)
				p, err := cfront.Compile("t.c", []byte(text), cfront.Options{})
				if err != nil {
					t.Fatal(err)
				}
				found := map[string]bool{}
				describedOutcomes(threads, [2]int{}, [2][4]uint8{}, c.begin, map[string]bool{}, found)
				want := slices.Sorted(maps.Keys(found))
				if got := machineOutcomes(t, p, m); !slices.Equal(got, want) {
					t.Fatalf("the machine prints %v, want %v\n%s", got, want, text)
				}
				if !slices.Equal(want, machineOutcomes(t, p, models.SC)) {
					differ++
				}
			}
			if differ == 0 {
				t.Error("no program tells the machine from sc")
			}
		})
	}
}
