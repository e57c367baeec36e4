package driver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// Includes are the headers that a harness includes before those that it is written for.
const Includes = "#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n"

// A Driver is a harness that was written.
type Driver struct {
	Text  string
	Kind  string   // queue, stack, deque, set, map, lock or rwlock; empty: functions are called at random
	Spec  string   // of --linearizable; empty: none fits
	Notes []string // what the harness does not do, and why
}

// String says what the harness does, and what it leaves out.
func (d *Driver) String() string {
	what := "functions, called at random: no kind of object was recognised, and rules\nthat the types do not tell, such as what comes first, may be broken"
	if d.Kind != "" {
		what = "the operations of a " + d.Kind
	}
	return strings.Join(append([]string{"The harness runs " + what + "."}, d.Notes...), "\n  ")
}

// Write writes the harness of what the headers declare.
func Write(d *cfront.Declarations, o Options) (*Driver, error) {
	a, err := newAPI(d, &o)
	if err != nil {
		return nil, err
	}
	for _, name := range o.Calls {
		i := slices.IndexFunc(a.functions, func(f *function) bool { return f.name == name })
		if i < 0 {
			return nil, &trace.Diagnostic{Message: fmt.Sprintf("no header declares a function %s", name)}
		}
		if why := a.obstacle(a.functions[i]); why != "" {
			return nil, &trace.Diagnostic{Pos: a.functions[i].pos, Message: fmt.Sprintf("%s cannot be called: %s", name, why)}
		}
	}
	w := &writer{api: a, plan: a.plan(), values: o.Threads * o.Operations, owned: map[string]bool{}}
	w.random = rand.New(rand.NewPCG(o.Seed, 1))
	if err := w.check(); err != nil {
		return nil, err
	}
	out := &Driver{Text: w.text(), Notes: append(w.notes, a.skipped...)}
	if w.kind != nil {
		out.Kind = w.kind.name
		if w.marked() {
			out.Spec = w.kind.spec
		}
	}
	return out, nil
}

// A writer writes one harness.
type writer struct {
	*api
	*plan
	values int // how many the threads may put in
	random *rand.Rand
	notes  []string

	declared strings.Builder // stubs and objects of further arguments
	stubs    int
	owned    map[string]bool // objects of each thread
}

// check finds out whether there is something to call, and an object to call it with.
func (w *writer) check() error {
	for _, f := range []*function{w.make, w.init} {
		if f != nil && w.obstacle(f) != "" {
			return &trace.Diagnostic{Pos: f.pos, Message: fmt.Sprintf("%s, which makes the object, cannot be called: %s", f.name, w.obstacle(f))}
		}
	}
	w.loose = slices.DeleteFunc(w.loose, func(f *function) bool {
		why := w.obstacle(f)
		if why != "" {
			w.skip(f, why)
		}
		return why != ""
	})
	if w.kind == nil && len(w.loose) == 0 {
		return &trace.Diagnostic{Pos: w.functions[0].pos, Message: "no function of the header can be called: " + strings.Join(w.skipped, "; ")}
	}
	if w.object == nil {
		return nil
	}
	name, ok := w.d.Spell(w.object)
	at := w.functions[slices.IndexFunc(w.functions, w.works)].pos
	switch {
	case w.make != nil:
	case !ok:
		return &trace.Diagnostic{Pos: at, Message: "the object of the functions has a type without a name: give it a tag or a typedef"}
	case w.object.Size < 0:
		return &trace.Diagnostic{Pos: at, Message: fmt.Sprintf("%s is opaque here, and no function of the header makes one: name a header that defines it, or declare a function that returns a pointer to one", name)}
	case w.init == nil:
		w.notes = append(w.notes, fmt.Sprintf("no function initialises %s (%s:%d): it is left zero", name, at.File, at.Line))
	}
	return nil
}

// marked reports whether the operations have results that a specification can judge.
func (w *writer) marked() bool {
	for i, f := range w.ops {
		if f != nil && w.kind.name == "set" && isVoid(f.result) && w.kind.roles[i].name != "contains" {
			return false
		}
	}
	return w.kind.spec != ""
}

