package inputs

import (
	"context"

	"fencepost/interp/hardware/litmus"
	"fencepost/trace/input"
)

// LitmusFiles replaces folders by the litmus tests in them.
func (r *Reader) LitmusFiles(paths []string) ([]string, error) {
	if r.Replays {
		return r.Job.Paths, nil
	}
	files, err := litmus.Files(paths)
	if err == nil {
		err = OneLine(files)
	}
	if r.Job != nil {
		r.Job.Paths = files
	}
	return files, err
}

// LitmusTest reads a litmus test.
func (r *Reader) LitmusTest(ctx context.Context, path string) (*litmus.Test, error) {
	text, name, err := r.Read(ctx, path, input.Text)
	if err != nil {
		return nil, err
	}
	return litmus.Parse(name, text)
}
