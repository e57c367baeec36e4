package c11

import (
	"fencepost/models"
	"fencepost/trace"
)

// A priorSet holds, for an access to come, the stores that may not come after the
// store that it reads or writes: READPRIORSET and WRITEPRIORSET of Figure 11,
// which ask for the same.
type priorSet struct {
	stamp  int64 // of the state that it belongs to
	thread trace.ThreadID
	loc    models.Loc
	part   models.Part
	stores []int32
}

// priorsOf computes the set for an access by t to a part of l, which is atomic; sc says
// that the access is seq_cst. It is valid until the memory changes.
func (m *Memory) priorsOf(t trace.ThreadID, l models.Loc, part models.Part, sc bool) []int32 {
	p := &m.priors[0]
	if sc {
		p = &m.priors[1]
	}
	if p.stamp == m.stamp && p.thread == t && p.loc == l && p.part == part {
		return p.stores
	}
	p.stamp, p.thread, p.loc, p.part, p.stores = m.stamp, t, l, part, p.stores[:0]
	at := &m.locs[l]
	now := m.threads[t].now
	var past []int32
	if f := now[scIndex]; f != 0 {
		past = m.sc.before(f)
		p.add(at.scBefore(f))
	}
	if sc && len(at.sc) > 0 {
		p.add(at.sc[len(at.sc)-1].store)
	}
	for i := at.views; i != 0; {
		v := &m.views[i]
		i = v.next
		n := now[v.thread+1]
		p.addSeen(v, n, part)
		if past != nil && past[v.thread+1] > n {
			n = past[v.thread+1]
			p.addSeen(v, n, models.Part{}) // what fences order they order as a whole
		}
		if sc {
			if k := m.sc.all[v.thread+1]; k > n {
				p.add(m.lastStored(v, k))
			}
		}
	}
	return p.stores
}

// addSeen adds the stores of which the view's thread saw bytes of the part last, up to its
// event n.
func (p *priorSet) addSeen(v *view, n int32, part models.Part) {
	for k := v.lastSeen(n); k >= 0; k-- {
		a := &v.seen[k]
		if a.part.Overlaps(part) {
			p.add(a.store)
		}
		if a.part.Covers(part) {
			return
		}
	}
}

func (p *priorSet) add(s int32) {
	if s == 0 {
		return
	}
	for _, q := range p.stores {
		if q == s {
			return
		}
	}
	p.stores = append(p.stores, s)
}

// hidden reports whether store s comes before one of the stores.
func (m *Memory) hidden(s int32, priors []int32) bool {
	for _, p := range priors {
		if p != s && m.precedes(s, p) {
			return true
		}
	}
	return false
}
