// Package project reads the file of a project, fencepost.toml: the flags and the files of
// commands that work on programs, all together and for single commands.
//
//	files = ["main.c", "queue.c"]
//	define = ["N=7"]
//	[test]
//	executions = 1000
//
// A name is that of a flag, a section's that of a command. The command line comes after
// and has the last word. Paths are told relative to the file, which lies in the working
// directory or in one above it.
//
//	[[harness]]
//	name = "ring"
//	files = ["tests/ring.c", "src/ring.c"]
//	define = ["CAP=2"]
//	expect = "proved"
//	[[harness]]
//	glob = "tests/mc/*.c"
//
// Harnesses are the programs of a suite, which check, justify and mutate without a FILE are for: each
// with the flags of all, and with its own.
package project

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/trace"
	"fencepost/trace/input"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Name is what a project's file is called.
const Name = "fencepost.toml"

// Flag adds the flag that names a project's file. A command that has it works on programs.
func Flag(f *pflag.FlagSet) {
	f.String(flag, "", "take files and flags from the project `FILE`; without a FILE to work on: "+Name)
}

const flag = "config"

// paths are the settings, beside files, that are paths.
var paths = []string{"include", "include-file", "compdb", "baseline", "out", "html", "sarif", "junit", "github", "gitlab", "dot"}

// A project is what the file of a project says: by the name of a flag its values, all
// together and for single commands; files is among the names.
type project struct {
	path      string
	text      string
	all       map[string]any
	of        map[string]map[string]any // by command
	harnesses []map[string]any
}

// A Line is a command line with what the project's file adds to it.
type Line struct {
	Args []string
	// Suite are the programs that the command is for, if that is a suite; nil: Args names one.
	Suite []Harness
	// Given are the flags without those of the project's file.
	Given []string
}

// Args puts what the project's file says before the arguments, so that these have the
// last word, and its files behind them if they name none. It does so only for commands
// that work on programs: if --config names the file, or if no file is named and one lies
// in the working directory, or above it. It parses flags of the command that newRoot makes.
// The error is an *trace.Diagnostic or an *fs.PathError.
func Args(newRoot func() *cobra.Command, args []string) (*Line, error) {
	given := &Line{Args: args}
	found := find()
	mentioned := slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, flag) })
	if found == "" && !mentioned {
		return given, nil
	}
	root := newRoot()
	cmd, rest, err := root.Find(args)
	if err != nil || cmd.Flags().Lookup(flag) == nil || cmd.ParseFlags(rest) != nil {
		return given, nil // what is wrong with them is told when they are used
	}
	named := cmd.Flags().Args()
	path := cmd.Flags().Lookup(flag).Value.String()
	if help, _ := cmd.Flags().GetBool("help"); help || path == "" && (len(named) > 0 || found == "") {
		return given, nil
	}
	if path == "" {
		path = found
	}
	p, err := read(path)
	if err != nil {
		return nil, err
	}
	if err := p.check(root); err != nil {
		return nil, err
	}
	flags, files, err := p.args(cmd)
	if err != nil {
		return nil, err
	}
	at := slices.Index(args, cmd.Name()) + 1
	out := &Line{Args: slices.Concat(args[:at], flags, args[at:])}
	if len(named) > 0 {
		return out, nil
	}
	switch {
	case len(p.harnesses) > 0 && slices.Contains(ofSuites, cmd.Name()):
		out.Given = rest
		out.Suite, err = p.suite(root, cmd, files)
		return out, err
	case len(p.harnesses) == 1 && len(files) == 0: // it is meant
		only, own, err := p.only(cmd)
		if err != nil {
			return nil, err
		}
		out.Args, files = slices.Concat(args[:at], flags, own, args[at:]), only.Files
	}
	out.Args = append(out.Args, files...)
	return out, nil
}

// find returns the path of the project's file in the working directory, or else in the nearest
// one above it; empty if there is none.
func find() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for path := Name; ; path = filepath.Join("..", path) {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// read reads the file of a project.
func read(path string) (*project, error) {
	text, err := input.Regular(path, input.Settings)
	if err != nil {
		return nil, err
	}
	if n := tooDeep(string(text)); n > 0 {
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: path, Line: n}, Message: "settings are neither so long nor so deep"}
	}
	p := &project{path: path, text: string(text), all: map[string]any{}, of: map[string]map[string]any{}}
	var raw map[string]any
	if _, err := toml.Decode(p.text, &raw); err != nil {
		var wrong toml.ParseError
		if errors.As(err, &wrong) {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: path, Line: wrong.Position.Line, Col: wrong.Position.Col}, Message: wrong.Message}
		}
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: err.Error()}
	}
	for name, v := range raw {
		section, isSection := v.(map[string]any)
		switch list := tables(v); {
		case name == harness && list != nil:
			p.harnesses = list
		case isSection:
			p.of[name] = section
		default:
			p.all[name] = v
		}
	}
	return p, nil
}

