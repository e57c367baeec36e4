package check

import (
	"cmp"
	"fmt"

	"fencepost/interp/c/parse"
	"fencepost/interp/c/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

func (c *checker) externalDeclaration(n *cc.ExternalDeclaration) {
	switch n.Case {
	case cc.ExternalDeclarationFuncDef:
		c.functionDefinition(n.FunctionDefinition)
	case cc.ExternalDeclarationDecl:
		c.declaration(n.Declaration)
	case cc.ExternalDeclarationAsmStmt:
		c.r.Unsupportedf(c.pos(n), "inline assembly is not supported")
	}
}

// declaration enters the names of a declaration. In a block it returns the statements that begin the
// lives of the objects.
func (c *checker) declaration(n *cc.Declaration) (list []*types.Stmt) {
	if n == nil {
		return nil
	}
	switch n.Case {
	case cc.DeclarationAssert:
		c.try(func() { c.staticAssert(n.StaticAssertDeclaration) })
		return nil
	case cc.DeclarationAuto:
		c.declareEach(n.Declarator, func() { list = c.autoType(n) })
		return list
	}
	if n.DeclarationSpecifiers == nil && n.InitDeclaratorList == nil {
		return nil // a stray semicolon
	}
	var s *specifiers
	var base *types.Type
	why := c.attempt(func() {
		s, base = c.declarationSpecifiers(n.DeclarationSpecifiers, c.pos(n))
		c.checkSpecifiers(s)
	})
	harmless := n.InitDeclaratorList == nil || declaresOnly(n)
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		init := l.InitDeclarator
		if failed := c.attempt(func() {
			if why != nil {
				c.blame(why)
			}
			a := c.attributes(l.AttributeSpecifierList)
			a.add(c.attributes(n.AttributeSpecifierList))
			st := c.initDeclarator(s, base, init, a)
			list = append(list, c.lengths...)
			c.lengths = nil
			if st != nil {
				list = append(list, st)
			}
		}); failed != nil {
			if !harmless {
				c.try(func() { c.blame(failed) })
				failed = &types.Failure{}
			}
			c.declareBroken(init.Declarator, failed)
		}
	}
	return list
}

// declaresOnly reports whether a declaration makes no object: it declares types
// or functions, or objects that are defined elsewhere.
func declaresOnly(n *cc.Declaration) bool {
	for s := n.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersStorage {
			switch s.StorageClassSpecifier.Case {
			case cc.StorageClassSpecifierTypedef, cc.StorageClassSpecifierExtern:
				return true
			}
		}
	}
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		switch l.InitDeclarator.Declarator.DirectDeclarator.Case {
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
		default:
			return false
		}
	}
	return true
}

// declareEach runs f to declare one name. If that fails it still declares the name, so that its uses
// are not reported, too.
func (c *checker) declareEach(n *cc.Declarator, f func()) {
	if !c.try(f) {
		c.declareBroken(n, &types.Failure{})
	}
}

func (c *checker) declareBroken(n *cc.Declarator, why *types.Failure) {
	if name := n.Name(); name != "" && c.scope.names[name] == nil {
		c.scope.declare(name, &symbol{kind: symBroken, why: why})
	}
}

func (c *checker) checkSpecifiers(s *specifiers) {
	switch {
	case c.fn == nil && (s.is(cc.StorageClassSpecifierAuto) || s.is(cc.StorageClassSpecifierRegister)):
		c.fail(s.pos, "a file scope declaration with storage class auto or register")
	case s.threadLocal && s.hasStorage && !s.is(cc.StorageClassSpecifierStatic) && !s.is(cc.StorageClassSpecifierExtern):
		c.fail(s.pos, "_Thread_local with another storage class than static or extern")
	case s.threadLocal && c.fn != nil && !s.hasStorage:
		c.fail(s.pos, "_Thread_local in a block needs static or extern")
	}
}

func (c *checker) staticAssert(n *cc.StaticAssertDeclaration) {
	if c.pragma(n) {
		return
	}
	e := c.integerConstant(n.ConstantExpression, "the condition of _Static_assert")
	if e.I == 0 {
		c.fail(c.pos(n.Token), "static assertion failed: %s", n.Token4.SrcStr())
	}
}

// autoType declares an object of GNU C's __auto_type.
func (c *checker) autoType(n *cc.Declaration) []*types.Stmt {
	name := n.Declarator.NameTok()
	if n.Initializer.Case != cc.InitializerExpr || c.fn == nil {
		c.unsupported(c.pos(n.Token), "this use of __auto_type is not supported")
	}
	e := c.value(n.Initializer.AssignmentExpression)
	obj := c.newLocal(name.SrcStr(), c.pos(name), e.Type)
	return []*types.Stmt{{Op: types.StmtDecl, Pos: obj.Pos, Obj: obj, Inits: []types.AutoInit{{Type: e.Type, Val: e}}}}
}

