package cfront

import (
	"cmp"
	"slices"

	"fencepost/trace"

	"modernc.org/cc/v4"
)

// funcState is what the checker knows within a function's body.
type funcState struct {
	fn         *function
	labels     map[string]trace.Pos
	gotos      []*stmt
	loops      int          // how many loops the statement is in
	breakables int          // how many loops and switches
	inSwitch   *switchState // the innermost one, or nil
	funcName   *object      // __func__
}

func newFuncState(f *function) *funcState {
	return &funcState{fn: f, labels: make(map[string]trace.Pos)}
}

// switchState is what is known of the switch statement that is being checked.
type switchState struct {
	typ        *ctype
	cases      []*stmt
	hasDefault bool
}

// checkLabels checks that every goto has its label.
func (c *checker) checkLabels() {
	for _, g := range c.fn.gotos {
		if _, ok := c.fn.labels[g.label]; !ok {
			c.r.errorf(g.pos, "label '%s' is not defined in this function", g.label)
		}
	}
}

// block checks a compound statement in a scope of its own.
func (c *checker) block(n *cc.CompoundStatement) (s *stmt) {
	c.inScope(func() { s = c.blockItems(n) })
	return s
}

// blockItems checks the items of a block in the current scope.
func (c *checker) blockItems(n *cc.CompoundStatement) *stmt {
	s := &stmt{op: sBlock, pos: c.pos(n.Token)}
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		s.list = append(s.list, c.blockItem(l.BlockItem)...)
	}
	return s
}

func (c *checker) blockItem(n *cc.BlockItem) []*stmt {
	switch n.Case {
	case cc.BlockItemDecl:
		if declaresFuncName(n.Declaration) {
			return nil
		}
		return c.declaration(n.Declaration)
	case cc.BlockItemStmt:
		return []*stmt{c.statement(n.Statement)}
	case cc.BlockItemFuncDef:
		c.r.unsupportedf(c.pos(n), "nested functions are not supported")
		c.declareBroken(n.Declarator, &failure{})
	case cc.BlockItemLabel:
		c.r.unsupportedf(c.pos(n), "local labels are not supported")
	}
	return nil
}

// declaresFuncName recognises the declaration of __func__ that the parser puts
// at the start of each body.
func declaresFuncName(n *cc.Declaration) bool {
	return n.Case == cc.DeclarationDecl && n.InitDeclaratorList != nil &&
		n.InitDeclaratorList.InitDeclarator.Declarator.Name() == "__func__"
}

func (c *checker) statement(n *cc.Statement) *stmt {
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
	if !isCompilerBarrier(n.AsmStatement.Asm) {
		c.r.unsupportedf(c.pos(n), "inline assembly is not supported")
	}
	return &stmt{op: sEmpty, pos: c.pos(n)}
}

// isCompilerBarrier recognises inline assembly without instructions and
// operands: it can only keep a compiler from moving accesses, which is not done
// here.
func isCompilerBarrier(n *cc.Asm) bool {
	template, _, err := parseString(n.Token3.SrcStr())
	if err != nil || len(template) > 0 {
		return false
	}
	for args := n.AsmArgList; args != nil; args = args.AsmArgList {
		for l := args.AsmExpressionList; l != nil; l = l.AsmExpressionList {
			if clobber, ok := l.AssignmentExpression.(*cc.PrimaryExpression); !ok || clobber.Case != cc.PrimaryExpressionString {
				return false
			}
		}
	}
	for q := n.AsmQualifierList; q != nil; q = q.AsmQualifierList {
		if q.AsmQualifier.Case == cc.AsmQualifierGoto {
			return false
		}
	}
	return true
}

// substatement checks a statement that is a scope of its own.
func (c *checker) substatement(n *cc.Statement) (s *stmt) {
	c.inScope(func() { s = c.statement(n) })
	return s
}

func (c *checker) expressionStatement(n *cc.ExpressionStatement) *stmt {
	if n.ExpressionList == nil {
		return &stmt{op: sEmpty, pos: c.pos(n.Token)}
	}
	s := &stmt{op: sExpr, pos: c.pos(n.ExpressionList)}
	if s.x = c.effect(n.ExpressionList); s.x == nil {
		s.op = sEmpty
	}
	return s
}

