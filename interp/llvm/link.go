package llvm

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/library"
	"fencepost/interp/c/parse"
	"fencepost/interp/code"
	"fencepost/interp/llvm/debug"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	"fencepost/interp/llvm/opt"
	"fencepost/interp/llvm/runtime"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// A linker resolves the names of a program's modules, and finds the reachable functions and
// variables.
type linker struct {
	modules   []*ir.Module
	functions []*ir.Function // reached, simplified
	globals   []*ir.Global
	main      *ir.Function
	begin     []*ir.Function
	needs     map[string]bool // functions that C defines

	defined  map[string]*ir.Function
	globalOf map[string]*ir.Global
	own      map[*ir.Module]bool // of the runtime
	throwing map[*ir.Function]bool
	throws   bool // something does
	catches  bool // the program itself catches exceptions
	info     *debug.Info
	replaced map[*ir.Function]*ir.Function // of Rust's library, by functions of the runtime
	limited  bool                          // some wait of C++'s library has a time limit
	reached  map[ir.Value]bool             // of the modules as they are written
	test     *test                         // of Rust's test harness, which runs instead of main; nil: none
}

// link links modules. args choose a test if main belongs to Rust's test harness.
func link(modules []*ir.Module, args []string) (*linker, error) {
	l := &linker{modules: modules, needs: map[string]bool{}, defined: map[string]*ir.Function{}, globalOf: map[string]*ir.Global{},
		own: map[*ir.Module]bool{}, throwing: map[*ir.Function]bool{}, info: debug.New(""), replaced: map[*ir.Function]*ir.Function{}}
	for _, f := range runtime.Text() {
		m, err := ir.Parse(f.Name, f.Text)
		if err != nil {
			return nil, err
		}
		l.modules = append(l.modules, m)
		l.own[m] = true
	}
	for _, m := range l.modules {
		for _, f := range m.Functions {
			if f.Declared { // names that headers of glibc give to functions of C's later versions
				f.Name = strings.TrimPrefix(strings.TrimPrefix(f.Name, "__isoc99_"), "__isoc23_")
			}
			if d := l.defined[f.Name]; !f.Declared && !f.Local && (d == nil || d.Weak && !f.Weak) {
				l.defined[f.Name] = f
			}
		}
		for _, g := range m.Globals {
			if g.Linkage == ir.Defined && !g.Local && l.globalOf[g.Name] == nil {
				l.globalOf[g.Name] = g
			}
		}
	}
	l.replace(modules)
	l.limited = slices.ContainsFunc(modules, hasLimitedWait)
	l.main = l.defined["main"]
	if l.main == nil {
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: modules[0].File}, Message: "the program has no main"}
	}
	harness, err := l.chooseTest(modules, args)
	if err != nil {
		return nil, err
	}
	l.constructors()
	if err := l.catchPanics(modules); err != nil {
		return nil, err
	}
	if err := l.leaveLists(); err != nil {
		return nil, err
	}
	if err := l.findThrowing(); err != nil {
		return nil, err
	}
	for _, v := range harness {
		l.reached[v] = true
	}
	return l, l.reach()
}

// replace finds the functions of Rust's library that the runtime has its own of, and those that the
// runtime calls, and the library's variables that the runtime names; it names all by their paths.
func (l *linker) replace(modules []*ir.Module) {
	paths := map[string][]*ir.Function{} // by a word that the mangled name has, too
	variables := map[string]string{}     // by path, the word that the mangled name has, too
	for m := range l.own {
		for _, g := range m.Globals {
			if strings.Contains(g.Name, "::") {
				variables[g.Name] = g.Name[strings.LastIndex(g.Name, "::")+2:]
			}
		}
		for _, f := range m.Functions {
			if strings.Contains(f.Name, "::") {
				words := word().FindAllString(f.Name, -1)
				last := words[len(words)-1]
				paths[last] = append(paths[last], f)
			}
		}
	}
	for _, m := range modules {
		for _, g := range m.Globals {
			for path, last := range variables {
				if strings.Contains(g.Name, last) && pathOf(strings.TrimSuffix(g.Name, ".0")) == path { // ".0": of a structure of one
					l.globalOf[path] = g
				}
			}
		}
		for _, f := range m.Functions {
			if !strings.HasPrefix(f.Name, "_R") && !strings.HasPrefix(f.Name, "_ZN") {
				continue
			}
			path := ""
			for last, list := range paths {
				if !strings.Contains(f.Name, last) {
					continue
				}
				if path == "" {
					path = pathOf(f.Name)
				}
				for _, r := range list {
					switch {
					case r.Name != path:
					case !r.Declared:
						l.replaced[f] = r
					case !f.Declared:
						l.replaced[r] = f
					}
				}
			}
		}
	}
}

