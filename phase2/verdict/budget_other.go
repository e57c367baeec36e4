//go:build !unix

package verdict

import "time"

var start = time.Now()

// processorTime is the time since the start, where the system tells no other.
func processorTime() time.Duration { return time.Since(start) }
