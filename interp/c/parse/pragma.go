package parse

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// The parser drops pragmas. So the preprocessor replaces #pragma pack by a declaration, which the checker
// finds at its place in the tree.

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

// pack returns the tokens of the assertion that represents a #pragma pack at a place.
func (p *preprocessor) pack(at ppToken, operand string) []ppToken {
	list := newFile("", "", packDeclaration(operand)).tokens
	for i := range list {
		list[i].file, list[i].line, list[i].col = at.file, at.line, at.col
	}
	return list
}

// pragmaOperator consumes the operand of a _Pragma, and returns the tokens that represent the pragma: none
// unless it is pack, because no program's meaning depends on another.
func (p *preprocessor) pragmaOperator(ts stream, t ppToken) []ppToken {
	var operand []ppToken
	if ts.opens() {
		args, _ := p.arguments(ts, t)
		arg := ppList(slices.Concat(args...))
		p.expand(&arg, false, func(x ppToken) { operand = append(operand, x) })
	}
	operand = trimBlanks(operand)
	if len(operand) != 1 || operand[0].kind != LexLiteral {
		p.fail(t, "_Pragma without a string literal in brackets")
	}
	return p.pack(t, PackOf("#pragma "+strings.Trim(operand[0].text, `"`)))
}

// OpenMP is the element of Options.Defines that -fopenmp means.
const OpenMP = openMPMacro + "=201511"

const openMPMacro = "_OPENMP"

// NoOpenMP is the warning for a #pragma omp without -fopenmp.
const NoOpenMP = "#pragma omp is left out, as by a compiler without -fopenmp"

// openMP reports a #pragma omp, whose threads are not executed.
func (p *preprocessor) openMP(at ppToken) {
	if p.macros[openMPMacro] != nil {
		p.guard.r.Unsupportedf(at.pos(), "#pragma omp with -fopenmp: its threads are not executed (without the flag it is left out)")
	} else if !p.omitted {
		p.guard.r.Warnf(at.pos(), "%s", NoOpenMP)
	}
	p.omitted = true
}
