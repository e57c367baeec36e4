package trace

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
)

// A Reader reads a trace file, and checks it as it goes: a corrupt or cut off
// file is an *Diagnostic. It keeps little of the file: one
// line, the sites, and some 40 bytes an event of the current run to check the
// next ones by.
type Reader struct {
	header Header
	name   string
	in     *bufio.Reader
	long   []byte // a line longer than in's buffer
	lineNo int
	run    int // number of the current run
	inRun  bool
	info   RunInfo
	check  validator
	hash   hash.Hash // of the lines so far
	sum    string    // of the lines before the last
	err    error     // the first, which every later call returns
}

// NewReader reads the header and the sites of a trace file; name is for errors.
func NewReader(name string, r io.Reader) (*Reader, error) {
	t := &Reader{name: name, in: bufio.NewReaderSize(r, 1<<16), hash: sha256.New()}
	if err := t.readHeader(); err != nil {
		return nil, err
	}
	return t, nil
}

// Header returns what the file says of the program.
func (t *Reader) Header() Header { return t.header }

func (t *Reader) fail(format string, args ...any) error {
	t.err = &Diagnostic{Pos: Pos{File: t.name, Line: t.lineNo}, Message: fmt.Sprintf(format, args...)}
	return t.err
}

// line returns the next line without its end, valid until the next call.
func (t *Reader) line() ([]byte, error) {
	b, err := t.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		t.long = t.long[:0]
		for err == bufio.ErrBufferFull && len(t.long) < maxLine {
			t.long = append(t.long, b...)
			b, err = t.in.ReadSlice('\n')
		}
		t.long = append(t.long, b...)
		b = t.long
	}
	if err == io.EOF && len(b) == 0 {
		return nil, io.EOF
	}
	t.lineNo++
	switch {
	case len(b) > maxLine:
		return nil, t.fail("line longer than %d bytes", maxLine)
	case err == io.EOF:
		return nil, t.fail("line cut off")
	case err != nil:
		return nil, t.fail("%v", err)
	}
	if bytes.HasPrefix(b, []byte(`{"runs"`)) {
		t.sum = fmt.Sprintf("%x", t.hash.Sum(nil))
	}
	t.hash.Write(b)
	return b[:len(b)-1], nil
}

