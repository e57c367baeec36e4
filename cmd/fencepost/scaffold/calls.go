package scaffold

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// A Call is the call of a function in a thread.
type Call struct {
	Locals []string // declarations
	Call   string
}

// call adds calls to the harness: the first thread calls the first function, the second
// thread the last one.
func (p *Project) call(functions []string) error {
	if len(functions) == 0 {
		return nil
	}
	if len(functions) > 2 {
		return &trace.Diagnostic{Message: "a harness has two threads, each of which calls one function"}
	}
	p.Calls = true
	var err error
	if p.First, err = p.callOf(functions[0]); err == nil {
		p.Second, err = p.callOf(functions[len(functions)-1])
	}
	return err
}

// callOf returns the call of a function that a file of the project declares. Pointers to
// structures point to objects that the threads share, other pointers to variables, and
// numbers are 1.
func (p *Project) callOf(name string) (Call, error) {
	var c Call
	parameters, found := "", false
	for _, file := range slices.Concat(p.Headers, p.Sources) {
		text, err := os.ReadFile(file)
		if err != nil {
			return c, err
		}
		m := regexp.MustCompile(`(?m)^[ \t]*[A-Za-z_][^;#"(){}=]*\b` + regexp.QuoteMeta(name) + `[ \t\r\n]*\(([^;{}()]*)\)`).FindSubmatch(text)
		if m != nil {
			parameters, found = string(m[1]), true
			break
		}
	}
	if !found {
		return c, &trace.Diagnostic{Message: fmt.Sprintf("no file of the project declares a function %s", name)}
	}
	var arguments []string
	for i, parameter := range strings.Split(parameters, ",") {
		typ, pointer := typeOf(parameter)
		switch {
		case typ == "" || typ == "void" && !pointer:
			continue
		case !pointer:
			arguments = append(arguments, "1")
		case typ == "void":
			arguments = append(arguments, "0")
		case numbers().MatchString(typ):
			local := fmt.Sprintf("v%d", i)
			c.Locals = append(c.Locals, typ+" "+local+" = 0")
			arguments = append(arguments, "&"+local)
		default:
			arguments = append(arguments, "&"+p.share(typ))
		}
	}
	c.Call = name + "(" + strings.Join(arguments, ", ") + ")"
	return c, nil
}

// share returns the object of a type that the threads share.
func (p *Project) share(typ string) string {
	name := "shared_" + notName().ReplaceAllString(typ, "_")
	if declaration := typ + " " + name; !slices.Contains(p.Shared, declaration) {
		p.Shared = append(p.Shared, declaration)
	}
	return name
}

var (
	qualifiers = lazyregexp.New(`\b(const|volatile|restrict|register|__restrict|__restrict__)\b`)
	parameter  = lazyregexp.New(`^((?:struct |enum |union |unsigned |signed |long |short )*[A-Za-z_][A-Za-z_0-9:<>]*)\s*([*&\s]*)([A-Za-z_][A-Za-z_0-9]*)?\s*(\[[^\]]*\])?$`)

	numbers = lazyregexp.New(`^(unsigned|signed|char|short|int|long|float|double|bool|_Bool|u?int\d+_t|size_t|ssize_t|u?intptr_t| )+$`)
)

// typeOf returns the type of a parameter without its name, and whether it is a pointer or
// reference to that type.
func typeOf(text string) (typ string, pointer bool) {
	text = strings.Join(strings.Fields(qualifiers().ReplaceAllString(text, " ")), " ")
	m := parameter().FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	typ = m[1]
	if i := strings.LastIndexByte(typ, ' '); i >= 0 && numbers().MatchString(typ[:i]) && !numbers().MatchString(typ[i:]) {
		typ = typ[:i] // the rest is the name
	}
	return typ, strings.ContainsAny(m[2], "*&") || m[4] != ""
}
