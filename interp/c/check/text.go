package check

import (
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"
)

// maxText bounds the bytes of an expression's source text that are kept.
const maxText = 60

// text returns the source text of an expression, its tokens spaced alike
// everywhere, shortened to maxText bytes.
func (c *checker) text(n cc.ExpressionNode) string {
	s := c.fullText(n)
	if len(s) <= maxText {
		return s
	}
	s = s[:maxText-3]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return strings.TrimRight(s, " ") + "..."
}

// fullText is text without the final ellipsis. It keeps its results, so that a chain of members takes
// linear time.
func (c *checker) fullText(n cc.ExpressionNode) string {
	if s, ok := c.texts[n]; ok {
		return s
	}
	s := c.spell(n)
	if len(s) > maxText+1 {
		s = s[:maxText+1]
	}
	c.texts[n] = s
	return s
}

// spell builds the text of an expression from the texts of its parts.
func (c *checker) spell(n cc.ExpressionNode) string {
	switch n := n.(type) {
	case nil:
		return ""
	case *cc.PrimaryExpression:
		return c.spellPrimary(n)
	case *cc.PostfixExpression:
		return c.spellPostfix(n)
	case *cc.UnaryExpression:
		return c.spellUnary(n)
	case *cc.CastExpression:
		return "(" + c.spellType(n.TypeName) + ")" + c.fullText(n.CastExpression)
	case *cc.ConstantExpression:
		return c.fullText(n.ConditionalExpression)
	case *cc.ConditionalExpression:
		return c.fullText(n.LogicalOrExpression) + " ? " + c.fullText(n.ExpressionList) + " : " + c.fullText(n.ConditionalExpression)
	case *cc.AssignmentExpression:
		return c.fullText(n.UnaryExpression) + " " + n.Token.SrcStr() + " " + c.fullText(n.AssignmentExpression)
	case *cc.ExpressionList:
		var list []string
		for l := n; l != nil && len(list) < maxText; l = l.ExpressionList {
			list = append(list, c.fullText(l.AssignmentExpression))
		}
		return strings.Join(list, ", ")
	}
	if x, y, op, ok := binaryParts(n); ok {
		return c.fullText(x) + " " + op.SrcStr() + " " + c.fullText(y)
	}
	return ""
}

func (c *checker) spellPrimary(n *cc.PrimaryExpression) string {
	switch n.Case {
	case cc.PrimaryExpressionExpr:
		return "(" + c.fullText(n.ExpressionList) + ")"
	case cc.PrimaryExpressionStmt:
		return "({ ... })"
	case cc.PrimaryExpressionGeneric:
		return "_Generic(" + c.fullText(n.GenericSelection.AssignmentExpression) + ", ...)"
	}
	return n.Token.SrcStr()
}

func (c *checker) spellPostfix(n *cc.PostfixExpression) string {
	x := c.fullText(n.PostfixExpression)
	switch n.Case {
	case cc.PostfixExpressionPrimary:
		return c.fullText(n.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		return x + "[" + c.fullText(n.ExpressionList) + "]"
	case cc.PostfixExpressionCall:
		var args []string
		for l := n.ArgumentExpressionList; l != nil && len(args) < maxText; l = l.ArgumentExpressionList {
			args = append(args, c.fullText(l.AssignmentExpression))
		}
		if strings.HasPrefix(x, "__") && c.p.Includes("lkmm.h") {
			if text, ok := kernelText(x, args); ok {
				return text
			}
		}
		return x + "(" + strings.Join(args, ", ") + ")"
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return x + n.Token.SrcStr() + n.Token2.SrcStr()
	case cc.PostfixExpressionComplit:
		return "(" + c.spellType(n.TypeName) + "){ ... }"
	}
	return x + n.Token.SrcStr()
}

func (c *checker) spellUnary(n *cc.UnaryExpression) string {
	switch n.Case {
	case cc.UnaryExpressionPostfix:
		return c.fullText(n.PostfixExpression)
	case cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
		return n.Token.SrcStr() + "(" + c.spellType(n.TypeName) + ")"
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
		return n.Token.SrcStr() + " " + c.fullText(n.UnaryExpression)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return n.Token.SrcStr() + c.fullText(n.UnaryExpression)
	case cc.UnaryExpressionLabelAddr:
		return n.Token.SrcStr() + n.Token2.SrcStr()
	}
	return n.Token.SrcStr() + c.fullText(n.CastExpression)
}

// spellType returns the text of a type name without qualifiers of pointers and
// parameters of functions.
func (c *checker) spellType(n *cc.TypeName) string {
	var words []string
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		switch {
		case l.TypeQualifier != nil:
			words = append(words, l.TypeQualifier.Token.SrcStr())
		case l.TypeSpecifier != nil:
			words = append(words, spellSpecifier(l.TypeSpecifier))
		}
	}
	s := strings.Join(words, " ")
	stars := ""
	if d := n.AbstractDeclarator; d != nil {
		for p := d.Pointer; p != nil; p = p.Pointer {
			stars += "*"
		}
		if d.DirectAbstractDeclarator != nil {
			stars += "(...)"
		}
	}
	if stars != "" {
		s += " " + stars
	}
	return s
}

func spellSpecifier(n *cc.TypeSpecifier) string {
	switch n.Case {
	case cc.TypeSpecifierStructOrUnion:
		return n.StructOrUnionSpecifier.StructOrUnion.Token.SrcStr() + " " + n.StructOrUnionSpecifier.Token.SrcStr()
	case cc.TypeSpecifierEnum:
		return "enum " + n.EnumSpecifier.Token2.SrcStr()
	case cc.TypeSpecifierTypeofExpr, cc.TypeSpecifierTypeofType:
		return "typeof(...)"
	case cc.TypeSpecifierAtomic:
		return "_Atomic(...)"
	}
	return n.Token.SrcStr()
}

// binaryParts returns the parts of a binary operation. ok is false if n is none.
func binaryParts(n cc.ExpressionNode) (x, y cc.ExpressionNode, op cc.Token, ok bool) {
	switch n := n.(type) {
	case *cc.MultiplicativeExpression:
		return n.MultiplicativeExpression, n.CastExpression, n.Token, true
	case *cc.AdditiveExpression:
		return n.AdditiveExpression, n.MultiplicativeExpression, n.Token, true
	case *cc.ShiftExpression:
		return n.ShiftExpression, n.AdditiveExpression, n.Token, true
	case *cc.RelationalExpression:
		return n.RelationalExpression, n.ShiftExpression, n.Token, true
	case *cc.EqualityExpression:
		return n.EqualityExpression, n.RelationalExpression, n.Token, true
	case *cc.AndExpression:
		return n.AndExpression, n.EqualityExpression, n.Token, true
	case *cc.ExclusiveOrExpression:
		return n.ExclusiveOrExpression, n.AndExpression, n.Token, true
	case *cc.InclusiveOrExpression:
		return n.InclusiveOrExpression, n.ExclusiveOrExpression, n.Token, true
	case *cc.LogicalAndExpression:
		return n.LogicalAndExpression, n.InclusiveOrExpression, n.Token, true
	case *cc.LogicalOrExpression:
		return n.LogicalOrExpression, n.LogicalAndExpression, n.Token, true
	}
	return nil, nil, op, false
}
