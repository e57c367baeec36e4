package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/svcomp"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/c/compdb"
	"fencepost/interp/compilers"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

// The files that other packages read have their fuzz tests there. Here are those that this
// command reads.

// packed returns a file of a kind, with a content and its sum.
func packed(t testing.TB, format string, content []byte) []byte {
	t.Helper()
	var compact bytes.Buffer
	if json.Compact(&compact, content) != nil {
		compact.Reset()
		compact.WriteString("null")
	}
	sum := sha256.Sum256(compact.Bytes())
	text, err := json.Marshal(map[string]any{"format": format, "version": 2, "sum": hex.EncodeToString(sum[:]), "content": json.RawMessage(compact.Bytes())})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Bytes()
}

// contentOf returns the content of a packed file.
func contentOf(f *testing.F, file string) []byte {
	f.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		f.Fatal(err)
	}
	var d struct{ Content json.RawMessage }
	if err := json.NewDecoder(z).Decode(&d); err != nil {
		f.Fatal(err)
	}
	return d.Content
}

// ends runs the command, which is to end with a documented status.
func ends(t *testing.T, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	var stderr bytes.Buffer
	if status := run(ctx, args, strings.NewReader(""), io.Discard, &stderr); status > exit.Unsupported {
		t.Fatalf("%q ends with %d: %s", args, status, stderr.String())
	}
}

const small = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\nvoid *f(void *p) { x = 1; return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int r = x; pthread_join(t, 0); return r; }\n"

func fuzzProgram(f *testing.F) string {
	f.Helper()
	file := filepath.Join(f.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(small), 0o666); err != nil {
		f.Fatal(err)
	}
	return file
}

func FuzzPartial(f *testing.F) {
	program := fuzzProgram(f)
	for _, args := range [][]string{
		{"test", "--executions", "64", program}, {"explore", program}, {"check", "--sc-executions", "3", "--trials", "1", program},
	} {
		for _, file := range shards(f, 1, args...) {
			f.Add(contentOf(f, file))
		}
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		file := filepath.Join(t.TempDir(), "p.part")
		if err := os.WriteFile(file, packed(t, "fencepost-partial", content), 0o666); err != nil {
			t.Fatal(err)
		}
		ends(t, "merge", "--memory", "64", file)
	})
}

func FuzzCheckpoint(f *testing.F) {
	program := fuzzProgram(f)
	file := filepath.Join(f.TempDir(), "ck")
	// A command of which much is left, and a program that it can go on with.
	for limit := 300 * time.Millisecond; ; limit *= 2 { // a busy machine comes to nothing in a short time
		command(f, "test", "--executions", "100000000", "--timeout", limit.String(), "--checkpoint", file, program)
		if _, err := os.Stat(file); err == nil {
			break
		}
	}
	f.Add(contentOf(f, file))
	f.Fuzz(func(t *testing.T, content []byte) {
		copied := filepath.Join(t.TempDir(), "ck")
		if err := os.WriteFile(copied, packed(t, "fencepost-checkpoint", content), 0o666); err != nil {
			t.Fatal(err)
		}
		ends(t, "test", "--executions", "100000000", "--timeout", "20ms", "--checkpoint", copied, program)
	})
}

func FuzzResult(f *testing.F) {
	program := fuzzProgram(f)
	for _, args := range [][]string{{"check", "--json", "--traces", "--sc-executions", "3", program}, {"explore", "--json", "--traces", program}} {
		out, _ := command(f, args...)
		f.Add([]byte(out))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := new(report.Result)
		if json.Unmarshal(text, r) != nil {
			return
		}
		if _, err := report.NewPage(r); err != nil {
			return
		}
		if err := report.WriteHTML(io.Discard, r); err != nil {
			t.Error(err)
		}
	})
}

func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version":1,"known":[{"kind":"data race","file":"p.c"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := report.ReadBaseline(bytes.NewReader(text))
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := b.Write(&written); err != nil {
			t.Fatal(err)
		}
		if _, err := report.ReadBaseline(&written); err != nil {
			t.Errorf("what is written is not read: %v", err)
		}
	})
}

func FuzzProject(f *testing.F) {
	f.Add("files = [\"main.c\"]\ndefine = [\"N=7\"]\n[test]\nexecutions = 1000\n")
	f.Add("json = true\n[check]\nmodel = \"tso\"\nout = \"w\"\n")
	f.Add("[[harness]]\nfiles = 'a.c'\nexpect = 'buggy'\n[[harness]]\nglob = '*.c'\ndefine = ['N=7']\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), project.Name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		newCommand := func() *cobra.Command {
			return newRoot(&app{ctx: context.Background(), stdout: io.Discard, stderr: io.Discard}, nil)
		}
		_, err := project.Args(newCommand, []string{"check", "--config", file})
		var wrong *trace.Diagnostic
		var unread *fs.PathError
		if err != nil && !errors.As(err, &wrong) && !errors.As(err, &unread) {
			t.Errorf("an error of type %T: %v", err, err)
		}
	})
}

func FuzzBuild(f *testing.F) {
	f.Add(`[{"directory": ".", "file": "p.c", "command": "gcc -DN=1 -I. p.c"}]`)
	f.Add(`-DN='a b' @other "-I x"`)
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		file, program := filepath.Join(dir, "build"), filepath.Join(dir, "p.c")
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o666), os.WriteFile(program, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
		var wrong *trace.Diagnostic
		if _, err := compdb.Expand([]string{"@" + file}); err != nil && !errors.As(err, &wrong) {
			t.Errorf("an error of type %T: %v", err, err)
		}
		if err := new(compdb.Flags).AddDatabase(file, []string{program}); err != nil && !errors.As(err, &wrong) {
			t.Errorf("an error of type %T: %v", err, err)
		}
	})
}

func FuzzMapping(f *testing.F) {
	m, err := os.ReadFile("../../interp/compilers/mappings/armv7.map")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(m))
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := compilers.ParseMapping("m.map", text); err == nil && m == nil {
			t.Error("neither a mapping nor an error")
		}
	})
}

func FuzzTask(f *testing.F) {
	f.Add("input_files: [\"a.c\", \"b.c\"]\nproperties:\n  - property_file: ../no-data-race.prp\n    expected_verdict: false\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "t.yml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var wrong *trace.Diagnostic
		if _, err := svcomp.Find([]string{file}, svcomp.NoDataRace); err != nil && !errors.As(err, &wrong) {
			t.Errorf("an error of type %T: %v", err, err)
		}
	})
}
