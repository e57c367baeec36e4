package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suggest"
	"fencepost/cmd/fencepost/terminal"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(tidy{m}, map[string]func(){"fencepost": main})
}

// A tidy run of the tests removes what builtCommand built.
type tidy struct{ *testing.M }

func (t tidy) Run() int {
	defer os.RemoveAll(commandDir())
	if out, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		os.Setenv("GOCACHE", strings.TrimSpace(string(out))) // or builtCommand builds all of Go's library
	}
	os.Setenv("XDG_CACHE_HOME", filepath.Join(commandDir(), "cache"))
	return t.M.Run()
}

// builtCommand builds the command alone, and returns its path. The test binary can stand in for
// it, as testscript has it do, but takes thrice as long to start, which is most of what
// many commands take. It does so under the race detector, and where there is no go tool.
var builtCommand = sync.OnceValue(func() string {
	path := filepath.Join(commandDir(), "fencepost")
	self, err := os.Executable()
	if err != nil || raceEnabled || exec.Command("go", "build", "-ldflags=-s -w", "-o", path, ".").Run() != nil {
		return self
	}
	return path
})

func commandDir() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("fencepost-test-%d", os.Getpid()))
}

// TestScripts runs testdata/script/*.txtar, in short tests those alone that name workers,
// for the race detector. $BENCH is the folder benchmarks.
func TestScripts(t *testing.T) {
	bench, err := filepath.Abs("../../benchmarks")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts: ", err)
	}
	if testing.Short() {
		scripts = slices.DeleteFunc(scripts, func(path string) bool {
			text, err := os.ReadFile(path)
			return err == nil && !bytes.Contains(text, []byte("--workers"))
		})
	}
	testscript.Run(t, testscript.Params{
		Files:         scripts,
		UpdateScripts: *update, ContinueOnError: os.Getenv("CONT") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("BENCH", bench)
			e.Setenv("COLUMNS", strconv.Itoa(terminal.DefaultWidth))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			if path := builtCommand(); filepath.Base(path) == "fencepost" {
				e.Setenv("PATH", filepath.Dir(path)+string(os.PathListSeparator)+e.Getenv("PATH"))
			}
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "whole":
				return testsize.Whole(), nil
			case "long":
				return testsize.Long(), nil
			}
			return false, fmt.Errorf("there is no condition %s", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"doubling": doubling,
			"json":     checkJSON,
			"waitfor":  waitFor,
			"sarif":    checkSARIF,
			"junit":    checkJUnit,
		},
	})
}

// exits runs a command that must end with an exit status: exits 2 fencepost check.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil {
		ts.Fatalf("usage: exits STATUS COMMAND...")
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exited *exec.ExitError
	if errors.As(err, &exited) {
		got = exited.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	checkWritten(ts, want, args[1:])
}

// checkWritten checks what a command wrote that ended with a status, and runs the commands that it
// advises.
func checkWritten(ts *testscript.TestScript, status int, args []string) {
	if args[0] == "fencepost" && status != exit.Output {
		followAdvised(ts, args[1:])
	}
	if i := slices.Index(args, "--json"); i >= 0 && args[i-1] != "--" {
		matchSchema(ts, ts.ReadFile("stdout"))
	} else if args[0] == "fencepost" && len(args) > 1 && slices.Contains([]string{"check", "test", "explore"}, args[1]) {
		text := ts.ReadFile("stdout")
		if n := strings.Count(text, "\n"); n > screenLines && !slices.Contains(args, "--all") && !slices.Contains(args, "--help") && !suiteSummary.MatchString(text) {
			ts.Fatalf("%d lines, more than a screen of %d", n, screenLines)
		}
	} else if args[0] == "fencepost" && !forPrograms(args[1:]) {
		for _, line := range tooWide(ts.ReadFile("stdout")) {
			ts.Fatalf("wider than %d columns: %q", terminal.DefaultWidth, line)
		}
	}
}

