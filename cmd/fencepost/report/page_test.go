package report

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"fencepost/interp"
)

func TestPage(t *testing.T) {
	p := sampleCheck().Page(Bug)
	var out bytes.Buffer
	if err := WriteJSON(&out, p); err != nil {
		t.Fatal(err)
	}
	golden(t, "page.json", out.Bytes())
	var back Page
	if err := json.Unmarshal(out.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if err := back.Valid(); err != nil {
		t.Error(err)
	}
	var again, html bytes.Buffer
	if err := back.WriteHTML(&again); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteHTML(&html); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), html.Bytes()) {
		t.Error("the page of the page's JSON differs")
	}
}

// The page asks for nothing from elsewhere, and text of the program stays text.
func TestPageIsClosed(t *testing.T) {
	c := sampleCheck()
	const hostile = `</script><img src=x onerror=alert(1)>`
	c.Report.Program.Files[0].Text = strings.Replace(text, "int x, y;", "// "+hostile, 1)
	c.Source = NewSource(c.Report.Program)
	c.Report.SC.Errors[0].Error.Message = hostile
	var out bytes.Buffer
	if err := c.Page(Bug).WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, m := range regexp.MustCompile(`(?i)(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]*)`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.Contains(m[0], "src=x") {
			t.Errorf("refers to %s", m[0])
		}
	}
	if strings.Contains(page, "<img") || strings.Count(page, "</script>") != 2 {
		t.Error("text of the program became markup")
	}
	for _, want := range []string{"default-src 'none'", "prefers-color-scheme: dark", "@media print", `data-step="6"`, `<svg class="cyclefigure"`} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestPageValid(t *testing.T) {
	for name, damage := range map[string]func(*Page){
		"version": func(p *Page) { p.Version++ },
		"thread":  func(p *Page) { p.Findings[1].Story.Steps[0].Thread = 7 },
		"buffers": func(p *Page) { p.Findings[1].Story.Steps[0].Buffers = nil },
		"cell":    func(p *Page) { p.Findings[1].Story.Steps[4].Writes[0].Cell = -1 },
		"threads": func(p *Page) { p.Findings[1].Story.Threads = 1 << 30 },
		"steps":   func(p *Page) { p.Findings[1].Story.Steps = nil },
	} {
		p := sampleCheck().Page(Bug)
		damage(p)
		if p.Valid() == nil {
			t.Errorf("%s: the page passes as valid", name)
		}
	}
}

func TestWitnessPage(t *testing.T) {
	e := explanation()
	e.Result.Err = &interp.Error{Kind: interp.AssertionFailed, Pos: e.Source.Sites[3].Pos}
	e.Result.Outcome = interp.Failed
	p := e.Page(Bug)
	if len(p.Findings) != 1 || p.Findings[0].Witness != "w.json" || p.Verdict != "sb.c:10:7: assertion failed, under tso (total store order)" {
		t.Errorf("%+v", p)
	}
}
