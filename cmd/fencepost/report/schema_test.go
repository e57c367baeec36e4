package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The schema is made of the types of Result and its bodies, and of their comments.
func TestSchemaIsCurrent(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	enc := json.NewEncoder(&want)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(newSchemaWriter(t).document()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("schema.json", want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(Schema(), want.Bytes()) {
		t.Error("schema.json is not what the types say: run go test ./cmd/fencepost/report -run TestSchemaIsCurrent -update")
	}
}

type object = map[string]any

// A schemaWriter makes the schema of Go types.
type schemaWriter struct {
	comments map[string]string // by Type and by Type.Field
	defs     object
	types    map[string]reflect.Type // those that defs describes
}

func newSchemaWriter(t *testing.T) *schemaWriter {
	return &schemaWriter{comments: comments(t), defs: object{}, types: map[string]reflect.Type{}}
}

// document returns the schema of a Result: the members of the head, and those of the
// body that the command has; or the head alone, of an input that cannot be used.
func (w *schemaWriter) document() object {
	head := reflect.TypeFor[Head]()
	failed := w.object(head)
	failed["description"] = "A result without a body: the input cannot be used."
	w.defs["Failed"] = failed
	kinds := []any{ref("Failed")}
	for _, kind := range bodies {
		typ := reflect.TypeOf(kind.make()).Elem()
		o := w.object(head)
		w.members(o, typ)
		o["properties"].(object)["command"] = object{"enum": kind.commands}
		o["description"] = cmp.Or(w.comments[typ.Name()], typ.Name())
		w.defs[typ.Name()] = o
		kinds = append(kinds, ref(typ.Name()))
	}
	return object{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       fmt.Sprintf("The document of fencepost --json, version %d", Version),
		"description": "What one command found.",
		"anyOf":       kinds,
		"$defs":       w.defs,
	}
}

func ref(name string) object { return object{"$ref": "#/$defs/" + name} }

// object returns the schema of a struct in full.
func (w *schemaWriter) object(t reflect.Type) object {
	o := object{"type": "object", "properties": object{}, "required": []string{}, "additionalProperties": false}
	if text := w.comments[t.Name()]; text != "" {
		o["description"] = text
	}
	w.members(o, t)
	return o
}

// members adds the members of a struct, those of embedded ones too.
func (w *schemaWriter) members(o object, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		name, option, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && !tagged:
			embedded := f.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			w.members(o, embedded)
			continue
		case name == "-" || !f.IsExported():
			continue
		case name == "":
			panic(t.Name() + "." + f.Name + " has no name in JSON")
		}
		omitted := option == "omitempty"
		s := w.schema(f.Type, omitted)
		generic, _, _ := strings.Cut(t.Name(), "[")
		if text := w.comments[generic+"."+f.Name]; text != "" {
			s["description"] = text
		}
		o["properties"].(object)[name] = s
		if !omitted {
			o["required"] = append(o["required"].([]string), name)
		}
	}
}

// schema returns the schema of a value; omitted says that nil is left out.
func (w *schemaWriter) schema(t reflect.Type, omitted bool) object {
	if t == reflect.TypeFor[json.RawMessage]() {
		return object{"$ref": "#"} // a document in a document
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return object{"type": "integer", "minimum": 0}
	case reflect.Slice:
		return object{"type": "array", "items": w.schema(t.Elem(), false)}
	case reflect.Array:
		return object{"type": "array", "items": w.schema(t.Elem(), false), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": w.schema(t.Elem(), false)}
	case reflect.Pointer:
		if s := w.schema(t.Elem(), false); !omitted {
			return object{"anyOf": []any{s, object{"type": "null"}}}
		}
		return w.schema(t.Elem(), false)
	case reflect.Struct:
		name := t.Name()
		if old := w.types[name]; old == nil {
			w.types[name] = t
			w.defs[name] = w.object(t)
		} else if old != t {
			panic("two types of the name " + name)
		}
		return ref(name)
	}
	panic("no schema of " + t.String())
}

// comments reads the comments of the types that a document has, and of their fields.
func comments(t *testing.T) map[string]string {
	var files []string
	for _, pattern := range []string{"../../../benchmarks/study/*.go", "../../../trace/diagnostic.go", "*.go"} {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatal("no sources", pattern, err)
		}
		files = append(files, list...)
	}
	found := map[string]string{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range decl.Specs {
				spec, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				found[spec.Name.Name] = sentence(spec.Doc, decl.Doc)
				if st, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range st.Fields.List {
						for _, n := range field.Names {
							found[spec.Name.Name+"."+n.Name] = sentence(field.Doc, field.Comment)
						}
					}
				}
			}
		}
	}
	return found
}

// sentence returns the text of the first group of comments that is there, in one line.
func sentence(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if g != nil {
			return strings.Join(strings.Fields(g.Text()), " ")
		}
	}
	return ""
}

// Each kind of result has a text.
func TestEachBodyHasText(t *testing.T) {
	t.Parallel()
	// An empty body may lack what its text needs.
	takes := func(write func(*printer, Body) bool, body Body) (taken bool) {
		defer func() { taken = recover() != nil || taken }()
		return write(&printer{result: &Result{Body: body}}, body)
	}
	for _, kind := range bodies {
		body, n := kind.make(), 0
		for _, write := range texts() {
			if takes(write, body) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%T has %d texts", body, n)
		}
	}
}

// Whatever the package writes is described: each body has an entry of its own.
func TestSchemaHasEachBody(t *testing.T) {
	t.Parallel()
	var doc struct {
		Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal(Schema(), &doc); err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(doc.Defs))
	for _, kind := range bodies {
		name := reflect.TypeOf(kind.make()).Elem().Name()
		if !slices.Contains(names, name) || doc.Defs[name].Properties["command"] == nil {
			t.Errorf("%s is not described", name)
		}
	}
}
