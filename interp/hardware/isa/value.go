package isa

import (
	"fmt"
	"strings"
)

// Evaluate computes an assembler's expression: numbers and symbols, with +, - and
// parentheses.
func Evaluate(expr string, symbol func(name string) (addr uint64, ok bool)) (int64, error) {
	e := expression{text: expr, symbol: symbol}
	v, err := e.sum(0)
	if err == nil && e.space() != "" {
		err = fmt.Errorf("%s is no part of an expression", e.text)
	}
	return v, err
}

type expression struct {
	text   string
	symbol func(name string) (addr uint64, ok bool)
}

// space skips spaces, and returns the rest.
func (e *expression) space() string {
	e.text = strings.TrimLeft(e.text, " \t")
	return e.text
}

func (e *expression) sum(depth int) (int64, error) {
	total, sign := int64(0), int64(1)
	for {
		v, err := e.term(depth)
		if err != nil {
			return 0, err
		}
		total += sign * v
		switch rest := e.space(); {
		case rest != "" && rest[0] == '+':
			sign = 1
		case rest != "" && rest[0] == '-':
			sign = -1
		default:
			return total, nil
		}
		e.text = e.text[1:]
	}
}

func (e *expression) term(depth int) (int64, error) {
	const maxDepth = 100
	rest := e.space()
	switch {
	case rest == "" || depth > maxDepth:
		return 0, fmt.Errorf("an expression is not complete")
	case rest[0] == '-':
		e.text = rest[1:]
		v, err := e.term(depth + 1)
		return -v, err
	case rest[0] == '(':
		e.text = rest[1:]
		v, err := e.sum(depth + 1)
		if err == nil && !strings.HasPrefix(e.space(), ")") {
			err = fmt.Errorf("a parenthesis is not closed")
		}
		e.text = strings.TrimPrefix(e.text, ")")
		return v, err
	}
	end := strings.IndexAny(rest, "+-() \t")
	if end < 0 {
		end = len(rest)
	}
	name := rest[:end]
	e.text = rest[end:]
	if v, err := Immediate(name); err == nil {
		return v, nil
	}
	if e.symbol != nil {
		if addr, ok := e.symbol(name); ok {
			return int64(addr), nil
		}
	}
	return 0, fmt.Errorf("%s is no symbol that is known", name)
}
