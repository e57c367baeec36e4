package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A browser is a real one, without a window, and what it complained of.
type browser struct {
	ctx context.Context
	mu  sync.Mutex
	bad []string // errors of the console, requests that leave the page
	own string   // what addresses of the page begin with
}

// newBrowser starts Debian's chromium, or skips the test.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil && path == "" {
			path = p
		}
	}
	if path == "" {
		t.Skip("no chromium is installed: apt-get install chromium")
	}
	profile, err := os.MkdirTemp("", "fencepost-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(profile) }) // its processes may still write there: what is left does not matter
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.WSURLReadTimeout(10 * time.Second),
	}
	for _, flag := range []string{
		"headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-quic", "no-first-run",
		"disable-background-networking", "disable-component-update", "disable-sync",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	b := &browser{own: "file://"}
	b.ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	chromedp.ListenTarget(b.ctx, b.listen)
	if err := chromedp.Run(b.ctx, network.Enable(), log.Enable(), runtime.Enable()); err != nil {
		t.Skipf("%s does not run here: %v", path, err)
	}
	return b
}

// listen notes what must not happen.
func (b *browser) listen(event any) {
	bad := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		bad = "exception: " + e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		bad = "console: " + string(e.Type)
	case *log.EventEntryAdded:
		bad = "log: " + e.Entry.Text
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, b.own) && !strings.HasPrefix(e.Request.URL, "data:") {
			bad = "request: " + e.Request.URL
		}
	}
	if bad != "" {
		b.mu.Lock()
		b.bad = append(b.bad, bad)
		b.mu.Unlock()
	}
}

// complaints fails the test if something happened that must not.
func (b *browser) complaints(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, bad := range b.bad {
		t.Error(bad)
	}
}

// A testPage is a page with the executions it shows.
type testPage struct {
	report.Page
	file   string
	events [][]trace.Event // by finding
}

// makePage runs a command with --json and --traces, and makes its page.
func makePage(t *testing.T, command ...string) *testPage {
	t.Helper()
	dir := t.TempDir()
	var out bytes.Buffer
	args := append(command, "--json", "--traces", "--out", dir, "--html", filepath.Join(dir, "page.html"))
	if status := run(context.Background(), args, strings.NewReader(""), &out, io.Discard); status != exit.Bug {
		t.Fatalf("status %d: %s", status, out.String())
	}
	p := &testPage{file: filepath.Join(dir, "page.html")}
	result := struct{ Traces *report.Page }{&p.Page}
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	for i := range p.Findings {
		a := &app{ctx: context.Background()}
		r, err := replay.Read(a.ctx, &a.in, p.Findings[i].Witness)
		if err != nil {
			t.Fatal(err)
		}
		p.events = append(p.events, r.Events)
	}
	return p
}

// makeRacePage makes the page of a witness of a data race.
func makeRacePage(t *testing.T, path string) *testPage {
	t.Helper()
	dir := t.TempDir()
	args := []string{"test", "--executions", "100", "--out", dir, path}
	if status := run(context.Background(), args, strings.NewReader(""), io.Discard, io.Discard); status != exit.Bug {
		t.Fatalf("status %d", status)
	}
	a, witness := &app{ctx: context.Background()}, filepath.Join(dir, "c11-error-1.json")
	shown, err := a.explainedWitness(witness)
	if err != nil {
		t.Fatal(err)
	}
	page, err := report.NewPage(shown)
	if err != nil {
		t.Fatal(err)
	}
	p := &testPage{Page: *page, file: filepath.Join(dir, "page.html")}
	if err := (&outputs.File{Path: p.file, Write: func(w io.Writer) error { return report.WriteHTML(w, shown) }}).WriteNow(a.ctx, nil); err != nil {
		t.Fatal(err)
	}
	r, err := replay.Read(a.ctx, &a.in, witness)
	if err != nil {
		t.Fatal(err)
	}
	p.events = [][]trace.Event{r.Events}
	return p
}