// advised is a command that an output names: the last words of a line, or quoted ones.
var advised = regexp.MustCompile(`fencepost ((?:check|test|explore|fences|replay|explain|predict|confirm|merge|report)(?: [^\s'"|()]+)*)(?:'|$| {3,}|  +\()`)

// tried are the forms of commands that were advised and run: one that differs in its files and
// numbers alone is not run again.
var tried sync.Map

// followAdvised runs each command that the output of a script's command advises, as far as no such
// one was run: it must answer.
func followAdvised(ts *testscript.TestScript, args []string) {
	if len(args) == 0 || args[0] == "help" || slices.Contains(args, "--help") || forPrograms(args) {
		return
	}
	if i := slices.Index(args, "--out"); i >= 0 {
		if dir, err := os.Stat(ts.MkAbs(args[i+1])); err != nil || !dir.IsDir() { // which is told
			return
		}
	}
	for line := range strings.Lines(ts.ReadFile("stdout") + ts.ReadFile("stderr")) {
		m := advised.FindStringSubmatch(strings.TrimRight(marks.ReplaceAllString(line, ""), "\n"))
		if m == nil || strings.Contains(m[1], "FILE") || strings.Contains(m[1], "DIR") {
			continue
		}
		command, _, _ := strings.Cut(m[1], ", ")
		words := strings.Fields(command)
		if len(words) < 2 || words[1] == "and" || words[1] == "takes" { // what is said of commands
			continue
		}
		if !testsize.Whole() && slices.Contains([]string{"check", "confirm", "explore", "fences"}, words[0]) { // it may take long
			continue
		}
		var form []string
		for _, w := range words {
			if i := strings.IndexAny(w, "./0123456789"); i >= 0 {
				w = "*"
			}
			form = append(form, w)
		}
		if _, known := tried.LoadOrStore(strings.Join(form, " "), true); known {
			continue
		}
		cache, err := os.MkdirTemp("", "fencepost-advice")
		ts.Check(err)
		defer os.RemoveAll(cache)
		_ = os.CopyFS(cache, os.DirFS(ts.Getenv("XDG_CACHE_HOME"))) // there may be none
		if slices.Contains([]string{"check", "test", "explore", "fences"}, words[0]) {
			words = append(words, "--timeout", "20s")
		}
		c := exec.Command(builtCommand(), words...)
		c.Dir = ts.MkAbs(".")
		c.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
		out, _ := c.CombinedOutput()
		if status := c.ProcessState.ExitCode(); status != exit.OK && status != exit.Bug && status != exit.Incomplete {
			ts.Fatalf("fencepost %s is advised, and ends with status %d:\n%s", strings.Join(words, " "), status, out)
		}
	}
}

// suiteSummary is the end of the text of a suite, which has a screen for each harness that fails.
var suiteSummary = regexp.MustCompile(`(?m)^\d+ harness(es)?: \d+ passed, `)

// doubling runs a command of a time limit, which it doubles until the command ends with a status
// and what it writes matches: on a busy machine little happens in a short time. What the command
// shows is then checked as by exits.
//
//	doubling STATUS REGEXP COMMAND...
func doubling(ts *testscript.TestScript, neg bool, args []string) {
	at := slices.Index(args, "--timeout") + 1
	if neg || len(args) < 4 || at < 4 || at == len(args) {
		ts.Fatalf("usage: doubling STATUS REGEXP COMMAND... with a --timeout")
	}
	limit, err := time.ParseDuration(args[at])
	ts.Check(err)
	matches, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	command := slices.Clone(args[2:])
	for range 10 {
		command[at-2] = limit.String()
		status := 0
		var exited *exec.ExitError
		if err := ts.Exec(command[0], command[1:]...); errors.As(err, &exited) {
			status = exited.ExitCode()
		} else if err != nil {
			ts.Fatalf("%v", err)
		}
		if strconv.Itoa(status) == args[0] && matches.MatchString(ts.ReadFile("stdout")+ts.ReadFile("stderr")) {
			checkWritten(ts, status, command)
			return
		}
		limit *= 2
	}
	ts.Fatalf("in no time with status %s and a match for %q", args[0], args[1])
}

