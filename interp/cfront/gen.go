package cfront

import (
	"fmt"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// maxScalars bounds the leaves that are listed for one object.
const maxScalars = 4096

// A generator compiles a unit. Its maps only number things: what is numbered
// when depends on the order of the tree alone.
type generator struct {
	r       *reporter
	prog    *code.Program
	consts  map[int64]int32
	strings map[string]int32
	funcs   map[*function]int
	objects map[*object]int // index into prog.Objects, or of thread-local ones into prog.TLS
	sigs    map[string]int32
	records map[*record]int
	leaves  map[*record]int64 // see countLeaves
	sitesAt map[trace.Pos]int
	calls   map[*function]callUses
}

// callUses says what becomes of the result of a function's direct calls.
type callUses struct{ used, discarded bool }

// generate compiles u. It returns nil if it reported something; name, files
// and hash of the program are left to the caller.
func generate(u *unit, r *reporter) *code.Program {
	g := &generator{
		r:       r,
		prog:    &code.Program{Init: -1},
		consts:  map[int64]int32{},
		strings: map[string]int32{},
		funcs:   map[*function]int{},
		objects: map[*object]int{},
		sigs:    map[string]int32{},
		records: map[*record]int{},
		leaves:  map[*record]int64{},
		sitesAt: map[trace.Pos]int{},
		calls:   map[*function]callUses{},
	}
	var defined []*function
	for _, fn := range u.funcs {
		if fn.body != nil {
			g.funcs[fn] = len(defined)
			defined = append(defined, fn)
			g.countCalls(fn.body)
		}
	}
	g.defineObjects(u.objects, u.main)
	g.prog.Main = g.funcs[u.main]
	g.prog.Funcs = make([]code.Func, len(defined))
	for i, fn := range defined {
		g.prog.Funcs[i] = g.function(fn)
	}
	if r.failed() {
		return nil
	}
	return g.prog
}

// countCalls notes for every function that s calls directly whether the result
// is used.
func (g *generator) countCalls(s *stmt) {
	var inStmt func(*stmt)
	var inExpr func(e *expr, used bool)
	inExpr = func(e *expr, used bool) {
		if e.op == xCall && e.fn != nil {
			c := g.calls[e.fn]
			c.used = c.used || used
			c.discarded = c.discarded || !used
			g.calls[e.fn] = c
		}
		if e.body != nil {
			inStmt(e.body)
		}
		e.operands(func(x *expr) {
			inExpr(x, !(e.op == xCast && e.typ.isVoid() || e.op == xComma && x == e.x))
		})
	}
	inStmt = func(s *stmt) {
		s.parts(inStmt, func(e *expr) { inExpr(e, s.op != sExpr) })
	}
	inStmt(s)
}

// constant returns the number of v in the table of constants.
func (g *generator) constant(v int64) int32 {
	i, ok := g.consts[v]
	if !ok {
		i = int32(len(g.prog.Consts))
		g.consts[v] = i
		g.prog.Consts = append(g.prog.Consts, v)
	}
	return i
}

// text returns the number of s in the table of strings.
func (g *generator) text(s string) int32 {
	i, ok := g.strings[s]
	if !ok {
		i = int32(len(g.prog.Strings))
		g.strings[s] = i
		g.prog.Strings = append(g.prog.Strings, s)
	}
	return i
}

// site adds a site and its access. The sites at one position are counted;
// private ones, which no report compares, are not.
func (g *generator) site(fn *function, pos trace.Pos, text string, a code.Access, private bool) int32 {
	n := 0
	if !private {
		g.sitesAt[pos]++
		n = g.sitesAt[pos]
	}
	g.prog.Sites = append(g.prog.Sites, trace.Site{Pos: pos, N: n, Text: text, Func: fn.name})
	g.prog.Access = append(g.prog.Access, a)
	return int32(len(g.prog.Sites) - 1)
}

// signature numbers function types so that those which may stand for each
// other have one number. Object pointers count as one type: programs rely on
// it, and the machine's pointers are all alike.
func (g *generator) signature(result *ctype, params []*ctype) int32 {
	var b strings.Builder
	for _, t := range params {
		b.WriteString(g.signatureOf(t) + ",")
	}
	b.WriteString("->" + g.signatureOf(result))
	key := b.String()
	n, ok := g.sigs[key]
	if !ok {
		n = int32(len(g.sigs))
		g.sigs[key] = n
	}
	return n
}

func (g *generator) signatureOf(t *ctype) string {
	switch t.kind {
	case kVoid:
		return "void"
	case kBool:
		return "bool"
	case kInt, kEnum:
		if t.signed {
			return fmt.Sprintf("s%d", t.size)
		}
		return fmt.Sprintf("u%d", t.size)
	case kStruct, kUnion:
		n, ok := g.records[t.rec]
		if !ok {
			n = len(g.records)
			g.records[t.rec] = n
		}
		return fmt.Sprintf("r%d", n)
	}
	return "p"
}

// typesOf returns the types of a defined function's parameters.
func typesOf(params []*object) []*ctype {
	list := make([]*ctype, len(params))
	for i, p := range params {
		list[i] = p.typ
	}
	return list
}
