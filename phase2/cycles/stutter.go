package cycles

import (
	"context"
	"maps"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/trace/graph"
)

// An iterationStart is the first access of an iteration.
type iterationStart struct{ site, loc int32 }

// An iteration is the reads of a loop iteration that leaves the state of its thread
// unchanged.
type iteration []stutterRead

type stutterRead struct {
	site, loc int32
	kind      axiom.Kind
	value     uint64
}

// A placedRead is a read of an iteration that is placed in an execution.
type placedRead struct {
	explore.StutterRead
	low, high int32 // bounds of the coherence positions that it may read there
	value     uint64

	checked, refused bool // for the first read of an iteration: whether the model allows the iteration has been checked, and was denied
}

// A stutterAccess describes an access of stuttering that is a stutter read. It is
// placed[first+at], of the iteration placed[first:end], and reads coherence position
// commit. For other accesses end is 0.
type stutterAccess struct {
	first, end, at int
	commit         int32
}

// learn notes the iterations in which threads of x wait.
func (pr *prover) learn(x *explore.Execution) {
	pr.spins = x.SpinIterations(pr.spins[:0])
	for _, r := range pr.spins {
		start := iterationStart{r[0].Site, r[0].Loc}
		if known := pr.iterations[start]; !slices.ContainsFunc(known, func(it iteration) bool { return it.is(r) }) {
			it := make(iteration, len(r))
			for i, a := range r {
				it[i] = stutterRead{a.Site, a.Loc, a.Kind, a.Value}
				if a.Kind == axiom.Choice || a.Part || a.Kind.Writes() {
					pr.unplaced = true
				}
				if a.Kind == axiom.Choice {
					continue
				}
				pr.initial[a.Loc] = x.Content(a.Loc, 0)
				if a.Site >= 0 {
					pr.stutters[a.Site] = true
				}
			}
			pr.iterations[start] = append(known, it)
		}
	}
}

func (it iteration) is(r explore.SpinIteration) bool {
	return slices.EqualFunc(it, r, func(s stutterRead, a explore.Access) bool { return s == stutterRead{a.Site, a.Loc, a.Kind, a.Value} })
}

// lookStuttering explores again to find which of the cycles that no run has may happen with
// stutter reads. It reports whether it was completed. It does not begin if the places of
// iterations are not known.
func (pr *prover) lookStuttering(ctx context.Context, p *code.Program, rules *axiom.Model, machine interp.Options) bool {
	if pr.unplaced {
		return false
	}
	pr.takeApart()
	var open []int
	var sites []int32
	for i, c := range pr.cycles {
		if !pr.run[i] && (pr.has[i] == 0 || pr.confirm != nil) && pr.mayStutter(i) {
			open, sites = append(open, i), append(sites, c.Sites...)
		}
	}
	if len(open) == 0 {
		return true
	}
	pr.stuttering.Want(sites...)
	within, stop := context.WithCancel(ctx)
	defer stop()
	_, err := explore.Run(within, p, rules, explore.Options{Machine: machine, Workers: 1, Every: func(x *explore.Execution, cut bool) {
		if cut || len(open) == 0 {
			return
		}
		pr.x = x
		pr.collectStuttering()
		open = slices.DeleteFunc(open, pr.foundStuttering)
		if len(open) == 0 {
			stop()
		}
	}})
	return err == nil && ctx.Err() == nil
}

// takeApart turns each read of an iteration into an iteration, if a thread may have waited
// within one. Another iteration may then stand inside it, and all that is known is that
// each read comes before later ones.
func (pr *prover) takeApart() {
	nested := func(list []iteration) bool {
		return slices.ContainsFunc(list, func(it iteration) bool {
			return slices.ContainsFunc(it[1:], func(r stutterRead) bool { return pr.iterations[iterationStart{r.site, r.loc}] != nil })
		})
	}
	apart := map[iterationStart][]iteration{}
	for start, list := range pr.iterations {
		if !nested(list) {
			continue
		}
		seen := []iterationStart{start}
		for n := 0; n < len(seen); n++ {
			for _, it := range pr.iterations[seen[n]] {
				for _, r := range it {
					if s := (iterationStart{r.site, r.loc}); !slices.Contains(seen, s) {
						seen = append(seen, s)
					}
					if !slices.ContainsFunc(apart[start], func(o iteration) bool { return o[0] == r }) {
						apart[start] = append(apart[start], iteration{r})
					}
				}
			}
		}
	}
	maps.Copy(pr.iterations, apart)
}

// collectStuttering lists the accesses of the execution with stutter reads.
func (pr *prover) collectStuttering() {
	pr.accesses = pr.x.Accesses(pr.accesses[:0])
	pr.stuttering.Clear()
	pr.added, pr.placed = pr.added[:0], pr.placed[:0]
	for k := range pr.accesses {
		a := &pr.accesses[k]
		pr.bounds = pr.bounds[:0]
		for _, it := range pr.iterations[iterationStart{a.Site, a.Loc}] {
			pr.place(k, it)
		}
		if pr.stuttering.Wants(a.Site) {
			pr.stuttering.Add(a.Site, node(a))
			pr.added = append(pr.added, stutterAccess{})
		}
	}
}

