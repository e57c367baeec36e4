// Package debug reads LLVM's debug information about a program's source: places, functions, variables
// and types.
package debug

import (
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// Info is the debug information of a program.
type Info struct {
	dir    string // paths below it are shown relative to it
	places map[*ir.Loc]Place
	files  map[*ir.Node]string
	shapes map[*ir.Node][]code.Scalar
}

// New returns the debug information of modules that were compiled in a directory.
func New(dir string) *Info {
	return &Info{dir: dir, places: map[*ir.Loc]Place{}, files: map[*ir.Node]string{}, shapes: map[*ir.Node][]code.Scalar{}}
}

// A Place is where an instruction comes from.
type Place struct {
	Pos      trace.Pos
	Function string // its name in the source
	System   bool   // in a header of the compiler or the standard library
	// Within says that the instruction is part of a library function that is called there, other than
	// an operation on an atomic object named in the source. Library is where it is in that function.
	Within  bool
	Library trace.Pos
}

// isAtomic reports whether a file of the library has the operations on atomic objects.
func isAtomic(file string) bool {
	dir, name := path.Split(file)
	return name == "atomic" || name == "atomic_base.h" || name == "stdatomic.h" || strings.HasSuffix(dir, "/__atomic/") || file == "<core/src/sync/atomic.rs>"
}

// System reports whether a file belongs to the compiler or the standard library.
func System(file string) bool {
	if strings.HasPrefix(file, "<") {
		return true
	}
	for _, s := range []string{"/rustc/", "/usr/src/rustc-", "/rust/deps/", "/include/c++/", "/usr/lib/", "/usr/include/x86_64", "/usr/include/bits/", "/usr/include/sys/", "/lib/clang/", "/usr/local/lib/"} {
		if strings.Contains(file, s) {
			return true
		}
	}
	if dir, name := path.Split(file); dir == "/usr/include/" {
		return strings.HasSuffix(name, ".h")
	}
	return false
}

// Place returns the place of an instruction in the source. Of the places of the inlined calls it is
// the innermost that is not in a system header, or the innermost if all are.
func (d *Info) Place(l *ir.Loc) Place {
	if l == nil {
		return Place{System: true}
	}
	if p, ok := d.places[l]; ok {
		return p
	}
	var first Place
	var library, within, called trace.Pos
	found := false
	for p := range d.inlined(l) {
		if first.Pos.File == "" {
			first = p
		}
		if p.Pos.Line > 0 && !p.System {
			first, found = p, true
			break
		}
		if p.Pos.Line == 0 {
			continue
		}
		if called = p.Pos; within.Line == 0 {
			within = p.Pos
		}
		if library.Line == 0 && !isAtomic(p.Pos.File) {
			library = p.Pos
		}
	}
	if isAtomic(within.File) && isAtomic(called.File) { // it may be for other functions to call, as that of a wait
		library = trace.Pos{}
	}
	if first.Pos.File == "" {
		first.System = true
	}
	if !found {
		library = first.Pos
	}
	first.Within, first.Library = library.Line > 0 || !found, library
	d.places[l] = first
	return first
}

// Functions returns the names of the function whose text has the instruction and, if that was
// inlined, of its callers, innermost first.
func (d *Info) Functions(l *ir.Loc) (names []string) {
	for p := range d.inlined(l) {
		names = append(names, p.Function)
	}
	return names
}

// inlined yields the place of an instruction in the function whose text has it and, if that was
// inlined, the places of the calls, innermost first.
func (d *Info) inlined(l *ir.Loc) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for c := l; c != nil; c = c.Caller {
			for n := c.Module.Node(c.Node); n != nil && n.Kind == "DILocation"; n = c.Module.At(n, "inlinedAt") {
				if !yield(d.at(c.Module, n)) {
					return
				}
			}
		}
	}
}

// at returns the place of a DILocation, inlined or not.
func (d *Info) at(m *ir.Module, n *ir.Node) Place {
	scope := m.At(n, "scope")
	p := Place{Pos: trace.Pos{File: d.fileOf(m, scope), Line: int(n.Int("line")), Col: int(n.Int("column"))}}
	p.System = System(p.Pos.File)
	for range maxScopes {
		if scope == nil || scope.Kind == "DISubprogram" {
			break
		}
		scope = m.At(scope, "scope")
	}
	p.Function = d.Subprogram(m, scope)
	return p
}

// maxScopes bounds how deep scopes are nested.
const maxScopes = 100

func (d *Info) fileOf(m *ir.Module, scope *ir.Node) string {
	for range maxScopes {
		if scope == nil {
			return ""
		}
		if f := m.At(scope, "file"); f != nil {
			return d.File(f)
		}
		scope = m.At(scope, "scope")
	}
	return ""
}

