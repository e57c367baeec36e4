package synth

// A matrix is a relation on at most MaxEvents events: bit 8a+b is set if it holds from
// event a to event b.
type matrix uint64

const (
	column0  matrix = 0x0101010101010101
	identity matrix = 0x8040201008040201
)

// A set is a set of events: bit a is set if it contains event a.
type set uint8

func (s set) has(a int) bool { return s>>a&1 != 0 }

// pair returns the relation with the one pair from a to b.
func pair(a, b int) matrix { return 1 << (8*a + b) }

// from returns the pairs that start in s.
func (m matrix) from(s set) matrix { return m & rowsOf[s] }

// to returns the pairs that end in s.
func (m matrix) to(s set) matrix { return m & (matrix(s) * column0) }

// seq returns the composition m;t.
func (m matrix) seq(t matrix) matrix {
	var r matrix
	for k := range MaxEvents {
		r |= (m >> k & column0) * 0xff & ((t >> (8 * k) & 0xff) * column0)
	}
	return r
}

// plus returns the transitive closure.
func (m matrix) plus() matrix {
	for k := range MaxEvents {
		m |= (m >> k & column0) * 0xff & ((m >> (8 * k) & 0xff) * column0)
	}
	return m
}

func (m matrix) reflexive() bool { return m&identity != 0 }

func (m matrix) cyclic() bool { return m.plus().reflexive() }

// transposed returns the inverse relation.
func (m matrix) transposed() matrix {
	t := (m ^ m>>7) & 0x00aa00aa00aa00aa
	m ^= t ^ t<<7
	t = (m ^ m>>14) & 0x0000cccc0000cccc
	m ^= t ^ t<<14
	t = (m ^ m>>28) & 0x00000000f0f0f0f0
	return m ^ t ^ t<<28
}

// rowsOf holds, for each set, all pairs that start in it.
var rowsOf = func() (rows [256]matrix) {
	for s := range rows {
		for a := range MaxEvents {
			if s>>a&1 != 0 {
				rows[s] |= 0xff << (8 * a)
			}
		}
	}
	return rows
}()
