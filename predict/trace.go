package predict

import (
	"context"
	"io"

	"fencepost/models"
	"fencepost/trace"
)

// FromTrace predicts from the executions of a trace file. If mapping is zero, it takes the mapping
// that the file names for its first execution. When ctx ends, cut is set, and the executions read
// so far count. The error is that of the reader.
func FromTrace(ctx context.Context, r *trace.Reader, o Options, mapping models.Mapping) (pr *Predictor, runs int, cut bool, err error) {
	for !cut {
		info, err := r.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, runs, false, err
		}
		if pr == nil {
			if mapping == (models.Mapping{}) {
				mapping, _ = models.ParseMapping(info.Mapping)
			}
			o.Fences = Lower(mapping)
			pr = New(o)
		}
		if cut, err = pr.read(ctx, r); err != nil {
			return nil, runs, false, err
		}
		runs++
	}
	if pr == nil {
		pr = New(o)
	}
	return pr, runs, cut, nil
}

// read reads one execution. cut says that ctx ended before the execution did.
func (pr *Predictor) read(ctx context.Context, r *trace.Reader) (cut bool, err error) {
	pr.Begin()
	var e trace.Event
	for n := 0; ; n++ {
		if err := r.Event(&e); err == io.EOF {
			return false, nil
		} else if err != nil {
			return false, err
		}
		pr.Event(&e)
		if n&0xffff == 0 && ctx.Err() != nil {
			return true, nil
		}
	}
}
