package explore_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
)

var (
	loadLine     = regexp.MustCompile(`\t(r\d_\d) = (atomic_load_explicit\(.*\));\n`)
	exchangeLine = regexp.MustCompile(`\t\{ int e = (\d); (atomic_compare_exchange_strong_explicit\(.*\)); r\d_\d = e; \}\n`)
	storeLine    = regexp.MustCompile(`\tatomic_store_explicit\(&(\w), (\d), \w+\);\n`)
)

// waiting makes some reads of a random program reads that have to take a value, and
// some of its stores not atomic.
func waiting(r *rand.Rand, src string) string {
	src = loadLine.ReplaceAllStringFunc(src, func(line string) string {
		m := loadLine.FindStringSubmatch(line)
		switch reg, load, v := m[1], m[2], r.IntN(4); r.IntN(8) {
		case 0:
			return fmt.Sprintf("%s\tassume(%s == %d);\n", line, reg, v)
		case 1:
			return fmt.Sprintf("\tassume((%s = %s) != %d);\n", reg, load, v)
		case 2:
			return fmt.Sprintf("\twhile ((%s = %s) < %d);\n", reg, load, v)
		case 3:
			return fmt.Sprintf("\tfor (;;) { %s = %s; if (%s != %d) break; }\n", reg, load, reg, v)
		case 4:
			return fmt.Sprintf("\tdo %s = %s; while (%s == %d || %s > 2);\n", reg, load, reg, v, reg)
		case 5:
			return fmt.Sprintf("%s\tassert(%s != %d);\n", line, reg, v)
		}
		return line
	})
	src = exchangeLine.ReplaceAllStringFunc(src, func(line string) string {
		m := exchangeLine.FindStringSubmatch(line)
		switch r.IntN(3) {
		case 0:
			return fmt.Sprintf("\t{ int e = %s; while (!%s) e = %s; }\n", m[1], m[2], m[1])
		case 1:
			return fmt.Sprintf("\t{ int e = %s; assume(%s); }\n", m[1], m[2])
		}
		return line
	})
	return storeLine.ReplaceAllStringFunc(src, func(line string) string {
		if m := storeLine.FindStringSubmatch(line); r.IntN(12) == 0 {
			return fmt.Sprintf("\t*(int *)&%s = %s;\n", m[1], m[2])
		}
		return line
	})
}

// Reads after which a thread can only wait need not be followed: the executions, their
// outcomes and the errors are the same; beside an error of another thread, and a bound,
// waiting threads make fewer.
func TestIdleReads(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 31))
	n := 5 * *programs
	fewer, errors := 0, 0
	for range n {
		p := randomProgram(r, 2+r.IntN(2), 5+r.IntN(3), 2)
		src := "#include <assert.h>\n" + waiting(r, p.source(true))
		prog := compile(t, src)
		for _, m := range axiom.All() {
			run := func(skip bool, unroll int) *explore.Report {
				return explored(t, prog, m, explore.Options{Workers: 1, SkipIdle: skip, Machine: interp.Options{Unroll: unroll},
					Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(prog, x.Final)...) }})
			}
			unroll := r.IntN(3)
			want, got := run(false, unroll), run(true, unroll)
			if got.Blocked > want.Blocked || got.Bounded > want.Bounded || got.Executions > want.Executions ||
				len(want.Errors) == 0 && got.Executions != want.Executions || got.Complete != want.Complete || !reflect.DeepEqual(got.Outcomes, want.Outcomes) || errorKeys(got) != errorKeys(want) {
				t.Fatalf("%s, unroll %d:\n%s\n%+v %s\nwant\n%+v %s", m.Name, unroll, src, got, errorKeys(got), want, errorKeys(want))
			}
			if got.Blocked < want.Blocked {
				fewer++
			}
			errors += len(want.Errors)
		}
	}
	if fewer < n/8 || errors < n/4 {
		t.Errorf("fewer blocked executions in %d searches, %d errors", fewer, errors)
	}
}

func errorKeys(r *explore.Report) string {
	var keys []string
	for _, f := range r.Errors {
		keys = append(keys, f.Error.Key())
	}
	return strings.Join(keys, "; ")
}
