package cfront

// operands calls f for the expressions that e consists of, in the order in
// which their code is generated. The body of a statement expression is not
// among them.
func (e *expr) operands(f func(*expr)) {
	each := func(list ...*expr) {
		for _, x := range list {
			if x != nil {
				f(x)
			}
		}
	}
	if e.op == xAssign || e.op == xAssignOp {
		each(e.y, e.x)
	} else {
		each(e.x, e.y, e.z)
	}
	each(e.args...)
	for i := range e.inits {
		f(e.inits[i].val)
	}
}

// parts calls inStmt for the statements and inExpr for the expressions that s
// consists of, in the order in which their code is generated.
func (s *stmt) parts(inStmt func(*stmt), inExpr func(*expr)) {
	if s.op == sDo {
		inStmt(s.then)
		inExpr(s.x)
		return
	}
	if s.init != nil {
		inStmt(s.init)
	}
	if s.op != sFor && s.op != sWhile && s.x != nil {
		inExpr(s.x)
	}
	for i := range s.inits {
		inExpr(s.inits[i].val)
	}
	for _, t := range s.list {
		inStmt(t)
	}
	if s.value != nil {
		inExpr(s.value)
	}
	if s.then != nil {
		inStmt(s.then)
	}
	if s.els != nil {
		inStmt(s.els)
	}
	if s.post != nil {
		inExpr(s.post)
	}
	if (s.op == sFor || s.op == sWhile) && s.x != nil {
		inExpr(s.x)
	}
}

// anyStmt reports whether f holds for s or a statement within it, those of
// statement expressions included.
func anyStmt(s *stmt, f func(*stmt) bool) bool {
	if f(s) {
		return true
	}
	found := false
	var inExpr func(*expr)
	inStmt := func(t *stmt) { found = found || anyStmt(t, f) }
	inExpr = func(e *expr) {
		if e.body != nil {
			inStmt(e.body)
		}
		if !found {
			e.operands(inExpr)
		}
	}
	s.parts(inStmt, inExpr)
	return found
}

// forInit returns the statements that a for statement starts with. What they
// declare lives until the loop ends.
func (s *stmt) forInit() []*stmt {
	switch {
	case s.init == nil:
		return nil
	case s.init.op == sBlock:
		return s.init.list
	}
	return []*stmt{s.init}
}
