package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/version"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// forge changes what a partial result holds, and puts its sum right.
func forge(t *testing.T, file string, change func(content map[string]any)) {
	t.Helper()
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var d map[string]any
	read := json.NewDecoder(z)
	read.UseNumber()
	if err := read.Decode(&d); err != nil {
		t.Fatal(err)
	}
	change(d["content"].(map[string]any))
	text, err := json.Marshal(d["content"])
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	d["sum"], d["content"] = hex.EncodeToString(sum[:]), json.RawMessage(text)
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if err := json.NewEncoder(w).Encode(d); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A partial result that somebody forged runs no program, reads and writes no file, and is
// refused unless its numbers may be those of its program.
func TestForgedPartial(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("TOPSECRET\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	written := filepath.Join(t.TempDir(), "written")
	type object = map[string]any
	job := func(c object) object { return c["job"].(object) }
	option := func(name, value string) func(object) {
		return func(c object) {
			j := job(c)
			list, _ := j["options"].([]any)
			j["options"] = append(list, object{"name": name, "value": value})
		}
	}
	part := func(c object) object {
		return c["stages"].([]any)[0].(object)["done"].([]any)[0].(object)["part"].(object)
	}
	const program = "../../benchmarks/c11/seqlock.c"
	whole := shards(t, 1, "test", "--executions", "1100", program)[0]
	right, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(object){
		"command":      func(c object) { job(c)["command"] = "compilers" },
		"no command":   func(c object) { job(c)["command"] = "" },
		"arguments":    func(c object) { job(c)["args"] = []string{"compilers", "--cc", written} },
		"out":          option("out", written),
		"html":         option("html", written),
		"checkpoint":   option("checkpoint", written),
		"config":       option("config", secret),
		"model":        option("model", secret),
		"include-file": option("include-file", secret),
		"linearizable": option("linearizable", secret),
		"workers":      option("workers", "2"),
		"timeout":      option("timeout", "1s"),
		"negative":     option("executions", "-1"),
		"input":        func(c object) { job(c)["inputs"] = []string{secret} },
		"memory":       option("memory", "4096"),
		"shards":       func(c object) { c["of"] = int64(9e18) },
		"name": func(c object) {
			job(c)["inputs"], job(c)["files"] = []string{secret}, object{secret: "int main(void) { return x; }\n"}
		},
		"C++": func(c object) { // which a compiler would read
			job(c)["inputs"], job(c)["files"] = []string{"a.cpp"}, object{"a.cpp": "#include \"" + secret + "\"\nint main() {}\n"}
		},
		"no input":      func(c object) { job(c)["inputs"] = []string{} },
		"includes":      func(c object) { job(c)["files"].(object)[program] = "#include \"" + secret + "\"\n" },
		"no job":        func(c object) { c["job"] = nil },
		"less":          func(c object) { part(c)["found"].(object)["ended"].(object)["Completed"] = -1 },
		"more":          func(c object) { part(c)["found"].(object)["buggy"] = 1_000_000 },
		"another range": func(c object) { part(c)["found"].(object)["first"] = 7 },
		"no part":       func(c object) { c["stages"].([]any)[0].(object)["done"] = []any{} },
		"other units":   func(c object) { c["stages"].([]any)[0].(object)["units"] = 1 },
		"a unit of mine": func(c object) {
			c["stages"].([]any)[0].(object)["done"].([]any)[0].(object)["unit"].(object)["order"] = -1
		},
		"without stages":  func(c object) { c["stages"] = []any{} },
		"paths elsewhere": func(c object) { job(c)["command"], job(c)["paths"] = "explore", []string{secret} },
	} {
		if err := os.WriteFile(whole, right, 0o666); err != nil {
			t.Fatal(err)
		}
		forge(t, whole, f)
		var stdout, stderr bytes.Buffer
		status := run(context.Background(), []string{"merge", whole}, strings.NewReader(""), &stdout, &stderr)
		if status != exit.Usage || strings.Contains(stdout.String()+stderr.String(), "TOPSECRET") {
			t.Errorf("%s: status %d, %s", name, status, stderr.String())
		}
	}
	if _, err := os.Stat(written); err == nil {
		t.Error("a file was written")
	}

	files := shards(t, 2, "test", "--executions", "1500", program)
	command(t, "merge", "--verify", "2", files[0], files[1])
	forge(t, files[1], func(c object) {
		ended := part(c)["found"].(object)["ended"].(object)
		ended["Completed"], ended["Failed"] = ended["Failed"], ended["Completed"]
	})
	var stderr bytes.Buffer
	status := run(context.Background(), []string{"merge", "--verify", "2", files[0], files[1]}, strings.NewReader(""), io.Discard, &stderr)
	if want := files[1] + ": is not what its shard finds"; status != exit.Usage || !strings.Contains(stderr.String(), want) {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

// A forged division of the search in a checkpoint is noticed, whether a part is lost or there
// twice.
func TestForgedCheckpoint(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "checkpoint")
	args := []string{"explore", "--json", "--checkpoint", file, "--checkpoint-every", "1ms", "--workers", "2", "--count", "co", "-D", "N=5", "../../benchmarks/explore/coa.c"}
	for {
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			run(ctx, args, strings.NewReader(""), io.Discard, io.Discard)
		}()
		waitUntil(t, "something is saved", func() bool {
			select {
			case <-ended:
				return true
			default:
				_, err := os.Stat(file)
				return err == nil
			}
		})
		cancel()
		<-ended
		if _, err := os.Stat(file); err == nil {
			break // else it was through before it could be interrupted
		}
	}
	saved, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type object = map[string]any
	stage := func(c object) object { return c["stages"].([]any)[0].(object) }
	left := func(c object) []any { return stage(c)["left"].([]any) }
	elsewhere := func(c object) { // it goes another way
		for _, u := range left(c) {
			if way, ok := u.(object)["what"].(object)["way"].([]any); ok {
				last := way[len(way)-1].(object)
				k, _ := last["taken"].(json.Number).Int64()
				last["from"], last["taken"] = k^1, k^1
				return
			}
		}
		t.Error("the checkpoint has no way")
	}
	for name, change := range map[string]func(object){
		"nothing left": func(c object) { stage(c)["left"] = []any{} },
		"one lost":     func(c object) { stage(c)["left"] = left(c)[1:] },
		"one twice":    func(c object) { stage(c)["left"] = append(left(c), left(c)[0]) },
		"all again":    func(c object) { stage(c)["left"] = append(left(c), object{"stage": "", "what": object{"way": nil}}) },
		"elsewhere":    elsewhere,
		"the end": func(c object) {
			stage(c)["left"] = []any{object{"stage": "", "what": object{"way": []any{object{"from": 0, "taken": 99}}}}}
		},
	} {
		if err := os.WriteFile(file, saved, 0o666); err != nil {
			t.Fatal(err)
		}
		forge(t, file, change)
		var stderr bytes.Buffer
		if status := run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr); status != exit.Usage {
			t.Errorf("%s: status %d, %s", name, status, stderr.String())
		}
	}
	if err := os.WriteFile(file, saved, 0o666); err != nil {
		t.Fatal(err)
	}
	forge(t, file, func(object) {})
	want, _ := command(t, append([]string{"explore", "--json"}, args[6:]...)...)
	if got, _ := command(t, args...); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A file that becomes far larger when it is unpacked is refused before it does.
func TestBomb(t *testing.T) {
	t.Parallel()
	bomb := filepath.Join(t.TempDir(), "bomb")
	f, err := os.Create(bomb)
	if err != nil {
		t.Fatal(err)
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestSpeed)
	z.Write([]byte(`{"format":"fencepost-partial","version":2,"sum":"`))
	for range 40 {
		z.Write(make([]byte, 1<<20))
	}
	z.Close()
	f.Close()
	for _, args := range [][]string{{"merge", "--memory", "64", bomb}, {"explore", "--memory", "64", "--checkpoint", bomb, "../../benchmarks/litmus/SB.c"}} {
		var stderr bytes.Buffer
		status := run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr)
		if status != exit.Usage || !strings.Contains(stderr.String(), "more than 16 MiB when it is unpacked: --memory gives more") {
			t.Errorf("%q: status %d, %s", args, status, stderr.String())
		}
	}
}

// A oneUnit is a Work with a unit that nobody can do.
type oneUnit struct{}

func (oneUnit) Units(context.Context, int) ([]cluster.Unit, error) {
	return []cluster.Unit{{What: json.RawMessage(`{"first":-5,"n":1000000000}`)}}, nil
}

func (oneUnit) Do(context.Context, cluster.Unit, func() bool) (*cluster.Result, error) {
	return nil, cluster.ErrElsewhere
}

// keyFile writes the seed of a new key, and returns the file and the public half.
func keyFile(t *testing.T) (file, public string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "seed")
	if err := os.WriteFile(file, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	public, err = pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return file, public
}

// refusals runs a worker and returns what it says.
func refusals(t *testing.T, url string, flags ...string) *bytes.Buffer {
	var stderr bytes.Buffer
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int)
	go func() {
		run(ctx, append([]string{"worker", "--nats", url, "--workers", "1"}, flags...), strings.NewReader(""), io.Discard, &stderr)
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return &stderr
}

// A worker does jobs that a key signed which it trusts, and ends all others.
func TestTrust(t *testing.T) {
	n := startServer(t, "", nil)
	good, public := keyFile(t)
	bad, _ := keyFile(t)
	refusals(t, n.url(), "--trust", public)
	args := []string{"test", "--executions", "1100", "--json", "../../benchmarks/litmus/SB.c"}
	want, _ := command(t, args...)
	sent := append(args, "--nats", n.url())
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{nil, "it is not signed, and this worker does signed jobs only"},
		{[]string{"--sign", bad}, "which this worker does not trust"},
		{[]string{"--sign", good, "--memory", "4096"}, "the job asks for --memory 4096, and --memory here allows 1024"},
		{[]string{"--sign", args[4]}, "holds no seed of an nkey"},
	} {
		var stderr bytes.Buffer
		status := run(context.Background(), append(sent, c.flags...), strings.NewReader(""), io.Discard, &stderr)
		if status != exit.Usage || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: status %d, %s", c.flags, status, stderr.String())
		}
	}
	if got, _ := command(t, append(sent, "--sign", good)...); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	list, _ := command(t, "jobs", "--nats", n.url())
	if strings.Count(list, "refused") != 1 { // another was sent again, and signed
		t.Errorf("the jobs are\n%s", list)
	}
	var stderr bytes.Buffer
	if status := run(context.Background(), []string{"worker", "--nats", n.url(), "--trust", "x"}, strings.NewReader(""), io.Discard, &stderr); status != exit.Usage {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

// A job that no command sends is ended once, with its reason; the worker goes on.
func TestHostileJobs(t *testing.T) {
	n := startServer(t, "", nil)
	refusals(t, n.url())
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("TOPSECRET\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	text := "int main(void) { return 0; }\n"
	for name, change := range map[string]func(*cluster.Job){
		"is of test, explore or check": func(j *cluster.Job) { j.Command = "compilers" },
		`has no option "trace"`:        func(j *cluster.Job) { j.Options = []cluster.Option{{Name: "trace", Value: secret}} },
		"include file not found":       func(j *cluster.Job) { j.Files["a.c"] = "#include \"" + secret + "\"\n" },
		"no such file":                 func(j *cluster.Job) { j.Inputs = []string{secret} },
		"has no such stage":            func(j *cluster.Job) {},
		"is for version":               func(j *cluster.Job) { j.Tool += " other" },
	} {
		if name == "is for version" {
			continue // workers of a version do not see units of others
		}
		j := cluster.NewJob(version.Exact(), "test", "a.c")
		j.Add("a.c", []byte(text))
		change(j)
		c, err := jetstream.Connect(context.Background(), jetstream.Server{URL: n.url()})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
		s := jetstream.NewSubmitter(c, j)
		if err := s.Offer(ctx, "nothing", oneUnit{}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Parts(ctx, "nothing"); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "TOPSECRET") {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		c.Close()
	}
	args := []string{"test", "--executions", "1100", "../../benchmarks/litmus/SB.c"}
	want, _ := command(t, args...)
	if got, _ := command(t, append(args, "--nats", n.url())...); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// tlsConfig makes a certificate of its own for a server, and returns the file of its
// authority.
func tlsConfig(t *testing.T) (*tls.Config, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "fencepost"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o666); err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, file
}

// credentials returns what a server with an operator takes, and a function that makes files
// of credentials of a user, which expire after a time.
func credentials(t *testing.T) (func(*server.Options), func(life time.Duration) string) {
	t.Helper()
	pair := func(create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		k, err := create()
		if err != nil {
			t.Fatal(err)
		}
		public, err := k.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return k, public
	}
	operator, operatorID := pair(nkeys.CreateOperator)
	account, accountID := pair(nkeys.CreateAccount)
	claims := jwt.NewAccountClaims(accountID)
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	signed, err := claims.Encode(operator)
	if err != nil {
		t.Fatal(err)
	}
	system, systemID := pair(nkeys.CreateAccount)
	_ = system
	ofSystem, err := jwt.NewAccountClaims(systemID).Encode(operator)
	if err != nil {
		t.Fatal(err)
	}
	resolver := &server.MemAccResolver{}
	if err := resolver.Store(accountID, signed); err != nil {
		t.Fatal(err)
	}
	if err := resolver.Store(systemID, ofSystem); err != nil {
		t.Fatal(err)
	}
	options := func(o *server.Options) {
		o.TrustedKeys, o.AccountResolver, o.SystemAccount = []string{operatorID}, resolver, systemID
	}
	return options, func(life time.Duration) string {
		user, id := pair(nkeys.CreateUser)
		c := jwt.NewUserClaims(id)
		c.Expires = time.Now().Add(life).Unix()
		token, err := c.Encode(account)
		if err != nil {
			t.Fatal(err)
		}
		seed, err := user.Seed()
		if err != nil {
			t.Fatal(err)
		}
		text, err := jwt.FormatUserConfig(token, seed)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "user.creds")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
}

// Clients that come to a new server at one time each find their account there. A server that
// looks accounts up refuses some of them at first.
func TestConnectTogether(t *testing.T) {
	for range 12 {
		options, user := credentials(t)
		n := startServer(t, "", options)
		server := jetstream.Server{URL: n.url(), Credentials: user(time.Hour)}
		var clients sync.WaitGroup
		for range 3 {
			clients.Go(func() {
				c, err := jetstream.Connect(context.Background(), server)
				if err != nil {
					t.Error(err)
					return
				}
				c.Close()
			})
		}
		clients.Wait()
	}
}

// A request that a new server does not answer is made again.
func TestConnectAgain(t *testing.T) {
	n := startServer(t, "", func(o *server.Options) { o.JetStream = false })
	swallower, err := nats.Connect(n.url())
	if err != nil {
		t.Fatal(err)
	}
	defer swallower.Close()
	requests, err := swallower.SubscribeSync("$JS.API.>")
	if err != nil {
		t.Fatal(err)
	}
	if err := swallower.Flush(); err != nil {
		t.Fatal(err)
	}
	connected := make(chan error)
	go func() {
		c, err := jetstream.Connect(context.Background(), jetstream.Server{URL: n.url()})
		if err == nil {
			c.Close()
		}
		connected <- err
	}()
	if _, err := requests.NextMsg(time.Minute); err != nil {
		t.Fatal(err)
	}
	swallower.Close()
	if err := n.s.EnableJetStream(&server.JetStreamConfig{StoreDir: n.o.StoreDir}); err != nil {
		t.Fatal(err)
	}
	if err := <-connected; err != nil {
		t.Error(err)
	}
}

// Work is done over TLS with good credentials; with wrong or expired ones, or with a server
// whose certificate nobody vouches for, nothing is sent.
func TestCredentials(t *testing.T) {
	options, user := credentials(t)
	_, stranger := credentials(t)
	certificate, authority := tlsConfig(t)
	n := startServer(t, "", func(o *server.Options) {
		options(o)
		o.TLSConfig, o.TLS, o.TLSTimeout = certificate, true, 5
	})
	url := strings.Replace(n.url(), "nats://", "tls://", 1)
	good := user(time.Hour)
	refusals(t, url, "--creds", good, "--ca", authority)
	args := []string{"test", "--executions", "1100", "../../benchmarks/litmus/SB.c"}
	want, _ := command(t, args...)
	if got, _ := command(t, append(args, "--nats", url, "--creds", good, "--ca", authority)...); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, c := range []struct{ flags, want string }{
		{"--creds " + good, "certificate"},
		{"--ca " + authority, "the server does not accept the credentials"},
		{"--ca " + authority + " --creds " + stranger(time.Hour), "the server does not accept the credentials"},
		{"--ca " + authority + " --creds " + user(-time.Hour), "the server does not accept the credentials"},
		{"--ca " + good + " --creds " + good, "certificate"},
		{"--ca nothing --creds " + good, "nothing"},
	} {
		var stderr bytes.Buffer
		status := run(context.Background(), append(append(args, "--nats", url), strings.Fields(c.flags)...), strings.NewReader(""), io.Discard, &stderr)
		if status != exit.Usage || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%s: status %d, %s", c.flags, status, stderr.String())
		}
	}
	// Credentials that expire while work is done end it, and a worker.
	// On a busy machine they may do so before the worker is there: then they live twice as long.
	for life := 3 * time.Second; ; life *= 2 {
		var stderr bytes.Buffer
		status := run(context.Background(), []string{"worker", "--nats", url, "--ca", authority, "--creds", user(life), "--idle", (5 * life).String()}, strings.NewReader(""), io.Discard, &stderr)
		if status == exit.Usage && strings.Contains(stderr.String(), "the connection is closed") {
			return
		}
		if !strings.Contains(stderr.String(), "the server does not accept the credentials") || life > 5*time.Minute {
			t.Fatalf("status %d, %s", status, stderr.String())
		}
	}
}

// A result at the server that becomes far larger when it is unpacked ends the command that
// reads it, before it does.
func TestResultBomb(t *testing.T) {
	n := startServer(t, "", nil)
	var stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		args := []string{"test", "--executions", "1100", "--memory", "64", "--nats", n.url(), "../../benchmarks/litmus/SB.c"}
		ended <- run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr)
	}()
	c, err := nats.Connect(n.url())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	stream, err := js.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Jobs []struct {
			ID string `json:"id"`
		} `json:"jobs"`
	}
	waitUntil(t, "the job is listed", func() bool {
		text, _ := command(t, "jobs", "--json", "--nats", n.url())
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatal(err)
		}
		return len(list.Jobs) > 0
	})
	var bomb bytes.Buffer
	z, _ := gzip.NewWriterLevel(&bomb, gzip.BestCompression)
	for range 65 {
		z.Write(make([]byte, 1<<20))
	}
	z.Close()
	if _, err := stream.Publish(context.Background(), "fencepost.result."+list.Jobs[0].ID+".bomb", bomb.Bytes()); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != exit.Usage || !strings.Contains(stderr.String(), "it has more than is left of 64 MiB when it is unpacked: --memory gives more") {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}
