package rewrite

import (
	"strings"

	"fencepost/interp/c/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// orderName and gnuName are the names of a memory order.
func orderName(o trace.Order) string { return "memory_order_" + o.String() }
func gnuName(o trace.Order) string   { return "__ATOMIC_" + strings.ToUpper(o.String()) }

// isOrder reports whether a word is the name of a memory order.
func isOrder(word string) bool {
	return strings.HasPrefix(word, "memory_order_") || strings.HasPrefix(word, "__ATOMIC_")
}

// spellLike returns the name of a memory order in the spelling of another.
func spellLike(other, name string) string {
	_, bare, c11 := strings.Cut(name, "memory_order_")
	switch {
	case c11 && strings.HasPrefix(other, "__ATOMIC_"):
		return "__ATOMIC_" + strings.ToUpper(bare)
	case !c11 && strings.HasPrefix(other, "memory_order_"):
		return "memory_order_" + strings.ToLower(strings.TrimPrefix(name, "__ATOMIC_"))
	}
	return name
}

// orderWays returns the ways to give an atomic operation other orders: the order of success, and of
// failure if it can fail. An order that does not change keeps its spelling. In a program of the Linux
// kernel its words come first.
func (a *access) orderWays(was, now orders, kernel bool) []way {
	if a.expr == nil || a.list == nil {
		return nil
	}
	var edits, words []edit
	switch a.expr.Op {
	case types.OpAtomic:
		if call, ok := a.list.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
			edits = a.reorderCall(call, was, now)
		}
	case types.OpRead:
		call, order := genericCall("load", a.expr.Type, now.order)
		edits = a.explicitly(call, a.spans[a.list], ", "+order+")")
		if name := kernelLoads[now.order]; kernel && name != "" {
			words = a.explicitly(name, a.spans[a.list], ")")
		}
	case types.OpAssign:
		call, order := genericCall("store", a.expr.X.Type, now.order)
		edits = a.reorderAssignment(call, ", "+order+")")
		if name := kernelStores[now.order]; kernel && name != "" {
			words = a.reorderAssignment(name, ")")
		}
	case types.OpAssignOp, types.OpPreInc, types.OpPostInc:
		edits = a.reorderUpdate(now.order)
	}
	if edits == nil {
		return nil
	}
	if words != nil {
		return []way{{edits: words}, {edits: edits}}
	}
	return []way{{edits: edits}}
}

// orders are the memory orders of an operation. fail is Plain if it cannot fail.
type orders struct{ order, fail trace.Order }

// reorderCall gives a call other orders: by changed arguments, or by further arguments of the
// explicit form of the operation.
func (a *access) reorderCall(call *cc.PostfixExpression, was, now orders) []edit {
	callee, ok := a.spans[call.PostfixExpression]
	if !ok || callee.first != callee.last {
		return nil
	}
	name := a.tokens[callee.first].text
	args := arguments(call)
	last := a.spans[call].last
	old, list := []trace.Order{was.order}, []trace.Order{now.order}
	if now.fail != trace.Plain {
		old, list = append(old, was.fail), append(list, now.fail)
	}
	gnu := strings.HasPrefix(name, "__atomic_")
	switch {
	case gnu, strings.HasSuffix(name, "_explicit"), name == "atomic_thread_fence":
	case strings.HasPrefix(name, "__sync_"):
		form, more := gnuForm(name)
		if form == "" {
			return nil
		}
		return []edit{{span: callee, where: instead, text: form}, {span: span{last, last}, where: before, text: more + gnuName(now.order)}}
	case strings.HasPrefix(name, "atomic_"):
		text := ""
		for _, o := range list {
			text += ", " + orderName(o)
		}
		return []edit{{span: callee, where: after, text: "_explicit"}, {span: span{last, last}, where: before, text: text}}
	default:
		return nil
	}
	if len(args) < len(list) {
		return nil
	}
	var edits []edit
	for k, arg := range args[len(args)-len(list):] {
		if list[k] == old[k] {
			continue
		}
		text := orderName(list[k])
		if gnu {
			text = gnuName(list[k])
		}
		edits = append(edits, edit{span: a.spans[arg], where: instead, text: text, order: true})
	}
	return edits
}

// gnuForm returns the form with a memory order of an operation of the __sync family, and the text
// before the order.
func gnuForm(name string) (form, more string) {
	name = strings.TrimPrefix(name, "__sync_")
	switch {
	case name == "synchronize":
		return "__atomic_thread_fence", ""
	case name == "lock_test_and_set":
		return "__atomic_exchange_n", ", "
	case name == "lock_release":
		return "__atomic_store_n", ", 0, "
	case strings.HasPrefix(name, "fetch_and_"):
		return "__atomic_fetch_" + strings.TrimPrefix(name, "fetch_and_"), ", "
	case strings.HasSuffix(name, "_and_fetch"):
		return "__atomic_" + strings.TrimSuffix(name, "_and_fetch") + "_fetch", ", "
	}
	return "", ""
}

