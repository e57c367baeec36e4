package benchmarks_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"fencepost/models/axiom"
)

var compareCommand = flag.Bool("command", false, "time the explore command on the programs of explore/ beside GenMC's figures")

// TestExploreCommand runs fencepost explore, with one worker and otherwise as it is,
// on the programs for which explore/genmc.csv has a figure. The command is ahead on
// each of them, in CPU seconds of the whole process, and twice as fast on average.
func TestExploreCommand(t *testing.T) {
	if !*compareCommand {
		t.Skip("run with -command")
	}
	bin := filepath.Join(t.TempDir(), "fencepost")
	if out, err := exec.Command("go", "build", "-o", bin, "fencepost/cmd/fencepost").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	stated := map[string]count{}
	for _, c := range counts(t) {
		stated[c.String()] = c
	}
	logs, rows := 0.0, 0
	fmt.Printf("%-10s %3s %10s %8s %8s %6s\n", "program", "N", "executions", "seconds", "GenMC", "ratio")
	for _, row := range genmcFigures(t) {
		c, ok := stated[fmt.Sprintf("%s/%s/%s", row.program, row.parameter, axiom.RC11.Name)]
		if !ok {
			t.Errorf("%s %s: no count is stated", row.program, row.parameter)
			continue
		}
		executions, seconds := c.command(t, bin)
		if executions != c.want {
			t.Errorf("%s: %d executions, want %d", c, executions, c.want)
		}
		ratio := seconds / row.seconds
		fmt.Printf("%-10s %3s %10d %8.2f %8.2f %6.2f\n", row.program, row.parameter, executions, seconds, row.seconds, ratio)
		if ratio >= 1 {
			t.Errorf("%s: %.2f s, GenMC %.2f s", c, seconds, row.seconds)
		}
		logs += math.Log(ratio)
		rows++
	}
	mean := math.Exp(logs / float64(rows))
	fmt.Printf("geometric mean %.2f\n", mean)
	if mean >= 0.5 {
		t.Errorf("geometric mean %.2f", mean)
	}
}

// command runs the command and returns the executions it counts and the CPU seconds
// that it needs.
func (c count) command(t *testing.T, bin string) (executions int64, seconds float64) {
	args := []string{"explore", "--json", "--workers", "1", "--no-symmetry", filepath.Join("explore", c.file)}
	if c.parameter != "" {
		args = append(args, "-D", "N="+c.parameter)
	}
	if c.unroll > 0 {
		args = append(args, "--unroll", strconv.Itoa(c.unroll))
	}
	cmd := exec.Command(bin, args...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	var document struct {
		Files []struct {
			Models []struct{ Executions, Bounded int64 }
		}
	}
	if err := json.Unmarshal(out, &document); err != nil || len(document.Files) != 1 {
		t.Fatalf("%s: %v\n%s", c, err, out)
	}
	m := document.Files[0].Models[0]
	return m.Executions + m.Bounded, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// A genmcFigure is what GenMC needed for a program.
type genmcFigure struct {
	program, parameter string
	seconds            float64
}

func genmcFigures(t *testing.T) (list []genmcFigure) {
	f, err := os.Open("explore/genmc.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	all, err := r.ReadAll()
	if err != nil || len(all) < 2 {
		t.Fatal("no figures", err)
	}
	for _, row := range all[1:] {
		s, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, genmcFigure{row[0], row[1], s})
	}
	return list
}
