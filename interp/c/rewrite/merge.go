package rewrite

import (
	"cmp"
	"slices"
	"strings"

	"fencepost/trace/lists"

	"github.com/aymanbagabas/go-udiff"
)

// Merge returns a text with the changes of all versions, and the numbers of the lines that several
// versions change differently. There it takes the first version.
func Merge(text string, versions []string) (merged string, conflicts []int) {
	var all []udiff.Edit
	for _, v := range versions {
		for _, e := range udiff.Lines(text, v) {
			all = append(all, byLine(text, e)...)
		}
	}
	slices.SortStableFunc(all, func(a, b udiff.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	last := 0
	var taken []udiff.Edit
	for _, e := range all {
		switch {
		case slices.Contains(taken, e):
		case e.Start < last:
			conflicts = lists.Add(conflicts, 1+strings.Count(text[:e.Start], "\n"))
		default:
			merged += text[last:e.Start] + e.New
			last, taken = e.End, append(taken, e)
		}
	}
	return merged + text[last:], conflicts
}

// byLine divides an edit into edits of single lines if it keeps the number of lines.
func byLine(text string, e udiff.Edit) (list []udiff.Edit) {
	old, now := strings.SplitAfter(text[e.Start:e.End], "\n"), strings.SplitAfter(e.New, "\n")
	if len(old) != len(now) {
		return []udiff.Edit{e}
	}
	at := e.Start
	for i := range old {
		if old[i] != now[i] {
			list = append(list, udiff.Edit{Start: at, End: at + len(old[i]), New: now[i]})
		}
		at += len(old[i])
	}
	return list
}
