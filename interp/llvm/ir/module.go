package ir

import (
	"strconv"
	"strings"

	"fencepost/trace/lists"
)

// Parse reads a module. The error is an *trace.Diagnostic.
func Parse(file, text string) (m *Module, err error) {
	defer caught(&err)
	m = &Module{
		File: file, text: text, Types: map[string]*Type{}, ByName: map[string]Value{},
		interns: map[string]*Type{}, nodes: map[int]int{}, named: map[string]int{}, cache: map[int]*Node{}, groups: map[int]string{}, locs: map[int]*Loc{},
	}
	m.lines = append(m.lines, 0)
	for i := 0; i < len(text); {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		m.lines = append(m.lines, i)
	}
	p := &parser{lexer: lexer{m: m}}
	p.next()
	for p.tok.kind != end {
		p.entity()
	}
	for _, g := range m.Globals {
		if g.at > 0 {
			p.pos = g.at
			p.next()
			g.Init = p.constant(g.T)
			if g.Alias && p.is(",") { // of an expression after its type
				p.next()
			}
		}
	}
	for name, t := range m.Types {
		if t.Kind == Opaque && !t.Packed {
			return nil, m.errorf(0, "type %%%s is not defined", name)
		}
	}
	for _, t := range m.Types {
		if t.contains(t, 0) {
			return nil, m.errorf(0, "type %%%s contains itself", t.Name)
		}
	}
	for _, t := range m.interns {
		t.Size()
	}
	for _, t := range m.Types {
		t.Size()
	}
	return m, nil
}

// contains reports whether values of t have parts of type u.
func (t *Type) contains(u *Type, depth int) bool {
	if depth > maxNesting {
		return true
	}
	switch t.Kind {
	case Array, Vector:
		return t.Elem == u || t.Elem.contains(u, depth+1)
	case Struct:
		for _, f := range t.Fields {
			if f == u || (f.Name == "" || depth < 20) && f.contains(u, depth+1) {
				return true
			}
		}
	}
	return false
}

// A parser reads entities, bodies and metadata.
type parser struct {
	lexer
	fn     *Function
	values map[string]Value
	wanted map[string]*pending // values that are used before they are defined
	blocks map[string]*Block
	depth  int
}

// entity reads one definition at the outermost level.
func (p *parser) entity() {
	at := p.tok.at
	switch p.tok.kind {
	case word:
		switch p.tok.text {
		case "define":
			p.function(true)
			return
		case "declare":
			p.function(false)
			return
		case "target", "source_filename", "uselistorder", "uselistorder_bb", "module":
			p.skipLine(at)
			return
		case "attributes":
			p.attributes()
			return
		}
	case local:
		p.namedType()
		return
	case global:
		p.global()
		return
	case comdat:
		p.skipLine(at)
		return
	case meta:
		if n, err := strconv.Atoi(p.tok.text); err == nil {
			p.m.nodes[n] = at
		} else {
			p.m.named[p.tok.text] = at
		}
		p.skipLine(at)
		return
	case punct:
		if p.tok.text == "^" {
			p.skipLine(at)
			return
		}
	}
	p.fail("a definition expected, found %s", p.tok)
}

// attributes reads a group of attributes.
func (p *parser) attributes() {
	p.next()
	n, err := strconv.Atoi(p.tok.text)
	if p.tok.kind != group || err != nil {
		p.fail("the number of a group of attributes expected, found %s", p.tok)
	}
	p.next()
	p.expect("=")
	from := p.tok.at
	if !p.is("{") {
		p.fail("{ expected, found %s", p.tok)
	}
	p.skipBalanced()
	p.m.groups[n] = " " + p.m.text[from:min(p.tok.at, len(p.m.text))] + " "
}

// has reports whether a group of attributes has one.
func (m *Module) has(group, attribute string) bool {
	n, err := strconv.Atoi(group)
	return err == nil && strings.Contains(m.groups[n], " "+attribute+" ")
}

func (p *parser) namedType() {
	name := p.tok.text
	p.next()
	p.expect("=")
	p.expect("type")
	t := p.m.typeNamed(name)
	if p.accept("opaque") {
		t.Packed = true // as written
		return
	}
	u := p.typ()
	t.Kind, t.Fields, t.Packed, t.Elem, t.Len, t.Bits = u.Kind, u.Fields, u.Packed, u.Elem, u.Len, u.Bits
}

func (m *Module) typeNamed(name string) *Type {
	t := m.Types[name]
	if t == nil {
		t = &Type{Kind: Opaque, Name: name, text: "%" + name, size: -1}
		m.Types[name] = t
	}
	return t
}

