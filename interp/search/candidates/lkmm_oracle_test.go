package candidates_test

import (
	"math/bits"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/search/candidates"
	"fencepost/models/cat"
)

// kernelOracle judges a candidate of the Linux kernel's C by predicates on pairs of events,
// from the sentences of Alglave, Maranget, McKenney, Parri and Stern (ASPLOS 2018) and of the
// kernel's explanation.txt. It states RCU in two ways, neither of which is the recursion of
// models/cat/models/lkmm.cat: it counts grace periods and critical sections of a chain, and it
// demands that each critical section comes before or after each grace period (law).
type kernelOracle struct {
	*candidates.View
	sections [][2]int // locks and unlocks, the outermost ones
	srcu     [][2]int
	graces   []int
	sgraces  []int
}

type pairs []cat.Set

func (o *kernelOracle) none() pairs { return make(pairs, o.N) }

// where returns the pairs that a predicate holds for.
func (o *kernelOracle) where(holds func(a, b int) bool) pairs {
	r := o.none()
	for a := range o.N {
		for b := range o.N {
			if holds(a, b) {
				r[a] |= 1 << b
			}
		}
	}
	return r
}

// then composes relations.
func then(list ...pairs) pairs {
	r := list[0]
	for _, next := range list[1:] {
		out := make(pairs, len(r))
		for a, row := range r {
			for ; row != 0; row &= row - 1 {
				out[a] |= next[bits.TrailingZeros64(uint64(row))]
			}
		}
		r = out
	}
	return r
}

func either(list ...pairs) pairs {
	r := make(pairs, len(list[0]))
	for _, x := range list {
		for a := range r {
			r[a] |= x[a]
		}
	}
	return r
}

// optional adds the identity: none or one step.
func optional(r pairs) pairs {
	out := make(pairs, len(r))
	for a := range r {
		out[a] = r[a] | 1<<a
	}
	return out
}

// many returns none or more steps, by a walk from each event.
func many(r pairs) pairs {
	out := make(pairs, len(r))
	for a := range r {
		seen, left := cat.Set(1)<<a, cat.Set(1)<<a
		for left != 0 {
			e := bits.TrailingZeros64(uint64(left))
			left &= left - 1
			left |= r[e] &^ seen
			seen |= r[e]
		}
		out[a] = seen
	}
	return out
}

func cyclic(r pairs) bool {
	walks := then(r, many(r))
	for a := range r {
		if walks[a].Has(a) {
			return true
		}
	}
	return false
}

// The judgement of a candidate.
type kernelJudgement struct {
	allowed, race, mixed bool
	rcu, lawful          bool // pb and rb allow it; the law does
}

func (o *kernelOracle) tag(e int, t isa.Tags) bool { return o.Tags[e]&t != 0 }
func (o *kernelOracle) memory(e int) bool          { return (o.Reads | o.Writes).Has(e) }
func (o *kernelOracle) plain(e int) bool           { return o.memory(e) && o.tag(e, isa.NA) }
func (o *kernelOracle) fence(e int) bool           { return !o.memory(e) }

// po is program order; the two events of an RMW are not in it.
func (o *kernelOracle) po(a, b int) bool { return o.Before[b].Has(a) && o.Pair[a] != b }

func (o *kernelOracle) sameThread(a, b int) bool {
	return o.Thread[a] == o.Thread[b] && o.Thread[a] >= 0
}
func (o *kernelOracle) sameLocation(a, b int) bool {
	return o.Location[a] == o.Location[b] && o.Location[a] >= 0
}

// between reports whether an event of a kind stands between two in program order.
func (o *kernelOracle) between(a, b int, is func(f int) bool) bool {
	for f := range o.N {
		if is(f) && o.po(a, f) && o.po(f, b) {
			return true
		}
	}
	return false
}

func (o *kernelOracle) has(t isa.Tags) func(int) bool { return func(e int) bool { return o.tag(e, t) } }

