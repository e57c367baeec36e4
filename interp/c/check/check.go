// Package check makes the typed tree of a program from its syntax tree, with every diagnostic. A
// program that GCC rejects is wrong. Any other is compiled or reported as unsupported. The data model
// is LP64 as on Linux for x86-64.
package check

import (
	"cmp"
	"fmt"
	"slices"

	"fencepost/interp/c/library"
	"fencepost/interp/c/parse"
	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"

	"modernc.org/cc/v4"
)

// A program is the state that the checks of its translation units share.
type program struct {
	r *parse.Reporter

	funcs    map[string]*types.Function // of external linkage
	linked   map[string]*types.Object   // of external linkage
	funcInfo map[*types.Function]*funcInfo
	objInfo  map[*types.Object]*objInfo
	literals map[string]*types.Object // by content
	units    map[literalUnit]*types.Expr

	order   []*types.Function // in order of declaration
	objects []*types.Object   // in order of declaration, string literals too
	pending []*types.Function // of embedded headers, referred to but not checked
	roots   []*types.Function // referred to by static initialisers at file scope

	calls     []*types.Expr // of functions that may be the library's, or that have no prototype
	addressed []*types.Expr // uses of functions other than calls
}

// A literalUnit is a character of a string literal with its type.
type literalUnit struct {
	value int64
	typ   *types.Type
}

// A checker makes the typed tree of one translation unit. It walks the syntax tree once and in order,
// so scopes contain the declarations so far. It checks the body of a function in an embedded header
// only if the program refers to the function.
type checker struct {
	*program
	p *parse.Tree

	file, scope *scope         // the file's scope and the innermost one
	fn          *funcState     // nil outside of function bodies
	unevaluated int            // > 0 in operands of sizeof, typeof, _Alignof
	held        *[]func()      // in a branch that may be left out: what records its uses; otherwise nil
	lengths     []*types.Stmt  // that evaluate the lengths of arrays in a declaration
	pack        packing        // of #pragma pack, as it is now
	deferred    *types.Failure // if not nil, receives what is not supported instead of the reporter

	weak          map[string]bool            // functions that this unit declares weak
	staticFuncs   map[string]*types.Function // of internal linkage
	staticObjects map[string]*types.Object   // of internal linkage
	texts         map[cc.ExpressionNode]string
}

// funcInfo has the checker's facts about a function.
type funcInfo struct {
	unit     *checker               // of the declaration, or of the definition if there is one
	start    int                    // as a constructor: its priority; 0: it is none
	end      int                    // as a destructor
	inline   bool                   // other translation units may repeat the definition
	def      *cc.FunctionDefinition // of an embedded header, not checked yet
	decl     *declarator            // of that definition
	first    *declarator            // of the first declaration; nil of an implicit one
	defined  bool
	implicit bool              // no declaration precedes its first call
	used     trace.Pos         // the first use; zero if there is none
	uses     []use             // the first use in each function
	clash    *types.Failure    // another translation unit declares it with another type
	broken   *types.Failure    // why its body is not supported, or nil
	assembly []*types.Failure  // why statements of inline assembly in its body are not supported
	refs     []*types.Function // functions that its body refers to
	weak     bool              // another definition takes precedence
	alias    string            // the name of the function of which it is an alias; "": none
	stands   *types.Function   // a header's definition that is used for it, or nil
	seen     map[*types.Function]bool
}

// objInfo has the checker's facts about an object with static storage duration.
type objInfo struct {
	unit    *checker // as in funcInfo
	defined bool     // with an initialiser, or tentatively
	initial bool     // with an initialiser
	system  bool     // declared in an embedded header
	literal bool     // a compound literal
	weak    bool     // another definition takes precedence
	used    trace.Pos
	uses    []use // the first use in each function
}

// A use is the position at which a function, or an initialiser at file scope if by is nil, uses a
// name.
type use struct {
	by  *types.Function
	pos trace.Pos
}

// firstOf returns the first use that may be executed, if there is one. Compilers generate nothing for
// code that the program cannot reach, so linkers need no definition for it.
func firstOf(uses []use, reachable map[*types.Function]bool) (pos trace.Pos, ok bool) {
	if u := lists.Find(uses, func(u use) bool { return u.by == nil || reachable[u.by] }); u != nil {
		return u.pos, true
	}
	return trace.Pos{}, false
}

// bailout ends the check of one full expression or declaration, after its
// diagnostic has been reported.
type bailout struct{}

// Check makes the typed tree of a linked program from its parsed translation units. It reports errors
// to r, and the tree is valid only if there are none. Wrong is what GCC 12 rejects; a warning is what
// it warns about.
//
// If the program itself declares library functions, as a preprocessed program does, Check takes their
// definitions from a further unit: headers parses the headers with the given names.
func Check(units []*parse.Tree, headers func(names []string) *parse.Tree, r *parse.Reporter) *types.Unit {
	p := newProgram(r)
	for _, tree := range units {
		p.translationUnit(tree)
	}
	p.defineDeclared(headers)
	for len(p.pending) > 0 {
		f := p.pending[0]
		p.pending = p.pending[1:]
		if info := p.funcInfo[f]; info.def != nil { // nil: the user has defined it
			info.unit.functionBody(f, info.decl, info.def.CompoundStatement)
		}
	}
	return p.finish(units[0].Name)
}

