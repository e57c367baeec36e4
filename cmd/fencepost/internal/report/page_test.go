package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// drive is what the browser runs: it steps through every finding to the end and
// back, and leaves what it sees in the page.
const drive = `<script>
const seen = [];
window.addEventListener("error", e => seen.push("error: " + e.message));
document.addEventListener("securitypolicyviolation", e => seen.push("request: " + e.blockedURI));
const text = (s, q) => [...s.querySelectorAll(q)].map(e => e.textContent).join("|");
const key = k => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
for (const s of document.querySelectorAll(".finding")) {
	const state = () => seen.push([s.querySelector(".at").textContent, text(s, ".memory tr td:last-child"), text(s, ".buffers li"), text(s, "svg .now .number")].join(" ; "));
	s.tabIndex = -1;
	s.focus();
	const n = Number(s.querySelector("input").max);
	state();
	for (let i = 0; i < n; i++) { if (i % 2) key("ArrowRight"); else s.querySelector("[data-go=next]").click(); state(); }
	for (let i = 0; i < n; i++) { if (i % 2) key("ArrowLeft"); else s.querySelector("[data-go=back]").click(); state(); }
}
const out = document.createElement("pre");
out.id = "seen";
out.textContent = JSON.stringify(seen);
document.body.append(out);
</script></body>`

// In a browser every step shows what the story says, forwards and backwards.
func TestPageInBrowser(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && browser == "" {
			browser = path
		}
	}
	if browser == "" {
		t.Skip("no chromium is installed")
	}
	p := sampleCheck().Page(Bug)
	var page bytes.Buffer
	if err := p.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(strings.Replace(page.String(), "</body>", drive, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("timeout", "60", browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+dir, "--dump-dom", "file://"+file)
	dom, err := cmd.Output()
	if err != nil {
		t.Skipf("%s does not run here: %v", browser, err)
	}
	m := regexp.MustCompile(`<pre id="seen">(.*?)</pre>`).FindSubmatch(dom)
	if m == nil {
		t.Fatalf("the script did not end; the page is\n%s", dom)
	}
	var got, want []string
	if err := json.Unmarshal([]byte(strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">").Replace(string(m[1]))), &got); err != nil {
		t.Fatal(err)
	}
	for i := range p.Findings {
		s := p.Findings[i].Story
		for n := 0; n <= len(s.Steps); n++ {
			want = append(want, shownState(s, n))
		}
		for n := len(s.Steps) - 1; n >= 0; n-- {
			want = append(want, shownState(s, n))
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("shown\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// shownState is what the page must show after n steps.
func shownState(s *Story, n int) string {
	var buffers []string
	event := ""
	if n > 0 {
		event = fmt.Sprint(s.Steps[n-1].Event)
		for t, list := range s.Steps[n-1].Buffers {
			var texts []string
			for _, p := range list {
				texts = append(texts, p.Text)
			}
			if len(texts) > 0 {
				buffers = append(buffers, fmt.Sprintf("thread %d: %s", t, strings.Join(texts, ", ")))
			}
		}
	}
	if buffers == nil {
		buffers = []string{"empty"}
	}
	return fmt.Sprintf("step %d of %d ; %s ; %s ; %s", n, len(s.Steps), strings.Join(s.Memory(n), "|"), strings.Join(buffers, "|"), event)
}