// buffers returns the values that wait in the store buffers after n events: by
// thread, oldest first, as the page has them but for the names.
func buffers(events []trace.Event) string {
	var list []string
	threads := int32(0)
	for i := range events {
		threads = max(threads, events[i].Thread+1)
	}
	for t := range threads {
		var pending []trace.Event
		for _, e := range events {
			switch {
			case e.Thread != t:
			case e.Kind == trace.Commit:
				for i := range pending {
					if pending[i].ID == e.RF {
						pending = append(pending[:i], pending[i+1:]...)
						break
					}
				}
			case e.Kind.Writes() && e.C == trace.NoCommit:
				pending = append(pending, e)
			}
		}
		var values []string
		for _, e := range pending {
			values = append(values, fmt.Sprint(int32(e.Value)))
		}
		if len(values) > 0 {
			list = append(list, fmt.Sprintf("thread %d: %s", t, strings.Join(values, ", ")))
		}
	}
	if list == nil {
		return "empty"
	}
	return strings.Join(list, "|")
}

// seenState is what a finding shows: the step, memory, the values in the
// buffers, and the events that the picture points at.
const seenState = `(() => {
	const s = document.getElementById("finding-%d");
	const text = q => [...s.querySelectorAll(q)].map(e => e.textContent).join("|");
	return [s.querySelector(".at").textContent, text(".memory tr td:nth-child(2)"),
		text(".buffers li").replace(/[^,:|]* = /g, " ").replace(/:  /g, ": "), text("svg .step.now .number")].join(" ; ");
})()`

// wantState is what it must show after n steps.
func (p *testPage) wantState(finding, n int) string {
	s := p.Findings[finding].Explanation
	now, events := "", p.events[finding][:0]
	if n > 0 {
		now, events = fmt.Sprint(s.Steps[n-1].Event), p.events[finding][:s.Steps[n-1].Event]
	}
	return fmt.Sprintf("step %d of %d ; %s ; %s ; %s", n, len(s.Steps), strings.Join(s.Memory(n), "|"), buffers(events), now)
}

// In a browser every step shows what the trace says, forwards and backwards,
// with the mouse and with keys.
func TestPageInBrowser(t *testing.T) {
	b := newBrowser(t)
	for _, page := range testsize.Part(1, []func() *testPage{
		func() *testPage { return makePage(t, "check", "--model", "pslo", "testdata/old.c") },
		func() *testPage { return makePage(t, "check", "--model", "tso", "../../benchmarks/relaxer/dekker.c") },
		func() *testPage { return makeRacePage(t, "../../benchmarks/c11/mcs-lock.c") },
	}) {
		p := page()
		if err := chromedp.Run(b.ctx, chromedp.Navigate("file://"+p.file)); err != nil {
			t.Fatal(err)
		}
		for i := range p.Findings[:min(len(p.Findings), 2)] {
			p.stepThrough(t, b, i)
		}
	}
	b.complaints(t)
}

// stepThrough steps through a finding to the end and back.
func (p *testPage) stepThrough(t *testing.T, b *browser, finding int) {
	t.Helper()
	steps := len(p.Findings[finding].Explanation.Steps)
	section := fmt.Sprintf("#finding-%d", finding+1)
	click := func(button string) chromedp.Action {
		return chromedp.Click(section+" [data-go="+button+"]", chromedp.ByQuery)
	}
	at := 0
	move := func(action chromedp.Action, to int) {
		t.Helper()
		var got string
		if err := chromedp.Run(b.ctx, action, chromedp.Evaluate(fmt.Sprintf(seenState, finding+1), &got)); err != nil {
			t.Fatal(err)
		}
		if want := p.wantState(finding, to); got != want {
			t.Errorf("%s, finding %d, from step %d: shown\n%s\nwant\n%s", p.Program, finding+1, at, got, want)
		}
		at = to
	}
	for n := 1; n <= steps; n++ {
		if n%4 == 1 {
			move(click("next"), n)
		} else {
			move(chromedp.KeyEvent(kb.ArrowRight), n)
		}
	}
	for n := steps - 1; n >= 0; n-- {
		if n%4 == 1 {
			move(click("back"), n)
		} else {
			move(chromedp.KeyEvent(kb.ArrowLeft), n)
		}
	}
	move(click("last"), steps)
	move(click("first"), 0)
}
