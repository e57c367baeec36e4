package lessons

import (
	"path"
	"strings"

	"fencepost/benchmarks"
	"fencepost/interp/cfront"
	"fencepost/interp/cfront/parse"
	"fencepost/interp/code"
	"fencepost/interp/explore"

	"modernc.org/cc/v4"
)

// A Test is a litmus test of the benchmarks, ready to run.
type Test struct {
	Name    string
	Title   string // what the test is, in a sentence
	Source  string // the C program
	Program *code.Program
	Observe []string // globals, in the order of an outcome's values
	Threads []Thread

	stated   map[string][]string // outcomes by model, as the source's first comment has them
	observed []explore.Observed
}

// A Thread is what one thread of a test does.
type Thread struct {
	Name  string
	Lines []string // statements, without those that do nothing
}

// Open compiles the test of the lesson.
func (l *Lesson) Open() (*Test, error) { return open(l.Name) }

// open compiles a test of benchmarks/litmus.
func open(name string) (*Test, error) {
	src, err := benchmarks.Files.ReadFile(path.Join("litmus", name+".c"))
	if err != nil {
		return nil, err
	}
	t := &Test{Name: name, Source: string(src)}
	a, err := cfront.Analyse([]cfront.Source{{Name: name + ".c", Text: src}}, cfront.Options{})
	if err != nil {
		return nil, err
	}
	want, err := benchmarks.Parse(t.Source)
	if err != nil {
		return nil, err
	}
	title, _, _ := strings.Cut(strings.TrimPrefix(t.Source, "/* "+name+": "), "\n *\n")
	t.Title = strings.ReplaceAll(title, "\n * ", " ")
	t.Program, t.Observe, t.stated, t.Threads = a.Program, want.Observe, want.Outcomes, threads(a.Trees[0], t.Source)
	t.observed, err = explore.Observe(t.Program, t.Observe)
	return t, err
}

// threads returns the statements of the functions of a file but main.
func threads(tree *parse.Tree, src string) []Thread {
	var list []Thread
	lines := strings.Split(src, "\n")
	for u := tree.AST.TranslationUnit; u != nil; u = u.TranslationUnit {
		f := u.ExternalDeclaration.FunctionDefinition
		if f == nil || parse.IsSystemFile(tree.Pos(f).File) || f.Declarator.Name() == "main" {
			continue
		}
		t := Thread{Name: f.Declarator.Name()}
		brace := tree.Pos(f.CompoundStatement) // where the parser puts __func__, too
		for b := f.CompoundStatement.BlockItemList; b != nil; b = b.BlockItemList {
			if tree.Pos(b.BlockItem) == brace || doesNothing(b.BlockItem.Statement) {
				continue
			}
			tokens := cc.NodeTokens(b.BlockItem)
			first, last := tree.Pos(tokens[0]).Line, tree.Pos(tokens[len(tokens)-1]).Line
			for _, line := range lines[first-1 : last] {
				t.Lines = append(t.Lines, strings.TrimSpace(line))
			}
		}
		list = append(list, t)
	}
	return list
}

// doesNothing reports whether a statement is (void)x; or a return, which says nothing of
// what a thread does.
func doesNothing(s *cc.Statement) bool {
	switch {
	case s == nil:
		return false
	case s.Case == cc.StatementJump:
		return s.JumpStatement.Case == cc.JumpStatementReturn
	case s.Case != cc.StatementExpr:
		return false
	}
	cast, ok := s.ExpressionStatement.ExpressionList.(*cc.CastExpression)
	return ok && cast.Case == cc.CastExpressionCast
}
