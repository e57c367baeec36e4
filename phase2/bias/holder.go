package bias

import (
	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Delays of Figures 7 to 9, counted in operations. Loads are held for less long than
// stores, so that a delayed store does not commit while another thread is paused before a
// load of the cycle.
const (
	delayStore = 60
	delayLoad  = 30
)

// never is the deadline of an operation that waits for an event.
const never = 1 << 60

// A holder is what the strategies have in common: it holds threads before operations of the
// cycle's sites.
type holder struct {
	machine   *interp.Machine
	delay     Delay
	params    *Parameters
	r         strategy.Rand
	odd, even []bool // by site

	skew    int        // logical time is the machine's steps plus skew
	threads []decision // by thread
	free    []int      // indices of the alternatives that are not held
}

// A decision says how long a thread's next operation is held.
type decision struct {
	decided bool
	may     bool // the operation may hasten pending stores
	site    int32
	loc     models.Loc
	due     int
}

func newHolder(m *interp.Machine, o *Options) holder {
	n := len(m.Program().Sites)
	return holder{machine: m, delay: o.Delay, params: o.Parameters, odd: make([]bool, n), even: make([]bool, n)}
}

// begin forgets the last execution.
func (b *holder) begin(seed uint64) {
	b.r, b.skew, b.threads = strategy.NewRand(seed), 0, b.threads[:0]
}

// Begin allows every execution. aim prepares it.
func (b *holder) Begin(int) bool { return true }

// now returns the logical time.
func (b *holder) now() int { return b.machine.Steps() + b.skew }

// chance returns true with probability n/8.
func (b *holder) chance(n int) bool { return int(b.r.Uint64()&7) < n }

func (b *holder) deadline(d int) int {
	if b.delay == DelayEvent {
		return never
	}
	return b.now() + d
}

func (b *holder) thread(t trace.ThreadID) *decision {
	b.threads = lists.Extended(b.threads, int(t)+1)
	return &b.threads[t]
}
