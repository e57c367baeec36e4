package fences

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// ParseAll reads placements to compare in a program: those of Placements if there are none. Each has a
// name of its own. The error begins with the placement that is wrong.
func ParseAll(p *code.Program, specs []string) (list []Placement, err error) {
	if len(specs) == 0 {
		return Placements(p), nil
	}
	for _, spec := range specs {
		pl, err := Parse(p, spec)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", spec, err)
		}
		if pl.Short != "" && slices.ContainsFunc(list, func(o Placement) bool { return o.Short == pl.Short }) {
			return nil, fmt.Errorf("%s: two placements have the name %s", spec, pl.Short)
		}
		list = append(list, pl)
	}
	return list, nil
}

// Parse reads a placement:
//
//	none             without the program's own fences
//	all              a store-load fence after every access
//	as-written       as the program is
//	without-N        without the N-th of the program's own fences
//	NAME=PLACEMENT   a placement that has a name
//	WHERE=KIND,...   with these fences too; KIND is sl, ss or ll
//	without:FILE:LINE[:COL],...   without the program's own fences there
//
// WHERE is FILE:LINE or FILE:LINE:COL, with #N for the N-th access at one
// position, and before: or after: in front, which is the default. With a line
// alone, after: means after its last access and before: before its first. FILE
// is a source file by any path, or the end of its path.
func Parse(p *code.Program, spec string) (Placement, error) {
	known := append(Placements(p), None(p))
	if i := slices.IndexFunc(known, func(pl Placement) bool { return pl.Short == spec }); i >= 0 {
		return known[i], nil
	}
	if m := named().FindStringSubmatch(spec); m != nil {
		pl, err := Parse(p, m[2])
		pl.Short = m[1]
		return pl, err
	}
	pl := Placement{Name: spec}
	for _, part := range strings.Split(spec, ",") {
		part = strings.TrimSpace(part)
		if at, ok := strings.CutPrefix(part, "without:"); ok {
			sites, err := find(p, at, Own(p), "fence")
			if err != nil {
				return Placement{}, err
			}
			pl.Remove = append(pl.Remove, sites...)
			continue
		}
		f, err := parseFence(p, part)
		if err != nil {
			return Placement{}, err
		}
		pl.Add = append(pl.Add, f)
	}
	return pl, nil
}

var named = lazyregexp.New(`^([A-Za-z][\w-]*)=(.+)$`)

func parseFence(p *code.Program, s string) (Fence, error) {
	where, kind, ok := strings.Cut(s, "=")
	if !ok {
		return Fence{}, fmt.Errorf("placement %q is not of the form FILE:LINE=KIND", s)
	}
	f := Fence{Side: After}
	for k := trace.LoadLoad; k < trace.NumFences; k++ {
		if kind == k.String() {
			f.Kind = k
		}
	}
	if f.Kind == trace.NoFence {
		return Fence{}, fmt.Errorf("placement %q: unknown fence %q: choose sl, ss or ll", s, kind)
	}
	if at, ok := strings.CutPrefix(where, "before:"); ok {
		f.Side, where = Before, at
	} else {
		where = strings.TrimPrefix(where, "after:")
	}
	sites, err := find(p, where, Sites(p), "access")
	if err != nil {
		return Fence{}, err
	}
	f.Site = sites[0]
	if f.Side == After {
		f.Site = sites[len(sites)-1]
	}
	return f, nil
}

// find returns the sites that are at a place, in order. It is an error if there is none.
func find(p *code.Program, at string, sites []int32, what string) ([]int32, error) {
	place, ok := trace.ParsePlace(at)
	if !ok {
		return nil, fmt.Errorf("place %q is not of the form FILE:LINE or FILE:LINE:COL", at)
	}
	list := lists.Where(sites, func(s int32) bool { return place.Names(&p.Sites[s]) })
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no %s at %s", what, at)
	}
	return list, nil
}
