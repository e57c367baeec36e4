package ir

import (
	"strconv"
	"strings"

	"fencepost/trace/lists"
)

// A Node is a metadata node: !DILocation(line: 1, scope: !2), or !{!3, i32 7}.
type Node struct {
	Kind   string // DILocation; empty of a tuple
	fields map[string]field
	list   []field // of a tuple
}

// A field is a word, a text or a reference to a node.
type field struct {
	text string
	ref  int // -1: none
}

// Text returns a field as it is written, or decoded if it is a string.
func (n *Node) Text(name string) string {
	if n == nil {
		return ""
	}
	return n.fields[name].text
}

// Int returns a field that is a number, or 0.
func (n *Node) Int(name string) int64 {
	v, _ := strconv.ParseInt(n.Text(name), 10, 64)
	return v
}

// Ref returns the number of the node that a field refers to, or -1.
func (n *Node) Ref(name string) int {
	if n != nil {
		if f, ok := n.fields[name]; ok {
			return f.ref
		}
	}
	return -1
}

// Refs returns the numbers of the nodes of a tuple; -1 for an element that is no node.
func (n *Node) Refs() []int {
	if n == nil {
		return nil
	}
	return lists.Map(n.list, func(f field) int { return f.ref })
}

// Ints returns the numbers of a tuple of constants; 0 for an element that is no number.
func (n *Node) Ints() []int64 {
	if n == nil {
		return nil
	}
	return lists.Map(n.list, func(f field) int64 {
		v, _ := strconv.ParseInt(f.text, 10, 64)
		return v
	})
}

// Node returns a metadata node. It returns nil if there is none, or if it cannot be read, because its
// content is only displayed.
func (m *Module) Node(number int) *Node {
	if n, ok := m.cache[number]; ok {
		return n
	}
	at, ok := m.nodes[number]
	if !ok {
		return nil
	}
	n, err := m.node(at)
	if err != nil {
		n = nil
	}
	m.cache[number] = n
	return n
}

// At returns the node that a field of n refers to, or nil.
func (m *Module) At(n *Node, name string) *Node { return m.Node(n.Ref(name)) }

func (m *Module) node(at int) (n *Node, err error) {
	defer caught(&err)
	p := &parser{lexer: lexer{m: m, pos: at}}
	p.next()
	p.next()
	p.expect("=")
	p.accept("distinct")
	n = &Node{}
	if p.tok.kind != meta {
		p.fail("a node expected")
	}
	n.Kind = p.tok.text
	p.next()
	line := lineEnd(m.text, at)
	if p.accept("{") {
		for !p.is("}") && p.tok.kind != end && p.tok.at < line {
			n.list = append(n.list, p.field())
			if !p.accept(",") {
				break
			}
		}
		return n, nil
	}
	p.expect("(")
	n.fields = map[string]field{}
	for !p.is(")") && p.tok.kind != end && p.tok.at < line {
		if p.tok.kind != label {
			p.next()
			continue
		}
		name := p.tok.text
		p.next()
		n.fields[name] = p.field()
		p.accept(",")
	}
	return n, nil
}

// field reads a field up to the comma or bracket after it.
func (p *parser) field() field {
	f := field{ref: -1}
	var words []string
	for depth := 0; p.tok.kind != end; p.next() {
		if p.tok.kind == punct {
			switch p.tok.text {
			case "(", "{", "[":
				depth++
			case ",", ")", "}", "]":
				if depth == 0 {
					f.text = strings.Join(words, " ")
					return f
				}
				if p.tok.text != "," {
					depth--
				}
			}
			continue
		}
		switch {
		case p.tok.kind == meta && len(words) == 0:
			if n, err := strconv.Atoi(p.tok.text); err == nil {
				f.ref = n
			} else if p.tok.text == "" { // !"text"
				continue
			}
		case p.tok.kind == word && len(words) == 0 && p.atType(): // i64 7
			continue
		}
		words = append(words, p.tok.text)
	}
	f.text = strings.Join(words, " ")
	return f
}

// loc returns the place of a DILocation.
func (m *Module) loc(number int) *Loc {
	l, ok := m.locs[number]
	if !ok {
		l = &Loc{Module: m, Node: number}
		m.locs[number] = l
	}
	return l
}

// isTable reports whether an access tag marks the pointer to a virtual table.
func (m *Module) isTable(number int) bool {
	tag := m.Node(number)
	if tag == nil || len(tag.list) == 0 {
		return false
	}
	t := m.Node(tag.list[0].ref)
	return t != nil && len(t.list) > 0 && t.list[0].text == "vtable pointer"
}

// Described reports whether the module has debug information.
func (m *Module) Described() bool {
	_, ok := m.named["llvm.dbg.cu"]
	return ok
}
