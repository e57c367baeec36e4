// Package jetstream has the units of cluster done by workers anywhere, which come and go,
// over NATS JetStream.
//
// A job is a command with its inputs, named by the hash of both. Its program is in an
// object store, its units are in a work-queue stream, their results in another stream,
// its state is in a key-value bucket.
//
// Nothing is lost and nothing counted twice, by these rules. A unit is named by its
// content and has a subject of its own in both streams, which take one message for each
// subject: a second result is refused, and a unit that waits is not queued again. A unit
// that takes long is split: the message with its result names what is left, so both are
// stored or neither. A worker queues what is left when the result is stored, and only
// then acknowledges its unit. If it dies before, the unit is delivered again, and who
// finds its result there queues what that names. So a unit with a result either still
// waits, or all that it left is queued. The submitter counts the units that it knows of,
// by name, and may be started again at any time.
package jetstream

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/trace/input"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names of what is kept on the server.
const (
	unitsStream   = "FENCEPOST_UNITS"
	resultsStream = "FENCEPOST_RESULTS"
	jobsBucket    = "fencepost_jobs"
	programBucket = "fencepost_programs"
)

// Expiry is how long jobs and their results are kept.
const Expiry = 7 * 24 * time.Hour

// A Server says where the server is.
type Server struct {
	URL         string
	Credentials string // a file; empty: none
	Authority   string // a file with the certificates that vouch for the server; empty: those of the system
	// Memory is how many bytes a message may have when it is unpacked, and all results that a
	// Submitter has; 0: DefaultMemory.
	Memory int64
}

// DefaultMemory is the Memory of a Server that sets none.
const DefaultMemory = 1 << 30

// A Conn is a connection with what is kept there.
type Conn struct {
	// Tell, if set before the connection is used, is told once that the server is waited for, and why.
	Tell func(why string)

	nc      *nats.Conn
	js      jetstream.JetStream
	units   jetstream.Stream
	results jetstream.Stream
	jobs    jetstream.KeyValue
	objects jetstream.ObjectStore
	memory  int64         // see Server
	patient time.Duration // how long the server is waited for before that is told
	told    sync.Once
}

// patience is how long a server is waited for without a word. One that is started again is there earlier.
const patience = 10 * time.Second

