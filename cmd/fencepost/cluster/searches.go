package cluster

import (
	"context"
	"encoding/json"
	"errors"

	"fencepost/interp/search"
	"fencepost/interp/search/explore"
)

// A Search is the Work of exploring a program under one model. A unit is a subtree.
type Search struct {
	program *search.Exploration
	model   string
	o       search.Options
	whole   bool // it is a single unit, unless it takes long
}

// Units divides the search.
func (s *Search) Units(ctx context.Context, n int) ([]Unit, error) {
	if s.whole {
		n = 1
	}
	list, err := s.program.Subtrees(ctx, s.model, s.o, n)
	if err != nil {
		return nil, err
	}
	return units(list...)
}

// Do explores a subtree.
func (s *Search) Do(ctx context.Context, u Unit, enough func() bool) (*Result, error) {
	var t explore.Subtree
	if err := json.Unmarshal(u.What, &t); err != nil {
		return nil, err
	}
	part, left, err := s.program.Part(ctx, s.model, s.o, t, enough)
	if err != nil {
		return nil, err
	}
	rest, err := units(left...)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(part)
	return &Result{Part: text, Rest: rest, Ends: part.Unsupported != nil}, err
}

// Fold makes one part of several.
func (s *Search) Fold(list []Part) ([]Part, error) {
	found, err := parts[search.Part](InOrder(list))
	if err != nil {
		return nil, err
	}
	all, err := s.program.Fold(found)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(all)
	return []Part{{Unit: list[0].Unit, Part: text, Ends: all.Unsupported != nil}}, err
}

// Restart begins again without the reductions that turned out to be invalid.
func (s *Search) Restart(err error) ([]Unit, bool) {
	var met *explore.AnewError
	if !errors.As(err, &met) {
		return nil, false
	}
	list, err := units(met.Whole())
	return list, err == nil
}
