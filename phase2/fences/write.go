package fences

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Change is a placement, or other memory orders, as a change of the source.
type Change struct {
	// Diff is a unified diff, for patch -p1; empty if nothing changes.
	Diff string
	// Files are the program's files after the change, the main one first.
	Files []code.File
	// Program is compiled from Files. It has every requested change that could be written.
	Program *code.Program
	// Notes describe in prose, as file:line:col: message, the changes that the diff does
	// not have.
	Notes []string
	// Failed are the changes of memory orders that could not be written.
	Failed []OrderChange
}

// Write turns the fences that a placement adds into calls in the source, and removes those
// that it removes. If the program includes <fencepost.h>, the calls are from that header,
// otherwise C11's with the same effect. Notes of the result describe fences that could not be
// written. o are the options with which p was compiled.
func Write(p *code.Program, pl Placement, o cfront.Options) (*Change, error) {
	if len(pl.Add)+len(pl.Remove) == 0 {
		return &Change{Files: p.Files, Program: p}, nil
	}
	if IsForeign(p) {
		return advise(p, pl), nil
	}
	s, err := rewrite.Open(p, o)
	if err != nil {
		return nil, err
	}
	spell := spelling(s)
	var changes []rewrite.Change
	for _, f := range pl.Add {
		how, kind := spell(f.Kind), rewrite.Before
		if f.Side == After {
			kind = rewrite.After
		}
		changes = append(changes, rewrite.Change{Site: f.Site, Kind: kind, Call: how.call, Header: how.header})
	}
	for _, site := range pl.Remove {
		changes = append(changes, rewrite.Change{Site: site, Kind: rewrite.Remove})
	}
	r := s.Rewrite(changes, func(done []int) *code.Program {
		var part Placement
		for _, i := range done {
			if i < len(pl.Add) {
				part.Add = append(part.Add, pl.Add[i])
			} else {
				part.Remove = append(part.Remove, changes[i].Site)
			}
		}
		to := Apply(p, part)
		for i := len(p.Sites); i < len(to.Sites); i++ {
			to.Access[i] = spell(to.Access[i].Fence).access
		}
		return to
	})
	c := &Change{Diff: r.Diff, Files: r.Files, Program: r.Program}
	for _, i := range r.Failed {
		site := &p.Sites[changes[i].Site]
		if i < len(pl.Add) {
			c.note("%s: %s has to be executed right %s the access to %s here, which is in a macro or in the middle of an expression",
				site, changes[i].Call, pl.Add[i].Side, site.Text)
		} else {
			c.note("%s: remove the %s here, which is in a macro or in the middle of an expression", site, site.Text)
		}
	}
	return c, nil
}

// advise is Write for C++ and Rust, where no fences are written.
func advise(p *code.Program, pl Placement) *Change {
	c := &Change{Files: p.Files, Program: Apply(p, pl)}
	for _, f := range pl.Add {
		site := &p.Sites[f.Site]
		c.note("%s: a fence (%s) has to be executed right %s the access to %s here", site, f.Kind, f.Side, site.Text)
	}
	for _, n := range pl.Remove {
		c.note("%s: remove the %s here", &p.Sites[n], p.Sites[n].Text)
	}
	return c
}

// note adds a note, if it is a new one: a position may have several copies.
func (c *Change) note(format string, args ...any) {
	c.Notes = lists.Add(c.Notes, fmt.Sprintf(format, args...))
}

// A spelled fence is a call in C with its effect.
type spelled struct {
	call, header string
	access       code.Access
}

// spelling returns the way in which a program writes fences: like its own if it includes
// <fencepost.h>, in the kernel's words if it is kernel code, otherwise in C11, with the
// weakest fence that every mapping lowers to this one, so that any compiler accepts it.
func spelling(s *rewrite.Source) func(trace.FenceKind) spelled {
	return func(k trace.FenceKind) spelled {
		if s.Includes("lkmm.h") {
			return kernelFences[k]
		}
		for _, o := range allOrders {
			if models.C11.Fence[o] == (models.Lowering{After: k}) && !s.Includes("fencepost.h") {
				return spelled{"atomic_thread_fence(" + orderName("", o) + ")", "stdatomic.h", code.Access{Order: o}}
			}
		}
		return spelled{call(k), "fencepost.h", code.Access{Fence: k}}
	}
}

// Write returns two changes of the source: the strengthening, and the one that also weakens orders
// that are stronger than needed. A comment in the second says where weaker orders come from.
func (r *OrderResult) Write(p *code.Program, o cfront.Options) (strengthening, minimal *Change, err error) {
	if strengthening, err = WriteOrders(p, r.Changes, o); err != nil {
		return nil, nil, err
	}
	if minimal, err = WriteOrders(p, r.Minimal, o); err != nil {
		return nil, nil, err
	}
	if len(r.OverStrong) > len(r.Uncovered) {
		minimal.Diff = "# Weaker orders: this program is the only witness that they are enough.\n" + minimal.Diff
	}
	return strengthening, minimal, nil
}

