package cfront

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// checkSource runs the stages up to the checker.
func checkSource(t *testing.T, name, src string) (*unit, *reporter) {
	t.Helper()
	r := &reporter{}
	p := parse(name, []byte(src), Options{}, r)
	if p == nil {
		return nil, r
	}
	return check(p, r), r
}

// mustCheck returns the unit of a program without errors.
func mustCheck(t *testing.T, src string) *unit {
	t.Helper()
	u, r := checkSource(t, "t.c", src)
	if err := r.err(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return u
}

var expectation = regexp.MustCompile(`(ERROR|UNSUPPORTED)((?: "[^"]*")+)`)

// TestCheckFiles checks the files of testdata/check. A line that is wrong ends
// in // ERROR "regexp", one that is not supported in // UNSUPPORTED "regexp",
// with one regexp for each diagnostic in order.
func TestCheckFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/check/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, r := checkSource(t, file, string(src))
			if p := parse(file, src, Options{}, &reporter{}); p == nil {
				t.Fatalf("the file does not parse: %v", r.err())
			}
			compareDiagnostics(t, string(src), "ERROR", r.wrong.list)
			compareDiagnostics(t, string(src), "UNSUPPORTED", r.unsupported.list)
		})
	}
}

// compareDiagnostics compares what was reported with what the comments expect.
func compareDiagnostics(t *testing.T, src, tag string, got []Diagnostic) {
	t.Helper()
	lines := make(map[int][]string)
	for _, d := range got {
		lines[d.Line] = append(lines[d.Line], d.Message)
	}
	for i, line := range strings.Split(src, "\n") {
		var want []string
		if m := expectation.FindStringSubmatch(line); m != nil && m[1] == tag {
			for _, q := range regexp.MustCompile(`"[^"]*"`).FindAllString(m[2], -1) {
				want = append(want, q[1:len(q)-1])
			}
		}
		have := lines[i+1]
		if len(have) != len(want) {
			t.Errorf("line %d: %d diagnostics %q, want %d\n%s", i+1, len(have), have, len(want), line)
			continue
		}
		for j, w := range want {
			if !regexp.MustCompile(w).MatchString(have[j]) {
				t.Errorf("line %d: %q does not match %q", i+1, have[j], w)
			}
		}
	}
}
