package tutor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fencepost/trace/lists"
)

// Text attributes of a terminal.
const (
	bold    = "\x1b[1m"
	reverse = "\x1b[7m"
	plain   = "\x1b[0m"
)

// A canvas is a screen under construction: a title line, a body, and a line of help.
type canvas struct {
	width, height int
	title, right  string
	body          []string
	foot          string
}

// The smallest supported screen; on a smaller one lines are cut off.
const (
	minWidth  = 40
	minHeight = 10
	minTitle  = 12 // columns
)

// room returns how many lines of the body are left.
func (c *canvas) room() int { return max(0, c.height-3-len(c.body)) }

// line adds a line; a marked one is in reverse video.
func (c *canvas) line(text string, marked bool) {
	text = clip(text, c.width)
	if marked {
		text = reverse + text + plain
	}
	c.body = append(c.body, text)
}

func (c *canvas) blank() { c.line("", false) }

// heading adds a line in bold.
func (c *canvas) heading(text string) { c.body = append(c.body, bold+clip(text, c.width)+plain) }

// text adds a paragraph.
func (c *canvas) text(text string) {
	for _, line := range wrap(text, c.width-1) {
		c.line(line, false)
	}
}

// lines returns the whole screen.
func (c *canvas) lines() []string {
	right := clip(c.right, c.width-minTitle)
	head := pad(c.title, c.width-utf8.RuneCountInString(right)) + right
	lines := []string{bold + head + plain, strings.Repeat("-", c.width)}
	body := c.body
	if room := c.height - 3; len(body) > room {
		body = body[:room]
	}
	lines = append(lines, body...)
	lines = lists.Extended(lines, c.height-1)
	return append(lines, bold+clip(c.foot, c.width)+plain)
}

// wrap breaks a text into lines.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(visible(text)) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// clip cuts a line off at a width.
func clip(text string, width int) string {
	r := []rune(visible(text))
	if len(r) <= width {
		return string(r)
	}
	return string(r[:width-1]) + ">"
}

// pad is clip, filled up with blanks.
func pad(text string, width int) string {
	text = clip(text, width)
	return text + strings.Repeat(" ", width-utf8.RuneCountInString(text))
}

// visible replaces tabs and control characters.
func visible(text string) string {
	text = strings.ReplaceAll(text, "\t", "    ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

// window returns the range of n items that is shown in room lines, including the cursor.
func window(cursor, n, room int) (from, to int) {
	room = max(room, 1)
	from = min(max(0, cursor-room/2), max(0, n-room))
	return from, min(n, from+room)
}

// source returns the lines of a program.
func source(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

// brief returns the lines of a program for a narrow place, without included headers and
// with short names of memory orders.
func brief(text string) []string {
	var lines []string
	for _, line := range source(text) {
		if !strings.HasPrefix(line, "#include") && (line != "" || len(lines) > 0) {
			lines = append(lines, strings.ReplaceAll(line, "memory_order_", ""))
		}
	}
	return lines
}

// A scroll is a position in a text that is longer than its room.
type scroll struct{ at int }

func (s *scroll) key(k Key) {
	switch k {
	case Up:
		s.at--
	case Down:
		s.at++
	case PageUp:
		s.at -= 10
	case PageDown, ' ':
		s.at += 10
	}
}

// show returns the part of the lines that fits, with a note if there is more.
func (s *scroll) show(lines []string, room int) []string {
	s.at = max(0, min(s.at, len(lines)-room))
	if len(lines) <= room {
		return lines
	}
	part := append([]string(nil), lines[s.at:s.at+room]...)
	if s.at > 0 {
		part[0] = "... Up"
	}
	if s.at+room < len(lines) {
		part[room-1] = "... Down"
	}
	return part
}
