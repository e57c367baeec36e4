// Package page reads machines with store buffers from pages of text:
//
//	title "total store order"
//	buffer thread
//	on sl      drain all
//	on rmw     drain all
//	on lock    drain all
//	on create  drain all
//
// A line of a page is a word and its settings; # begins a comment. Parse compiles the page
// to a models.Machine, which package models runs. A page cannot describe a machine that
// breaks the expectations of a single thread: coherence and the atomicity of RMWs. sc, tso,
// pso and pslo as pages make the executions of Figures 3 to 6 of RELAXER (ISSTA 2011), byte
// for byte.
package page

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Extension is the extension of the names of files with pages.
const Extension = ".machine"

// IsFile reports whether the name of a model names a file with a page.
func IsFile(name string) bool { return strings.HasSuffix(name, Extension) }

//go:embed machines/*.machine
var library embed.FS

// Names returns the names of the embedded pages, in alphabetical order.
func Names() []string {
	files, err := library.ReadDir("machines")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return lists.Map(files, func(f fs.DirEntry) string { return strings.TrimSuffix(f.Name(), Extension) })
}

// Text returns the text of an embedded page.
func Text(name string) (string, bool) {
	src, err := library.ReadFile("machines/" + name + Extension)
	return string(src), err == nil
}

// MaxSize is the largest size of a page in bytes, and maxCapacity the largest capacity of a buffer.
const (
	MaxSize     = 1 << 16
	maxCapacity = 1000
)

// Parse reads the page of a machine. The machine gets the name of the file. Errors are of
// type *trace.Diagnostic.
func Parse(name string, src []byte) (m *models.Model, err error) {
	p := parser{file: name, machine: &models.Machine{Page: string(src)}, given: map[string]place{}, title: "a machine of your own"}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *trace.Diagnostic:
			m, err = nil, e
		default:
			panic(e)
		}
	}()
	if len(src) > MaxSize {
		p.fail(place{1, 1}, "the page is larger than %d bytes", MaxSize)
	}
	lines := strings.Split(string(src), "\n")
	for i, line := range lines {
		p.line = i + 1
		p.words(strings.TrimSuffix(line, "\r"))
		if len(p.rest) > 0 {
			p.statement()
		}
	}
	p.check(place{len(lines), 1})
	return p.machine.Model(name, p.title, p.source), nil
}

// A place is a line and a column.
type place struct{ line, col int }

// A word is a word, number, comma or string of a line.
type word struct {
	text string // a string without its quotes
	at   place
	kind byte // w word, n number, s string, or the comma itself; 0: the end of the line
}

func (w word) String() string {
	if w.kind == 0 {
		return "the end of the line"
	}
	return strconv.Quote(w.text)
}

type parser struct {
	file    string
	line    int
	rest    []word // the rest of the line
	end     place  // the end of the line
	machine *models.Machine
	title   string
	source  string
	given   map[string]place // the place of each statement
}

// fail aborts parsing. Parse recovers the panic and returns it as its error.
func (p *parser) fail(at place, format string, args ...any) {
	panic(&trace.Diagnostic{Pos: trace.Pos{File: p.file, Line: at.line, Col: at.col}, Message: fmt.Sprintf(format, args...)})
}

// words splits a line into words.
func (p *parser) words(line string) {
	p.rest = p.rest[:0]
	i := 0
	add := func(n int, kind byte) {
		p.rest = append(p.rest, word{line[i : i+n], place{p.line, i + 1}, kind})
		i += n
	}
	span := func(in func(c byte) bool) (n int) {
		for i+n < len(line) && in(line[i+n]) {
			n++
		}
		return n
	}
scan:
	for i < len(line) {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '#':
			break scan
		case letter(c):
			add(span(func(c byte) bool { return letter(c) || digit(c) }), 'w')
		case digit(c):
			add(span(func(c byte) bool { return letter(c) || digit(c) }), 'n')
		case c == ',':
			add(1, ',')
		case c == '"':
			n := strings.IndexByte(line[i+1:], '"')
			if n < 0 {
				p.fail(place{p.line, i + 1}, "the string does not end on its line")
			}
			text := line[i+1 : i+1+n]
			if k := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError }); k >= 0 {
				p.fail(place{p.line, i + 2 + k}, "a string holds printable text alone")
			}
			add(n+2, 's')
			p.rest[len(p.rest)-1].text = text
		default:
			r, _ := utf8.DecodeRuneInString(line[i:])
			p.fail(place{p.line, i + 1}, "unexpected character %q", r)
		}
	}
	p.end = place{p.line, i + 1}
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '-' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

