package cat

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"fencepost/trace"
)

type valueKind uint8

const (
	zeroValue valueKind = iota // 0 or {}: the empty set and the empty relation
	setValue
	relValue
	listValue // a set of relations or sets, known when the model is compiled
	tupleValue
	funValue
	primValue
	procValue
)

// A value is the meaning of an expression at compile time.
type value struct {
	kind    valueKind
	node    int32   // set, rel
	list    []value // list, tuple
	pattern []string
	body    *expr // fun
	stmts   []stmt
	env     *env
	prim    func(c *compiler, p trace.Pos, v value) value
}

func (k valueKind) String() string {
	return [...]string{"the empty set", "a set", "a relation", "a set of relations", "a tuple", "a function", "a function", "a procedure"}[k]
}

// An env is a list of bindings, the latest first.
type env struct {
	name string
	v    value
	up   *env
	n    int // number of bindings up to this one
}

// with returns the list with one more binding.
func (e *env) with(name string, v value) *env {
	out := &env{name, v, e, 1}
	if e != nil {
		out.n += e.n
	}
	return out
}

// A compiler unfolds statements into nodes.
type compiler struct {
	nodes
	m       *Model
	include func(name string) ([]byte, error)
	env     *env
	groups  int32
	steps   int // that are left
	depth   int // of nested calls and includes
}

const (
	maxSteps = 200000
	maxCalls = 200
	maxBound = 5000 // bound of names, which are searched linearly
)

// An unboundError says that a name is not defined; try catches it.
type unboundError struct{ *trace.Diagnostic }

// statements compiles a list in the current environment.
func (c *compiler) statements(list []stmt) {
	for i := range list {
		c.step(list[i].pos)
		c.statement(&list[i])
	}
}

// step bounds the work of compiling.
func (c *compiler) step(p trace.Pos) {
	if c.steps--; c.steps < 0 || len(c.list) >= maxNodes || c.env != nil && c.env.n > maxBound {
		failf(p, "the model is too large")
	}
}

func (c *compiler) statement(s *stmt) {
	switch s.kind {
	case letStmt:
		c.env = c.let(c.env, s.binds, s.rec)
	case testStmt:
		c.test(s)
	case includeStmt:
		c.includeFile(s)
	case procedureStmt:
		c.bind(s.name, value{kind: procValue, pattern: s.pattern, stmts: s.body, env: c.env})
	case callStmt:
		f, ok := c.lookup(c.env, s.name)
		if !ok || f.kind != procValue {
			failf(s.pos, "%s is no procedure", s.name)
		}
		arg := c.eval(c.env, s.value)
		old := c.env
		c.env = c.match(f.env, s.pos, f.pattern, arg)
		c.enter(s.pos)
		c.statements(f.stmts)
		c.depth--
		c.env = old
	case withStmt:
		c.with(s)
	case ifStmt:
		if c.cond(c.env, s.cond) {
			c.statements(s.body)
		} else {
			c.statements(s.alt)
		}
	case forallStmt:
		old := c.env
		for _, v := range c.members(s.value.pos, c.eval(c.env, s.value)) {
			c.env = old.with(s.name, v)
			c.statements(s.body)
		}
		c.env = old
	}
}

func (c *compiler) enter(p trace.Pos) {
	if c.depth++; c.depth > maxCalls {
		failf(p, "the recursion does not end")
	}
}

func (c *compiler) bind(name string, v value) { c.env = c.env.with(name, v) }

// includeFile compiles another file in place.
func (c *compiler) includeFile(s *stmt) {
	src, err := c.source(s.name)
	if err != nil {
		failf(s.pos, "include %q: %v", s.name, err)
	}
	c.enter(s.pos)
	c.statements(parse(s.name, string(src)))
	c.depth--
}

func (c *compiler) source(name string) ([]byte, error) {
	if own[name] {
		return library.ReadFile("lib/" + name)
	}
	if c.include != nil {
		src, err := c.include(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return src, err
		}
	}
	for _, dir := range []string{"lib/", "models/"} {
		if src, err := library.ReadFile(dir + name); err == nil {
			return src, nil
		}
	}
	return nil, errors.New("no such file")
}