// intern returns the one type with the text of t.
func (m *Module) intern(t *Type) *Type {
	if u := m.interns[t.text]; u != nil {
		return u
	}
	t.size = -1
	m.interns[t.text] = t
	return t
}

// IntType returns the type of integers of so many bits.
func (m *Module) IntType(bits int) *Type {
	return m.intern(&Type{Kind: Int, Bits: bits, text: "i" + strconv.Itoa(bits)})
}

// vectorType returns the type of vectors of n elements.
func (m *Module) vectorType(n int64, e *Type) *Type {
	return m.sequence(Vector, n, e, "<", ">")
}

// PtrType returns the type of pointers.
func (m *Module) PtrType() *Type { return m.intern(&Type{Kind: Ptr, text: "ptr"}) }

// VoidType returns the type of nothing.
func (m *Module) VoidType() *Type { return m.intern(&Type{Kind: Void, text: "void"}) }

var simpleTypes = map[string]Kind{
	"void": Void, "float": Float, "double": Double, "x86_fp80": LongDouble, "fp128": LongDouble, "ppc_fp128": LongDouble,
	"half": LongDouble, "bfloat": LongDouble, "ptr": Ptr, "label": Label, "metadata": Metadata, "token": Opaque, "x86_amx": Opaque, "x86_mmx": Opaque,
}

// atType reports whether the current token begins a type.
func (p *parser) atType() bool {
	switch p.tok.kind {
	case local:
		return true
	case punct:
		return p.tok.text == "[" || p.tok.text == "<" || p.tok.text == "{"
	case word:
		if _, ok := simpleTypes[p.tok.text]; ok {
			return true
		}
		_, ok := intBits(p.tok.text)
		return ok || p.tok.text == "target"
	}
	return false
}

func intBits(s string) (int, bool) {
	if len(s) < 2 || s[0] != 'i' {
		return 0, false
	}
	n, err := strconv.Atoi(s[1:])
	return n, err == nil && n > 0 && n <= 1<<16 && s[1] != '+'
}

// typ reads a type.
func (p *parser) typ() *Type {
	p.deeper()
	defer p.back()
	t := p.plainType()
	for p.is("(") || p.is("addrspace") || p.is("*") {
		switch {
		case p.is("*"):
			p.fail("a pointer with a type: text of LLVM before 15 is not supported")
		case p.accept("addrspace"):
			p.skipBalanced()
		default:
			t = p.functionType(t)
		}
	}
	return t
}

func (p *parser) deeper() {
	if p.depth++; p.depth > maxNesting {
		p.fail("nested too deep")
	}
}

func (p *parser) back() { p.depth-- }