// pathOf returns the path of a mangled name of Rust.
func pathOf(name string) string {
	return inherent().ReplaceAllString(strings.ReplaceAll(lower.Demangled(name), "::<", "<"), "$1::")
}

var (
	word     = lazyregexp.New(`[A-Za-z0-9_]+`)
	inherent = lazyregexp.New(`^<([A-Za-z0-9_:]+)>::`) // a function in an impl of the type itself
)

// Function returns the definition of f, or f if there is none.
func (l *linker) Function(f *ir.Function) *ir.Function {
	if r := l.replaced[f]; r != nil {
		return r
	}
	if f.Declared || !f.Local {
		if d := l.defined[f.Name]; d != nil {
			return d
		}
		if g := l.globalOf[f.Name]; g != nil && g.Alias {
			if d, ok := g.Init.(*ir.Function); ok && d != f {
				return l.Function(d)
			}
		}
	}
	return f
}

// Global returns the definition of g, or g if there is none.
func (l *linker) Global(g *ir.Global) *ir.Global {
	if g.Linkage != ir.Defined || !g.Local {
		if d := l.globalOf[g.Name]; d != nil {
			return d
		}
	}
	return g
}

// Sizes up to which functions are put into their callers: of libraries, and of the program,
// whose calls are worth to be seen.
const (
	inlineLibrary = 250
	inlineProgram = 30
)

// Inline reports whether calls of a function are replaced by its body.
func (l *linker) Inline(f *ir.Function, size int) bool {
	if l.own[f.Module()] {
		return f.Name != "__fp_run_thread"
	}
	if l.throwing[f] && size > 8 || f.NoReturn {
		return false
	}
	if l.info.Function(f).System {
		return size <= inlineLibrary
	}
	return size <= inlineProgram
}

// constructors finds the functions that run before main.
func (l *linker) constructors() {
	type entry struct {
		priority int64
		f        *ir.Function
	}
	var list []entry
	for _, m := range l.modules {
		g, ok := m.ByName["llvm.global_ctors"].(*ir.Global)
		if !ok {
			continue
		}
		c, ok := g.Init.(*ir.Const)
		if !ok {
			continue
		}
		for _, e := range c.Elems {
			if x, ok := e.(*ir.Const); ok && len(x.Elems) >= 2 {
				p, ok := x.Elems[0].(*ir.Const)
				if f, is := x.Elems[1].(*ir.Function); ok && is {
					list = append(list, entry{int64(p.Low), l.Function(f)})
				}
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].priority < list[j].priority })
	for _, e := range list {
		l.begin = append(l.begin, e.f)
	}
}

// walk visits the functions and variables that are reached from where the program begins.
func (l *linker) walk(prepare func(*ir.Function) error, function func(*ir.Function), global func(*ir.Global), instr func(*ir.Function, *ir.Instr)) (seen map[ir.Value]bool, err error) {
	seen = map[ir.Value]bool{}
	var work []ir.Value
	add := func(v ir.Value) {
		if !seen[v] {
			seen[v] = true
			work = append(work, v)
		}
	}
	var value func(v ir.Value)
	value = func(v ir.Value) {
		switch x := v.(type) {
		case *ir.Function:
			add(l.Function(x))
		case *ir.Global:
			d := l.Global(x)
			if d.Alias {
				value(d.Init)
			}
			add(d)
		case *ir.Const:
			for _, e := range x.Elems {
				value(e)
			}
		}
	}
	add(l.main)
	for _, f := range l.begin {
		add(f)
	}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		switch x := v.(type) {
		case *ir.Function:
			if x.Declared {
				function(x)
				continue
			}
			if err := prepare(x); err != nil {
				return nil, err
			}
			function(x)
			for _, b := range x.Blocks {
				for _, i := range b.Code {
					instr(x, i)
					for _, a := range i.Args {
						value(a)
					}
					for _, c := range i.Clauses {
						value(c.Value)
					}
				}
			}
		case *ir.Global:
			if x.Alias {
				continue
			}
			global(x)
			if x.Init != nil {
				value(x.Init)
			}
		}
	}
	return seen, nil
}

