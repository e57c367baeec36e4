package scaffold

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/trace/lazyregexp"
)

// maxFiles bounds the files of a project that are examined.
const maxFiles = 10_000

var included = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]`)

// includeDirs returns the folders, in and below the working directory, with the headers
// that files include.
func includeDirs(files []string) []string {
	headers := projectHeaders()
	dirs := []string{"."}
	seen := map[string]bool{}
	for len(files) > 0 {
		file := files[0]
		files = files[1:]
		text, err := os.ReadFile(file)
		if err != nil || seen[file] {
			continue
		}
		seen[file] = true
		for _, m := range included().FindAllStringSubmatch(string(text), -1) {
			name := path.Clean(m[1])
			if beside := path.Join(path.Dir(file), name); slices.Contains(headers, beside) {
				files = append(files, beside)
				continue
			}
			for _, h := range headers {
				dir, ok := strings.CutSuffix(h, "/"+name)
				if !ok && h != name {
					continue
				}
				if ok && !slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
				}
				files = append(files, h)
				break
			}
		}
	}
	return dirs
}

// projectHeaders returns the headers in and below the working directory, without those of
// builds.
func projectHeaders() (list []string) {
	n := 0
	_ = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return nil // an unreadable folder has no headers
		case d.IsDir() && path != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "build") || name == "node_modules" || name == "target"):
			return fs.SkipDir
		case d.Type().IsRegular() && strings.HasPrefix(filepath.Ext(name), ".h"):
			list = append(list, filepath.ToSlash(path))
		}
		if n++; n > maxFiles {
			return fs.SkipAll
		}
		return nil
	})
	return list
}
