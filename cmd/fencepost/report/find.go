package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Find returns the cycle with a name: its number, or its sites separated by commas,
// beginning with any thread. A site may be given by its line alone, and its file by any
// path or the end of one.
func (p *Predicted) Find(wanted string) (predict.Cycle, error) {
	if n, err := strconv.Atoi(wanted); err == nil {
		if i, ok := slices.BinarySearchFunc(p.cycles, n, byNumber); ok {
			return p.cycles[i], nil
		}
		return predict.Cycle{}, fmt.Errorf("no cycle of these models has that number; %s", p.listed())
	}
	var places []trace.Place
	for _, name := range strings.Split(wanted, ",") {
		at, ok := trace.ParsePlace(strings.TrimSpace(name))
		if !ok {
			return predict.Cycle{}, fmt.Errorf("%q is not of the form FILE:LINE or FILE:LINE:COL", strings.TrimSpace(name))
		}
		if at.Col != 0 {
			at.N = max(at.N, 1)
		}
		places = append(places, at)
	}
	if len(places) < 4 || len(places)%2 != 0 {
		return predict.Cycle{}, fmt.Errorf("a cycle has two sites for each thread: 4 or more, not %d", len(places))
	}
	for _, at := range places {
		if !slices.ContainsFunc(p.Source.Sites, func(s trace.Site) bool { return at.In(s.Pos.File) }) {
			return predict.Cycle{}, fmt.Errorf("the program has no access in a file %s", at.File)
		}
	}
	var fit []predict.Cycle
	best := gap{sites: len(places) + 1}
	nearest := ""
	for _, c := range p.cycles {
		d, text := p.apart(places, c)
		if d == (gap{}) {
			fit = append(fit, c)
		} else if d.compare(best) < 0 {
			best, nearest = d, text
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		numbers := lists.Map(fit, func(c predict.Cycle) string { return fmt.Sprintf("#%d", c.Number) })
		return predict.Cycle{}, fmt.Errorf("%d cycles have these lines: %s; add the columns", len(fit), some(numbers))
	case nearest != "":
		return predict.Cycle{}, fmt.Errorf("no predicted cycle has these sites; the nearest is %s", nearest)
	}
	return predict.Cycle{}, fmt.Errorf("no predicted cycle has %s; %s", Count(len(places), "site"), p.listed())
}

// listed says how many cycles there are.
func (p *Predicted) listed() string {
	return fmt.Sprintf("predict lists %s for these models", Count(len(p.cycles), "cycle"))
}

// A gap is a distance between given places and the sites of a cycle.
type gap struct {
	sites int // number of sites whose place differs
	lines int // sum of the distances in lines, within a file
}

func (d gap) compare(e gap) int {
	return cmp.Or(cmp.Compare(d.sites, e.sites), cmp.Compare(d.lines, e.lines))
}

// apart returns the distance of places from a cycle, and the cycle as text with the places
// that differ. It rotates the cycle so that the distance is least.
func (p *Predicted) apart(places []trace.Place, c predict.Cycle) (best gap, text string) {
	best = gap{sites: len(places) + 1}
	if len(places) != len(c.Sites) {
		return best, ""
	}
	for shift := 0; shift < len(c.Sites); shift += 2 {
		sites := slices.Concat(c.Sites[shift:], c.Sites[:shift])
		var d gap
		var differ []string
		for i, at := range places {
			s := p.Source.Sites[sites[i]]
			if at.Names(&s) {
				continue
			}
			d.sites++
			if at.In(s.Pos.File) {
				d.lines += max(at.Line-s.Pos.Line, s.Pos.Line-at.Line)
			}
			differ = append(differ, p.Source.Site(sites[i]))
		}
		if d.compare(best) < 0 {
			best = d
			text = fmt.Sprintf("#%d, %s, which differs in %s", c.Number, pairText(p.Source.siteList(sites)), strings.Join(differ, ", "))
		}
	}
	return best, text
}
