package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/cmd/fencepost/exit"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// A natsServer is a server with its store on disk, which can be ended and started again.
type natsServer struct {
	t    testing.TB
	o    server.Options
	path string // of a program that is run as a process; empty: it is part of this one
	s    *server.Server
	cmd  *exec.Cmd
}

func startServer(t testing.TB, path string, change func(*server.Options)) *natsServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	dir, err := os.MkdirTemp("", "nats")
	if err != nil {
		t.Fatal(err)
	}
	n := &natsServer{t: t, path: path, o: server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true}}
	if change != nil {
		change(&n.o)
	}
	n.start()
	t.Cleanup(func() {
		n.stop()
		os.RemoveAll(dir)
	})
	return n
}

func (n *natsServer) url() string { return fmt.Sprintf("nats://127.0.0.1:%d", n.o.Port) }

func (n *natsServer) start() {
	n.t.Helper()
	if n.path != "" {
		n.cmd = exec.Command(n.path, "-js", "-sd", n.o.StoreDir, "-a", n.o.Host, "-p", fmt.Sprint(n.o.Port))
		if err := n.cmd.Start(); err != nil {
			n.t.Fatal(err)
		}
	} else {
		o := n.o
		s, err := server.NewServer(&o)
		if err != nil {
			n.t.Fatal(err)
		}
		s.Start()
		n.s = s
	}
	for range 30_000 {
		c, err := net.Dial("tcp", net.JoinHostPort(n.o.Host, fmt.Sprint(n.o.Port)))
		if err == nil {
			c.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	n.t.Fatal("the server does not answer")
}

// stop ends the server: a process is killed.
func (n *natsServer) stop() {
	if n.path != "" {
		_ = n.cmd.Process.Kill()
		_ = n.cmd.Wait()
		return
	}
	n.s.Shutdown()
	n.s.WaitForShutdown()
}

// self returns a path under which this program is the command.
var self = sync.OnceValues(func() (string, error) {
	binary, err := os.Executable()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "fencepost")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "fencepost")
	return path, os.Symlink(binary, path)
})

// process starts the command as a process.
func process(t testing.TB, out io.Writer, args ...string) *exec.Cmd {
	t.Helper()
	path, err := self()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, args...)
	c.Stdout = out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGCONT)
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return c
}

// workers starts workers of this process, which end with the test.
func workers(t testing.TB, url string, n int, flags ...string) {
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for range n {
		group.Go(func() {
			var stderr bytes.Buffer
			run(ctx, append([]string{"worker", "--nats", url, "--workers", "1"}, flags...), strings.NewReader(""), io.Discard, &stderr)
			if stderr.Len() > 0 {
				t.Errorf("a worker says: %s", stderr.String())
			}
		})
	}
	t.Cleanup(func() {
		cancel()
		group.Wait()
	})
}

