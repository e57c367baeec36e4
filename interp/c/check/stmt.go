package check

import (
	"slices"
	"strings"

	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"

	"modernc.org/cc/v4"
)

// funcState is the state of the checker within a function's body.
type funcState struct {
	fn         *types.Function
	labels     map[string]trace.Pos
	gotos      []*types.Stmt
	loops      int           // number of loops around the statement
	breakables int           // number of loops and switches around it
	breakTo    *scope        // that of the innermost loop or switch
	continueTo *scope        // that of the innermost loop
	inSwitch   *switchState  // the innermost one, or nil
	funcName   *types.Object // __func__

	addressed   []string      // labels whose addresses are taken
	computed    []*types.Stmt // jumps to addresses
	blockLabels int           // number of labels of blocks so far
}

func newFuncState(f *types.Function) *funcState {
	return &funcState{fn: f, labels: make(map[string]trace.Pos)}
}

// switchState is the state of the switch statement that is being checked.
type switchState struct {
	typ        *types.Type
	cases      []*types.Stmt
	hasDefault bool
}

// checkLabels checks that every goto has its label.
func (c *checker) checkLabels() {
	c.resolveGotos()
	for _, g := range c.fn.gotos {
		if _, ok := c.fn.labels[g.Label]; !ok {
			c.r.Errorf(g.Pos, "label '%s' is not defined in this function", g.Label)
		}
	}
}

// block checks a compound statement in a scope of its own.
func (c *checker) block(n *cc.CompoundStatement) (s *types.Stmt) {
	c.inScope(func() {
		s = c.blockItems(n)
		s.List = c.endScope(s.List)
	})
	return s
}

// blockItems checks the items of a block in the current scope.
func (c *checker) blockItems(n *cc.CompoundStatement) *types.Stmt {
	s := &types.Stmt{Op: types.StmtBlock, Pos: c.pos(n.Token)}
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		s.List = append(s.List, c.blockItem(l.BlockItem)...)
	}
	return s
}

func (c *checker) blockItem(n *cc.BlockItem) []*types.Stmt {
	switch n.Case {
	case cc.BlockItemDecl:
		if declaresFuncName(n.Declaration) {
			return nil
		}
		return c.declaration(n.Declaration)
	case cc.BlockItemStmt:
		return []*types.Stmt{c.statement(n.Statement)}
	case cc.BlockItemFuncDef:
		c.r.Unsupportedf(c.pos(n), "nested functions are not supported")
		c.declareBroken(n.Declarator, &types.Failure{})
	case cc.BlockItemLabel:
		c.labelDeclaration(n.LabelDeclaration)
	}
	return nil
}

// declaresFuncName recognises the declaration of __func__ that the parser puts
// at the start of each body.
func declaresFuncName(n *cc.Declaration) bool {
	return n.Case == cc.DeclarationDecl && n.InitDeclaratorList != nil &&
		n.InitDeclaratorList.InitDeclarator.Declarator.Name() == "__func__"
}

func (c *checker) statement(n *cc.Statement) *types.Stmt {
	switch n.Case {
	case cc.StatementLabeled:
		return c.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		return c.block(n.CompoundStatement)
	case cc.StatementExpr:
		return c.expressionStatement(n.ExpressionStatement)
	case cc.StatementSelection:
		return c.selection(n.SelectionStatement)
	case cc.StatementIteration:
		return c.iteration(n.IterationStatement)
	case cc.StatementJump:
		return c.jump(n.JumpStatement)
	}
	s := &types.Stmt{Op: types.StmtEmpty, Pos: c.pos(n)}
	pos := c.pos(n)
	if why := c.attempt(func() { s = c.asmStatement(n.AsmStatement.Asm, pos) }); why != nil && why.Message != "" {
		info := c.funcInfo[c.fn.fn]
		info.assembly = append(info.assembly, why)
		what := strings.Replace(why.Message, " is not supported", "", 1)
		s = &types.Stmt{Op: types.StmtExpr, Pos: pos, X: &types.Expr{Op: types.OpLibrary, Type: types.Void, Pos: pos, Text: what}}
	}
	return s
}

// substatement checks a statement that is a scope of its own.
func (c *checker) substatement(n *cc.Statement) (s *types.Stmt) {
	c.inScope(func() { s = c.statement(n) })
	return s
}