// Connect connects, and makes on the server what is not there. Errors name what is wrong
// in words for people.
func Connect(ctx context.Context, s Server) (*Conn, error) {
	o := []nats.Option{nats.Name("fencepost"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.Timeout(5 * time.Second)}
	o = append(o, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // what asks is told
	if s.Credentials != "" {
		text, err := input.Read(ctx, s.Credentials, input.Text)
		if err != nil {
			return nil, fmt.Errorf("--creds: %w", err)
		}
		o = append(o, nats.UserCredentialBytes(text))
	}
	if s.Authority != "" {
		text, err := input.Read(ctx, s.Authority, input.Text)
		if err != nil {
			return nil, fmt.Errorf("--ca: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("--ca: %s holds no certificate", s.Authority)
		}
		o = append(o, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	nc, err := nats.Connect(s.URL, o...)
	if err != nil {
		return nil, s.explain(err)
	}
	js, err := jetstream.New(nc)
	if err == nil {
		c := &Conn{nc: nc, js: js, memory: cmp.Or(s.Memory, DefaultMemory), patient: patience}
		for range setUps {
			if err = c.setUp(ctx); err == nil {
				return c, nil
			}
			if !c.begins(err) || sleep(ctx, retryAfter) != nil {
				break
			}
		}
	}
	nc.Close()
	return nil, s.explain(err)
}

// setUps bounds the attempts to make what is not there.
const setUps = 15

// createFailed is the code of the error with which the server may refuse one of two clients
// that make the same at one time. It then finds what the other has made.
const createFailed = 10049

// begins reports whether an error may be one of a server that has just begun. Such a server
// says that it has JetStream before it answers for JetStream in each account. It may leave a
// request without an answer.
func (c *Conn) begins(err error) bool {
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == createFailed {
		return true
	}
	has, _ := c.nc.ConnectedServerJetStream()
	return has && noJetStream(err) || errors.Is(err, context.DeadlineExceeded)
}

// noJetStream reports whether nobody answers for JetStream.
func noJetStream(err error) bool {
	return errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders)
}

// closed returns the reason if the connection has ended and will not come back. The server
// ends it so when it no longer accepts the credentials.
func (c *Conn) closed() error {
	if !c.nc.IsClosed() {
		return nil
	}
	return fmt.Errorf("the connection is closed: %w", cmp.Or(c.nc.LastError(), nats.ErrConnectionClosed))
}

// Close ends the connection.
func (c *Conn) Close() { c.nc.Close() }

// explain words an error.
func (s Server) explain(err error) error {
	var api *jetstream.APIError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked), strings.Contains(err.Error(), "nkeys"):
		return fmt.Errorf("%s: the server does not accept the credentials: %w", s.URL, err)
	case errors.Is(err, nats.ErrPermissionViolation):
		return fmt.Errorf("%s: the credentials do not permit it: %w", s.URL, err)
	case noJetStream(err):
		return fmt.Errorf("%s: the server has no JetStream: it is started with -js", s.URL)
	case errors.As(err, &api):
		return fmt.Errorf("%s: the server refuses: %s", s.URL, api.Description)
	}
	return fmt.Errorf("%s: %w", s.URL, err)
}

// setUp makes what is not there. What is there keeps the limits that it was given.
func (c *Conn) setUp(ctx context.Context) (err error) {
	c.units, err = c.stream(ctx, jetstream.StreamConfig{
		Name: unitsStream, Subjects: []string{"fencepost.unit.>"}, Retention: jetstream.WorkQueuePolicy, MaxAge: Expiry,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
	})
	if err != nil {
		return err
	}
	c.results, err = c.stream(ctx, jetstream.StreamConfig{
		Name: resultsStream, Subjects: []string{"fencepost.result.>"}, MaxAge: Expiry, AllowDirect: true,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
	})
	if err != nil {
		return err
	}
	c.jobs, err = c.js.KeyValue(ctx, jobsBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		c.jobs, err = c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: jobsBucket, TTL: Expiry})
	}
	if err != nil {
		return err
	}
	c.objects, err = c.js.ObjectStore(ctx, programBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		c.objects, err = c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: programBucket, TTL: Expiry})
	}
	return err
}

func (c *Conn) stream(ctx context.Context, o jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := c.js.Stream(ctx, o.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return c.js.CreateStream(ctx, o)
	}
	return s, err
}

// retryAfter is how long after a failure of the network it is tried again.
const retryAfter = 200 * time.Millisecond

// try does something on the server until it succeeds, is refused for good, or ctx ends. A
// server that is away, or has just come back, is waited for. So is one whose disk is full, which
// answers nothing that it would have to store.
func (c *Conn) try(ctx context.Context, do func() error) error {
	for since := time.Now(); ; {
		err := do()
		if err == nil || !passing(err) {
			return err
		}
		if c.Tell != nil && time.Since(since) >= c.patient {
			c.told.Do(func() {
				c.Tell(fmt.Sprintf("%v: it is away, or cannot write to its disk, of which its log tells; after a full disk it has to be started again", err))
			})
		}
		if err := sleep(ctx, retryAfter); err != nil {
			return err
		}
	}
}

// sleep waits for a time, or until ctx ends, whose error it returns then.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// passing reports whether an error is one of the network, or of a server that is away.
func passing(err error) bool {
	if api, ok := errors.AsType[*jetstream.APIError](err); ok {
		return api.ErrorCode == 10008
	}
	return slices.ContainsFunc([]error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		jetstream.ErrNoStreamResponse, context.DeadlineExceeded, io.EOF, nats.ErrReconnectBufExceeded, nats.ErrStaleConnection,
	}, func(e error) bool { return errors.Is(err, e) })
}

// version is the token of subjects that stands for a version of the tool: workers take
// units of their own alone.
func version(tool string) string { return hash([]byte(tool)) }

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

func unitSubject(tool, job, id string) string {
	return "fencepost.unit." + version(tool) + "." + job + "." + id
}

func resultSubject(job, id string) string { return "fencepost.result." + job + "." + id }

// A result is the message with the result of a unit.
type result struct {
	cluster.Result
	Unit cluster.Unit `json:"unit"`
	// Error says why the unit cannot be done; empty if it was.
	Error string `json:"error,omitempty"`
	// Object is where all this is kept if it is too large for a message.
	Object string `json:"object,omitempty"`
}

