package cluster

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// A format is a file format: one JSON document, compressed, with a checksum.
type format struct {
	name    string
	version int
	word    string // word for such a file
	flag    string // the flag that writes one
}

// A document is the content of a file.
type document struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Sum     string          `json:"sum"` // SHA-256 of Content
	Content json.RawMessage `json:"content"`
}

// unpacking is the number of bytes of memory that reading takes for each uncompressed byte.
const unpacking = 4

// write writes a file.
func (f *format) write(to io.Writer, content any) error {
	text, err := json.Marshal(content)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(to)
	if err := json.NewEncoder(z).Encode(document{f.name, f.version, sumOf(text), text}); err != nil {
		return err
	}
	return z.Close()
}

// read reads a file of the format into content. It takes at most left bytes of memory, and
// subtracts the bytes taken from left. It is an error if the file has another format, is
// damaged, or needs more memory.
func (f *format) read(from io.Reader, content any, left *int64) error {
	none := fmt.Errorf("this is no %s: %s writes one", f.word, f.flag)
	z, err := gzip.NewReader(from)
	if err != nil {
		return none
	}
	most := *left / unpacking
	text, err := io.ReadAll(io.LimitReader(z, most+1))
	if err != nil {
		return fmt.Errorf("the %s is damaged: %w", f.word, err)
	}
	if int64(len(text)) > most {
		return fmt.Errorf("the %s has more than %d MiB when it is unpacked: --memory gives more", f.word, most>>20)
	}
	*left -= int64(len(text))
	var d document
	if err := json.Unmarshal(text, &d); err != nil || d.Format != f.name {
		return none
	}
	if d.Version != f.version {
		return fmt.Errorf("version %d of %ss is not supported, only %d", d.Version, f.word, f.version)
	}
	if d.Sum != sumOf(d.Content) {
		return fmt.Errorf("the %s is damaged: its sum differs", f.word)
	}
	known := json.NewDecoder(bytes.NewReader(d.Content))
	known.DisallowUnknownFields()
	if err := known.Decode(content); err != nil {
		return fmt.Errorf("the %s is damaged: %w", f.word, err)
	}
	return nil
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
