package report

// A Style says how text is highlighted. The zero Style does not highlight.
type Style struct{ Color bool }

func (s Style) mark(code, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s Style) bold(text string) string { return s.mark("1", text) }
func (s Style) bad(text string) string  { return s.mark("1;31", text) }
func (s Style) good(text string) string { return s.mark("32", text) }
func (s Style) note(text string) string { return s.mark("33", text) }
func (s Style) dim(text string) string  { return s.mark("2", text) }
