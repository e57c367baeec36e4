package fences

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// Weights are the costs of executing a fence once, by kind.
type Weights [trace.NumFences]int

// DefaultWeights are the default costs: a store-load fence waits for the store buffer, the
// others hardly wait.
var DefaultWeights = Weights{trace.LoadLoad: 2, trace.StoreStore: 2, trace.StoreLoad: 10}

// OrderWeights are the costs of the memory orders.
type OrderWeights [trace.NumOrders]int

// DefaultOrderWeights are the default costs. They count what an operation orders; a seq_cst
// one needs a full fence on most machines.
var DefaultOrderWeights = OrderWeights{trace.Consume: 1, trace.Acquire: 1, trace.Release: 1, trace.AcqRel: 2, trace.SeqCst: 10}

// maxWeight is the largest cost that can be given.
const maxWeight = 1_000_000

// String returns the costs in the syntax of ParseWeights.
func (w Weights) String() string { return spellCosts(w.named()) }

// String returns the costs in the syntax of ParseOrderWeights.
func (w OrderWeights) String() string { return spellCosts(w.named()) }

// ParseWeights reads the costs of executing fences, such as "sl=10,ss=2". Kinds that are
// not named have the cost of DefaultWeights.
func ParseWeights(text string) (*Weights, error) {
	w := DefaultWeights
	if !parseCosts(text, w.named()) {
		return nil, fmt.Errorf("must be a list such as %s", DefaultWeights)
	}
	return &w, nil
}

// ParseOrderWeights reads the costs of operations by memory order, such as
// "acquire=1,seq_cst=20". consume has the cost of acquire; orders that are not named have
// the cost of DefaultOrderWeights.
func ParseOrderWeights(text string) (*OrderWeights, error) {
	w := DefaultOrderWeights
	if !parseCosts(text, w.named()) {
		return nil, fmt.Errorf("must be a list such as %s", DefaultOrderWeights)
	}
	w[trace.Consume] = w[trace.Acquire]
	if !w.valid() {
		return nil, errors.New("a stronger order cannot cost less than a weaker one")
	}
	return &w, nil
}

// A namedCost is a cost that can be set by name.
type namedCost struct {
	name string
	cost *int
}

func (w *Weights) named() []namedCost {
	kinds := []trace.FenceKind{trace.StoreLoad, trace.StoreStore, trace.LoadLoad}
	return lists.Map(kinds, func(k trace.FenceKind) namedCost { return namedCost{k.String(), &w[k]} })
}

func (w *OrderWeights) named() []namedCost {
	orders := []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
	return lists.Map(orders, func(o trace.Order) namedCost { return namedCost{o.String(), &w[o]} })
}

func spellCosts(list []namedCost) string {
	return strings.Join(lists.Map(list, func(c namedCost) string { return fmt.Sprintf("%s=%d", c.name, *c.cost) }), ",")
}

// parseCosts sets the costs that a text names. ok is false if the text is not a list of
// costs.
func parseCosts(text string, list []namedCost) (ok bool) {
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(value)
		known := false
		for _, c := range list {
			if c.name == name {
				*c.cost, known = n, true
			}
		}
		if err != nil || !known || n < 0 || n > maxWeight {
			return false
		}
	}
	return true
}

// valid reports whether no order costs less than one that it covers.
func (w *OrderWeights) valid() bool {
	for _, a := range allOrders {
		for _, b := range allOrders {
			if covers(a, b) && w[a] < w[b] {
				return false
			}
		}
	}
	return true
}

// cost returns the sum of the costs of all orders of a setting.
func (w *OrderWeights) cost(s setting) int {
	sum := 0
	for _, o := range s {
		sum += w[o]
	}
	return sum
}