// test compiles an axiom or a flag. A relation that is known to be empty passes every test.
func (c *compiler) test(s *stmt) {
	v := c.eval(c.env, s.value)
	a := axiom{test: s.test, name: cmp.Or(s.name, fmt.Sprintf("%s:%d", filepath.Base(s.pos.File), s.pos.Line))}
	if v.kind == setValue && s.test.kind == empty {
		a.node = v.node
	} else {
		a.node = c.rel(s.value.pos, v)
	}
	if x := c.list[a.node]; x.op == plusOp && a.kind != empty {
		a.kind, a.node = acyclic, x.a
	}
	always := c.isEmpty(a.node) // an empty node passes every test
	switch {
	case a.flag && (!always || a.raised(true)):
		if len(c.m.flags) == maxFlags {
			failf(s.pos, "more than %d flags", maxFlags)
		}
		c.m.flags = append(c.m.flags, a)
	case !a.flag && (!always || a.negated):
		c.m.axioms = append(c.m.axioms, a)
	}
}

// maxFlags is the number of bits of Checker.Flags.
const maxFlags = 64

// with compiles `with co from ...`: it takes the order from the candidate, where herd
// enumerates orders.
func (c *compiler) with(s *stmt) {
	call := s.value
	if call.kind == applyExpr && call.args[0].kind == nameExpr {
		switch arg := call.args[1]; call.args[0].name {
		case "generate_cos":
			r := c.rel(arg.pos, c.eval(c.env, arg))
			c.bind(s.name, c.order(s, c.base("W", true), r))
			return
		case "generate_orders":
			v := c.eval(c.env, arg)
			if v.kind != tupleValue || len(v.list) != 2 {
				failf(arg.pos, "generate_orders takes a set and a relation")
			}
			c.bind(s.name, c.order(s, c.set(arg.pos, v.list[0]), c.rel(arg.pos, v.list[1])))
			return
		case "linearisations":
			failf(call.pos, "linearisations is not supported: a candidate brings no other order than co")
		}
	}
	list := c.members(call.pos, c.eval(c.env, call))
	if len(list) != 1 {
		failf(call.pos, "%d orders to choose from: only co is enumerated", len(list))
	}
	c.bind(s.name, list[0])
}

// order returns the candidate's co between the events of a set. It must include r.
func (c *compiler) order(s *stmt, set, r int32) value {
	square := c.cart(set, set)
	co := c.inter(c.baseRel("co"), square)
	if co0, _ := c.lookup(c.env, "co0"); r != co0.node { // every co includes co0
		a := axiom{test: test{kind: empty}, name: s.name}
		a.node = c.diff(c.inter(c.inter(r, c.baseRel("loc")), square), co)
		if !c.isEmpty(a.node) {
			c.m.axioms = append(c.m.axioms, a)
		}
	}
	return value{kind: relValue, node: co}
}

func (c *compiler) baseRel(name string) int32 { return c.base(name, false) }

// base returns the node of a base set or relation.
func (c *compiler) base(name string, set bool) int32 {
	slots := &c.m.rels
	if set {
		slots = &c.m.sets
	}
	slot := slices.Index(*slots, name)
	if slot < 0 {
		slot = len(*slots)
		*slots = append(*slots, name)
	}
	n := c.make(key{op: baseOp, set: set, a: int32(slot)})
	c.list[n].name = name
	return n
}

// lookup returns what a name stands for.
func (c *compiler) lookup(e *env, name string) (value, bool) {
	for ; e != nil; e = e.up {
		if e.name == name {
			return e.v, true
		}
	}
	switch {
	case slices.Contains(baseSets, name):
		return value{kind: setValue, node: c.base(name, true)}, true
	case slices.Contains(baseRels, name):
		return value{kind: relValue, node: c.base(name, false)}, true
	}
	prim, ok := prims[name]
	return value{kind: primValue, prim: prim}, ok
}

