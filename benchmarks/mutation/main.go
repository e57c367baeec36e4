// Command mutation measures the tests by faults: it makes one at a time in a rule of a model,
// a search or the machine, and runs the tests of the package where the rule stands. A mutant
// is killed if a test fails. One that survives is a rule that no test of its package holds.
//
//	go run ./benchmarks/mutation [-run REGEXP] [-whole] [-timeout DURATION] [-list]
//
// No file of the tree is touched: the compiler gets the changed file by an overlay. The tests
// are the short ones, unless -whole asks for all of them. A mutant whose tests take longer than
// the limit counts as killed, and is named as such; one that does not compile counts as neither,
// and is a mistake in the list. The table is in the order of the list. After an
// interrupt the run prints its results so far.
//
// The mutants are chosen by hand. Each drops a condition, swaps two cases, is off by one, or
// drops a fence, in a line of a rule. The list has no mutant that changes no answer, such as a bound
// that another check repeats, the order of a search, or a size.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	if err := command(); err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

func command() error {
	only := flag.String("run", "", "only mutants whose place or rule matches the `regexp`")
	whole := flag.Bool("whole", false, "run all tests of the package, not the short ones")
	limit := flag.Duration("timeout", 5*time.Minute, "of the tests of one mutant")
	list := flag.Bool("list", false, "list the mutants, and run nothing")
	flag.Parse()
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	scratch, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	t := tester{root: root, scratch: scratch, whole: *whole, limit: *limit}
	var results []result
	for i := range mutants {
		m := &mutants[i]
		if !wanted.MatchString(m.String()) {
			continue
		}
		if *list {
			fmt.Println(m)
			continue
		}
		begun := time.Now()
		s, err := t.test(ctx, m)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%3d/%d  %-16s %5.1fs  %s\n", i+1, len(mutants), s, time.Since(begun).Seconds(), m)
		results = append(results, result{m, s})
	}
	if !*list {
		report(results)
	}
	return nil
}

// moduleRoot returns the folder of the module that the command is run in.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	file := strings.TrimSpace(string(out))
	if file == "" || file == os.DevNull {
		return "", errors.New("run it in the module's folder")
	}
	return filepath.Dir(file), nil
}

// A status is what became of a mutant.
type status string

// The statuses.
const (
	killed   status = "killed"
	timedOut status = "killed: time-out"
	survived status = "survived"
	broken   status = "does not compile"
)

// A result is a mutant with its status.
type result struct {
	mutant *mutant
	status status
}

// A tester runs the tests of mutants.
type tester struct {
	root, scratch string
	whole         bool
	limit         time.Duration
}

// test runs the tests of the mutant's package.
func (t *tester) test(ctx context.Context, m *mutant) (status, error) {
	overlay, err := t.overlay(m)
	if err != nil {
		return "", err
	}
	binary := filepath.Join(t.scratch, "tests")
	build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, "./"+m.dir())
	build.Dir = t.root
	if out, err := build.CombinedOutput(); err != nil {
		if ctx.Err() == nil {
			os.Stderr.Write(out)
		}
		return broken, nil
	}
	args := []string{"-test.failfast"}
	if !t.whole {
		args = append(args, "-test.short")
	}
	within, stop := context.WithTimeout(ctx, t.limit)
	defer stop()
	run := exec.CommandContext(within, binary, args...)
	run.Dir = filepath.Join(t.root, filepath.FromSlash(m.dir()))
	switch err := run.Run(); {
	case err == nil:
		return survived, nil
	case within.Err() != nil:
		return timedOut, nil
	}
	return killed, nil
}

// overlay writes the mutant and an overlay that names it, and returns the latter.
func (t *tester) overlay(m *mutant) (string, error) {
	file := filepath.Join(t.root, filepath.FromSlash(m.file))
	source, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	changed, err := m.apply(source)
	if err != nil {
		return "", err
	}
	mutated := filepath.Join(t.scratch, "mutant.go")
	if err := os.WriteFile(mutated, changed, 0o600); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {file: mutated}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(t.scratch, "overlay.json")
	return name, os.WriteFile(name, text, 0o600)
}

// report prints a table by package, the mutants that were not killed, and the score.
func report(results []result) {
	counts := map[string]map[status]int{}
	var dirs []string
	all := map[status]int{}
	for _, r := range results {
		d := r.mutant.dir()
		if counts[d] == nil {
			counts[d] = map[status]int{}
			dirs = append(dirs, d)
		}
		counts[d][r.status]++
		all[r.status]++
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "package\tkilled\tof them by time-out\tsurvived\tdoes not compile")
	row := func(name string, c map[status]int) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", name, c[killed]+c[timedOut], c[timedOut], c[survived], c[broken])
	}
	for _, d := range dirs {
		row(d, counts[d])
	}
	row("all", all)
	w.Flush()
	for _, r := range results {
		if r.status != killed {
			fmt.Printf("%s: %s\n\t- %s\n\t+ %s\n", r.status, r.mutant, r.mutant.before, r.mutant.after)
		}
	}
	if n := all[killed] + all[timedOut]; n+all[survived] > 0 {
		fmt.Printf("score: %d of %d mutants killed in their own package, %d%%\n", n, n+all[survived], 100*n/(n+all[survived]))
	}
}
