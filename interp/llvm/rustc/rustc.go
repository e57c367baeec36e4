// Package rustc makes LLVM's text of Rust sources, the standard library included, by the compiler
// of the machine.
package rustc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// The versions of Rust 1 whose library is known. Some functions of it are replaced, and these rely
// on the layout of its structures, which another version may change: it is refused.
const oldest, newest = 95, 96

// Missing says that there is no compiler.
const Missing = "Rust needs rustc 1.95 or 1.96, which is not installed (https://rustup.rs, or on Debian: apt-get install rustc-web); RUSTC names it"

// Find returns the compiler: the program in RUSTC, or rustc.
func Find() (path string, ok bool) {
	names := []string{"rustc"}
	if named := os.Getenv("RUSTC"); named != "" {
		names = []string{named}
	} else if home, err := os.UserHomeDir(); err == nil {
		names = append(names, filepath.Join(home, ".cargo", "bin", "rustc"))
	}
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil && known(path) {
			return path, true
		}
	}
	return "", false
}

var version = lazyregexp.New(`^rustc 1\.(\d+)\.`)

// known reports whether a compiler is one of the versions that are taken.
func known(path string) bool {
	out, err := exec.Command(path, "--version").Output()
	m := version().FindSubmatch(out)
	if err != nil || m == nil {
		return false
	}
	minor, _ := strconv.Atoi(string(m[1]))
	return minor >= oldest && minor <= newest
}

// A Source is the root file of a crate.
type Source struct {
	Name     string // as given by the user
	Text     []byte
	Changed  map[string]string // texts to read in place of the crate's other files with these paths
	Edition  string
	Configs  []string // NAME or NAME=VALUE, of cfg
	Cargo    []string // flags of cargo that choose the target of the package; empty: no package
	Optimise int      // 0: no optimisation
}

// EditionOf returns the edition of a source: the standard, if it is the name of one, or 2021.
func EditionOf(standard string) string {
	if year, err := strconv.Atoi(standard); err == nil && year > 2000 {
		return standard
	}
	return "2021"
}

// passes are the passes of the optimiser on each function. Functions are not inlined and keep their
// parameters, because some functions of the library are replaced.
const passes = "always-inline function(sroa,early-cse<memssa>,instcombine,simplifycfg,loop-mssa(licm),gvn,dse,instcombine,simplifycfg)"

// optimiser returns the compiler's flags that choose the passes.
func optimiser(level int) []string {
	if level == 0 {
		return nil
	}
	return []string{"-Cno-prepopulate-passes", "-Cpasses=" + passes}
}

// Flags are the compiler's flags that make the text of a whole program.
func Flags(optimise int) []string {
	return append(crateFlags(optimise), "-Clto=fat", "--emit=link", "-Clinker="+linker())
}

// crateFlags are the compiler's flags that make the text of a crate alone.
func crateFlags(optimise int) []string {
	return append(optimiser(optimise), "-Cpanic=unwind", "-Cdebuginfo=2", "-Ccodegen-units=1", "-Copt-level="+strconv.Itoa(optimise), "--emit=llvm-ir")
}

// linker returns a program that does nothing: the text is all that is wanted.
func linker() string {
	if path, err := exec.LookPath("true"); err == nil {
		return path
	}
	return "true"
}

// Identity names a compiler so that another version has another name. What is called rustc may choose
// a version by the directory.
func Identity(path string) string {
	out, err := exec.Command(path, "-vV").Output()
	if err != nil {
		return path
	}
	return path + "\n" + string(out)
}

// Compile returns LLVM's text of a crate that is a program, with all that it uses of libraries, and
// the files of the crate; nil if it is of a package, or looks at variables of the environment.
func Compile(ctx context.Context, compiler string, s Source) (text string, files []string, err error) {
	out, err := os.MkdirTemp("", "fencepost")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(out)
	if len(s.Cargo) > 0 {
		text, err = s.compilePackage(ctx, out)
		return text, nil, err
	}
	args := append([]string{"--edition", s.Edition, "--error-format=short", "-Awarnings", "--crate-name", crate(s.Name), "--crate-type=bin", "--out-dir", out}, s.configs()...)
	name := s.Name
	if changed := s.changed(); len(changed) > 0 {
		dir, root := filepath.Join(out, "source"), filepath.Dir(s.Name)
		if err := Mirror(dir, root, changed); err != nil {
			return "", nil, err
		}
		name = filepath.Join(dir, filepath.Base(s.Name))
		args = append(args, "--remap-path-prefix="+dir+"="+root)
	}
	args = append(args, "--emit=dep-info", name)
	made := filepath.Join(out, crate(s.Name))
	compiled := func(flags []string) (string, error) {
		text, err := built(ctx, exec.CommandContext(ctx, compiler, append(flags, args...)...), s.Name, made+".ll")
		return text, s.advised(err)
	}
	if s.Optimise == 0 {
		alone, err := compiled(crateFlags(0))
		if err != nil {
			return "", nil, err
		}
		library, err := libraryText(ctx, compiler)
		if err != nil {
			return "", nil, err
		}
		text = withLibrary(alone, library)
	}
	if text == "" {
		if text, err = compiled(Flags(s.Optimise)); err != nil {
			return "", nil, err
		}
	}
	rules, err := read(made + ".d")
	if err != nil {
		return "", nil, err
	}
	return text, readFiles(rules), nil
}

