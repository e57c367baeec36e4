package parse

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// The parser drops pragmas. So the guard replaces #pragma pack by a declaration, which the checker finds
// at its place in the tree.

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