func (o *kernelOracle) judge() (j kernelJudgement) {
	if !o.coherent() || !o.atomic() {
		return j
	}
	o.findSections()
	write, read := o.Writes.Has, o.Reads.Has
	marked := func(e int) bool { return !o.plain(e) }
	rf := o.where(func(a, b int) bool { return o.Source[b] == a })
	co := o.where(func(a, b int) bool { return o.Overwritten[a].Has(b) })
	fr := o.where(func(a, b int) bool {
		return read(a) && a != b && o.Source[a] >= 0 && o.Overwritten[o.Source[a]].Has(b)
	})
	po := o.where(o.po)
	inside, outside := func(r pairs) pairs {
		return o.where(func(a, b int) bool { return r[a].Has(b) && o.sameThread(a, b) })
	}, func(r pairs) pairs {
		return o.where(func(a, b int) bool { return r[a].Has(b) && !o.sameThread(a, b) })
	}
	of := func(r pairs, first, last func(int) bool) pairs {
		return o.where(func(a, b int) bool { return r[a].Has(b) && first(a) && last(b) })
	}
	all := func(int) bool { return true }
	rfi, rfe := inside(rf), outside(rf)

	// Dependencies: from a read, through plain or marked writes of the same thread that
	// are read again.
	rel := func(sets []cat.Set) pairs { return o.where(func(a, b int) bool { return sets[b].Has(a) }) }
	data := rel(o.Data)
	carry := many(then(data, rfi))
	addr, value, ctrl := then(carry, rel(o.Addr)), then(carry, data), then(carry, rel(o.Ctrl))
	dep := either(addr, value)

	// Fences.
	isFull := func(f int) bool { return o.fence(f) && o.tag(f, isa.TagOf(code.Mb)) }
	rmw := func(e int) bool { return o.memory(e) && o.tag(e, isa.X) }
	after := func(a, b int) bool { return a == b || o.po(a, b) }
	exists := func(is func(e int) bool) bool {
		for e := range o.N {
			if is(e) {
				return true
			}
		}
		return false
	}
	mb := o.where(func(a, b int) bool {
		if !o.memory(a) || !o.memory(b) {
			return false
		}
		return o.between(a, b, isFull) ||
			exists(func(x int) bool { // an RMW like one between two smp_mb()
				return rmw(x) && o.tag(x, isa.TagOf(code.Mb)) && (o.po(a, x) && after(x, b) || after(a, x) && o.po(x, b))
			}) ||
			exists(func(x int) bool {
				return rmw(x) && o.between(a, x, o.has(isa.TagOf(code.BeforeAtomic))) && after(x, b)
			}) ||
			exists(func(x int) bool {
				return rmw(x) && after(a, x) && o.between(x, b, o.has(isa.TagOf(code.AfterAtomic)))
			}) ||
			exists(func(x int) bool {
				return write(x) && o.tag(x, isa.LK) && after(a, x) && o.between(x, b, o.has(isa.TagOf(code.AfterSpinlock)))
			}) ||
			exists(func(x int) bool {
				return write(x) && o.tag(x, isa.LK) && o.between(x, b, o.has(isa.TagOf(code.AfterUnlockLock))) &&
					exists(func(u int) bool { return o.tag(u, isa.UL) && o.po(a, u) && (o.po(u, x) || co[u].Has(x)) })
			}) ||
			exists(func(x int) bool {
				return o.tag(x, isa.TagOf(code.SrcuUnlock)) && o.po(a, x) && o.between(x, b, o.has(isa.TagOf(code.AfterSrcuUnlock)))
			})
	})
	gp := o.where(func(a, b int) bool {
		return exists(func(g int) bool {
			return o.tag(g, isa.TagOf(code.SyncRcu)|isa.TagOf(code.SyncSrcu)) && o.po(a, g) && after(g, b)
		})
	})
	strong := either(mb, gp)
	release := o.where(func(a, b int) bool { return o.memory(a) && write(b) && o.tag(b, isa.REL) && o.po(a, b) })
	acquire := o.where(func(a, b int) bool { return read(a) && o.tag(a, isa.ACQ) && o.memory(b) && o.po(a, b) })
	wmb := o.where(func(a, b int) bool { return write(a) && write(b) && o.between(a, b, o.has(isa.TagOf(code.Wmb))) })
	useful := func(e int) bool { return read(e) && !o.tag(e, isa.NoRet) }
	rmb := o.where(func(a, b int) bool { return useful(a) && useful(b) && o.between(a, b, o.has(isa.TagOf(code.Rmb))) })
	locks := o.where(func(a, b int) bool {
		return exists(func(u int) bool {
			return o.tag(u, isa.UL) && o.po(a, u) && exists(func(l int) bool {
				return read(l) && o.tag(l, isa.LK) && (o.po(u, l) || rf[u].Has(l)) && o.po(l, b)
			})
		})
	})
	strongOrOneWay := either(strong, release, acquire)
	fence := either(strongOrOneWay, wmb, rmb)

	// Preserved program order.
	overwrite := either(co, fr)
	ppo := either(
		of(either(dep, ctrl), all, write),
		inside(overwrite),
		then(of(addr, all, o.plain), wmb),
		of(addr, all, read),
		then(of(dep, all, marked), rfi),
		inside(fence), inside(locks))

	chain := many(then(rf, o.where(func(a, b int) bool { return o.Pair[a] == b })))
	cumulative := then(optional(of(rfe, all, marked)), either(strong, release))
	cumul := then(of(either(cumulative, wmb, locks), marked, marked), chain)
	prop := of(then(optional(outside(overwrite)), many(cumul), of(o.identity(), marked, marked), optional(rfe)), marked, marked)

	hb := of(either(ppo, rfe, inside(o.where(func(a, b int) bool { return a != b && prop[a].Has(b) }))), marked, marked)
	if cyclic(hb) {
		return j
	}
	toMarked := func(r pairs) pairs { return of(r, all, marked) }
	pb := toMarked(then(prop, strong, many(hb)))
	link := then(optional(po), many(hb), many(pb), prop, po)
	rcu := o.rcuFence(link)
	rb := toMarked(then(prop, rcu, many(hb), many(pb)))
	j.allowed = !cyclic(pb)
	j.lawful = j.allowed && o.law(prop, strong, many(hb), marked)
	for e := range o.N {
		j.allowed = j.allowed && !rb[e].Has(e)
	}
	if j.rcu = j.allowed; !j.allowed {
		return j
	}

	// Plain accesses.
	xb := many(either(hb, pb, rb))
	strong, strongOrOneWay, fence = either(strong, rcu), either(strongOrOneWay, rcu), either(fence, rcu)
	loose := func(e int) bool { return o.memory(e) && !o.tag(e, isa.NoRet) }
	rmbFrom := o.where(func(a, b int) bool { return useful(a) && loose(b) && o.between(a, b, o.has(isa.TagOf(code.Rmb))) })
	rmbTo := o.where(func(a, b int) bool { return loose(a) && useful(b) && o.between(a, b, o.has(isa.TagOf(code.Rmb))) })
	preWrite := of(optional(either(addr, fence)), marked, all)
	preRead := of(optional(either(addr, strongOrOneWay, rmbFrom)), marked, all)
	postWrite := then(toMarked(optional(fence)), chain)
	postRead := toMarked(optional(either(strongOrOneWay, rmbTo)))
	vis := then(toMarked(then(many(cumul), optional(rfe))), either(then(toMarked(strong), xb), inside(xb)))
	// inside leaves out initial writes, which have no thread.
	visible := func(pre pairs) pairs { return either(fence, then(strong, xb, pre), then(postWrite, vis, pre)) }
	ww, wr := visible(preWrite), visible(preRead)
	rw := either(fence, then(postRead, xb, preWrite))
	suspects := func(a, b int) bool {
		return !o.sameThread(a, b) && (o.plain(a) && o.memory(b) || o.memory(a) && o.Thread[a] >= 0 && o.plain(b))
	}
	readsFrom := then(optional(co), rf)
	for a := range o.N {
		for b := range o.N {
			if !suspects(a, b) {
				continue
			}
			if rf[a].Has(b) && rw[b].Has(a) || fr[a].Has(b) && wr[b].Has(a) || co[a].Has(b) && ww[b].Has(a) {
				j.allowed = false
			}
			if co[a].Has(b) && !(ww[a].Has(b) && (marked(a) || rw[a].Has(b)) && (marked(b) || wr[a].Has(b))) ||
				readsFrom[a].Has(b) && !wr[a].Has(b) && !rw[b].Has(a) ||
				fr[a].Has(b) && !rw[a].Has(b) {
				j.race = true
			}
		}
	}
	barriers := isa.TagOf(code.Barrier) | isa.TagOf(code.Mb) | isa.TagOf(code.Rmb) | isa.TagOf(code.Wmb) | isa.TagOf(code.BeforeAtomic) | isa.TagOf(code.AfterAtomic) | isa.TagOf(code.RcuLock) | isa.TagOf(code.RcuUnlock) |
		isa.TagOf(code.SrcuLock) | isa.TagOf(code.SrcuUnlock) | isa.TagOf(code.SyncRcu) | isa.TagOf(code.SyncSrcu)
	isBarrier := func(f int) bool { return o.fence(f) && o.tag(f, barriers) }
	for a := range o.N {
		for b := range o.N {
			if o.po(a, b) && o.memory(a) && o.memory(b) && o.sameLocation(a, b) && (o.plain(a) && write(a) && marked(b) || marked(a) && o.plain(b) && write(b)) {
				j.mixed = j.mixed || !o.between(a, b, isBarrier) && !release[a].Has(b) && !acquire[a].Has(b)
			}
		}
	}
	return j
}

