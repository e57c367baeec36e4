package verdict

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// byAtomics makes variables that race atomic: one if that suffices, otherwise all that are needed.
func (f *finder) byAtomics(found []Failure) ([]Cause, []Failure) {
	var objects []code.Declared
	for _, g := range found {
		if o := f.racing(g); o != nil && !slices.Contains(objects, *o) {
			objects = append(objects, *o)
		}
	}
	if len(objects) == 0 {
		return nil, found
	}
	atomize := f.atomizer(found)
	if atomize == nil {
		return nil, found
	}
	for _, o := range objects {
		if fix := f.withOrders(atomize, o); fix != nil {
			return []Cause{{Kind: Plain, Accesses: f.racesOf(found, o), Explanation: plainWords(o), Fix: fix, Failures: found}}, nil
		}
	}
	if f.atomic(atomize, objects...) == nil {
		return nil, found
	}
	objects = f.needed(atomize, objects)
	var list []Cause
	for _, same := range together(objects) {
		c := Cause{Kind: Plain, Explanation: plainWords(same...), Fix: f.withOrders(atomize, same...)}
		if c.Fix == nil { // it takes the other variables, too
			c.Fix, _ = atomize(same)
		}
		for _, o := range same {
			c.Accesses = append(c.Accesses, f.racesOf(found, o)...)
		}
		c.Failures, found = divide(found, func(g Failure) bool {
			own := f.racing(g)
			return own != nil && slices.Contains(same, *own) || len(list) == 0 && (own == nil || !slices.Contains(objects, *own))
		})
		list = append(list, c)
	}
	return list, found
}

// byAccesses makes the accesses that race atomic with the compiler's built-in functions: those of
// one race if that suffices, otherwise of all. So it mends accesses through a pointer parameter,
// which no _Atomic does.
func (f *finder) byAccesses(found []Failure) ([]Cause, []Failure) {
	plain := map[int32]bool{}
	for _, site := range fences.Sites(f.program) {
		a := &f.program.Access[site]
		plain[site] = a.Order == trace.Plain && a.Size <= 8 && !a.Copy
	}
	var tries [][]int32
	var all []int32
	for _, g := range found {
		if g.Error.Kind != interp.DataRace || !g.Error.First.Atomic && !plain[g.Error.First.Site] || !g.Error.Second.Atomic && !plain[g.Error.Second.Site] {
			continue
		}
		var own []int32
		for _, r := range g.Error.Racers() {
			if !r.Atomic {
				own = append(own, r.Site)
			}
		}
		tries, all = append(tries, own), append(all, own...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(tries) > 1 {
		tries = append(tries[:min(len(tries), maxDropped)], all)
	}
	for _, sites := range tries {
		if fix, changes := f.madeAccesses(sites, found); fix != nil {
			accesses, why := f.explainOrders(changes, found)
			return []Cause{{Kind: Plain, Accesses: accesses, Explanation: why, Fix: fix, Failures: found}}, nil
		}
	}
	return nil, found
}

// madeAccesses returns the fix that makes the accesses of some sites atomic, with the orders that
// suffice; nil if something still goes wrong, or the change cannot be written.
func (f *finder) madeAccesses(sites []int32, found []Failure) (*Fix, []fences.OrderChange) {
	changes := fences.WithCopies(f.program, lists.Map(sites, func(site int32) fences.OrderChange {
		return fences.OrderChange{OrderSite: fences.OrderSite{Site: site}, From: trace.Plain, To: trace.Relaxed}
	}))
	o := f.inference()
	o.Strengthen, o.Known = true, f.recordings(found)
	relaxed := fences.ApplyOrders(f.program, changes)
	r, err := fences.InferOrders(f.ctx, relaxed, f.o.Native, o)
	if err != nil || r.Incomplete != "" {
		return nil, nil
	}
	for _, c := range fences.WithCopies(relaxed, r.Changes) {
		if i := slices.IndexFunc(changes, func(d fences.OrderChange) bool { return d.OrderSite == c.OrderSite }); i >= 0 {
			changes[i].To = c.To
		} else {
			changes = append(changes, c)
		}
	}
	slices.SortFunc(changes, func(a, b fences.OrderChange) int { return int(a.Site - b.Site) })
	fix := &Fix{Orders: changes}
	c := f.write(fix)
	if fences.IsForeign(f.program) { // a type has to change, which is not written
		fix.Proved = r.Verdict.Proved
	} else if c == nil || len(c.Failed) > 0 {
		return nil, nil
	} else {
		var ok bool
		if fix.Proved, ok = f.clean(c.Program); !ok {
			return nil, nil
		}
	}
	fix.Description = f.words(changes)
	return fix, changes
}

// maxDropped bounds the variables of which needed looks for a minimal set.
const maxDropped = 12

// needed returns a minimal subset of variables that leaves no failure if they are atomic.
func (f *finder) needed(atomize atomizer, objects []code.Declared) []code.Declared {
	if len(objects) > maxDropped {
		return objects
	}
	return minimal(objects, func(part []code.Declared) bool { return f.ctx.Err() == nil && f.atomic(atomize, part...) != nil })
}

// minimal returns a minimal part of a list for which ok holds, as it does for the list.
func minimal[T any](list []T, ok func([]T) bool) []T {
	for i := 0; i < len(list); {
		if without := slices.Delete(slices.Clone(list), i, i+1); ok(without) {
			list = without
		} else {
			i++
		}
	}
	return list
}

// together groups the members of a structure.
func together(objects []code.Declared) (groups [][]code.Declared) {
	for _, o := range objects {
		i := slices.IndexFunc(groups, func(g []code.Declared) bool { return o.Record.Line > 0 && g[0].Record == o.Record })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], o)
	}
	return groups
}

