package cfront

import (
	"slices"
	"testing"

	"modernc.org/cc/v4"
)

// headerFuncs returns the parameter counts of the functions that a program
// with every header declares (-1: no prototype) and the names of those that
// have a body.
func headerFuncs(t *testing.T) (declared map[string]int, defined map[string]bool) {
	t.Helper()
	p := mustParse(t, "all.c", everyHeader(t)+"int main(void) { return 0; }\n", Options{})
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
	for u := p.ast.TranslationUnit; u != nil; u = u.TranslationUnit {
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
	for name := range declared {
		if _, ok := lookupLibrary(name); !ok && !defined[name] {
			t.Errorf("%s is declared in a header, but neither defined nor in the library", name)
		}
	}
	for name, l := range libraryFuncs {
		params, ok := declared[name]
		switch {
		case defined[name]:
			t.Errorf("%s is in the library, and defined in a header", name)
		case name == "reach_error":
			// Programs declare it themselves.
		case !ok:
			t.Errorf("%s is in the library, but in no header", name)
		case l.kind == libGeneric && params != -1:
			t.Errorf("%s is generic, but has a prototype", name)
		case l.kind == libSystem:
			checkArgs(t, name, l, params)
		}
	}
}

func checkArgs(t *testing.T, name string, l library, params int) {
	t.Helper()
	if l.sys == 0 {
		t.Errorf("%s: no system function", name)
	}
	if most := slices.Max(append([]int{l.out, l.skip - 1, -1}, l.args...)); params >= 0 && most >= params {
		t.Errorf("%s: argument %d of %d", name, most, params)
	}
}