// op returns the function of a role, by its name; nil if there is none.
func (w *writer) op(name string) *function {
	i := slices.IndexFunc(w.kind.roles, func(r role) bool { return r.name == name })
	if i < 0 || i >= len(w.ops) {
		return nil
	}
	return w.ops[i]
}

// name spells a type that obstacle let pass.
func (w *writer) name(t *types.Type) string {
	text, _ := w.d.Spell(t)
	return strings.TrimSpace(text)
}

// A class is how a value is passed.
type class int

const (
	number  class = iota // as itself
	text                 // as a string
	pointer              // as a pointer to an item
	node                 // as a pointer to a structure of the header
	content              // as the bytes of an item
)

var sizeForm = lazyregexp.New(`(?i)len|size|sz|bytes|^n$|^num|cnt|count`)

// sized reports whether argument i is followed by how many bytes there are.
func sized(args []param, i int) bool {
	if i+1 >= len(args) || args[i+1].typ.Kind != types.KindInt {
		return false
	}
	return sizeForm().MatchString(args[i+1].name) || args[i].typ.Kind == types.KindPtr && args[i].typ.Elem.Kind == types.KindVoid && args[i+1].typ.Size == 8
}

// class returns how a value of a type is passed; copied says that a pointer to anything is to bytes.
func (w *writer) class(t *types.Type, copied bool) class {
	if t.Kind != types.KindPtr {
		return number
	}
	e := t.Elem
	switch {
	case copied && (e.Kind == types.KindVoid || e.Kind == types.KindInt && e.Size == 1):
		return content
	case e.Kind == types.KindInt && e.Size == 1 && e.Constant:
		return text
	case e.Rec != nil && e.Size >= 0 && e.Kind != types.KindEnum:
		return node
	}
	return pointer
}

// copies reports whether values go in and out as bytes: the function that takes one out has the place.
func (w *writer) copies(take *function, from int) bool {
	if take == nil {
		return false
	}
	for i, p := range w.arguments(take) {
		if i >= from && p.typ.Kind == types.KindPtr && !p.typ.Elem.Constant && (p.typ.Elem.Kind == types.KindVoid || p.typ.Elem.Kind == types.KindInt && p.typ.Elem.Size == 1 && sized(w.arguments(take), i)) {
			return true
		}
	}
	return false
}

// pass returns the argument that passes value v of a class.
func (w *writer) pass(c class, t *types.Type, v string) string {
	switch c {
	case text:
		return "texts[" + v + "]"
	case pointer, content:
		return "(" + w.name(t) + ")&items[" + v + "]"
	case node:
		return "&nodes[" + v + "]"
	}
	return "(" + w.name(t) + ")" + v
}

// call returns a call of a function: the first arguments are those given, of the others those
// that have a name here that name, the rest what serves best.
func (w *writer) call(f *function, given []string, named map[int]string, copied bool) string {
	var list []string
	if w.object != nil && w.works(f) {
		list = append(list, w.objectArgument())
	}
	args := w.arguments(f)
	for i := range args {
		switch {
		case i < len(given):
			list = append(list, given[i])
		case named[i] != "":
			list = append(list, named[i])
		default:
			list = append(list, w.filler(f, args, i, copied))
		}
	}
	return f.name + "(" + strings.Join(list, ", ") + ")"
}

func (w *writer) objectArgument() string {
	if w.make != nil {
		return "object"
	}
	return "&object"
}

var (
	capacityForm = lazyregexp.New(`(?i)cap|size|len|num|count|slots|max|bound|depth|order|bits|^n$|entries|elements`)
	elementForm  = lazyregexp.New(`(?i)(elem|item|obj|value|val|data|entry|type|node|msg|key)_?(sz|size|len|bytes)|^esize|stride`)
	zeroForm     = lazyregexp.New(`(?i)flag|opt|mode|attr|timeout|wait|ms$`)
)

