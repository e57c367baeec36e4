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
	r := sampleCheck()
	p := page(t, r)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(p); err != nil {
		t.Fatal(err)
	}
	golden(t, "page.json", out.Bytes())
	var written, again, html bytes.Buffer
	r.Body.(*Check).Traces = p
	if err := WriteJSON(&written, r); err != nil {
		t.Fatal(err)
	}
	var back Result
	if err := json.Unmarshal(written.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if err := WriteHTML(&again, &back); err != nil {
		t.Fatal(err)
	}
	if err := WriteHTML(&html, r); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), html.Bytes()) {
		t.Error("the page of the result's JSON differs")
	}
}

// page returns the page of a result.
func page(t *testing.T, r *Result) *Page {
	t.Helper()
	p, err := NewPage(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The page asks for nothing from elsewhere, and text of the program stays text.
func TestPageIsClosed(t *testing.T) {
	r := sampleReport()
	const hostile = `</script><img src=x onerror=alert(1)>`
	r.Program.Files[0].Text = strings.Replace(r.Program.Files[0].Text, "int x, y;", "// "+hostile, 1)
	r.SC.Errors[0].Error.Message = hostile
	var out bytes.Buffer
	if err := WriteHTML(&out, checked(r, "")); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, m := range regexp.MustCompile(`(?i)(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]*)`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.Contains(m[0], "src=x") {
			t.Errorf("refers to %s", m[0])
		}
	}
	if strings.Contains(text, "<img") || strings.Count(text, "</script>") != 2 {
		t.Error("text of the program became markup")
	}
	for _, want := range []string{"default-src 'none'", "prefers-color-scheme: dark", "@media print", `data-step="6"`, `<svg class="cyclefigure"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestPageValid(t *testing.T) {
	for name, damage := range map[string]func(*Page){
		"version": func(p *Page) { p.Version++ },
		"thread":  func(p *Page) { p.Findings[1].Explanation.Steps[0].Thread = 7 },
		"buffers": func(p *Page) { p.Findings[1].Explanation.Steps[0].Buffers = nil },
		"cell":    func(p *Page) { p.Findings[1].Explanation.Steps[4].Writes[0].Cell = -1 },
		"threads": func(p *Page) { p.Findings[1].Explanation.Threads = 1 << 30 },
		"graph":   func(p *Page) { p.Findings[1].Explanation.Graph = &Graph{Edges: []GraphEdge{{To: 1, Relation: "po"}}} },
		"steps":   func(p *Page) { p.Findings[1].Explanation.Steps = nil },
	} {
		p := page(t, sampleCheck())
		damage(p)
		if p.Valid() == nil {
			t.Errorf("%s: the page passes as valid", name)
		}
	}
}

func TestWitnessPage(t *testing.T) {
	f := finished()
	f.Result.Err = &interp.Error{Kind: interp.AssertionFailed, Pos: f.Program.Sites[3].Pos}
	f.Result.Outcome = interp.Failed
	p := page(t, FromExplanation("report", f, "w.json", Bug))
	if len(p.Findings) != 1 || p.Findings[0].Witness != "w.json" || p.Verdict != "dir/sb.c:10:7: assertion failed, under tso (total store order)" {
		t.Errorf("%+v", p)
	}
}

// A page draws the first graphs of its findings, as far as their events have room.
func TestGraphsOfPage(t *testing.T) {
	p, drawn := &Page{}, 0
	for range 20 {
		if p.drawsGraph(&Graph{Events: make([]GraphEvent, maxGraphEvents/3)}) {
			drawn++
		}
	}
	if drawn != 6 || p.drawsGraph(nil) {
		t.Errorf("%d graphs are drawn", drawn)
	}
}
