//go:build !unix

package tutor

import "os"

// resized returns a nil channel: a new size takes effect at the next key.
func resized() (sizes <-chan os.Signal, stop func()) { return nil, func() {} }
