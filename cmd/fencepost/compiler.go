package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-shellwords"
	"github.com/spf13/cobra"
)

// maxResponses is how many response files are read, so that they may not name each other
// without end.
const maxResponses = 100

// compilerArgs replaces what gcc and clang have on their command lines and this command
// does not: response files, flags of one dash that are longer than a letter, and flags
// that mean nothing here, which are left out.
func compilerArgs(root *cobra.Command, args []string) ([]string, error) {
	cmd, _, err := root.Find(args)
	if err != nil || cmd.Flags().Lookup("define") == nil {
		return args, nil
	}
	args, err = expandResponses(args)
	if err != nil {
		return nil, err
	}
	var out []string
	for len(args) > 0 {
		if args[0] == "--" {
			return append(out, args...), nil
		}
		long, _, _ := strings.Cut(strings.TrimLeft(args[0], "-"), "=")
		f := readFlag(args)
		switch {
		case f.kind == notCompiler || len(long) > 1 && cmd.Flags().Lookup(long) != nil && f.kind == ignored:
			f.taken = 1
			out = append(out, args[0])
		case f.kind == ignored:
		default:
			out = append(out, "--"+flagNames[f.kind]+"="+f.value)
		}
		args = args[f.taken:]
	}
	return out, nil
}

// expandResponses replaces each @FILE by the words in the file.
func expandResponses(args []string) ([]string, error) {
	var out []string
	for n := 0; len(args) > 0; {
		path, ok := strings.CutPrefix(args[0], "@")
		if args[0] == "--" {
			return append(out, args...), nil
		}
		if !ok || path == "" {
			out, args = append(out, args[0]), args[1:]
			continue
		}
		if n++; n > maxResponses {
			return nil, inputf(path, "there are more than %d response files", maxResponses)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, inputf(path, "%v", reason(err))
		}
		words, err := shellwords.Parse(string(text))
		if err != nil {
			return nil, inputf(path, "%v", err)
		}
		args = append(words, args[1:]...)
	}
	return out, nil
}

// A flagKind is what a flag of a compiler means here.
type flagKind int

const (
	notCompiler flagKind = iota
	ignored
	defineFlag
	undefineFlag
	includeDirFlag
	includeFileFlag
)

// flagNames are this command's names of flags.
var flagNames = map[flagKind]string{
	defineFlag: "define", undefineFlag: "undefine", includeDirFlag: "include", includeFileFlag: "include-file",
}

// operandFlags are the flags of compilers that have an operand, in the same argument or
// in the next.
var operandFlags = []struct {
	name string
	kind flagKind
}{
	{"-isystem", includeDirFlag}, {"-iquote", includeDirFlag}, {"-idirafter", includeDirFlag}, {"-include", includeFileFlag},
	{"-D", defineFlag}, {"-U", undefineFlag}, {"-I", includeDirFlag},
	{"-MF", ignored}, {"-MT", ignored}, {"-MQ", ignored}, {"-o", ignored}, {"-x", ignored}, {"-L", ignored}, {"-l", ignored},
}

// Flags of compilers without an operand that mean nothing here, in full or their beginnings.
var (
	ignoredFlags  = []string{"-c", "-w", "-s", "-ansi", "-pipe", "-pthread", "-rdynamic", "-shared", "-static"}
	ignoredFamily = []string{"-std=", "-O", "-W", "-f", "-m", "-g", "-M", "-pedantic"}
)

// A compilerFlag is a flag of a compiler, and how many arguments it takes.
type compilerFlag struct {
	kind  flagKind
	value string
	taken int
}

// readFlag reads the flag that args begin with.
func readFlag(args []string) compilerFlag {
	arg := args[0]
	for _, f := range operandFlags {
		value, ok := strings.CutPrefix(arg, f.name)
		switch {
		case ok && value != "":
			return compilerFlag{f.kind, value, 1}
		case ok && len(args) > 1:
			return compilerFlag{f.kind, args[1], 2}
		}
	}
	begins := func(family string) bool { return strings.HasPrefix(arg, family) }
	if slices.Contains(ignoredFlags, arg) || slices.ContainsFunc(ignoredFamily, begins) {
		return compilerFlag{ignored, "", 1}
	}
	return compilerFlag{notCompiler, "", 1}
}

// An undefine is a flag's value: the name of a macro, whose definitions so far it takes
// back.
type undefine struct{ defines *[]string }

func (u undefine) String() string { return "" }

func (u undefine) Type() string { return "NAME" }

// Set takes back the definitions of a macro.
func (u undefine) Set(name string) error {
	*u.defines = slices.DeleteFunc(*u.defines, func(d string) bool { return macroName(d) == name })
	return nil
}

// macroName returns the name that a definition NAME=VALUE or NAME(ARGUMENTS)=VALUE is of.
func macroName(definition string) string {
	if i := strings.IndexAny(definition, "=("); i >= 0 {
		return definition[:i]
	}
	return definition
}

// A compilation is an entry of a compilation database.
type compilation struct {
	Directory string
	File      string
	Command   string
	Arguments []string
}

// readDatabase adds the flags that a compilation database has for the files. All files
// of a program are compiled with the flags of each; it is an error if these define a
// macro differently.
func (s *settings) readDatabase(files []string) error {
	if s.database == "" {
		return nil
	}
	text, err := os.ReadFile(s.database)
	if err != nil {
		return inputf(s.database, "%v", reason(err))
	}
	var list []compilation
	if err := json.Unmarshal(text, &list); err != nil {
		return inputf(s.database, "this is no compilation database: %v", err)
	}
	given := len(s.defines)
	for _, file := range files {
		i := slices.IndexFunc(list, func(c compilation) bool { return sameFile(c.path(c.File), file) })
		if i < 0 {
			return inputf(s.database, "tells nothing of %s", file)
		}
		if err := s.addCompilation(&list[i], given); err != nil {
			return err
		}
	}
	return nil
}

// path returns a path as seen from the working directory of the compiler.
func (c *compilation) path(p string) string {
	if filepath.IsAbs(p) || c.Directory == "." {
		return p
	}
	return filepath.Join(c.Directory, p)
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// addCompilation adds the flags of one entry; the first definitions, so many as given,
// are those of the command line, which win.
func (s *settings) addCompilation(c *compilation, given int) error {
	args := c.Arguments
	if len(args) == 0 {
		words, err := shellwords.Parse(c.Command)
		if err != nil {
			return inputf(s.database, "the command for %s: %v", c.File, err)
		}
		args = words
	}
	var own []string
	for len(args) > 0 {
		f := readFlag(args)
		switch dir := c.path(f.value); f.kind {
		case defineFlag:
			own = append(own, f.value)
		case undefineFlag:
			_ = undefine{&own}.Set(f.value)
		case includeDirFlag:
			if !slices.Contains(s.includes, dir) {
				s.includes = append(s.includes, dir)
			}
		case includeFileFlag:
			if !slices.Contains(s.headers, f.value) {
				s.headers = append(s.headers, f.value)
			}
		}
		args = args[f.taken:]
	}
	for _, d := range own {
		i := slices.IndexFunc(s.defines, func(old string) bool { return macroName(old) == macroName(d) })
		switch {
		case i < 0:
			s.defines = append(s.defines, d)
		case i >= given && s.defines[i] != d:
			return inputf(s.database, "files are compiled with both -D %s and -D %s: give -D for one of them", s.defines[i], d)
		}
	}
	return nil
}
