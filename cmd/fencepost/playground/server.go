// Package playground serves the page on which programs are explored, played, repaired and
// taught. Package engine answers its requests, and the page's files are embedded.
//
// The server is for the user of this machine. It listens only on the loopback address. It
// answers only requests that name it as their host and, if they have an origin, come from
// its own page. Its policy lets the page load nothing from elsewhere and run only scripts
// that are its own files. The resources of a request are bounded, and so is the number of
// concurrent requests.
package playground

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"runtime"
	"runtime/metrics"
	"strings"
	"time"

	"fencepost/cmd/fencepost/playground/engine"
)

// Policy is the Content-Security-Policy of the page that a server serves.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// maxBody bounds the bytes of a request: a program as JSON, with every byte escaped.
const maxBody = 2 << 20

// readWithin bounds the time in which a client must read an answer.
const readWithin = 30 * time.Second

// A Server answers the page.
type Server struct {
	Limits engine.Limits
	// AtOnce is the number of concurrent requests; 0: twice the number of processors.
	AtOnce int

	files    map[string]file
	programs engine.Programs
	slots    chan struct{}
}

// Listen listens on an address, which must be one of the loopback interface.
func Listen(addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("must be like 127.0.0.1:8080")
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%s is not this machine's loopback address: choose 127.0.0.1, ::1 or localhost", host)
	}
	return net.Listen("tcp", addr)
}

// Serve serves the page until ctx ends, and then stops running requests. The error is that
// of the listener or the assets.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.Limits = cmp.Or(s.Limits, engine.DefaultLimits)
	s.AtOnce = cmp.Or(s.AtOnce, 2*runtime.GOMAXPROCS(0))
	s.slots = make(chan struct{}, s.AtOnce)
	var err error
	if s.files, err = files(false); err != nil {
		return err
	}
	// A request ends when the server does.
	running, stop := context.WithCancel(context.Background())
	defer stop()
	server := &http.Server{
		Handler: s.guarded(l.Addr().(*net.TCPAddr).Port), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 64 << 10, BaseContext: func(net.Listener) context.Context { return running },
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stop()
	late, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if server.Shutdown(late) != nil {
		server.Close()
	}
	return nil
}

// guarded refuses requests that name another host, or come from another page.
func (s *Server) guarded(port int) http.Handler {
	hosts := map[string]bool{}
	for _, h := range []string{"127.0.0.1", "localhost", "::1"} {
		hosts[net.JoinHostPort(h, fmt.Sprint(port))] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hurry(w)
		h := w.Header()
		h.Set("Content-Security-Policy", Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		origin := r.Header.Get("Origin")
		site := r.Header.Get("Sec-Fetch-Site")
		switch {
		case !hosts[r.Host]:
			http.Error(w, "this server answers only for the loopback address", http.StatusForbidden)
		case origin != "" && origin != "http://"+r.Host, r.Method != http.MethodGet && site != "" && site != "same-origin":
			http.Error(w, "requests of other pages are refused", http.StatusForbidden)
		case r.URL.Path == "/api/run":
			s.run(w, r)
		default:
			s.file(w, r)
		}
	})
}

// file serves a file of the page.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name := cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "index.html")
	f, ok := s.files[name]
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
	case !ok:
		http.Error(w, "there is no such file", http.StatusNotFound)
	default:
		w.Header().Set("Content-Type", f.kind)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Etag", f.tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.text))
	}
}

// run answers a request of the page.
func (s *Server) run(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "only POST", http.StatusMethodNotAllowed)
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "the request must be JSON", http.StatusUnsupportedMediaType)
		return
	}
	var ask engine.Request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&ask); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			s.answer(w, http.StatusRequestEntityTooLarge, engine.Refused("the program is too large: at most %d bytes are taken here", s.Limits.Source))
			return
		}
		s.answer(w, http.StatusBadRequest, engine.Refused("the request cannot be read: %v", err))
		return
	}
	select {
	case s.slots <- struct{}{}:
	default:
		w.Header().Set("Retry-After", "1")
		s.answer(w, http.StatusServiceUnavailable, engine.Refused("%d requests are being worked on already: try again in a moment", s.AtOnce))
		return
	}
	defer func() { <-s.slots }()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	full := s.watch(ctx, cancel)
	a := engine.Run(ctx, &ask, s.Limits, &s.programs)
	if full() {
		a = engine.Refused("the request took more than %d MiB of memory", s.memory()>>20)
	}
	s.answer(w, http.StatusOK, a)
}

func (s *Server) answer(w http.ResponseWriter, status int, a *engine.Answer) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	text := engine.Encode(a, s.Limits)
	hurry(w)
	w.WriteHeader(status)
	w.Write(text) // a client that has left needs no answer
}

// hurry sets the deadline for the client to read the answer, because a slow client blocks
// others.
func hurry(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(readWithin)) // connections support deadlines
}

// memory returns how much memory the process may take while requests run.
func (s *Server) memory() uint64 { return uint64(s.Limits.Memory) * uint64(s.AtOnce) }

// watch stops a request when the process takes too much memory; full reports whether it
// did.
func (s *Server) watch(ctx context.Context, stop func()) (full func() bool) {
	over := make(chan struct{})
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if metrics.Read(sample); sample[0].Value.Uint64() > s.memory() {
				close(over)
				stop()
				return
			}
		}
	}()
	return func() bool {
		select {
		case <-over:
			return true
		default:
			return false
		}
	}
}
