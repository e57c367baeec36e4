package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks"
	"fencepost/benchmarks/lessons"
	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/playground"
	"fencepost/cmd/fencepost/playground/engine"
	"fencepost/cmd/fencepost/report"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A playedPage is the playground in a browser.
type playedPage struct {
	*testing.T
	*browser
	url string
}

// newPlaygroundPage opens the playground in a browser, or skips the test.
func newPlaygroundPage(t *testing.T) *playedPage {
	t.Helper()
	b := newBrowser(t)
	return openPlayground(t, b, servePlayground(t, new(playground.Server)))
}

// servePlayground serves the playground, and returns its address.
func servePlayground(t *testing.T, s *playground.Server) (url string) {
	t.Helper()
	l, err := playground.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String()
}

// openPlayground opens the playground at an address.
func openPlayground(t *testing.T, b *browser, url string) *playedPage {
	t.Helper()
	p := &playedPage{t, b, url}
	b.own = url
	p.size(1280, 900)
	p.do(chromedp.Navigate(p.url + "/"))
	p.ready()
	return p
}

func (p *playedPage) do(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

func (p *playedPage) size(width, height int64) { p.do(chromedp.EmulateViewport(width, height)) }

// js evaluates an expression, and waits if it is a promise.
func (p *playedPage) js(expression string, into any) {
	p.Helper()
	p.do(chromedp.Evaluate(expression, into, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
}

// text and truth return what an expression is.
func (p *playedPage) text(expression string) (s string) {
	p.Helper()
	p.js("String("+expression+")", &s)
	return s
}

func (p *playedPage) truth(expression string) (ok bool) {
	p.Helper()
	p.js("Boolean("+expression+")", &ok)
	return ok
}

// until waits until an expression is true, and returns how long that took.
func (p *playedPage) until(expression string) time.Duration {
	p.Helper()
	begun := time.Now()
	for !p.truth(expression) {
		if time.Since(begun) > 5*time.Minute {
			p.complaints(p.T)
			p.Fatalf("in vain: %s\n%s", expression, p.text("document.querySelector('main').innerText"))
		}
		time.Sleep(30 * time.Millisecond)
	}
	return time.Since(begun)
}

func (p *playedPage) ready() { p.until("document.documentElement.dataset.ready === 'yes'") }

// idle waits until the program is explored.
func (p *playedPage) idle() { p.until("document.querySelector('#stop').disabled") }

func (p *playedPage) click(selector string) {
	p.Helper()
	p.until("document.querySelector(" + quoted(selector) + ")")
	p.js("document.querySelector("+quoted(selector)+").click()", nil)
}

// choose sets a select, by selector, to the option with a value.
func (p *playedPage) choose(selector, value string) {
	p.Helper()
	p.js(fmt.Sprintf("{ const s = document.querySelector(%s); s.value = %s; s.dispatchEvent(new Event('change')); }", quoted(selector), quoted(value)), nil)
}

// open opens a link that holds a state.
func (p *playedPage) open(state map[string]any) {
	p.Helper()
	text, err := json.Marshal(state)
	if err != nil {
		p.Fatal(err)
	}
	p.js("delete document.documentElement.dataset.ready", nil)
	p.js("import('/link.js').then(m => m.encode("+string(text)+")).then(hash => { location.hash = hash; })", nil)
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

// The table is that of explore, a tick opens an execution and a dash says why not, a link
// keeps what is shown, and a game, a repair and a check come to their end.
func TestPlaygroundInBrowser(t *testing.T) {
	t.Parallel()
	inBrowser(t)
	p := newPlaygroundPage(t)
	p.checkTable()
	p.checkRows()
	p.checkSplit()
	p.checkCells()
	p.checkKeyboard()
	p.checkGame()
	p.checkRepair()
	p.checkBug()
	p.checkJustify()
	p.checkHostile()
	p.checkLooks()
	p.complaints(t)
}

// inBrowser skips a test of whole pages in the browser, unless it is asked for.
func inBrowser(t *testing.T) {
	t.Helper()
	if !testsize.Long() {
		t.Skip("SKIPPED without FENCEPOST_LONG: a browser takes much of a processor")
	}
}

// The site that go run ./cmd/site wrote, which FENCEPOST_SITE names, does the same
// without a server of its own.
func TestSiteInBrowser(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("FENCEPOST_SITE")
	if dir == "" {
		t.Skip("FENCEPOST_SITE names no folder that go run ./cmd/site -o DIR wrote")
	}
	b := newBrowser(t)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	p := openPlayground(t, b, server.URL)
	p.checkTable()
	p.checkCells()
	p.checkGame()
	p.checkJustify()
	p.checkHostile()
	p.complaints(t)
	begun := time.Now()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.url+"/"))
	p.until("document.querySelector('#outcomes .cell')")
	t.Logf("the first result on a warm cache after %v", time.Since(begun))
}

const shownModels = "sc,tso,pso,pslo,c11,armv8,riscv,power"

// checkTable compares the table with the document of explore.
func (p *playedPage) checkTable() {
	p.Helper()
	dir := p.TempDir()
	text, err := benchmarks.Files.ReadFile("litmus/SB.c")
	if err != nil {
		p.Fatal(err)
	}
	file := filepath.Join(dir, "SB.c")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		p.Fatal(err)
	}
	var out bytes.Buffer
	if status := run(context.Background(), []string{"explore", "--json", "--model", shownModels, "--observe", "r1,r2", file}, strings.NewReader(""), &out, io.Discard); status != exit.OK {
		p.Fatalf("status %d", status)
	}
	var r report.Result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		p.Fatal(err)
	}
	var want []string
	for _, m := range r.Body.(*report.Explore).Files[0].Models {
		for _, o := range m.Outcomes {
			want = append(want, string(m.Model)+" "+o.State)
		}
	}
	slices.Sort(want)
	var got []string
	p.js("[...document.querySelectorAll('.cell.tick')].map(c => c.dataset.cell).sort()", &got)
	if len(want) < 20 || !slices.Equal(got, want) {
		p.Errorf("the table has\n%v\nexplore\n%v", got, want)
	}
	if n := p.text("document.querySelectorAll('.cell.dash').length"); n != fmt.Sprint(4*8-len(want)) {
		p.Errorf("%s dashes", n)
	}
}

