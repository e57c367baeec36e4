// Package driver writes a harness for the functions that a header of C declares. The harness is a
// program of a few threads that call the functions. Names and types say whether they are the
// operations of a queue, a stack, a deque, a set, a map or a lock. Other functions are called at
// random.
//
// What a harness asserts holds of every object of its kind, however it is used. A value comes out
// once, and only if it was put in. The values of one thread come out in order. A thread that takes
// a value out sees what its owner wrote before putting it in. What a function returns when it succeeds, true or 0, main
// finds out before it starts threads. As many threads put values in, and take them out, as the
// header allows: one each, unless it or Options.Threads speaks of several.
//
// api.go finds the functions. kind.go recognises their kind. text.go makes their arguments. body.go
// writes the harness. container.go writes the assertions of queues, keyed.go those of sets.
package driver

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Options say what harness is written.
type Options struct {
	Headers    []string // whose functions are called
	Texts      []string // of the headers and sources: whether they speak of several threads
	Calls      []string // further functions, which are called at random
	Threads    int      // 2 to 4
	Operations int      // of each thread
	Seed       uint64
}

// A function is one that a header declares.
type function struct {
	name   string
	words  []string // of its name, in small letters
	pos    trace.Pos
	result *types.Type
	params []param
}

type param struct {
	name string
	typ  *types.Type
}

// An api is the functions of headers, and the object that most of them work on.
type api struct {
	o         *Options
	d         *cfront.Declarations
	functions []*function
	object    *types.Type // nil if the functions work on globals
	skipped   []string    // what is not called, and why
}

func newAPI(d *cfront.Declarations, o *Options) (*api, error) {
	a := &api{o: o, d: d}
	for _, f := range d.Functions {
		if !slices.Contains(o.Headers, f.Pos.File) {
			continue
		}
		fn := &function{name: f.Name, words: wordsOf(f.Name), pos: f.Pos, result: f.Type.Elem}
		for i, t := range f.Type.Params {
			name := ""
			if i < len(f.Parameters) {
				name = f.Parameters[i]
			}
			fn.params = append(fn.params, param{name, t})
		}
		if f.Type.Variadic {
			a.skip(fn, "it takes any number of arguments")
			continue
		}
		a.functions = append(a.functions, fn)
	}
	if len(a.functions) == 0 {
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: o.Headers[0], Line: 1, Col: 1}, Message: "declares no function with a prototype: a macro has no types, so declare a static inline function that uses it"}
	}
	a.object = a.commonObject()
	return a, nil
}

// skip notes that a function is not called.
func (a *api) skip(f *function, why string) {
	a.skipped = append(a.skipped, fmt.Sprintf("%s (%s:%d): %s", f.name, f.pos.File, f.pos.Line, why))
}

// commonObject returns the structure, or else the number or pointer, to which most functions take a pointer
// before other arguments.
func (a *api) commonObject() (best *types.Type) {
	most := 1 // a single function shares nothing
	for _, f := range a.functions {
		if len(f.params) == 0 || f.params[0].typ.Kind != types.KindPtr {
			continue
		}
		t := f.params[0].typ.Elem
		switch t.Kind {
		case types.KindStruct, types.KindUnion:
		case types.KindInt, types.KindPtr:
			if t.Constant {
				continue
			}
		default:
			continue
		}
		n := lists.Count(a.functions, func(g *function) bool { return len(g.params) > 0 && pointsTo(g.params[0].typ, t) })
		if n > most || best != nil && best.Rec == nil && t.Rec != nil && n > 1 {
			most, best = n, t
		}
	}
	return best
}

func pointsTo(t, object *types.Type) bool {
	if t.Kind != types.KindPtr || t.Elem.Kind != object.Kind {
		return false
	}
	if object.Kind == types.KindPtr {
		return pointsTo(t.Elem, object.Elem)
	}
	return t.Elem.Rec == object.Rec && t.Elem.Name == object.Name
}

// of reports whether a type is a pointer to the object.
func (a *api) of(t *types.Type) bool { return a.object != nil && pointsTo(t, a.object) }

// works reports whether a function works on the object: on any, if they are globals.
func (a *api) works(f *function) bool {
	return a.object == nil || len(f.params) > 0 && a.of(f.params[0].typ)
}

// arguments returns the parameters of a function that are not the object.
func (a *api) arguments(f *function) []param {
	if a.object != nil && a.works(f) {
		return f.params[1:]
	}
	return f.params
}

// wordsOf splits a name at underscores and where letters begin to be large.
func wordsOf(name string) (words []string) {
	word := ""
	end := func() {
		if word != "" {
			words = append(words, strings.ToLower(word))
		}
		word = ""
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case r == '_':
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end()
		}
		word += string(r)
	}
	end()
	return words
}