func (c *checker) expressionStatement(n *cc.ExpressionStatement) *types.Stmt {
	if n.ExpressionList == nil {
		return &types.Stmt{Op: types.StmtEmpty, Pos: c.pos(n.Token)}
	}
	s := &types.Stmt{Op: types.StmtExpr, Pos: c.pos(n.ExpressionList)}
	if s.X = c.effect(n.ExpressionList); s.X == nil {
		s.Op = types.StmtEmpty
	}
	return s
}

// effect checks a full expression whose value is not used. It returns nil if
// that failed.
func (c *checker) effect(n cc.ExpressionNode) (e *types.Expr) {
	if n == nil || !c.try(func() { e = c.discard(c.expr(n)) }) {
		return nil
	}
	return e
}

// discard returns an expression whose value is not used. As in compilers, an lvalue is read only if
// it is volatile or atomic.
func (c *checker) discard(e *types.Expr) *types.Expr {
	if !e.IsLvalue() || e.Type.IsComplete() && (e.Type.Volatile || e.Type.Atomic) {
		return c.rvalue(e)
	}
	switch base, _ := types.Address(e); base.Op {
	case types.OpObj:
		return types.IntConst(0, types.Int)
	case types.OpDeref:
		return cast(base.X, types.Void)
	}
	return cast(c.addressOf(e), types.Void)
}

// test checks a controlling expression. It returns a constant if that failed.
func (c *checker) test(n cc.ExpressionNode) *types.Expr {
	e := types.IntConst(1, types.Int)
	c.try(func() { e = c.condition(c.value(n), c.pos(n)) })
	return e
}

func (c *checker) selection(n *cc.SelectionStatement) (s *types.Stmt) {
	c.inScope(func() {
		s = &types.Stmt{Op: types.StmtIf, Pos: c.pos(n.Token)}
		if n.Case == cc.SelectionStatementSwitch {
			c.switchStatement(s, n)
			return
		}
		s.X = c.test(n.ExpressionList)
		constant := s.X.IsConst()
		s.Then = c.branch(n.Statement, constant && s.X.I == 0)
		if n.Case == cc.SelectionStatementIfElse {
			s.Els = c.branch(n.Statement2, constant && s.X.I != 0)
		}
	})
	return s
}

// branch checks a statement that a condition chooses. Compilers leave out a statement that a constant
// never chooses and that has no label. branch does so, too: what that statement alone uses need not be
// defined.
func (c *checker) branch(n *cc.Statement, never bool) *types.Stmt {
	if !never {
		return c.substatement(n)
	}
	outer, uses := c.held, []func(){}
	c.held = &uses
	s := c.substatement(n)
	c.held = outer
	if !types.AnyStmt(s, (*types.Stmt).IsTarget) {
		return &types.Stmt{Op: types.StmtEmpty, Pos: s.Pos}
	}
	for _, use := range uses {
		use()
	}
	return s
}

func (c *checker) switchStatement(s *types.Stmt, n *cc.SelectionStatement) {
	s.Op, s.X = types.StmtSwitch, types.IntConst(0, types.Int)
	c.try(func() {
		e := c.value(n.ExpressionList)
		if !e.Type.IsInteger() {
			c.fail(c.pos(n.ExpressionList), "the value of a switch is not an integer")
		}
		if e.Type.IsWide() {
			c.unsupported(c.pos(n.ExpressionList), "a switch on 128 bits is not supported: compare its value")
		}
		s.X = promote(e)
	})
	outer := c.fn.inSwitch
	c.fn.inSwitch = &switchState{typ: s.X.Type}
	c.fn.breakables++
	breakTo := c.fn.breakTo
	c.fn.breakTo = c.scope
	s.Then = c.substatement(n.Statement)
	c.fn.breakTo = breakTo
	c.fn.breakables--
	c.distinctCases(c.fn.inSwitch)
	c.fn.inSwitch = outer
}

func (c *checker) labeled(n *cc.LabeledStatement) *types.Stmt {
	s := &types.Stmt{Pos: c.pos(n.Token)}
	switch n.Case {
	case cc.LabeledStatementLabel:
		s = c.labelOf(n)
	case cc.LabeledStatementDefault:
		s.Op = types.StmtDefault
		switch sw := c.fn.inSwitch; {
		case sw == nil:
			c.r.Errorf(s.Pos, "default outside of a switch")
		case sw.hasDefault:
			c.r.Errorf(s.Pos, "more than one default in a switch")
		default:
			sw.hasDefault = true
		}
	default:
		s.Op = types.StmtCase
		c.try(func() { c.caseLabel(s, n) })
	}
	s.Then = c.statement(n.Statement)
	return s
}

