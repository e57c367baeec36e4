package benchmarks

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the tables of outcomes in the C programs")

// An operation takes the structure's content to a new one, which must not share
// memory with the old, and returns a result; noResult if it has none.
type operation func(content []int) (next []int, result int)

const noResult = -1

// A harness is what a data-structure program runs, with abstract operations.
type harness struct {
	file    string
	table   string // what stands behind "begin outcomes"
	content []int
	threads [][]operation
	digit   int // added to an element to make it a digit
}

func pushBack(v int) operation {
	return func(c []int) ([]int, int) { return append(slices.Clone(c), v), noResult }
}

func pushFront(v int) operation {
	return func(c []int) ([]int, int) { return append([]int{v}, c...), noResult }
}

func popFront(c []int) ([]int, int) {
	if len(c) == 0 {
		return c, 0
	}
	return c[1:], c[0]
}

func popBack(c []int) ([]int, int) {
	if len(c) == 0 {
		return c, 0
	}
	return c[:len(c)-1], c[len(c)-1]
}

func insert(key int) operation {
	return func(c []int) ([]int, int) {
		i, found := slices.BinarySearch(c, key)
		if found {
			return c, 0
		}
		return slices.Insert(slices.Clone(c), i, key), 1
	}
}

func remove(key int) operation {
	return func(c []int) ([]int, int) {
		i, found := slices.BinarySearch(c, key)
		if !found {
			return c, 0
		}
		return slices.Delete(slices.Clone(c), i, i+1), 1
	}
}

func contains(key int) operation {
	return func(c []int) ([]int, int) {
		if _, found := slices.BinarySearch(c, key); found {
			return c, 1
		}
		return c, 0
	}
}

func queue(file string) harness {
	return harness{file: file, threads: [][]operation{
		{pushBack(1), pushBack(2), popFront, popFront, pushBack(3)},
		{popFront, popFront, pushBack(4), pushBack(5), popFront},
	}}
}

func set(file string) harness {
	return harness{file: file, content: []int{3, 7}, digit: 6, threads: [][]operation{
		{insert(-1), remove(2)},
		{remove(3), insert(1), contains(7)},
		{contains(3), insert(-5)},
	}}
}

var harnesses = []harness{
	queue("relaxer/ms2.c"),
	queue("relaxer/msn.c"),
	set("relaxer/lazylist.c"),
	set("relaxer/harris.c"),
	{file: "relaxer/snark.c", threads: [][]operation{
		{pushBack(1), pushFront(2), popBack, popFront},
		{pushBack(3), pushFront(4), popBack, popFront},
	}},
	{file: "relaxer/snark.c", table: " SHORT", threads: [][]operation{
		{pushBack(1), popBack},
		{pushBack(2), popFront},
	}},
}

// outcomes runs the operations in every order that the threads allow. An
// outcome is a 1, each thread's results and the content, a digit each.
func (h *harness) outcomes() []uint64 {
	found := map[uint64]bool{}
	done := make([]int, len(h.threads))
	results := make([][]int, len(h.threads))
	var step func(content []int)
	step = func(content []int) {
		ended := true
		for t, ops := range h.threads {
			if done[t] == len(ops) {
				continue
			}
			ended = false
			next, result := ops[done[t]](content)
			before := results[t]
			if result != noResult {
				results[t] = append(slices.Clone(before), result)
			}
			done[t]++
			step(next)
			done[t]--
			results[t] = before
		}
		if !ended {
			return
		}
		outcome := uint64(1)
		for _, r := range slices.Concat(results...) {
			outcome = outcome<<4 | uint64(r)
		}
		for _, v := range content {
			outcome = outcome<<4 | uint64(v+h.digit)
		}
		found[outcome] = true
	}
	step(h.content)
	return slices.Sorted(maps.Keys(found))
}

// cases writes the table as C, five cases a line.
func cases(outcomes []uint64) string {
	var b strings.Builder
	for row := range slices.Chunk(outcomes, 5) {
		for i, o := range row {
			fmt.Fprintf(&b, "%scase 0x%x:", []string{"\t", " "}[min(i, 1)], o)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// The tables of allowed outcomes in the programs are those of atomic operations.
func TestOutcomeTables(t *testing.T) {
	for _, h := range harnesses {
		src, err := os.ReadFile(h.file)
		if err != nil {
			t.Fatal(err)
		}
		block := regexp.MustCompile(`(?s)(/\* begin outcomes` + h.table + ` \*/\n)(.*?)(\t/\* end outcomes \*/)`)
		m := block.FindSubmatch(src)
		if m == nil {
			t.Errorf("%s: no table of outcomes%s", h.file, h.table)
			continue
		}
		want := cases(h.outcomes())
		if string(m[2]) == want {
			continue
		}
		if !*update {
			t.Errorf("%s: outcomes%s are\n%swant\n%s", h.file, h.table, m[2], want)
			continue
		}
		src = block.ReplaceAll(src, []byte("${1}"+want+"${3}"))
		if err := os.WriteFile(h.file, src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
