package fences

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"

	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/phase2"
)

// A Change is a placement as a change of the source.
type Change struct {
	// Diff is a unified diff, for patch -p1; empty if nothing changes.
	Diff string
	// Files are the program's files after the change, the main one first.
	Files []code.File
	// Program is compiled from Files; its fences are those of the placement that
	// the change could place.
	Program *code.Program
	// Notes tell in prose, as file:line:col: message, what the diff does not hold.
	Notes []string
}

// Write turns the fences that a placement adds into statements of the source.
// Each is inserted in the simplest way that gives the program of the placement:
// as a statement of its own, or with a comma in an expression. What cannot be
// written so, because it stands in a macro or in the middle of a condition, is
// told in the notes, as are fences to be removed. The options are those that p
// was compiled with.
func Write(p *code.Program, pl Placement, o cfront.Options) (*Change, error) {
	w := writer{from: p, options: o, sources: map[string]*source{}, edits: map[string][]edit{}}
	c := &Change{Files: p.Files, Program: p}
	for _, f := range p.Files {
		w.sources[f.Name] = readSource(f.Text)
	}
	var done []Fence
	for _, f := range pl.Add {
		next := append(done, f)
		if q := w.place(f, Apply(p, Placement{Add: next})); q != nil {
			c.Program, done = q, next
			continue
		}
		site := &p.Sites[f.Site]
		c.Notes = append(c.Notes, fmt.Sprintf("%s: %s has to be executed right %s the access to %s here, which is in a macro or in the middle of an expression",
			site, call(f.Kind), f.Side, site.Text))
	}
	for _, s := range pl.Remove {
		c.Notes = append(c.Notes, fmt.Sprintf("%s: remove the %s here", p.Sites[s], p.Sites[s].Text))
	}
	c.Files = w.files()
	for _, f := range p.Files {
		c.Diff += unified(f.Name, f.Text, w.allEdits(f))
	}
	return c, nil
}

// Rebase returns a witness of a program with fences as one of the program that
// is compiled from its Change, whose sites have other numbers; ok is false if
// the schedule is not one of that program.
func Rebase(ctx context.Context, wit *phase2.Witness, to *code.Program) (w *phase2.Witness, ok bool) {
	s := phase2.NewSampler(to, wit.Model, phase2.Options{Machine: wit.Options})
	return s.Replay(ctx, wit)
}

// A writer changes source files.
type writer struct {
	from    *code.Program
	options cfront.Options
	sources map[string]*source
	edits   map[string][]edit // by file
}

// place makes the change for one fence that gives the program wanted, and
// returns that program as it is compiled; nil if there is none.
func (w *writer) place(f Fence, want *code.Program) *code.Program {
	pos := w.from.Sites[f.Site].Pos
	src := w.sources[pos.File]
	if src == nil {
		return nil
	}
	before := w.edits[pos.File]
	for _, way := range src.ways(src.at(pos), f.Side, call(f.Kind)) {
		w.edits[pos.File] = append(before[:len(before):len(before)], way.edits...)
		files := w.files()
		if p, err := compile(files, w.options); err == nil && sameShape(p, want) {
			return p
		}
	}
	w.edits[pos.File] = before
	return nil
}

var (
	includeOwn = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]fencepost\.h[>"]`)
	includeAny = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include\b`)
)

// files returns the files with the edits.
func (w *writer) files() []code.File {
	list := make([]code.File, len(w.from.Files))
	for i, f := range w.from.Files {
		list[i] = code.File{Name: f.Name, Text: apply(f.Text, w.allEdits(f))}
	}
	return list
}

// allEdits returns the edits of a file, with what includes the header of the
// fences.
func (w *writer) allEdits(f code.File) []edit {
	edits := w.edits[f.Name]
	if len(edits) == 0 || includeOwn.MatchString(f.Text) {
		return edits
	}
	at := 0
	if m := includeAny.FindStringIndex(f.Text); m != nil {
		at = m[0]
	}
	return append([]edit{{at, "#include <fencepost.h>\n"}}, edits...)
}

// compile compiles files, which hold all that is included.
func compile(files []code.File, o cfront.Options) (*code.Program, error) {
	o.ReadFile = func(path string) ([]byte, error) {
		for _, f := range files {
			if filepath.Clean(f.Name) == filepath.Clean(path) {
				return []byte(f.Text), nil
			}
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return cfront.Compile(files[0].Name, []byte(files[0].Text), o)
}

// sameShape reports whether two programs do the same visible operations in the
// same order under the same control, whatever they do with registers between.
func sameShape(a, b *code.Program) bool {
	if len(a.Funcs) != len(b.Funcs) {
		return false
	}
	for i := range a.Funcs {
		x, y := shape(a, &a.Funcs[i]), shape(b, &b.Funcs[i])
		if len(x) != len(y) {
			return false
		}
		for k := range x {
			if x[k] != y[k] {
				return false
			}
		}
	}
	return true
}

// A step is an instruction that more than one thread may notice, or that
// decides what comes next.
type step struct {
	op     code.Op
	target int         // of a jump: a step; of a call: a function
	access code.Access // of an access or fence
	lib    uint8
}

func shape(p *code.Program, f *code.Func) []step {
	index := make([]int, len(f.Code)+1) // by pc: steps before it
	var steps []step
	for pc, in := range f.Code {
		index[pc] = len(steps)
		s := step{op: in.Op}
		switch {
		case in.Op.Jumps():
			s.target = int(in.Imm)
		case accesses(in.Op), in.Op == code.FenceOp:
			s.access = p.Access[in.Imm]
		case in.Op == code.Call:
			s.target = int(in.Imm)
		case in.Op == code.Sys:
			s.lib = in.C
		case in.Op == code.Loop, in.Op == code.CallR, in.Op == code.Ret, in.Op == code.RetV,
			in.Op == code.Assert, in.Op == code.Trap, in.Op == code.LoadP, in.Op == code.StoreP:
		default:
			continue
		}
		steps = append(steps, s)
	}
	for i := range steps {
		if s := &steps[i]; s.op.Jumps() {
			s.target = index[s.target]
		}
	}
	return steps
}
