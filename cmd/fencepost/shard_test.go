package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/exit"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// command runs the command and returns what it prints and its exit status.
func command(t testing.TB, args ...string) (out string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
	if status > exit.Incomplete {
		t.Fatalf("%q ends with %d: %s", args, status, stderr.String())
	}
	if stderr.Len() > 0 {
		t.Logf("%q ends with %d: %s", args, status, stderr.String())
	}
	return stdout.String(), status
}

// shards runs a command in n shards and returns the files of their partial results.
func shards(t testing.TB, n int, args ...string) (files []string) {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		file := filepath.Join(dir, fmt.Sprintf("%d.part", i+1))
		out, status := command(t, append(slices.Clone(args), "--shard", fmt.Sprintf("%d/%d", i+1, n), "--partial", file)...)
		if out != "" || status != exit.OK {
			t.Fatalf("shard %d of %d of %q prints %q and ends with %d", i+1, n, args, out, status)
		}
		files = append(files, file)
	}
	return files
}

const relaxedSum = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *a(void *p)
{
	for (int i = 0; i < 6; i++)
		atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	return p;
}
static void *b(void *p)
{
	for (int i = 0; i < 6; i++) {
		if (atomic_load_explicit(&x, memory_order_relaxed) != 3)
			return p;
		atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
	}
	assert(0);
	return p;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`

// What shards do and merge puts together is what one process prints.
func TestMergeIsOneProcess(t *testing.T) {
	rare := filepath.Join(t.TempDir(), "rare.c")
	if err := os.WriteFile(rare, []byte(relaxedSum), 0o666); err != nil {
		t.Fatal(err)
	}
	buggy := 0
	type row struct {
		args   string
		shards []int
	}
	for _, c := range testsize.Part(2, []row{
		{"test --executions 2000 --json $B/c11/seqlock.c", []int{1, 3}},
		{"test --executions 2000 -D FIXED $B/c11/seqlock.c", []int{3}},
		{"test --executions 1100 --strategy pct --model tso $B/relaxer/dekker.c", []int{2}},
		{"test --executions 5000 --json --until-bug " + rare, []int{1, 2, 3, 7}},
		{"test --executions 900 --json --strategy random --until-bug " + rare, []int{7}},
		{"explore --json -D N=4 $B/explore/coa.c", []int{1, 2, 3, 7}},
		{"explore --count co -D N=4 $B/explore/coa.c", []int{2}},
		{"explore --json --unroll 2 -D BUGGY $B/c11/seqlock.c", []int{3}},
		{"explore --model c11,tso,armv8 --observe r1,r2 $B/litmus/SB.c", []int{1, 3}},
		{"explore --model all --json $B/litmus/MP.c", []int{7}},
		{"explore --model armv8,imm,lkmm $B/c11/mcs-lock.c", []int{2}},
		{"explore ../../interp/hardware/litmus/testdata/c11", []int{2}},
		{"check --json --budget deep --sc-executions 20 --trials 3 $B/litmus/SB.c", []int{3}},
		{"check --budget deep --sc-executions 20 --trials 3 $B/c11/seqlock.c", []int{2}},
		{"check --budget deep --sc-executions 20 --trials 2 $B/litmus/IRIW.c", []int{7}},
	}) {
		args := strings.Fields(strings.ReplaceAll(c.args, "$B", "../../benchmarks"))
		want, status := command(t, args...)
		if status == exit.Bug {
			buggy++
		}
		for _, n := range c.shards {
			got, ended := command(t, append([]string{"merge"}, shards(t, n, args...)...)...)
			if got != want || ended != status {
				t.Errorf("%s in %d shards: status %d\n%s\nwant %d\n%s", c.args, n, ended, got, status, want)
			}
		}
	}
	if buggy < testsize.Count(5, 5) {
		t.Errorf("only %d programs have bugs", buggy)
	}
}

// A flag of a command that can be divided is one of its jobs, unless it is known not to change what
// the parts find.
func TestFlagsOfJobs(t *testing.T) {
	local := strings.Fields(`
		baseline dot each estimate github gitlab html junit list markdown out sarif stats update-baseline
		ca checkpoint checkpoint-every creds jobs nats no-cache partial shard sign timeout watch workers
		cargo config run undefine skip-idle`)
	refused := map[string][]string{"explore": {"all", "executions", "until-bug"}}
	for name, command := range map[string]func(*app) *cobra.Command{"test": newTest, "explore": newExplore, "check": newCheck} {
		command(&app{}).Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(slices.Concat(cluster.Options(name), local, refused[name]), f.Name) {
				t.Errorf("a job of %s lacks --%s", name, f.Name)
			}
		})
	}
}

// Merge takes the flags for what is shown, and files in other formats are the same.
func TestMergeFormats(t *testing.T) {
	dir := t.TempDir()
	args := []string{"test", "--executions", "1200", "../../benchmarks/c11/seqlock.c"}
	files := shards(t, 2, args...)
	for i, flags := range [][]string{{"--json"}, {"-q"}, {"--all"}, {"--sarif", dir + "/F"}, {"--html", dir + "/F"}, {"--github", dir + "/F"}} {
		if testsize.LeftOut(3, i) {
			continue
		}
		want, _ := command(t, append(slices.Clone(args), flags...)...)
		file, _ := os.ReadFile(dir + "/F")
		os.Remove(dir + "/F")
		got, _ := command(t, slices.Concat([]string{"merge"}, flags, files)...)
		written, _ := os.ReadFile(dir + "/F")
		if got != want || !bytes.Equal(file, written) || len(flags) > 1 && len(file) == 0 {
			t.Errorf("%q: %q, want %q; or the file differs", flags, got, want)
		}
	}
}

// A partial result that was damaged is refused or means the same.
func TestDamagedPartial(t *testing.T) {
	files := shards(t, 2, "explore", "-D", "N=3", "../../benchmarks/explore/coa.c")
	want, _ := command(t, append([]string{"merge"}, files...)...)
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	pack := func(text []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(text)
		z.Close()
		return b.Bytes()
	}
	r := rand.New(rand.NewPCG(1, 1))
	refused := 0
	for i := range 120 {
		bad := slices.Clone(good)
		switch i % 4 {
		case 0:
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		case 1:
			bad = bad[:r.IntN(len(bad))]
		case 2:
			changed := slices.Clone(text)
			changed[r.IntN(len(changed))] ^= 1 << r.IntN(8)
			bad = pack(changed)
		case 3:
			k := r.IntN(len(text))
			bad = pack(slices.Concat(text[:k], text[k+r.IntN(min(20, len(text)-k)):]))
		}
		if err := os.WriteFile(files[0], bad, 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		switch status := run(context.Background(), append([]string{"merge"}, files...), strings.NewReader(""), &stdout, &stderr); {
		case status == exit.Usage && strings.Contains(stderr.String(), ".part"):
			refused++
		case status != exit.OK || stdout.String() != want:
			t.Fatalf("damage %d: status %d, %q %q", i, status, stdout.String(), stderr.String())
		}
	}
	if refused < 90 {
		t.Errorf("only %d of 120 damaged files are refused", refused)
	}
}