// File returns the name of the file of a DIFile.
func (d *Info) File(n *ir.Node) string {
	if f, ok := d.files[n]; ok {
		return f
	}
	name, dir := n.Text("filename"), n.Text("directory")
	if name != "" && !filepath.IsAbs(name) && dir != d.dir && dir != "." {
		name = filepath.Join(dir, name)
	}
	if rel, err := filepath.Rel(d.dir, name); err == nil && filepath.IsAbs(name) && !strings.HasPrefix(rel, "..") {
		name = rel
	}
	if m := rustLibrary().FindStringSubmatch(name); m != nil {
		name = "<" + m[1] + ">"
	}
	if System(name) { // gcc finds its headers by way of its own folder
		name = path.Clean(name)
	}
	d.files[n] = name
	return name
}

// rustLibrary matches files of Rust's library, which are where the compiler was built, or where it is
// installed with the sources.
var rustLibrary = lazyregexp.New(`/(?:rustc/[0-9a-f]+|rustc-[^/]*|rustlib/src/rust)/library/(.*)$`)

// Subprogram returns the name of a DISubprogram, qualified as in the source.
func (d *Info) Subprogram(m *ir.Module, n *ir.Node) string {
	if n == nil {
		return ""
	}
	name := n.Text("name")
	if name == "" {
		return ""
	}
	scope := m.At(n, "scope")
	for range maxScopes {
		if scope == nil {
			break
		}
		switch scope.Kind {
		case "DINamespace", "DICompositeType":
			s := scope.Text("name")
			if s == "" && scope.Kind == "DICompositeType" && name == "operator()" {
				name = "lambda"
			} else if s != "" {
				name = s + "::" + name
			}
		case "DISubprogram":
			return d.Subprogram(m, scope) + "::" + name
		}
		scope = m.At(scope, "scope")
	}
	return name
}

// Function returns name and place of a function.
func (d *Info) Function(f *ir.Function) Place {
	m := f.Module()
	n := m.Node(f.Debug)
	if n == nil {
		if Plain(m) {
			return Place{Pos: f.Pos}
		}
		return Place{System: true}
	}
	p := Place{Function: d.Subprogram(m, n), Pos: trace.Pos{File: d.fileOf(m, n), Line: int(n.Int("line"))}}
	if p.System = System(p.Pos.File); p.System {
		p.Library = p.Pos
	}
	return p
}

// Plain reports whether a module is a text of the user without debug information: places are those
// of the text.
func Plain(m *ir.Module) bool { return !m.Described() && !System(m.File) }

// A Variable is a variable of the source.
type Variable struct {
	Name    string
	Pos     trace.Pos
	Scalars []code.Scalar
	System  bool        // it is one of the library
	To      *code.Shape // of a pointer: the shape of its target; nil: unknown
	ToName  string      // of a pointer: the type of its target
	ToPos   trace.Pos   // of a pointer: where that type is declared
}

// Global returns the description of a global variable.
func (d *Info) Global(m *ir.Module, numbers []int) (v Variable, ok bool) {
	for _, number := range numbers {
		n := m.Node(number)
		if n != nil && n.Kind == "DIGlobalVariableExpression" {
			n = m.At(n, "var")
		}
		if n == nil || n.Kind != "DIGlobalVariable" {
			continue
		}
		v.Name = n.Text("name")
		for s := m.At(n, "scope"); s != nil && (s.Kind == "DINamespace" || s.Kind == "DICompositeType" || s.Kind == "DISubprogram"); s = m.At(s, "scope") {
			if name := s.Text("name"); name != "" && s.Kind != "DISubprogram" {
				v.Name = name + "::" + v.Name
			}
			if s.Kind == "DISubprogram" {
				break
			}
		}
		v.Pos = trace.Pos{File: d.fileOf(m, n), Line: int(n.Int("line"))}
		v.Scalars = d.Scalars(m, m.At(n, "type"))
		return v, v.Name != ""
	}
	return v, false
}

// Local returns the description of a local variable.
func (d *Info) Local(l ir.Declaration) (v Variable, ok bool) {
	n := l.Module.Node(l.Variable)
	if n == nil || n.Kind != "DILocalVariable" || l.Expr {
		return v, false
	}
	v.Name = n.Text("name")
	v.System = System(d.fileOf(l.Module, n))
	v.Scalars = d.Scalars(l.Module, l.Module.At(n, "type"))
	var to *ir.Node
	if v.To, to = d.pointee(l.Module, l.Module.At(n, "type")); to != nil {
		v.ToName, v.ToPos = to.Text("name"), trace.Pos{File: d.fileOf(l.Module, to), Line: int(to.Int("line"))}
	}
	v.Pos = trace.Pos{File: d.fileOf(l.Module, n), Line: int(n.Int("line"))}
	return v, v.Name != ""
}