// labelOf enters a label and returns it without the statement after it.
func (c *checker) labelOf(n *cc.LabeledStatement) *types.Stmt {
	s := &types.Stmt{Op: types.StmtLabel, Pos: c.pos(n.Token), Label: c.label(n.Token.SrcStr())}
	s.Then = &types.Stmt{Op: types.StmtEmpty, Pos: s.Pos}
	if old, ok := c.fn.labels[s.Label]; ok {
		c.r.Errorf(s.Pos, "redefinition of label '%s', first defined at %s", n.Token.SrcStr(), old)
	}
	c.fn.labels[s.Label] = s.Pos
	return s
}

// caseLabel evaluates the values of a case label, in the type of the switch.
func (c *checker) caseLabel(s *types.Stmt, n *cc.LabeledStatement) {
	sw := c.fn.inSwitch
	if sw == nil {
		c.fail(s.Pos, "case outside of a switch")
	}
	s.Low = cast(c.integerConstant(n.ConstantExpression, "a case label"), sw.typ).I
	s.High = s.Low
	if n.Case == cc.LabeledStatementRange {
		s.High = cast(c.integerConstant(n.ConstantExpression2, "a case label"), sw.typ).I
		if sw.typ.Compare(s.High, s.Low) < 0 {
			c.fail(s.Pos, "an empty range of case labels")
		}
	}
	sw.cases = append(sw.cases, s)
}

// distinctCases checks that no two cases of a switch have a value in common.
func (c *checker) distinctCases(sw *switchState) {
	slices.SortStableFunc(sw.cases, func(a, b *types.Stmt) int { return sw.typ.Compare(a.Low, b.Low) })
	for i, s := range sw.cases {
		if i > 0 && sw.typ.Compare(s.Low, sw.cases[i-1].High) <= 0 {
			c.r.Errorf(s.Pos, "duplicate case value %d", s.Low)
		}
	}
}

func (c *checker) iteration(n *cc.IterationStatement) (s *types.Stmt) {
	c.inScope(func() {
		s = &types.Stmt{Op: types.StmtWhile, Pos: c.pos(n.Token)}
		switch n.Case {
		case cc.IterationStatementWhile:
			s.X = c.test(n.ExpressionList)
			s.Then = c.loopBody(n.Statement)
		case cc.IterationStatementDo:
			s.Op = types.StmtDo
			s.Then = c.loopBody(n.Statement)
			s.X = c.test(n.ExpressionList)
		default:
			c.forStatement(s, n)
			// A variable of the declaration ends with this block, after its cleanup.
			if list := c.endScope([]*types.Stmt{s}); n.Case == cc.IterationStatementForDecl || len(list) > 1 {
				s = &types.Stmt{Op: types.StmtBlock, Pos: s.Pos, List: list}
			}
		}
	})
	return s
}

func (c *checker) loopBody(n *cc.Statement) *types.Stmt {
	c.fn.loops++
	c.fn.breakables++
	breakTo, continueTo := c.fn.breakTo, c.fn.continueTo
	c.fn.breakTo, c.fn.continueTo = c.scope, c.scope
	s := c.substatement(n)
	c.fn.breakTo, c.fn.continueTo = breakTo, continueTo
	c.fn.loops--
	c.fn.breakables--
	return s
}

func (c *checker) forStatement(s *types.Stmt, n *cc.IterationStatement) {
	s.Op = types.StmtFor
	test, post := n.ExpressionList, n.ExpressionList2
	if n.Case == cc.IterationStatementForDecl {
		for l := n.Declaration.DeclarationSpecifiers; l != nil; l = l.DeclarationSpecifiers {
			if l.Case == cc.DeclarationSpecifiersStorage && l.StorageClassSpecifier.Case != cc.StorageClassSpecifierAuto &&
				l.StorageClassSpecifier.Case != cc.StorageClassSpecifierRegister {
				c.fail(c.pos(l), "a declaration of 'for' with a storage class")
			}
		}
		switch list := c.declaration(n.Declaration); len(list) {
		case 0:
		case 1:
			s.Init = list[0]
		default:
			s.Init = &types.Stmt{Op: types.StmtBlock, Pos: s.Pos, List: list}
		}
	} else {
		test, post = n.ExpressionList2, n.ExpressionList3
		if e := c.effect(n.ExpressionList); e != nil {
			s.Init = &types.Stmt{Op: types.StmtExpr, Pos: c.pos(n.ExpressionList), X: e}
		}
	}
	if test != nil {
		s.X = c.test(test)
	}
	s.Post = c.effect(post)
	s.Then = c.loopBody(n.Statement)
}