func namesOf(objects []code.Declared) []string {
	return lists.Map(objects, func(o code.Declared) string { return o.Name })
}

func plainWords(objects ...code.Declared) string {
	names := namesOf(objects)
	verb := "is"
	if len(names) > 1 {
		verb = "are"
	}
	return fmt.Sprintf("threads share %s, which %s not atomic, and nothing orders their accesses", strings.Join(names, " and "), verb)
}

// racesOf returns the accesses of a variable that race.
func (f *finder) racesOf(found []Failure, o code.Declared) []Access {
	var list []Access
	for _, g := range found {
		if own := f.racing(g); own != nil && *own == o {
			list = append(list, f.accesses(g)...)
		}
	}
	return once(list)
}

// atomic returns the fix that makes variables atomic. It returns nil if something still goes wrong, or if no
// time is left: there may be many variables, and each takes a compilation.
func (f *finder) atomic(atomize atomizer, objects ...code.Declared) *Fix {
	if f.ctx.Err() != nil {
		return nil
	}
	fix, p := atomize(objects)
	if fix == nil {
		return nil
	}
	var ok bool
	if fix.Proved, ok = f.clean(p); !ok {
		return nil
	}
	return fix
}

// withOrders is atomic, with a note that says which orders suffice.
func (f *finder) withOrders(atomize atomizer, objects ...code.Declared) *Fix {
	fix := f.atomic(atomize, objects...)
	if fix != nil && fix.Proved {
		_, p := atomize(objects)
		if enough := f.enough(p); enough != "" {
			fix.Notes = append(fix.Notes, enough)
		}
	}
	return fix
}