// place adds the reads of an iteration directly before the k-th access, if coherence allows
// each of them to read its value there.
func (pr *prover) place(k int, it iteration) {
	first := len(pr.placed)
	for _, r := range it {
		p := pr.bound(k, r.loc)
		p.Site, p.Kind, p.value = r.site, r.kind, r.value
		if k := latest(pr.placed[first:], &p); k >= 0 {
			p.low = pr.placed[first+k].low
		}
		for p.low <= p.high && pr.content(p.Loc, p.low) != p.value {
			p.low++
		}
		if p.low > p.high {
			pr.placed = pr.placed[:first]
			return
		}
		pr.placed = append(pr.placed, p)
	}
	end := len(pr.placed)
	for n := range it {
		p := &pr.placed[first+n]
		if !pr.stuttering.Wants(p.Site) {
			continue
		}
		for c := p.low; c <= p.high; c++ {
			if pr.content(p.Loc, c) == p.value {
				pr.stuttering.Add(p.Site, graph.Access{Thread: p.Thread, I: 2 * p.Before, Loc: p.Loc, C: c})
				pr.added = append(pr.added, stutterAccess{first: first, end: end, at: n, commit: c})
			}
		}
	}
}

// latest returns the index of the last read by p's thread of p's location; -1 if there is
// none.
func latest(reads []placedRead, p *placedRead) int {
	k := len(reads) - 1
	for k >= 0 && (reads[k].Loc != p.Loc || reads[k].Thread != p.Thread) {
		k--
	}
	return k
}

// bound returns a read of location l directly before the k-th access. By coherence it may
// read the stores between the thread's accesses to l around it.
func (pr *prover) bound(k int, l int32) placedRead {
	if n := slices.IndexFunc(pr.bounds, func(p placedRead) bool { return p.Loc == l }); n >= 0 {
		return pr.bounds[n]
	}
	a := &pr.accesses[k]
	p := placedRead{StutterRead: explore.StutterRead{Thread: a.Thread, Before: a.Index, Loc: l}, high: pr.x.Places(l)}
	for j := k - 1; j >= 0 && pr.accesses[j].Thread == a.Thread; j-- {
		if b := &pr.accesses[j]; b.Loc == l {
			p.low = b.Commit
			break
		}
	}
	for j := k; j < len(pr.accesses) && pr.accesses[j].Thread == a.Thread; j++ {
		if b := &pr.accesses[j]; b.Loc == l {
			p.high = b.Commit
			if b.Kind == axiom.Write || b.Kind == axiom.ExclusiveRead {
				p.high--
			}
			break
		}
	}
	pr.bounds = append(pr.bounds, p)
	return p
}

// content returns the value at a coherence position of a location that an iteration reads.
// It may be a position that this exploration has not seen yet.
func (pr *prover) content(l, place int32) uint64 {
	if place == 0 {
		return pr.initial[l]
	}
	return pr.x.Content(l, place)
}

// foundStuttering searches the execution with stutter reads for cycle i. It reports whether
// the search for the cycle is over.
func (pr *prover) foundStuttering(i int) bool {
	for list := range pr.stuttering.Matches(pr.cycles[i].Sites, pr.allowed) {
		if !pr.agree(list) {
			continue
		}
		pr.perhaps[i] = true
		pr.tried[i]++
		if pr.confirm == nil {
			return true
		}
		if g := pr.x.GraphWith(pr.reads); g != nil {
			pr.run[i] = pr.confirm(i, g)
		}
		return pr.run[i] || pr.tried[i] == triedAtMost
	}
	return false
}

// allowed reports whether the model allows the iteration of access n of stuttering.
func (pr *prover) allowed(n int32) bool {
	a := &pr.added[n]
	if a.end == 0 {
		return true
	}
	first := &pr.placed[a.first]
	if !first.checked {
		pr.joint = append(pr.joint[:0], pr.placed[a.first:a.end]...)
		first.checked, first.refused = true, !pr.possible()
	}
	return !first.refused
}

// agree reports whether the iterations of these accesses, which are pairs in program order,
// may stand in the execution together. If so it has stutter reads, and pr.reads holds what
// they read.
func (pr *prover) agree(list []int32) bool {
	pr.joint = pr.joint[:0]
	for j := 0; j < len(list); j += 2 {
		a, b := &pr.added[list[j]], &pr.added[list[j+1]]
		pr.join(a)
		if a.end > 0 && a.first == b.first && (a.at < b.at || a.at == b.at && a.commit == b.commit) {
			pr.joint[len(pr.joint)-a.end+a.first+b.at].fix(b.commit)
		} else {
			pr.join(b)
		}
	}
	return len(pr.joint) > 0 && pr.possible()
}

// join adds the iteration of a stutter read.
func (pr *prover) join(a *stutterAccess) {
	n := len(pr.joint) + a.at
	pr.joint = append(pr.joint, pr.placed[a.first:a.end]...)
	if a.end > 0 {
		pr.joint[n].fix(a.commit)
	}
}

// possible reports whether the model allows the iterations in joint, and lists their reads
// in reads.
func (pr *prover) possible() bool {
	pr.reads, pr.work = pr.reads[:0], 0
	return pr.choose()
}

func (p *placedRead) fix(commit int32) { p.low, p.high = commit, commit }

// mostWork bounds the choices of stores that the reads of iterations are tried with. Beyond
// it one is assumed to be allowed.
const mostWork = 1000

// choose chooses stores for the reads of joint that are not in reads yet.
func (pr *prover) choose() bool {
	n := len(pr.reads)
	if n == len(pr.joint) {
		pr.work++
		return pr.work > mostWork || pr.x.MayAdd(pr.reads)
	}
	p := pr.joint[n]
	if k := latest(pr.joint[:n], &p); k >= 0 {
		p.low = max(p.low, pr.reads[k].Commit)
	}
	for p.Commit = p.low; p.Commit <= p.high; p.Commit++ {
		if pr.content(p.Loc, p.Commit) != p.value {
			continue
		}
		if pr.reads = append(pr.reads[:n], p.StutterRead); pr.choose() {
			return true
		}
	}
	return false
}
