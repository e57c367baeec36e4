package report

import (
	"bufio"
	"bytes"
	"io"

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

// newTable returns a table whose columns from the given one on hold numbers.
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

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write writes the table without borders, a line under its header, each line
// without trailing blanks.
func (t *table) write(to io.Writer) error {
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
		return err
	}
	if err := out.Render(); err != nil {
		return err
	}
	for lines := bufio.NewScanner(&text); lines.Scan(); {
		if _, err := to.Write(append(bytes.TrimRight(lines.Bytes(), " "), '\n')); err != nil {
			return err
		}
	}
	return nil
}
