package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fileName matches what names a file of the repository: Go, a page, or a model as text. An
// asterisk or a word in capitals stands for any name, and is not matched.
var fileName = regexp.MustCompile(`[\w*./-]+\.(?:go|md|cat|machine)\b`)

// A comment names a file of its package or a path of the repository.
func TestFilesInComments(t *testing.T) {
	t.Parallel()
	const root = "../.."
	named := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() {
			if name == "testdata" || name != ".." && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				for _, name := range fileName.FindAllString(c.Text, -1) {
					if strings.ContainsAny(name, "*") || strings.HasPrefix(name, "FILE.") {
						continue
					}
					named++
					_, beside := os.Stat(filepath.Join(filepath.Dir(path), name))
					_, below := os.Stat(filepath.Join(root, name))
					if beside != nil && below != nil {
						t.Errorf("%s names %s, which does not exist", files.Position(c.Pos()), name)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if named == 0 {
		t.Error("no comment names a file")
	}
}
