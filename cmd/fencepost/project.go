package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// projectName is the name of a project's file.
const projectName = "fencepost.toml"

// projectFlag adds the flag that names a project's file.
func (s *settings) projectFlag(f *pflag.FlagSet) {
	f.StringVar(&s.project, "config", "", "take files and flags from the project `FILE`; without a FILE to work on: "+projectName)
}

// projectPaths are the settings, beside files, that are paths: told relative to the
// project's file.
var projectPaths = []string{"include", "include-file", "compdb", "baseline", "out", "html", "sarif", "junit", "github", "gitlab", "dot"}

// A project is what the file of a project says: by the name of a flag its values, all
// together and for single commands; files is among the names.
type project struct {
	path string
	text string
	all  map[string]any
	of   map[string]map[string]any // by command
}

// projectArgs puts what the project's file says before the arguments, so that these have
// the last word, and its files behind them if they name none. They do so only for commands
// that work on programs: if --config names the file, or if no file is named and one lies
// in the working directory.
func projectArgs(a *app, args []string) ([]string, error) {
	scratch := newRoot(&app{ctx: a.ctx, stdin: a.stdin, stdout: io.Discard, stderr: io.Discard})
	cmd, rest, err := scratch.Find(args)
	if err != nil || cmd.Flags().Lookup("config") == nil || cmd.ParseFlags(rest) != nil {
		return args, nil // what is wrong with them is told when they are used
	}
	named := cmd.Flags().Args()
	path := cmd.Flags().Lookup("config").Value.String()
	if help, _ := cmd.Flags().GetBool("help"); help || path == "" && len(named) > 0 {
		return args, nil
	}
	given := path != ""
	if !given {
		path = projectName
	}
	p, err := readProject(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return args, nil
	} else if err != nil {
		return nil, err
	}
	flags, files, err := p.args(scratch, cmd)
	if err != nil {
		return nil, err
	}
	at := slices.Index(args, cmd.Name()) + 1
	out := slices.Concat(args[:at], flags, args[at:])
	if len(named) == 0 {
		out = append(out, files...)
	}
	return out, nil
}

// readProject reads the file of a project.
func readProject(path string) (*project, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		f := inputf(path, "%v", reason(err))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w%w", fs.ErrNotExist, f)
		}
		return nil, f
	}
	p := &project{path: path, text: string(text), all: map[string]any{}, of: map[string]map[string]any{}}
	var raw map[string]any
	if _, err := toml.Decode(p.text, &raw); err != nil {
		var wrong toml.ParseError
		if errors.As(err, &wrong) {
			f := inputf(path, "%s", wrong.Message)
			f.diagnostics[0].Line, f.diagnostics[0].Col = wrong.Position.Line, wrong.Position.Col
			return nil, f
		}
		return nil, inputf(path, "%v", err)
	}
	for name, v := range raw {
		if section, ok := v.(map[string]any); ok {
			p.of[name] = section
		} else {
			p.all[name] = v
		}
	}
	return p, nil
}

// args returns the flags and the files that the project has for a command.
func (p *project) args(root, cmd *cobra.Command) (flags, files []string, err error) {
	for _, name := range sortedKeys(p.all) {
		known := name == "files" || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Flags().Lookup(name) != nil })
		if !known || name == "config" {
			return nil, nil, p.wrong("", name, "no command has a flag of this name")
		}
	}
	for _, command := range sortedKeys(p.of) {
		c, _, err := root.Find([]string{command})
		if err != nil || c == root || c.Flags().Lookup("config") == nil {
			return nil, nil, p.wrong(command, "", "no command of this name works on programs")
		}
		for _, name := range sortedKeys(p.of[command]) {
			if name != "files" && (c.Flags().Lookup(name) == nil || name == "config") {
				return nil, nil, p.wrong(command, name, command+" has no flag of this name")
			}
		}
	}
	for _, section := range []string{"", cmd.Name()} {
		values := p.all
		if section != "" {
			values = p.of[section]
		}
		for _, name := range sortedKeys(values) {
			list, err := p.values(section, name, values[name])
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
					return nil, nil, p.wrong(section, name, err.Error())
				}
				flags = append(flags, "--"+name+"="+v)
			}
		}
	}
	return flags, files, nil
}

// values returns a setting as the words of a command line.
func (p *project) values(section, name string, v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var out []string
	for _, v := range list {
		switch v := v.(type) {
		case string:
			if name == "files" || slices.Contains(projectPaths, name) {
				v = p.below(v)
			}
			out = append(out, v)
		case int64, bool:
			out = append(out, fmt.Sprint(v))
		default:
			return nil, p.wrong(section, name, "must be a text, a whole number, true, false, or a list of these")
		}
	}
	return out, nil
}

// below returns a path of the project's file as it is from the working directory.
func (p *project) below(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(p.path), path)
}

// wrong returns the failure of a setting, with its line.
func (p *project) wrong(section, name, message string) error {
	what := name
	if name == "" {
		what = "[" + section + "]"
	}
	f := inputf(p.path, "%s: %s", what, message)
	in := ""
	for n, line := range strings.Split(p.text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			in = strings.TrimSpace(strings.Trim(strings.SplitN(line, "#", 2)[0], "[] \t"))
			if name == "" && in == section {
				f.diagnostics[0].Line = n + 1
			}
			continue
		}
		key, _, ok := strings.Cut(line, "=")
		if ok && in == section && strings.Trim(strings.TrimSpace(key), `"'`) == name {
			f.diagnostics[0].Line = n + 1
		}
	}
	return f
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
