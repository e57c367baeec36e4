package lessons

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/play"
	"fencepost/models"
	"fencepost/phase2/repair"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// Keys are the keys of a header with their meanings, in display order. A key may occur
// once, except text and summary, which occur once for each paragraph.
var Keys = []struct{ Key, Says string }{
	{"lesson", "the title; it stands first"},
	{"text", "a paragraph to read first"},
	{"models", "the columns of the table of outcomes"},
	{"observe", "of a C program: the globals whose final values are its outcomes"},
	{"question", "what is asked"},
	{"predict", "the model whose outcomes are to be ticked; without it, models are to be ticked that have the goal"},
	{"goal", "a final state, as the condition of a litmus test, or bug; without it, the condition of the litmus test"},
	{"expect", "the models, or none, that you expect to have the goal: it is an error if they are others"},
	{"play", "the model to play under, and perhaps another goal"},
	{"play-text", "what to read before playing"},
	{"buffers", "what to read before changing a machine with store buffers, under which classic tests are run"},
	{"repair", "the model under which to make the goal impossible"},
	{"repair-text", "what to read before repairing"},
	{"transfer", "a C program beside the file, which goes wrong by an error if it does"},
	{"transfer-question", "what is asked of it"},
	{"transfer-models", "the models to be ticked"},
	{"transfer-text", "what to read after the answer"},
	{"summary", "a paragraph to read at the end"},
}

// An entry is the text after a key.
type entry struct {
	lines []string
	text  string // all of them
	pos   trace.Pos
}

// A header is the entries of a lesson's header comment by key.
type header struct{ entries map[string][]entry }

// Parse reads a lesson: a C program or a litmus test that begins with a header comment,
// whose first line begins with "lesson:". A line that begins with a key and a colon begins
// an entry; other lines continue it. read returns the file of a transfer. The error
// is a *trace.Diagnostic, or the error of the program; both have positions.
func Parse(name string, text []byte, read func(string) ([]byte, error)) (*Lesson, error) {
	h, begin, end, err := parseHeader(name, string(text))
	if err != nil {
		return nil, err
	}
	source := string(text[:begin]) + strings.TrimLeft(string(text[end:]), "\n")
	p, err := play.Open(name, []byte(source))
	if err != nil {
		if _, whole := play.Open(name, text); whole != nil {
			return nil, whole // the same, with the position in the file
		}
		return nil, err
	}
	short, _, _ := strings.Cut(name, ".")
	l := &Lesson{
		Name: short[strings.LastIndex(short, "/")+1:], Title: h.text("lesson"), Text: h.texts("text"), File: name, Source: source, Program: p,
		Predict: Predict{Question: h.text("question"), Model: models.NameOf(h.text("predict")), Goal: h.text("goal")},
		Summary: h.texts("summary"), observe: h.words("observe"),
	}
	if err := l.fill(h); err != nil {
		return nil, err
	}
	return l, l.readTransfer(h, read)
}

// keyLine matches a line that begins an entry.
var keyLine = lazyregexp.New(`^([a-z]+(?:-[a-z]+)?):(?:\s+(.*))?$`)

// parseHeader reads the header of a text, and returns its range in the text.
func parseHeader(file, text string) (h *header, begin, end int, err error) {
	open, shut := "/*", "*/"
	if litmus.IsFile(file) {
		open, shut = "(*", "*)"
	}
	at := func(line, col int) trace.Pos { return trace.Pos{File: file, Line: line, Col: col} }
	begin = strings.Index(text, open)
	if begin < 0 {
		return nil, 0, 0, &trace.Diagnostic{Pos: at(1, 1), Message: fmt.Sprintf("a lesson begins with a comment %s lesson: TITLE ... %s", open, shut)}
	}
	first := 1 + strings.Count(text[:begin], "\n")
	length := strings.Index(text[begin+len(open):], shut)
	if length < 0 {
		return nil, 0, 0, &trace.Diagnostic{Pos: at(first, 1), Message: "the comment does not end"}
	}
	body := text[begin+len(open):][:length]
	end = begin + len(open) + length + len(shut)
	h = &header{map[string][]entry{}}
	var last *entry
	for i, line := range strings.Split(body, "\n") {
		trimmed := strings.TrimSpace(line)
		trimmed = strings.TrimSpace(strings.TrimPrefix(trimmed, "* "))
		if trimmed == "*" {
			trimmed = ""
		}
		pos := at(first+i, 1+strings.Index(line, trimmed))
		if i == 0 {
			pos.Col += len(open)
		}
		m := keyLine().FindStringSubmatch(trimmed)
		switch {
		case trimmed == "":
		case m == nil && last == nil, last == nil && m[1] != "lesson":
			return nil, 0, 0, &trace.Diagnostic{Pos: pos, Message: "a lesson's header begins with \"lesson:\" and its title"}
		case m == nil:
			last.lines = append(last.lines, trimmed)
		case !slices.ContainsFunc(Keys, func(k struct{ Key, Says string }) bool { return k.Key == m[1] }):
			return nil, 0, 0, &trace.Diagnostic{Pos: pos, Message: fmt.Sprintf("%s is no key of a lesson: choose from %s", m[1], keyNames())}
		case len(h.entries[m[1]]) > 0 && m[1] != "text" && m[1] != "summary":
			return nil, 0, 0, &trace.Diagnostic{Pos: pos, Message: m[1] + " stands twice"}
		default:
			h.entries[m[1]] = append(h.entries[m[1]], entry{lines: []string{m[2]}, pos: pos})
			last = &h.entries[m[1]][len(h.entries[m[1]])-1]
		}
	}
	if last == nil {
		return nil, 0, 0, &trace.Diagnostic{Pos: at(first, 1), Message: "a lesson's header begins with \"lesson:\" and its title"}
	}
	for _, list := range h.entries {
		for i := range list {
			list[i].text = strings.TrimSpace(strings.Join(list[i].lines, " "))
		}
	}
	return h, begin, end, nil
}