// checkRows demands that what the models differ in comes first and is marked, that the examples
// hold no answers, and that a table that is cut says that it scrolls.
func (p *playedPage) checkRows() {
	p.Helper()
	if rows := p.text("[...document.querySelectorAll('#outcomes tbody tr')].map(r => r.className.trim() + ':' + r.querySelector('code').textContent).join()"); rows != "differs:r1=0 r2=0,:r1=0 r2=1,:r1=1 r2=0,:r1=1 r2=1" {
		p.Errorf("rows: %s", rows)
	}
	var answers []string
	p.js("import('/engine.js').then(m => m.ask({ do: 'examples' }, new AbortController().signal)).then(a => a.examples.flatMap(t => t.examples).filter(e => /verdict:|causes:|observe:|tso:/.test(e.source)).map(e => e.name))", &answers)
	if len(answers) > 0 {
		p.Errorf("examples with what is expected of them: %q", answers)
	}
	if p.truth("!document.querySelector('#outcomes .scrolls').hidden") {
		p.Error("a table that fits is said to scroll")
	}
	p.size(400, 900)
	p.until("!document.querySelector('#outcomes .scrolls').hidden && document.querySelector('#outcomes .scroll').classList.contains('cut')")
	p.size(1280, 900)
	p.until("document.querySelector('#outcomes .scrolls').hidden")
	// A program that only begins threads and waits for them has no column.
	p.choose("#example", "dekker_store.c")
	p.idle()
	p.until("document.querySelector('#outcomes tr.differs')")
	if p.truth("document.querySelector('#name').value !== 'dekker_store.c'") {
		p.Error("the example has no name")
	}
	p.click("#outcomes tr.error .cell.bad, #outcomes tr.differs .cell.tick")
	p.until("document.querySelector('#outcomes svg.execution .starts')")
	if titles := p.text("[...document.querySelectorAll('#outcomes svg.execution .title')].map(t => t.textContent).join()"); strings.Contains(titles, "thread 0") {
		p.Errorf("columns: %s", titles)
	}
	p.checkGraph(false)
	p.choose("#example", "MP.c")
	p.idle()
	p.click("#outcomes tr.differs .cell.tick")
	p.until("document.querySelector('#outcomes .graphbox')")
	p.checkGraph(true)
	p.js("delete document.documentElement.dataset.ready", nil)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.url+"/"))
	p.ready()
}

