package report

import _ "embed"

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema, of draft 2020-12, of the output of WriteJSON. The caller
// must not change it.
func Schema() []byte { return schema }