// screenLines is how many lines check, test and explore write unless all is asked for. Errors
// are not folded, for editors read them.
const screenLines = 45

// forPrograms reports whether a command prints what other programs read.
func forPrograms(args []string) bool {
	for _, word := range []string{"schema", "completion", "__complete", "herd", "--diff", "synth"} {
		if slices.Contains(args, word) {
			return true
		}
	}
	return len(args) > 0 && (args[0] == "run" || args[0] == "explain" && slices.Contains(args, "--step")) || len(args) > 1 && args[0] == "models"
}

var marks = regexp.MustCompile("\x1b\\[[0-9;]*m")

// unfolded are lines that are never folded: source text, and what editors read.
var unfolded = regexp.MustCompile(`^ *\d* \| |^\S+:\d+:\d+: (error|note): `)

// tooWide returns the lines of a text that are wider than a terminal, but for source
// text, and for lines with a word, such as a path, that fits into none.
func tooWide(text string) (lines []string) {
	diff := false
	for line := range strings.Lines(text) {
		line = marks.ReplaceAllString(strings.TrimRight(line, "\n"), "")
		diff = line != "" && (diff || strings.HasPrefix(line, "--- "))
		indent := len(line) - len(strings.TrimLeft(line, " "))
		long := slices.ContainsFunc(strings.Fields(line), func(word string) bool { return indent+len(word) > terminal.DefaultWidth })
		if utf8.RuneCountInString(line) > terminal.DefaultWidth && !diff && !long && !unfolded.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// matchSchema demands that a text is a document as the schema describes it.
func matchSchema(ts *testscript.TestScript, text string) {
	schema, err := schemaOfResults()
	if err != nil {
		ts.Fatalf("the schema: %v", err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		ts.Fatalf("%v", err)
	}
	if err := schema.Validate(document); err != nil {
		ts.Fatalf("not as the schema has it: %v", err)
	}
}

var schemaOfResults = sync.OnceValues(func() (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema()))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("fencepost.json", document); err != nil {
		return nil, err
	}
	return c.Compile("fencepost.json")
})

// checkJSON demands that a file is one JSON document with the version of the
// schema and the given members: json stdout command=check sc.runs=200.
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	var document any
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&document); err != nil {
		ts.Fatalf("%v", err)
	}
	if d.More() {
		ts.Fatalf("more than one document")
	}
	for _, arg := range append([]string{"version=2"}, args[1:]...) {
		path, want, _ := strings.Cut(arg, "=")
		v := document
		for _, key := range strings.Split(path, ".") {
			switch w := v.(type) {
			case map[string]any:
				member, ok := w[key]
				if !ok {
					ts.Fatalf("%s: there is no %s", path, key)
				}
				v = member
			case []any:
				i, err := strconv.Atoi(key)
				if err != nil || i >= len(w) {
					ts.Fatalf("%s: there is no element %s", path, key)
				}
				v = w[i]
			default:
				ts.Fatalf("%s: nothing is below %v", path, v)
			}
		}
		if got := fmt.Sprint(v); got != want {
			ts.Fatalf("%s is %s, want %s", path, got, want)
		}
	}
}

// checkSARIF demands that a file is as the schema of SARIF 2.1.0 says.
func checkSARIF(ts *testscript.TestScript, neg bool, args []string) {
	log, err := sarif.FromBytes([]byte(ts.ReadFile(args[0])))
	if err == nil {
		err = log.Validate()
	}
	if err != nil {
		ts.Fatalf("%v", err)
	}
}

