package trace

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
)

// Trace files are JSON Lines: one object a line, no line longer than maxLine. In order:
//
//	{"format":"fencepost-trace","version":1,"program":"sb.c","hash":"9f...","sites":2}
//	{"site":0,"file":"sb.c","line":7,"col":5,"text":"x = 1","func":"left"}
//	{"site":1,"file":"sb.c","line":8,"col":9,"text":"y","func":"left"}
//	{"run":1,"model":"tso","mapping":"c11","seed":17}
//	{"id":1,"thread":0,"kind":"create","i":1,"value":1}
//	{"id":2,"thread":1,"kind":"store","i":1,"site":0,"loc":0,"addr":65536,"size":4,"value":1,"c":-1}
//	...
//	{"choices":[0,2,1]}
//	{"end":1,"events":2,"result":"ok"}
//	{"runs":1,"sum":"4e..."}
//
// There may be any number of runs, each from "run" to "end". A run may have any number of
// "choices" lines, whose lists are joined. An absent field of an event has the value that
// Event documents for fields its kind does not use. For values of more than eight bytes,
// "value" and "read" are the first words, "high" and "readhigh" the second ones, and "rest"
// and "readrest" the lists of the others; they are absent if these are 0. The end lines
// have counts, so that a file cut off anywhere is recognised. The sum is the SHA-256 of all
// lines before its own, in hexadecimal. It may be absent; if it is there it must be right,
// so that a damaged file is not read as another.
//
// In a run whose model is "c11", "c++20" or "imm", "c" is the place of a store in the
// execution order of the stores to its location. The C11 model does not order stores so: a
// load or an RMW may read any store, as ValidateC11 defines, and no store is pending.
const (
	fileFormat  = "fencepost-trace"
	fileVersion = 1
	c11Model    = "c11"
	cxx20Model  = "c++20"
	immModel    = "imm"
	maxLine     = 1 << 20
	maxChoices  = 4096 // bound of a line that Writer writes
)

// Header is the description of the program in a trace file.
type Header struct {
	Program string // its first source file
	Hash    string // SHA-256 of the preprocessed text
	Sites   []Site
	Wides   *Wides // contents of the values of more than eight bytes; may be nil
}

// RunInfo is the description of an execution in a trace file, beside its events.
type RunInfo struct {
	Model   string
	Mapping string
	Seed    uint64

	// Result and Choices are known only at the end of the execution.
	Result  string
	Choices []int32 // the schedule: the answers to every nondeterministic choice
}

// A field of an event line.
type field uint16

const (
	fSite field = 1 << iota
	fLoc
	fAddr
	fSize
	fValue
	fRead
	fC
	fRF
)

const fAccess = fSite | fLoc | fAddr | fSize | fValue | fC

// fieldsOf are the fields that each kind uses beside id, thread, kind and i. They are
// always written, and it is an error if one is missing.
var fieldsOf = [NumKinds]field{
	Load:    fAccess | fRF,
	Store:   fAccess,
	RMW:     fAccess | fRF | fRead,
	CASFail: fAccess | fRF,
	Commit:  fLoc | fC | fRF,
	Fence:   fValue,
	Lock:    fAccess&^fSite | fRF | fRead,
	Unlock:  fAccess &^ fSite,
	Create:  fValue,
	Join:    fValue,
	Alloc:   fAddr | fValue,
	Free:    fAddr,
}

// A Writer writes a trace file. It is a Sink: set Info, pass it the events of an execution,
// and call End. Errors of the underlying writer are kept until Close.
type Writer struct {
	Info RunInfo // of the execution that the next Begin starts

	w      *bufio.Writer
	sum    hash.Hash
	wides  *Wides
	line   []byte
	runs   int
	events int
	open   bool
}

// NewWriter writes the header to w.
func NewWriter(w io.Writer, h Header) *Writer {
	sum := sha256.New()
	t := &Writer{w: bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16), sum: sum, wides: h.Wides}
	t.json(headerLine{fileFormat, fileVersion, h.Program, h.Hash, len(h.Sites)})
	for i, s := range h.Sites {
		t.json(siteLine{i, s.Pos.File, s.Pos.Line, s.Pos.Col, s.N, s.Text, s.Func})
	}
	return t
}

type headerLine struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Program string `json:"program"`
	Hash    string `json:"hash"`
	Sites   int    `json:"sites"`
}

type siteLine struct {
	Site int    `json:"site"`
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	N    int    `json:"n,omitempty"`
	Text string `json:"text"`
	Func string `json:"func"`
}

type runLine struct {
	Run     int    `json:"run"`
	Model   string `json:"model"`
	Mapping string `json:"mapping,omitempty"`
	Seed    uint64 `json:"seed"`
}

