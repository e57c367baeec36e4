package cat

import "fencepost/trace"

// The syntax tree of a model.

type exprKind uint8

const (
	emptyExpr    exprKind = iota // 0
	universeExpr                 // _
	nameExpr                     // name
	tagExpr                      // 'name
	applyExpr                    // args[0] args[1]
	tupleExpr                    // (args...)
	setExpr                      // {args...}
	identityExpr                 // [args[0]]
	infixExpr                    // args[0] op args[1]; op: | ++ ; \ & *
	prefixExpr                   // op args[0]; op: ~
	postfixExpr                  // args[0] op; op: + * ? ^-1
	letExpr                      // let binds in args[0]
	funExpr                      // fun pattern -> args[0]
	tryExpr                      // try args[0] with args[1]
	ifExpr                       // if cond then args[0] else args[1]
	matchExpr                    // match args[0] with {} -> args[1] || pattern[0] ++ pattern[1] -> args[2]
)

// An expr is an expression.
type expr struct {
	kind    exprKind
	pos     trace.Pos
	name    string // the name, the tag or the operator
	args    []*expr
	binds   []bind
	rec     bool
	pattern []string // names, "_" for any
	cond    *cond
}

// A bind is one equation of a let: pattern = value.
type bind struct {
	pos     trace.Pos
	pattern []string // one name, or those of a tuple
	value   *expr
}

type condKind uint8

const (
	variantCond condKind = iota // "name"
	notCond                     // not args[0]
	andCond                     // args[0] && args[1]
	orCond                      // args[0] || args[1]
	equalCond                   // exprs[0] = exprs[1]
	subsetCond                  // exprs[0] subset exprs[1]
)

// A cond is the condition of an if.
type cond struct {
	kind  condKind
	pos   trace.Pos
	name  string
	args  []*cond
	exprs []*expr
}

type stmtKind uint8

const (
	letStmt stmtKind = iota
	testStmt
	includeStmt
	procedureStmt
	callStmt
	withStmt
	ifStmt
	forallStmt
)

// A stmt is a statement.
type stmt struct {
	kind      stmtKind
	pos       trace.Pos
	binds     []bind // let
	rec       bool
	name      string // name of the test, procedure or variable; or the file
	test      test
	value     *expr // the tested expression, the argument or the source
	pattern   []string
	body, alt []stmt
	cond      *cond
}

// A test is the condition that an axiom puts on a relation or set, and the consequence if
// it does not hold.
type test struct {
	kind    testKind
	negated bool
	flag    bool // it only raises a flag: if the test holds, or with undef if it does not
	undef   bool // undefined_unless
}

type testKind uint8

const (
	acyclic testKind = iota
	irreflexive
	empty
)
