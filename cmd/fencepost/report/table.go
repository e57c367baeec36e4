package report

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"fencepost/trace/lists"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// A table is rows under a header.
type table struct {
	header []string
	align  []tw.Align
	rows   [][]string
}

// newTable returns a table whose columns hold numbers from numbersFrom on.
func newTable(numbersFrom int, header ...string) *table {
	t := &table{header: header}
	for i := range header {
		if i < numbersFrom {
			t.align = append(t.align, tw.AlignLeft)
		} else {
			t.align = append(t.align, tw.AlignRight)
		}
	}
	return t
}

// cut adds a row for each program that a limit left out.
func (t *table) cut(names []string) {
	for _, name := range names {
		cells := make([]string, len(t.header))
		cells[0], cells[1] = name, "cut"
		t.add(cells...)
	}
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write writes the table without borders, with a line under its header and no trailing
// blanks. If it is wider than width, its header and its texts are wrapped. If it is still
// too wide, it is split into parts, each with the columns that name a row. A width of 0 is
// no bound.
func (t *table) write(to io.Writer, width int) error {
	text, err := t.render()
	if err != nil {
		return err
	}
	if width > 0 && widest(text) > width {
		if text, err = t.wrapped(width).inParts(width); err != nil {
			return err
		}
	}
	_, err = to.Write(text)
	return err
}

// widest returns the width of the longest line.
func widest(text []byte) int {
	n := 0
	for line := range strings.Lines(string(text)) {
		n = max(n, columnsOf(strings.TrimRight(line, "\n")))
	}
	return n
}

// names returns the number of columns that name a row.
func (t *table) names() int {
	n := slices.Index(t.align, tw.AlignRight)
	if n < 0 || n > 3 {
		return 1
	}
	return n
}

// wrapped returns the table with its header and texts wrapped, so that the columns that
// name a row take at most half of the width.
func (t *table) wrapped(width int) *table {
	out := &table{align: t.align}
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
	out.header = lists.Map(t.header, func(h string) string { return strings.ReplaceAll(h, " ", "\n") })
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
func (t *table) inParts(width int) ([]byte, error) {
	var out []byte
	names := t.names()
	for from := names; from < len(t.header); {
		var text []byte
		to := from
		for to < len(t.header) {
			more, err := t.columns(names, from, to+1).render()
			if err != nil {
				return nil, err
			}
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
	return out, nil
}

// columns returns the columns that name a row and some of the others.
func (t *table) columns(names, from, to int) *table {
	pick := func(cells []string) []string { return slices.Concat(cells[:names], cells[from:to]) }
	return &table{header: pick(t.header), align: slices.Concat(t.align[:names], t.align[from:to]), rows: lists.Map(t.rows, pick)}
}

// render returns the table as lines.
func (t *table) render() ([]byte, error) {
	var text bytes.Buffer
	out := tablewriter.NewTable(&text,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{ShowHeader: tw.Off, BetweenRows: tw.Off, BetweenColumns: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowTop: tw.Off, ShowBottom: tw.Off},
			},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithAlignment(t.align),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: t.align}),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
	)
	out.Header(t.header)
	if err := out.Bulk(t.rows); err != nil {
		return nil, err
	}
	if err := out.Render(); err != nil {
		return nil, err
	}
	var lines []byte
	for line := range bytes.Lines(text.Bytes()) {
		lines = append(append(lines, bytes.TrimRight(line, " \n")...), '\n')
	}
	return lines, nil
}
