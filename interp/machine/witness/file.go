package witness

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/linearize"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/models/page"
	"fencepost/models/views"
	"fencepost/trace"
)

// A File is the content of a witness file: everything that a replay needs, including the
// sources.
type File struct {
	Format      string      `json:"format"` // fileFormat
	Version     int         `json:"version"`
	Program     string      `json:"program"`
	Hash        string      `json:"hash"` // of the preprocessed text
	Files       []code.File `json:"files"`
	Defines     []string    `json:"defines,omitempty"`
	IncludeDirs []string    `json:"include_dirs,omitempty"`
	Include     []string    `json:"include,omitempty"` // headers that are included before every file
	// Own are the additional options of single files, by name.
	Own map[string]cfront.FileOptions `json:"own,omitempty"`
	// Accesses says how accesses that are not atomic are treated.
	Accesses cfront.Accesses `json:"accesses,omitzero"`
	// IgnoreAssertions says that assertions are not checked.
	IgnoreAssertions bool `json:"ignore_assertions,omitempty"`
	// Orders are memory orders that differ from the sources.
	Orders []Ordering `json:"orders,omitempty"`
	Args   []string   `json:"args,omitempty"` // of main, after the program's name
	Model  string     `json:"model"`
	// Page is the text of the user's machine with the name Model; empty: the model is built
	// in.
	Page   string `json:"page,omitempty"`
	Window int32  `json:"window,omitempty"` // see models.Model
	Seed   uint64 `json:"seed"`
	interp.Semantics
	Cycle []string `json:"cycle,omitempty"`
	// Specification is the specification of the check; nil: there was none.
	Specification *Specification `json:"specification,omitempty"`
	Error         string         `json:"error,omitempty"` // in the format of Error.Error
	Events        int            `json:"events"`
	Trace         string         `json:"trace"` // hash of the events, which a replay must reproduce; empty: there was no time to compute it
	Choices       []int32        `json:"choices"`
	// Lasso says that the execution goes on for ever.
	Lasso *interp.Lasso `json:"lasso,omitempty"`
	// Explored says that the execution comes from an exhaustive search, and Trace is empty.
	// Choices are then its explore.Graph.Schedule, or under a model with load buffering those
	// of buffering.Replay.
	Explored bool `json:"explored,omitempty"`
	// Sum is the hash of the other members. It also protects members on which a replay does
	// not depend. Files written before it existed have none.
	Sum     string `json:"sum,omitempty"`
	changed bool   // since it was written, as far as Sum tells
}

// An Ordering is a code.Ordering with the names of the orders.
type Ordering struct {
	Site  int32  `json:"site"`
	Order string `json:"order"`
	Fail  string `json:"fail,omitempty"` // failure order of a compare-exchange
}

// A Specification is a sequential specification of package linearize.
type Specification struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// SpecificationOf returns the specification in machine options; nil if there is none.
func SpecificationOf(o *interp.Options) *Specification {
	s, ok := o.Judge.(*linearize.Spec)
	if !ok {
		return nil
	}
	name, text := s.Text()
	return &Specification{name, text}
}

// Spec returns the specification in the form that checks executions.
func (s *Specification) Spec() *linearize.Spec { return linearize.New(s.Name, s.Text) }

// sumOf returns the hash of a file's text without white space and without its last member,
// Sum.
func sumOf(text []byte, sum string) string {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		panic(err) // the text was made here, or is valid JSON
	}
	content, cut := bytes.CutSuffix(b.Bytes(), fmt.Appendf(nil, `,"sum":%q}`, sum))
	if cut {
		content = append(content, '}')
	}
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:])
}

// sum returns the hash of the content, as it is written.
func (f File) sum() string {
	f.Sum = ""
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // strings and numbers
	}
	return sumOf(text, "")
}

// Intact reports an error if the file was changed after it was written. Its text may have been
// written anew with other escapes, as browsers do, or with the members in another order, as earlier
// versions did.
func (f *File) Intact() error {
	if f.changed {
		return errors.New("the witness was changed after it was written: its sum differs")
	}
	return nil
}

const (
	fileFormat  = "fencepost-witness"
	fileVersion = 1
	maxFile     = 64 << 20
)

