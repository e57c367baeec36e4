package code

// Tables numbers the constants and texts of a program under construction, each once.
type Tables struct {
	program   *Program
	constants map[int64]int32
	texts     map[string]int32
}

// NewTables returns the tables of a program. Existing entries keep their numbers and are
// not reused.
func NewTables(p *Program) *Tables {
	return &Tables{p, map[int64]int32{}, map[string]int32{}}
}

// Constant returns the number of v in the program's Consts.
func (t *Tables) Constant(v int64) int32 { return number(t.constants, &t.program.Consts, v) }

// Message returns the number of s, a message or another text, in the program's Strings.
func (t *Tables) Message(s string) int32 { return number(t.texts, &t.program.Strings, s) }

// number returns the number of v in a list, and appends v if the map does not have it.
func number[T comparable](known map[T]int32, list *[]T, v T) int32 {
	i, ok := known[v]
	if !ok {
		i = int32(len(*list))
		known[v] = i
		*list = append(*list, v)
	}
	return i
}