// readFiles returns the files in the output of --emit=dep-info: make rules, with one rule for each
// file. It returns nil if the output also names environment variables.
func readFiles(rules string) []string {
	files := []string{}
	for line := range strings.Lines(rules) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "# env-dep:") {
			return nil
		}
		if name, ok := strings.CutSuffix(line, ":"); ok {
			files = append(files, strings.ReplaceAll(name, `\ `, " "))
		}
	}
	return files
}

// built runs the compiler of a source, and returns the text that it writes to a file. On failure the
// error has the messages of the compiler.
func built(ctx context.Context, compiler *exec.Cmd, source, file string) (string, error) {
	var said bytes.Buffer
	compiler.Stdout, compiler.Stderr = &said, &said
	if err := compiler.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", Said(source, said.String())
	}
	return read(file)
}

// read returns the text of a file without a second copy in memory.
func read(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var text strings.Builder
	if info, err := f.Stat(); err == nil {
		text.Grow(int(info.Size()))
	}
	_, err = io.Copy(&text, f)
	return text.String(), err
}

// changed returns the files whose texts are others than the disk has.
func (s *Source) changed() map[string]string {
	all := map[string]string{s.Name: string(s.Text)}
	maps.Copy(all, s.Changed)
	maps.DeleteFunc(all, func(name, text string) bool {
		disk, err := os.ReadFile(name)
		return err == nil && string(disk) == text
	})
	return all
}

// crate returns the name of the crate of a file.
func crate(name string) string {
	base := strings.TrimSuffix(filepath.Base(name), ".rs")
	id := []byte(base)
	for k, c := range id {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' && k > 0) {
			id[k] = '_'
		}
	}
	return string(id)
}

var message = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+): error(?:\[E\d+\])?: (.*)$`)

// Said returns the errors that the compiler prints of a source, in its short format.
func Said(name, text string) error {
	e := &parse.Error{}
	for _, m := range message().FindAllStringSubmatch(text, -1) {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		said := m[4] // and what is written under the place, which may be its first words again
		if i := strings.LastIndex(said, ": "); i >= 0 && strings.HasPrefix(said, said[i+2:]) {
			said = said[:i]
		}
		e.Diagnostics = append(e.Diagnostics, trace.Diagnostic{Pos: trace.Pos{File: m[1], Line: line, Col: col}, Message: said})
	}
	if e.Diagnostics == nil {
		e.Diagnostics = []trace.Diagnostic{{Pos: trace.Pos{File: name}, Message: fmt.Sprintf("rustc: %s", strings.TrimPrefix(strings.TrimSpace(text), "error: "))}}
	}
	return e
}

// advised returns an error of a source that was compiled alone. If it lacks another crate, or main,
// and is a file of a package, the error says how to compile that; if it has tests alone, how they are
// run.
func (s *Source) advised(err error) error {
	var e *parse.Error
	if !errors.As(err, &e) {
		return err
	}
	dir := packageOf(s.Name)
	for i := range e.Diagnostics {
		d := &e.Diagnostics[i]
		noMain := strings.Contains(d.Message, "`main` function not found")
		switch {
		case dir != "" && (noMain || strings.Contains(d.Message, "unlinked crate") || strings.Contains(d.Message, "can't find crate")):
			d.Message += fmt.Sprintf(" (the file is of the package of %s, of which 'cargo fencepost' compiles --bin NAME, --test NAME or --example NAME)", filepath.Join(dir, "Cargo.toml"))
			return e
		case noMain && bytes.Contains(s.Text, []byte("#[test]")):
			d.Message += " (tests are run in a package: put the file into its folder tests, for 'cargo fencepost --test NAME -- TEST')"
			return e
		}
	}
	return e
}

// packageOf returns the folder of the package that has a file: the next above with a Cargo.toml; empty
// if there is none.
func packageOf(name string) string {
	whole, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	for up, at := filepath.Dir(name), filepath.Dir(whole); ; up, at = filepath.Join(up, ".."), filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "Cargo.toml")); err == nil {
			return up
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// configs returns the flags of rustc for the conditions that are set.
func (s *Source) configs() (flags []string) {
	for _, c := range s.Configs {
		name, value, valued := strings.Cut(c, "=")
		if valued {
			name += "=" + strconv.Quote(value)
		}
		flags = append(flags, "--cfg="+name)
	}
	return flags
}

// Mirror makes a directory with the content of root and other texts for some of its files. These
// files are new ones, in new directories, and all others are links.
func Mirror(dir, root string, changed map[string]string) error {
	below := map[string]map[string]string{} // changed files, by the first element of their paths
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		rel, err := filepath.Rel(root, path)
		if err != nil || strings.HasPrefix(rel, "..") {
			continue
		}
		first, _, nested := strings.Cut(rel, string(filepath.Separator))
		if below[first] == nil {
			below[first] = map[string]string{}
		}
		if nested {
			below[first][path] = changed[path]
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(root)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	whole, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if below[e.Name()] == nil {
			if err := os.Symlink(filepath.Join(whole, e.Name()), filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	for _, first := range slices.Sorted(maps.Keys(below)) {
		to := filepath.Join(dir, first)
		if nested := below[first]; len(nested) > 0 {
			err = Mirror(to, filepath.Join(root, first), nested)
		} else {
			err = os.WriteFile(to, []byte(changed[filepath.Join(root, first)]), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// OrderName returns a memory order as Rust calls it.
func OrderName(o trace.Order) string {
	switch o {
	case trace.Acquire:
		return "Acquire"
	case trace.Release:
		return "Release"
	case trace.AcqRel:
		return "AcqRel"
	case trace.SeqCst:
		return "SeqCst"
	}
	return "Relaxed"
}
