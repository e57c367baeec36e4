package inputs

import (
	"context"
	"fmt"
	"os"
	"strings"

	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/models/page"

	"github.com/spf13/cobra"
)

// A pageTaker is the value of a flag that names models, pages in files among them. These are read
// when the whole command line is known.
type pageTaker interface {
	// Load gives the value the models of its pages.
	Load(read func(path string) (*models.Model, error)) error
}

// LoadPages reads the machines that a command line names.
func (r *Reader) LoadPages(ctx context.Context, cmd *cobra.Command) error {
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
		m, err := r.Page(ctx, path)
		if err != nil || quiet || r.Replays {
			return m, err
		}
		beyond, err := search.Beyond(ctx, m)
		if len(beyond) > 0 {
			fmt.Fprintf(r.Stderr, "%s: note: this machine allows what c11 forbids: %s\n", terminal.Visible(path), strings.Join(beyond, "; "))
		}
		return m, err
	})
}

// Page returns the machine of a file, or of a page that is built in if there is no such file.
func (r *Reader) Page(ctx context.Context, path string) (*models.Model, error) {
	text, err := r.pageText(ctx, path)
	if err != nil {
		return nil, err
	}
	m, err := page.Parse(path, text)
	if err != nil {
		return nil, err
	}
	r.Pages = append(r.Pages, m.Name, string(text))
	return m, nil
}

func (r *Reader) pageText(ctx context.Context, path string) ([]byte, error) {
	if own, ok := page.Text(strings.TrimSuffix(path, page.Extension)); ok && !r.has(path) {
		return []byte(own), nil
	}
	text, _, err := r.Read(ctx, path, page.MaxSize)
	return text, err
}

// has reports whether there is an input of this name.
func (r *Reader) has(path string) bool {
	if r.Replays {
		_, err := r.Job.ReadFile(path)
		return err == nil
	}
	_, err := os.Stat(path)
	return err == nil
}
