// Package suite runs the harnesses of a project. It selects them, runs several at a time,
// delivers their results in the order of the project's file, and keeps results for the next
// run.
//
// A result is kept under the hash of all its inputs, so an entry is never out of date. An
// entry is written completely or not at all and has a checksum. A damaged entry counts as
// missing, and one that cannot be written is missing the next time.
package suite

import (
	"fmt"
	"regexp"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
)

// A Selection selects harnesses of a project.
type Selection struct {
	Run   *regexp.Regexp // matches the names; nil: all names
	Shard int            // from 1
	Of    int            // number of shards; 0: there are none
}

// Choose returns the selected harnesses, in order. Shards take turns.
func (s *Selection) Choose(list []project.Harness) []project.Harness {
	var chosen []project.Harness
	n := 0
	for _, h := range list {
		if s.Run != nil && !s.Run.MatchString(h.Name) {
			continue
		}
		if n++; s.Of == 0 || (n-1)%s.Of == s.Shard-1 {
			chosen = append(chosen, h)
		}
	}
	return chosen
}

// JudgesOrders returns the harnesses that show which orders are needed, and a note about each other
// one. Litmus tests have no source. A harness that is expected to fail fails with any orders.
func JudgesOrders(all []project.Harness) (list []project.Harness, notes []string, err error) {
	for _, h := range all {
		why := ""
		switch {
		case h.Command != Command:
			why = "is a litmus test"
		case h.Expect == report.Buggy:
			why = "is expected to go wrong"
		default:
			list = append(list, h)
			continue
		}
		notes = append(notes, fmt.Sprintf("fencepost: harness %s %s: it says nothing of orders", h.Name, why))
	}
	if len(list) == 0 {
		return nil, notes, failure.Usagef("no harness says anything of orders")
	}
	return list, notes, nil
}
