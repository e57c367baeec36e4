package phase2

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// A Witness is an execution that can be replayed: what it ran on and its
// schedule.
type Witness struct {
	Model   *models.Model
	Mapping models.Mapping
	Options interp.Options
	Choices []int32
	Steps   int
	Events  int
	Trace   string   // hash of the events
	Cycle   []string // its sites in order, if it was made for one
	Error   *interp.Error
}

// witness keeps the execution that ended in res.
func (w *worker) witness(res *interp.Result, events []trace.Event, cycle []string) *Witness {
	return &Witness{
		Model: w.model, Mapping: w.machine.Mapping(), Options: w.options.Machine,
		Choices: slices.Clone(res.Choices), Steps: res.Steps, Events: res.Events, Trace: traceHash(events),
		Cycle: cycle, Error: res.Err,
	}
}

// WitnessOf keeps an execution that was not found here: what machine m, which was
// made with options o, ended in, and its events.
func WitnessOf(m *interp.Machine, o interp.Options, res *interp.Result, events []trace.Event) *Witness {
	return &Witness{
		Model: m.Model(), Mapping: m.Mapping(), Options: o,
		Choices: slices.Clone(res.Choices), Steps: res.Steps, Events: res.Events, Trace: traceHash(events), Error: res.Err,
	}
}

