package svcomp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/trace"
	"fencepost/trace/input"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"

	"gopkg.in/yaml.v3"
)

// A Verdict says whether a property holds.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	True
	False
)

// String returns true, false or unknown.
func (v Verdict) String() string { return [...]string{"unknown", "true", "false"}[v] }

func verdictOf(holds bool) Verdict {
	if holds {
		return True
	}
	return False
}

// A Task is a program with a property.
type Task struct {
	Name     string // the path of the file that the task was found in
	Files    []string
	Expected Verdict // Unknown: nothing is expected
}

// Find returns the tasks with property p that paths name, in order. A path is a task
// file (.yml), a C file, whose name may tell the verdict, as in
// mutex_true-no-data-race.c, or a folder, which is searched. Task files of other
// properties, and C files of a folder that tell nothing of p or belong to a task file,
// are passed over.
func Find(paths []string, p Property) (tasks []Task, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: input.Reason(err).Error()}
		}
		found := []Task{}
		switch {
		case info.IsDir():
			found, err = findIn(path, p)
		case isTaskFile(path):
			found, err = readTask(path, p)
		default:
			found = append(found, Task{Name: path, Files: []string{path}, Expected: named(path, p)})
		}
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, found...)
	}
	return tasks, nil
}

func isTaskFile(path string) bool {
	return strings.HasSuffix(path, ".yml") || strings.HasSuffix(path, ".yaml")
}

// findIn returns the tasks of a folder.
func findIn(dir string, p Property) (tasks []Task, err error) {
	var files, programs []string
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch ext := filepath.Ext(path); {
		case err != nil:
			return &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: input.Reason(err).Error()}
		case d.IsDir():
		case isTaskFile(path):
			files = append(files, path)
		case (ext == ".c" || ext == ".i") && named(path, p) != Unknown:
			programs = append(programs, path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		found, err := readTask(path, p)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			programs = slices.DeleteFunc(programs, func(c string) bool { return slices.Contains(t.Files, c) })
		}
		tasks = append(tasks, found...)
	}
	for _, path := range programs {
		tasks = append(tasks, Task{path, []string{path}, named(path, p)})
	}
	slices.SortFunc(tasks, func(a, b Task) int { return strings.Compare(a.Name, b.Name) })
	return tasks, nil
}

var namedVerdict = lazyregexp.New(`_(true|false)-([a-z]+(?:-[a-z]+)*)`)

// named returns the verdict that the name of a C file tells.
func named(path string, p Property) Verdict {
	for _, m := range namedVerdict().FindAllStringSubmatch(filepath.Base(path), -1) {
		if m[2] == p.String() || p == ValidMemsafety && (m[2] == "valid-deref" || m[2] == "valid-free") {
			return verdictOf(m[1] == "true")
		}
	}
	return Unknown
}

// readTask returns the task that a task file has for p, if it has one.
func readTask(path string, p Property) ([]Task, error) {
	text, err := input.Regular(path, input.Settings)
	if err != nil {
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: input.Reason(err).Error()}
	}
	var file struct {
		Input      yaml.Node `yaml:"input_files"`
		Properties []struct {
			File     string `yaml:"property_file"`
			Expected *bool  `yaml:"expected_verdict"`
		}
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: fmt.Sprintf("this is no task file: %v", err)}
	}
	names, err := inputs(&file.Input)
	if err != nil {
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: err.Error()}
	}
	for _, q := range file.Properties {
		if strings.TrimSuffix(filepath.Base(q.File), ".prp") != p.String() {
			continue
		}
		t := Task{Name: path, Files: lists.Map(names, func(name string) string { return filepath.Join(filepath.Dir(path), name) })}
		if q.Expected != nil {
			t.Expected = verdictOf(*q.Expected)
		}
		return []Task{t}, nil
	}
	return nil, nil
}

// inputs returns the input files: one, or a list.
func inputs(n *yaml.Node) (names []string, err error) {
	if n.Kind == yaml.ScalarNode {
		return []string{n.Value}, nil
	}
	if err := n.Decode(&names); err != nil || len(names) == 0 {
		return nil, errors.New("this is no task file: it has no input_files")
	}
	return names, nil
}
