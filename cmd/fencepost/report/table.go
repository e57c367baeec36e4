package report

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
)

// A table is rows under a header.
type table struct {
	header []string
	named  int // how many columns come before those of numbers
	rows   [][]string
}

// newTable returns a table whose columns from the given one on hold numbers.
func newTable(numbersFrom int, header ...string) *table {
	return &table{header: header, named: numbersFrom}
}

// cut adds a row for each name of what a limit left out.
func (t *table) cut(names []string) {
	for _, name := range names {
		cells := make([]string, len(t.header))
		cells[0], cells[1] = name, "cut"
		t.add(cells...)
	}
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write writes the table without borders, a line under its header, each line without
// trailing blanks. If it is wider than width, which 0 never is, its header and its texts
// are broken, and what is still too wide comes in parts below each other, the columns
// that name a row in each.
func (t *table) write(to io.Writer, width int) error {
	text := t.render()
	if width > 0 && widest(text) > width {
		text = t.wrapped(width).inParts(width)
	}
	_, err := to.Write(text)
	return err
}

// widest returns how many columns the longest line takes.
func widest(text []byte) int {
	n := 0
	for line := range strings.Lines(string(text)) {
		n = max(n, columnsOf(strings.TrimRight(line, "\n")))
	}
	return n
}

// names returns how many columns name a row.
func (t *table) names() int {
	if t.named > 3 || t.named >= len(t.header) {
		return 1
	}
	return t.named
}

// wrapped returns the table with its header broken at blanks, and its texts so that the
// columns that name a row take no more than half of the width.
func (t *table) wrapped(width int) *table {
	out := &table{named: t.named}
	widths := make([]int, len(t.header))
	for _, r := range append([][]string{t.header}, t.rows...) {
		for i, cell := range r {
			widths[i] = max(widths[i], columnsOf(cell))
		}
	}
	names := t.names()
	squeeze(widths[:names], width/2, 6)
	for i := names; i < len(widths); i++ {
		widths[i] = min(widths[i], width/2-4)
	}
	for _, h := range t.header {
		out.header = append(out.header, strings.ReplaceAll(h, " ", "\n"))
	}
	for _, r := range t.rows {
		var row []string
		for i, cell := range r {
			row = append(row, strings.Join(wrap(cell, widths[i]), "\n"))
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// inParts renders the table, in as few parts as fit.
func (t *table) inParts(width int) []byte {
	var out []byte
	names := t.names()
	for from := names; from < len(t.header); {
		var text []byte
		to := from
		for to < len(t.header) {
			more := t.columns(names, from, to+1).render()
			if to > from && widest(more) > width {
				break
			}
			text = more
			to++
		}
		if from > names {
			out = append(out, '\n')
		}
		out = append(out, text...)
		from = to
	}
	return out
}

// columns returns the columns that name a row and some of the others.
func (t *table) columns(names, from, to int) *table {
	pick := func(cells []string) []string { return slices.Concat(cells[:names], cells[from:to]) }
	out := &table{header: pick(t.header), named: names + max(min(to, t.named)-from, 0)}
	for _, r := range t.rows {
		out.rows = append(out.rows, pick(r))
	}
	return out
}

// render returns the table as lines.
func (t *table) render() []byte {
	rows := make([][][]string, 0, 1+len(t.rows)) // by row and column, the lines of a cell
	widths := make([]int, len(t.header))
	for _, cells := range slices.Concat([][]string{t.header}, t.rows) {
		row := make([][]string, len(cells))
		for i, cell := range cells {
			row[i] = strings.Split(cell, "\n")
			for _, line := range row[i] {
				widths[i] = max(widths[i], columnsOf(line))
			}
		}
		rows = append(rows, row)
	}
	var out bytes.Buffer
	for r, row := range rows {
		tallest := slices.MaxFunc(row, func(a, b []string) int { return cmp.Compare(len(a), len(b)) })
		for k := range tallest {
			var line strings.Builder
			for i, cell := range row {
				text := ""
				if k < len(cell) {
					text = cell[k]
				}
				pad := strings.Repeat(" ", widths[i]-columnsOf(text))
				if i < t.named {
					line.WriteString(" " + text + pad + " ")
				} else {
					line.WriteString(" " + pad + text + " ")
				}
			}
			out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
		if r == 0 && len(rows) > 1 {
			rule := 0
			for _, w := range widths {
				rule += w + 2
			}
			out.WriteString(strings.Repeat("-", rule) + "\n")
		}
	}
	return out.Bytes()
}
