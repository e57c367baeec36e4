package trace

// A Diagnostic says what is wrong with an input, and where; Line 0 means that no line is meant.
// It is the one error of all readers of sources, tests, models, traces and settings.
type Diagnostic struct {
	Pos
	Message string `json:"message"`
	// Unsupported tells what is correct but not supported from input that is wrong.
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