// effect checks a full expression whose value is not used. It returns nil if
// that failed.
func (c *checker) effect(n cc.ExpressionNode) (e *expr) {
	if n == nil || !c.try(func() { e = c.discard(c.expr(n)) }) {
		return nil
	}
	return e
}

// discard makes a value of what is not used. As compilers do, it reads an
// lvalue only if that is volatile or atomic.
func (c *checker) discard(e *expr) *expr {
	if !e.isLvalue() || e.typ.isComplete() && (e.typ.volatile || e.typ.atomic) {
		return c.rvalue(e)
	}
	switch base, _ := address(e); base.op {
	case xObj:
		return intConst(0, tInt)
	case xDeref:
		return cast(base.x, tVoid)
	}
	return cast(c.addressOf(e), tVoid)
}

// test checks a controlling expression. It returns a constant if that failed.
func (c *checker) test(n cc.ExpressionNode) *expr {
	e := intConst(1, tInt)
	c.try(func() { e = c.condition(c.value(n), c.pos(n)) })
	return e
}

func (c *checker) selection(n *cc.SelectionStatement) (s *stmt) {
	c.inScope(func() {
		s = &stmt{op: sIf, pos: c.pos(n.Token)}
		if n.Case == cc.SelectionStatementSwitch {
			c.switchStatement(s, n)
			return
		}
		s.x = c.test(n.ExpressionList)
		s.then = c.substatement(n.Statement)
		if n.Case == cc.SelectionStatementIfElse {
			s.els = c.substatement(n.Statement2)
		}
	})
	return s
}

func (c *checker) switchStatement(s *stmt, n *cc.SelectionStatement) {
	s.op, s.x = sSwitch, intConst(0, tInt)
	c.try(func() {
		e := c.value(n.ExpressionList)
		if !e.typ.isInteger() {
			c.fail(c.pos(n.ExpressionList), "the value of a switch is not an integer")
		}
		s.x = promote(e)
	})
	outer := c.fn.inSwitch
	c.fn.inSwitch = &switchState{typ: s.x.typ}
	c.fn.breakables++
	s.then = c.substatement(n.Statement)
	c.fn.breakables--
	c.distinctCases(c.fn.inSwitch)
	c.fn.inSwitch = outer
}

func (c *checker) labeled(n *cc.LabeledStatement) *stmt {
	s := &stmt{pos: c.pos(n.Token)}
	switch n.Case {
	case cc.LabeledStatementLabel:
		s.op, s.label = sLabel, n.Token.SrcStr()
		if old, ok := c.fn.labels[s.label]; ok {
			c.r.errorf(s.pos, "redefinition of label '%s', first defined at %s", s.label, old)
		}
		c.fn.labels[s.label] = s.pos
	case cc.LabeledStatementDefault:
		s.op = sDefault
		switch sw := c.fn.inSwitch; {
		case sw == nil:
			c.r.errorf(s.pos, "default outside of a switch")
		case sw.hasDefault:
			c.r.errorf(s.pos, "more than one default in a switch")
		default:
			sw.hasDefault = true
		}
	default:
		s.op = sCase
		c.try(func() { c.caseLabel(s, n) })
	}
	s.then = c.statement(n.Statement)
	return s
}

// caseLabel evaluates the values of a case label, in the type of the switch.
func (c *checker) caseLabel(s *stmt, n *cc.LabeledStatement) {
	sw := c.fn.inSwitch
	if sw == nil {
		c.fail(s.pos, "case outside of a switch")
	}
	s.low = cast(c.integerConstant(n.ConstantExpression, "a case label"), sw.typ).i
	s.high = s.low
	if n.Case == cc.LabeledStatementRange {
		s.high = cast(c.integerConstant(n.ConstantExpression2, "a case label"), sw.typ).i
		if foldComparison(xLt, s.high, s.low, sw.typ) {
			c.fail(s.pos, "an empty range of case labels")
		}
	}
	sw.cases = append(sw.cases, s)
}

// distinctCases checks that no two cases of a switch have a value in common.
func (c *checker) distinctCases(sw *switchState) {
	slices.SortStableFunc(sw.cases, func(a, b *stmt) int {
		if sw.typ.signed {
			return cmp.Compare(a.low, b.low)
		}
		return cmp.Compare(uint64(a.low), uint64(b.low))
	})
	for i, s := range sw.cases {
		if i > 0 && foldComparison(xLe, s.low, sw.cases[i-1].high, sw.typ) {
			c.r.errorf(s.pos, "duplicate case value %d", s.low)
		}
	}
}