func newProgram(r *parse.Reporter) *program {
	return &program{
		r:        r,
		funcs:    make(map[string]*types.Function),
		linked:   make(map[string]*types.Object),
		funcInfo: make(map[*types.Function]*funcInfo),
		objInfo:  make(map[*types.Object]*objInfo),
		literals: make(map[string]*types.Object),
		units:    make(map[literalUnit]*types.Expr),
	}
}

func (p *program) translationUnit(tree *parse.Tree) *checker {
	file := newScope(nil)
	c := &checker{
		program: p, p: tree, file: file, scope: file,
		staticFuncs:   make(map[string]*types.Function),
		staticObjects: make(map[string]*types.Object),
		texts:         make(map[cc.ExpressionNode]string),
	}
	for tu := tree.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		c.externalDeclaration(tu.ExternalDeclaration)
	}
	return c
}

// defineDeclared takes from headers the definitions of functions that are declared outside of
// headers, used, and not defined.
func (p *program) defineDeclared(headers func(names []string) *parse.Tree) {
	var names []string
	missing := make(map[string]*types.Function)
	for _, f := range p.order {
		info := p.funcInfo[f]
		if info.defined || info.used.Line == 0 || f.System || isLibrary(f.Name) {
			continue
		}
		if h := library.HeaderOf(f.Name); h != "" {
			missing[f.Name] = f
			names = lists.Add(names, h)
		}
	}
	if len(missing) == 0 {
		return
	}
	tree := headers(names)
	if tree == nil {
		return
	}
	declared := p.funcs
	p.funcs = make(map[string]*types.Function) // the headers have their own types
	unit := p.translationUnit(tree)
	p.funcs = declared
	for name, g := range unit.staticFuncs {
		f, from := missing[name], p.funcInfo[g]
		if f == nil || from.def == nil || len(f.Type.Params) != len(from.decl.params) && !f.Type.NoProto {
			continue
		}
		info := p.funcInfo[f]
		info.stands, info.refs = g, append(info.refs, g)
		if from.used.Line == 0 {
			from.used = info.used
			p.pending = append(p.pending, g)
		}
		info.used = trace.Pos{}
	}
	slices.SortFunc(p.pending, func(a, b *types.Function) int { return cmp.Compare(a.Name, b.Name) })
}

// finish resolves what depends on the whole program: what is defined and what is reachable. name is
// the first file.
func (p *program) finish(name string) *types.Unit {
	u := &types.Unit{Main: p.funcs["main"]}
	p.defineAliases()
	p.resolveCalls()
	if u.Main == nil || !p.funcInfo[u.Main].defined {
		p.r.Errorf(trace.Pos{File: name, Line: 1, Col: 1}, "the program has no function 'main': 'fencepost init --harness %s' writes one that calls its functions", name)
		return u
	}
	roots := append([]*types.Function{u.Main}, p.roots...)
	reachable := p.reachable(append(roots, p.startAndExit(u)...))
	linked := p.reachable(append(p.external(), roots...))
	for _, f := range p.order {
		info := p.funcInfo[f]
		if pos, ok := firstOf(info.uses, linked); ok && !info.defined && info.used.Line > 0 && !f.Weak && !isLibrary(f.Name) && !isDeclaredOnly(f) {
			p.r.Undefined(pos, f.Name)
		}
		if info.broken != nil && reachable[f] && info.broken.Message != "" {
			p.r.Unsupportedf(info.broken.Pos, "%s", info.broken.Message)
		}
		if reachable[f] {
			for _, why := range info.assembly {
				p.r.Warnf(why.Pos, "if it is reached, %s", why.Message)
			}
		}
	}
	called := map[string]bool{} // by file
	for _, f := range p.order {
		info := p.funcInfo[f]
		if reachable[f] && info.defined {
			u.Funcs = append(u.Funcs, f)
		}
		if file := f.Pos.File; info.defined && !f.System {
			if _, known := called[file]; !known {
				u.Uncalled = append(u.Uncalled, file)
			}
			called[file] = called[file] || reachable[f]
		}
	}
	u.Uncalled = slices.DeleteFunc(u.Uncalled, func(file string) bool { return called[file] })
	for _, f := range []*types.Function{u.Init, u.Exit} {
		if f != nil {
			u.Funcs = append(u.Funcs, f)
		}
	}
	for _, o := range p.objects {
		if p.keepObject(o, linked) && (o.Fn == nil || reachable[o.Fn]) {
			u.Objects = append(u.Objects, o)
		}
	}
	return u
}

// external returns the program's own functions that compilers keep even if the program does not reach
// them.
func (p *program) external() []*types.Function {
	return lists.Where(p.order, func(f *types.Function) bool {
		info := p.funcInfo[f]
		return info.defined && !info.inline && !f.System && p.funcs[f.Name] == f
	})
}

