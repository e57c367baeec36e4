package parse

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// The parser drops pragmas, and all attributes of a list except the first and the last. So the guard
// replaces #pragma pack by a declaration, which the checker finds at its place in the tree. It also
// removes attributes without meaning from long lists.

// packPrefix begins the message of the assertion that represents a #pragma pack.
const packPrefix = "#pragma pack"

// PackOf returns the text after the name in "#pragma pack ...", without blanks, or "" for another
// pragma.
func PackOf(text string) string {
	rest, ok := strings.CutPrefix(text, "#pragma ")
	rest = strings.Join(strings.Fields(rest), "")
	rest, isPack := strings.CutPrefix(rest, "pack(")
	if !ok || !isPack || strings.ContainsAny(rest, `"\`) {
		return ""
	}
	return "(" + rest
}

// PackPragma returns the operand of the #pragma pack that an assertion represents, or "".
func PackPragma(n *cc.StaticAssertDeclaration) string {
	text, err := strconv.Unquote(n.Token4.SrcStr())
	if err != nil {
		return ""
	}
	return PackOf(text)
}

// packDeclaration returns the assertion that represents a #pragma pack.
func packDeclaration(operand string) string {
	if operand == "" {
		return ""
	}
	return "_Static_assert(1," + strconv.Quote(packPrefix+operand) + ");"
}

// packPragma replaces a #pragma pack up to its end of line. It reports false for another pragma.
func (f *fileScan) packPragma(hash Lexeme) bool {
	saved := *f.lexer
	x := f.next()
	if !x.Is("pack") {
		*f.lexer = saved
		return false
	}
	operand, end := "", x.End
	for x = f.next(); x.Kind != LexNewline && x.Kind != LexEnd; x = f.next() {
		operand += x.Text
		end = x.End
	}
	f.replace(hash.Start, end, packDeclaration(PackOf("#pragma pack"+operand)))
	return true
}

// harmless are the attributes without meaning here.
var harmless = strings.Fields(`access alloc_align alloc_size always_inline artificial
	assume_aligned cold const deprecated error externally_visible fallthrough flatten format
	format_arg gnu_inline hot leaf malloc may_alias no_icf no_instrument_function no_reorder
	no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_undefined noclone noinline
	noipa nonnull nonstring noplt noreturn nothrow optimize pure returns_nonnull returns_twice
	section sentinel unused used visibility warn_unused_result warning`)

// attribute examines the list after __attribute__. If it has more than two attributes it removes
// harmless ones until two are left.
func (f *fileScan) attribute() {
	saved := *f.lexer
	defer func() { *f.lexer = saved }()
	for range 2 {
		if !f.inList().Is("(") {
			return
		}
	}
	var idle [][2]int // from an attribute to the end of its comma
	count, depth := 0, 0
	var first Lexeme
	for x := f.inList(); x.Kind != LexEnd && x.Kind != LexNewline && x.Kind != LexCut; x = f.inList() {
		switch {
		case x.Is("("):
			depth++
		case x.Is(")") && depth > 0:
			depth--
		case x.Is(")"):
			for i := range min(len(idle), count-1) {
				f.blank(idle[i][0], idle[i][1])
			}
			return
		case x.Is(",") && depth == 0:
			count++
			if slices.Contains(harmless, strings.Trim(first.Text, "_")) {
				idle = append(idle, [2]int{first.Start, x.End})
			}
			first = Lexeme{}
		case first.Kind == LexEnd:
			first = x
		}
	}
}

// inList returns the next lexeme. Outside of directives it may be on another line.
func (f *fileScan) inList() Lexeme {
	x := f.next()
	for x.Kind == LexNewline && !f.inDirective {
		x = f.next()
	}
	return x
}

// blank replaces a part of the file by blanks.
func (f *fileScan) blank(start, end int) {
	text := append([]byte(nil), f.src[start:end]...)
	for i, c := range text {
		if c != '\n' && c != '\r' && c != '\\' {
			text[i] = ' '
		}
	}
	f.edits = append(f.edits, edit{start, end, string(text)})
}
