package library_test

import (
	"slices"
	"strings"
	"testing"

	"fencepost/interp/c/library"
	"fencepost/interp/c/parse"

	"modernc.org/cc/v4"
)

// headerFuncs returns the parameter counts of the functions that a program
// with every header declares (-1: no prototype) and the names of those that
// have a body.
func headerFuncs(t *testing.T) (declared map[string]int, defined map[string]bool) {
	t.Helper()
	var r parse.Reporter
	p := parse.Headers(library.Headers(), &r)
	if r.Failed() {
		t.Fatal(r.Err())
	}
	declared, defined = make(map[string]int), make(map[string]bool)
	note := func(d *cc.Declarator) {
		dd := d.DirectDeclarator
		switch {
		case dd.Case == cc.DirectDeclaratorFuncIdent, dd.Case == cc.DirectDeclaratorFuncParam && dd.ParameterTypeList == nil:
			declared[d.Name()] = -1
		case dd.Case == cc.DirectDeclaratorFuncParam:
			n := 0
			for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
				n++
			}
			declared[d.Name()] = n
		}
	}
	for u := p.AST.TranslationUnit; u != nil; u = u.TranslationUnit {
		switch x := u.ExternalDeclaration; x.Case {
		case cc.ExternalDeclarationFuncDef:
			defined[x.FunctionDefinition.Declarator.Name()] = true
		case cc.ExternalDeclarationDecl:
			specifiers := x.Declaration.DeclarationSpecifiers
			if specifiers != nil && specifiers.Case == cc.DeclarationSpecifiersStorage && specifiers.StorageClassSpecifier.Case == cc.StorageClassSpecifierTypedef {
				continue
			}
			for l := x.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				note(l.InitDeclarator.Declarator)
			}
		}
	}
	return declared, defined
}

func TestLibraryMatchesHeaders(t *testing.T) {
	declared, defined := headerFuncs(t)
	builtins, _ := library.Header(library.BuiltinHeader)
	for name := range declared {
		if _, ok := library.Lookup(name); !ok && !defined[name] && strings.Contains(builtins, " "+name+"(") {
			t.Errorf("%s is known without a header, but neither defined nor in the library", name)
		}
	}
	for _, name := range library.Names() {
		l, _ := library.Lookup(name)
		params, ok := declared[name]
		switch {
		case defined[name]:
			t.Errorf("%s is in the library, and defined in a header", name)
		case name == "reach_error", name == "__assert_fail":
			// Programs declare it themselves.
		case !ok:
			t.Errorf("%s is in the library, but in no header", name)
		case l.Kind == library.Generic && params != -1:
			t.Errorf("%s is generic, but has a prototype", name)
		case l.Kind == library.System:
			checkArgs(t, name, l, params)
		}
	}
}

func checkArgs(t *testing.T, name string, l library.Entry, params int) {
	t.Helper()
	if l.Sys == 0 {
		t.Errorf("%s: no system function", name)
	}
	if most := slices.Max(append([]int{l.Out, l.Skip - 1, -1}, l.Args...)); params >= 0 && most >= params {
		t.Errorf("%s: argument %d of %d", name, most, params)
	}
}