// pack writes a value as compressed JSON.
func pack(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // the level is valid
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// tooLarge returns the error of a result that has more than most bytes.
func tooLarge(most int64) error {
	return fmt.Errorf("it has more than is left of %d MiB when it is unpacked: --memory gives more", most>>20)
}

// unpack reads what pack wrote, which has at most left bytes of those that there are for it,
// and returns how many it has.
func (c *Conn) unpack(data []byte, left int64, v any) (int64, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	text, err := io.ReadAll(io.LimitReader(z, left+1))
	if err != nil {
		return 0, err
	}
	n := int64(len(text))
	if n > left {
		return 0, tooLarge(c.memory)
	}
	return n, json.Unmarshal(text, v)
}

// errFull says that a stream takes no more messages for now.
var errFull = errors.New("the stream of units is full")

// queue queues a unit; one that waits already is not queued again.
func (c *Conn) queue(ctx context.Context, tool, job string, u *cluster.Unit) error {
	data, err := pack(u)
	if err != nil {
		return err
	}
	return c.try(ctx, func() error {
		_, err := c.js.Publish(ctx, unitSubject(tool, job, u.ID()), data)
		if api, ok := errors.AsType[*jetstream.APIError](err); ok {
			switch {
			case strings.Contains(api.Description, "per subject"):
				return nil
			case strings.Contains(api.Description, "maximum"):
				return errFull
			}
		}
		return err
	})
}

// store stores the result of a unit. If there is one already it returns that.
func (c *Conn) store(ctx context.Context, job string, r *result) (old *result, err error) {
	data, err := pack(r)
	if err != nil {
		return nil, err
	}
	id := r.Unit.ID()
	if int64(len(data)) > c.nc.MaxPayload()-4096 {
		name := job + "." + id + "." + hash(data)
		if err := c.put(ctx, name, data); err != nil {
			return nil, fmt.Errorf("the result of a unit has %d bytes, and the server does not take it: %w", len(data), err)
		}
		if data, err = pack(&result{Object: name}); err != nil {
			return nil, err
		}
	}
	taken := false
	err = c.try(ctx, func() error {
		ack, err := c.js.Publish(ctx, resultSubject(job, id), data, jetstream.WithMsgID(job+"."+id), jetstream.WithExpectLastSequencePerSubject(0))
		var api *jetstream.APIError
		switch {
		case errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || strings.Contains(api.Description, "per subject")):
			taken = true
			return nil
		case err == nil:
			taken = ack.Duplicate
		}
		return err
	})
	if err != nil || !taken {
		return nil, err
	}
	return c.stored(ctx, job, id)
}

// stored returns the result of a unit, nil if there is none.
func (c *Conn) stored(ctx context.Context, job, id string) (r *result, err error) {
	var m *jetstream.RawStreamMsg
	err = c.try(ctx, func() (err error) {
		m, err = c.results.GetLastMsgForSubject(ctx, resultSubject(job, id))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	r, _, err = c.read(ctx, m.Data, c.memory)
	return r, err
}

// read reads the message with a result, which has at most left bytes when it is unpacked,
// and returns how many it has.
func (c *Conn) read(ctx context.Context, data []byte, left int64) (*result, int64, error) {
	var r result
	if n, err := c.unpack(data, left, &r); err != nil || r.Object == "" {
		return &r, n, err
	}
	data, err := c.get(ctx, r.Object)
	if err != nil {
		return nil, 0, err
	}
	var whole result
	n, err := c.unpack(data, left, &whole)
	return &whole, n, err
}

// put stores an object.
func (c *Conn) put(ctx context.Context, name string, data []byte) error {
	return c.try(ctx, func() error { _, err := c.objects.PutBytes(ctx, name, data); return err })
}

// get returns an object.
func (c *Conn) get(ctx context.Context, name string) (data []byte, err error) {
	err = c.try(ctx, func() error {
		object, err := c.objects.Get(ctx, name)
		if err != nil {
			return err
		}
		defer object.Close()
		data, err = io.ReadAll(io.LimitReader(object, c.memory+1))
		return err
	})
	if err == nil && int64(len(data)) > c.memory {
		err = tooLarge(c.memory)
	}
	return data, err
}
