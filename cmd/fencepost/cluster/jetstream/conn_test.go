package jetstream

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
)

// TestTellsWhyItWaits checks that it is told once that a server is waited for, and that errors that do not
// pass are not waited for.
func TestTellsWhyItWaits(t *testing.T) {
	t.Parallel()
	var told []string
	c := &Conn{Tell: func(why string) { told = append(told, why) }}
	for range 2 {
		tries := 0
		err := c.try(context.Background(), func() error {
			if tries++; tries < 3 {
				return nats.ErrTimeout
			}
			return nil
		})
		if err != nil || tries != 3 {
			t.Errorf("%d tries: %v", tries, err)
		}
	}
	if len(told) != 1 || !strings.Contains(told[0], "disk") {
		t.Errorf("told %q", told)
	}
	lasting := errors.New("lasting")
	if err := c.try(context.Background(), func() error { return lasting }); err != lasting {
		t.Error(err)
	}
	if len(told) != 1 {
		t.Errorf("told %q", told)
	}
}
