// Package strategy has the strategies that answer an execution's choices: at random, by
// priorities (PCT, PCTWM), by a portfolio (Auto), by a recorded list, and exhaustively
// depth first.
//
// Wait loops. The machine recognises a thread that re-reads the newest value, and does not
// schedule it until the value changes. If an older value keeps a thread in its loop, the
// choice says so (Choice.Repeats), and strategies that prefer old values do not then. There
// remain loops that the machine cannot distinguish from work: those that count their
// iterations, retry a compare-exchange, or lower and raise a flag. PCT and PCTWM would let
// the thread of highest priority spin in them for ever. So they have two rules: a thread
// that returns to the same operation again and again in one time slice drops below all
// others, and after very many decisions an execution goes on at random. Random and Auto
// step every enabled thread sooner or later.
package strategy

import (
	"math/bits"

	"fencepost/interp"
)

// Rand is a small, fast generator of random numbers (SplitMix64). Each strategy has one and
// seeds it for every execution, so that results depend on nothing else.
type Rand struct{ state uint64 }

// NewRand returns the generator of a stream, identified by a seed and any further numbers.
// Different numbers give independent streams.
func NewRand(seed uint64, names ...uint64) Rand {
	r := Rand{seed}
	for _, n := range names {
		r.state = r.Uint64() ^ n*0x9e3779b97f4a7c15
	}
	r.state = r.Uint64()
	return r
}

// Seed returns the first number of such a stream, as the seed of another one.
func Seed(seed uint64, names ...uint64) uint64 {
	r := NewRand(seed, names...)
	return r.Uint64()
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Intn returns a number in [0, n); n must be positive. Its bias is below n/2^64.
func (r *Rand) Intn(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// Random chooses uniformly among the alternatives of every choice.
type Random struct {
	seed uint64
	r    Rand
}

// NewRandom returns a Random. Execution i depends only on seed and i.
func NewRandom(seed uint64) *Random { return &Random{seed: seed} }

// Begin seeds execution run.
func (s *Random) Begin(run int) bool {
	s.r = NewRand(s.seed, uint64(run))
	return true
}

// Choose answers uniformly.
func (s *Random) Choose(c *interp.Choice) int { return s.r.Intn(c.N) }
