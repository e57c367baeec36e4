package benchmarks_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
)

var (
	allCounts = flag.Bool("counts", false, "explore the large programs of explore/ too")
	workers   = flag.Int("workers", 1, "of the explorations")
)

// affordable is how many executions the test explores unless asked for all.
var affordable = int64(testsize.Count(20_000, 60_000))

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
		explore.Options{Workers: workers, Machine: interp.Options{Semantics: interp.Semantics{Unroll: c.unroll}}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExploreCounts explores the programs of explore/ and compares the numbers
// of executions with those that the headers state.
func TestExploreCounts(t *testing.T) {
	for _, c := range testsize.Part(4, counts(t)) {
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

// TestLitmusExplored compares the outcomes of the litmus programs under the axioms
// with those that their headers state.
func TestLitmusExplored(t *testing.T) {
	for _, prog := range testsize.Part(4, programtest.All(t, "litmus")) {
		p, want := prog.Compile(t), prog.Want
		for _, m := range models.All() {
			am, ok := axiom.Lookup(m.Name)
			if !ok || want.Outcomes[m.Name] == nil {
				continue
			}
			r, err := explore.Run(context.Background(), p, am, explore.Options{
				Outcome: func(dst []byte, x *explore.Execution) []byte {
					return append(dst, observed(p, x, want.Observe)...)
				}})
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Sorted(maps.Keys(r.Outcomes)); !slices.Equal(got, want.Outcomes[m.Name]) {
				t.Errorf("%s: %s: outcomes\n\t%s\nwant\n\t%s", prog.Path, m.Name,
					strings.Join(got, " "), strings.Join(want.Outcomes[m.Name], " "))
			}
		}
	}
}

// TestCDSCheckerPrograms explores the programs of CDSChecker's evaluation in their
// original drivers, under RC11 (TOPLAS 2016, Figure 11): they are verified, or
// refuted, in no more executions than CDSChecker needed.
func TestCDSCheckerPrograms(t *testing.T) {
	for _, c := range []struct {
		file, define string
		most         int64 // CDSChecker's executions
		errors       string
	}{
		{"chase-lev-deque", "", 748, "read of never-written memory"},
		{"spsc-queue", "", 18, "deadlock"},
		{"spsc-queue", "FIXED", 19, ""},
		{"barrier", "ORIG", 10, ""},
		{"dekker-fences", "ORIG", 19319, ""},
		{"mcs-lock", "ORIG", 18035, ""},
		{"mpmc-queue", "ORIG", 40148, ""},
		{"ms-queue", "ORIG", 272, ""},
		{"linuxrwlocks", "ORIG", 54761, ""},
	} {
		t.Run(c.file+c.define, func(t *testing.T) {
			p := programtest.Compile(t, "c11/"+c.file+".c", c.define)
			r, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Machine: interp.Options{Semantics: interp.Semantics{NoSpurious: true}}}) // CDSChecker has none
			if err != nil {
				t.Fatal(err)
			}
			if n := r.Executions + r.Blocked; n > c.most || !r.Complete {
				t.Errorf("%d executions, CDSChecker %d; complete: %v", n, c.most, r.Complete)
			}
			kinds := map[string]bool{}
			for _, f := range r.Errors {
				kinds[string(f.Error.Kind)] = true
			}
			if got := strings.Join(slices.Sorted(maps.Keys(kinds)), " "); got != c.errors {
				t.Errorf("errors %q, want %q", got, c.errors)
			}
			t.Logf("%d executions, %d blocked", r.Executions, r.Blocked)
		})
	}
}

// observed returns the final values of variables.
func observed(p *code.Program, x *explore.Execution, names []string) string {
	var values []string
	for _, n := range names {
		for _, o := range p.Objects {
			if o.Name == n {
				v, _ := x.Final(o.Addr, uint8(o.Size))
				values = append(values, fmt.Sprint(int32(v)))
			}
		}
	}
	return strings.Join(values, ",")
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