type choicesLine struct {
	Choices []int32 `json:"choices"`
}

type endLine struct {
	End    int    `json:"end"`
	Events int    `json:"events"`
	Result string `json:"result"`
}

type runsLine struct {
	Runs int    `json:"runs"`
	Sum  string `json:"sum,omitempty"`
}

// json writes a line. The bufio.Writer keeps its first error.
func (t *Writer) json(v any) {
	enc := json.NewEncoder(t.w)
	enc.SetEscapeHTML(false)
	enc.Encode(v)
}

// Begin starts an execution, which t.Info describes.
func (t *Writer) Begin() {
	if t.open {
		t.End("", nil)
	}
	t.open = true
	t.runs++
	t.events = 0
	t.json(runLine{t.runs, t.Info.Model, t.Info.Mapping, t.Info.Seed})
}

// End ends the execution that Begin started. The result is one word: "ok", or the kind of
// the error.
func (t *Writer) End(result string, choices []int32) {
	for len(choices) > 0 {
		n := min(len(choices), maxChoices)
		t.json(choicesLine{choices[:n]})
		choices = choices[n:]
	}
	t.json(endLine{t.runs, t.events, result})
	t.open = false
}

// Close completes the file and reports the first error met.
func (t *Writer) Close() error {
	if t.open {
		return errors.New("trace: execution not ended")
	}
	if err := t.w.Flush(); err != nil {
		return err
	}
	t.json(runsLine{t.runs, fmt.Sprintf("%x", t.sum.Sum(nil))})
	return t.w.Flush()
}

// Event writes e.
func (t *Writer) Event(e *Event) {
	t.events++
	uses := fieldsOf[e.Kind]
	t.line = append(t.line[:0], `{"id":`...)
	t.line = strconv.AppendInt(t.line, int64(e.ID), 10)
	t.int("thread", int64(e.Thread))
	t.line = append(t.line, `,"kind":"`...)
	t.line = append(t.line, e.Kind.String()...)
	t.line = append(t.line, '"')
	t.int("i", int64(e.I))
	if uses&fSite != 0 || e.Site != -1 {
		t.int("site", int64(e.Site))
	}
	if uses&fLoc != 0 || e.Loc != -1 {
		t.int("loc", int64(e.Loc))
	}
	if uses&fAddr != 0 || e.Addr != 0 {
		t.uint("addr", e.Addr)
	}
	if uses&fSize != 0 || e.Size != 0 {
		t.int("size", int64(e.Size))
	}
	if uses&fRead != 0 || e.Read != 0 {
		t.value("read", "readhigh", "readrest", e.Read, e.Size)
	}
	if uses&fValue != 0 || e.Value != 0 {
		t.value("value", "high", "rest", e.Value, e.Size)
	}
	if uses&fC != 0 || e.C != 0 {
		t.int("c", int64(e.C))
	}
	if uses&fRF != 0 || e.RF != 0 {
		t.int("rf", int64(e.RF))
	}
	if e.Order != Plain {
		t.line = append(t.line, `,"order":"`...)
		t.line = append(t.line, e.Order.String()...)
		t.line = append(t.line, '"')
	}
	if e.Undef != 0 {
		t.uint("undef", uint64(e.Undef))
	}
	t.line = append(t.line, '}', '\n')
	t.w.Write(t.line)
}

// value writes a value of size bytes.
func (t *Writer) value(name, upper, rest string, v uint64, size uint8) {
	if size <= 8 || t.wides == nil {
		t.uint(name, v)
		return
	}
	t.uint(name, t.wides.Word(v, size, 0))
	if high := t.wides.Word(v, size, 1); high != 0 {
		t.uint(upper, high)
	}
	words := (size-1)/8 + 1
	for words > 2 && t.wides.Word(v, size, words-1) == 0 {
		words--
	}
	if words <= 2 {
		return
	}
	t.key(rest)
	for i := uint8(2); i < words; i++ {
		t.line = append(t.line, "[,"[min(i-2, 1)])
		t.line = strconv.AppendUint(t.line, t.wides.Word(v, size, i), 10)
	}
	t.line = append(t.line, ']')
}

func (t *Writer) key(name string) {
	t.line = append(t.line, ',', '"')
	t.line = append(t.line, name...)
	t.line = append(t.line, '"', ':')
}

func (t *Writer) int(name string, v int64) {
	t.key(name)
	t.line = strconv.AppendInt(t.line, v, 10)
}

func (t *Writer) uint(name string, v uint64) {
	t.key(name)
	t.line = strconv.AppendUint(t.line, v, 10)
}
