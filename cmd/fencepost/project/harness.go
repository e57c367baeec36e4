package project

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/hardware/litmus"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The section of a harness, and the commands that check a harness; the second one is for
// litmus tests.
const (
	harness       = "harness"
	suiteCommand  = "check"
	litmusCommand = "explore"
)

// ofSuites are the commands that work on suites. A harness has the settings of check. Other
// commands use the settings for which they have a flag.
var ofSuites = []string{suiteCommand, "justify", "mutate"}

// A Harness is a program of a suite.
type Harness struct {
	Name   string
	Files  []string
	Expect report.Verdict // the verdict with which it passes; empty: any without a bug
	// Command is the command that checks it.
	Command string
	// Flags are those of the project's file; those of the harness come last.
	Flags []string
}

// NewHarness returns a harness of files without settings.
func NewHarness(name string, files ...string) Harness {
	h := Harness{Name: name, Files: files, Command: suiteCommand}
	if slices.ContainsFunc(files, litmus.IsFile) {
		h.Command = litmusCommand
	}
	return h
}

// ForSuites marks flags of a whole suite, which a harness must not have.
func ForSuites(f *pflag.FlagSet, names ...string) {
	for _, name := range names {
		if f.Lookup(name) != nil {
			_ = f.SetAnnotation(name, suiteFlag, nil) // it fails only for an undefined flag
		}
	}
}

// IsForSuites reports whether ForSuites marked a flag.
func IsForSuites(f *pflag.Flag) bool {
	_, is := f.Annotations[suiteFlag]
	return is
}

const suiteFlag = "fencepost-suite"

// ofHarness are the settings of a harness that are not flags.
var ofHarness = []string{"name", "files", "glob", "expect"}

// suite returns the harnesses of the project, with flags for a command. A project with
// harnesses must not also list files.
func (p *project) suite(root, of *cobra.Command, files []string) ([]Harness, error) {
	if len(files) > 0 {
		return nil, p.wrong(place{name: "files"}, "the programs of a suite are its harnesses: let these be one, too")
	}
	var all []Harness
	for k, values := range p.harnesses {
		at := place{section: harness, nth: k + 1}
		list, err := p.programs(at, values)
		if err != nil {
			return nil, err
		}
		for _, h := range list {
			if h.Flags, err = p.flagsOf(root, of, at, &h, values); err != nil {
				return nil, err
			}
			if slices.ContainsFunc(all, func(x Harness) bool { return x.Name == h.Name }) {
				return nil, p.wrong(at.of("name"), fmt.Sprintf("two harnesses are called %s", h.Name))
			}
			all = append(all, h)
		}
	}
	return all, nil
}

// only returns the one harness of the project, with the flags that a command has. It
// returns none if there are several.
func (p *project) only(cmd *cobra.Command) (h Harness, flags []string, err error) {
	at := place{section: harness, nth: 1}
	list, err := p.programs(at, p.harnesses[0])
	if err != nil || len(list) != 1 {
		return h, nil, err
	}
	own := map[string]any{}
	for name, v := range p.harnesses[0] {
		if !slices.Contains(ofHarness, name) {
			own[name] = v
		}
	}
	flags, _, err = p.words(cmd, at, own)
	return list[0], flags, err
}

func (at place) of(name string) place {
	at.name = name
	return at
}

// programs returns the harnesses of a section; if it has a glob, one for each file.
func (p *project) programs(at place, values map[string]any) ([]Harness, error) {
	text := func(name string) (string, error) {
		v, ok := values[name].(string)
		if values[name] != nil && (!ok || v == "" || strings.ContainsAny(v, "\n\r")) {
			return "", p.wrong(at.of(name), "must be a text in one line")
		}
		return v, nil
	}
	name, err := text("name")
	if err != nil {
		return nil, err
	}
	expect, err := text("expect")
	if err != nil {
		return nil, err
	}
	if expect != "" && !slices.Contains(report.Expectations, expect) {
		return nil, p.wrong(at.of("expect"), "must be "+strings.Join(report.Expectations, ", "))
	}
	files, err := p.values(at.of("files"), values["files"])
	if values["files"] == nil {
		files, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Harness
	switch {
	case values["glob"] == nil && len(files) == 0:
		return nil, p.wrong(at, "a harness needs files, or a glob")
	case values["glob"] == nil:
		name = cmp.Or(name, p.nameOf(files[0]))
		list = []Harness{NewHarness(name, files...)}
	case name != "":
		return nil, p.wrong(at.of("name"), "with a glob each harness has the name of its file")
	default:
		found, err := p.glob(at.of("glob"), values["glob"])
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			list = append(list, NewHarness(p.nameOf(f), append([]string{f}, files...)...))
		}
	}
	for i := range list {
		list[i].Expect = report.Verdict(expect)
		if n := len(list[i].Files); list[i].Command == litmusCommand && n > 1 {
			return nil, p.wrong(at, "a litmus test is a harness of its own")
		}
	}
	return list, nil
}

// nameOf returns the path of a file as in the project's file.
func (p *project) nameOf(file string) string {
	dir, err := filepath.Abs(filepath.Dir(p.path))
	whole, wrong := filepath.Abs(file)
	if rel, far := filepath.Rel(dir, whole); err == nil && wrong == nil && far == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// glob returns the files that patterns match, each once, sorted.
func (p *project) glob(at place, v any) ([]string, error) {
	patterns, err := p.values(at, v)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(p.below(pattern))
		if err != nil || len(found) == 0 {
			return nil, p.wrong(at, fmt.Sprintf("%s: no file is called so", pattern))
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// flagsOf returns the flags of a harness for a command of suites: those of all programs
// that the command has, and its own. Litmus tests, and commands other than check, have
// other models.
func (p *project) flagsOf(root, of *cobra.Command, at place, h *Harness, values map[string]any) ([]string, error) {
	cmd, _, err := root.Find([]string{h.Command})
	if err != nil {
		return nil, err
	}
	taker := cmd
	if of.Name() != suiteCommand {
		taker = of
	}
	var flags []string
	take := func(at place, values map[string]any) error {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			f := taker.Flags().Lookup(name)
			if f == nil || IsForSuites(f) {
				continue
			}
			own, _, err := p.words(taker, at, map[string]any{name: values[name]})
			if err != nil && taker.Name() == suiteCommand {
				return err
			} else if err == nil {
				flags = append(flags, own...)
			}
		}
		return nil
	}
	if err := take(place{}, p.all); err != nil {
		return nil, err
	}
	if err := take(place{section: of.Name()}, p.of[of.Name()]); err != nil {
		return nil, err
	}
	own := map[string]any{}
	for name, v := range values {
		if slices.Contains(ofHarness, name) {
			continue
		}
		if f := cmd.Flags().Lookup(name); f == nil || name == flag || IsForSuites(f) {
			return nil, p.wrong(at.of(name), "a harness has no setting of this name")
		}
		own[name] = v
	}
	if words, _, err := p.words(cmd, at, own); err != nil || taker == cmd {
		return append(flags, words...), err
	}
	return flags, take(at, own)
}
