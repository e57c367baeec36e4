package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"

	"github.com/spf13/cobra"
)

// Files that examples name and that no example makes.
var exampleFiles = map[string]string{
	"SB.litmus": `X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ 1:EAX=0)
`,
	"MP.litmus": `AArch64 MP
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] | LDR W2,[X3] ;
 MOV W2,#1   |             ;
 STR W2,[X3] |             ;
exists (1:X0=1 /\ 1:X2=0)
`,
	"litmus-tests/R.litmus": `C R
{ }
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 2, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (y=2 /\ 1:r0=0)
`,
	"LB.c": `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int r1, r2;
void *left(void *p)
{
	r1 = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return p;
}
void *right(void *p)
{
	r2 = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return p;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!(r1 == 1 && r2 == 1));
	return 0;
}
`,
	"queue.c":   "#include \"queue.h\"\nint queue_size(void) { return 0; }\n",
	"queue.h":   "int queue_size(void);\n",
	"queue.hpp": "#pragma once\n#include <atomic>\nstruct queue { std::atomic<int> size{0}; };\n",

	"tasks/task.yml": "input_files: 'task.c'\nproperties:\n  - property_file: no-data-race.prp\n    expected_verdict: true\n",
	"tasks/task.c":   "int main(void) { return 0; }\n",
	"mutex.yml":      "input_files: 'tasks/task.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n",
}

// bounded are the flags that keep an example short; what the example says has the last
// word, but for a time limit.
var bounded = map[string]string{"budget": "2000000", "trials": "5", "size": "3", "repeats": "2", "no-open": "true"}

// TestExamples runs the example lines of every command, in order and in one folder for
// each command: they end as the command's help says, and with no error of use.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED under -short: the scripts run the same commands")
	}
	t.Parallel()
	bench, err := filepath.Abs("../../benchmarks")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(builtCommand(), filepath.Join(bin, "fencepost")); err != nil {
		t.Fatal(err)
	}
	var commands []*cobra.Command // with examples
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
		if cmd.Example != "" {
			commands = append(commands, cmd)
		}
	}
	visit(newRoot(&app{}, nil))
	if len(commands) < 18 {
		t.Errorf("only %d commands have examples", len(commands))
	}
	for _, cmd := range testsize.Part(1, commands) {
		t.Run(cmd.Name(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Symlink(bench, filepath.Join(dir, "benchmarks")); err != nil {
				t.Fatal(err)
			}
			for name, text := range exampleFiles {
				path := filepath.Join(dir, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
					t.Fatal(err)
				}
			}
			for line := range strings.Lines(cmd.Example) {
				runExample(t, cmd, strings.TrimSpace(line), dir, bin)
			}
		})
	}
}

var timeLimit = regexp.MustCompile(` --timeout \S+`)

func runExample(t *testing.T, cmd *cobra.Command, line, dir, bin string) {
	if strings.HasPrefix(cmd.CommandPath(), "fencepost bench") && !testsize.Long() {
		return
	}
	if _, err := exec.LookPath("gcc"); err != nil && cmd.Name() == "native" {
		t.Skip("there is no gcc")
	}
	for _, tool := range []string{"gcc", "aarch64-linux-gnu-gcc", "patch"} {
		if _, err := exec.LookPath(tool); err != nil && (strings.Contains(line, "'"+tool+" ") || strings.Contains(line, "| "+tool+" ")) {
			t.Logf("not run, there is no %s: %s", tool, line)
			return
		}
	}
	if strings.Contains(line, "--nats") {
		t.Logf("not run, there is no server: %s", line)
		return
	}
	if strings.Contains(line, "compilers --size") {
		t.Logf("not run, it takes hours: %s", line)
		return
	}
	before, pipe, piped := strings.Cut(line, " | ")
	text := before
	if cmd, _, err := cmd.Root().Find(strings.Fields(line)[1:]); err == nil && strings.HasPrefix(line, cmd.CommandPath()) {
		text = timeLimit.ReplaceAllString(text, "")
		var flags []string
		for name, value := range bounded {
			if cmd.Flags().Lookup(name) != nil && !strings.Contains(line, "--"+name) && (name == "trials" || !strings.Contains(line, "--out ")) {
				flags = append(flags, "--"+name+"="+value)
			}
		}
		if cmd.Flags().Lookup("timeout") != nil && !strings.Contains(line, "--out ") {
			limit := "30s"
			if cmd.Flags().Lookup("no-open") != nil { // a server ends with its time alone
				limit = "1s"
			}
			flags = append(flags, "--timeout="+limit)
		}
		slices.Sort(flags)
		text = strings.Replace(text, cmd.CommandPath(), cmd.CommandPath()+" "+strings.Join(flags, " "), 1)
	}
	if piped {
		text += " >piped; status=$?; (" + pipe + ") <piped >&2 || status=99; exit $status"
	}
	c := exec.Command("sh", "-c", text)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	c.Stdin = strings.NewReader("q\n")
	var stderr strings.Builder
	c.Stderr = &stderr
	if strings.Contains(text, "patch -p1") { // what is patched is a copy
		copied := "cp -RL benchmarks copied && rm benchmarks && mv copied benchmarks && "
		c = exec.Command("sh", "-c", copied+text)
		c.Dir, c.Stderr = dir, &stderr
		c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	}
	_, err := c.Output()
	status := 0
	var exited *exec.ExitError
	if errors.As(err, &exited) {
		status = exited.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if status != exit.OK && status != exit.Bug && status != exit.Incomplete {
		t.Errorf("%s\nends with status %d: %s", text, status, stderr.String())
	}
}
