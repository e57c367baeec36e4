package opt

import (
	"slices"
	"strconv"

	"fencepost/interp/llvm/ir"
)

// inline replaces calls by the bodies of the callees, and reports whether it replaced any.
func (w *work) inline(s *Simplifier, depth int) (changed bool) {
	if depth > maxDepth {
		return false
	}
	size := Size(w.f)
	for n := 0; n < len(w.f.Blocks); n++ {
		b := w.f.Blocks[n]
		for k := 0; k < len(b.Code); k++ {
			i := b.Code[k]
			callee := Callee(i)
			if callee == nil || i.Op != "call" {
				continue
			}
			g := s.link.Function(callee)
			if g.Declared || g.Variadic || g == w.f {
				continue
			}
			if s.done[g] == 1 {
				s.recursive[g] = true
			}
			s.simplify(g, depth+1)
			if s.err != nil {
				return false
			}
			if s.done[g] != 2 || s.recursive[g] || !fits(i, g) || !s.link.Inline(g, Size(g)) || size+Size(g) > maxFunction {
				continue
			}
			size += Size(g)
			w.put(s, n, k, g)
			changed = true
			break // the rest of the block is now a later block
		}
	}
	for k, b := range w.f.Blocks {
		b.Index = k
	}
	return changed
}

// fits reports whether a call has the types of the function.
func fits(i *ir.Instr, g *ir.Function) bool {
	args := i.Args[:len(i.Args)-1]
	if len(args) != len(g.Params) || !alike(i.T, g.Result) && i.T.String() != g.Result.String() {
		return false
	}
	for k, a := range args {
		if t := g.Params[k].T; !alike(a.Type(), t) && a.Type().String() != t.String() {
			return false
		}
		if g.Params[k].ByVal != nil {
			return false
		}
	}
	return true
}

// put puts the body of g in the place of the call that is instruction k of block n.
func (w *work) put(s *Simplifier, n, k int, g *ir.Function) {
	b := w.f.Blocks[n]
	call := b.Code[k]
	s.next++
	suffix := "." + strconv.Itoa(s.next)
	values := map[ir.Value]ir.Value{}
	for p, q := range g.Params {
		values[q] = call.Args[p]
	}
	blocks := map[*ir.Block]*ir.Block{}
	body := make([]*ir.Block, len(g.Blocks))
	for x, old := range g.Blocks {
		body[x] = &ir.Block{Name: old.Name + suffix}
		blocks[old] = body[x]
	}
	rest := &ir.Block{Name: b.Name + suffix}
	chains := map[*ir.Loc]*ir.Loc{}
	var returns []*ir.Instr
	for x, old := range g.Blocks {
		for _, i := range old.Code {
			c := *i
			c.Args = append([]ir.Value(nil), i.Args...)
			c.Blocks = append([]*ir.Block(nil), i.Blocks...)
			for y, t := range c.Blocks {
				c.Blocks[y] = blocks[t]
			}
			c.Loc = placeWithin(i.Loc, call.Loc, chains)
			values[i] = &c
			body[x].Code = append(body[x].Code, &c)
			if c.Op == "ret" {
				returns = append(returns, &c)
			}
		}
	}
	mapped := func(v ir.Value) ir.Value {
		if m, ok := values[v]; ok {
			return m
		}
		return v
	}
	for _, nb := range body {
		for _, i := range nb.Code {
			for y, a := range i.Args {
				i.Args[y] = mapped(a)
			}
		}
	}
	for _, d := range g.Declare {
		d.Value = mapped(d.Value)
		w.f.Declare = append(w.f.Declare, d)
	}
	locals := unmarked(body)
	var phis []*ir.Instr
	rest.Code = b.Code[k+1:]
	result := &ir.Instr{Op: "phi", T: call.T, Loc: call.Loc, Pos: call.Pos}
	for _, nb := range body {
		end := nb.Code[len(nb.Code)-1]
		if end.Op != "ret" {
			continue
		}
		endLocals(w.f.Module(), nb, locals)
		if len(end.Args) > 0 {
			result.Args, result.Blocks = append(result.Args, end.Args[0]), append(result.Blocks, nb)
		}
		end.Op, end.Args, end.Blocks, end.T = "br", nil, []*ir.Block{rest}, call.T
	}
	if call.T.Kind != ir.Void && len(returns) > 0 {
		phis = append(phis, result)
		w.repl[call] = result
	}
	rest.Code = append(phis, rest.Code...)
	comesFrom(Targets(rest), b, rest)
	b.Code = append(b.Code[:k:k], &ir.Instr{Op: "br", Blocks: []*ir.Block{body[0]}, T: call.T, Loc: call.Loc, Pos: call.Pos})
	if call.T.Kind != ir.Void && len(returns) == 0 { // the callee never returns, so all uses of its result are unreachable
		w.repl[call] = &ir.Const{T: call.T, Kind: ir.ConstUndef}
	}
	list := append([]*ir.Block(nil), w.f.Blocks[:n+1]...)
	list = append(append(list, body...), rest)
	w.f.Blocks = append(list, w.f.Blocks[n+1:]...)
	w.rewrite()
}

// unmarked returns the variables of a function that live as long as a call of it: no call of
// llvm.lifetime.start or llvm.lifetime.end names them.
func unmarked(body []*ir.Block) (list []*ir.Instr) {
	marked := map[ir.Value]bool{}
	for _, b := range body {
		for _, i := range b.Code {
			if f := Callee(i); f != nil && hasPrefix(f.Name, "llvm.lifetime.") {
				marked[i.Args[len(i.Args)-2]] = true
			}
		}
	}
	for _, i := range body[0].Code {
		if i.Op == "alloca" && !marked[i] {
			list = append(list, i)
		}
	}
	return list
}

// endLocals ends the lives of variables before block b returns.
func endLocals(m *ir.Module, b *ir.Block, locals []*ir.Instr) {
	at := len(b.Code) - 1
	ret, end := b.Code[at], m.Declare("llvm.lifetime.end")
	for k, a := range locals {
		call := &ir.Instr{Op: "call", T: &ir.Type{Kind: ir.Void}, Args: []ir.Value{a, end}, Loc: ret.Loc, Pos: ret.Pos}
		b.Code = slices.Insert(b.Code, at+k, call)
	}
}

// placeWithin returns the place of code that was inlined by a call.
func placeWithin(l, call *ir.Loc, known map[*ir.Loc]*ir.Loc) *ir.Loc {
	if l == nil {
		return call
	}
	if k, ok := known[l]; ok {
		return k
	}
	c := *l
	c.Caller = placeWithin(l.Caller, call, known)
	known[l] = &c
	return &c
}
