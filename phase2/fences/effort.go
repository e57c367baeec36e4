package fences

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// An effort tells how hard fences are to write in the source. It decides
// between placements that cost the same, and warns of fences that cannot be
// written. It goes by the text alone: Write finds out what is right.
type effort struct {
	program *code.Program
	sources map[string]*source
	sites   map[*statement][]int32 // accesses by statement, in order of execution
}

func newEffort(p *code.Program, sites []int32) *effort {
	e := &effort{program: p, sources: map[string]*source{}, sites: map[*statement][]int32{}}
	for _, f := range p.Files {
		e.sources[f.Name] = readSource(f.Text)
	}
	for _, s := range sites {
		if _, _, st := e.locate(s); st != nil {
			e.sites[st] = append(e.sites[st], s)
		}
	}
	return e
}

// locate returns where a site stands in the source; st is nil if that is not known.
func (e *effort) locate(site int32) (src *source, at int, st *statement) {
	pos := e.program.Sites[site].Pos
	if src = e.sources[pos.File]; src == nil {
		return nil, -1, nil
	}
	if at = src.at(pos); at < 0 {
		return src, at, nil
	}
	return src, at, src.enclosing(at)
}

// of returns the effort of a fence on one side of a site.
func (e *effort) of(site int32, side Side) int64 {
	src, at, st := e.locate(site)
	if st == nil {
		return notAtAll
	}
	ways := src.ways(at, side, call(trace.StoreLoad))
	if len(ways) == 0 {
		return notAtAll
	}
	sites := e.sites[st]
	if side == Before && sites[0] == site || side == After && sites[len(sites)-1] == site {
		return int64(ways[0].effort)
	}
	if side == After || ways[len(ways)-1].effort != inExpression {
		return notAtAll
	}
	first, last := src.operand(at)
	for _, s := range sites {
		if _, i, _ := e.locate(s); s < site && first <= i && i <= last {
			return notAtAll // what it stands in is accessed before it
		}
	}
	return inExpression
}

// price returns the price of a fence whose executions cost so much.
func (e *effort) price(site int32, side Side, dynamic int) price {
	p := price{dynamic: int64(dynamic), static: 1, effort: e.of(site, side)}
	if p.effort == notAtAll {
		p.unwritable = 1
	}
	return p
}