// WriteOrders turns changes of memory orders into changes of the source: another order in
// the argument of the operation, or the explicit form of an operation without one. A fence
// that becomes relaxed is removed. Notes describe what could not be written.
func WriteOrders(p *code.Program, list []OrderChange, o cfront.Options) (*Change, error) {
	if len(list) == 0 {
		return &Change{Files: p.Files, Program: p}, nil
	}
	of := bySite(WithCopies(p, list))
	if IsForeign(p) {
		return writeForeign(p, of, o), nil
	}
	var changes []rewrite.Change
	for _, same := range of {
		site := same[0].Site
		switch c := same[0]; {
		case c.Barrier:
			kind := rewrite.Before
			if c.Side == After {
				kind = rewrite.After
			}
			changes = append(changes, rewrite.Change{Site: site, Kind: kind, Call: barrierCalls(c.To), Header: "lkmm.h"})
			continue
		case c.Removes(p):
			changes = append(changes, rewrite.Change{Site: site, Kind: rewrite.Remove})
			continue
		}
		to := ApplyOrders(p, same).Access[site]
		changes = append(changes, rewrite.Change{Site: site, Kind: rewrite.Reorder, Header: "stdatomic.h", Order: to.Order, Fail: to.Fail})
	}
	s, err := rewrite.Open(p, o)
	if err != nil {
		return nil, err
	}
	r := s.Rewrite(changes, func(done []int) *code.Program { return applied(p, of, done) })
	c := &Change{Diff: r.Diff, Files: r.Files, Program: r.Program}
	c.failed(p, of, r.Failed, "which is in a macro or names no order")
	return c, nil
}

// WriteAll is WriteOrders for programs that share source. lists has the changes of each
// program, which agree in the shared source. The result has no Program; it is nil if
// nothing changes.
func WriteAll(clients []Client, lists [][]OrderChange) (*Change, error) {
	var all *Change
	versions, files := map[string][]string{}, []code.File{}
	for k, c := range clients {
		if len(lists[k]) == 0 {
			continue
		}
		own, err := WriteOrders(c.Program, lists[k], c.Options.Compile)
		if err != nil || len(clients) == 1 {
			return own, err
		}
		all = cmp.Or(all, &Change{})
		for i, f := range own.Files {
			path := SamePath(f.Name)
			if versions[path] == nil {
				files = append(files, c.Program.Files[i])
			}
			versions[path] = append(versions[path], f.Text)
		}
		for _, n := range own.Notes {
			all.note("%s", n)
		}
	}
	for _, f := range files {
		text, meet := rewrite.Merge(f.Text, versions[SamePath(f.Name)])
		all.Diff += rewrite.Diff(f.Name, f.Text, text)
		for _, line := range meet {
			all.note("%s:%d: a program that has not all of this line wants a change of it, too", f.Name, line)
		}
		f.Text = text
		all.Files = append(all.Files, f)
	}
	return all, nil
}

// bySite groups the changes by site: a compare-exchange may have two.
func bySite(list []OrderChange) (of [][]OrderChange) {
	for i, oc := range list {
		if i > 0 && list[i-1].Site == oc.Site && oc.Fail {
			of[len(of)-1] = append(of[len(of)-1], oc)
		} else {
			of = append(of, []OrderChange{oc})
		}
	}
	return of
}

// applied returns p with the changes of some groups, given by their indices.
func applied(p *code.Program, of [][]OrderChange, done []int) *code.Program {
	return ApplyOrders(p, slices.Concat(lists.Map(done, func(i int) []OrderChange { return of[i] })...))
}

// failed keeps the changes that could not be written, and notes why.
func (c *Change) failed(p *code.Program, of [][]OrderChange, numbers []int, why string) {
	for _, i := range numbers {
		c.Failed = append(c.Failed, of[i]...)
		for _, oc := range of[i] {
			site := &p.Sites[oc.Site]
			if oc.Barrier {
				c.note("%s: %s the access to %s here, %s", site, oc.Describe(), site.Text, "which is in a macro or in the middle of an expression")
				continue
			}
			if oc.From == trace.Plain {
				note := fmt.Sprintf("%s: the access has to be atomic, with %s", site.Pos, orderName(site.Pos.File, oc.To))
				if site.Text != "" {
					note += ", in " + site.Text
				}
				c.note("%s", note)
				continue
			}
			c.note("%s: %s has to become %s, in %s, %s", site.Pos, oc.words(), orderName(site.Pos.File, oc.To), site.Text, why)
		}
	}
}

// words names the order.
func (c OrderChange) words() string {
	if c.Fail {
		return "the order of failure"
	}
	return "the memory order"
}

// Without returns an execution that goes wrong without the i-th fence of the placement: a
// witness of the changed source without it, and that program. It returns nil if no test
// found one, or if the changed source behaves differently. o are the options of Write.
func (r *Result) Without(ctx context.Context, p *code.Program, i int, o cfront.Options) (*witness.Witness, *code.Program, error) {
	return without(ctx, r.Removals[i].Witness, func() (*Change, error) {
		return Write(p, Placement{Add: slices.Delete(slices.Clone(r.Placement.Add), i, i+1)}, o)
	})
}

// Without returns an execution that goes wrong without the i-th of Changes, as
// Result.Without does.
func (r *OrderResult) Without(ctx context.Context, p *code.Program, i int, o cfront.Options) (*witness.Witness, *code.Program, error) {
	return without(ctx, r.Reasons[i].Witness, func() (*Change, error) {
		return WriteOrders(p, slices.Delete(slices.Clone(r.Changes), i, i+1), o)
	})
}

func without(ctx context.Context, of *witness.Witness, write func() (*Change, error)) (*witness.Witness, *code.Program, error) {
	if of == nil {
		return nil, nil, nil
	}
	c, err := write()
	if err != nil {
		return nil, nil, err
	}
	w, ok := Rebase(ctx, of, c.Program)
	if !ok {
		return nil, nil, nil
	}
	return w, c.Program, nil
}

// Rebase turns a witness of a program with fences into one of the program compiled from its
// Change, whose sites have other numbers. ok is false if the schedule does not fit that
// program.
func Rebase(ctx context.Context, wit *witness.Witness, to *code.Program) (w *witness.Witness, ok bool) {
	s := phase2.NewSampler(to, wit.Model, phase2.Options{Machine: wit.Options})
	return s.Replay(ctx, wit)
}