func keyNames() string {
	return strings.Join(lists.Map(Keys, func(k struct{ Key, Says string }) string { return k.Key }), ", ")
}

// text returns the entry of a key; empty if there is none.
func (h *header) text(key string) string {
	if list := h.entries[key]; len(list) > 0 {
		return list[0].text
	}
	return ""
}

// texts returns the entries of a key.
func (h *header) texts(key string) []string {
	return lists.Map(h.entries[key], func(e entry) string { return e.text })
}

// words returns the words of an entry, separated by blanks or commas.
func (h *header) words(key string) []string {
	return strings.FieldsFunc(h.text(key), func(r rune) bool { return r == ' ' || r == ',' })
}

// models returns the names of the models in an entry.
func (h *header) models(key string) []string { return lists.Map(h.words(key), models.NameOf) }

// errorf returns an error at the entry of a key, or at the header's first.
func (h *header) errorf(key, format string, args ...any) error {
	list := h.entries[key]
	if len(list) == 0 {
		list = h.entries["lesson"]
	}
	return &trace.Diagnostic{Pos: list[0].pos, Message: fmt.Sprintf(format, args...)}
}

// fill checks and completes a lesson from its header.
func (l *Lesson) fill(h *header) error {
	if l.Title == "" {
		return h.errorf("lesson", "the lesson has no title")
	}
	if l.Predict.Question == "" {
		return h.errorf("question", "the lesson has no question")
	}
	l.Models = h.models("models")
	if len(l.Models) == 0 {
		l.Models = slices.Clone(columns)
		if l.Program.Test != nil && l.Program.Test.Arch == litmus.C {
			l.Models = append(l.Models, machines...)
		}
	}
	for _, m := range l.Models {
		if !known(m) {
			return h.errorf("models", "there is no model %s", m)
		}
	}
	if m := l.Predict.Model; m != "" && !slices.Contains(l.Models, m) {
		return h.errorf("predict", "%s is none of the lesson's models: %s", m, strings.Join(l.Models, ", "))
	}
	if l.Program.Test == nil && l.Predict.Goal == "" {
		return h.errorf("goal", "the lesson has no goal")
	}
	if _, err := l.Program.Goal(l.Predict.Goal); err != nil {
		return h.errorf("goal", "%s", bare(err))
	}
	if _, err := l.exploration(l.Program.Code); err != nil {
		return h.errorf("observe", "%s", bare(err))
	}
	if err := l.fillPlay(h); err != nil {
		return err
	}
	if len(h.entries["buffers"]) > 0 {
		l.Buffers = &Buffers{h.text("buffers")}
	}
	if len(h.entries["repair"]) > 0 {
		l.Repair = &Repair{models.NameOf(h.text("repair")), h.text("repair-text")}
		if _, err := repair.Lookup(l.Repair.Model); err != nil {
			return h.errorf("repair", "%s", bare(err))
		}
		if l.Program.Test == nil && l.Predict.Goal != play.Bug {
			return h.errorf("repair", "a C program is repaired only if its goal is %s", play.Bug)
		}
	}
	if len(h.entries["expect"]) > 0 {
		l.expect = &expectation{h.models("expect"), h.entries["expect"][0].pos}
		if slices.Equal(l.expect.models, []string{"none"}) {
			l.expect.models = nil
		}
		for _, m := range l.expect.models {
			if !slices.Contains(l.Models, m) {
				return h.errorf("expect", "%s is none of the lesson's models: %s", m, strings.Join(l.Models, ", "))
			}
		}
	}
	return nil
}

// fillPlay sets the game of a lesson.
func (l *Lesson) fillPlay(h *header) error {
	model, goal, _ := strings.Cut(h.text("play"), " ")
	model = cmp.Or(model, play.Models()[len(play.Models())-1]) // c11
	if _, err := play.Lookup(model); err != nil {
		return h.errorf("play", "%s", bare(err))
	}
	goal = cmp.Or(strings.TrimSpace(goal), l.Predict.Goal)
	if _, err := l.Program.Goal(goal); err != nil {
		return h.errorf("play", "%s", bare(err))
	}
	l.Play = Play{models.NameOf(model), goal, h.text("play-text")}
	return nil
}

// bare returns the message of an error without the position in a goal.
func bare(err error) string {
	if e, ok := errors.AsType[*trace.Diagnostic](err); ok {
		return e.Message
	}
	return err.Error()
}

// readTransfer reads the transfer of a lesson.
func (l *Lesson) readTransfer(h *header, read func(string) ([]byte, error)) error {
	file := h.text("transfer")
	if file == "" {
		return nil
	}
	text, err := read(file)
	if err != nil || litmus.IsFile(file) {
		return h.errorf("transfer", "%s is no C program that can be read", file)
	}
	source := string(text)
	if _, rest, ok := strings.Cut(source, "*/\n"); ok && strings.HasPrefix(source, "/*") {
		source = rest // the first comment is the expectation
	}
	l.Transfer = &Transfer{
		File: file, Source: source, Question: cmp.Or(h.text("transfer-question"), "Under which models can it go wrong?"),
		Models: h.models("transfer-models"), Text: h.text("transfer-text"),
	}
	if len(l.Transfer.Models) == 0 {
		l.Transfer.Models = slices.Clone(columns)
	}
	for _, m := range l.Transfer.Models {
		if !known(m) {
			return h.errorf("transfer-models", "there is no model %s", m)
		}
	}
	return nil
}
