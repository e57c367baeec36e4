package trace

// A Diagnostic is an error in an input, with its position; Line 0 means that it has none.
// It is the error type of all readers of sources, tests, models, traces and settings.
type Diagnostic struct {
	Pos
	Message string `json:"message"`
	// Unsupported says that the input is correct but not supported.
	Unsupported bool `json:"-"`
}

// Error is String.
func (d *Diagnostic) Error() string { return d.String() }

// String returns file:line:col: message, without the parts that are unknown.
func (d Diagnostic) String() string {
	if d.File == "" {
		return d.Message
	}
	return d.Pos.String() + ": " + d.Message
}
