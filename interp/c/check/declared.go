package check

import (
	"maps"
	"slices"

	"fencepost/interp/c/parse"
	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Declared is a function that a translation unit declares.
type Declared struct {
	Name       string
	Pos        trace.Pos
	Type       *types.Type
	Parameters []string // their names, empty where there is none
}

// Declarations are the declarations of a translation unit outside of embedded headers.
type Declarations struct {
	Functions []Declared // in order
	records   map[*types.Record]string
}

// Declare returns the declarations of a translation unit. It reports errors to r.
func Declare(tree *parse.Tree, r *parse.Reporter) *Declarations {
	p := newProgram(r)
	c := p.translationUnit(tree)
	d := &Declarations{records: map[*types.Record]string{}}
	for _, f := range p.order {
		first := p.funcInfo[f].first
		if f.System || f.Pos.File == parse.Predefined || first == nil {
			continue
		}
		declared := Declared{Name: f.Name, Pos: f.Pos, Type: f.Type}
		declared.Parameters = lists.Map(first.params, func(p *declarator) string { return p.name })
		d.Functions = append(d.Functions, declared)
	}
	for _, name := range slices.Sorted(maps.Keys(c.file.names)) {
		if s := c.file.names[name]; s.kind == symTypedef && s.typ.Rec != nil && d.records[s.typ.Rec] == "" {
			d.records[s.typ.Rec] = name
		}
	}
	for _, tag := range slices.Sorted(maps.Keys(c.file.tags)) {
		if t := c.file.tags[tag]; d.records[t.Rec] == "" {
			d.records[t.Rec] = t.String()
		}
	}
	return d
}

// Spell returns a type in C. ok is false if the translation unit has no name for it.
func (d *Declarations) Spell(t *types.Type) (text string, ok bool) {
	switch t.Kind {
	case types.KindPtr:
		text, ok = d.Spell(t.Elem)
		return text + " *", ok && t.Elem.Kind != types.KindFunc && t.Elem.Kind != types.KindArray
	case types.KindStruct, types.KindUnion:
		text = d.records[t.Rec]
		if t.Constant {
			return "const " + text, text != ""
		}
		return text, text != ""
	case types.KindEnum:
		return "int", true
	case types.KindArray, types.KindFunc:
		return "", false
	}
	return t.String(), true
}
