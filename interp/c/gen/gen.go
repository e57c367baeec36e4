// Package gen compiles the typed tree of a program to byte code.
package gen

import (
	"fmt"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/c/parse"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// maxScalars bounds the scalars that are listed for one object.
const maxScalars = 4096

// A generator compiles a unit. Its maps only assign numbers, in an order that depends on the tree
// alone.
type generator struct {
	r    *parse.Reporter
	prog *code.Program
	*code.Tables
	funcs   map[*types.Function]int
	objects map[*types.Object]int // index into prog.Objects, or of thread-local ones into prog.TLS
	sigs    map[string]int32
	records map[*types.Record]int
	leaves  map[*types.Record]int64 // see countLeaves
	sitesAt map[trace.Pos]int
	calls   map[*types.Function]callUses
	origins []*types.Expr              // by site
	shapes  map[*types.Type]code.Shape // see notePointee
	shaped  int64                      // number of scalars in shapes
	options Options
	atomic  bool // there are atomic sections
}

// callUses says whether direct calls of a function use its result, and whether they discard it.
type callUses struct{ used, discarded bool }

// keepWides bounds the pairs of words, of values of more than 8 bytes, that are kept for display. A
// display needs fewer at once.
const keepWides = 1 << 18

// Options are variants of the meaning of a program.
type Options struct {
	// Accesses says how to treat accesses that are not atomic.
	Accesses parse.Accesses
	// CheckOverflow makes it an error if a sum, a difference, a product or a negation
	// of signed integers of up to 64 bits does not fit its type; otherwise it wraps.
	CheckOverflow bool
	// IgnoreAssertions evaluates conditions of assertions and does not check them.
	IgnoreAssertions bool
	// Args are the arguments of main after the program's name.
	Args []string
}

// Generate compiles u. It returns nil if it reported an error. The caller sets the name, files and
// hash of the program. origins has the expression of each site's access, or nil.
func Generate(u *types.Unit, o Options, r *parse.Reporter) (p *code.Program, origins []*types.Expr) {
	g := &generator{
		r:       r,
		options: o,
		prog:    &code.Program{Init: -1, Uncalled: u.Uncalled, Wides: &trace.Wides{Keep: keepWides}, Members: map[int32][]code.Scalar{}, Pointees: map[int32]code.Pointee{}, Declared: map[int32]code.Declared{}},
		shapes:  map[*types.Type]code.Shape{},
		funcs:   map[*types.Function]int{},
		objects: map[*types.Object]int{},
		sigs:    map[string]int32{},
		records: map[*types.Record]int{},
		leaves:  map[*types.Record]int64{},
		sitesAt: map[trace.Pos]int{},
		calls:   map[*types.Function]callUses{},
	}
	g.Tables = code.NewTables(g.prog)
	var defined []*types.Function
	for _, fn := range u.Funcs {
		if fn.Body != nil {
			g.atomic = g.atomic || isAtomic(fn)
			g.funcs[fn] = len(defined)
			defined = append(defined, fn)
			g.countCalls(fn.Body)
		}
	}
	g.defineObjects(u.Objects, u.Main)
	g.prog.Main = g.funcs[u.Main]
	if u.Init != nil {
		g.prog.Init = g.funcs[u.Init]
	}
	g.prog.Funcs = make([]code.Func, len(defined))
	private := &versions{known: map[*types.Function]*version{}, first: len(defined)}
	for i, fn := range defined {
		g.prog.Funcs[i] = g.function(fn, private.placeObjects(fn, false))
	}
	for i := 0; i < len(private.used); i++ {
		v := private.used[i]
		g.prog.Funcs = append(g.prog.Funcs, g.function(v.fn, v.escapes))
	}
	if r.Failed() {
		return nil, nil
	}
	return g.prog, g.origins
}

// countCalls records, for every function that s calls directly, whether the result is used.
func (g *generator) countCalls(s *types.Stmt) {
	var inStmt func(*types.Stmt)
	var inExpr func(e *types.Expr, used bool)
	inExpr = func(e *types.Expr, used bool) {
		if e.Op == types.OpCall && e.Fn != nil {
			c := g.calls[e.Fn]
			c.used = c.used || used
			c.discarded = c.discarded || !used
			g.calls[e.Fn] = c
		}
		g.atomic = g.atomic || library.Bounds(e.Lib)
		if e.Body != nil {
			inStmt(e.Body)
		}
		e.Operands(func(x *types.Expr) {
			inExpr(x, !(e.Op == types.OpCast && e.Type.IsVoid() || e.Op == types.OpComma && x == e.X))
		})
	}
	inStmt = func(s *types.Stmt) {
		s.Parts(inStmt, func(e *types.Expr) { inExpr(e, s.Op != types.StmtExpr) })
	}
	inStmt(s)
}

// site adds a site of expression origin, which may be nil, and its access. Sites at one position are
// counted, except for private ones, which no report compares.
func (g *generator) site(fn *types.Function, pos trace.Pos, text string, a code.Access, private bool, origin *types.Expr) int32 {
	n := 0
	if !private {
		g.sitesAt[pos]++
		n = g.sitesAt[pos]
	}
	g.prog.Sites = append(g.prog.Sites, trace.Site{Pos: pos, N: n, Text: text, Func: fn.Name})
	g.prog.Access = append(g.prog.Access, a)
	g.origins = append(g.origins, origin)
	return int32(len(g.prog.Sites) - 1)
}

// signature numbers function types so that compatible ones have the same number. All object pointers
// count as one type, because programs rely on it and the machine's pointers are all alike.
func (g *generator) signature(result *types.Type, params []*types.Type) int32 {
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

func (g *generator) signatureOf(t *types.Type) string {
	switch t.Kind {
	case types.KindVoid:
		return "void"
	case types.KindBool:
		return "bool"
	case types.KindInt, types.KindEnum:
		if t.Signed {
			return fmt.Sprintf("s%d", t.Size)
		}
		return fmt.Sprintf("u%d", t.Size)
	case types.KindFloat:
		return fmt.Sprintf("f%d", t.Size)
	case types.KindStruct, types.KindUnion:
		r := t.Rec.Root()
		n, ok := g.records[r]
		if !ok {
			n = len(g.records)
			g.records[r] = n
		}
		return fmt.Sprintf("r%d", n)
	}
	return "p"
}

// typesOf returns the types of a defined function's parameters.
func typesOf(params []*types.Object) []*types.Type {
	return lists.Map(params, func(p *types.Object) *types.Type { return p.Type })
}
