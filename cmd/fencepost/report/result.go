package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"fencepost/trace"
)

// Version is the version of the JSON of a Result.
const Version = 2

// A Result is the result of one command, as plain data; printers see nothing else. Its JSON
// is one object with the members of Head and of Body. Other fields are for the other
// printers.
type Result struct {
	Head
	// Verdict is the result in one line; empty for commands without a verdict.
	Verdict string
	// Models are those under which errors were searched.
	Models []Model
	// Issues are the errors found, each once, in display order.
	Issues []Issue
	// Remarks are the statements about positions other than errors.
	Remarks []Remark
	// Source is the source text of the result; nil if there is none.
	Source *Source
	Body   Body
}

// A Head is the first part of the JSON of every result.
type Head struct {
	Version     int                `json:"version"`
	Command     string             `json:"command"`
	Status      Verdict            `json:"status"` // ok, bug, incomplete or error
	Diagnostics []trace.Diagnostic `json:"diagnostics"`
	// Known are the findings that are no failures.
	Known []Known `json:"known,omitempty"`
}

// A Body is the part of a result that depends on the command: *Check, *Test, *Explore, *Run
// and the others of bodies. The Result of an invalid input has none.
type Body any

// A bodyKind is a kind of Body.
type bodyKind struct {
	commands []string    // names of the commands with this kind of result
	make     func() Body // returns an empty one
}

func kindOf[B any](commands ...string) bodyKind {
	return bodyKind{commands, func() Body { return new(B) }}
}

// bodies are the kinds of Body. If several have the same command, a document has the first that
// fits. Their texts stand apart, in text.go: a program that reads documents has no use for them.
var bodies = []bodyKind{
	kindOf[Check]("check"),
	kindOf[Suite]("check"),
	kindOf[Test]("test"),
	kindOf[Explore]("explore"),
	kindOf[ExploredRun]("replay"),
	kindOf[Run]("run", "replay"),
	kindOf[Explained]("explain"),
	kindOf[Prediction]("predict"),
	kindOf[Confirmation]("confirm"),
	kindOf[Comparison]("fences"),
	kindOf[Inference]("fences"),
	kindOf[Orders]("fences"),
	kindOf[Justified]("justify"),
	kindOf[Mutated]("mutate"),
	kindOf[VersionDiff]("diff"),
	kindOf[Lesson]("learn"),
	kindOf[Lessons]("learn"),
	kindOf[Models]("models"),
	kindOf[ModelText]("models"),
	kindOf[Native]("native", "compilers"),
	kindOf[Compilers]("compilers"),
	kindOf[Table1]("bench relaxer"),
	kindOf[C11TesterTable]("bench c11tester"),
	kindOf[PCTWMTables]("bench pctwm"),
	kindOf[Fig11]("bench cdschecker"),
	kindOf[Applications]("bench applications"),
	kindOf[Ablation]("bench ablation"),
	kindOf[Thesis]("bench thesis"),
	kindOf[SynthesisResult]("synth"),
	kindOf[PageMade]("report"),
	kindOf[Tasks]("tasks"),
	kindOf[Jobs]("jobs"),
	kindOf[Build]("version"),
}

// about returns the program of a result with issues, and the reason why it is incomplete;
// nil if it is not.
func (r *Result) about() (program string, incomplete *string) {
	switch b := r.Body.(type) {
	case *Check:
		return b.Program, b.Incomplete
	case *Test:
		return b.Program, b.Incomplete
	case *Explore:
		for i := range b.Files {
			f := &b.Files[i]
			program = f.Source.prog.Name
			for _, m := range f.Models {
				incomplete = cmp.Or(incomplete, m.Incomplete)
			}
		}
	case *Explained:
		program = b.Program
	case *Justified:
		return b.Program, b.Incomplete
	case *Mutated:
		return b.Program, b.Incomplete
	}
	return program, incomplete
}

// IsIncomplete reports whether the command was cut short.
func (r *Result) IsIncomplete() bool {
	_, incomplete := r.about()
	return incomplete != nil
}

// New returns a result of a command with only a status.
func New(command string, status Verdict, diagnostics ...trace.Diagnostic) *Result {
	if diagnostics == nil {
		diagnostics = []trace.Diagnostic{}
	}
	return &Result{Head: Head{Version: Version, Command: command, Status: status, Diagnostics: diagnostics}}
}

// WithBody returns a result of a command that has only a body.
func WithBody(command string, status Verdict, b Body) *Result {
	out := New(command, status)
	out.Body = b
	return out
}

// WriteJSON prints a result as one JSON document.
func WriteJSON(w io.Writer, r *Result) error {
	text, err := r.MarshalJSON()
	if err != nil {
		return err
	}
	return writeIndented(w, text)
}

// MarshalJSON joins the members of the head and of the body.
func (r *Result) MarshalJSON() ([]byte, error) {
	head, err := compact(r.Head)
	if err != nil || r.Body == nil {
		return head, err
	}
	body, err := compact(r.Body)
	if err != nil {
		return nil, err
	}
	return append(append(head[:len(head)-1], ','), body[1:]...), nil
}

// sumOf returns the hash of a document after a round trip through JSON, which changes bytes
// that are not UTF-8.
func sumOf[T any](v *T) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var read T
	if err := json.Unmarshal(text, &read); err != nil {
		return "", err
	}
	if text, err = json.Marshal(read); err != nil {
		return "", err
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:]), nil
}

func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// UnmarshalJSON reads a result of this version: the head, and the body of its command.
// Fields that are not in the JSON stay empty.
func (r *Result) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	if err := cmp.Or(json.Unmarshal(text, &members), json.Unmarshal(text, &r.Head)); err != nil {
		return err
	}
	if r.Version != Version || r.Command == "" {
		return errUnknown
	}
	for _, name := range []string{"version", "command", "status", "diagnostics", "known"} {
		delete(members, name)
	}
	if len(members) == 0 {
		return nil
	}
	rest, err := json.Marshal(members)
	if err != nil {
		return err
	}
	err = errUnknown
	for _, kind := range bodies {
		if !slices.Contains(kind.commands, r.Command) {
			continue
		}
		body := kind.make()
		d := json.NewDecoder(bytes.NewReader(rest))
		d.DisallowUnknownFields()
		if err = d.Decode(body); err == nil {
			r.Body = body
			return nil
		}
	}
	return err
}

// errUnknown says that a document is not a result.
var errUnknown = errors.New("this is no result of a command with --json")

// A PageMade is the path to which report wrote a page.
type PageMade struct {
	Page string `json:"page"`
}

// A Build is the version of the command and of Go.
type Build struct {
	Build string `json:"build"`
	Go    string `json:"go"`
}
