package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/cmd/fencepost/exit"

	"golang.org/x/tools/txtar"
)

// TestCorpus explores the folders of litmus tests through the command, as herd logs: of
// each test the final states, the verdict and the observation are those that an
// independent simulator computed. Package candidates has the rows, and argues the one
// state, S8, that is left out.
func TestCorpus(t *testing.T) {
	for name, list := range map[string][]string{
		"aarch64": {"armv8"}, "arm": {"armv7"}, "riscv": {"riscv"}, "ppc": {"power"}, "c11": {"c11orig", "rc11"}, "x86": {"tso", "sc"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			want := map[string][]string{} // by test and model, in the order of the files
			var order []string
			for _, file := range corpusFiles(t, name) {
				if strings.HasSuffix(file.Name, ".litmus") {
					order = append(order, file.Name)
					if err := os.WriteFile(filepath.Join(dir, file.Name), file.Data, 0o666); err != nil {
						t.Fatal(err)
					}
					continue
				}
				lines := strings.Split(strings.TrimSpace(string(file.Data)), "\n")
				states := slices.DeleteFunc(lines[1:], func(s string) bool { return strings.Contains(s, "S8") })
				want[file.Name] = append([]string{lines[0]}, sortedStates(states)...)
			}
			slices.Sort(order)
			for _, model := range list {
				got := herdLog(t, dir, model)
				if len(got) != len(order) {
					t.Fatalf("%s: the log has %d tests of %d", model, len(got), len(order))
				}
				for i, file := range order {
					base := strings.TrimSuffix(file, ".litmus")
					if w := want[base+"."+model]; !slices.Equal(got[i], w) {
						t.Errorf("%s under %s:\n%s\nwant\n%s", base, model, strings.Join(got[i], "\n"), strings.Join(w, "\n"))
					}
				}
			}
		})
	}
}

func corpusFiles(t *testing.T, name string) []txtar.File {
	data, err := os.ReadFile("../../interp/search/candidates/testdata/" + name + ".txtar.gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return txtar.Parse(data).Files
}

// herdLog returns of each test its verdict and observation, and its final states.
func herdLog(t *testing.T, dir, model string) (tests [][]string) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Cmd{Path: self, Args: []string{"fencepost", "explore", "--format", "herd", "--model", model, dir}}
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != exit.Bug {
		t.Fatalf("%s: %v", model, err)
	}
	for _, log := range strings.Split("\n"+string(out), "\nTest ")[1:] {
		var states []string
		verdict, in := "", false
		for line := range strings.Lines(log) {
			line = strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(line, "States "):
				in = true
			case line == "Ok" || line == "No" || line == "Undef":
				verdict, in = line, false
			case strings.HasPrefix(line, "Observation "):
				verdict += " " + strings.Fields(line)[2]
			case in && line != "":
				states = append(states, line)
			}
		}
		tests = append(tests, append([]string{verdict}, sortedStates(states)...))
	}
	return tests
}

// sortedStates sorts states, and what each says of registers and locations.
func sortedStates(list []string) []string {
	for i, s := range list {
		parts := strings.FieldsFunc(s, func(r rune) bool { return r == ';' })
		for k := range parts {
			parts[k] = strings.TrimSpace(parts[k])
		}
		slices.Sort(parts)
		list[i] = strings.TrimSpace(strings.Join(parts, "; "))
	}
	slices.Sort(list)
	return list
}