// NewFile returns a file with the program, the options of its compilation, and those of the
// machine. The caller fills in the rest.
func NewFile(p *code.Program, compile cfront.Options, machine *interp.Options) *File {
	f := &File{
		Program: p.Name, Hash: p.Hash, Files: p.Files, Defines: compile.Defines, IncludeDirs: compile.IncludeDirs,
		Include: compile.Include, Own: compile.Own, Accesses: compile.Accesses, IgnoreAssertions: compile.IgnoreAssertions, Args: compile.Args,
		Semantics: machine.Semantics, Specification: SpecificationOf(machine),
	}
	for _, o := range p.Orders {
		own := Ordering{Site: o.Site, Order: o.Order.String()}
		if o.Fail != trace.Plain {
			own.Fail = o.Fail.String()
		}
		f.Orders = append(f.Orders, own)
	}
	return f
}

// File returns the file of the witness of a program, which was compiled with these options.
// seed, the campaign's, is only recorded.
func (w *Witness) File(p *code.Program, compile cfront.Options, seed uint64) *File {
	f := NewFile(p, compile, &w.Options)
	f.Model, f.Window, f.Mapping, f.Seed, f.Cycle = w.Model.Name, w.Model.Window, w.Mapping(), seed, w.Cycle
	f.Lasso, f.Events, f.Trace, f.Choices = w.Options.Lasso, w.Events, w.Trace, w.Choices
	f.SetPage(w.Model)
	f.Explored = w.Explored
	if w.Error != nil {
		f.Error = w.Error.Error()
	}
	return f
}

// Write writes the file. It sets Format, Version and Sum.
func (f *File) Write(to io.Writer) error {
	f.Format, f.Version = fileFormat, fileVersion
	f.Sum = f.sum()
	enc := json.NewEncoder(to)
	enc.SetIndent("", " ")
	return enc.Encode(f)
}

// Is reports whether a file begins like a witness file.
func Is(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, 64)
	n, _ := io.ReadFull(f, begin) // a shorter file is no witness
	text := strings.TrimLeft(string(begin[:n]), "{ \t\r\n")
	return strings.HasPrefix(text, `"format": "`+fileFormat+`"`)
}

// Read reads a witness file. Errors name the byte or the field.
func Read(from io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, errors.New("the file is larger than a witness can be")
	}
	var f File
	if err := json.Unmarshal(data, &f); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, fmt.Errorf("byte %d: %w", syntax.Offset, err)
		}
		return nil, err
	}
	f.Mapping = f.Mapping.OrC11()
	f.changed = f.Sum != "" && f.Sum != sumOf(data, f.Sum) && f.Sum != f.sum()
	switch {
	case f.Format != fileFormat:
		return nil, errors.New(`this is not a witness file: "format" is not "` + fileFormat + `"`)
	case f.Version != fileVersion:
		return nil, fmt.Errorf("witness version %d is not supported, only %d", f.Version, fileVersion)
	case len(f.Files) == 0:
		return nil, errors.New("the witness holds no source files")
	case f.MaxSteps < 0:
		return nil, errors.New(`"max_steps" is negative`)
	case f.Lasso != nil && (f.Lasso.Error == nil || f.Lasso.Stem < 0 || f.Lasso.Cycle < 1 || f.Lasso.Newest < 0):
		return nil, errors.New(`"lasso" is none of an execution`)
	case f.Window < 0:
		return nil, errors.New(`"window" is negative`)
	case f.Unroll < 0:
		return nil, errors.New(`"unroll" is negative`)
	case slices.ContainsFunc(f.Units, func(u vm.Unit) bool { return !u.Valid() }):
		return nil, fmt.Errorf(`"units" are not aligned, of 2 to %d bytes`, vm.MaxUnit)
	}
	for i, c := range f.Choices {
		if c < 0 {
			return nil, fmt.Errorf(`"choices": number %d is negative`, i)
		}
	}
	return &f, nil
}

// Compile compiles the sources of the witness, C or a litmus test, and checks that they are
// the program of the witness. If C takes longer than ctx, the error is cfront.ErrLate.
func (f *File) Compile(ctx context.Context) (p *code.Program, err error) {
	defer func() {
		if err != nil && f.changed {
			err = fmt.Errorf("%w (%w)", err, f.Intact())
		}
	}()
	if litmus.IsFile(f.Files[0].Name) {
		t, err := litmus.Parse(f.Files[0].Name, []byte(f.Files[0].Text))
		if err != nil {
			return nil, fmt.Errorf("the witness's test cannot be read: %w", err)
		}
		if t.Program.Hash != f.Hash {
			return nil, errors.New("the test is not the one that the witness was made from: the hash differs")
		}
		return t.Program, nil
	}
	o := cfront.Options{
		Defines: f.Defines, IncludeDirs: f.IncludeDirs, Include: f.Include, Own: f.Own, Accesses: f.Accesses, IgnoreAssertions: f.IgnoreAssertions, Args: f.Args, ReadFile: f.readFile, Given: true,
	}
	p, err = front.Compile(ctx, f.units(), o)
	if compile, ok := errors.AsType[*cfront.Error](err); ok {
		return nil, fmt.Errorf("the witness's program does not compile: %v", compile.Diagnostics[0])
	} else if err != nil {
		return nil, err
	}
	if p.Hash != f.Hash {
		return nil, errors.New("the sources are not those that the witness was made from: the hash differs")
	}
	return f.reordered(p)
}