// keepObject completes an object's definition at the end of the file, and
// reports whether it is part of the program.
func (p *program) keepObject(o *types.Object, linked map[*types.Function]bool) bool {
	info := p.objInfo[o]
	unused := info.used.Line == 0
	switch {
	case o.Literal:
		return true
	case unused && (info.system || !info.defined):
		return false
	case !info.defined && !info.system && !slices.Contains(library.Objects, o.Name):
		if pos, ok := firstOf(info.uses, linked); ok {
			p.r.Undefined(pos, o.Name)
		}
		return false
	case o.Type.Kind == types.KindArray && o.Type.Length < 0 && o.Type.Elem.IsComplete():
		o.Type = types.ArrayOf(o.Type.Elem, 1)
	}
	if !o.Type.IsComplete() {
		p.r.Errorf(o.Pos, "'%s' has the incomplete type '%s'", o.Name, o.Type)
	}
	return true
}

// reachable returns the functions that can be called from the roots.
func (p *program) reachable(roots []*types.Function) map[*types.Function]bool {
	seen := make(map[*types.Function]bool)
	for len(roots) > 0 {
		f := roots[len(roots)-1]
		roots = roots[:len(roots)-1]
		if !seen[f] {
			seen[f] = true
			roots = append(roots, p.funcInfo[f].refs...)
		}
	}
	return seen
}

// useFunction records that evaluated code refers to f at pos.
func (c *checker) useFunction(f *types.Function, pos trace.Pos) {
	if c.unevaluated > 0 {
		return
	}
	info := c.funcInfo[f]
	if info.clash != nil {
		c.fail(info.clash.Pos, "%s", info.clash.Message)
	}
	if c.held != nil {
		*c.held = append(*c.held, func() { c.useFunction(f, pos) })
		return
	}
	if info.used.Line == 0 {
		info.used = pos
		if info.def != nil {
			c.pending = append(c.pending, f)
		}
	}
	if c.fn == nil {
		c.roots = append(c.roots, f)
		info.uses = append(info.uses, use{nil, pos})
		return
	}
	from := c.funcInfo[c.fn.fn]
	if !from.seen[f] {
		info.uses = append(info.uses, use{c.fn.fn, pos})
		if from.seen == nil {
			from.seen = make(map[*types.Function]bool)
		}
		from.seen[f] = true
		from.refs = append(from.refs, f)
	}
}

// fail reports wrong C and ends the check of the expression or declaration.
func (c *checker) fail(pos trace.Pos, format string, args ...any) {
	c.r.Errorf(pos, format, args...)
	panic(bailout{})
}

// warn reports C that compilers accept with a warning.
func (c *checker) warn(pos trace.Pos, format string, args ...any) { c.r.Warnf(pos, format, args...) }

// unsupported reports C that is not supported and ends the check of the
// expression or declaration.
func (c *checker) unsupported(pos trace.Pos, format string, args ...any) {
	if c.deferred != nil {
		*c.deferred = types.Failure{Pos: pos, Message: fmt.Sprintf(format, args...)}
	} else {
		c.r.Unsupportedf(pos, format, args...)
	}
	panic(bailout{})
}

// blame ends the check of code that uses a declaration which has failed.
func (c *checker) blame(f *types.Failure) {
	if f.Message != "" {
		c.unsupported(f.Pos, "%s", f.Message)
	}
	panic(bailout{})
}

// attempt is try for a declaration that matters only if it is used. It returns what is not supported,
// instead of reporting it.
func (c *checker) attempt(f func()) *types.Failure {
	var why types.Failure
	outer := c.deferred
	c.deferred = &why
	ok := c.try(f)
	c.deferred = outer
	if ok && why.Message == "" {
		return nil
	}
	return &why
}

// try runs f, and reports whether it completed without bailing out.
func (c *checker) try(f func()) (ok bool) {
	scope, fn, unevaluated, held, deferred := c.scope, c.fn, c.unevaluated, c.held, c.deferred
	defer func() {
		if ok {
			return
		}
		if e := recover(); e != (bailout{}) {
			panic(e)
		}
		c.scope, c.fn, c.unevaluated, c.held, c.deferred = scope, fn, unevaluated, held, deferred
	}()
	f()
	return true
}

// inScope runs f in a new scope.
func (c *checker) inScope(f func()) {
	outer := c.scope
	c.scope = newScope(outer)
	f()
	c.scope = outer
}

// notEvaluated runs f on an operand that is never evaluated.
func (c *checker) notEvaluated(f func()) {
	c.unevaluated++
	f()
	c.unevaluated--
}

// requireComplete fails unless objects of type t can exist.
func (c *checker) requireComplete(t *types.Type, pos trace.Pos) {
	switch {
	case t.IsVariable():
		c.unsupported(pos, "this use of an array of variable length is not supported")
	case t.Rec != nil && t.Rec.Broken != nil:
		c.blame(t.Rec.Broken)
	case t.IsVoid():
		c.fail(pos, "a value or object of type 'void' is used")
	case !t.IsComplete():
		c.fail(pos, "incomplete type '%s'", t)
	}
}

// pos returns the position of a node's first token.
func (c *checker) pos(n cc.Node) trace.Pos { return c.p.Pos(n) }