// throwsOfLibrary reports whether a function is one by which the library throws its own exceptions.
func throwsOfLibrary(f *ir.Function) bool {
	return strings.HasPrefix(f.Name, "_ZSt") && strings.Contains(f.Name, "__throw_") || strings.HasPrefix(f.Name, "__cxa_bad_")
}

// findThrowing finds the functions that may end by an exception. It visits all calls, so it also looks for
// those with a wrong memory order: its error names them.
func (l *linker) findThrowing() error {
	callers := map[*ir.Function][]*ir.Function{}
	var work, indirect []*ir.Function
	handlers, again := map[*ir.Function]bool{}, map[*ir.Function]bool{}
	library := map[*ir.Function]bool{}
	var wrong []trace.Diagnostic
	seen, err := l.walk(l.body, func(f *ir.Function) {
		library[f] = throwsOfLibrary(f)
	}, func(*ir.Global) {}, func(f *ir.Function, i *ir.Instr) {
		if i.Op == "landingpad" && len(i.Clauses) > 0 && !l.info.Function(f).System {
			l.catches = true
		}
		if d := l.wrongOrder(f, i); d != nil {
			wrong = append(wrong, *d)
		}
		if i.Op != "call" && i.Op != "invoke" || i.NoThrow {
			return
		}
		callee := opt.Callee(i)
		if callee == nil {
			if c, ok := i.Args[len(i.Args)-1].(*ir.Const); !ok || c.Kind != ir.ConstAsm {
				indirect = append(indirect, f)
			}
			return
		}
		d := l.Function(callee)
		switch d.Name {
		case "__cxa_throw", "__cxa_rethrow", "_Unwind_Resume", raise:
			work = append(work, f)
			again[f] = again[f] || d.Name == "__cxa_rethrow"
		case "__cxa_begin_catch":
			handlers[f] = f.Name != "__clang_call_terminate"
		default:
			callers[d] = append(callers[d], f)
		}
	})
	if err == nil && len(wrong) > 0 {
		return &parse.Error{Diagnostics: wrong}
	}
	l.reached = seen
	for f := range handlers { // of the library: those that do more than to clean up
		l.catches = l.catches || handlers[f] && !again[f]
	}
	if !l.catches { // an exception of the library is an error where it is thrown
		work = slices.DeleteFunc(work, func(f *ir.Function) bool { return library[f] })
		for f, is := range library {
			if is {
				f.Declared = true
				delete(l.defined, f.Name)
			}
		}
	}
	if err != nil || len(work) == 0 {
		return err
	}
	l.throws = true
	work = append(work, indirect...)
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if l.throwing[f] || f.NoUnwind {
			continue
		}
		l.throwing[f] = true
		work = append(work, callers[f]...)
	}
	return nil
}

// mayThrow reports whether a function returns to its caller whether it ended by an exception. All do
// if any function may throw, because functions can be called by their addresses.
func (l *linker) mayThrow(f *ir.Function) bool { return l.throws && !f.Declared }

// Throws reports whether a call may end by an exception.
func (l *linker) Throws(i *ir.Instr) bool {
	if !l.throws {
		return false
	}
	callee := opt.Callee(i)
	if callee == nil {
		c, ok := i.Args[len(i.Args)-1].(*ir.Const)
		return !i.NoThrow && (!ok || c.Kind != ir.ConstAsm)
	}
	d := l.Function(callee)
	return d.Name == "__cxa_throw" || d.Name == "__cxa_rethrow" || d.Name == raise || l.throwing[d]
}

