package check

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fencepost/interp/c/parse"
	"fencepost/interp/c/types"
	"fencepost/trace"
)

// checkSource runs the stages up to the checker.
func checkSource(t *testing.T, name, src string) (*types.Unit, *parse.Reporter) {
	t.Helper()
	r := &parse.Reporter{}
	p := parse.Parse(name, []byte(src), parse.Options{}, r)
	if p == nil {
		return nil, r
	}
	return Check([]*parse.Tree{p}, func(names []string) *parse.Tree { return parse.Headers(names, r) }, r), r
}

// mustCheck returns the unit of a program without errors.
func mustCheck(t *testing.T, src string) *types.Unit {
	t.Helper()
	u, r := checkSource(t, "t.c", src)
	if err := r.Err(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return u
}

var expectation = regexp.MustCompile(`(ERROR|UNSUPPORTED|WARNING)((?: "[^"]*")+)`)

// TestCheckFiles checks the files of testdata. A line that is wrong ends
// in // ERROR "regexp", one that is not supported in // UNSUPPORTED "regexp", one
// that compilers warn about in // WARNING "regexp", with one regexp for each diagnostic in order.
func TestCheckFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
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
			if p := parse.Parse(file, src, parse.Options{}, &parse.Reporter{}); p == nil {
				t.Fatalf("the file does not parse: %v", r.Err())
			}
			wrong, unsupported := r.Reported()
			compareDiagnostics(t, string(src), "ERROR", wrong)
			compareDiagnostics(t, string(src), "UNSUPPORTED", unsupported)
			compareDiagnostics(t, string(src), "WARNING", r.Warnings())
		})
	}
}

// compareDiagnostics compares what was reported with what the comments expect.
func compareDiagnostics(t *testing.T, src, tag string, got []trace.Diagnostic) {
	t.Helper()
	lines := make(map[int][]string)
	for _, d := range got {
		lines[d.Line] = append(lines[d.Line], d.Message)
	}
	for i, line := range strings.Split(src, "\n") {
		var want []string
		for _, m := range expectation.FindAllStringSubmatch(line, -1) {
			for _, q := range regexp.MustCompile(`"[^"]*"`).FindAllString(m[2], -1) {
				if m[1] == tag {
					want = append(want, q[1:len(q)-1])
				}
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
