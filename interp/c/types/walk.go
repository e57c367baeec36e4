package types

// Operands calls f for the operands of e, in the order in which their code is generated. The body of
// a statement expression is not among them.
func (e *Expr) Operands(f func(*Expr)) {
	each := func(list ...*Expr) {
		for _, x := range list {
			if x != nil {
				f(x)
			}
		}
	}
	if e.Op == OpAssign || e.Op == OpAssignOp {
		each(e.Y, e.X)
	} else {
		each(e.X, e.Y, e.Z)
	}
	each(e.Args...)
	for i := range e.Inits {
		f(e.Inits[i].Val)
	}
}

// Parts calls inStmt for the statements and inExpr for the expressions that are direct parts of s, in
// the order in which their code is generated.
func (s *Stmt) Parts(inStmt func(*Stmt), inExpr func(*Expr)) {
	if s.Op == StmtDo {
		inStmt(s.Then)
		inExpr(s.X)
		return
	}
	if s.Init != nil {
		inStmt(s.Init)
	}
	if s.Op != StmtFor && s.Op != StmtWhile && s.X != nil {
		inExpr(s.X)
	}
	for i := range s.Inits {
		inExpr(s.Inits[i].Val)
	}
	for _, t := range s.List {
		inStmt(t)
	}
	if s.Value != nil {
		inExpr(s.Value)
	}
	if s.Then != nil {
		inStmt(s.Then)
	}
	if s.Els != nil {
		inStmt(s.Els)
	}
	if s.Post != nil {
		inExpr(s.Post)
	}
	if (s.Op == StmtFor || s.Op == StmtWhile) && s.X != nil {
		inExpr(s.X)
	}
}

// IsTarget reports whether s may be jumped to from outside the statements around it.
func (s *Stmt) IsTarget() bool {
	return s.Op == StmtCase || s.Op == StmtDefault || s.Op == StmtLabel
}

// AnyStmt reports whether f holds for s or a statement within it, also within statement expressions.
func AnyStmt(s *Stmt, f func(*Stmt) bool) bool {
	if f(s) {
		return true
	}
	found := false
	var inExpr func(*Expr)
	inStmt := func(t *Stmt) { found = found || AnyStmt(t, f) }
	inExpr = func(e *Expr) {
		if e.Body != nil {
			inStmt(e.Body)
		}
		if !found {
			e.Operands(inExpr)
		}
	}
	s.Parts(inStmt, inExpr)
	return found
}

// ForInit returns the first statements of a for statement. Their declarations live until the loop
// ends.
func (s *Stmt) ForInit() []*Stmt {
	switch {
	case s.Init == nil:
		return nil
	case s.Init.Op == StmtBlock:
		return s.Init.List
	}
	return []*Stmt{s.Init}
}