// next returns the next word of the line.
func (p *parser) next() word {
	if len(p.rest) == 0 {
		return word{at: p.end}
	}
	w := p.rest[0]
	p.rest = p.rest[1:]
	return w
}

// one reads a word that must be in the list, and returns its index in the list.
func (p *parser) one(what string, list ...string) (int, place) {
	w := p.next()
	if i := slices.Index(list, w.text); w.kind == 'w' && i >= 0 {
		return i, w.at
	}
	p.fail(w.at, "%s is no %s: there are %s", w, what, lists.Sentence(list))
	return 0, w.at
}

// The statements, and the words that may follow them.
var (
	statements    = []string{"title", "source", "buffer", "capacity", "coalesce", "forward", "invalidations", "on"}
	bufferings    = []string{"none", "thread", "location", "unordered"}
	coalescings   = []string{"no", "adjacent", "yes"}
	forwardings   = []string{"yes", "no"}
	invalidations = []string{"immediate", "delayed"}
	events        = []string{"ll", "ss", "sl", "rmw", "lock", "unlock", "create", "join"}
	actions       = []string{"nothing", "drain", "order", "cut"}
	drains        = []string{"all", "ordered", "location"}
)

// unordered is the index in bufferings of the word for one FIFO a location, each with at
// most one entry.
const unordered = 3

func (p *parser) statement() {
	m := p.machine
	k, at := p.one("statement", statements...)
	name := statements[k]
	if name == "on" {
		p.on()
	} else {
		p.give(name, at)
	}
	switch name {
	case "title":
		p.title = p.text()
	case "source":
		p.source = p.text()
	case "buffer":
		k, at = p.one("buffer", bufferings...)
		p.given[bufferings[k]] = at
		m.Buffer = min(models.Buffering(k), models.PerLocation)
	case "capacity":
		m.Capacity = p.capacity()
	case "coalesce":
		k, _ = p.one("kind of coalescing", coalescings...)
		m.Coalesces = models.Coalescing(k)
	case "forward":
		k, _ = p.one("answer", forwardings...)
		m.Waits = k == 1
	case "invalidations":
		k, _ = p.one("kind of invalidations", invalidations...)
		m.Delayed = k == 1
	}
	if w := p.next(); w.kind != 0 {
		p.fail(w.at, "%s is too much: the statement ends before it", w)
	}
}

// give notes the place of a statement and fails if it is given twice.
func (p *parser) give(name string, at place) {
	if before, twice := p.given[name]; twice {
		p.fail(at, "%q is given twice: first on line %d", name, before.line)
	}
	p.given[name] = at
}

func (p *parser) text() string {
	w := p.next()
	if w.kind != 's' {
		p.fail(w.at, "%s is no string: it stands in \"quotes\"", w)
	}
	return w.text
}

func (p *parser) capacity() int {
	w := p.next()
	if w.kind == 'w' && w.text == "unbounded" {
		return 0
	}
	n, err := strconv.Atoi(w.text)
	if w.kind != 'n' || err != nil || n < 1 || n > maxCapacity {
		p.fail(w.at, "%s is no capacity: it is a number from 1 to %d, or unbounded", w, maxCapacity)
	}
	return n
}