// checkGraph demands that the graph that is shown is open, if it is small, or closed.
func (p *playedPage) checkGraph(small bool) {
	p.Helper()
	if got := p.truth("document.querySelector('#outcomes details.relations').open"); got != small {
		p.Errorf("a graph of %s events is open: %v", p.text("document.querySelectorAll('#outcomes svg.graph .node').length"), got)
	}
}

// checkSplit moves the split by keys and by the pointer; it is kept.
func (p *playedPage) checkSplit() {
	p.Helper()
	width := func() float64 {
		var w float64
		p.js("document.querySelector('#program').getBoundingClientRect().width", &w)
		return w
	}
	before := width()
	p.js("document.querySelector('#split').focus()", nil)
	p.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	if got := p.text("document.querySelector('#split').getAttribute('aria-valuenow')"); got != "40" || width() <= before {
		p.Errorf("by keys the split is at %s, and the program %v wide, %v before", got, width(), before)
	}
	var box struct{ X, Y float64 }
	p.js("(r => ({ X: r.x + r.width / 2, Y: r.y + 100 }))(document.querySelector('#split').getBoundingClientRect())", &box)
	p.do(chromedp.MouseEvent("mousePressed", box.X, box.Y, chromedp.ButtonLeft), chromedp.MouseEvent("mouseMoved", box.X+200, box.Y, chromedp.ButtonLeft), chromedp.MouseEvent("mouseReleased", box.X+200, box.Y, chromedp.ButtonLeft))
	p.until("Number(document.querySelector('#split').getAttribute('aria-valuenow')) > 50")
	p.js("document.querySelector('#split').dispatchEvent(new MouseEvent('dblclick'))", nil)
	if got := p.text("document.querySelector('#split').getAttribute('aria-valuenow')"); got != "36" {
		p.Errorf("a double click leads to %s", got)
	}
}

const cell = `document.querySelector('#outcomes [data-cell="%s"]')`

func (p *playedPage) checkCells() {
	p.Helper()
	p.js(fmt.Sprintf(cell, "sc r1=0 r2=0")+".click()", nil)
	p.until("document.querySelector('#outcomes .edge.cycle')")
	if why := p.text("document.querySelector('#outcomes .detail').innerText"); !strings.Contains(why, "Why not r1=0 r2=0 under sc?") || !strings.Contains(why, "violates sc") {
		p.Errorf("why not: %s", why)
	}
	p.js(fmt.Sprintf(cell, "tso r1=0 r2=0")+".click()", nil)
	p.until("document.querySelector('#outcomes .player')")
	for range 3 {
		p.click("#outcomes [data-go=next]")
	}
	step := p.text("document.querySelector('#outcomes .at').textContent")
	if !strings.HasPrefix(step, "step 3 of ") || !p.truth("document.querySelector('#editor').shadowRoot.querySelector('.cm-line.now')") {
		p.Errorf("%s", step)
	}
	if p.click("#outcomes .graphbox [data-relation=rf]"); !p.truth("document.querySelector('#outcomes .graphbox').classList.contains('no-rf')") {
		p.Error("a relation is not switched off")
	}
	before := p.text("location.hash")
	p.until("document.querySelector('#status').textContent === ''")
	p.js("import('/link.js').then(m => setInterval(async () => { window.linked = await m.decode(location.hash); }, 50))", nil)
	p.until("window.linked?.step === 3")
	p.do(chromedp.Reload())
	p.ready()
	p.until("document.querySelector('#outcomes .at')")
	if got := p.text("document.querySelector('#outcomes .at').textContent"); got != step {
		p.Errorf("after the link %s is opened: %s, want %s", before, got, step)
	}
}

