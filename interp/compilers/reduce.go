package compilers

import (
	"regexp"
	"slices"
	"strings"

	"fencepost/trace/lazyregexp"
)

// reduce reduces the first failure of a row.
func (r *run) reduce(row *Row) {
	if len(row.Failures) > 0 {
		row.Failures[0] = r.reduced(row.Compiler, row.Failures[0])
	}
}

// reduced returns a failure from whose source nothing can be removed: no line, no function,
// no object, and no memory order that is stronger than relaxed. The source is still a C
// program that fails in the compiler. If the test cannot be compiled alone, it returns
// failure.
func (r *run) reduced(c *Compiler, failure *Case) *Case {
	if c.text != nil {
		return failure // the only assembly is that of the test
	}
	text := failure.Test.alone()
	best := r.fails(c, failure.Test.Name, text)
	if best == nil {
		return failure
	}
	for again := true; again && r.ctx.Err() == nil; {
		again = false
		for _, smaller := range smallerSources(text) {
			if x := r.fails(c, failure.Test.Name, smaller); x != nil {
				best, text, again = x, smaller, true
				break
			}
		}
	}
	return best
}

// fails returns the failure of a program in a compiler; nil if it does not fail or is no
// program.
func (r *run) fails(c *Compiler, name, source string) *Case {
	t, err := File(r.ctx, name, []byte(source), r.o.Model)
	if err != nil {
		return nil
	}
	if t.allow(r.ctx, r.o.Model); t.source.err != nil {
		return nil
	}
	row, err := compareOnce(r.ctx, c, []*Test{t}, nil)
	if err != nil || len(row.Failures) == 0 {
		return nil
	}
	return row.Failures[0]
}

// alone returns the test as a whole program.
func (t *Test) alone() string {
	return strings.ReplaceAll(strings.Replace(t.program(), declarations, "#include <pthread.h>\n", 1), t.prefix, "")
}

var (
	identifier = lazyregexp.New(`[A-Za-z_]\w*`)
	order      = lazyregexp.New(`memory_order_(acquire|release|acq_rel|seq_cst)\b`)
)

// smallerSources returns variants of a source with parts removed, the largest parts first.
func smallerSources(text string) (list []string) {
	lines := strings.SplitAfter(text, "\n")
	blocks := functions(lines)
	seen := map[string]bool{}
	without := func(gone []bool) {
		var b strings.Builder
		for i, line := range lines {
			if !gone[i] {
				b.WriteString(line)
			}
		}
		if s := b.String(); s != text && !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	names := identifier().FindAllString(text, -1)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		word := regexp.MustCompile(`\b` + name + `\b`)
		gone := make([]bool, len(lines))
		for i, line := range lines {
			if word.MatchString(line) {
				for k := i; k < max(blocks[i], i+1); k++ {
					gone[k] = true
				}
			}
		}
		without(gone)
	}
	for i := range lines {
		gone := make([]bool, len(lines))
		for k := i; k < max(blocks[i], i+1); k++ {
			gone[k] = true
		}
		without(gone)
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(a) - len(b) })
	for _, at := range order().FindAllStringIndex(text, -1) {
		list = append(list, text[:at[0]]+"memory_order_relaxed"+text[at[1]:])
	}
	return list
}

// functions returns, for each line, the line on which the function that begins there ends;
// 0: none begins there.
func functions(lines []string) []int {
	end := make([]int, len(lines))
	for i, line := range lines {
		if !strings.HasSuffix(strings.TrimSpace(line), "{") || strings.TrimLeft(line, " \t") != line {
			continue
		}
		if n := slices.IndexFunc(lines[i:], func(s string) bool { return strings.HasPrefix(s, "}") }); n >= 0 {
			end[i] = i + n + 1
		}
	}
	return end
}
