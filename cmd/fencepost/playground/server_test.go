package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/cmd/fencepost/playground/engine"
)

// serve starts a server, and returns its address and what ends it.
func serve(t *testing.T, s *Server) (url string, end func()) {
	t.Helper()
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return "http://" + l.Addr().String(), end
}

// send sends a request, and returns the status and the document of the answer.
func send(ctx context.Context, url string, r engine.Request) (status int, doc document, err error) {
	body, err := json.Marshal(r)
	if err != nil {
		return 0, doc, err
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/run", bytes.NewReader(body))
	if err != nil {
		return 0, doc, err
	}
	q.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(q)
	if err != nil {
		return 0, doc, err
	}
	defer resp.Body.Close()
	var a struct{ Document document }
	err = json.NewDecoder(resp.Body).Decode(&a)
	return resp.StatusCode, a.Document, err
}

type document struct {
	Status      string
	Diagnostics []struct{ Message string }
}

func (d document) says(text string) bool {
	for _, g := range d.Diagnostics {
		if strings.Contains(g.Message, text) {
			return true
		}
	}
	return false
}

// small is answered at once.
var small = engine.Request{Do: "explore", Name: "a.c", Source: "int x; int main(void) { x = 1; return 0; }", Model: "sc"}

// endless has more executions than any time is enough for.
var endless = engine.Request{Do: "explore", Name: "endless.c", Model: "c11", Source: `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t(void *p) { for (int i = 0; i < 50; i++) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return p; }
int main(void)
{
	pthread_t a[5];
	for (int i = 0; i < 5; i++) pthread_create(&a[i], 0, t, 0);
	for (int i = 0; i < 5; i++) pthread_join(a[i], 0);
	return 0;
}
`}

func TestListen(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"", "8080", ":8080", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.com:80"} {
		if l, err := Listen(addr); err == nil {
			l.Close()
			t.Errorf("%q is listened on", addr)
		}
	}
}

// Who is not the page is refused, and the page may load nothing from elsewhere.
func TestRefuses(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, &Server{})
	get := func(method, path, body string, headers ...string) *http.Response {
		t.Helper()
		q, err := http.NewRequest(method, url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			if headers[i] == "Host" {
				q.Host = headers[i+1]
			}
			q.Header.Set(headers[i], headers[i+1])
		}
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		return resp
	}
	if strings.Contains(StaticPolicy, "'unsafe") {
		t.Error("the policy without a server allows what is unsafe")
	}
	const kind, ok = "Content-Type", "application/json"
	for _, c := range []struct {
		name string
		want int
		resp *http.Response
	}{
		{"page", 200, get("GET", "/", "")},
		{"editor", 200, get("GET", "/vendor/editor.js", "")},
		{"another file", 404, get("GET", "/server.go", "")},
		{"another folder", 404, get("GET", "/../server.go", "")},
		{"another host", 403, get("GET", "/", "", "Host", "evil.example")},
		{"another host with the port", 403, get("GET", "/", "", "Host", "evil.example"+url[strings.LastIndex(url, ":"):])},
		{"its own origin", 200, get("POST", "/api/run", `{"do":"examples"}`, kind, ok, "Origin", url)},
		{"another origin", 403, get("POST", "/api/run", "{}", kind, ok, "Origin", "http://evil.example")},
		{"no origin", 403, get("POST", "/api/run", "{}", kind, ok, "Origin", "null")},
		{"another site", 403, get("POST", "/api/run", "{}", kind, ok, "Sec-Fetch-Site", "cross-site")},
		{"a form", 415, get("POST", "/api/run", "{}", kind, "text/plain")},
		{"no post", 405, get("GET", "/api/run", "")},
		{"no request", 400, get("POST", "/api/run", "[", kind, ok)},
		{"too large a request", 413, get("POST", "/api/run", `{"source":"`+strings.Repeat("x", maxBody)+`"}`, kind, ok)},
	} {
		if c.resp.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", c.name, c.resp.StatusCode, c.want)
		}
		policy := c.resp.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", c.name, policy)
		}
	}
}

// Of many requests at once some are worked on and the others told to come again; then
// all is as before.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, &Server{AtOnce: 3})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var (
		group   sync.WaitGroup
		mu      sync.Mutex
		refused int
	)
	for range 50 {
		group.Go(func() {
			status, doc, err := send(ctx, url, endless)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && status == http.StatusServiceUnavailable && doc.says("3 requests are being worked on already") {
				if refused++; refused == 47 {
					stop()
				}
			} else if err == nil {
				t.Errorf("status %d, %+v", status, doc)
			}
		})
	}
	group.Wait()
	if refused != 47 {
		t.Errorf("%d of 50 were refused", refused)
	}
	waitFree(t, url)
}

// waitFree waits until a request is answered.
func waitFree(t *testing.T, url string) {
	t.Helper()
	for {
		status, doc, err := send(context.Background(), url, small)
		switch {
		case err != nil:
			t.Fatal(err)
		case status == http.StatusOK && doc.Status == "ok":
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A request that nobody waits for any more ends, and so does all when the server does.
func TestStops(t *testing.T) {
	t.Parallel()
	url, end := serve(t, &Server{AtOnce: 1})
	ctx, stop := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer stop()
	if status, _, err := send(ctx, url, endless); err == nil {
		t.Fatalf("an endless request was answered: %d", status)
	}
	waitFree(t, url)
	done := make(chan struct{})
	go func() {
		defer close(done)
		send(context.Background(), url, endless)
	}()
	time.Sleep(200 * time.Millisecond)
	end()
	<-done
}

// What takes too long, or is too large, is told.
func TestLimits(t *testing.T) {
	t.Parallel()
	limits := engine.DefaultLimits
	limits.Time = time.Second
	url, _ := serve(t, &Server{Limits: limits})
	long := engine.Request{Do: "explore", Name: "a.c", Model: "sc", Source: "//" + strings.Repeat("x", 1<<20)}
	if _, doc, err := send(context.Background(), url, long); err != nil || !doc.says("at most 262144 are taken here") {
		t.Errorf("a program of 1 MB: %+v, %v", doc, err)
	}
	if _, doc, err := send(context.Background(), url, endless); err != nil || doc.Status != "incomplete" {
		t.Errorf("an endless program: %+v, %v", doc, err)
	}
	limits.Output = 1000
	url, _ = serve(t, &Server{Limits: limits})
	if _, doc, err := send(context.Background(), url, engine.Request{Do: "examples"}); err != nil || !doc.says("more than the 1000 that are shown here") {
		t.Errorf("a long answer: %+v, %v", doc, err)
	}
}
