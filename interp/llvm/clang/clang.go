// Package clang makes LLVM's text of C and C++ sources, by the compiler of the machine.
package clang

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fencepost/interp/c/parse"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// The versions that are looked for under names with their number.
const (
	newest = 22
	oldest = 15
)

// Missing says that there is no compiler.
const Missing = "C++ needs clang 15 or newer, which is not installed (on Debian and Ubuntu: apt-get install clang-19, or clang)"

// Find returns the compiler: the program in CC if that is a clang, or the first of the usual names
// that exists.
func Find() (path string, ok bool) {
	var names []string
	if cc := os.Getenv("CC"); strings.Contains(filepath.Base(cc), "clang") {
		names = append(names, cc)
	}
	names = append(names, "clang++", "clang")
	for v := newest; v >= oldest; v-- {
		names = append(names, "clang-"+strconv.Itoa(v), "clang++-"+strconv.Itoa(v))
	}
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil && recent(path) {
			return path, true
		}
	}
	return "", false
}

// known caches whether compilers are recent enough, by their paths.
var known sync.Map

// recent reports whether a compiler is one of the versions that are taken.
func recent(path string) bool {
	if is, ok := known.Load(path); ok {
		return is.(bool)
	}
	is := asked(path)
	known.Store(path, is)
	return is
}

func asked(path string) bool {
	out, err := exec.Command(path, "-dumpversion").Output()
	major, _, _ := strings.Cut(strings.TrimSpace(string(out)), ".")
	v, bad := strconv.Atoi(major)
	return err == nil && bad == nil && v >= oldest
}

// A Source is a file to compile.
type Source struct {
	Name     string // as given by the user
	Text     []byte
	Flags    []string          // -D, -I and the like
	Headers  map[string]string // texts to read in place of the files with these paths
	After    string            // C++ that is read after the source
	Optimise int               // 0: no optimisation
}

var message = lazyregexp.New(`^(.*?):(\d+):(\d+): (?:fatal )?error: (.*)$`)

// Identity names a compiler so that another version has another name.
func Identity(path string) string {
	if whole, err := filepath.EvalSymlinks(path); err == nil {
		path = whole
	}
	info, err := os.Stat(path)
	if err != nil {
		return path
	}
	return fmt.Sprint(path, " ", info.Size(), " ", info.ModTime().UnixNano())
}

// included matches the headers in the output of -H.
var included = lazyregexp.New(`(?m)^\.+ (.*)\n`)

// library is how compilers call the file of Source.After.
const library = "<library>"

// Compile returns LLVM's text of a source, with debug information, and the headers that were read. It
// does not optimise by default, because accesses that an optimiser deletes would not be seen.
func Compile(ctx context.Context, compiler string, s Source) (text string, headers []string, err error) {
	language := "c++"
	if filepath.Ext(s.Name) == ".c" {
		language = "c"
	}
	args := []string{"-x", language, "-S", "-emit-llvm", "-g", "-fno-discard-value-names", "-w", "-mcx16", "-fno-color-diagnostics", "-fdebug-compilation-dir=.", "-H", "-iquote", filepath.Dir(s.Name)}
	if s.Optimise == 0 {
		args = append(args, "-O1", "-Xclang", "-disable-llvm-passes")
	} else {
		args = append(args, "-O"+strconv.Itoa(s.Optimise), "-fno-vectorize", "-fno-slp-vectorize")
	}
	standard := false
	for _, f := range s.Flags {
		standard = standard || strings.HasPrefix(f, "-std=")
	}
	if !standard && language == "c++" {
		args = append(args, "-std=gnu++20")
	}
	args = append(args, s.Flags...)
	if len(s.Headers) > 0 {
		overlay, remove, err := overlaid(s.Headers)
		if err != nil {
			return "", nil, err
		}
		defer remove()
		args = append(args, "-ivfsoverlay", overlay)
	}
	args = append(args, "-o", "-", "-")
	cmd := exec.CommandContext(ctx, compiler, args...)
	source := "#line 1 " + strconv.Quote(s.Name) + "\n" + string(s.Text)
	if language == "c++" && s.After != "" {
		source += "\n#line 1 \"" + library + "\"\n" + s.After
	}
	cmd.Stdin = strings.NewReader(source)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", nil, ctx.Err()
		}
		e := &parse.Error{}
		for _, line := range strings.Split(said.String(), "\n") {
			if m := message().FindStringSubmatch(line); m != nil {
				l, _ := strconv.Atoi(m[2])
				c, _ := strconv.Atoi(m[3])
				e.Diagnostics = append(e.Diagnostics, trace.Diagnostic{Pos: trace.Pos{File: m[1], Line: l, Col: c}, Message: m[4]})
			}
		}
		if e.Diagnostics == nil {
			e.Diagnostics = []trace.Diagnostic{{Pos: trace.Pos{File: s.Name}, Message: fmt.Sprintf("%s: %s", filepath.Base(compiler), strings.TrimSpace(included().ReplaceAllString(said.String(), "")))}}
		}
		if slices.ContainsFunc(e.Diagnostics, func(d trace.Diagnostic) bool { return d.Pos.File == library }) {
			s.After = "" // a brace of the source may not be closed: it alone tells that better
			if _, _, err := Compile(ctx, compiler, s); err != nil {
				return "", nil, err
			}
		}
		return "", nil, e
	}
	headers = []string{}
	for _, m := range included().FindAllStringSubmatch(said.String(), -1) {
		headers = append(headers, m[1])
	}
	if text = out.String(); strings.Contains(text, "@llvm.coro.") {
		text, err = splitCoroutines(ctx, compiler, text)
	}
	return text, headers, err
}

// splitCoroutines makes of each coroutine in LLVM's text the functions that begin, resume and destroy it. Of the
// compiler's passes only these run, and those that always do.
func splitCoroutines(ctx context.Context, compiler, text string) (string, error) {
	cmd := exec.CommandContext(ctx, compiler, "-x", "ir", "-S", "-emit-llvm", "-O0", "-w", "-o", "-", "-")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return string(out), err
}

// overlaid writes files, and an overlay file that gives the paths for which they are used.
func overlaid(headers map[string]string) (overlay string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "fencepost")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	type entry struct {
		Type     string `json:"type"`
		Name     string `json:"name"`
		External string `json:"external-contents"`
	}
	var list []entry
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		at := filepath.Join(dir, strconv.Itoa(len(list)))
		if err := os.WriteFile(at, []byte(headers[name]), 0o600); err != nil {
			remove()
			return "", nil, err
		}
		full, err := filepath.Abs(name)
		if err != nil {
			remove()
			return "", nil, err
		}
		list = append(list, entry{"file", full, at})
	}
	text, err := json.Marshal(map[string]any{"version": 0, "use-external-names": "false", "roots": list})
	if err == nil {
		overlay = filepath.Join(dir, "overlay.yaml")
		err = os.WriteFile(overlay, text, 0o600)
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return overlay, remove, nil
}