// filler returns an argument of which only type and name are known.
func (w *writer) filler(f *function, args []param, i int, copied bool) string {
	p := args[i]
	makes := f == w.make || f == w.init
	switch {
	case p.typ.Kind == types.KindBool, p.typ.Kind == types.KindEnum, p.typ.Kind == types.KindFloat:
		return "1"
	case p.typ.Kind != types.KindPtr:
		switch {
		case makes && elementForm().MatchString(p.name), !makes && i > 0 && sized(args, i-1) && copied:
			return "sizeof(struct item)"
		case zeroForm().MatchString(p.name):
			return "0"
		case makes && strings.Contains(strings.ToLower(p.name), "order") || makes && strings.Contains(strings.ToLower(p.name), "bits"):
			return "3"
		case makes && copied && capacityForm().MatchString(p.name) && !slices.ContainsFunc(args, func(q param) bool { return elementForm().MatchString(q.name) }):
			return fmt.Sprintf("%d * sizeof(struct item)", w.capacity())
		case makes && (capacityForm().MatchString(p.name) || p.name == ""):
			return fmt.Sprint(w.capacity())
		}
		return "1"
	case p.typ.Elem.Kind == types.KindFunc:
		w.stubs++
		name := fmt.Sprintf("stub%d", w.stubs)
		text, _ := w.stub(p.typ.Elem, name)
		w.declared.WriteString(text)
		return name
	case p.typ.Elem.Rec != nil:
		typ := strings.TrimPrefix(w.name(p.typ.Elem), "const ")
		name := "own_" + notWord().ReplaceAllString(strings.TrimPrefix(typ, "struct "), "_")
		if !w.owned[name] {
			w.owned[name] = true
			fmt.Fprintf(&w.declared, "static _Thread_local %s %s;\n", typ, name)
		}
		return "&" + name
	case p.typ.Elem.Kind == types.KindPtr && !makes:
		w.stubs++
		name := fmt.Sprintf("pointer%d", w.stubs)
		fmt.Fprintf(&w.declared, "static _Thread_local %s %s;\n", w.name(p.typ.Elem), name)
		return "&" + name
	case p.typ.Elem.Kind == types.KindInt && p.typ.Elem.Size == 1 && p.typ.Elem.Constant:
		return `"fencepost"`
	case makes || w.kind == nil:
		w.stubs++
		name := fmt.Sprintf("storage%d", w.stubs)
		fmt.Fprintf(&w.declared, "static _Alignas(16) unsigned char %s[%d];\n", name, 64*w.capacity())
		return fmt.Sprintf("(%s)%s", w.name(p.typ), name)
	}
	return "0"
}

// capacity returns a power of two that holds all values, and more.
func (w *writer) capacity() int {
	n := 4
	for n < w.values+3 {
		n *= 2
	}
	return n
}

var notWord = lazyregexp.New(`\W+`)

// stub returns a function of a type: one of two pointers compares, one of one hashes.
func (a *api) stub(t *types.Type, name string) (text string, ok bool) {
	result, ok := a.d.Spell(t.Elem)
	if !ok {
		return "", false
	}
	var list []string
	for i, p := range t.Params {
		s, ok := a.d.Spell(p)
		if !ok {
			return "", false
		}
		list = append(list, fmt.Sprintf("%s p%d", s, i))
	}
	body := "return 0;"
	switch {
	case isVoid(t.Elem):
		body = ""
	case len(list) == 2 && t.Elem.Kind == types.KindInt:
		body = "return (p0 > p1) - (p0 < p1);"
	case len(list) >= 1 && t.Elem.Kind == types.KindInt:
		body = fmt.Sprintf("return (%s)(unsigned long)p0;", result)
	}
	for i := range list {
		if !strings.Contains(body, fmt.Sprint("p", i)) {
			body = fmt.Sprintf("(void)p%d; %s", i, body)
		}
	}
	if len(list) == 0 {
		list = append(list, "void")
	}
	return fmt.Sprintf("static %s %s(%s) { %s }\n", result, name, strings.Join(list, ", "), strings.TrimSpace(body)), true
}
