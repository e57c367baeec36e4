package gen_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

var updateFlag = flag.Bool("update", false, "rewrite the listings in testdata")

// compileFile compiles a file twice: the result must be sound and the same.
func compileFile(t *testing.T, path string) *code.Program {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return compileText(t, filepath.Base(path), string(src))
}

func compileText(t *testing.T, name, src string) *code.Program {
	t.Helper()
	p, err := cfront.Compile(name, []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Verify(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, listing(p))
	}
	again, err := cfront.Compile(name, []byte(src), cfront.Options{})
	if err != nil || !reflect.DeepEqual(p, again) {
		t.Errorf("%s: compiled again it is not the same", name)
	}
	return p
}

func listing(p *code.Program) string {
	var b bytes.Buffer
	p.Disassemble(&b)
	return b.String()
}

func sourceFiles(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.FromSlash(pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return files
}

func TestListings(t *testing.T) {
	for _, file := range sourceFiles(t, "testdata/*.c") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := listing(compileFile(t, file))
			golden := strings.TrimSuffix(file, ".c") + ".txt"
			if *updateFlag {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the listing changed; run with -update and look at the difference\n%s", got)
			}
		})
	}
}

// run executes p once under SC.
func run(t *testing.T, p *code.Program) (*interp.Result, string) {
	t.Helper()
	var out bytes.Buffer
	m := interp.New(p, models.SC, interp.Options{Output: &out})
	s := strategy.NewRandom(1)
	s.Begin(0)
	return m.Run(context.Background(), s, nil), out.String()
}

// TestPrograms runs programs whose assertions say what C means.
func TestPrograms(t *testing.T) {
	for i, file := range sourceFiles(t, "testdata/run/*.c") {
		if testsize.LeftOut(2, i) {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := compileFile(t, file)
			if r, _ := run(t, p); r.Outcome != interp.Completed || r.Exit != 0 {
				t.Errorf("%v, exit status %d: %+v\n%s", r.Outcome, r.Exit, r.Err, listing(p))
			}
		})
	}
}

// TestProgramsWithGCC checks that the assertions hold for another compiler, and
// that the output is the same.
func TestProgramsWithGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	for _, file := range testsize.Part(4, sourceFiles(t, "testdata/run/*.c")) {
		exe := filepath.Join(t.TempDir(), "a.out")
		if out, err := exec.Command(gcc, "-std=gnu11", "-w", "-fwrapv", "-pthread", "-mcx16", "-idirafter", "../library/headers", "-o", exe, file, "-lm", "-latomic").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
			continue
		}
		want, err := exec.Command(exe).Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", file, err, want)
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := run(t, compileText(t, file, string(text))); got != string(want) {
			t.Errorf("%s prints\n%s\nand with gcc\n%s", file, got, want)
		}
	}
}