func (c *checker) jump(n *cc.JumpStatement) *types.Stmt {
	s := &types.Stmt{Pos: c.pos(n.Token)}
	switch n.Case {
	case cc.JumpStatementGoto:
		c.refuseGoto(s.Pos)
		s.Op, s.Label = types.StmtGoto, c.label(n.Token2.SrcStr())
		c.fn.gotos = append(c.fn.gotos, s)
	case cc.JumpStatementGotoExpr:
		c.refuseGoto(s.Pos)
		c.computedGoto(s, n.ExpressionList)
	case cc.JumpStatementContinue:
		s.Op = types.StmtContinue
		if c.fn.loops == 0 {
			c.r.Errorf(s.Pos, "continue outside of a loop")
			return s
		}
		return c.leaving(s, c.fn.continueTo)
	case cc.JumpStatementBreak:
		s.Op = types.StmtBreak
		if c.fn.breakables == 0 {
			c.r.Errorf(s.Pos, "break outside of a loop or switch")
			return s
		}
		return c.leaving(s, c.fn.breakTo)
	case cc.JumpStatementReturn:
		s.Op = types.StmtReturn
		c.try(func() {
			c.returnValue(s, n.ExpressionList)
			s = c.leaving(s, nil)
		})
	}
	return s
}

// refuseGoto reports a jump to a label that might leave the scope of a local with a cleanup.
func (c *checker) refuseGoto(pos trace.Pos) {
	if len(c.leave(nil)) > 0 {
		c.r.Unsupportedf(pos, "goto in the scope of a variable with attribute 'cleanup' is not supported: use break, continue or return")
	}
}

func (c *checker) returnValue(s *types.Stmt, n cc.ExpressionNode) {
	result := c.fn.fn.Type.Elem
	switch {
	case n == nil && !result.IsVoid():
		c.warn(s.Pos, "return without a value in a function that returns '%s'", result)
	case n == nil:
	case result.IsVoid():
		e := c.discard(c.expr(n))
		if !e.Type.IsVoid() {
			c.warn(c.pos(n), "return with a value in a function that returns 'void'")
			e = cast(e, types.Void)
		}
		s.X = e
	default:
		s.X = c.assignTo(result, c.value(n), c.pos(n), "return")
	}
}

// statementExpression checks ({ ... }), whose value is that of its last
// statement.
func (c *checker) statementExpression(n *cc.PrimaryExpression) *types.Expr {
	pos := c.pos(n.Token)
	if c.fn == nil {
		c.fail(pos, "a statement expression outside of a function")
	}
	e := &types.Expr{Op: types.OpStmt, Type: types.Void, Pos: pos, Text: c.text(n)}
	c.inScope(func() {
		e.Body = &types.Stmt{Op: types.StmtBlock, Pos: pos}
		for l := n.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			labels, last := lastExpression(l)
			e.Body.List = append(e.Body.List, lists.Map(labels, c.labelOf)...)
			if last != nil {
				e.Body.Value = c.rvalue(c.expr(last))
				e.Type = e.Body.Value.Type
				c.endValue(e.Body)
				return
			}
			e.Body.List = append(e.Body.List, c.blockItem(l.BlockItem)...)
		}
		e.Body.List = c.endScope(e.Body.List)
	})
	return e
}

// endValue ends the scope of a block that has a value.
func (c *checker) endValue(b *types.Stmt) {
	switch {
	case len(c.scope.cleanups) == 0:
	case b.Value.Type.IsVoid():
		b.List = c.endScope(append(b.List, &types.Stmt{Op: types.StmtExpr, Pos: b.Pos, X: b.Value}))
		b.Value = cast(types.IntConst(0, types.Int), types.Void)
	default:
		value, declared := c.keep(b.Value)
		b.List, b.Value = c.endScope(append(b.List, declared)), value()
	}
}

// lastExpression returns the expression that is the only item of a list, and the labels before it;
// nil if there is no such expression.
func lastExpression(l *cc.BlockItemList) (labels []*cc.LabeledStatement, e cc.ExpressionNode) {
	if l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt {
		return nil, nil
	}
	s := l.BlockItem.Statement
	for s.Case == cc.StatementLabeled && s.LabeledStatement.Case == cc.LabeledStatementLabel {
		labels = append(labels, s.LabeledStatement)
		s = s.LabeledStatement.Statement
	}
	if s.Case != cc.StatementExpr || s.ExpressionStatement.ExpressionList == nil {
		return nil, nil
	}
	return labels, s.ExpressionStatement.ExpressionList
}
