package fences

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

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

// Write turns the fences that a placement adds into statements of the source, and
// takes away statements that are fences it removes. Each fence is inserted in the
// simplest way that gives the program of the placement: as a statement of its
// own, or with a comma in an expression. What cannot be written so, because it
// stands in a macro or in the middle of a condition, is told in the notes. The
// options are those that p was compiled with.
func Write(p *code.Program, pl Placement, o cfront.Options) (*Change, error) {
	w := newWriter(p, o)
	var done Placement
	for _, f := range pl.Add {
		next := Placement{Add: append(done.Add, f)}
		if w.place(f, Apply(p, next)) {
			done = next
			continue
		}
		w.note("%s: %s has to be executed right %s the access to %s here, which is in a macro or in the middle of an expression",
			&p.Sites[f.Site], call(f.Kind), f.Side, p.Sites[f.Site].Text)
	}
	for _, s := range pl.Remove {
		next := Placement{Add: done.Add, Remove: append(done.Remove, s)}
		if w.remove(s, Apply(p, next)) {
			done = next
			continue
		}
		w.note("%s: remove the %s here, which is in a macro or in the middle of an expression", p.Sites[s], p.Sites[s].Text)
	}
	return w.change(), nil
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
	to      *code.Program // compiled from the files with the edits
	options cfront.Options
	sources map[string]*source
	edits   map[string][]edit // by file
	notes   []string
}

func newWriter(p *code.Program, o cfront.Options) *writer {
	w := &writer{from: p, to: p, options: o, sources: map[string]*source{}, edits: map[string][]edit{}}
	for _, f := range p.Files {
		w.sources[f.Name] = readSource(f.Text)
	}
	return w
}

func (w *writer) note(format string, args ...any) {
	w.notes = append(w.notes, fmt.Sprintf(format, args...))
}

// change returns what was written.
func (w *writer) change() *Change {
	c := &Change{Files: w.files(), Program: w.to, Notes: w.notes}
	for _, f := range w.from.Files {
		c.Diff += unified(f.Name, f.Text, w.allEdits(f))
	}
	return c
}

// try makes edits in a file if they give the program wanted, and reports whether
// they do.
func (w *writer) try(file string, edits []edit, want *code.Program) bool {
	before := w.edits[file]
	w.edits[file] = append(before[:len(before):len(before)], edits...)
	if !overlap(w.edits[file]) {
		if p, err := compile(w.files(), w.options); err == nil && sameShape(p, want) {
			w.to = p
			return true
		}
	}
	w.edits[file] = before
	return false
}

// place makes the change for one fence that gives the program wanted.
func (w *writer) place(f Fence, want *code.Program) bool {
	pos := w.from.Sites[f.Site].Pos
	src := w.sources[pos.File]
	if src == nil {
		return false
	}
	for _, way := range src.ways(src.at(pos), f.Side, call(f.Kind)) {
		if w.try(pos.File, way.edits, want) {
			return true
		}
	}
	return false
}

// remove takes away the fence at a site, if it is a statement.
func (w *writer) remove(site int32, want *code.Program) bool {
	pos := w.from.Sites[site].Pos
	src := w.sources[pos.File]
	if src == nil {
		return false
	}
	edits := src.without(src.at(pos))
	return edits != nil && w.try(pos.File, edits, want)
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
	calls := func(e edit) bool { return strings.Contains(e.text, "fence_") }
	if !slices.ContainsFunc(edits, calls) || includeOwn.MatchString(f.Text) {
		return edits
	}
	at := 0
	if m := includeAny.FindStringIndex(f.Text); m != nil {
		at = m[0]
	}
	return append([]edit{{off: at, text: "#include <fencepost.h>\n"}}, edits...)
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