func (p *parser) functionType(result *Type) *Type {
	t := &Type{Kind: Func, Elem: result}
	p.next()
	for !p.is(")") {
		if p.accept("...") {
			t.Variadic = true
			break
		}
		t.Fields = append(t.Fields, p.typ())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return p.m.funcType(t)
}

func (m *Module) funcType(t *Type) *Type {
	t.text = t.Elem.text + " (" + texts(t.Fields)
	if t.Variadic {
		t.text += " ..."
	}
	t.text += ")"
	return m.intern(t)
}

func texts(list []*Type) string {
	return strings.Join(lists.Map(list, func(t *Type) string { return t.text }), ", ")
}

func (p *parser) plainType() *Type {
	switch p.tok.kind {
	case local:
		t := p.m.typeNamed(p.tok.text)
		p.next()
		return t
	case word:
		text := p.tok.text
		if text == "target" {
			p.next()
			p.skipBalanced()
			return p.m.intern(&Type{Kind: Opaque, text: "target"})
		}
		if k, ok := simpleTypes[text]; ok {
			p.next()
			return p.m.intern(&Type{Kind: k, text: text})
		}
		if n, ok := intBits(text); ok {
			p.next()
			return p.m.IntType(n)
		}
	case punct:
		switch p.tok.text {
		case "[":
			p.next()
			return p.elements(Array, "[", "]")
		case "<":
			p.next()
			if p.is("{") {
				t := p.structType(true)
				p.expect(">")
				return t
			}
			return p.elements(Vector, "<", ">")
		case "{":
			return p.structType(false)
		}
	}
	p.fail("a type expected, found %s", p.tok)
	return nil
}

func (p *parser) elements(kind Kind, open, shut string) *Type {
	p.accept("vscale")
	n, err := strconv.ParseInt(p.tok.text, 10, 64)
	if p.tok.text == "x" { // of a scalable vector
		p.next()
		n, err = strconv.ParseInt(p.tok.text, 10, 64)
	}
	if err != nil || n < 0 {
		p.fail("a number of elements expected, found %s", p.tok)
	}
	p.next()
	p.expect("x")
	e := p.typ()
	p.expect(shut)
	return p.m.sequence(kind, n, e, open, shut)
}

func (m *Module) sequence(kind Kind, n int64, e *Type, open, shut string) *Type {
	return m.intern(&Type{Kind: kind, Len: n, Elem: e, text: open + strconv.FormatInt(n, 10) + " x " + e.text + shut})
}

func (p *parser) structType(packed bool) *Type {
	p.expect("{")
	var fields []*Type
	for !p.is("}") {
		fields = append(fields, p.typ())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return p.m.structOf(fields, packed)
}

func (m *Module) structOf(fields []*Type, packed bool) *Type {
	text := "{ " + texts(fields) + " }"
	if packed {
		text = "<" + text + ">"
	}
	return m.intern(&Type{Kind: Struct, Fields: fields, Packed: packed, text: text})
}

// global reads a variable or an alias.
func (p *parser) global() {
	g := &Global{Name: p.tok.text, Pos: p.m.pos(p.tok.at), ptr: p.m.PtrType(), module: p.m}
	at := p.tok.at
	p.next()
	p.expect("=")
	for !p.is("global") && !p.is("constant") && !p.is("alias") && !p.is("ifunc") {
		switch {
		case p.tok.kind != word:
			p.fail("a variable expected, found %s", p.tok)
		case p.is("external"):
			g.Linkage = External
		case p.is("extern_weak"):
			g.Linkage = ExternWeak
		case p.is("private"), p.is("internal"):
			g.Local = true
		case p.is("thread_local"):
			g.ThreadLocal = true
		}
		p.next()
		if p.is("(") {
			p.skipBalanced()
		}
	}
	kind := p.tok.text
	g.Constant, g.Alias = kind == "constant", kind == "alias" || kind == "ifunc"
	p.next()
	g.T = p.typ()
	switch {
	case g.Alias:
		p.expect(",")
		g.T = p.typ()
		g.at = p.tok.at
	case g.Linkage == Defined:
		g.at = p.tok.at
	}
	line := lineEnd(p.m.text, lastByte(p.m.text, p.tok.at))
	if g.at > 0 {
		line = lineEnd(p.m.text, p.tok.at)
		p.skipConstant()
	}
	for p.tok.kind != end && p.tok.at < line {
		if p.tok.kind == meta && p.tok.text == "dbg" {
			p.next()
			if n, err := strconv.Atoi(p.tok.text); err == nil && p.tok.kind == meta {
				g.Debug = append(g.Debug, n)
			}
		}
		p.next()
	}
	p.add(g.Name, g, at)
	p.m.Globals = append(p.m.Globals, g)
}

// skipConstant skips a constant, without its type.
func (p *parser) skipConstant() {
	for {
		switch {
		case p.tok.kind == punct && (p.tok.text == "[" || p.tok.text == "{" || p.tok.text == "<" || p.tok.text == "("):
			p.skipBalanced()
			return
		case p.tok.kind == word && !isLiteral(p.tok.text): // an expression
			p.next()
			if p.tok.kind == end {
				return
			}
			continue
		}
		p.next()
		return
	}
}

func isLiteral(s string) bool {
	switch s {
	case "true", "false", "null", "undef", "poison", "zeroinitializer", "none":
		return true
	}
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s[0] == '-' || s[0] == '+' || strings.HasPrefix(s, "u0x") || strings.HasPrefix(s, "s0x"))
}

// add enters a name of the module.
func (p *parser) add(name string, v Value, at int) {
	if old, ok := p.m.ByName[name]; ok {
		if f, ok := old.(*Function); !ok || !f.Declared {
			panic(fault{p.m.errorf(at, "@%s is defined twice", name)})
		}
	}
	p.m.ByName[name] = v
}

// function reads the head of a function, and skips its body.
func (p *parser) function(defined bool) {
	p.next()
	f := &Function{module: p.m, Debug: -1, Declared: !defined, ptr: p.m.PtrType()}
	for p.tok.kind == meta { // declare !dbg !12
		p.next()
	}
	for !p.atType() {
		if p.is("private") || p.is("internal") {
			f.Local = true
		}
		f.Optional = f.Optional || p.is("extern_weak")
		f.Weak = f.Weak || p.tok.kind == word && (strings.HasPrefix(p.tok.text, "linkonce") || strings.HasPrefix(p.tok.text, "weak") || p.tok.text == "available_externally")
		p.attribute()
	}
	f.Result = p.typ()
	if p.tok.kind != global {
		p.fail("the name of a function expected, found %s", p.tok)
	}
	f.Name, f.Pos = p.tok.text, p.m.pos(p.tok.at)
	at := p.tok.at
	p.next()
	p.params(f)
	line := lineEnd(p.m.text, lastByte(p.m.text, p.tok.at))
	for p.tok.kind != end && (defined && !p.is("{") || !defined && p.tok.at < line) {
		p.functionAttribute(f)
	}
	if old, ok := p.m.ByName[f.Name]; ok && f.Declared {
		if _, ok := old.(*Function); ok {
			return
		}
	}
	p.add(f.Name, f, at)
	p.m.Functions = append(p.m.Functions, f)
	if !defined {
		return
	}
	if !p.is("{") {
		p.fail("the body of @%s expected, found %s", f.Name, p.tok)
	}
	f.body = p.pos
	n := strings.Index(p.m.text[p.pos:], "\n}")
	if n < 0 {
		p.fail("the body of @%s has no end", f.Name)
	}
	p.pos += n + 2
	p.next()
}

// params reads the parameters of a function.
func (p *parser) params(f *Function) {
	p.expect("(")
	ft := &Type{Kind: Func, Elem: f.Result}
	for number := 0; !p.is(")"); {
		if p.accept("...") {
			f.Variadic, ft.Variadic = true, true
			break
		}
		q := &Param{T: p.typ()}
		for p.tok.kind == word || p.tok.kind == quoted {
			q.ByVal = p.paramAttribute(q.ByVal)
		}
		if p.tok.kind == local {
			q.Name = p.tok.text
			p.next()
		} else {
			q.Name = strconv.Itoa(number)
		}
		if _, err := strconv.Atoi(q.Name); err == nil {
			number++
		}
		f.Params, ft.Fields = append(f.Params, q), append(ft.Fields, q.T)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	f.ft = p.m.funcType(ft)
}

// functionAttribute reads an attribute after the parameters of a function.
func (p *parser) functionAttribute(f *Function) {
	switch {
	case p.tok.kind == meta && p.tok.text == "dbg":
		p.next()
		if n, err := strconv.Atoi(p.tok.text); err == nil {
			f.Debug = n
		}
		p.next()
	case p.is("nounwind"):
		f.NoUnwind = true
		p.next()
	case p.is("noreturn"):
		f.NoReturn = true
		p.next()
	case p.tok.kind == group:
		f.NoUnwind = f.NoUnwind || p.groupHas("nounwind")
		f.NoReturn = f.NoReturn || p.groupHas("noreturn")
		p.next()
	case p.is("personality"), p.is("prefix"), p.is("prologue"):
		p.next()
		p.typ()
		p.skipConstant()
	default:
		p.next()
		if p.is("(") {
			p.skipBalanced()
		}
	}
}

// groupHas reports whether the group of attributes that is the current token has an attribute. Groups
// come after the functions, so the text is searched for them.
func (p *parser) groupHas(attribute string) bool {
	if !p.m.grouped {
		p.m.findGroups()
	}
	return p.m.has(p.tok.text, attribute)
}

// findGroups finds the groups of attributes, which follow each other.
func (m *Module) findGroups() {
	const mark = "\nattributes #"
	m.grouped = true
	for at := strings.Index(m.text, mark); at >= 0; {
		end := lineEnd(m.text, at+1)
		number, text, _ := strings.Cut(m.text[at+len(mark):end], " = ")
		if n, err := strconv.Atoi(number); err == nil {
			m.groups[n] = " " + text + " "
		}
		if at = end; !strings.HasPrefix(m.text[at:], mark) {
			if at = strings.Index(m.text[end:], mark); at >= 0 {
				at += end
			}
		}
	}
}

// attribute skips an attribute with its arguments.
func (p *parser) attribute() {
	was := p.tok
	if was.kind == end || was.kind == punct {
		p.fail("a type expected, found %s", was)
	}
	p.next()
	switch {
	case p.is("("):
		p.skipBalanced()
	case was.kind == word && (was.text == "align" || was.text == "cc"):
		p.next()
	case was.kind == quoted && p.is("="):
		p.next()
		p.next()
	}
}

// paramAttribute skips an attribute of a parameter or an argument. It returns the type of byval if
// the attribute is that, and otherwise its argument.
func (p *parser) paramAttribute(byval *Type) *Type {
	if p.is("byval") {
		p.next()
		p.expect("(")
		t := p.typ()
		p.expect(")")
		return t
	}
	p.attribute()
	return byval
}

// Text returns the text of the module.
func (m *Module) Text() string { return m.text }
