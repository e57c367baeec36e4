package playground

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"mime"
	"path"
	"strings"

	"fencepost/cmd/fencepost/report"
)

//go:embed assets
var assets embed.FS

// A file is a file of the page.
type file struct {
	kind string // MIME type
	text []byte
	tag  string
}

// kinds are the MIME types of files, independent of the machine's tables.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".wasm": "application/wasm", ".gz": "application/gzip",
}

// StaticPolicy is the Content-Security-Policy of the page without a server: the engine
// is WebAssembly.
const StaticPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

// Files returns the files of the page without a server, by path, without the engine.
func Files() (map[string][]byte, error) {
	list, err := files(true)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for name, f := range list {
		out[name] = f.text
	}
	return out, nil
}

// files returns the files of the page by path.
func files(static bool) (map[string]file, error) {
	own, err := fs.Sub(assets, "assets")
	if err != nil {
		return nil, err
	}
	list := map[string]file{}
	add := func(name string, text []byte) {
		kind := cmp.Or(kinds[path.Ext(name)], mime.TypeByExtension(path.Ext(name)))
		list[name] = file{kind, text, fmt.Sprintf(`"%x"`, sha256.Sum256(text))}
	}
	err = fs.WalkDir(own, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "worker.js" && !static {
			return err
		}
		text, err := fs.ReadFile(own, name)
		if name == "index.html" && static {
			text = []byte(withoutServer.Replace(string(text)))
		}
		add(name, text)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"page.css", "player.js"} {
		text, err := fs.ReadFile(report.Assets(), name)
		if err != nil {
			return nil, err
		}
		add(name, text)
	}
	return list, nil
}

// withoutServer makes the page's HTML one whose engine runs in the browser.
var withoutServer = strings.NewReplacer(`data-engine="server"`, `data-engine="worker"`,
	`<meta name="color-scheme"`, `<meta http-equiv="Content-Security-Policy" content="`+StaticPolicy+`">`+"\n"+`<meta name="color-scheme"`)
