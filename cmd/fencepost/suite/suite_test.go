package suite

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sync"
	"testing"
	"time"

	"fencepost/cmd/fencepost/project"
)

func names(list []project.Harness) (out []string) {
	for _, h := range list {
		out = append(out, h.Name)
	}
	return out
}

func TestChoose(t *testing.T) {
	t.Parallel()
	list := []project.Harness{{Name: "a1"}, {Name: "b1"}, {Name: "a2"}, {Name: "a3"}, {Name: "b2"}}
	for _, c := range []struct {
		Selection
		want []string
	}{
		{Selection{}, []string{"a1", "b1", "a2", "a3", "b2"}},
		{Selection{Run: regexp.MustCompile("^a")}, []string{"a1", "a2", "a3"}},
		{Selection{Shard: 1, Of: 2}, []string{"a1", "a2", "b2"}},
		{Selection{Shard: 2, Of: 2}, []string{"b1", "a3"}},
		{Selection{Run: regexp.MustCompile("^a"), Shard: 2, Of: 2}, []string{"a2"}},
		{Selection{Shard: 6, Of: 6}, nil},
	} {
		if got := names(c.Choose(list)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v chooses %q, want %q", c.Selection, got, c.want)
		}
	}
}

// Results come in order, whatever ends first, on any number of jobs.
func TestRunInOrder(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{1, 2, 7, 40} {
		const n = 20
		last := make(chan struct{})
		var got []int
		Run(t.Context(), n, jobs, func(_ context.Context, i int) int {
			if jobs >= n { // the last ends first
				if i < n-1 {
					<-last
				} else {
					close(last)
				}
			}
			return i * i
		}, func(i, r int) {
			if r != i*i {
				t.Errorf("%d is %d", i, r)
			}
			got = append(got, i)
		})
		for i := range got {
			if got[i] != i || len(got) != n {
				t.Fatalf("%d jobs: %v", jobs, got)
			}
		}
	}
	Run(t.Context(), 0, 4, func(context.Context, int) int { return 0 }, func(int, int) { t.Error("there is none") })
}

func entries(t *testing.T, dir string) (list []string) {
	list, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestCache(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "not", "there")
	c := Open(dir)
	one, other := NewKey("a", "bc"), NewKey("ab", "c")
	var got []int
	if one == other || c.Get(one, &got) {
		t.Fatal("a key is that of other texts, or an empty cache has it")
	}
	c.Put(one, []int{1, 2})
	if !c.Get(one, &got) || !reflect.DeepEqual(got, []int{1, 2}) || c.Get(other, &got) {
		t.Fatalf("got %v", got)
	}
	// Every damage is found: a byte, an end, an entry under another name, a folder.
	file := entries(t, dir)[0]
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		bad := append([]byte{}, whole...)
		bad[i] ^= 4
		for _, text := range [][]byte{bad, whole[:i]} {
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
			if c.Get(one, &got) {
				t.Fatalf("%q is taken for %q", text, whole)
			}
		}
	}
	moved := c.path(other)
	if err := os.MkdirAll(filepath.Dir(moved), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(moved, whole, 0o666); err != nil || c.Get(other, &got) {
		t.Fatal("an entry is taken under another name", err)
	}
	// What is damaged is written anew.
	c.Put(one, []int{3})
	if !c.Get(one, &got) || !reflect.DeepEqual(got, []int{3}) {
		t.Fatalf("got %v", got)
	}
}

// A folder that cannot be written to keeps nothing, and nothing fails. Of what was begun nothing
// is left.
func TestCacheCannotWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	k := NewKey("x")
	for _, c := range []Cache{{}, Open(file), Open(filepath.Join(file, "below"))} {
		c.Put(k, 1)
		c.Trim()
		if c.Get(k, new(int)) {
			t.Errorf("%q keeps a result", c.dir)
		}
	}
	c := Open(filepath.Join(dir, "cache"))
	if err := os.MkdirAll(c.path(k), 0o777); err != nil { // a folder in the place of the entry
		t.Fatal(err)
	}
	c.Put(k, 1)
	if left := entries(t, c.dir); c.Get(k, new(int)) || len(left) != 1 {
		t.Errorf("left: %q", left)
	}
	c.Put(NewKey("y"), make(chan int)) // which JSON does not have
	if c.Get(NewKey("y"), new(int)) {
		t.Error("a channel is kept")
	}
}

func TestCacheOfManyAtOnce(t *testing.T) {
	t.Parallel()
	c := Open(t.TempDir())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 50 {
				k := NewKey(fmt.Sprint(i % 5))
				var got []int
				if c.Get(k, &got) && (len(got) != 1000 || got[0] != i%5) {
					t.Errorf("%d: %d numbers", i, len(got))
				}
				value := make([]int, 1000)
				value[0] = i % 5
				c.Put(k, value)
			}
		})
	}
	all.Wait()
	if left := entries(t, c.dir); len(left) != 5 {
		t.Errorf("%d entries", len(left))
	}
}

func TestTrim(t *testing.T) {
	t.Parallel()
	c := Open(t.TempDir())
	for _, name := range []string{"old", "new", "used"} {
		c.Put(NewKey(name), 1)
	}
	for _, name := range []string{"old", "used"} {
		long := time.Now().Add(-2 * unused)
		if err := os.Chtimes(c.path(NewKey(name)), long, long); err != nil {
			t.Fatal(err)
		}
	}
	c.Get(NewKey("used"), new(int))
	c.Trim()
	for name, want := range map[string]bool{"old": false, "new": true, "used": true} {
		if c.Get(NewKey(name), new(int)) != want {
			t.Errorf("%s: want %v", name, want)
		}
	}
}