// checkKeyboard opens an execution and steps through it by keys alone.
func (p *playedPage) checkKeyboard() {
	p.Helper()
	p.js("document.querySelector('#tab-outcomes').focus()", nil)
	for n := 0; !p.truth("document.activeElement.dataset.cell === 'tso r1=0 r2=0'"); n++ {
		if n == 40 {
			p.Fatal("the tab key leads to no cell")
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until("document.querySelector('#outcomes .player')")
	for n := 0; !p.truth("document.activeElement.dataset.go === 'next'"); n++ {
		if n == 60 {
			p.Fatal("the tab key leads to no step")
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	p.do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft))
	if got := p.text("document.querySelector('#outcomes .at').textContent"); !strings.HasPrefix(got, "step 2 of ") {
		p.Errorf("by keys: %s", got)
	}
	p.js("document.querySelector('#tab-outcomes').focus()", nil)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	if !p.truth("!document.querySelector('#play').hidden && document.activeElement.id === 'tab-play'") {
		p.Error("arrow keys do not change the view")
	}
}

// checkGame plays as the hints say, and takes the witness for replay.
func (p *playedPage) checkGame() {
	p.Helper()
	p.click("#tab-play")
	p.choose("#play select", "tso")
	p.until("document.querySelector('#play .move')")
	for n := 0; !p.truth("document.querySelector('#play .goal.reached')"); n++ {
		if n == 30 {
			p.Fatal(p.text("document.querySelector('#play').innerText"))
		}
		moves := p.text("document.querySelector('#play .moves').textContent")
		p.js("[...document.querySelectorAll('#play .controls button')].find(b => b.textContent === 'Hint').click()", nil)
		p.until("document.querySelector('#play .hinted')")
		p.click("#play .hinted")
		p.until("document.querySelector('#play .goal.reached, #play .move') && document.querySelector('#play .moves').textContent !== " + quoted(moves))
	}
	p.js(`URL.createObjectURL = blob => { blob.text().then(t => { window.saved = t; }); return "data:,"; }; HTMLAnchorElement.prototype.click = () => {};
		[...document.querySelectorAll('#play button')].find(b => b.textContent === 'Save the witness').click()`, nil)
	p.until("window.saved")
	file := filepath.Join(p.TempDir(), "witness.json")
	if err := os.WriteFile(file, []byte(p.text("window.saved")), 0o666); err != nil {
		p.Fatal(err)
	}
	var out, told bytes.Buffer
	if status := run(context.Background(), []string{"replay", file}, strings.NewReader(""), &out, &told); status != exit.OK {
		p.Errorf("replay of the game: status %d: %s%s", status, out.String(), told.String())
	}
}

// checkRepair takes the cheapest repair.
func (p *playedPage) checkRepair() {
	p.Helper()
	p.click("#tab-repair")
	p.until("document.querySelector('#repair .missed')")
	p.js("[...document.querySelectorAll('#repair button')].find(b => b.textContent.startsWith('What does')).click()", nil)
	p.until("[...document.querySelectorAll('#repair button')].some(b => b.textContent === 'Show it')")
	p.js("[...document.querySelectorAll('#repair button')].find(b => b.textContent === 'Show it').click()", nil)
	p.until("document.querySelector('#repair .reached')")
	if score := p.text("document.querySelector('#repair .score').innerText"); !strings.Contains(score, "Cost 20; the cheapest known costs 20: yours is as good.") {
		p.Errorf("score: %s", score)
	}
}

// checkBug finds the cause of a bug, and makes the change that mends it.
func (p *playedPage) checkBug() {
	p.Helper()
	p.choose("#example", "mailbox_both.c")
	p.idle()
	p.click("#tab-check")
	p.click("#check .main")
	p.until("document.querySelector('#check .verdict.bug')")
	if !p.truth("document.querySelector('#check .cause .diff .added') && document.querySelector('#check .player')") {
		p.Errorf("check tells %s", p.text("document.querySelector('#check').innerText"))
	}
	p.js("[...document.querySelectorAll('#check button')].find(b => b.textContent === 'Make this change').click()", nil)
	p.until("document.querySelector('#check .main') && !document.querySelector('#check .verdict')")
	p.idle()
	p.click("#check .main")
	p.until("document.querySelector('#check .verdict:not(.bug)')")
}

// checkJustify goes through the orders of a program, shows what goes wrong without one, and takes the
// weaker ones.
func (p *playedPage) checkJustify() {
	p.Helper()
	p.choose("#example", "mcs.c")
	p.idle()
	p.click("#tab-justify")
	p.click("#justify .main")
	p.until("document.querySelector('#justify .verdict')")
	if got := p.text("document.querySelector('#justify .verdict').textContent"); got != "Under c11 6 needed, 1 may be weaker, 1 weakest." {
		p.Errorf("justify says %s", got)
	}
	p.click("#justify td button")
	p.until("document.querySelector('#justify .detail .player')")
	p.click("#justify [data-go=next]")
	p.click("#justify th .place")
	if !p.truth("document.querySelector('#editor').shadowRoot.querySelector('.cm-line.marked')") {
		p.Error("the line of an order is not marked")
	}
	p.js("[...document.querySelectorAll('#justify button')].find(b => b.textContent === 'Make this change').click()", nil)
	p.until("!document.querySelector('#justify .verdict')")
	p.idle()
	p.click("#justify .main")
	p.until("document.querySelector('#justify .verdict')")
	if got := p.text("document.querySelector('#justify .verdict').textContent"); got != "Under c11 7 needed, 1 weakest." {
		p.Errorf("after the change justify says %s", got)
	}
}

// checkHostile gives the page what it must bear.
func (p *playedPage) checkHostile() {
	p.Helper()
	const markup = `"><img src=x onerror="window.hit=1"><script>window.hit=2</script>`
	p.open(map[string]any{"name": markup + ".c", "source": "int x; // " + markup + "\nint main(void) { x = 1; return nonsense; }\n", "view": "outcomes"})
	p.until("document.querySelector('#problems').innerText.includes('nonsense')")
	p.open(map[string]any{"name": markup + ".c", "source": "#include <assert.h>\nint x; // " + markup + "\nint main(void) { x = 1; assert(x == 2 && \"" + "<img src=x onerror=window.hit=3>" + "\"); return 0; }\n", "view": "outcomes", "models": []string{"sc", "tso"}})
	p.until("document.querySelector('#outcomes .cell.bad')")
	p.click("#outcomes .cell.bad")
	p.until("document.querySelector('#outcomes .player')")
	if p.truth("window.hit || document.querySelector('img[src=x]')") {
		p.Error("markup of the program is executed")
	}
	p.open(map[string]any{"name": "large.c", "source": "//" + strings.Repeat("x", 900_000) + "\n"})
	p.until("document.querySelector('#problems').innerText.includes('at most 262144 are taken here')")
	p.exploreForEver()
	p.until("document.querySelector('#outcomes .cell.bad')")
	if p.text("document.querySelector('#status').textContent") != "exploring …" {
		p.Error("a bug is shown only when all is explored")
	}
	p.click("#stop")
	if took := p.until("document.querySelector('#status').textContent === 'stopped'"); took > time.Second {
		p.Errorf("a run is stopped after %v", took)
	}
	p.open(map[string]any{"name": "loop.c", "source": "#include <stdatomic.h>\natomic_int x;\nint main(void) { for (;;) x++; }\n", "models": []string{"sc"}, "seconds": 1})
	p.ready()
	p.until("document.querySelector('#outcomes .notes').innerText.includes('sc:')")
	p.open(map[string]any{"name": 7, "source": "int x;\nint main(void) { x = 1; return 0; }\n", "models": []any{1, "sc", "<b>"}, "cell": map[string]any{"model": "<b>"}, "play": 1, "repair": []any{}})
	p.ready()
}

// exploreForEver has a program explored whose executions nobody can wait for.
func (p *playedPage) exploreForEver() {
	p.Helper()
	const endless = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
int y;
void *t(void *p) { y = 1; for (int i = 0; i < 50; i++) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return p; }
int main(void)
{
	pthread_t a[5];
	for (int i = 0; i < 5; i++) pthread_create(&a[i], 0, t, 0);
	for (int i = 0; i < 5; i++) pthread_join(a[i], 0);
	return 0;
}
`
	p.open(map[string]any{"name": "endless.c", "source": endless, "models": []string{"c11"}})
	p.until("document.querySelector('#status').textContent === 'exploring …'")
}

// A program that is explored for a page is explored no more when the browser leaves the page,
// or closes it: the server, which works on one request at once and for as long as that takes,
// then answers another.
func TestLeavingBrowser(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("TestStops of the playground has a request that is left, without a browser")
	}
	t.Parallel()
	limits := engine.DefaultLimits
	limits.Time = 24 * time.Hour
	url := servePlayground(t, &playground.Server{Limits: limits, AtOnce: 1})
	busy := func() bool {
		text := `{"do":"explore","name":"a.c","model":"sc","source":"int main(void) { return 0; }"}`
		answer, err := http.Post(url+"/api/run", "application/json", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusServiceUnavailable
	}
	p := openPlayground(t, newBrowser(t), url)
	for _, leave := range []chromedp.Action{chromedp.Navigate("about:blank"), page.Close()} {
		p.do(chromedp.Navigate(url + "/"))
		p.ready()
		p.exploreForEver()
		waitUntil(t, "the server works", func() bool {
			if busy() {
				return true
			}
			if !p.truth("document.querySelector('#status').textContent === 'exploring …'") { // what asked was in the way
				p.exploreForEver()
			}
			return false
		})
		p.do(leave)
		waitUntil(t, "the server is free", func() bool { return !busy() })
	}
}

// checkLooks looks at all views on screens of all widths, in the dark and on paper, and
// asks axe about them if it is there.
func (p *playedPage) checkLooks() {
	p.Helper()
	axe, err := os.ReadFile(os.Getenv("FENCEPOST_AXE"))
	if err != nil {
		p.Log("axe is not asked: FENCEPOST_AXE does not name axe.min.js of npm's axe-core")
	}
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(p.url+"/"))
	p.ready()
	if axe != nil {
		p.js(string(axe)+"; null", nil)
	}
	p.js(fmt.Sprintf(cell, "tso r1=0 r2=0")+".click()", nil)
	p.until("document.querySelector('#outcomes .player')")
	p.click("#settings summary")
	for _, view := range []string{"outcomes", "play", "repair", "check", "justify"} {
		p.click("#tab-" + view)
		if view == "play" {
			p.until("document.querySelector('#play .move')")
		}
		if view == "repair" {
			p.until("document.querySelector('#repair .slot') && document.querySelector('#repair .cell')")
		}
		if view == "justify" {
			p.click("#justify .main")
			p.until("document.querySelector('#justify .verdict')")
		}
		p.look(view, axe != nil)
	}
	p.click("#to-lessons")
	p.click(".lessonlist button")
	p.until("document.querySelector('.question')")
	p.look("lesson", axe != nil)
	p.click("#to-program")
	p.click("#tab-outcomes")
	p.do(emulation.SetEmulatedMedia().WithMedia("print"))
	if p.truth("document.querySelector('.tabs').offsetParent || !document.querySelector('table.outcomes').offsetParent") {
		p.Error("what is printed is not the results alone")
	}
	p.do(emulation.SetEmulatedMedia())
}

func (p *playedPage) look(view string, axe bool) {
	p.Helper()
	for _, width := range []int64{360, 480, 768, 1024, 1280, 1920} {
		p.size(width, 800)
		if p.truth("document.documentElement.scrollWidth > innerWidth") {
			p.Errorf("%s: wider than a screen of %d", view, width)
		}
	}
	p.size(1280, 900)
	if !axe {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		var found []string
		p.js("axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.failureSummary).join('; ')))", &found)
		for _, f := range found {
			p.Errorf("%s, %s: axe: %s", view, scheme, f)
		}
	}
	p.do(emulation.SetEmulatedMedia())
}

// TestScreenshots makes the pictures that README.md shows, if asked to:
//
//	go test ./cmd/fencepost -run TestScreenshots -update
func TestScreenshots(t *testing.T) {
	if !*update {
		t.Skip("makes pictures with -update alone")
	}
	p := newPlaygroundPage(t)
	picture := func(name string) {
		t.Helper()
		var png []byte
		p.js("window.scrollTo(0, 0); document.activeElement.blur()", nil)
		p.do(chromedp.CaptureScreenshot(&png))
		if err := os.WriteFile("../../docs/"+name+".png", png, 0o666); err != nil {
			t.Fatal(err)
		}
		if len(png) > 150_000 {
			t.Errorf("%s has %d bytes", name, len(png))
		}
	}
	p.size(1100, 690)
	p.js(fmt.Sprintf(cell, "sc r1=0 r2=0")+".click()", nil)
	p.until("document.querySelector('#outcomes .edge.cycle')")
	picture("why-not")
	p.click("#to-lessons")
	p.click(".lessonlist button")
	p.click("[data-stage=play]")
	for range 3 {
		p.until("document.querySelector('.lesson .move.step')")
		moves := p.text("document.querySelector('.lesson .moves').textContent")
		p.click(".lesson .move.step")
		p.until("document.querySelector('.lesson .moves').textContent !== " + quoted(moves))
	}
	picture("play")
	p.click("#to-program")
	p.choose("#example", "mailbox_both.c")
	p.idle()
	p.click("#tab-check")
	p.click("#check .main")
	p.until("document.querySelector('#check .verdict.bug')")
	picture("check")
}

// Every lesson is done with right answers, and with wrong ones.
func TestLessonsInBrowser(t *testing.T) {
	t.Parallel()
	inBrowser(t)
	p := newPlaygroundPage(t)
	list, err := lessons.All()
	if err != nil {
		t.Fatal(err)
	}
	p.click("#to-lessons")
	for _, l := range list {
		learnt, err := l.Learn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		p.lesson(learnt)
	}
	p.complaints(t)
}

// lesson goes through a lesson.
func (p *playedPage) lesson(l *lessons.Learnt) {
	p.Helper()
	p.until("[...document.querySelectorAll('.lessonlist button')].some(b => b.textContent.endsWith(" + quoted(l.Title) + "))")
	p.js("[...document.querySelectorAll('.lessonlist button')].find(b => b.textContent.endsWith("+quoted(l.Title)+")).click()", nil)
	p.until("document.querySelector('.reading h3')?.textContent === " + quoted(l.Title) + " && document.querySelector('.question')")
	p.answers(l.Name, l.Answer.Options)
	p.click(".onward")
	for n, move := range l.Moves {
		p.until(fmt.Sprintf("document.querySelector('.lesson .moves')?.textContent.startsWith('%d move')", n))
		p.click(fmt.Sprintf(".lesson [data-move='%d']", move))
	}
	p.until("document.querySelector('.lesson .goal.reached')")
	p.click(".onward")
	if l.Buffers != nil {
		happens := func(n int, yes bool) {
			p.until(fmt.Sprintf("document.querySelectorAll('.lesson .outcomes td:last-child').length === %d && document.querySelectorAll('.lesson .outcomes td:last-child')[%d].textContent === '%s'", len(l.Buffers), n, map[bool]string{true: "✓", false: "–"}[yes]))
		}
		happens(1, true)
		p.choose(".lesson select[aria-label='capacity']", "1")
		happens(1, false)
		p.choose(".lesson select[aria-label='buffer']", "unordered")
		p.until("document.querySelector('.lesson .score.missed')?.textContent.startsWith('There is no such machine')")
		p.click(".onward")
	}
	if l.Menu != nil {
		p.click(".lesson .answer")
		p.until("document.querySelector('.lesson .score.missed')")
		for i, k := range l.Cheapest {
			p.js(fmt.Sprintf("{ const s = document.querySelectorAll('.lesson .slots select')[%d]; s.selectedIndex = %d; s.dispatchEvent(new Event('change')); }", i, k), nil)
		}
		p.click(".lesson .answer")
		p.until("document.querySelector('.lesson .score.reached')")
		if score := p.text("document.querySelector('.lesson .score').innerText"); !strings.Contains(score, fmt.Sprintf("Cost %d; the cheapest known costs %d: yours is as good.", l.Cost, l.Cost)) {
			p.Errorf("%s: %s", l.Name, score)
		}
		p.click(".onward")
	}
	if l.Transfer != nil {
		p.until("document.querySelector('.question')")
		p.answers(l.Name+", transfer", l.Transfer)
		p.click(".onward")
	}
	if p.truth("document.querySelector('#next-lesson')") != (l.Next != "") {
		p.Errorf("%s: what comes next", l.Name)
	}
}

// answers answers a question wrongly and rightly.
func (p *playedPage) answers(name string, options []lessons.Option) {
	p.Helper()
	var right, wrong []string
	for _, o := range options {
		right, wrong = append(right, fmt.Sprint(o.Right)), append(wrong, fmt.Sprint(!o.Right))
	}
	for _, c := range []struct {
		ticks []string
		want  int
	}{{wrong, 0}, {right, len(options)}} {
		p.js("[...document.querySelectorAll('.question input')].forEach((b, i) => { b.checked = ["+strings.Join(c.ticks, ",")+"][i]; })", nil)
		p.js("document.querySelector('.lesson .score')?.remove()", nil)
		p.click(".lesson .answer")
		p.until("document.querySelector('.lesson .score')")
		if score := p.text("document.querySelector('.lesson .score').textContent"); score != fmt.Sprintf("%d of %d right.", c.want, len(options)) {
			p.Errorf("%s: %s", name, score)
		}
	}
}