// checkJUnit demands that a file is XML, with a number of test cases as it says, and no
// place in the names.
func checkJUnit(ts *testscript.TestScript, neg bool, args []string) {
	var d struct {
		Tests  int      `xml:"tests,attr"`
		Time   *float64 `xml:"time,attr"`
		Suites []struct {
			Cases []struct {
				Name string   `xml:"name,attr"`
				Time *float64 `xml:"time,attr"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(ts.ReadFile(args[0])), &d); err != nil {
		ts.Fatalf("%v", err)
	}
	n := 0
	for _, s := range d.Suites {
		for _, c := range s.Cases {
			if n++; c.Time == nil || regexp.MustCompile(`:\d`).MatchString(c.Name) {
				ts.Fatalf("test case %q", c.Name)
			}
		}
	}
	if d.Time == nil || n == 0 || n != d.Tests {
		ts.Fatalf("%d test cases, said to be %d", n, d.Tests)
	}
}

// waitFor waits until a file exists, and a moment longer.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	for range 6000 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			time.Sleep(300 * time.Millisecond)
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s does not appear", args[0])
}

func TestInternalError(t *testing.T) {
	var stdout, stderr bytes.Buffer
	a := &app{ctx: context.Background(), args: []string{"check", "--json"}, stdout: &stdout, stderr: &stderr}
	if got := a.internal("broken"); got != exit.Internal {
		t.Errorf("status %d", got)
	}
	if !strings.HasPrefix(stderr.String(), "fencepost: internal error: broken\n") {
		t.Errorf("stderr: %s", stderr.String())
	}
	var d struct {
		Status      string
		Diagnostics []struct{ Message string }
	}
	if err := json.Unmarshal(stdout.Bytes(), &d); err != nil || d.Status != "error" || len(d.Diagnostics) != 1 {
		t.Errorf("document %+v, %v", d, err)
	}
}

// A panic anywhere below run must not look like a finding.
func TestRunRecovers(t *testing.T) {
	var stdout, stderr bytes.Buffer
	got := run(context.Background(), []string{"check", "-"}, panicReader{}, &stdout, &stderr)
	if got != exit.Internal || stdout.Len() > 0 {
		t.Errorf("status %d, output %q", got, stdout.String())
	}
}

type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("a fault") }

func TestInterruptedBeforeStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	got := run(ctx, []string{"check", "-"}, strings.NewReader("int main(void) { return 0; }"), &stdout, &stderr)
	if got != exit.Incomplete || !strings.Contains(stdout.String(), "incomplete: interrupted") {
		t.Errorf("status %d, output %q", got, stdout.String())
	}
}

// A name stands within a line of the output.
func TestLineBreakInName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a\nb.litmus"), nil, 0o666); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"check", "a\nb.c"}, {"explore", dir}} {
		var stdout, stderr bytes.Buffer
		if got := run(t.Context(), args, nil, &stdout, &stderr); got != exit.Usage || !strings.Contains(stderr.String(), "has a line break") || stdout.Len() > 0 {
			t.Errorf("%q: status %d, %s%s", args, got, &stdout, &stderr)
		}
	}
}

// What is nearest is at most two changes away, or begins with what was typed.
func TestNearestFlag(t *testing.T) {
	t.Parallel()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, name := range []string{"model", "seed", "trials"} {
		flags.Bool(name, false, "")
	}
	for name, want := range map[string]string{
		"modle": "model", "sed": "seed", "trails": "trials", "tri": "trials", "model": "model", "xyz": "", "modeling": "",
	} {
		if got := suggest.Flag(flags, name); got != want {
			t.Errorf("suggest.Flag(%q) = %q, want %q", name, got, want)
		}
	}
}

// Every command is listed and explains itself, with an example.
func TestHelp(t *testing.T) {
	a := &app{}
	var listed []string
	for _, g := range help.Commands {
		listed = append(listed, g.Names...)
	}
	for _, cmd := range newRoot(a, nil).Commands() {
		if cmd.Short == "" || cmd.Long == "" || !strings.Contains(cmd.Example, "fencepost "+cmd.Name()) && cmd.Name() != "replay" {
			t.Errorf("%s: help lacks a part", cmd.Name())
		}
		if !slices.Contains(listed, cmd.Name()) {
			t.Errorf("%s: the help of fencepost does not list it", cmd.Name())
		}
	}
}