// results counts the results of all jobs.
func results(t testing.TB, url string) int {
	t.Helper()
	c, err := jetstream.Connect(context.Background(), jetstream.Server{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	list, err := c.Jobs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, j := range list {
		n += j.Results
	}
	return n
}

// What workers at a server do is what one process prints.
func TestWorkersAreOneProcess(t *testing.T) {
	n := startServer(t, "", nil)
	workers(t, n.url(), 2, "--slice", "1ms")
	rare := filepath.Join(t.TempDir(), "rare.c")
	if err := os.WriteFile(rare, []byte(relaxedSum), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{
		"test --executions 20000 --json --strategy random $B/litmus/SB.c",
		"test --executions 5000 --until-bug --json " + rare,
		"explore --json -D N=5 $B/explore/coa.c",
		"explore ../../interp/hardware/litmus/testdata/c11",
		"check --budget deep --sc-executions 20 --trials 2 $B/litmus/SB.c",
	} {
		args := strings.Fields(strings.ReplaceAll(c, "$B", "../../benchmarks"))
		want, status := command(t, args...)
		for range 2 { // the second time the results are there
			got, ended := command(t, append(args, "--nats", n.url())...)
			if got != want || ended != status {
				t.Errorf("%s: status %d\n%s\nwant %d\n%s", c, ended, got, status, want)
			}
		}
	}
	if got := results(t, n.url()); got < 300 { // 287 if none is split
		t.Errorf("%d results: nothing was split", got)
	}
}

// What is wrong with the server is told.
func TestServerErrors(t *testing.T) {
	with := startServer(t, "", func(o *server.Options) { o.Username, o.Password = "a", "b" })
	without := startServer(t, "", func(o *server.Options) { o.JetStream = false })
	creds := filepath.Join(t.TempDir(), "no.creds")
	for _, c := range []struct{ flags, want string }{
		{"--nats nats://127.0.0.1:1", "nats://127.0.0.1:1: nats: no servers available"},
		{"--nats nonsense:://", "nonsense"},
		{"--nats " + with.url(), "the server does not accept the credentials"},
		{"--nats " + without.url(), "the server has no JetStream"},
		{"--nats " + with.url() + " --creds " + creds, "no.creds"},
		{"--creds " + creds, "--creds is for --nats"},
		{"--nats nats://x --shard 1/2 --partial y", "--nats and --shard"},
	} {
		var stderr bytes.Buffer
		args := append(strings.Fields(c.flags), "../../benchmarks/litmus/SB.c")
		status := run(context.Background(), append([]string{"test"}, args...), strings.NewReader(""), io.Discard, &stderr)
		if status != exit.Usage || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: status %d, %q", c.flags, status, stderr.String())
		}
	}
}

// A stream that takes few messages slows work down, and loses nothing.
func TestFullStream(t *testing.T) {
	n := startServer(t, "", nil)
	c, err := nats.Connect(n.url())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := js.New(c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.CreateStream(context.Background(), js.StreamConfig{
		Name: "FENCEPOST_UNITS", Subjects: []string{"fencepost.unit.>"}, Retention: js.WorkQueuePolicy, MaxMsgs: 5,
		Discard: js.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	workers(t, n.url(), 2, "--slice", "1ms")
	args := []string{"explore", "--json", "-D", "N=4", "../../benchmarks/explore/coa.c"}
	want, _ := command(t, args...)
	if got, _ := command(t, append(args, "--nats", n.url())...); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A job that is cancelled ends its command, which goes on when it is given again.
func TestCancel(t *testing.T) {
	n := startServer(t, "", nil)
	args := []string{"test", "--executions", "20000", "--json", "--strategy", "random", "../../benchmarks/litmus/SB.c"}
	var out bytes.Buffer
	submitter := process(t, &out, append(args, "--nats", n.url())...)
	var id string
	waitUntil(t, "a job is listed", func() bool {
		list, _ := command(t, "jobs", "--nats", n.url())
		id = strings.Fields(list)[0]
		return strings.Contains(list, "running") && !strings.Contains(list, " 0 parts wait")
	})
	shown, _ := command(t, "jobs", "--json", "--nats", n.url(), "cancel", id[:6])
	if !strings.Contains(shown, `"cancelled"`) {
		t.Errorf("cancelling prints %s", shown)
	}
	err := submitter.Wait()
	var exited *exec.ExitError
	if !errors.As(err, &exited) || exited.ExitCode() != exit.Incomplete {
		t.Errorf("the submitter ends with %v", err)
	}
	workers(t, n.url(), 1)
	want, _ := command(t, args...)
	if got, _ := command(t, append(args, "--nats", n.url())...); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func waitUntil(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for range 6000 {
		if ok() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("it does not come about that %s", what)
}

// Workers are killed and stopped, the server is ended and started again, the submitter is
// killed and started again: nothing is lost and nothing counted twice. With FENCEPOST_LONG
// the server is a process that is killed, too, and the work is large.
func TestDeaths(t *testing.T) {
	jobs, kills, path, slice := [][]string{{"explore", "--json", "-D", "N=5", "../../benchmarks/explore/coa.c"}}, 4, "", "20ms"
	if testsize.Long() {
		jobs = [][]string{
			{"explore", "--json", "-D", "N=6", "../../benchmarks/explore/coa.c"},
			{"test", "--json", "--executions", "1000000", "../../benchmarks/litmus/MP.c"},
			{"test", "--json", "--executions", "100000", "../../benchmarks/relaxer/msn.c", "--model", "pso"},
		}
		kills, slice = 50, "200ms"
		path = filepath.Join(t.TempDir(), "nats-server")
		if out, err := exec.Command("go", "build", "-o", path, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, args := range jobs {
		want, status := command(t, args...)
		n := startServer(t, path, nil)
		worker := []string{"worker", "--nats", n.url(), "--workers", "1", "--slice", slice, "--ack-wait", "1s"}
		var list []*exec.Cmd
		for range 3 {
			list = append(list, process(t, io.Discard, worker...))
		}
		submit := append(args, "--nats", n.url())
		var out bytes.Buffer
		submitter := process(t, &out, submit...)
		ended := make(chan error, 1)
		go func() { ended <- submitter.Wait() }()
		r := rand.New(rand.NewPCG(1, 7))
		killed, stopped, restarted, resubmitted := 0, 0, 0, 0
		wait := func() bool { // reports whether the job is through
			select {
			case <-ended:
				return true
			case <-time.After(time.Duration(r.IntN(150)) * time.Millisecond):
				return false
			}
		}
		through := false
		for !through && killed < kills {
			if through = wait(); through {
				break
			}
			switch k := r.IntN(len(list)); {
			case killed%4 == 1 && stopped <= killed/4:
				_ = list[k].Process.Signal(syscall.SIGSTOP)
				stopped++
				go func(c *exec.Cmd) {
					time.Sleep(1500 * time.Millisecond)
					_ = c.Process.Signal(syscall.SIGCONT)
				}(list[k])
			case killed%8 == 2 && restarted <= killed/8:
				n.stop()
				n.start()
				restarted++
			case killed%8 == 3 && resubmitted <= killed/8:
				_ = submitter.Process.Kill()
				<-ended
				out.Reset()
				submitter = process(t, &out, submit...)
				go func(c *exec.Cmd) { ended <- c.Wait() }(submitter)
				resubmitted++
			default:
				_ = list[k].Process.Kill()
				_ = list[k].Wait()
				list[k] = process(t, io.Discard, worker...)
				killed++
			}
		}
		if !through {
			select {
			case <-ended:
			case <-time.After(10 * time.Minute):
				t.Fatalf("%q does not end", args)
			}
		}
		if got := out.String(); got != want || submitter.ProcessState.ExitCode() != status {
			t.Errorf("%q: status %d\n%s\nwant %d\n%s", args, submitter.ProcessState.ExitCode(), got, status, want)
		}
		t.Logf("%q: %d workers killed, %d stopped, %d starts of the server, %d of the submitter, %d results", args, killed, stopped, restarted, resubmitted, results(t, n.url()))
	}
}