// decode reads the next line, which must be there, into v.
func (t *Reader) decode(v any) error {
	b, err := t.line()
	if err == io.EOF {
		t.lineNo++
		return t.fail("file cut off")
	} else if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return t.fail("%s", jsonMessage(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return t.fail("more than one value on the line")
	}
	return nil
}

// jsonMessage words an error of encoding/json without Go's names.
func jsonMessage(err error) string {
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &typ) && typ.Field != "":
		return fmt.Sprintf("bad value for %q: %s", typ.Field, typ.Value)
	case errors.As(err, &typ):
		return "not an object"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "incomplete object"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

func (t *Reader) readHeader() error {
	var h headerLine
	start, err := t.in.Peek(64)
	if err != nil && len(start) == 0 {
		t.lineNo++
		return t.fail("empty file")
	}
	ours := bytes.Contains(start, []byte(fileFormat))
	if err := t.decode(&h); err != nil {
		if !ours {
			return t.fail("not a trace file")
		}
		return err
	}
	switch {
	case h.Format != fileFormat:
		return t.fail("not a trace file: format is %q", h.Format)
	case h.Version != fileVersion:
		return t.fail("version %d is not supported: this program reads version %d", h.Version, fileVersion)
	case h.Sites < 0:
		return t.fail("negative number of sites")
	}
	t.header = Header{Program: h.Program, Hash: h.Hash}
	for i := range h.Sites {
		s := siteLine{Site: -1}
		if err := t.decode(&s); err != nil {
			return err
		}
		switch {
		case s.Site != i:
			return t.fail("expected site %d", i)
		case s.Line < 0, s.Col < 0, s.N < 0:
			return t.fail("site with a negative position")
		}
		t.header.Sites = append(t.header.Sites,
			Site{Pos: Pos{s.File, s.Line, s.Col}, N: s.N, Text: s.Text, Func: s.Func})
	}
	return nil
}

// Next goes on to the next run and returns what is known of it at its start.
// Events of the current one that were not read are skipped. At the end of a
// complete file the error is io.EOF.
func (t *Reader) Next() (RunInfo, error) {
	for t.inRun {
		var e Event
		if err := t.Event(&e); err != nil && err != io.EOF {
			return RunInfo{}, err
		}
	}
	if t.err != nil {
		return RunInfo{}, t.err
	}
	var l struct {
		Run     int    `json:"run"`
		Model   string `json:"model"`
		Mapping string `json:"mapping"`
		Seed    uint64 `json:"seed"`
		Runs    *int   `json:"runs"`
		Sum     string `json:"sum"`
	}
	if err := t.decode(&l); err != nil {
		return RunInfo{}, err
	}
	if l.Runs != nil {
		if *l.Runs != t.run || l.Run != 0 {
			return RunInfo{}, t.fail("the file says it has %d runs, but has %d", *l.Runs, t.run)
		}
		if l.Sum != "" && l.Sum != t.sum {
			return RunInfo{}, t.fail("the file was changed: its sum is another")
		}
		if _, err := t.line(); err != io.EOF {
			return RunInfo{}, t.fail("data after the end")
		}
		t.err = io.EOF
		return RunInfo{}, io.EOF
	}
	t.run++
	if l.Run != t.run || l.Sum != "" {
		return RunInfo{}, t.fail("expected run %d", t.run)
	}
	t.inRun = true
	t.info = RunInfo{Model: l.Model, Mapping: l.Mapping, Seed: l.Seed}
	t.check.reset(len(t.header.Sites), l.Model)
	return t.info, nil
}

// Event reads the next event of the current run. At its end the error is io.EOF.
func (t *Reader) Event(e *Event) error {
	for {
		if t.err != nil {
			return t.err
		}
		if !t.inRun {
			return io.EOF
		}
		var l eventLine
		if err := t.decode(&l); err != nil {
			return err
		}
		switch {
		case l.End != nil:
			return t.end(&l)
		case l.Choices != nil:
			if l.Events != nil || l.Result != nil || l.ID != nil {
				return t.fail("unknown kind of line")
			}
			for _, c := range l.Choices {
				if c < 0 {
					return t.fail("negative choice %d", c)
				}
			}
			t.info.Choices = append(t.info.Choices, l.Choices...)
		case len(t.info.Choices) > 0:
			return t.fail("event after the choices")
		default:
			if err := l.event(e); err != nil {
				return t.fail("%v", err)
			}
			if err := t.check.add(e); err != nil {
				return t.fail("%v", err)
			}
			return nil
		}
	}
}

func (t *Reader) end(l *eventLine) error {
	switch {
	case l.ID != nil || l.Choices != nil || l.Events == nil || l.Result == nil:
		return t.fail("incomplete end of a run")
	case *l.End != t.run:
		return t.fail("expected the end of run %d", t.run)
	case *l.Events != t.check.events():
		return t.fail("the run says it has %d events, but has %d", *l.Events, t.check.events())
	}
	if err := t.check.end(); err != nil {
		return t.fail("%v", err)
	}
	t.info.Result = *l.Result
	t.inRun = false
	return io.EOF
}

// An eventLine is any line within a run: exactly one of ID, Choices, End is set.
type eventLine struct {
	ID     *int32  `json:"id"`
	Thread *int32  `json:"thread"`
	Kind   *string `json:"kind"`
	I      *int32  `json:"i"`
	Site   *int32  `json:"site"`
	Loc    *int32  `json:"loc"`
	Addr   *uint64 `json:"addr"`
	Size   *uint8  `json:"size"`
	Value  *uint64 `json:"value"`
	Read   *uint64 `json:"read"`
	High   uint64  `json:"high"`
	RHigh  uint64  `json:"readhigh"`

	Rest  []uint64 `json:"rest"`
	RRest []uint64 `json:"readrest"`

	C     *int32  `json:"c"`
	RF    *int32  `json:"rf"`
	Order *string `json:"order"`
	Undef Undef   `json:"undef"`

	Choices []int32 `json:"choices"`
	End     *int    `json:"end"`
	Events  *int    `json:"events"`
	Result  *string `json:"result"`
}

// event converts the line, values of more than eight bytes to their numbers; it fails if a field is
// missing or unknown.
func (l *eventLine) event(e *Event) error {
	*e = Event{Site: -1, Loc: -1, Undef: l.Undef}
	if l.Kind == nil {
		return errors.New("neither an event nor the end of a run")
	}
	k, ok := ParseKind(*l.Kind)
	if !ok {
		return fmt.Errorf("unknown kind %q", *l.Kind)
	}
	e.Kind = k
	if l.Events != nil || l.Result != nil {
		return errors.New("event with fields of the end of a run")
	}
	if l.Order != nil {
		if e.Order, ok = ParseOrder(*l.Order); !ok {
			return fmt.Errorf("unknown order %q", *l.Order)
		}
	}
	f := fieldTaker{kind: k}
	take(&f, "id", l.ID, &e.ID, true)
	take(&f, "thread", l.Thread, &e.Thread, true)
	take(&f, "i", l.I, &e.I, true)
	uses := fieldsOf[k]
	take(&f, "site", l.Site, &e.Site, uses&fSite != 0)
	take(&f, "loc", l.Loc, &e.Loc, uses&fLoc != 0)
	take(&f, "addr", l.Addr, &e.Addr, uses&fAddr != 0)
	take(&f, "size", l.Size, &e.Size, uses&fSize != 0)
	take(&f, "value", l.Value, &e.Value, uses&fValue != 0)
	take(&f, "read", l.Read, &e.Read, uses&fRead != 0)
	if e.Size > 8 {
		e.Value, e.Read = longNumber(e.Size, e.Value, l.High, l.Rest), longNumber(e.Size, e.Read, l.RHigh, l.RRest)
	}
	take(&f, "c", l.C, &e.C, uses&fC != 0)
	take(&f, "rf", l.RF, &e.RF, uses&fRF != 0)
	return f.err
}

// longNumber returns the number of a content of size bytes, by its words.
func longNumber(size uint8, low, high uint64, rest []uint64) uint64 {
	words := make([]uint64, (size-1)/8+1)
	copy(words, append([]uint64{low, high}, rest...))
	n := words[len(words)-1]
	for i := len(words) - 2; i >= 0; i-- {
		n = wideNumber(words[i], n)
	}
	return n
}

type fieldTaker struct {
	kind Kind
	err  error // the first field that is missing
}

func take[T any](f *fieldTaker, name string, from, to *T, needed bool) {
	switch {
	case from != nil:
		*to = *from
	case needed && f.err == nil:
		f.err = fmt.Errorf("%s without %q", f.kind, name)
	}
}

// ParseOrder returns the order that Order.String names.
func ParseOrder(s string) (Order, bool) {
	for i, n := range orderNames {
		if n == s {
			return Order(i), true
		}
	}
	return Plain, false
}