// initDeclarator declares one name. In a block it returns the statement that begins the life of an
// object, or nil if the name is not an object. a has the attributes of this declarator alone; the
// specifiers have others.
func (c *checker) initDeclarator(s *specifiers, base *types.Type, n *cc.InitDeclarator, a attributes) *types.Stmt {
	if n.Asm != nil {
		c.unsupported(c.pos(n.Asm), "inline assembly is not supported")
	}
	a.add(s.attributes)
	a.add(c.attributes(n.AttributeSpecifierList))
	d := c.declarator(n.Declarator, base)
	d.align, d.weak, d.constant = a.align, a.weak, a.constant
	if d.typ.Kind != types.KindFunc {
		c.keepLengths(d.typ, d.pos)
	}
	switch {
	case d.typ.IsVariable() && (s.is(cc.StorageClassSpecifierStatic) || s.is(cc.StorageClassSpecifierExtern)):
		c.fail(d.pos, "'%s' has variable length and is static or extern", d.name)
	case d.typ.IsVariable() && n.Initializer != nil:
		c.fail(d.pos, "'%s' has variable length and an initialiser", d.name)
	case s.is(cc.StorageClassSpecifierTypedef):
		if a.transparent && d.typ.Kind == types.KindUnion {
			d.typ.Rec.Transparent = true
		}
		if a.last > 0 {
			d.typ = d.typ.AlignedTo(a.last)
		}
		c.declareTypedef(d)
	case d.typ.Kind == types.KindFunc:
		if n.Initializer != nil {
			c.fail(d.pos, "function '%s' is initialised like a variable", d.name)
		}
		if s.threadLocal {
			c.fail(d.pos, "function '%s' is _Thread_local", d.name)
		}
		c.functionAttributes(c.declareFunction(s, d), a, d.pos)
	case a.alias != "":
		c.unsupported(d.pos, "attribute 'alias' of a variable is not supported: use the other's name")
	case c.fn == nil || s.is(cc.StorageClassSpecifierExtern):
		c.declareLinked(s, d, n.Initializer)
	case s.is(cc.StorageClassSpecifierStatic):
		obj := c.newStatic(d, storageOf(s), c.fn.fn)
		c.declare(d.name, &symbol{kind: symObject, pos: d.pos, obj: obj})
		if n.Initializer != nil {
			c.staticInit(obj, n.Initializer)
		}
		c.requireObject(obj)
	default:
		st := c.declareLocal(d, n.Initializer)
		if a.cleanup != nil {
			c.addCleanup(st.Obj, a.cleanup, d.pos)
		}
		return st
	}
	return nil
}

// functionAttributes records the attributes of a function's declaration.
func (c *checker) functionAttributes(f *types.Function, a attributes, pos trace.Pos) {
	info := c.funcInfo[f]
	info.start, info.end = max(info.start, a.start), max(info.end, a.end)
	if a.weak {
		f.Weak = true
		if c.weak == nil {
			c.weak = map[string]bool{}
		}
		c.weak[f.Name] = true
	}
	if a.alias != "" {
		info.unit, info.alias, f.Pos = c, a.alias, pos
	}
}

func (c *checker) declareTypedef(d *declarator) {
	if old := c.scope.names[d.name]; old != nil && old.kind == symTypedef && types.Same(old.typ, d.typ) {
		return
	}
	c.declare(d.name, &symbol{kind: symTypedef, pos: d.pos, typ: d.typ})
}

// displaces reports whether a declaration of the program at pos replaces the declaration at old,
// which is in a header that the program does not include.
func (c *checker) displaces(pos, old trace.Pos) bool {
	return c.r.Implied && old.System() && !pos.System()
}

// declare enters a name that must be new in the scope.
func (c *checker) declare(name string, sym *symbol) {
	if old := c.scope.names[name]; old != nil && !c.displaces(sym.pos, old.pos) {
		if old.kind == symBroken {
			c.blame(old.why)
		}
		c.fail(sym.pos, "redefinition of '%s', first declared at %s", name, old.pos)
	}
	c.scope.declare(name, sym)
}

func storageOf(s *specifiers) types.Storage {
	if s.threadLocal {
		return types.Thread
	}
	return types.Static
}

