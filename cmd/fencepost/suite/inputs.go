package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// Files reads files and folders for one run, each of them once. The zero Files is ready for
// use.
type Files struct {
	sums    sync.Map // hashes by path; "" for a file that cannot be read
	folders sync.Map // names in a folder, by path
}

// Inputs are the files that a compiler read to compile a source.
type Inputs struct {
	Names []string // the files, sorted
	Sums  []string // their hashes
	// Asked are names of headers whose existence the files test.
	Asked []string
	// Others are files that a compiler might find instead of these, or in addition: files
	// with the same ends of paths, or with the tested names, in folders that it searches.
	Others []string
}

// maxTail bounds the names at the end of a path by which a source may include a file.
const maxTail = 4

// Inputs returns the inputs of a compiler that read these files and searches these folders.
// ok is false if another run may search for files that these do not show.
func (f *Files) Inputs(names, folders []string) (in Inputs, ok bool) {
	names = slices.Clone(names)
	slices.Sort(names)
	in.Names = slices.Compact(names)
	if in.Sums, ok = f.sumsOf(in.Names); !ok {
		return in, false
	}
	for _, name := range in.Names {
		asked, ok := asks(name)
		if !ok && slices.ContainsFunc(folders, func(d string) bool { return isBelow(name, d) }) {
			return in, false
		}
		in.Asked = append(in.Asked, asked...)
	}
	slices.Sort(in.Asked)
	in.Asked = slices.Compact(in.Asked)
	in.Others = f.others(&in, folders)
	return in, true
}

// How a C++ source tests for a file without reading it, or reads one without including it.
var (
	question = lazyregexp.New(`\b__has_include(?:_next)?\s*\(\s*(?:["<]([^">\n]*)[">])?`)
	embeds   = lazyregexp.New(`#\s*embed\b|\b__has_embed\b`)
)

// asks returns the headers whose existence a file tests. ok is false if it does not name
// them, or embeds files.
func asks(name string) (headers []string, ok bool) {
	text, err := os.ReadFile(name)
	ok = err == nil && !embeds().Match(text)
	for _, m := range question().FindAllSubmatch(text, -1) {
		if len(m[1]) == 0 {
			ok = false
			continue
		}
		headers = append(headers, string(m[1]))
	}
	return headers, ok
}

// Same reports whether a compiler that searches the folders would read the same files.
func (f *Files) Same(in *Inputs, folders []string) bool {
	sums, ok := f.sumsOf(in.Names)
	return ok && slices.Equal(sums, in.Sums) && slices.Equal(f.others(in, folders), in.Others)
}

// sumsOf returns the hashes of files; ok is false if one cannot be read.
func (f *Files) sumsOf(names []string) (sums []string, ok bool) {
	ok = true
	for _, name := range names {
		sum, known := f.sums.Load(name)
		if !known {
			sum, _ = f.sums.LoadOrStore(name, sumOf(name))
		}
		sums = append(sums, sum.(string))
		ok = ok && sum != ""
	}
	return sums, ok
}

func sumOf(name string) string {
	r, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// others returns the files in the folders, and in folders of inputs below them, that have
// the end of an input's path, or a tested name; and the alternative files of Rust's
// modules.
func (f *Files) others(in *Inputs, folders []string) (list []string) {
	all := lists.Map(folders, filepath.Clean)
	for _, name := range in.Names {
		dir := filepath.Dir(name)
		if slices.ContainsFunc(folders, func(d string) bool { return isBelow(dir, d) }) {
			all = append(all, filepath.Clean(dir))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	seen := map[string]bool{}
	add := func(path string) {
		if !seen[path] && f.exists(path) {
			list = append(list, path)
		}
		seen[path] = true
	}
	for _, name := range in.Asked {
		for _, d := range all {
			add(filepath.Join(d, name))
		}
	}
	for _, name := range in.Names {
		parts := strings.Split(filepath.ToSlash(filepath.Clean(name)), "/")
		for n := 1; n <= min(maxTail, len(parts)); n++ {
			tail := filepath.Join(parts[len(parts)-n:]...)
			for _, d := range all {
				add(filepath.Join(d, tail))
			}
		}
		if module, ok := strings.CutSuffix(name, ".rs"); ok {
			add(filepath.Join(module, "mod.rs"))
			add(filepath.Dir(name) + ".rs")
		}
	}
	slices.Sort(list)
	return list
}

func isBelow(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// exists reports whether there is a file. Each folder is listed once.
func (f *Files) exists(path string) bool {
	dir := filepath.Dir(path)
	names, known := f.folders.Load(dir)
	if !known {
		entries, _ := os.ReadDir(dir) // a missing folder is empty
		seen := map[string]bool{}
		for _, e := range entries {
			seen[e.Name()] = true
		}
		names, _ = f.folders.LoadOrStore(dir, seen)
	}
	return names.(map[string]bool)[filepath.Base(path)]
}
