package jetstream

import (
	"errors"
	"fmt"
	"slices"

	"fencepost/cmd/fencepost/cluster"

	"github.com/nats-io/nkeys"
)

// A Key signs jobs. It is an nkey, as users of NATS have.
type Key struct{ pair nkeys.KeyPair }

// ReadKey returns the key whose seed a text holds: the seed alone, or a file of credentials.
func ReadKey(text []byte) (*Key, error) {
	pair, err := nkeys.ParseDecoratedNKey(text)
	if err != nil {
		return nil, errors.New("holds no seed of an nkey")
	}
	return &Key{pair}, nil
}

// CheckTrusted refuses a text that is not the public half of an nkey.
func CheckTrusted(key string) error {
	if _, err := nkeys.FromPublicKey(key); err != nil {
		return fmt.Errorf("%q is not the public half of an nkey", key)
	}
	return nil
}

// A signedJob is what the server keeps of a job.
type signedJob struct {
	Job       *cluster.Job `json:"job"`
	Key       string       `json:"key,omitempty"` // the public half; empty: the job is not signed
	Signature []byte       `json:"signature,omitempty"`
}

// sign returns a job with its signature, without one if there is no key.
func sign(j *cluster.Job, key *Key) (*signedJob, error) {
	s := &signedJob{Job: j}
	if key == nil {
		return s, nil
	}
	var err error
	if s.Key, err = key.pair.PublicKey(); err == nil {
		s.Signature, err = key.pair.Sign(j.Digest())
	}
	return s, err
}

// check returns why a job is not to be done where only some keys are trusted; all are if
// there is no list.
func (s *signedJob) check(trusted []string) error {
	switch {
	case len(trusted) == 0:
		return nil
	case s.Key == "":
		return errors.New("it is not signed, and this worker does signed jobs only")
	case !slices.Contains(trusted, s.Key):
		return fmt.Errorf("it is signed by %s, which this worker does not trust", s.Key)
	}
	key, err := nkeys.FromPublicKey(s.Key)
	if err != nil || key.Verify(s.Job.Digest(), s.Signature) != nil {
		return fmt.Errorf("its signature is not that of %s", s.Key)
	}
	return nil
}
