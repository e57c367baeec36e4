// Package lazyregexp has regular expressions that are compiled when they are first needed: every command
// starts with all packages, and needs few of their expressions.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that returns a regular expression. Its first call compiles the expression.
func New(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
