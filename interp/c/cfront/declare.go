package cfront

import (
	"fencepost/interp/c/check"
	"fencepost/interp/c/parse"
)

// Declarations are what a file declares.
type Declarations = check.Declarations

// Declare returns what a source file declares, with the headers that it includes. The error
// is an *Error.
func Declare(s Source, o Options) (*Declarations, error) {
	return asC17OrC23(o, func(o Options) (*Declarations, error) {
		r := &parse.Reporter{}
		tree := parse.Parse(s.Name, s.Text, o, r)
		if r.Failed() {
			return nil, r.Err()
		}
		d := check.Declare(tree, r)
		if r.Failed() {
			return nil, r.Err()
		}
		return d, nil
	})
}