// newStatic makes an object of static or thread storage duration.
func (c *checker) newStatic(d *declarator, st types.Storage, fn *types.Function) *types.Object {
	obj := &types.Object{Name: d.name, Pos: d.pos, Type: d.typ, Storage: st, Fn: fn, Align: d.align, Constant: d.constant}
	c.objects = append(c.objects, obj)
	c.objInfo[obj] = &objInfo{unit: c, system: d.pos.System(), defined: fn != nil}
	return obj
}

// requireObject checks that an object of this type can exist.
func (c *checker) requireObject(obj *types.Object) {
	if obj.Type.Kind == types.KindArray && obj.Type.Length < 0 {
		c.fail(obj.Pos, "the length of array '%s' is missing", obj.Name)
	}
	c.loadable(obj.Type, obj.Pos)
}

// declareLinked declares an object with linkage: at file scope, or extern.
func (c *checker) declareLinked(s *specifiers, d *declarator, init *cc.Initializer) {
	known := c.linked
	if c.staticObjects[d.name] != nil || s.is(cc.StorageClassSpecifierStatic) {
		known = c.staticObjects
	}
	obj := known[d.name]
	if obj == nil {
		obj = c.newStatic(d, storageOf(s), nil)
		known[d.name] = obj
	}
	obj.Align = max(obj.Align, d.align)
	info := c.objInfo[obj]
	system := d.pos.System()
	tentative := init == nil && s.is(cc.StorageClassSpecifierExtern)
	if info.unit != c && !types.Linked(obj.Type, d.typ) {
		info.defined = true // not to be reported, too
		c.fail(d.pos, "conflicting types for '%s', declared at %s in another file", d.name, obj.Pos)
	}
	if info.unit != c && info.defined && !tentative && (d.weak || info.weak) {
		if d.weak { // the other definition remains
			c.declare(d.name, &symbol{kind: symObject, pos: d.pos, obj: obj})
			return
		}
		info.defined, info.initial, obj.Init = false, false, nil
	}
	switch {
	case info.unit != c && info.defined && !tentative && !system:
		c.fail(d.pos, "duplicate definition of '%s', defined at %s in another file", d.name, obj.Pos)
	case !types.Compatible(obj.Type, d.typ):
		c.fail(d.pos, "conflicting types for '%s', first declared at %s", d.name, obj.Pos)
	case obj.Storage != storageOf(s):
		c.fail(d.pos, "'%s' is _Thread_local in one declaration and not in another", d.name)
	case init != nil && info.initial:
		c.fail(d.pos, "redefinition of '%s', first declared at %s", d.name, obj.Pos)
	case init != nil && c.fn != nil:
		c.fail(d.pos, "'%s' is extern and has an initialiser", d.name)
	case obj.Type.Kind == types.KindArray && obj.Type.Length < 0:
		obj.Type = d.typ
	}
	if old := c.scope.names[d.name]; old == nil || old.obj != obj {
		c.declare(d.name, &symbol{kind: symObject, pos: d.pos, obj: obj})
	}
	if d.typ.IsVoid() {
		c.fail(d.pos, "'%s' has type 'void'", d.name)
	}
	info.system = info.system && system
	if tentative {
		return
	}
	if !info.defined {
		obj.Pos, info.unit = d.pos, c
		info.weak = d.weak
	}
	info.defined = true
	if obj.Type.IsComplete() {
		c.requireObject(obj)
	}
	if init != nil {
		info.initial = true
		c.staticInit(obj, init)
		c.requireObject(obj)
	}
}

// newLocal makes and declares an object of automatic storage duration.
func (c *checker) newLocal(name string, pos trace.Pos, t *types.Type) *types.Object {
	obj := &types.Object{Name: name, Pos: pos, Type: t, Storage: types.Auto, Fn: c.fn.fn}
	c.fn.fn.Locals = append(c.fn.fn.Locals, obj)
	if name != "" {
		c.declare(name, &symbol{kind: symObject, pos: pos, obj: obj})
	}
	return obj
}

func (c *checker) declareLocal(d *declarator, init *cc.Initializer) *types.Stmt {
	if d.typ.IsVoid() {
		c.fail(d.pos, "'%s' has type 'void'", d.name)
	}
	obj := c.newLocal(d.name, d.pos, d.typ)
	obj.Align = d.align
	st := &types.Stmt{Op: types.StmtDecl, Pos: d.pos, Obj: obj}
	if d.typ.IsVariable() {
		st.X = cast(c.sizeOf(d.typ, d.pos), types.Long)
		return st
	}
	if init != nil {
		obj.Type, st.Inits, st.Zero = c.autoInit(obj.Type, init)
	}
	c.requireObject(obj)
	return st
}

