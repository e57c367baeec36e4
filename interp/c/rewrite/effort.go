package rewrite

import "modernc.org/cc/v4"

// Efforts estimates how hard it is to write calls before and after the accesses of a program. It uses
// the syntax tree without a compilation; Rewrite decides which candidate is right.
type Efforts struct {
	source *Source
	sites  map[cc.Node][]int32
}

// Efforts returns the Efforts of a program. sites are the accesses that count, in order.
func (s *Source) Efforts(sites []int32) *Efforts {
	e := &Efforts{source: s, sites: map[cc.Node][]int32{}}
	for _, site := range sites {
		if a, st := e.locate(site); a != nil {
			e.sites[st.node] = append(e.sites[st.node], site)
		}
	}
	return e
}

// locate returns the access of a site and its statement, or nil if it has none.
func (e *Efforts) locate(site int32) (*access, statement) {
	a := e.source.access(site)
	if a == nil {
		return nil, statement{}
	}
	st, ok := a.statement(a.node)
	if !ok {
		return nil, st
	}
	for !a.isPlain(st.span) {
		up, more := a.outer(st)
		if !more {
			break
		}
		st = up
	}
	return a, st
}

// Of returns the effort of a call before or after a site. A call beside the statement is possible
// only if the site is the first, or the last, of the statement's accesses.
func (e *Efforts) Of(site int32, later bool) Effort {
	a, st := e.locate(site)
	if a == nil {
		return Hard
	}
	ways := a.fenceWays("f()", later)
	if len(ways) == 0 {
		return Hard
	}
	sites := e.sites[st.node]
	if !later && sites[0] == site || later && sites[len(sites)-1] == site {
		return ways[0].effort
	}
	if later || a.list == nil {
		return Hard
	}
	s := a.spans[a.list]
	for _, other := range sites {
		if b, _ := e.locate(other); other < site && s.first <= b.token && b.token <= s.last {
			return Hard // an access of the enclosing expression comes first
		}
	}
	return InExpression
}
