package report

import (
	"fmt"

	"fencepost/trace/lists"
)

// siteList returns the names of a cycle's sites.
func (s *Source) siteList(sites []int32) []string {
	return lists.Map(sites, s.Site)
}

// pairText returns a cycle in one line: the two sites of each thread with the edge between
// them, and separators between threads.
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
