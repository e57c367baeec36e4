package check

import (
	"fencepost/interp/c/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// A declarator is a name and its declared type.
type declarator struct {
	name     string
	pos      trace.Pos
	typ      *types.Type
	params   []*declarator // of the declared function, if it is one
	scope    *scope        // of its parameters' declarations
	obj      *types.Object // of a parameter
	names    []*declarator // of parameters listed without types
	align    int64         // the alignment in the declaration of an object, or 0
	weak     bool          // another definition of the object takes precedence
	constant bool          // the object is constexpr
}

// declarator evaluates a declarator with specifiers of type base.
func (c *checker) declarator(n *cc.Declarator, base *types.Type) *declarator {
	d := &declarator{}
	d.typ = c.apply(d, n, base)
	return d
}

func (c *checker) apply(d *declarator, n *cc.Declarator, t *types.Type) *types.Type {
	return c.directDeclarator(d, n.DirectDeclarator, c.pointers(n.Pointer, t))
}

func (c *checker) pointers(n *cc.Pointer, t *types.Type) *types.Type {
	for ; n != nil; n = n.Pointer {
		if n.Case == cc.PointerBlock {
			c.unsupported(c.pos(n.Token), "blocks are not supported")
		}
		t = types.PointerTo(t)
		for l := n.TypeQualifiers; l != nil; l = l.TypeQualifiers {
			if l.TypeQualifier != nil {
				t = t.Qualified(qualifierOf(l.TypeQualifier))
			}
		}
	}
	return t
}

func (c *checker) directDeclarator(d *declarator, n *cc.DirectDeclarator, t *types.Type) *types.Type {
	switch n.Case {
	case cc.DirectDeclaratorIdent:
		d.name, d.pos = n.Token.SrcStr(), c.pos(n.Token)
		return t
	case cc.DirectDeclaratorDecl:
		return c.apply(d, n.Declarator, t)
	case cc.DirectDeclaratorFuncParam:
		return c.directDeclarator(d, n.DirectDeclarator, c.function(d, n.ParameterTypeList, t, c.pos(n.Token)))
	case cc.DirectDeclaratorFuncIdent:
		for l := n.IdentifierList; l != nil; l = l.IdentifierList {
			d.names = append(d.names, &declarator{name: l.Token2.SrcStr(), pos: c.pos(l.Token2)})
		}
		return c.directDeclarator(d, n.DirectDeclarator, c.function(d, nil, t, c.pos(n.Token)))
	case cc.DirectDeclaratorStar:
		return c.directDeclarator(d, n.DirectDeclarator, c.array(nil, t, c.pos(n.Token)))
	}
	return c.directDeclarator(d, n.DirectDeclarator, c.array(n.AssignmentExpression, t, c.pos(n.Token)))
}

func (c *checker) abstractDeclarator(d *declarator, n *cc.AbstractDeclarator, t *types.Type) *types.Type {
	if n == nil {
		return t
	}
	return c.directAbstractDeclarator(d, n.DirectAbstractDeclarator, c.pointers(n.Pointer, t))
}

func (c *checker) directAbstractDeclarator(d *declarator, n *cc.DirectAbstractDeclarator, t *types.Type) *types.Type {
	if n == nil {
		return t
	}
	switch n.Case {
	case cc.DirectAbstractDeclaratorDecl:
		return c.abstractDeclarator(d, n.AbstractDeclarator, t)
	case cc.DirectAbstractDeclaratorFunc:
		return c.directAbstractDeclarator(d, n.DirectAbstractDeclarator, c.function(d, n.ParameterTypeList, t, c.pos(n.Token)))
	}
	return c.directAbstractDeclarator(d, n.DirectAbstractDeclarator, c.array(n.AssignmentExpression, t, c.pos(n.Token)))
}

// array returns the type of an array of t. The length is nil in [].
func (c *checker) array(length cc.ExpressionNode, t *types.Type, pos trace.Pos) *types.Type {
	if t.Kind == types.KindFunc {
		c.fail(pos, "an array of functions")
	}
	if !t.IsVariable() {
		c.requireComplete(t, pos)
	}
	if length == nil {
		return types.ArrayOf(t, -1)
	}
	e := c.value(length)
	switch {
	case !e.Type.IsInteger():
		c.fail(pos, "the length of an array is not an integer")
	case !e.IsConst():
		array := types.ArrayOf(t, -1)
		array.Count = cast(e, types.ULong)
		return array
	case e.Type.Signed && e.I < 0:
		c.fail(pos, "the length of an array is negative")
	case uint64(e.I) > uint64(maxObject/max(t.Size, 1)):
		c.fail(pos, "the array is too large")
	}
	return types.ArrayOf(t, e.I)
}

// function returns the type of a function that returns t.
func (c *checker) function(d *declarator, list *cc.ParameterTypeList, t *types.Type, pos trace.Pos) *types.Type {
	if t.Kind == types.KindFunc || t.Kind == types.KindArray {
		c.fail(pos, "a function that returns a function or an array")
	}
	f := &types.Type{Kind: types.KindFunc, Size: -1, Align: 1, Elem: t.Unqualified(), NoProto: list == nil}
	d.params = nil
	outer := c.scope
	c.scope = newScope(outer)
	d.scope = c.scope
	if list != nil {
		f.Variadic = list.Case == cc.ParameterTypeListVar
		for l := list.ParameterList; l != nil; l = l.ParameterList {
			d.params = append(d.params, c.parameter(l.ParameterDeclaration))
		}
	}
	c.scope = outer
	if len(d.params) == 1 && d.params[0].name == "" && d.params[0].typ.IsVoid() && !f.Variadic {
		d.params = nil
	}
	for _, p := range d.params {
		if p.typ.IsVoid() {
			c.fail(p.pos, "a parameter of type 'void'")
		}
		f.Params = append(f.Params, p.typ)
	}
	return f
}

// parameter evaluates one parameter. Arrays and functions become pointers.
func (c *checker) parameter(n *cc.ParameterDeclaration) *declarator {
	pos := c.pos(n)
	if n.DeclarationSpecifiers == nil {
		c.fail(pos, "a parameter without a type")
	}
	s, base := c.declarationSpecifiers(n.DeclarationSpecifiers, pos)
	if s.hasStorage && !s.is(cc.StorageClassSpecifierRegister) || s.threadLocal {
		c.fail(pos, "a parameter with a storage class")
	}
	d := &declarator{pos: pos}
	if n.Declarator != nil {
		d.typ = c.apply(d, n.Declarator, base)
	} else {
		d.typ = c.abstractDeclarator(d, n.AbstractDeclarator, base)
	}
	d.typ = pointerOf(d.typ)
	c.declareParameter(c.scope, d)
	return d
}

// pointerOf returns the type of a parameter that is declared with type t.
func pointerOf(t *types.Type) *types.Type {
	switch t.Kind {
	case types.KindArray:
		return types.PointerTo(t.Elem)
	case types.KindFunc:
		return types.PointerTo(t)
	}
	return t
}

// declareParameter makes a parameter's object and enters its name, if it has one.
func (c *checker) declareParameter(in *scope, d *declarator) {
	d.obj = &types.Object{Name: d.name, Pos: d.pos, Type: d.typ, Storage: types.Param}
	if d.name == "" {
		return
	}
	if in.names[d.name] != nil {
		c.fail(d.pos, "redefinition of parameter '%s'", d.name)
	}
	in.declare(d.name, &symbol{kind: symObject, pos: d.pos, obj: d.obj})
}
