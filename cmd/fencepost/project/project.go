// Package project reads the file of a project, fencepost.toml: flags and files for commands
// that work on programs, for all of them and for single ones.
//
//	files = ["main.c", "queue.c"]
//	define = ["N=7"]
//	[test]
//	executions = 1000
//
// A name is that of a flag, a section that of a command. The command line comes after these
// flags and overrides them. Paths are relative to the file, which lies in the working
// directory or above it.
//
//	[[harness]]
//	name = "ring"
//	files = ["tests/ring.c", "src/ring.c"]
//	define = ["CAP=2"]
//	expect = "proved"
//	[[harness]]
//	glob = "tests/mc/*.c"
//
// Harnesses are the programs of a suite. check, justify and mutate without a FILE work on
// the suite: each harness has the common flags and its own.
package project

import (
	"cmp"
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

// Name is the name of a project's file.
const Name = "fencepost.toml"

// Flag adds the flag that names a project's file. A command that has it works on programs.
func Flag(f *pflag.FlagSet) {
	f.String(flag, "", "take files and flags from the project `FILE`; without a FILE to work on: "+Name)
}

const flag = "config"

// paths are the settings, other than files, that are paths.
var paths = []string{"include", "include-file", "compdb", "baseline", "out", "html", "sarif", "junit", "github", "gitlab", "dot"}

// A project is the content of a project's file: values by the name of a flag, for all
// commands and for single ones. files is one of the names.
type project struct {
	path      string
	text      string
	all       map[string]any
	of        map[string]map[string]any // by command
	harnesses []map[string]any
}

// A Line is a command line with the additions of the project's file.
type Line struct {
	Args []string
	// Suite are the harnesses if the command works on a suite; nil: Args names a program.
	Suite []Harness
	// Given are the flags without those of the project's file.
	Given []string
}

// Args puts the flags of the project's file before the arguments, so that these override
// them, and its files after them if they name none. It does so only for commands that work
// on programs, if --config names the file, or if no file is given and the project's file
// lies in the working directory or above it. It parses flags of the command that newRoot
// makes. The error is a *trace.Diagnostic or an *fs.PathError.
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
		return given, nil // errors in them are reported when they are used
	}
	named := cmd.Flags().Args()
	path := cmd.Flags().Lookup(flag).Value.String()
	if help, _ := cmd.Flags().GetBool("help"); help || path == "" && (len(named) > 0 || found == "") {
		return given, nil
	}
	path = cmp.Or(path, found)
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
	case len(p.harnesses) == 1 && len(files) == 0: // the only harness
		only, own, err := p.only(cmd)
		if err != nil {
			return nil, err
		}
		out.Args, files = slices.Concat(args[:at], flags, own, args[at:]), only.Files
	}
	out.Args = append(out.Args, files...)
	return out, nil
}

// find returns the path of the project's file in the working directory, or in the nearest
// directory above it; empty if there is none.
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
		if wrong, ok := errors.AsType[toml.ParseError](err); ok {
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

// tables returns a list of tables in any notation; nil if it is something else.
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

// Names of settings have two parts, and values are no tables. The reader of TOML is slow on
// deeper ones.
const (
	maxLine   = 4096
	maxTables = 100
)

// tooDeep returns the first line that is deeper than a setting can be; 0 if there is none.
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

// check checks the names of the settings, except those of harnesses.
func (p *project) check(root *cobra.Command) error {
	for _, name := range slices.Sorted(maps.Keys(p.all)) {
		known := name == "files" || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Flags().Lookup(name) != nil })
		if !known || name == flag {
			return p.wrong(place{name: name}, "no command has a flag of this name")
		}
	}
	for _, command := range slices.Sorted(maps.Keys(p.of)) {
		if command == "harness" {
			return p.wrong(place{section: command}, "write [[harness]], in double brackets")
		}
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

// args returns the flags and the files of the project for a command.
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

// words returns settings as flags of a command, and the files among them. Settings for
// which the command has no flag are for other commands.
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

// below returns a path of the project's file relative to the working directory.
func (p *project) below(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	path = filepath.Join(filepath.Dir(p.path), path)
	if up := ".." + string(filepath.Separator); strings.HasPrefix(path, up) { // up, and perhaps down again
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

// A place is the position of a setting.
type place struct {
	section string
	nth     int // index among the sections of this name
	name    string
}

// wrong returns an error in a setting, with its line.
func (p *project) wrong(at place, message string) error {
	what := cmp.Or(at.name, "["+at.section+"]")
	out := &trace.Diagnostic{Pos: trace.Pos{File: p.path}, Message: what + ": " + message}
	plain := strings.NewReplacer(`"`, "", `'`, "", " ", "", "\t", "")
	want, in := strings.Trim(at.section+"."+at.name, "."), ""
	left := at.nth // number of sections before the right one
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
	if out.Line == 0 && at.nth > 0 { // harnesses written as a list
		out.Line = 1 + strings.Count(p.text[:max(0, strings.Index(p.text, at.section))], "\n")
	}
	return out
}
