package suite

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Cache keeps results in a folder. The zero Cache keeps nothing.
type Cache struct {
	dir string
}

// Open returns the cache in a folder. The folder need not exist.
func Open(dir string) Cache { return Cache{dir} }

// A Key identifies a result by all its inputs.
type Key struct{ sum [sha256.Size]byte }

// NewKey returns the key of a list of texts. A different division of the same text has a
// different key.
func NewKey(texts ...string) Key {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, t := range texts {
		_ = enc.Encode([]byte(t)) // writing to a hash never fails
	}
	var k Key
	h.Sum(k.sum[:0])
	return k
}

// Bounds of the cache: larger results are not kept, and results that were not used for this
// long are removed.
const (
	maxEntry = 32 << 20
	unused   = 30 * 24 * time.Hour
)

// path returns the file of an entry.
func (c Cache) path(k Key) string {
	name := hex.EncodeToString(k.sum[:])
	return filepath.Join(c.dir, name[:2], name)
}

// Get fills v with the result of a key, and reports whether there is one.
func (c Cache) Get(k Key, v any) bool {
	if c.dir == "" {
		return false
	}
	path := c.path(k)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEntry {
		return false
	}
	text, err := os.ReadFile(path)
	if err != nil || len(text) < sha256.Size {
		return false
	}
	sum, text := text[:sha256.Size], text[sha256.Size:]
	if own := k.seal(text); !bytes.Equal(sum, own[:]) || json.Unmarshal(text, v) != nil {
		return false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // if it fails, the entry is removed too early
	return true
}

// Put keeps the result of a key. If that fails it does nothing.
func (c Cache) Put(k Key, v any) {
	text, err := json.Marshal(v)
	if err != nil || c.dir == "" || len(text)+sha256.Size > maxEntry {
		return
	}
	path := c.path(k)
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	to, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return
	}
	sum := k.seal(text)
	_, err = io.Copy(to, io.MultiReader(bytes.NewReader(sum[:]), bytes.NewReader(text)))
	err = cmp.Or(err, to.Close())
	if err == nil {
		err = os.Rename(to.Name(), path)
	}
	if err != nil {
		_ = os.Remove(to.Name()) // if it fails, Trim removes it
	}
}

const temporary = ".new-*"

// seal returns the checksum of an entry, which depends on its key.
func (k Key) seal(text []byte) [sha256.Size]byte {
	return sha256.Sum256(append(k.sum[:], text...))
}

// Trim removes entries that were not used for a month, and unfinished files of other
// processes.
func (c Cache) Trim() {
	if c.dir == "" {
		return
	}
	old := time.Now().Add(-unused)
	_ = filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil && info.ModTime().Before(old) {
			_ = os.Remove(path)
		}
		return nil
	})
}
