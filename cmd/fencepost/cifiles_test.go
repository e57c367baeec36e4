package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// A ciJob is a job of a workflow, or an action, as a runner sees it.
type ciJob struct {
	env   map[string]string
	steps []ciStep
}

type ciStep struct {
	Uses, Run, Shell, Name, If string
	With, Env                  map[string]string
}

// runSteps does what a runner does with the steps that run commands, in a folder, and returns what
// they print.
func runSteps(t *testing.T, dir string, job ciJob, env ...string) string {
	t.Helper()
	pathFile := filepath.Join(t.TempDir(), "path")
	if err := os.WriteFile(pathFile, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	ran := 0
	for _, s := range job.steps {
		if s.Run == "" {
			continue
		}
		ran++
		added, err := os.ReadFile(pathFile)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		c.Dir, c.Stdout, c.Stderr = dir, &out, &out
		c.Env = append(os.Environ(), "GITHUB_PATH="+pathFile, "RUNNER_TEMP="+t.TempDir(), "PATH="+strings.Join(strings.Fields(string(added)), ":")+":"+os.Getenv("PATH"))
		for _, list := range []map[string]string{job.env, s.Env} {
			for _, name := range slices.Sorted(maps.Keys(list)) {
				c.Env = append(c.Env, name+"="+list[name])
			}
		}
		c.Env = append(c.Env, env...)
		if err := c.Run(); err != nil {
			t.Fatalf("step %q: %v\n%s", s.Name+s.Run, err, &out)
		}
	}
	if ran == 0 {
		t.Fatal("no step runs anything")
	}
	return out.String()
}

// standIn is a repository of git whose command is the one under test: what a workflow fetches.
func standIn(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	command := filepath.Join(dir, "cmd", "fencepost")
	if err := os.MkdirAll(command, 0o777); err != nil {
		t.Fatal(err)
	}
	program := `package main

import (
	"os"
	"syscall"
)

func main() {
	if syscall.Exec(os.Getenv("FENCEPOST_UNDER_TEST"), append([]string{"fencepost"}, os.Args[1:]...), os.Environ()) != nil {
		os.Exit(99)
	}
}
`
	for path, text := range map[string]string{"go.mod": "module fencepost\n\ngo 1.26\n", "cmd/fencepost/main.go": program} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "a version"}, {"tag", "v1"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	return dir
}

func readYAML(t *testing.T, path string, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// TestCIFiles runs the files that init writes on a new project: the steps of the workflow, the
// steps of the action, and the entry of the pre-commit hook.
func TestCIFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	for _, tool := range []string{"git", "bash"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	t.Parallel()
	source := standIn(t)
	env := []string{"GOPATH=" + t.TempDir(), "GOBIN=", "GOFLAGS=-modcacherw", "GOWORK=off", "XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + goCache(t), "FENCEPOST_UNDER_TEST=" + builtCommand()}
	dir := t.TempDir()
	c := exec.Command(builtCommand(), "init", "--source", source)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("init: %v\n%s", err, out)
	}

	var workflow struct {
		Env  map[string]string
		Jobs map[string]struct{ Steps []ciStep }
	}
	path := filepath.Join(dir, ".github", "workflows", "fencepost.yml")
	readYAML(t, path, &workflow)
	workflow.Env["FENCEPOST_VERSION"] = "v1"
	out := runSteps(t, dir, ciJob{workflow.Env, workflow.Jobs["check"].Steps}, env...)
	if !strings.Contains(out, "1 harness: 1 passed, 0 failed") {
		t.Errorf("the workflow prints\n%s", out)
	}
	for _, file := range []string{"fencepost.sarif", "fencepost.xml"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			t.Error(err)
		}
	}
	// Whence it is installed is said in one place, which must not be empty.
	if n := strings.Count(readText(t, path), source); n != 1 {
		t.Errorf("the source stands in %d places of the workflow", n)
	}
	steps := workflow.Jobs["check"].Steps
	k := slices.IndexFunc(steps, func(s ciStep) bool { return s.Run != "" })
	install := exec.Command("bash", "-eo", "pipefail", "-c", steps[k].Run)
	install.Dir, install.Env = dir, append(os.Environ(), "RUNNER_TEMP="+t.TempDir(), "FENCEPOST_SOURCE=", "FENCEPOST_VERSION=v1", "GITHUB_PATH=/dev/null")
	if out, err := install.CombinedOutput(); err == nil || !strings.Contains(string(out), "is to be set above") {
		t.Errorf("without a source: %v\n%s", err, out)
	}

	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []ciStep
		}
	}
	readYAML(t, "../../action.yml", &action)
	for i := range action.Runs.Steps {
		s := &action.Runs.Steps[i]
		for name, value := range s.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			if _, known := action.Inputs[input]; !known {
				t.Errorf("the action has no input %s", value)
			}
			s.Env[name] = action.Inputs[input].Default
		}
	}
	out = runSteps(t, dir, ciJob{steps: action.Runs.Steps}, append(env, "GITHUB_ACTION_PATH="+source, "FENCEPOST_ARGS=--jobs 1 -q")...)
	if !strings.HasSuffix(out, "1 harness: 1 passed, 0 failed (1 PROVED)\n") {
		t.Errorf("the action prints\n%s", out)
	}

	var hooks []struct{ ID, Name, Entry, Language string }
	readYAML(t, "../../.pre-commit-hooks.yaml", &hooks)
	root := newRoot(&app{}, nil)
	for _, h := range hooks {
		words := strings.Fields(h.Entry)
		if cmd, _, err := root.Find(words[1:]); err != nil || words[0] != "fencepost" || cmd == root {
			t.Errorf("the hook runs %q", h.Entry)
		}
		c := exec.Command(builtCommand(), words[1:]...)
		c.Dir, c.Env = dir, append(os.Environ(), env...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("the hook: %v\n%s", err, out)
		}
	}
	if len(hooks) == 0 {
		t.Error("there is no hook")
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// goCache returns the folder of the build cache. A command with a new home has another.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Skip(err)
	}
	return strings.TrimSpace(string(out))
}
