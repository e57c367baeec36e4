package cfront

import "fencepost/interp/code"

// Compile compiles a C program, one source file with what it includes. The
// error is an *Error: what is wrong with the program, or what of it is not
// supported. The program depends on its arguments and the files it includes
// alone.
func Compile(name string, src []byte, o Options) (*code.Program, error) {
	r := &reporter{}
	parsed := parse(name, src, o, r)
	if r.failed() {
		return nil, r.err()
	}
	u := check(parsed, r)
	if r.failed() {
		return nil, r.err()
	}
	p := generate(u, r)
	if r.failed() {
		return nil, r.err()
	}
	p.Name, p.Files, p.Hash = parsed.name, parsed.files, parsed.hash
	return p, nil
}
