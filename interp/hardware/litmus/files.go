package litmus

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fencepost/trace"
	"fencepost/trace/input"
)

// IsFile reports whether a path ends like the name of a litmus test.
func IsFile(path string) bool { return strings.HasSuffix(path, ".litmus") }

// Files replaces folders by the litmus tests in them, in the order of their names. It keeps other
// paths, whether or not they can be opened. The error is a *trace.Diagnostic; a folder without tests
// is an error.
func Files(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		before := len(files)
		err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && IsFile(p) {
				files = append(files, p)
			}
			return err
		})
		if err != nil {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: input.Reason(err).Error()}
		}
		if len(files) == before {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: "holds no litmus test"}
		}
	}
	return files, nil
}
