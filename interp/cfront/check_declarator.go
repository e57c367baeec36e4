package cfront

import (
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// A declarator is a name and the type that it is declared with.
type declarator struct {
	name    string
	pos     trace.Pos
	typ     *ctype
	params  []*declarator // of the function that is declared, if it is one
	scope   *scope        // of its parameters' declarations
	obj     *object       // of a parameter
	inParam bool          // arrays may have lengths that are no constants: they become pointers
	varies  bool          // such a length has been seen
}

// declarator evaluates a declarator of a thing whose specifiers say base.
func (c *checker) declarator(n *cc.Declarator, base *ctype) *declarator {
	d := &declarator{}
	d.typ = c.apply(d, n, base)
	return d
}

func (c *checker) apply(d *declarator, n *cc.Declarator, t *ctype) *ctype {
	return c.directDeclarator(d, n.DirectDeclarator, c.pointers(d, n.Pointer, t))
}

func (c *checker) pointers(d *declarator, n *cc.Pointer, t *ctype) *ctype {
	for ; n != nil; n = n.Pointer {
		if n.Case == cc.PointerBlock {
			c.unsupported(c.pos(n.Token), "blocks are not supported")
		}
		c.notVarying(d, c.pos(n.Token))
		t = pointerTo(t)
		for l := n.TypeQualifiers; l != nil; l = l.TypeQualifiers {
			if l.TypeQualifier != nil {
				t = t.qualified(qualifierOf(l.TypeQualifier))
			}
		}
	}
	return t
}

func (c *checker) directDeclarator(d *declarator, n *cc.DirectDeclarator, t *ctype) *ctype {
	switch n.Case {
	case cc.DirectDeclaratorIdent:
		d.name, d.pos = n.Token.SrcStr(), c.pos(n.Token)
		return t
	case cc.DirectDeclaratorDecl:
		return c.apply(d, n.Declarator, t)
	case cc.DirectDeclaratorFuncParam:
		return c.directDeclarator(d, n.DirectDeclarator, c.function(d, n.ParameterTypeList, t, c.pos(n.Token)))
	case cc.DirectDeclaratorFuncIdent:
		if n.IdentifierList != nil {
			c.unsupported(c.pos(n.Token), "functions without parameter types are not supported")
		}
		return c.directDeclarator(d, n.DirectDeclarator, c.function(d, nil, t, c.pos(n.Token)))
	case cc.DirectDeclaratorStar:
		return c.directDeclarator(d, n.DirectDeclarator, c.array(d, nil, t, c.pos(n.Token)))
	}
	return c.directDeclarator(d, n.DirectDeclarator, c.array(d, n.AssignmentExpression, t, c.pos(n.Token)))
}

func (c *checker) abstractDeclarator(d *declarator, n *cc.AbstractDeclarator, t *ctype) *ctype {
	if n == nil {
		return t
	}
	return c.directAbstractDeclarator(d, n.DirectAbstractDeclarator, c.pointers(d, n.Pointer, t))
}

func (c *checker) directAbstractDeclarator(d *declarator, n *cc.DirectAbstractDeclarator, t *ctype) *ctype {
	if n == nil {
		return t
	}
	switch n.Case {
	case cc.DirectAbstractDeclaratorDecl:
		return c.abstractDeclarator(d, n.AbstractDeclarator, t)
	case cc.DirectAbstractDeclaratorFunc:
		return c.directAbstractDeclarator(d, n.DirectAbstractDeclarator, c.function(d, n.ParameterTypeList, t, c.pos(n.Token)))
	}
	return c.directAbstractDeclarator(d, n.DirectAbstractDeclarator, c.array(d, n.AssignmentExpression, t, c.pos(n.Token)))
}

const variableLength = "arrays of variable length are not supported"

// notVarying checks that what is to be an element or the target of a pointer is
// no array of variable length.
func (c *checker) notVarying(d *declarator, pos trace.Pos) {
	if d.varies {
		c.unsupported(pos, variableLength)
	}
}

// array returns the type of an array of t. The length is nil in [].
func (c *checker) array(d *declarator, length cc.ExpressionNode, t *ctype, pos trace.Pos) *ctype {
	if t.kind == kFunc {
		c.fail(pos, "an array of functions")
	}
	c.notVarying(d, pos)
	c.requireComplete(t, pos)
	if length == nil {
		return arrayOf(t, -1)
	}
	var e *expr
	inParam := func() { e = c.value(length) }
	if d.inParam {
		c.notEvaluated(inParam)
	} else {
		inParam()
	}
	switch {
	case !e.typ.isInteger():
		c.fail(pos, "the length of an array is not an integer")
	case !e.isConst() && d.inParam:
		d.varies = true
		return arrayOf(t, -1)
	case !e.isConst():
		c.unsupported(pos, variableLength)
	case e.typ.signed && e.i < 0:
		c.fail(pos, "the length of an array is negative")
	case uint64(e.i) > uint64(maxObject/max(t.size, 1)):
		c.fail(pos, "the array is too large")
	}
	return arrayOf(t, e.i)
}

// function returns the type of a function that returns t.
func (c *checker) function(d *declarator, list *cc.ParameterTypeList, t *ctype, pos trace.Pos) *ctype {
	if t.kind == kFunc || t.kind == kArray {
		c.fail(pos, "a function that returns a function or an array")
	}
	f := &ctype{kind: kFunc, size: -1, align: 1, elem: t.unqualified(), noProto: list == nil}
	d.params = nil
	outer := c.scope
	c.scope = newScope(outer)
	d.scope = c.scope
	if list != nil {
		f.variadic = list.Case == cc.ParameterTypeListVar
		for l := list.ParameterList; l != nil; l = l.ParameterList {
			d.params = append(d.params, c.parameter(l.ParameterDeclaration))
		}
	}
	c.scope = outer
	if len(d.params) == 1 && d.params[0].name == "" && d.params[0].typ.isVoid() && !f.variadic {
		d.params = nil
	}
	for _, p := range d.params {
		if p.typ.isVoid() {
			c.fail(p.pos, "a parameter of type 'void'")
		}
		f.params = append(f.params, p.typ)
	}
	return f
}

// parameter evaluates one parameter. Arrays and functions become pointers.
func (c *checker) parameter(n *cc.ParameterDeclaration) *declarator {
	pos := c.pos(n)
	s, base := c.declarationSpecifiers(n.DeclarationSpecifiers, pos)
	if s.hasStorage && !s.is(cc.StorageClassSpecifierRegister) || s.threadLocal {
		c.fail(pos, "a parameter with a storage class")
	}
	d := &declarator{pos: pos, inParam: true}
	if n.Declarator != nil {
		d.typ = c.apply(d, n.Declarator, base)
	} else {
		d.typ = c.abstractDeclarator(d, n.AbstractDeclarator, base)
	}
	switch d.typ.kind {
	case kArray:
		d.typ = pointerTo(d.typ.elem)
	case kFunc:
		d.typ = pointerTo(d.typ)
	}
	d.obj = &object{name: d.name, pos: d.pos, typ: d.typ, storage: param}
	if d.name != "" {
		if c.scope.names[d.name] != nil {
			c.fail(d.pos, "redefinition of parameter '%s'", d.name)
		}
		c.scope.declare(d.name, &symbol{kind: symObject, pos: d.pos, obj: d.obj})
	}
	return d
}