// traceHash is a hash of every field of every event: SHA-256, in hexadecimal.
func traceHash(events []trace.Event) string {
	h := sha256.New()
	var b []byte
	for i := range events {
		e := &events[i]
		b = b[:0]
		for _, v := range [...]int32{e.ID, e.Thread, e.I, e.Site, e.Loc, e.C, e.RF} {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
		undef := byte(0)
		if e.Undef {
			undef = 1
		}
		b = append(b, byte(e.Kind), byte(e.Order), e.Size, undef)
		for _, v := range [...]uint64{e.Addr, e.Value, e.Read} {
			b = binary.LittleEndian.AppendUint64(b, v)
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// siteNames names the sites of a cycle.
func (w *worker) siteNames(c predict.Cycle) []string {
	var names []string
	for _, s := range c.Sites {
		names = append(names, w.prog.Sites[s].String())
	}
	return names
}

// A WitnessFile is the content of a witness file: everything that a replay
// needs, the sources included.
type WitnessFile struct {
	Format      string      `json:"format"` // witnessFormat
	Version     int         `json:"version"`
	Program     string      `json:"program"`
	Hash        string      `json:"hash"` // of the preprocessed text
	Files       []code.File `json:"files"`
	Defines     []string    `json:"defines,omitempty"`
	IncludeDirs []string    `json:"include_dirs,omitempty"`
	Model       string      `json:"model"`
	Mapping     string      `json:"mapping"`
	Seed        uint64      `json:"seed"`
	MaxSteps    int         `json:"max_steps"`
	MallocFail  bool        `json:"malloc_fail,omitempty"`
	WeakFail    bool        `json:"weak_fail,omitempty"`
	Cycle       []string    `json:"cycle,omitempty"`
	Error       string      `json:"error,omitempty"` // as Error.Error has it
	Events      int         `json:"events"`
	Trace       string      `json:"trace"` // hash of the events: a replay must give it again
	Choices     []int32     `json:"choices"`
	// Explored says that the execution is one of an exhaustive search: Choices
	// are its explore.Graph.Schedule, and Trace is empty.
	Explored bool `json:"explored,omitempty"`
	Unroll   int  `json:"unroll,omitempty"` // the search's bound on loops; 0: none
}

const (
	witnessFormat  = "fencepost-witness"
	witnessVersion = 1
	maxWitness     = 64 << 20
)

// Write writes the witness of a program that was compiled with the given
// options; the campaign's seed is told for the record.
func (wit *Witness) Write(to io.Writer, p *code.Program, o cfront.Options, seed uint64) error {
	f := WitnessFile{
		Program: p.Name, Hash: p.Hash, Files: p.Files, Defines: o.Defines, IncludeDirs: o.IncludeDirs,
		Model: wit.Model.Name, Mapping: wit.Mapping.Name, Seed: seed,
		MaxSteps: wit.Options.MaxSteps, MallocFail: wit.Options.MallocFail, WeakFail: wit.Options.WeakFail,
		Cycle: wit.Cycle, Events: wit.Events, Trace: wit.Trace, Choices: wit.Choices,
	}
	if wit.Error != nil {
		f.Error = wit.Error.Error()
	}
	return f.Write(to)
}

// Write writes the file; it sets the format and its version.
func (f *WitnessFile) Write(to io.Writer) error {
	f.Format, f.Version = witnessFormat, witnessVersion
	enc := json.NewEncoder(to)
	enc.SetIndent("", " ")
	return enc.Encode(f)
}

// ReadWitness reads a witness file. Errors name the byte or the field.
func ReadWitness(from io.Reader) (*WitnessFile, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxWitness+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxWitness {
		return nil, errors.New("the file is larger than a witness can be")
	}
	var f WitnessFile
	if err := json.Unmarshal(data, &f); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("byte %d: %w", syntax.Offset, err)
		}
		return nil, err
	}
	switch {
	case f.Format != witnessFormat:
		return nil, errors.New(`this is not a witness file: "format" is not "` + witnessFormat + `"`)
	case f.Version != witnessVersion:
		return nil, fmt.Errorf("witness version %d is not supported, only %d", f.Version, witnessVersion)
	case len(f.Files) == 0:
		return nil, errors.New("the witness holds no source files")
	case f.MaxSteps < 0:
		return nil, errors.New(`"max_steps" is negative`)
	case f.Unroll < 0:
		return nil, errors.New(`"unroll" is negative`)
	}
	for i, c := range f.Choices {
		if c < 0 {
			return nil, fmt.Errorf(`"choices": number %d is negative`, i)
		}
	}
	return &f, nil
}

// Compile compiles the sources that the witness holds and checks that they are
// the program it was made from.
func (f *WitnessFile) Compile() (*code.Program, error) {
	o := cfront.Options{Defines: f.Defines, IncludeDirs: f.IncludeDirs, ReadFile: f.readFile}
	p, err := cfront.Compile(f.Files[0].Name, []byte(f.Files[0].Text), o)
	if err != nil {
		return nil, err
	}
	if p.Hash != f.Hash {
		return nil, errors.New("the sources are not those that the witness was made from: the hash differs")
	}
	return p, nil
}

func (f *WitnessFile) readFile(path string) ([]byte, error) {
	for _, s := range f.Files {
		if filepath.Clean(s.Name) == filepath.Clean(path) {
			return []byte(s.Text), nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

// Replay re-executes a witness, its events recorded in rec. It is an error if
// the schedule is not one of the program, or the execution differs in anything
// from the one that the witness was made of.
func (f *WitnessFile) Replay(ctx context.Context, p *code.Program, output io.Writer, rec *trace.Recorder) (*interp.Machine, *interp.Result, error) {
	model, ok := Models().Lookup(f.Model)
	if f.Explored {
		return nil, nil, errors.New("the witness is of an exhaustive search, not of a run")
	}
	if !ok {
		return nil, nil, fmt.Errorf("the witness is of an unknown model %q", f.Model)
	}
	o := interp.Options{MaxSteps: f.MaxSteps, MallocFail: f.MallocFail, WeakFail: f.WeakFail, Output: output}
	if !model.Native {
		mapping, err := models.ParseMapping(f.Mapping)
		if err != nil {
			return nil, nil, err
		}
		o.Mapping = &mapping
	}
	m := interp.New(p, model, o)
	s := strategy.NewReplay(f.Choices)
	s.Begin(0)
	res := m.Run(ctx, s, rec)
	if res.Outcome == interp.Interrupted {
		return m, res, nil
	}
	ended := ""
	if res.Err != nil {
		ended = res.Err.Error()
	}
	switch {
	case !s.Followed() || res.Events != f.Events || traceHash(rec.Events) != f.Trace:
		return m, res, errors.New("the schedule is not one of this program: the execution strays from it")
	case ended != f.Error:
		return m, res, fmt.Errorf("the execution ends in %q, the witness says %q", ended, f.Error)
	}
	return m, res, nil
}