// enough says which orders suffice for accesses that are plain in the program and atomic in p,
// where they are seq_cst. It is empty if that is not known, or no weaker order suffices.
func (f *finder) enough(p *code.Program) string {
	plain := map[trace.Pos]bool{}
	for i, s := range f.program.Sites {
		plain[s.Pos] = f.program.Access[i].Order == trace.Plain
	}
	var less []fences.OrderChange
	for _, s := range fences.OrderSites(p) {
		if !s.Fail && p.Access[s.Site].Order == trace.SeqCst && plain[p.Sites[s.Site].Pos] {
			less = append(less, fences.OrderChange{OrderSite: s, From: trace.SeqCst, To: trace.Relaxed})
		}
	}
	if len(less) == 0 {
		return ""
	}
	o := f.inference()
	o.Strengthen = true
	r, err := fences.InferOrders(f.ctx, fences.ApplyOrders(p, less), f.o.Native, o)
	if err != nil || r.Incomplete != "" || !r.Verdict.Proved {
		return ""
	}
	var words []string
	for _, c := range r.Changes {
		if c.To == trace.SeqCst || !slices.ContainsFunc(less, func(l fences.OrderChange) bool { return l.OrderSite == c.OrderSite }) {
			return ""
		}
		if word := fmt.Sprintf("%s at %s", c.To, place(p.Sites[c.Site].Pos)); !slices.Contains(words, word) { // a function may have copies
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return "its accesses are then seq_cst; relaxed suffices (proved)"
	}
	return fmt.Sprintf("its accesses are then seq_cst; these orders suffice (proved): %s, relaxed elsewhere", strings.Join(words, ", "))
}

// An atomizer returns the fix that makes variables atomic, and the program with it; nil if it is not
// known.
type atomizer func([]code.Declared) (*Fix, *code.Program)

// atomizer returns how variables that race are made atomic; nil if it is not known.
func (f *finder) atomizer(found []Failure) atomizer {
	if fences.IsForeign(f.program) {
		return func(objects []code.Declared) (*Fix, *code.Program) { return f.ofAtomicType(found, objects) }
	}
	if f.program.Kernel {
		return nil
	}
	source, err := rewrite.Open(f.program, f.o.Compile)
	if err != nil {
		return nil
	}
	return func(objects []code.Declared) (*Fix, *code.Program) { return madeAtomic(source, objects) }
}

// madeAtomic is the atomizer of C.
func madeAtomic(source *rewrite.Source, objects []code.Declared) (*Fix, *code.Program) {
	r, ok := source.Atomic(lists.Map(objects, func(o code.Declared) trace.Pos { return o.Pos }))
	if !ok {
		return nil, nil
	}
	fix := atomicFix("_Atomic", objects)
	fix.Diff = r.Diff
	if r.Others {
		fix.Notes = append(fix.Notes, "what the same declaration declares becomes atomic as well")
	}
	return fix, r.Program
}

func atomicFix(word string, objects []code.Declared) *Fix {
	fix := &Fix{Atomic: namesOf(objects)}
	fix.Description = word + " " + strings.Join(fix.Atomic, ", ")
	return fix
}

// ofAtomicType is the atomizer of languages whose declarations are not rewritten. It is not known for
// variables that executions of the failures access in part, by a library or by an access of others.
func (f *finder) ofAtomicType(found []Failure, objects []code.Declared) (*Fix, *code.Program) {
	is := map[int32]bool{} // by site: it accesses one of the variables
	for _, g := range found {
		at := map[uint64]bool{} // by address of a byte likewise
		for _, e := range f.events(g) {
			if e.Order != trace.Plain || !e.Kind.Reads() && !e.Kind.Writes() || e.Kind.IsLockWord() {
				continue
			}
			v, size := f.accessed(&e)
			one := slices.Contains(objects, v)
			if was, known := is[e.Site]; known && was != one || one && (e.Site < 0 || int64(e.Size) != size || f.program.Sites[e.Site].Library.Line > 0) {
				return nil, nil
			}
			is[e.Site] = one
			for a := range uint64(e.Size) {
				if was, known := at[e.Addr+a]; known && was != one {
					return nil, nil
				}
				at[e.Addr+a] = one
			}
		}
	}
	var list []code.Ordering
	for _, site := range f.withCopies(is) {
		list = append(list, code.Ordering{Site: site, Order: trace.SeqCst, Fail: trace.SeqCst})
	}
	word := "std::atomic"
	if filepath.Ext(objects[0].Pos.File) == ".rs" {
		word = "std::sync::atomic"
	}
	return atomicFix(word, objects), f.program.Reordered(list)
}

// accessed returns the variable or member that an event accesses, with its size in bytes.
func (f *finder) accessed(e *trace.Event) (v code.Declared, size int64) {
	if d, ok := f.program.Declared[e.Site]; ok {
		return d, int64(f.program.Access[e.Site].Size)
	}
	if o := f.program.ObjectAt(e.Addr); o != nil {
		return code.Declared{Name: o.Name, Pos: o.Pos}, o.Size
	}
	return v, 0
}

// withCopies returns the sites for which is holds, and their copies: a function whose calls are
// inlined has copies of its sites, of which an execution may reach only some.
func (f *finder) withCopies(is map[int32]bool) []int32 {
	like := map[trace.Site]bool{} // all known sites of this place access one of the variables
	for site, one := range is {
		if site >= 0 {
			was, known := like[sameCode(f.program.Sites[site])]
			like[sameCode(f.program.Sites[site])] = one && (was || !known)
		}
	}
	var list []int32
	for i, s := range f.program.Sites {
		site := int32(i)
		_, known := is[site]
		if is[site] || !known && like[sameCode(s)] && f.program.Access[i].Order == trace.Plain {
			list = append(list, site)
		}
	}
	return list
}

// sameCode returns a site without its number among those at its position.
func sameCode(s trace.Site) trace.Site {
	s.N = 0
	return s
}
