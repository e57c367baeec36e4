package code

// A NaturalLoop is a loop of a function that is entered only through its head.
type NaturalLoop struct {
	Head int
	Body []bool // by pc
	// Exits says that the loop has an exit to the end of the function or the thread, or to
	// a loop around it, and not only to an error or the end of the program.
	Exits bool
}

// Loops returns the natural loops of a function, in the order of their heads; loops with
// the same head are one. It takes O(instructions · jumps).
func (p *Program) Loops(f *Func) (list []NaturalLoop) {
	n := len(f.Code)
	next, before := make([][]int, n), make([][]int, n)
	for pc := range f.Code {
		next[pc] = f.successors(pc)
		for _, to := range next[pc] {
			before[to] = append(before[to], pc)
		}
	}
	all := spread(n, []int{0}, next, -1)
	var ends []int
	for pc, i := range f.Code {
		if i.Op == Ret || i.Op == RetV || i.Op == Sys && SysID(i.C) == ThreadExit {
			ends = append(ends, pc)
		}
	}
	well := spread(n, ends, before, -1)
	for head := range n {
		if !all[head] || head > 0 && len(before[head]) < 2 {
			continue
		}
		around := spread(n, []int{0}, next, head)
		var back []int
		for _, pc := range before[head] {
			if all[pc] && !around[pc] {
				back = append(back, pc)
			}
		}
		if len(back) == 0 {
			continue
		}
		l := NaturalLoop{Head: head, Body: spread(n, back, before, head)}
		l.Body[head] = true
		again := spread(n, []int{head}, before, -1)
		for pc, in := range l.Body {
			for _, to := range next[pc] {
				l.Exits = l.Exits || in && !l.Body[to] && (well[to] || again[to])
			}
			l.Exits = l.Exits || in && next[pc] == nil && well[pc]
		}
		list = append(list, l)
	}
	return list
}

// successors returns the instructions to which control may pass from the one at pc.
func (f *Func) successors(pc int) (list []int) {
	in := f.Code[pc]
	if !in.Ends() && pc+1 < len(f.Code) {
		list = append(list, pc+1)
	}
	if in.Op.Jumps() {
		list = append(list, int(in.Imm))
	}
	return list
}

// Reachable returns, by pc, the instructions that may be executed once the one at from is.
func (f *Func) Reachable(from int) []bool {
	edges := make([][]int, len(f.Code))
	for pc := range f.Code {
		edges[pc] = f.successors(pc)
	}
	return spread(len(f.Code), []int{from}, edges, -1)
}

// spread returns the nodes that are reachable from some nodes, including these, on paths without node
// without; -1: all paths count.
func spread(n int, from []int, edges [][]int, without int) []bool {
	seen := make([]bool, n)
	var todo []int
	add := func(pc int) {
		if pc != without && !seen[pc] {
			seen[pc] = true
			todo = append(todo, pc)
		}
	}
	for _, pc := range from {
		add(pc)
	}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range edges[pc] {
			add(to)
		}
	}
	return seen
}
