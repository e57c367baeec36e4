package benchmarks_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
)

var (
	allCounts = flag.Bool("counts", false, "explore the large programs of explore/ too")
	workers   = flag.Int("workers", 1, "of the explorations")
)

// affordable is how many executions the test explores unless asked for all.
const affordable = 60_000

var (
	countLine  = regexp.MustCompile(`(?m)^ \* executions  (?:N=(\d+): )?(.*)$`)
	unrollLine = regexp.MustCompile(`(?m)^ \* unroll (\d+)$`)
)

// A count is what the header of a program states: how many executions it has
// for a parameter under a model.
type count struct {
	file, parameter string
	model           *axiom.Model
	unroll          int
	want            int64
}

func (c count) String() string {
	return fmt.Sprintf("%s/%s/%s", strings.TrimSuffix(c.file, ".c"), c.parameter, c.model.Name)
}

// counts reads the headers of the programs in explore/.
func counts(t testing.TB) (list []count) {
	files, err := fs.Glob(os.DirFS("explore"), "*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, f := range files {
		src, err := os.ReadFile("explore/" + f)
		if err != nil {
			t.Fatal(err)
		}
		unroll := 0
		if m := unrollLine.FindSubmatch(src); m != nil {
			unroll, _ = strconv.Atoi(string(m[1]))
		}
		for _, line := range countLine.FindAllStringSubmatch(string(src), -1) {
			for _, part := range strings.Split(line[2], ", ") {
				name, n, _ := strings.Cut(part, " ")
				m, ok := axiom.Lookup(name)
				want, err := strconv.ParseInt(n, 10, 64)
				if !ok || err != nil {
					t.Fatalf("%s: %q is no count", f, part)
				}
				list = append(list, count{f, line[1], m, unroll, want})
			}
		}
	}
	return list
}

// explore counts the executions.
func (c count) explore(t testing.TB, workers int) *explore.Report {
	src, err := os.ReadFile("explore/" + c.file)
	if err != nil {
		t.Fatal(err)
	}
	var o cfront.Options
	if c.parameter != "" {
		o.Defines = []string{"N=" + c.parameter}
	}
	p, err := cfront.Compile(c.file, src, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), p, c.model,
		explore.Options{Workers: workers, Machine: interp.Options{Unroll: c.unroll}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExploreCounts explores the programs of explore/ and compares the numbers
// of executions with those that the headers state.
func TestExploreCounts(t *testing.T) {
	for _, c := range counts(t) {
		if c.want > affordable && !*allCounts {
			continue
		}
		t.Run(c.String(), func(t *testing.T) {
			start := time.Now()
			r := c.explore(t, *workers)
			if got := r.Executions + r.Bounded; got != c.want {
				t.Errorf("%d executions, want %d", got, c.want)
			}
			for _, f := range r.Errors {
				t.Errorf("%v", f.Error)
			}
			var mem runtime.MemStats
			runtime.ReadMemStats(&mem)
			t.Logf("%v, %d blocked, %d bounded, %d MB", time.Since(start).Round(time.Millisecond), r.Blocked, r.Bounded, mem.Sys>>20)
		})
	}
}

// BenchmarkExplore explores every program whose header states a number of
// executions under RC11, compilation included, with one worker.
func BenchmarkExplore(b *testing.B) {
	for _, c := range counts(b) {
		if c.model != axiom.RC11 {
			continue
		}
		b.Run(c.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.explore(b, *workers)
			}
			b.ReportMetric(float64(c.want)*float64(b.N)/b.Elapsed().Seconds(), "executions/s")
		})
	}
}
