package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Files answers for a run what is in files and folders, each of which it reads once. The zero Files
// is ready to be used.
type Files struct {
	sums    sync.Map // hashes by path; "" of what cannot be read
	folders sync.Map // names of what is in a folder, by path
}

// Inputs are what a compiler read to compile a source.
type Inputs struct {
	Names []string // the files, sorted
	Sums  []string // their hashes
	// Asked are names of headers of which the files ask only whether they are there.
	Asked []string
	// Others are files that a compiler may find instead of these, or beside them: they have the ends of
	// their paths, or the names that are asked for, in folders where it looks.
	Others []string
}

// maxTail is how many names at the end of a path may be those by which a source includes a file.
const maxTail = 4

// Inputs returns what a compiler read that looks in the folders; ok is false if another run of it may
// look for files that these do not show.
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

// What a source of C++ asks for without reading it, or reads without naming it as a header.
var (
	question = regexp.MustCompile(`\b__has_include(?:_next)?\s*\(\s*(?:["<]([^">\n]*)[">])?`)
	embeds   = regexp.MustCompile(`#\s*embed\b|\b__has_embed\b`)
)

// asks returns the headers of which a file asks whether they are there; ok is false if it does not
// name them, or embeds files.
func asks(name string) (headers []string, ok bool) {
	text, err := os.ReadFile(name)
	ok = err == nil && !embeds.Match(text)
	for _, m := range question.FindAllSubmatch(text, -1) {
		if len(m[1]) == 0 {
			ok = false
			continue
		}
		headers = append(headers, string(m[1]))
	}
	return headers, ok
}

// Same reports whether a compiler that looks in the folders would read the same.
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

// others returns the files in the folders, and in those of inputs that are below them, that have the
// end of the path of an input, or a name that is asked for; and the other places of Rust's modules.
func (f *Files) others(in *Inputs, folders []string) (list []string) {
	var all []string
	for _, d := range folders {
		all = append(all, filepath.Clean(d))
	}
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

// exists reports whether there is a file; folders are listed once.
func (f *Files) exists(path string) bool {
	dir := filepath.Dir(path)
	names, known := f.folders.Load(dir)
	if !known {
		entries, _ := os.ReadDir(dir) // one that is not there is empty
		have := map[string]bool{}
		for _, e := range entries {
			have[e.Name()] = true
		}
		names, _ = f.folders.LoadOrStore(dir, have)
	}
	return names.(map[string]bool)[filepath.Base(path)]
}