// tables returns a list of tables, however it is written; nil if it is something else.
func tables(v any) (list []map[string]any) {
	switch v := v.(type) {
	case []map[string]any:
		return v
	case []any:
		for _, x := range v {
			table, ok := x.(map[string]any)
			if !ok {
				return nil
			}
			list = append(list, table)
		}
	}
	return list
}

// Settings have names of two parts, and their values no tables. The reader of TOML takes
// long where there are many.
const (
	maxLine   = 4096
	maxTables = 100
)

// tooDeep returns the first line with more than a setting can have; 0: there is none.
func tooDeep(text string) int {
	tables, n := 0, 0
	for line := range strings.Lines(text) {
		n++
		if tables += strings.Count(line, "{"); len(line) > maxLine || tables > maxTables {
			return n
		}
	}
	return 0
}

// check checks the names of the settings, but for those of harnesses.
func (p *project) check(root *cobra.Command) error {
	for _, name := range slices.Sorted(maps.Keys(p.all)) {
		known := name == "files" || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Flags().Lookup(name) != nil })
		if !known || name == flag {
			return p.wrong(place{name: name}, "no command has a flag of this name")
		}
	}
	for _, command := range slices.Sorted(maps.Keys(p.of)) {
		c, _, err := root.Find([]string{command})
		if err != nil || c == root || c.Flags().Lookup(flag) == nil {
			return p.wrong(place{section: command}, "no command of this name works on programs")
		}
		for _, name := range slices.Sorted(maps.Keys(p.of[command])) {
			if name != "files" && (c.Flags().Lookup(name) == nil || name == flag) {
				return p.wrong(place{section: command, name: name}, command+" has no flag of this name")
			}
		}
	}
	return nil
}

// args returns the flags and the files that the project has for a command.
func (p *project) args(cmd *cobra.Command) (flags, files []string, err error) {
	for _, section := range []string{"", cmd.Name()} {
		values := p.all
		if section != "" {
			values = p.of[section]
		}
		own, named, err := p.words(cmd, place{section: section}, values)
		if err != nil {
			return nil, nil, err
		}
		if flags = append(flags, own...); named != nil {
			files = named
		}
	}
	return flags, files, nil
}

// words returns settings as flags of a command, and the files among them. Those of which the
// command has no flag are for others.
func (p *project) words(cmd *cobra.Command, at place, values map[string]any) (flags, files []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		at.name = name
		list, err := p.values(at, values[name])
		if err != nil {
			return nil, nil, err
		}
		if name == "files" {
			files = list
			continue
		}
		f := cmd.Flags().Lookup(name)
		if f == nil {
			continue
		}
		for _, v := range list {
			if err := f.Value.Set(v); err != nil {
				return nil, nil, p.wrong(at, err.Error())
			}
			flags = append(flags, "--"+name+"="+v)
		}
	}
	return flags, files, nil
}

// values returns a setting as the words of a command line.
func (p *project) values(at place, v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var out []string
	for _, v := range list {
		switch v := v.(type) {
		case string:
			if at.name == "files" || slices.Contains(paths, at.name) {
				v = p.below(v)
			}
			out = append(out, v)
		case int64, bool:
			out = append(out, fmt.Sprint(v))
		default:
			return nil, p.wrong(at, "must be a text, a whole number, true, false, or a list of these")
		}
	}
	return out, nil
}

// below returns a path of the project's file as it is from the working directory.
func (p *project) below(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	path = filepath.Join(filepath.Dir(p.path), path)
	if up := ".." + string(filepath.Separator); strings.HasPrefix(path, up) { // and perhaps down again
		if whole, err := filepath.Abs(path); err == nil {
			if dir, err := os.Getwd(); err == nil {
				if short, err := filepath.Rel(dir, whole); err == nil {
					return short
				}
			}
		}
	}
	return path
}

// A place is where a setting stands.
type place struct {
	section string
	nth     int // of the sections of this name
	name    string
}

// wrong returns the failure of a setting, with its line.
func (p *project) wrong(at place, message string) error {
	what := at.name
	if what == "" {
		what = "[" + at.section + "]"
	}
	out := &trace.Diagnostic{Pos: trace.Pos{File: p.path}, Message: what + ": " + message}
	plain := strings.NewReplacer(`"`, "", `'`, "", " ", "", "\t", "")
	want, in := strings.Trim(at.section+"."+at.name, "."), ""
	left := at.nth // sections to come before the one that is meant
	for n, line := range strings.Split(p.text, "\n") {
		key, _, _ := strings.Cut(plain.Replace(line), "=")
		if strings.HasPrefix(key, "[") {
			key, _, _ = strings.Cut(strings.Trim(key, "["), "]")
			if in = key + "."; key == at.section && at.nth > 0 {
				left--
			}
		} else {
			key = in + key
		}
		if out.Line == 0 && left <= 0 && (key == want || strings.HasPrefix(key, want+".")) {
			out.Line = n + 1
		}
	}
	if out.Line == 0 && at.nth > 0 { // harnesses in a list
		out.Line = 1 + strings.Count(p.text[:max(0, strings.Index(p.text, at.section))], "\n")
	}
	return out
}