// on reads the action at an event.
func (p *parser) on() {
	k, at := p.one("event", events...)
	event := events[k]
	p.give("on "+event, at)
	var all models.Action
	for {
		a, word, at := p.action()
		if all&a != 0 {
			p.fail(at, "%q is given twice", word)
		}
		p.fits(event, a, word, at)
		all |= a
		if len(p.rest) == 0 {
			break
		}
		if w := p.next(); w.kind != ',' {
			p.fail(w.at, "%s is too much: a comma stands between actions", w)
		}
	}
	if all&models.DrainAll != 0 && all&(models.DrainOrdered|models.DrainLocation|models.Order) != 0 {
		p.fail(at, "'drain all' leaves no other store to drain or order")
	}
	*p.slot(event) = all
}

// slot returns the field of the machine for the action at an event.
func (p *parser) slot(event string) *models.Action {
	m := p.machine
	return map[string]*models.Action{
		"ll": &m.Fences[trace.LoadLoad], "ss": &m.Fences[trace.StoreStore], "sl": &m.Fences[trace.StoreLoad],
		"rmw": &m.RMW, "lock": &m.Lock, "unlock": &m.Unlock, "create": &m.Create, "join": &m.Join,
	}[event]
}

// action reads an action; word is its spelling.
func (p *parser) action() (a models.Action, word string, at place) {
	k, at := p.one("action", actions...)
	word = actions[k]
	if word == "drain" {
		k, _ := p.one("kind of stores", drains...)
		return models.DrainAll << k, word + " " + drains[k], at
	}
	return map[string]models.Action{"order": models.Order, "cut": models.Cut}[word], word, at
}

// taken has the actions that each event accepts.
var taken = map[string]models.Action{
	"ll": models.DrainAll | models.Order | models.Cut, "ss": models.DrainAll | models.Order | models.Cut, "sl": models.DrainAll | models.Order | models.Cut,
	"rmw":    models.DrainAll | models.DrainOrdered | models.DrainLocation | models.Cut,
	"lock":   models.DrainAll | models.DrainOrdered | models.DrainLocation | models.Cut,
	"unlock": models.DrainAll, "create": models.DrainAll | models.Cut, "join": models.Cut,
}

// fits fails if the event does not accept the action.
func (p *parser) fits(event string, a models.Action, word string, at place) {
	switch {
	case a&^taken[event] == 0:
		return
	case a == models.DrainLocation:
		p.fail(at, "%s has no location: only rmw and lock can 'drain location'", event)
	case event == "join":
		p.fail(at, "a join waits for the stores of another thread: it can 'cut', and nothing else")
	case a == models.Order:
		p.fail(at, "only the fences ll, ss and sl can 'order'")
	}
	p.fail(at, "%s cannot '%s'", event, word)
}

// check fails if statements contradict each other or the buffer is missing.
func (p *parser) check(end place) {
	m := p.machine
	if _, ok := p.given["buffer"]; !ok {
		p.fail(end, "no buffer is given: say 'buffer thread', location, unordered or none")
	}
	if _, ok := p.given["on lock"]; !ok {
		m.Lock = m.RMW
	}
	buffered := m.Buffer != models.NoBuffer
	if !buffered {
		for _, name := range []string{"capacity", "coalesce", "forward"} {
			if at, ok := p.given[name]; ok {
				p.fail(at, "%q needs a buffer, and there is none", name)
			}
		}
	}
	if at, ok := p.given[bufferings[unordered]]; ok && m.Coalesces != models.Always {
		p.fail(at, "two stores to one location would go to memory in any order, which no machine allows: 'buffer unordered' needs 'coalesce yes'")
	}
	for _, event := range events {
		at, ok := p.given["on "+event]
		a := *p.slot(event)
		switch updates := event == "rmw" || event == "lock"; {
		case a&^models.Cut != 0 && !buffered:
			p.fail(at, "there is no buffer to drain or to order")
		case a&models.Cut != 0 && !m.Delayed:
			p.fail(at, "there is nothing to cut: say 'invalidations delayed'")
		case updates && buffered && a&(models.DrainAll|models.DrainLocation) == 0:
			if !ok {
				at = end
			}
			p.fail(at, "%s reads and writes memory, so it has to drain its location at least: say 'on %[1]s drain location'", event)
		}
	}
}
