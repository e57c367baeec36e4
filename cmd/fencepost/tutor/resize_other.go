//go:build !unix

package tutor

import "os"

// resized returns a channel that tells nothing: a new size shows at the next key.
func resized() (sizes <-chan os.Signal, stop func()) { return nil, func() {} }