// prims are the functions that are not defined in cat.
var prims = map[string]func(c *compiler, p trace.Pos, v value) value{
	"domain": func(c *compiler, p trace.Pos, v value) value {
		return value{kind: setValue, node: c.domain(c.rel(p, v))}
	},
	"range": func(c *compiler, p trace.Pos, v value) value {
		return value{kind: setValue, node: c.rangeOf(c.rel(p, v))}
	},
	"fail": func(c *compiler, p trace.Pos, v value) value {
		panic(&unboundError{&trace.Diagnostic{Pos: p, Message: "fail"}})
	},
	// of descriptors of virtual memory, which do not exist here
	"same-oa":               nothing,
	"at-least-one-writable": nothing,
	"different-values":      nothing,
}

func nothing(c *compiler, p trace.Pos, v value) value { return value{} }

// let evaluates equations in e and returns e with their names.
func (c *compiler) let(e *env, binds []bind, rec bool) *env {
	if rec {
		return c.letRec(e, binds)
	}
	out := e
	for i := range binds {
		b := &binds[i]
		v := c.eval(e, b.value)
		if len(b.pattern) == 1 {
			c.name(b.pattern[0], v)
		}
		out = c.match(out, b.pos, b.pattern, v)
	}
	return out
}

// name gives a node its name, unless it has one.
func (c *compiler) name(name string, v value) {
	if (v.kind == setValue || v.kind == relValue) && c.list[v.node].name == "" {
		c.list[v.node].name = name
	}
}

// letRec solves equations: the values are the least relations that satisfy them.
func (c *compiler) letRec(e *env, binds []bind) *env {
	group := c.groups
	c.groups++
	out := e
	for i := range binds {
		b := &binds[i]
		if len(b.pattern) != 1 {
			failf(b.pos, "let rec defines names, not tuples")
		}
		v := value{kind: funValue}
		if b.value.kind == funExpr {
			v.pattern, v.body = b.value.pattern, b.value.args[0]
		} else {
			v = value{kind: relValue, node: c.variable(group)}
		}
		out = out.with(b.pattern[0], v)
	}
	for x := out; x != e; x = x.up {
		if x.v.kind == funValue {
			x.v.env = out
		}
	}
	at := out
	for i := len(binds) - 1; i >= 0; i, at = i-1, at.up {
		b := &binds[i]
		if b.value.kind == funExpr {
			continue
		}
		v := at.v.node
		body := c.rel(b.pos, c.eval(out, b.value))
		if c.notMonotone(body, group, map[int32]bool{}) {
			failf(b.pos, "the definition of %s has itself, or a name defined with it, under a complement or to the right of \\", b.pattern[0])
		}
		c.list[v].body, c.list[v].name = body, b.pattern[0]
		if len(binds) == 1 {
			if rest, ok := c.closure(v, body); ok {
				at.v.node = c.plus(rest)
				c.name(b.pattern[0], at.v)
			}
		}
	}
	return out
}

// closure reports whether the equation v = body only says that v is the
// transitive closure of rest: v = rest | v;v.
func (c *compiler) closure(v, body int32) (rest int32, ok bool) {
	rest = c.empty(false)
	var visit func(n int32)
	visit = func(n int32) {
		switch x := c.list[n]; {
		case x.op == unionOp:
			visit(x.a)
			visit(x.b)
		case x.op == seqOp && x.a == v && x.b == v:
			ok = true
		default:
			rest = c.union(rest, n)
		}
	}
	visit(body)
	return rest, ok && !c.dependsOn(rest, c.list[v].group, map[int32]bool{})
}

// dependsOn reports whether node n is computed from a variable of a group.
func (c *compiler) dependsOn(n, group int32, seen map[int32]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	switch x := c.list[n]; x.op.operands() {
	case 0:
		return x.op == varOp && (x.group == group || x.body >= 0 && c.dependsOn(x.body, group, seen))
	case 1:
		return c.dependsOn(x.a, group, seen)
	default:
		return c.dependsOn(x.a, group, seen) || c.dependsOn(x.b, group, seen)
	}
}

// notMonotone reports whether n is computed from the complement of a variable of
// the group.
func (c *compiler) notMonotone(n, group int32, seen map[int32]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	x := c.list[n]
	switch {
	case x.op == diffOp && c.dependsOn(x.b, group, map[int32]bool{}):
		return true
	case x.op.operands() > 0 && c.notMonotone(x.a, group, seen):
		return true
	}
	return x.op.operands() > 1 && c.notMonotone(x.b, group, seen)
}
