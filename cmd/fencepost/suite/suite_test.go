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

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
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
		runInOrder(t.Context(), n, jobs, func(_ context.Context, i int) int {
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
	runInOrder(t.Context(), 0, 4, func(context.Context, int) int { return 0 }, func(int, int) { t.Error("there is none") })
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

// Litmus tests and harnesses that are expected to go wrong are left out, each with a note.
func TestJudgesOrders(t *testing.T) {
	t.Parallel()
	all := []project.Harness{
		{Name: "queue", Command: Command}, {Name: "SB", Command: "explore"},
		{Name: "broken", Command: Command, Expect: report.Buggy}, {Name: "stack", Command: Command, Expect: report.Proved},
	}
	list, notes, err := JudgesOrders(all)
	want := []string{"fencepost: harness SB is a litmus test: it says nothing of orders", "fencepost: harness broken is expected to go wrong: it says nothing of orders"}
	if err != nil || !reflect.DeepEqual(names(list), []string{"queue", "stack"}) || !reflect.DeepEqual(notes, want) {
		t.Errorf("%q, %q, %v", names(list), notes, err)
	}
	if _, notes, err := JudgesOrders(all[1:3]); err == nil || len(notes) != 2 {
		t.Errorf("%q, %v, want an error", notes, err)
	}
}

// A harness whose command made no result gives the reason. The output of a command comes before the
// text of its harness.
func TestMemberHarness(t *testing.T) {
	t.Parallel()
	h := &project.Harness{Name: "a+b", Command: Command, Files: []string{"a.c"}}
	for _, c := range []struct {
		name          string
		made          *report.Harness
		alone         bool
		status, wrote int
		stderr        string
		text, failure string
		exit          int
	}{
		{"no result", nil, false, exit.Usage, exit.Usage, "a.c: no\n", "a.c: no\n", report.Failure.Title() + ": a.c: no", exit.Usage},
		{"passes", &report.Harness{Verdict: report.Proved, Rendered: report.Rendered{Text: "PROVED\n"}}, false, exit.OK, exit.OK, "note\n", "note\nPROVED\n", "", exit.OK},
		{"a bug", &report.Harness{Verdict: report.Buggy, Headline: "BUGGY", Rendered: report.Rendered{Text: "BUGGY\n"}}, false, exit.Bug, exit.Bug, "", "BUGGY\nIts executions: fencepost check --run '^a\\+b$'\n", "BUGGY", exit.Bug},
		{"a bug, alone", &report.Harness{Verdict: report.Buggy, Headline: "BUGGY", Rendered: report.Rendered{Text: "BUGGY\n"}}, true, exit.Bug, exit.Bug, "", "BUGGY\n", "BUGGY", exit.Bug},
		{"unwritten", &report.Harness{Verdict: report.Proved, Headline: "PROVED"}, true, exit.OK, exit.Output, "", "", "PROVED; its files cannot be written", exit.Output},
	} {
		m := &Member{Made: c.made, Alone: c.alone}
		got := m.Harness(h, c.status, c.wrote, c.stderr)
		if got.Text != c.text || got.Failure != c.failure || got.Exit != c.exit || got.Name != h.Name {
			t.Errorf("%s: text %q, failure %q, exit %d", c.name, got.Text, got.Failure, got.Exit)
		}
	}
}

// A harness of check takes all flags; explore those that it has and that are not of programs alone.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	explore := &cobra.Command{Use: "explore"}
	explore.Flags().Int("workers", 1, "")
	explore.Flags().String("baseline", "", "")
	check := &cobra.Command{Use: Command}
	check.Flags().AddFlagSet(explore.Flags())
	given := []string{"--workers=2", "--baseline=b.json", "--seed=1"}
	for _, c := range []struct {
		cmd  *cobra.Command
		want []string
	}{
		{explore, []string{"explore", "--own=x", "--workers=2", "--", "a.c"}},
		{check, []string{Command, "--own=x", "--workers=2", "--baseline=b.json", "--", "a.c"}},
	} {
		h := &project.Harness{Command: c.cmd.Name(), Flags: []string{"--own=x"}, Files: []string{"a.c"}}
		if got := CommandLine(c.cmd, h, given); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
