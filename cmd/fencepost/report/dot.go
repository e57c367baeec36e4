package report

import (
	"bytes"
	"fmt"
	"io"

	"fencepost/trace/graph"
)

// WriteDOT draws the executions of a result in Graphviz's language, each after a comment
// that names it: for run and replay the execution with its shortest cycle in red, for
// explore one with each error and each outcome.
func WriteDOT(w io.Writer, r *Result) error {
	d := dot{source: r.Source}
	switch b := r.Body.(type) {
	case *Run:
		d.draw("", b.Execution.Execution, b.Execution.Steps)
	case *ExploredRun:
		if b.Execution != nil {
			d.draw(b.Program+", "+string(b.Model)+": "+b.Error.Headline(), b.Execution.Execution, nil)
		}
	case *Explore:
		for i := range b.Files {
			f := &b.Files[i]
			d.source = f.Source
			for k := range f.Models {
				d.model(f.Program+", "+string(f.Models[k].Model), &f.Models[k])
			}
		}
	}
	if d.err != nil {
		return d.err
	}
	_, err := d.out.WriteTo(w)
	return err
}

// A dot collects drawings.
type dot struct {
	out    bytes.Buffer
	source *Source
	err    error // the first one
}

func (d *dot) model(title string, m *ExploredModel) {
	for _, e := range m.Errors {
		if e.Execution != nil {
			d.draw(title+": "+e.Headline(), e.Execution.Execution, nil)
		}
	}
	for _, x := range m.Examples {
		if x.Picture == nil {
			d.draw(title+": "+x.Outcome, x.Execution, nil)
		} else if err := x.Picture.WriteDOT(&d.out, title+": "+x.Outcome); err != nil && d.err == nil {
			d.err = err
		}
	}
}

// draw adds a drawing under a title, unless that is empty.
func (d *dot) draw(title string, g *graph.Execution, cycle []graph.Step) {
	if title != "" {
		fmt.Fprintf(&d.out, "// %s\n", title)
	}
	if err := g.WriteDOT(&d.out, graph.Drawing{Sites: d.source.Sites, Cycle: cycle}); err != nil && d.err == nil {
		d.err = err
	}
}