func (c *checker) iteration(n *cc.IterationStatement) (s *stmt) {
	c.inScope(func() {
		s = &stmt{op: sWhile, pos: c.pos(n.Token)}
		switch n.Case {
		case cc.IterationStatementWhile:
			s.x = c.test(n.ExpressionList)
			s.then = c.loopBody(n.Statement)
		case cc.IterationStatementDo:
			s.op = sDo
			s.then = c.loopBody(n.Statement)
			s.x = c.test(n.ExpressionList)
		default:
			c.forStatement(s, n)
		}
	})
	return s
}

func (c *checker) loopBody(n *cc.Statement) *stmt {
	c.fn.loops++
	c.fn.breakables++
	s := c.substatement(n)
	c.fn.loops--
	c.fn.breakables--
	return s
}

func (c *checker) forStatement(s *stmt, n *cc.IterationStatement) {
	s.op = sFor
	test, post := n.ExpressionList, n.ExpressionList2
	if n.Case == cc.IterationStatementForDecl {
		switch list := c.declaration(n.Declaration); len(list) {
		case 0:
		case 1:
			s.init = list[0]
		default:
			s.init = &stmt{op: sBlock, pos: s.pos, list: list}
		}
	} else {
		test, post = n.ExpressionList2, n.ExpressionList3
		if e := c.effect(n.ExpressionList); e != nil {
			s.init = &stmt{op: sExpr, pos: c.pos(n.ExpressionList), x: e}
		}
	}
	if test != nil {
		s.x = c.test(test)
	}
	s.post = c.effect(post)
	s.then = c.loopBody(n.Statement)
}

func (c *checker) jump(n *cc.JumpStatement) *stmt {
	s := &stmt{pos: c.pos(n.Token)}
	switch n.Case {
	case cc.JumpStatementGoto:
		s.op, s.label = sGoto, n.Token2.SrcStr()
		c.fn.gotos = append(c.fn.gotos, s)
	case cc.JumpStatementGotoExpr:
		c.r.unsupportedf(s.pos, "computed goto is not supported")
	case cc.JumpStatementContinue:
		s.op = sContinue
		if c.fn.loops == 0 {
			c.r.errorf(s.pos, "continue outside of a loop")
		}
	case cc.JumpStatementBreak:
		s.op = sBreak
		if c.fn.breakables == 0 {
			c.r.errorf(s.pos, "break outside of a loop or switch")
		}
	case cc.JumpStatementReturn:
		s.op = sReturn
		c.try(func() { c.returnValue(s, n.ExpressionList) })
	}
	return s
}

func (c *checker) returnValue(s *stmt, n cc.ExpressionNode) {
	result := c.fn.fn.typ.elem
	switch {
	case n == nil && !result.isVoid():
		c.fail(s.pos, "return without a value in a function that returns '%s'", result)
	case n == nil:
	case result.isVoid():
		e := c.discard(c.expr(n))
		if !e.typ.isVoid() {
			c.fail(c.pos(n), "return with a value in a function that returns 'void'")
		}
		s.x = e
	default:
		s.x = c.assignTo(result, c.value(n), c.pos(n), "return")
	}
}

// statementExpression checks ({ ... }), whose value is that of its last
// statement.
func (c *checker) statementExpression(n *cc.PrimaryExpression) *expr {
	pos := c.pos(n.Token)
	if c.fn == nil {
		c.fail(pos, "a statement expression outside of a function")
	}
	e := &expr{op: xStmt, typ: tVoid, pos: pos, text: c.text(n)}
	c.inScope(func() {
		e.body = &stmt{op: sBlock, pos: pos}
		for l := n.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			if last := lastExpression(l); last != nil {
				e.body.value = c.rvalue(c.expr(last))
				e.typ = e.body.value.typ
				return
			}
			e.body.list = append(e.body.list, c.blockItem(l.BlockItem)...)
		}
	})
	return e
}

// lastExpression returns the expression that a list of block items consists
// of, or nil.
func lastExpression(l *cc.BlockItemList) cc.ExpressionNode {
	if n := l.BlockItem; l.BlockItemList == nil && n.Case == cc.BlockItemStmt && n.Statement.Case == cc.StatementExpr {
		return n.Statement.ExpressionStatement.ExpressionList
	}
	return nil
}