func (o *kernelOracle) identity() pairs { return o.where(func(a, b int) bool { return a == b }) }

// coherent reports whether each location on its own behaves as under SC: the rules of
// coherence, one by one.
func (o *kernelOracle) coherent() bool {
	seen := func(e int) int { // the write that e is, or sees
		if o.Writes.Has(e) {
			return e
		}
		return o.Source[e]
	}
	for a := range o.N {
		for b := range o.N {
			if !o.memory(a) || !o.memory(b) || !o.sameLocation(a, b) || !o.Before[b].Has(a) {
				continue
			}
			x, y := seen(a), seen(b)
			if o.Overwritten[y].Has(x) || o.Reads.Has(a) && o.Writes.Has(b) && x == b || o.Pair[a] == b && x == b {
				return false
			}
		}
	}
	return true
}

// atomic reports whether no write of another thread comes between the two of an RMW.
func (o *kernelOracle) atomic() bool {
	for r, w := range o.Pair {
		if w < 0 {
			continue
		}
		for x := range o.N {
			if o.Overwritten[o.Source[r]].Has(x) && o.Overwritten[x].Has(w) && !o.sameThread(x, r) {
				return false
			}
		}
	}
	return true
}

func (o *kernelOracle) findSections() {
	depth, start := map[int]int{}, map[int]int{}
	for e := range o.N {
		t := o.Thread[e]
		switch {
		case o.tag(e, isa.TagOf(code.RcuLock)):
			if depth[t]++; depth[t] == 1 {
				start[t] = e
			}
		case o.tag(e, isa.TagOf(code.RcuUnlock)) && depth[t] > 0:
			if depth[t]--; depth[t] == 0 {
				o.sections = append(o.sections, [2]int{start[t], e})
			}
		case o.tag(e, isa.TagOf(code.SrcuUnlock)):
			for l := range o.N {
				if o.tag(l, isa.TagOf(code.SrcuLock)) && o.names(l, e, 0) && o.sameLocation(l, e) {
					o.srcu = append(o.srcu, [2]int{l, e})
				}
			}
		case o.tag(e, isa.TagOf(code.SyncRcu)):
			o.graces = append(o.graces, e)
		case o.tag(e, isa.TagOf(code.SyncSrcu)):
			o.sgraces = append(o.sgraces, e)
		}
	}
	// An outermost section that is never closed has inner ones that are.
	for t, d := range depth {
		if d > 0 {
			o.unclosed(t)
		}
	}
}

