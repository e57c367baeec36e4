package main

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"text/template"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/project"

	"github.com/spf13/cobra"
)

//go:embed templates
var templates embed.FS

// projectFiles are the files of a new project, each with its template; that without one
// is the header. The second to last are left out if the file is there.
var projectFiles = []struct{ path, template string }{
	{project.Name, "fencepost.toml"},
	{harnessC, "harness.c"},
	{"fencepost.h", ""},
	{"fencepost.cmake", "fencepost.cmake"},
	{filepath.Join(".github", "workflows", "fencepost.yml"), "workflow.yml"},
	{"CMakeLists.txt", "CMakeLists.txt"},
}

// The names of the harness, by language.
const (
	harnessC   = "fencepost_harness.c"
	harnessCXX = "fencepost_harness.cpp"
)

func newInit(a *app) *cobra.Command {
	var force, cxx bool
	cmd := &cobra.Command{
		Use:   "init [FILE...]",
		Short: "Make a project: settings, a harness, tests",
		Long: `Init writes, into the working directory, what a project needs to be checked:

  fencepost.toml        files, flags, models and budget; the commands read it
                        if no FILE is named
  fencepost_harness.c   a program with two threads that use the code; .cpp with
                        a file or header of C++, or --cpp
  fencepost.h           for other compilers; fencepost has it built in
  fencepost.cmake       the harness as tests of CTest; CMakeLists.txt
                        includes it, and is written if there is none
  .github/workflows/fencepost.yml
                        a workflow that shows findings in the code

Each FILE is a C or C++ file of the code, which is compiled with the harness, or a
header, which the harness includes. A file that is there is left as it is, unless --force is
given. Fill in what the threads do; then fencepost check, or ctest.`,
		Example: example("fencepost init", "fencepost init queue.c queue.h", "fencepost init queue.hpp"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.init(args, cxx, force) },
	}
	cmd.Flags().BoolVar(&cxx, "cpp", false, "write the harness in C++")
	cmd.Flags().BoolVar(&force, "force", false, "write files anew that are there")
	return cmd
}

// A newProject is what the templates of a project name.
type newProject struct {
	Name             string
	Sources, Headers []string
	Harness          string
	CXX              bool // something is C++
}

func (a *app) init(files []string, cxx, force bool) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	p := newProject{Harness: harnessC, CXX: cxx, Name: notName().ReplaceAllString(filepath.Base(dir), "_")}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil {
			return inputf(f, "%v", reason(err))
		} else if !info.Mode().IsRegular() {
			return inputf(f, "is not a file")
		}
		slashed := filepath.ToSlash(f)
		if strings.ContainsAny(slashed, "\"\\\n;$ ") {
			return inputf(f, "a file of a project has no blank, quote or sign in its name")
		}
		switch filepath.Ext(f) {
		case ".cpp", ".cc", ".cxx", ".c++", ".C":
			p.CXX = true
			fallthrough
		case ".c":
			p.Sources = append(p.Sources, slashed)
		case ".hpp", ".hh", ".hxx", ".h++", ".H":
			p.CXX = true
			fallthrough
		case ".h":
			p.Headers = append(p.Headers, slashed)
		default:
			return inputf(f, "is neither a C or C++ file nor a header")
		}
	}
	if p.CXX {
		p.Harness = harnessCXX
	}
	t, err := template.ParseFS(templates, "templates/*")
	if err != nil {
		return err
	}
	for _, f := range projectFiles {
		if f.path == harnessC && p.CXX {
			f.path, f.template = harnessCXX, "harness.cpp"
		}
		var text bytes.Buffer
		if f.template == "" {
			header, err := benchmarks.Files.ReadFile("fencepost.h")
			if err != nil {
				return err
			}
			text.Write(header)
		} else if err := t.ExecuteTemplate(&text, f.template, p); err != nil {
			return err
		}
		done, err := create(f.path, text.Bytes(), force && f.path != "CMakeLists.txt")
		if err != nil {
			return outputf(f.path, err)
		}
		word := "written"
		if !done {
			word = "is there, and left as it is"
		}
		fmt.Fprintf(a.stdout, "%s: %s\n", f.path, word)
		if !done && f.path == "CMakeLists.txt" {
			fmt.Fprintf(a.stdout, "for the tests, add to it: enable_testing() and include(fencepost.cmake)\n")
		}
	}
	fmt.Fprintf(a.stdout, "\nFill in what the threads of %s do; then: fencepost check\n", p.Harness)
	return nil
}

var notName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9_]+`) })

// create writes a file; unless it may be written anew, it does nothing and reports false if
// there is one.
func create(path string, text []byte, anew bool) (bool, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return false, err
	}
	if _, err := os.Lstat(path); err == nil && !anew {
		return false, nil
	}
	return true, replaceFile(path, temporaryName(path), 0o666, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
