package predict

import "fencepost/trace"

// A segment is the part of a thread between two creations or joins. Creation and join order
// all events of a segment alike with the events of other threads.
type segment struct {
	thread trace.ThreadID
	n      int32 // number in the thread, from 0
	clock  int32 // offset of its clock
	width  int32 // length of its clock
}

// segments holds the segments of an execution with their vector clocks: clock(s)[t] is the
// number of segments of thread t that creation and join put before s. There are two
// segments for each creation and one for each join, so their number depends on the threads,
// not on the length of the trace.
type segments struct {
	all    []segment
	clocks []int32
}

func (g *segments) reset() { g.all, g.clocks = g.all[:0], g.clocks[:0] }

func (g *segments) clock(s int32) []int32 {
	c := g.all[s].clock
	return g.clocks[c : c+g.all[s].width]
}

// start adds the first segment of a thread, with an empty clock.
func (g *segments) start(t trace.ThreadID) int32 {
	g.all = append(g.all, segment{thread: t, clock: int32(len(g.clocks))})
	return int32(len(g.all) - 1)
}

// next adds the segment that follows s in its thread.
func (g *segments) next(s int32) int32 {
	n := g.start(g.all[s].thread)
	g.all[n].n = g.all[s].n + 1
	g.raise(n, s)
	return n
}

// child adds the first segment of thread t, created at the end of segment s.
func (g *segments) child(t trace.ThreadID, s int32) int32 {
	n := g.start(t)
	g.join(n, s)
	return n
}

// join puts segment o and everything before it before s, the newest segment.
func (g *segments) join(s, o int32) {
	g.raise(s, o)
	t := g.all[o].thread
	g.widen(s, int32(t)+1)
	c := g.clock(s)
	c[t] = max(c[t], g.all[o].n+1)
}

// raise puts everything before o before s, the newest segment.
func (g *segments) raise(s, o int32) {
	g.widen(s, g.all[o].width)
	c := g.clock(s)
	for t, n := range g.clock(o) {
		c[t] = max(c[t], n)
	}
}

// widen makes the clock of s, the newest segment, at least n long.
func (g *segments) widen(s, n int32) {
	for g.all[s].width < n {
		g.clocks = append(g.clocks, 0)
		g.all[s].width++
	}
}

// before reports whether creation and join put segment a before b, of another thread.
func (g *segments) before(a, b int32) bool {
	t := g.all[a].thread
	return int32(t) < g.all[b].width && g.clock(b)[t] > g.all[a].n
}
