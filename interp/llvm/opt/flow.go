package opt

import "fencepost/interp/llvm/ir"

// last returns the instruction that ends a block.
func last(b *ir.Block) *ir.Instr { return b.Code[len(b.Code)-1] }

// Targets returns the successors of a block. A successor that several edges lead to occurs several
// times.
func Targets(b *ir.Block) []*ir.Block {
	switch i := last(b); i.Op {
	case "br", "switch", "invoke":
		return i.Blocks
	}
	return nil
}

// leave removes one edge and the entries of phis for it.
func leave(from, to *ir.Block) {
	for _, i := range to.Code {
		if i.Op != "phi" {
			break
		}
		for k, b := range i.Blocks {
			if b == from {
				i.Args = append(i.Args[:k:k], i.Args[k+1:]...)
				i.Blocks = append(i.Blocks[:k:k], i.Blocks[k+1:]...)
				break
			}
		}
	}
}

// prune decides branches on constants, removes unreachable blocks, and joins blocks that only follow
// each other.
func (w *work) prune() (changed bool) {
	changed = w.decide()
	changed = w.dropUnreached() || changed
	changed = w.join() || changed
	w.rewrite()
	return changed
}

// decide decides branches on constants.
func (w *work) decide() (changed bool) {
	for _, b := range w.f.Blocks {
		i := last(b)
		if i.Op != "br" && i.Op != "switch" || len(i.Args) == 0 {
			continue
		}
		c, ok := i.Args[0].(*ir.Const)
		if !ok || c.Kind != ir.ConstInt {
			if i.Op == "br" && i.Blocks[0] == i.Blocks[1] {
				leave(b, i.Blocks[1])
				i.Args, i.Blocks, changed = nil, i.Blocks[:1], true
			}
			continue
		}
		to := chosen(i, c)
		for k, t := range i.Blocks {
			if k != to {
				leave(b, t)
			}
		}
		i.Op, i.Args, i.Blocks, changed = "br", nil, []*ir.Block{i.Blocks[to]}, true
	}
	return changed
}

// chosen returns which of its ways a branch takes on a constant.
func chosen(i *ir.Instr, c *ir.Const) int {
	if i.Op == "br" {
		return 1 - int(c.Low&1)
	}
	for k, a := range i.Args[1:] {
		if sameNumber(a.(*ir.Const), c) {
			return k + 1
		}
	}
	return 0
}

// dropUnreached removes unreachable blocks, and puts the others in order.
func (w *work) dropUnreached() (changed bool) {
	reached := map[*ir.Block]bool{}
	order := order(w.f)
	for _, b := range order {
		reached[b] = true
	}
	if len(order) != len(w.f.Blocks) {
		changed = true
		for _, b := range w.f.Blocks {
			if reached[b] {
				continue
			}
			for _, t := range Targets(b) {
				if reached[t] {
					leave(b, t)
				}
			}
		}
	}
	w.f.Blocks = order
	return changed
}

// join joins blocks that follow each other only.
func (w *work) join() bool {
	before := map[*ir.Block]int{}
	for _, b := range w.f.Blocks {
		for _, t := range Targets(b) {
			before[t]++
		}
	}
	gone := map[*ir.Block]bool{}
	for _, b := range w.f.Blocks {
		for !gone[b] {
			i := last(b)
			if i.Op != "br" || len(i.Blocks) != 1 {
				break
			}
			t := i.Blocks[0]
			if t == b || t == w.f.Blocks[0] || before[t] != 1 {
				break
			}
			w.swallow(b, t)
			gone[t] = true
		}
	}
	kept := w.f.Blocks[:0]
	for _, b := range w.f.Blocks {
		if !gone[b] {
			b.Index = len(kept)
			kept = append(kept, b)
		}
	}
	w.f.Blocks = kept
	return len(gone) > 0
}

// swallow appends the code of block t, whose only predecessor is b, to b.
func (w *work) swallow(b, t *ir.Block) {
	b.Code = b.Code[:len(b.Code)-1]
	for _, x := range t.Code {
		if x.Op == "phi" { // with one edge it is its only value
			w.repl[x] = x.Args[0]
		} else {
			b.Code = append(b.Code, x)
		}
	}
	comesFrom(Targets(t), t, b)
}

// comesFrom records in the phis of some blocks that an edge from one block is now from another.
func comesFrom(targets []*ir.Block, was, is *ir.Block) {
	for _, t := range targets {
		for _, x := range t.Code {
			if x.Op != "phi" {
				break
			}
			for k := range x.Blocks {
				if x.Blocks[k] == was {
					x.Blocks[k] = is
				}
			}
		}
	}
}

// order returns the blocks that are reached, each before those that only it leads to: in reverse
// of the order in which a search in depth leaves them.
func order(f *ir.Function) []*ir.Block {
	type visit struct {
		b *ir.Block
		k int
	}
	seen := map[*ir.Block]bool{f.Blocks[0]: true}
	var list []*ir.Block
	stack := []visit{{f.Blocks[0], 0}}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		to := Targets(v.b)
		if v.k == len(to) {
			list = append(list, v.b)
			stack = stack[:len(stack)-1]
			continue
		}
		t := to[len(to)-1-v.k] // the first target last, so that it comes next
		v.k++
		if !seen[t] {
			seen[t] = true
			stack = append(stack, visit{t, 0})
		}
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// dominators returns for each block, by index, the index of the block that immediately dominates it;
// blocks are in the order that order has.
func dominators(f *ir.Function) []int {
	n := len(f.Blocks)
	index := map[*ir.Block]int{}
	for k, b := range f.Blocks {
		index[b] = k
	}
	before := make([][]int, n)
	for k, b := range f.Blocks {
		for _, t := range Targets(b) {
			before[index[t]] = append(before[index[t]], k)
		}
	}
	idom := make([]int, n)
	for k := range idom {
		idom[k] = -1
	}
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for k := 1; k < n; k++ {
			d := -1
			for _, p := range before[k] {
				if idom[p] < 0 {
					continue
				}
				if d < 0 {
					d = p
					continue
				}
				x, y := p, d
				for x != y {
					for x > y {
						x = idom[x]
					}
					for y > x {
						y = idom[y]
					}
				}
				d = x
			}
			if d != idom[k] {
				idom[k], changed = d, true
			}
		}
	}
	return idom
}
