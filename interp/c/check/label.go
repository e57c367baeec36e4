package check

import (
	"fmt"
	"slices"

	"fencepost/interp/c/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// GNU C's labels: addresses of labels, jumps to an address, and labels of a block. An address is a
// number within the function, from 1. A jump to an address is a switch over all labels whose
// addresses the function takes.

// labelDeclaration declares labels of the current block.
func (c *checker) labelDeclaration(n *cc.LabelDeclaration) {
	for l := n.IdentifierList; l != nil; l = l.IdentifierList {
		name := l.Token.SrcStr()
		if l.Token2.SrcStr() != "" {
			name = l.Token2.SrcStr()
		}
		if c.scope.labels == nil {
			c.scope.labels = make(map[string]string)
		}
		c.fn.blockLabels++
		c.scope.labels[name] = fmt.Sprintf("%s#%d", name, c.fn.blockLabels)
	}
}

// label returns the unique name in the function of a label with a name in the current scope.
func (c *checker) label(name string) string {
	for s := c.scope; s != nil; s = s.outer {
		if own, ok := s.labels[name]; ok {
			return own
		}
	}
	return name
}

// labelAddress returns &&name.
func (c *checker) labelAddress(name string, pos trace.Pos) *types.Expr {
	if c.fn == nil {
		c.fail(pos, "the address of a label outside of a function")
	}
	name = c.label(name)
	i := slices.Index(c.fn.addressed, name)
	if i < 0 {
		i = len(c.fn.addressed)
		c.fn.addressed = append(c.fn.addressed, name)
	}
	e := types.IntConst(int64(i)+1, types.VoidPtr)
	e.Pos, e.Text = pos, "&&"+name
	return e
}

// computedGoto checks goto *e. resolveGotos adds its cases.
func (c *checker) computedGoto(s *types.Stmt, n cc.ExpressionNode) {
	s.Op, s.X, s.Then = types.StmtSwitch, types.IntConst(0, types.Long), &types.Stmt{Op: types.StmtBlock, Pos: s.Pos}
	c.try(func() {
		e := c.value(n)
		if e.Type.Kind != types.KindPtr {
			c.fail(c.pos(n), "a jump to a value of type '%s'", e.Type)
		}
		s.X = cast(e, types.Long)
	})
	c.fn.computed = append(c.fn.computed, s)
}

// resolveGotos adds to the function's computed gotos a case for every label whose address is taken.
func (c *checker) resolveGotos() {
	for _, s := range c.fn.computed {
		for i, name := range c.fn.addressed {
			to := &types.Stmt{Op: types.StmtGoto, Pos: s.Pos, Label: name}
			c.fn.gotos = append(c.fn.gotos, to)
			s.Then.List = append(s.Then.List, &types.Stmt{Op: types.StmtCase, Pos: s.Pos, Low: int64(i) + 1, High: int64(i) + 1, Then: to})
		}
		wild := &types.Expr{Op: types.OpLibrary, Type: types.Void, Pos: s.Pos, Text: "goto *", Lib: "__builtin_unreachable"}
		s.Then.List = append(s.Then.List, &types.Stmt{Op: types.StmtDefault, Pos: s.Pos,
			Then: &types.Stmt{Op: types.StmtExpr, Pos: s.Pos, X: wild}})
	}
}
