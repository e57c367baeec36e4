package main

import (
	"fmt"
	"os"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/models/page"
	"fencepost/trace/input"

	"github.com/spf13/cobra"
)

// A pageTaker is the value of a flag that names models, pages in files among them. These are read
// when the whole command line is known.
type pageTaker interface {
	// Load gives the value the models of its pages.
	Load(read func(path string) (*models.Model, error)) error
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
	return list.Load(func(path string) (*models.Model, error) {
		m, err := a.page(path)
		if err != nil || quiet || a.replays {
			return m, err
		}
		beyond, err := search.Beyond(a.ctx, m)
		if len(beyond) > 0 {
			fmt.Fprintf(a.stderr, "%s: note: this machine allows what rc11 forbids: %s\n", terminal.Visible(path), strings.Join(beyond, "; "))
		}
		return m, err
	})
}

// page returns the machine of a file, or of a page that is built in if there is no such file.
func (a *app) page(path string) (*models.Model, error) {
	text, err := a.pageText(path)
	if err != nil {
		return nil, err
	}
	m, err := page.Parse(path, text)
	if err != nil {
		return nil, err
	}
	a.pages = append(a.pages, m.Name, string(text))
	return m, nil
}

func (a *app) pageText(path string) ([]byte, error) {
	if own, ok := page.Text(strings.TrimSuffix(path, page.Extension)); ok && !a.has(path) {
		return []byte(own), nil
	}
	f, name, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := input.ReadAll(f, page.MaxSize)
	if err != nil {
		return nil, failure.Unread(name, err)
	}
	return text, nil
}

// has reports whether there is an input of this name.
func (a *app) has(path string) bool {
	if a.replays {
		_, err := a.job.ReadFile(path)
		return err == nil
	}
	_, err := os.Stat(path)
	return err == nil
}