// explicitly makes an object, or for READ_ONCE and WRITE_ONCE its expression, the first argument of a
// call.
func (a *access) explicitly(function string, object span, rest string) []edit {
	if strings.HasSuffix(function, "_ONCE") {
		return []edit{{span: object, where: before, text: function + "("}, {span: object, where: after, text: rest}}
	}
	if object.first < object.last && a.tokens[object.first].text == "*" {
		return []edit{{span: span{object.first, object.first}, where: instead, text: function + "("}, {span: object, where: after, text: rest}}
	}
	open, shut := "(&", ""
	if object.first != object.last && a.tokens[object.first].text != "(" {
		open, shut = "(&(", ")"
	}
	return []edit{{span: object, where: before, text: function + open}, {span: object, where: after, text: shut + rest}}
}

// reorderAssignment replaces x = y by the call of an atomic store, which ends in rest.
func (a *access) reorderAssignment(call, rest string) []edit {
	n, ok := a.list.(*cc.AssignmentExpression)
	if !ok || a.used() {
		return nil
	}
	x, y := a.spans[n.UnaryExpression], a.spans[n.AssignmentExpression]
	edits := a.explicitly(call, x, "")
	edits = append(edits, edit{span: span{x.last + 1, y.first - 1}, where: instead, text: ","})
	return append(edits, a.operand(y, rest)...)
}

// genericCall returns the function that loads or stores an object of a type, and the name of the
// order in its spelling. The functions of C11 accept only atomic objects.
func genericCall(what string, t *types.Type, o trace.Order) (call, order string) {
	if t.Atomic {
		return "atomic_" + what + "_explicit", orderName(o)
	}
	return "__atomic_" + what + "_n", gnuName(o)
}

// operand makes an expression an argument. It adds parentheses where the call may be a macro's and
// the expression has a brace.
func (a *access) operand(s span, rest string) []edit {
	for k := s.first; k <= s.last; k++ {
		if a.tokens[k].text == "{" {
			return []edit{{span: s, where: before, text: "("}, {span: s, where: after, text: ")" + rest}}
		}
	}
	return []edit{{span: s, where: after, text: rest}}
}

// fetches are the operations for which C11 has a fetch function.
var fetches = map[types.Op]string{types.OpAdd: "add", types.OpSub: "sub", types.OpAnd: "and", types.OpOr: "or", types.OpXor: "xor"}

// reorderUpdate replaces an increment or compound assignment of an integer by the call of an atomic
// operation.
func (a *access) reorderUpdate(o trace.Order) []edit {
	t := a.expr.X.Type
	if t.Kind != types.KindInt && t.Kind != types.KindEnum {
		return nil
	}
	value := a.expr.Op != types.OpPostInc && a.used() // the new one
	if value && t.Size < types.Int.Size {
		return nil
	}
	order := ", " + orderName(o) + ")"
	switch n := a.list.(type) {
	case *cc.AssignmentExpression:
		name, ok := fetches[a.expr.Sub]
		if !ok || value {
			return nil
		}
		x, y := a.spans[n.UnaryExpression], a.spans[n.AssignmentExpression]
		edits := a.explicitly("atomic_fetch_"+name+"_explicit", x, "")
		edits = append(edits, edit{span: span{x.last + 1, y.first - 1}, where: instead, text: ","})
		return append(edits, a.operand(y, order)...)
	case *cc.PostfixExpression:
		x := a.spans[n.PostfixExpression]
		return a.increment(x, span{x.last + 1, a.spans[n].last}, false, order)
	case *cc.UnaryExpression:
		x := a.spans[n.UnaryExpression]
		return a.increment(x, span{a.spans[n].first, x.first - 1}, value, order)
	}
	return nil
}

// increment makes x++, x--, ++x or --x a call; the operator is at op.
func (a *access) increment(x, op span, value bool, order string) []edit {
	by, more := "1", " + 1)"
	if a.tokens[op.first].text == "--" {
		by, more = "-1", " - 1)"
	}
	open, shut := "", ""
	if value {
		open, shut = "(", more
	}
	edits := a.explicitly(open+"atomic_fetch_add_explicit", x, ", "+by+order+shut)
	gone := edit{span: op, where: instead}
	if op.first < x.first {
		return append([]edit{gone}, edits...)
	}
	return append(edits, gone)
}

// used reports whether the value of the access is used.
func (a *access) used() bool {
	switch p := a.parent[a.list].(type) {
	case *cc.ExpressionStatement:
		return false
	case *cc.IterationStatement:
		return headOf(p, a.list) == condition
	}
	return true
}