// declareFunction enters a declaration of a function, and returns the function.
func (c *checker) declareFunction(s *specifiers, d *declarator) *types.Function {
	system := d.pos.System()
	known := c.funcs
	if c.staticFuncs[d.name] != nil || s.is(cc.StorageClassSpecifierStatic) && c.scope.names[d.name] == nil {
		known = c.staticFuncs
	}
	f := known[d.name]
	switch {
	case f == nil, c.displaces(d.pos, f.Pos) && !types.Compatible(f.Type, d.typ):
		f = &types.Function{Name: d.name, Pos: d.pos, Type: d.typ, System: system}
		known[d.name] = f
		c.order = append(c.order, f)
		c.funcInfo[f] = &funcInfo{unit: c, first: d}
	case c.funcInfo[f].unit != c && !types.Linked(f.Type, d.typ) && !system && !f.System:
		c.conflict(f, d)
	case f.Pos.File == parse.Predefined && !system:
		f.Type, f.Pos, f.System = d.typ, d.pos, false // the user's declaration replaces ours
	case c.funcInfo[f].implicit && d.typ.Elem.IsVoid():
		c.warn(d.pos, "'%s' returns no value, and is taken to return int at %s, where it is not declared", d.name, f.Pos)
		f.Type = d.typ
	case !types.Compatible(f.Type, d.typ):
		if c.funcInfo[f].implicit {
			c.funcInfo[f].defined = true // not to be reported, too
			c.fail(d.pos, "'%s' is called at %s before this declaration, and taken to return int there: declare it above the call", d.name, f.Pos)
		}
		c.fail(d.pos, "conflicting types for '%s', first declared at %s", d.name, f.Pos)
	case f.Type.NoProto:
		f.Type = d.typ
	}
	if old := c.scope.names[d.name]; old == nil || old.fn != f {
		c.declare(d.name, &symbol{kind: symFunction, pos: d.pos, fn: f})
	}
	return f
}

// conflict records that another translation unit declares f with another type. Linkers accept that,
// so it is an error only if the program uses f.
func (c *checker) conflict(f *types.Function, d *declarator) {
	info := c.funcInfo[f]
	message := fmt.Sprintf("conflicting types for '%s', declared at %s in another file", d.name, f.Pos)
	if info.used.Line > 0 {
		info.defined = true // not to be reported, too
		c.fail(d.pos, "%s", message)
	}
	c.warn(d.pos, "%s", message)
	info.clash = &types.Failure{Pos: d.pos, Message: message}
}

// functionDefinition enters a function. A static inline function, as headers have many, may contain
// unsupported C if the program does not reach it.
func (c *checker) functionDefinition(n *cc.FunctionDefinition) {
	if !staticInline(n) {
		c.declareEach(n.Declarator, func() { c.enterFunction(n) })
	} else if why := c.attempt(func() { c.enterFunction(n) }); why != nil {
		c.declareBroken(n.Declarator, why)
	}
}

func staticInline(n *cc.FunctionDefinition) bool {
	static, inline := false, false
	for s := n.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		switch s.Case {
		case cc.DeclarationSpecifiersStorage:
			static = static || s.StorageClassSpecifier.Case == cc.StorageClassSpecifierStatic
		case cc.DeclarationSpecifiersFunc:
			inline = inline || s.FunctionSpecifier.Case == cc.FunctionSpecifierInline
		}
	}
	return static && inline
}

func (c *checker) enterFunction(n *cc.FunctionDefinition) {
	s, base := c.declarationSpecifiers(n.DeclarationSpecifiers, c.pos(n))
	if s.is(cc.StorageClassSpecifierTypedef) || s.threadLocal {
		c.fail(s.pos, "a function definition with a wrong storage class")
	}
	d := c.declarator(n.Declarator, base)
	if d.names != nil {
		c.oldParameters(d, n.DeclarationList)
	}
	switch {
	case d.typ.Kind != types.KindFunc || d.scope == nil:
		c.fail(d.pos, "'%s' has a body but is no function", d.name)
	case !d.typ.Elem.IsVoid():
		c.requireComplete(d.typ.Elem, d.pos)
	}
	for _, p := range d.params {
		c.requireComplete(p.typ, p.pos)
	}
	if d.typ.Variadic {
		p := &declarator{name: further, pos: d.pos, typ: types.PointerTo(types.Char)}
		c.declareParameter(d.scope, p)
		d.params = append(d.params, p)
	}
	f := c.declareFunction(s, d)
	info := c.funcInfo[f]
	c.functionAttributes(f, s.attributes, d.pos)
	if info.start+info.end > 0 && len(f.Type.Params) > 0 {
		c.unsupported(d.pos, "a constructor or destructor with parameters is not supported")
	}
	c.define(f, s, d, n)
}

