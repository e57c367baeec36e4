// Package fences compares placements of fences and infers the cheapest one under which
// nothing goes wrong.
//
// A placement is a set of fences, each before or after a site. It is applied to the
// instructions of a compiled program. Sites keep their numbers, so cycles and costs of
// different placements can be compared. Compare runs the pipeline of package phase2 on each
// placement; Infer searches for one; Write turns a placement into a change of the source.
//
// RELAXER (ISSTA 2011) leaves the choice of fences to its reader. Here the search is an
// implicit hitting set. The axioms of the model give the sets of fences that forbid an
// execution that goes wrong (order.go). Of all sets that forbid every such execution seen
// so far, the cheapest is tried next (hitting.go), by phase 2 and random schedules
// (tester.go), until nothing goes wrong any more. Each execution seen is one of the
// program, so no fence is asked for without need. That no other execution goes wrong is
// tested; only Options.Prove can prove it.
//
// InferOrders does the same for the memory orders of C11 (ordersite.go, orders.go). To find
// the changes that forbid an execution, it follows the execution with the changes in place.
// Then it weakens orders that are stronger than needed (weaken.go). An order is
// called too weak, or needed, only with an execution of the program that goes wrong. For
// the hardware of today (machines.go) the search uses candidate executions alone. Without
// returns the execution that goes wrong without one part of a change, as a witness of the
// source with all other parts of it.
package fences

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Side says on which side of a site a fence stands.
type Side uint8

// The sides of a site.
const (
	Before Side = iota
	After
)

// String returns before or after.
func (s Side) String() string {
	if s == After {
		return "after"
	}
	return "before"
}

// A Fence is executed directly before or after each execution of a site. Without a kind it
// is a relaxed fence of C11, which has no effect until it gets another order.
type Fence struct {
	Site int32
	Side Side
	Kind trace.FenceKind
}

// Describe returns the fence in the syntax of Parse, with the position of its site.
func (f Fence) Describe(p *code.Program) string {
	return f.Side.String() + ":" + p.Sites[f.Site].String() + "=" + f.Kind.String()
}

// call returns the C call that performs a fence of kind k.
func call(k trace.FenceKind) string { return "fence_" + k.String() + "()" }

func compareFences(a, b Fence) int {
	return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(a.Side, b.Side), cmp.Compare(a.Kind, b.Kind))
}

// A Placement has the fences added to a program, and the sites of the program's own fences that
// are removed.
type Placement struct {
	Name   string
	Short  string // its name in tables, which Parse accepts; may be empty
	Add    []Fence
	Remove []int32 // sites of the program's own fences
}

// Describe returns the placement's name and, if that is empty, its fences.
func (pl Placement) Describe(p *code.Program) string {
	if pl.Name != "" {
		return pl.Name
	}
	parts := lists.Map(pl.Add, func(f Fence) string { return f.Describe(p) })
	for _, s := range pl.Remove {
		parts = append(parts, "without "+p.Sites[s].String())
	}
	if len(parts) == 0 {
		return "as written"
	}
	return strings.Join(parts, ", ")
}

// AsWritten leaves the program alone.
func AsWritten() Placement { return Placement{Name: "as written", Short: "as-written"} }

// None returns the placement that removes all fences of the program. Atomic operations keep
// their orders.
func None(p *code.Program) Placement { return Placement{Name: "none", Short: "none", Remove: Own(p)} }

// All returns the placement with a store-load fence, the strongest one, after every access.
func All(p *code.Program) Placement {
	return Placement{Name: "all", Short: "all", Add: lists.Map(Sites(p), func(s int32) Fence { return Fence{s, After, trace.StoreLoad} })}
}

// EachRemoved returns, for each fence of the program, the placement without it.
func EachRemoved(p *code.Program) []Placement {
	var list []Placement
	for i, s := range Own(p) {
		list = append(list, Placement{
			Short:  fmt.Sprintf("without-%d", i+1),
			Name:   "without " + p.Sites[s].Text + " at " + p.Sites[s].String(),
			Remove: []int32{s},
		})
	}
	return list
}

// Own returns the sites of the program's own fences.
func Own(p *code.Program) []int32 {
	return sitesOf(p, func(op code.Op) bool { return op == code.FenceOp })
}

// Sites returns the sites at which fences may be placed: accesses to memory that other
// threads may see, outside the embedded headers.
func Sites(p *code.Program) []int32 { return sitesOf(p, accesses) }

// accesses reports whether op is a memory access that other threads may see.
func accesses(op code.Op) bool {
	switch op {
	case code.Load, code.Store, code.RMW, code.CAS, code.DCAS:
		return true
	}
	return false
}

func sitesOf(p *code.Program, want func(code.Op) bool) []int32 {
	var list []int32
	for i := range p.Funcs {
		if p.Funcs[i].System {
			continue
		}
		for _, in := range p.Funcs[i].Code {
			if want(in.Op) {
				list = append(list, in.Imm)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
