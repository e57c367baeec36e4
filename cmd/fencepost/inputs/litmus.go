package inputs

import (
	"context"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search"
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

// Exploration returns the search of a litmus test, or of the C program of some files, whose final states
// consist of the globals to observe.
func (r *Reader) Exploration(ctx context.Context, paths, observe []string, s *flags.Settings) (*search.Exploration, error) {
	if litmus.IsFile(paths[0]) {
		test, err := r.LitmusTest(ctx, paths[0])
		if err != nil {
			return nil, err
		}
		return search.OfTest(paths[0], test), nil
	}
	prog, err := r.Compile(ctx, paths, s)
	if err != nil {
		return nil, err
	}
	out, err := search.OfProgram(prog, observe)
	if err != nil {
		return nil, failure.Usagef("--observe %v", err)
	}
	return out, nil
}
