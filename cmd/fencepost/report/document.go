package report

import (
	"encoding/json"
	"io"

	"fencepost/interp"
	"fencepost/trace"
)

// Version is the version of the JSON documents.
const Version = 1

// The statuses of a document.
const (
	OK         = "ok"
	Bug        = "bug"
	Incomplete = "incomplete"
	Failure    = "error"
)

// A Diagnostic says what is wrong with the input; Line 0 means that no line
// is meant.
type Diagnostic struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Message string `json:"message"`
}

// A Document is what every JSON document begins with.
type Document struct {
	Version     int          `json:"version"`
	Command     string       `json:"command"`
	Status      string       `json:"status"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// NewDocument returns the beginning of a document.
func NewDocument(command, status string, diagnostics ...Diagnostic) Document {
	if diagnostics == nil {
		diagnostics = []Diagnostic{}
	}
	return Document{Version, command, status, diagnostics}
}

// WriteJSON writes a document.
func WriteJSON(w io.Writer, document any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(document)
}

// maxJSONFrames is how many calls of a stack a document holds.
const maxJSONFrames = 100

type jsonError struct {
	Kind    string       `json:"kind"`
	At      string       `json:"at"`
	Message string       `json:"message"`
	Thread  int          `json:"thread"`
	Stack   []jsonFrame  `json:"stack"` // innermost first
	Depth   int          `json:"stack_depth"`
	Object  string       `json:"object,omitempty"`
	Alloc   string       `json:"allocated_at,omitempty"`
	Freed   string       `json:"freed_at,omitempty"`
	Waiting []jsonWaiter `json:"waiting,omitempty"`
	Racers  []jsonRacer  `json:"accesses,omitempty"` // of a data race, in execution order
}

type jsonFrame struct {
	Func string `json:"func"`
	At   string `json:"at"`
}

type jsonRacer struct {
	Thread int         `json:"thread"`
	At     string      `json:"at"`
	Writes bool        `json:"writes"`
	Atomic bool        `json:"atomic"`
	Stack  []jsonFrame `json:"stack"`
}

type jsonWaiter struct {
	Thread int    `json:"thread"`
	For    string `json:"for"`
	At     string `json:"at"`
}

// jsonError returns the JSON form of an error; nil for nil.
func (s *Source) jsonError(e *interp.Error) *jsonError {
	if e == nil {
		return nil
	}
	j := &jsonError{Kind: string(e.Kind), At: s.Pos(e.Pos), Message: s.message(e), Thread: int(e.Thread), Object: e.Object}
	j.Depth = len(e.Stack)
	j.Stack = s.jsonStack(e.Stack)
	if e.Kind == interp.DataRace {
		for _, r := range []*interp.Racer{e.First, e.Second} {
			j.Racers = append(j.Racers, jsonRacer{int(r.Thread), s.Pos(r.Pos), r.Writes, r.Atomic, s.jsonStack(r.Stack)})
		}
	}
	if e.Alloc != (trace.Pos{}) {
		j.Alloc = s.Pos(e.Alloc)
	}
	if e.Freed != (trace.Pos{}) {
		j.Freed = s.Pos(e.Freed)
	}
	for _, t := range e.Waiting {
		j.Waiting = append(j.Waiting, jsonWaiter{int(t.Thread), t.For, s.Pos(t.Pos)})
	}
	return j
}

func (s *Source) jsonStack(stack []interp.Frame) []jsonFrame {
	frames := []jsonFrame{}
	for _, f := range stack[:min(len(stack), maxJSONFrames)] {
		frames = append(frames, jsonFrame{f.Func, s.Pos(f.Pos)})
	}
	return frames
}