// pointee returns the shape and the type of the target of a pointer type; nil if the type is no pointer
// to a structure.
func (d *Info) pointee(m *ir.Module, t *ir.Node) (s *code.Shape, to *ir.Node) {
	for range maxScopes {
		if t == nil || t.Kind != "DIDerivedType" {
			return nil, nil
		}
		tag := t.Text("tag")
		t = m.At(t, "baseType")
		if strings.HasSuffix(tag, "pointer_type") || strings.HasSuffix(tag, "reference_type") {
			break
		}
	}
	for range maxScopes {
		if t == nil || t.Kind != "DIDerivedType" || strings.HasSuffix(t.Text("tag"), "_type") && t.Text("tag") != "DW_TAG_const_type" && t.Text("tag") != "DW_TAG_volatile_type" {
			break
		}
		t = m.At(t, "baseType")
	}
	list := d.Scalars(m, t)
	if list == nil || d.systemType(m, t) {
		return nil, nil
	}
	return &code.Shape{Size: t.Int("size") / 8, Scalars: list}, t
}

// systemType reports whether a type is one of a library. Rust's say it by their namespace, and name
// no file.
func (d *Info) systemType(m *ir.Module, t *ir.Node) bool {
	file := d.fileOf(m, t)
	if file != "<unknown>" {
		return System(file)
	}
	crate := ""
	for s := m.At(t, "scope"); s != nil; s = m.At(s, "scope") {
		crate = s.Text("name")
	}
	return crate == "core" || crate == "alloc" || crate == "std"
}

// maxScalars bounds the leaves that are listed of one type.
const maxScalars = 4096

// Scalars returns the scalars that objects of a type consist of; nil if that is not known.
func (d *Info) Scalars(m *ir.Module, t *ir.Node) []code.Scalar {
	if t == nil {
		return nil
	}
	if list, ok := d.shapes[t]; ok {
		return list
	}
	var list []code.Scalar
	ok := d.leaves(m, t, "", 0, 0, &list)
	if !ok || len(list) > maxScalars {
		list = nil
	}
	seen := map[string]int{}
	for _, s := range list {
		seen[s.Path]++
	}
	list = slices.DeleteFunc(list, func(s code.Scalar) bool { return seen[s.Path] > 1 }) // parts of library types
	d.shapes[t] = list
	return list
}

// leaves appends the scalars of type t at an offset.
func (d *Info) leaves(m *ir.Module, t *ir.Node, before string, off int64, depth int, list *[]code.Scalar) bool {
	if t == nil || depth > maxScopes || len(*list) > maxScalars {
		return false
	}
	size := t.Int("size") / 8
	scalar := func(signed bool) bool {
		if size < 1 || size > 8 {
			return false
		}
		*list = append(*list, code.Scalar{Path: before, Off: off, Size: uint8(size), Signed: signed})
		return true
	}
	switch t.Kind {
	case "DIBasicType":
		return scalar(strings.Contains(t.Text("encoding"), "signed") && !strings.Contains(t.Text("encoding"), "unsigned"))
	case "DIDerivedType":
		switch t.Text("tag") {
		case "DW_TAG_pointer_type", "DW_TAG_reference_type", "DW_TAG_rvalue_reference_type":
			return scalar(false)
		case "DW_TAG_ptr_to_member_type":
			return false
		}
		return d.leaves(m, m.At(t, "baseType"), before, off, depth+1, list)
	case "DICompositeType":
		switch t.Text("tag") {
		case "DW_TAG_enumeration_type":
			return scalar(false)
		case "DW_TAG_array_type":
			count := int64(1)
			for _, r := range m.At(t, "elements").Refs() {
				if s := m.Node(r); s != nil {
					count *= s.Int("count")
				}
			}
			if count < 1 || count > maxScalars || size%count != 0 {
				return count < 1
			}
			for i := range count {
				if !d.leaves(m, m.At(t, "baseType"), before+"["+strconv.FormatInt(i, 10)+"]", off+i*(size/count), depth+1, list) {
					return false
				}
			}
			return true
		}
		for _, r := range m.At(t, "elements").Refs() {
			e := m.Node(r)
			if e == nil || e.Kind != "DIDerivedType" || strings.Contains(e.Text("flags"), "DIFlagStaticMember") || strings.Contains(e.Text("flags"), "DIFlagBitField") {
				continue
			}
			path := before
			switch e.Text("tag") {
			case "DW_TAG_member":
				if e.Text("baseType") == "" && e.Ref("baseType") < 0 {
					continue
				}
				name := e.Text("name")
				if base := m.At(e, "baseType"); base != nil && strings.HasPrefix(name, "__") && base.Text("tag") == "DW_TAG_array_type" {
					continue // room that the library keeps
				}
				if name != "" && !hidden(name) && !(wraps[name] && d.systemType(m, t)) {
					path += "." + name
				}
			case "DW_TAG_inheritance":
			default:
				continue
			}
			d.leaves(m, m.At(e, "baseType"), path, off+e.Int("offset")/8, depth+1, list)
			if t.Text("tag") == "DW_TAG_union_type" {
				break
			}
		}
		return true
	}
	return false
}

// hidden reports whether a member is a matter of the library: the value of an atomic is called
// as the atomic.
func hidden(name string) bool { return strings.HasPrefix(name, "_M_") || strings.HasPrefix(name, "__") }

// wraps are the fields of Rust's atomics, cells and pointers, which are called as the whole.
var wraps = map[string]bool{"v": true, "value": true, "pointer": true, "__0": true}