// unclosed finds the outermost of the closed sections of a thread that leaves one open.
func (o *kernelOracle) unclosed(t int) {
	var open []int
	var closed [][2]int
	for e := range o.N {
		switch {
		case o.Thread[e] != t:
		case o.tag(e, isa.TagOf(code.RcuLock)):
			open = append(open, e)
		case o.tag(e, isa.TagOf(code.RcuUnlock)) && len(open) > 0:
			l := open[len(open)-1]
			open = open[:len(open)-1]
			for len(closed) > 0 && closed[len(closed)-1][0] > l {
				closed = closed[:len(closed)-1]
			}
			closed = append(closed, [2]int{l, e})
		}
	}
	kept := o.sections[:0]
	for _, s := range o.sections {
		if o.Thread[s[0]] != t {
			kept = append(kept, s)
		}
	}
	o.sections = append(kept, closed...)
}

// names reports whether the value of event e is what the lock l returned.
func (o *kernelOracle) names(l, e, depth int) bool {
	if o.Data[e].Has(l) {
		return true
	}
	for r := range o.N {
		if depth < o.N && o.Data[e].Has(r) && o.Reads.Has(r) && o.names(l, o.Source[r], depth+1) {
			return true
		}
	}
	return false
}

// rcuFence relates events by a chain of links between grace periods and critical sections,
// the latter from their ends to their starts, with at least as many of the first as of the
// second. Of SRCU the sections and the grace periods have to be of one domain: such tests
// have no other.
func (o *kernelOracle) rcuFence(link pairs) pairs {
	type part struct{ from, to, weight int }
	var parts []part
	for _, g := range append(append([]int{}, o.graces...), o.sgraces...) {
		parts = append(parts, part{g, g, 1})
	}
	for _, s := range append(append([][2]int{}, o.sections...), o.srcu...) {
		parts = append(parts, part{s[1], s[0], -1})
	}
	out := o.none()
	most := len(parts) * len(parts)
	for i, first := range parts {
		// best[k]: the greatest weight, at most `most`, of a chain from first to k.
		best := make([]int, len(parts))
		for k := range best {
			best[k] = -most - 1
		}
		best[i] = first.weight
		for range most + len(parts) {
			for k, x := range parts {
				for l, y := range parts {
					if best[k] >= -most && link[x.to].Has(y.from) {
						best[l] = max(best[l], min(best[k]+y.weight, most))
					}
				}
			}
		}
		for k, last := range parts {
			if best[k] < 0 {
				continue
			}
			for a := range o.N {
				for b := range o.N {
					if o.po(a, first.from) && (b == last.to || o.po(last.to, b)) {
						out[a] |= 1 << b
					}
				}
			}
		}
	}
	return out
}

// law reports whether each critical section can be put before, or after, each grace period,
// so that nothing propagates in a cycle (ASPLOS 2018, Section 4.2).
func (o *kernelOracle) law(prop, strong, hb pairs, marked func(int) bool) bool {
	var choices [][2]pairs
	side := func(before, after int) pairs {
		return o.where(func(a, b int) bool { return o.po(a, before) && (b == after || o.po(after, b)) })
	}
	add := func(sections [][2]int, graces []int) {
		for _, s := range sections {
			for _, g := range graces {
				choices = append(choices, [2]pairs{side(s[1], g), side(g, s[0])})
			}
		}
	}
	add(o.sections, o.graces)
	add(o.srcu, o.sgraces)
	for pick := range 1 << len(choices) {
		fence := strong
		for i, c := range choices {
			fence = either(fence, c[pick>>i&1])
		}
		if !cyclic(then(prop, fence, hb)) {
			return true
		}
	}
	return false
}
