package check

import (
	"strconv"
	"strings"

	"fencepost/interp/c/parse"

	"modernc.org/cc/v4"
)

// A packing is the state of #pragma pack.
type packing struct {
	now   int64 // bound on the alignment of members; 0: none
	stack []packed
}

// A packed is a state that was pushed.
type packed struct {
	name string
	most int64
}

// pragma performs a #pragma pack if the assertion represents one, and reports whether it does. An
// error in it is a warning, as in GCC.
func (c *checker) pragma(n *cc.StaticAssertDeclaration) bool {
	operand := parse.PackPragma(n)
	if operand == "" {
		return false
	}
	if !c.pack.obey(operand) {
		c.warn(c.pos(n.Token), "'#pragma pack%s' is ignored", operand)
	}
	return true
}

// obey changes the state. It reports whether the operand is valid.
func (p *packing) obey(operand string) bool {
	inside, ok := strings.CutSuffix(strings.TrimPrefix(operand, "("), ")")
	list := strings.Split(inside, ",")
	switch {
	case !ok:
		return false
	case inside == "":
		p.now = 0
		return true
	case list[0] == "push":
		return p.push(list[1:])
	case list[0] == "pop":
		return p.pop(list[1:])
	}
	return len(list) == 1 && p.set(list[0])
}

func (p *packing) set(most string) bool {
	n, err := strconv.ParseUint(most, 0, 8)
	if err != nil || n > 16 || n&(n-1) != 0 {
		return false
	}
	p.now = int64(n)
	return true
}

func (p *packing) push(list []string) bool {
	old := packed{most: p.now}
	for i, word := range list {
		if word == "" {
			return false
		}
		if number := '0' <= word[0] && word[0] <= '9'; number && i == len(list)-1 {
			if !p.set(word) {
				return false
			}
		} else if number || i > 0 {
			return false
		} else {
			old.name = word
		}
	}
	p.stack = append(p.stack, old)
	return true
}

// pop undoes the last push, or the last push with a name and all later ones.
func (p *packing) pop(list []string) bool {
	for i := len(p.stack) - 1; i >= 0 && len(list) < 2; i-- {
		if len(list) == 0 || p.stack[i].name == list[0] {
			p.now, p.stack = p.stack[i].most, p.stack[:i]
			return true
		}
	}
	return false
}