// reordered returns the program with the memory orders of the witness.
func (f *File) reordered(p *code.Program) (*code.Program, error) {
	var list []code.Ordering
	for i, o := range f.Orders {
		order, known := trace.ParseOrder(o.Order)
		fail, also := trace.ParseOrder(cmp.Or(o.Fail, trace.Plain.String()))
		if o.Site < 0 || int(o.Site) >= len(p.Sites) || !known || !also {
			return nil, fmt.Errorf(`"orders": number %d is none of the program`, i)
		}
		list = append(list, code.Ordering{Site: o.Site, Order: order, Fail: fail})
	}
	return p.Reordered(list), nil
}

// units returns the source files to compile; in a witness that does not mark them, the
// first file.
func (f *File) units() []cfront.Source {
	var list []cfront.Source
	for _, s := range f.Files {
		if s.Unit {
			list = append(list, cfront.Source{Name: s.Name, Text: []byte(s.Text)})
		}
	}
	if list == nil {
		list = append(list, cfront.Source{Name: f.Files[0].Name, Text: []byte(f.Files[0].Text)})
	}
	return list
}

func (f *File) readFile(path string) ([]byte, error) {
	for _, s := range f.Files {
		if filepath.Clean(s.Name) == filepath.Clean(path) {
			return []byte(s.Text), nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// SetPage stores the text of m in the witness if m is a page.
func (f *File) SetPage(m *models.Model) {
	if m != nil && m.Machine != nil {
		f.Page = m.Machine.Page
	}
}

// Machine returns the user's machine of the witness; nil if its model is built in.
func (f *File) Machine() (*models.Model, error) {
	if f.Page == "" {
		return nil, nil
	}
	m, err := page.Parse(f.Model, []byte(f.Page))
	if err != nil {
		return nil, fmt.Errorf("the witness's machine cannot be read: %w", err)
	}
	return m, nil
}

// model returns the model of the witness.
func (f *File) model() (*models.Model, error) {
	m, err := f.Machine()
	if m != nil || err != nil {
		return m, err
	}
	if m, ok := c11.Runnable().Lookup(f.Model); ok {
		return m, nil
	}
	return nil, fmt.Errorf("the witness is of an unknown model %q", f.Model)
}

// Replay runs a witness again and records its events in rec. It is an error if the schedule
// does not fit the program, or if the execution differs in any way from the recorded one.
func (f *File) Replay(ctx context.Context, p *code.Program, output io.Writer, rec *trace.Recorder) (*interp.Machine, *interp.Result, error) {
	if f.Explored {
		return nil, nil, errExplored
	}
	model, err := f.model()
	if err != nil {
		return nil, nil, err
	}
	o := interp.Options{Semantics: f.Semantics, Output: output, Lasso: f.Lasso}
	o.NoSpurious = f.Lasso != nil
	if f.Specification != nil {
		o.Judge = f.Specification.Spec()
	}
	if model.Native && f.Window > 0 {
		model = c11.Windowed(model, f.Window)
	}
	if f.Lasso != nil && model.Native {
		model = views.Of(model, max(1, f.Lasso.Newest))
	}
	m := interp.New(p, model, o)
	res, followed := Replay(ctx, m, f.Choices, rec)
	if res.Outcome == interp.Interrupted {
		return m, res, nil
	}
	ended := ""
	if res.Err != nil {
		ended = res.Err.Error()
	}
	switch {
	case !followed || res.Events != f.Events || f.Trace != "" && Hash(rec.Events) != f.Trace:
		return m, res, ErrStrayed
	case ended != f.Error:
		return m, res, fmt.Errorf("the execution ends in %q, the witness says %q", ended, f.Error)
	}
	return m, res, f.Intact()
}