// oldParameters gives a function the parameters that its definition declares between its head and its
// body. Parameters without a declaration are ints. Calls are checked as if the function had a
// prototype.
func (c *checker) oldParameters(d *declarator, list *cc.DeclarationList) {
	declared := make(map[string]*declarator)
	for ; list != nil; list = list.DeclarationList {
		s, base := c.declarationSpecifiers(list.Declaration.DeclarationSpecifiers, c.pos(list.Declaration))
		if s.hasStorage && !s.is(cc.StorageClassSpecifierRegister) || s.threadLocal {
			c.fail(s.pos, "a parameter with a storage class")
		}
		for l := list.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			p := &declarator{}
			p.typ = pointerOf(c.apply(p, l.InitDeclarator.Declarator, base))
			declared[p.name] = p
		}
	}
	d.scope = newScope(c.scope)
	f := *d.typ
	f.NoProto = false
	for _, name := range d.names {
		p := cmp.Or(declared[name.name], &declarator{name: name.name, pos: name.pos, typ: types.Int})
		c.declareParameter(d.scope, p)
		d.params = append(d.params, p)
		f.Params = append(f.Params, p.typ)
	}
	d.typ = &f
}

// define gives a function its body. A user's definition replaces that of an
// embedded header.
func (c *checker) define(f *types.Function, s *specifiers, d *declarator, n *cc.FunctionDefinition) {
	info := c.funcInfo[f]
	system := d.pos.System()
	inline := system || s.inline && !s.is(cc.StorageClassSpecifierExtern)
	switch {
	case !info.defined, f.System && !system:
	case info.unit == c:
		c.fail(d.pos, "redefinition of '%s', first declared at %s", f.Name, f.Pos)
	case inline || c.weak[f.Name]:
		return // the other definition remains
	case !info.inline && !info.weak:
		advice := ""
		if f.Name == "main" {
			advice = ": the files that are given together are one program; give each program alone"
		}
		c.fail(d.pos, "duplicate definition of '%s', defined at %s in another file%s", f.Name, f.Pos, advice)
	}
	info.defined, info.def, info.decl = true, nil, nil
	info.unit, info.inline, info.weak = c, inline, c.weak[f.Name]
	f.System, f.Pos = system, d.pos
	if !d.typ.NoProto || f.Type.NoProto {
		f.Type = d.typ
	}
	if system {
		info.def, info.decl = n, d
		if info.used.Line > 0 {
			c.pending = append(c.pending, f)
		}
		return
	}
	outer := c.deferred
	c.deferred = nil
	if outer == nil {
		c.functionBody(f, d, n.CompoundStatement)
	} else {
		info.broken = c.attempt(func() { c.functionBody(f, d, n.CompoundStatement) })
	}
	c.deferred = outer
}

// functionBody checks a function's body. The parameters live in its outermost
// block.
func (c *checker) functionBody(f *types.Function, d *declarator, body *cc.CompoundStatement) {
	outer := c.scope
	c.scope, c.fn = d.scope, newFuncState(f)
	f.Params, f.Locals = nil, nil // those of an inline definition that this one replaces
	for _, p := range d.params {
		p.obj.Fn = f
		f.Params = append(f.Params, p.obj)
	}
	if f.Name == "main" {
		c.checkMain(f)
	}
	for _, p := range d.params {
		c.keepLengths(p.typ, p.pos)
	}
	lengths := c.lengths
	c.lengths = nil
	f.Body = c.blockItems(body)
	f.Body.List = append(lengths, c.endScope(f.Body.List)...)
	c.checkLabels()
	c.scope, c.fn = outer, nil
}

// checkMain checks the signature of main.
func (c *checker) checkMain(f *types.Function) {
	t := f.Type
	if !types.Same(t.Elem, types.Int) {
		c.warn(f.Pos, "'main' does not return int")
	}
	ok := len(t.Params) == 0
	if n := len(t.Params); n == 2 || n == 3 {
		ok = types.Same(t.Params[0].Unqualified(), types.Int)
		for _, p := range t.Params[1:] {
			ok = ok && p.PointsTo(types.KindPtr) && p.Elem.Elem.Kind == types.KindInt
		}
	}
	if !ok {
		c.warn(f.Pos, "the parameters of 'main' are not (void) or (int, char **)")
	}
}
