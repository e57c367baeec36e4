package report

import (
	"fmt"

	"fencepost/predict"
)

// Numbers gives cycles their numbers: 1, 2, ... in the order in which the
// models' lists name them first. The same lists give the same numbers.
type Numbers struct {
	of     map[string]int
	cycles []predict.Cycle
}

// Add numbers the cycles of a model's list that have none yet.
func (n *Numbers) Add(list ...predict.Cycle) {
	if n.of == nil {
		n.of = map[string]int{}
	}
	for _, c := range list {
		if key := c.String(); n.of[key] == 0 {
			n.cycles = append(n.cycles, c)
			n.of[key] = len(n.cycles)
		}
	}
}

// Of returns a cycle's number.
func (n *Numbers) Of(c predict.Cycle) int { return n.of[c.String()] }

// Cycle returns the cycle of a number.
func (n *Numbers) Cycle(number int) (c predict.Cycle, ok bool) {
	if number < 1 || number > len(n.cycles) {
		return c, false
	}
	return n.cycles[number-1], true
}

// Len returns the highest number.
func (n *Numbers) Len() int { return len(n.cycles) }

// siteList returns the names of a cycle's sites.
func (s *Source) siteList(sites []int32) []string {
	list := make([]string, len(sites))
	for i, site := range sites {
		list[i] = s.Site(site)
	}
	return list
}

// pairText returns a cycle in one line: the two sites of each thread with the
// edge between them, and the threads apart.
func pairText(sites []string) string {
	text := ""
	for j := 0; j+1 < len(sites); j += 2 {
		if j > 0 {
			text += "  =>  "
		}
		text += fmt.Sprintf("%s -> %s", sites[j], sites[j+1])
	}
	return text
}
