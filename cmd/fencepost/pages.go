package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/models/page"
	"fencepost/trace/input"

	"github.com/spf13/cobra"
)

// A pageTaker is the value of a flag that names models, pages in files among them. These are read
// when the whole command line is known.
type pageTaker interface {
	// load gives the value the models of its pages.
	load(read func(path string) (*models.Model, error)) error
}

// loadPages reads the machines that a command line names.
func (a *app) loadPages(cmd *cobra.Command) error {
	f := cmd.Flags().Lookup("model")
	if f == nil {
		return nil
	}
	list, ok := f.Value.(pageTaker)
	if !ok {
		return nil
	}
	quiet, _ := cmd.Flags().GetBool("quiet")
	return list.load(func(path string) (*models.Model, error) {
		m, err := a.page(path)
		if err != nil || quiet || a.replays {
			return m, err
		}
		beyond, err := search.Beyond(a.ctx, m)
		if len(beyond) > 0 {
			fmt.Fprintf(a.stderr, "%s: note: this machine allows what rc11 forbids: %s\n", visible(path), strings.Join(beyond, "; "))
		}
		return m, err
	})
}

// page returns the machine of a file, or of a page that is built in if there is no such file.
func (a *app) page(path string) (*models.Model, error) {
	read := func(path string) ([]byte, error) { return input.Read(a.reading(), path, page.MaxSize) }
	if a.job != nil {
		own := read
		read = func(path string) ([]byte, error) { return a.readInput(path, own) }
	}
	text, err := read(path)
	if err != nil {
		own, ok := page.Text(pageName(path))
		if !ok || filepath.Base(path) != path {
			return nil, unread(path, err)
		}
		text = []byte(own)
	}
	m, err := page.Parse(path, text)
	if err != nil {
		return nil, err
	}
	a.pages = append(a.pages, m.Name, string(text))
	return m, nil
}

// pageName returns the name of a page in a file.
func pageName(path string) string {
	base := filepath.Base(path)
	return base[:len(base)-len(page.Extension)]
}

// pageHelp ends the help of a flag that takes pages.
const pageHelp = ", or a machine of your own: FILE" + page.Extension