// reach simplifies the reachable functions, and finds the names that C functions define.
func (l *linker) reach() error {
	s := opt.New(l)
	needs := func(name string) {
		if _, ok := runtime.Defining(name); ok {
			l.needs[name] = true
		} else if _, ok := library.Lookup(name); !ok && library.HeaderOf(name) != "" {
			l.needs[name] = true
		}
	}
	_, err := l.walk(s.Simplify, func(f *ir.Function) {
		if !f.Declared {
			l.functions = append(l.functions, f)
			return
		}
		if rest, ok := strings.CutPrefix(f.Name, "llvm."); ok {
			words := strings.Split(rest, ".")
			needs("__fp_" + words[0])
			if len(words) > 1 && words[1] == "sat" {
				needs("__fp_" + words[0] + "_sat")
			}
			return
		}
		if f.Name == "syscall" { // which takes any number of arguments
			needs("__fp_syscall")
			return
		}
		if f.Variadic && !defined(f.Name) {
			return // its call is reported
		}
		needs(f.Name)
		if f.Name == "__cxa_thread_atexit" {
			needs(lower.ThreadExits)
			needs(lower.MainThreadExit)
		}
		if f.Name == "__cxa_throw" {
			needs(lower.ThrownAt)
		}
		if f.Name == "__cxa_atexit" || f.Name == "__fp_atexit" {
			needs(lower.AtExit)
		}
	}, func(g *ir.Global) {
		l.globals = append(l.globals, g)
	}, func(f *ir.Function, i *ir.Instr) {
		if i.Op == "landingpad" {
			needs("__fp_exception_matches")
		}
		if i.Op != "call" {
			return
		}
		if c, ok := i.Args[len(i.Args)-1].(*ir.Const); ok && c.Kind == ir.ConstAsm {
			for name, function := range lower.Scans {
				if strings.Contains(c.Text, name) {
					needs(function)
				}
			}
		}
	})
	return err
}

// defined reports whether the runtime, or a header of the library, defines a function.
func defined(name string) bool {
	if _, ok := runtime.Defining(name); ok {
		return true
	}
	text, _ := library.Header(library.HeaderOf(name))
	return parse.Definition(name).MatchString(text)
}

// runtimePos makes the file of a position one that belongs to no program.
func runtimePos(p *trace.Pos) {
	if p.File != "" && p.File[0] != '<' {
		p.File = "<" + p.File + ">"
	}
}

// callbacks are the types of functions that C calls through pointers.
var callbacks = map[string]string{"__fp_type_v": "void()", "__fp_type_v_p": "void(ptr,)", "__fp_type_p_p": "ptr(ptr,)", "__fp_type_i_pp": "i32(ptr,ptr,)"}

// bases caches the programs of C functions, by their sources.
var bases sync.Map

// A baseProgram is a program of C functions.
type baseProgram struct {
	program *code.Program
	types   map[string]int32
}

// base compiles the C functions that the program needs.
func (l *linker) base() (*code.Program, map[string]int32, error) {
	var names []string
	for n := range l.needs {
		names = append(names, n)
	}
	slices.Sort(names)
	key := strings.Join(names, " ")
	if b, ok := bases.Load(key); ok {
		return b.(*baseProgram).program, b.(*baseProgram).types, nil
	}
	var text strings.Builder
	included := map[string]string{} // the files that are included, by path
	include := func(line, path, content string) {
		if _, ok := included[line]; !ok {
			included[line], included[path] = content, content
			text.WriteString(line)
		}
	}
	for _, n := range append(slices.Sorted(maps.Keys(callbacks)), names...) {
		if f, ok := runtime.Defining(n); ok {
			path := strings.Trim(f.Name, "<>")
			include(fmt.Sprintf("#include \"%s\"\n", path), path, f.Text)
		} else {
			include(fmt.Sprintf("#include <%s>\n", library.HeaderOf(n)), "", "")
		}
	}
	text.WriteString("int main(void)\n{\n")
	for k, n := range append(slices.Sorted(maps.Keys(callbacks)), names...) { // without unreferenced functions
		fmt.Fprintf(&text, "\tvoid *p%d = (void *)%s;\n", k, n)
	}
	text.WriteString("\treturn 0;\n}\n")
	sources := []cfront.Source{{Name: "llvm.c", Text: []byte(text.String())}}
	read := func(path string) ([]byte, error) {
		if content, ok := included[path]; ok {
			return []byte(content), nil
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	p, err := cfront.CompileAll(sources, cfront.Options{ReadFile: read, Defines: []string{"_GNU_SOURCE"}})
	if err != nil {
		return nil, nil, fmt.Errorf("llvm: the runtime: %w", err)
	}
	p.Warnings = nil
	types := map[string]int32{}
	for i := range p.Sites {
		runtimePos(&p.Sites[i].Pos)
	}
	for i := range p.Objects { // they are no variables of the program
		p.Objects[i].Scalars = nil
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		runtimePos(&f.Pos)
		for k := range f.PosOf {
			runtimePos(&f.PosOf[k])
		}
		f.System = true
		if t, ok := callbacks[p.Funcs[i].Name]; ok {
			types[t] = p.Funcs[i].Sig
		}
		if p.Funcs[i].Name == "main" {
			p.Funcs[i].Name = "main of the runtime"
		}
	}
	bases.Store(key, &baseProgram{p, types})
	return p, types, nil
}
