package lower

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/opt"
	"fencepost/trace"
)

// maxGlobal bounds the size of a variable.
const maxGlobal = 1 << 30

// defineGlobals lays out the variables, the arguments of main among them, and computes their
// initial content.
func (l *lowerer) defineGlobals() {
	l.sortGlobals()
	for _, g := range l.Globals {
		if g.T.Size() > maxGlobal {
			fail(g.Pos, "@%s is too large", g.Name)
		}
		o := code.Object{Name: Demangled(g.Name), Pos: g.Pos, Size: max(1, g.T.Size()), ReadOnly: g.Constant}
		if v, ok := l.Info.Global(g.Module(), g.Debug); ok {
			o.Name, o.Pos, o.Scalars = v.Name, v.Pos, v.Scalars
		} else if g.Local && g.Constant { // the compiler's, with a name that says nothing
			o.Name = "constant"
		}
		if g.ThreadLocal {
			l.objects[g] = len(l.prog.TLS)
			l.prog.TLS = append(l.prog.TLS, o)
		} else {
			l.objects[g] = len(l.prog.Objects)
			l.prog.Objects = append(l.prog.Objects, o)
		}
	}
	argv := code.Object{Name: "argv", Size: 8 * int64(len(l.Args)+2)}
	first := len(l.prog.Objects)
	for _, text := range append([]string{"program"}, l.Args...) {
		l.prog.Objects = append(l.prog.Objects, code.Object{Name: strconv.Quote(text), Size: int64(len(text) + 1), Init: []byte(text)})
	}
	l.prog.Objects = append(l.prog.Objects, argv)
	code.Layout(l.prog.Objects)
	init := make([]byte, 8*(len(l.Args)+1))
	for i := range len(l.Args) + 1 {
		code.PutWord(init[8*i:], 8, l.prog.Objects[first+i].Addr)
	}
	l.argv().Init = init
	for _, g := range l.Globals {
		if g.Init == nil {
			continue
		}
		b := make([]byte, g.T.Size())
		l.image(b, g.Init, g.Pos)
		for len(b) > 0 && b[len(b)-1] == 0 {
			b = b[:len(b)-1]
		}
		if g.ThreadLocal {
			l.prog.TLS[l.objects[g]].Init = b
		} else {
			l.prog.Objects[l.objects[g]].Init = b
		}
	}
	l.giveRust()
}

// giveRust gives main's arguments to Rust's library, which keeps them in two variables. They have them
// from the start: a function of .init_array would store them, an event of every program.
func (l *lowerer) giveRust() {
	for _, g := range l.Globals {
		var value int64
		switch Demangled(strings.TrimSuffix(g.Name, ".0")) { // the only field of an atomic type
		case "std::sys::args::unix::imp::ARGC":
			value = int64(len(l.Args) + 1)
		case "std::sys::args::unix::imp::ARGV":
			value = int64(l.argv().Addr)
		default:
			continue
		}
		init := make([]byte, 8)
		code.PutWord(init, 8, uint64(value))
		l.prog.Objects[l.objects[g]].Init = init
	}
}

// argv returns the last object, the array of main's arguments.
func (l *lowerer) argv() *code.Object { return &l.prog.Objects[len(l.prog.Objects)-1] }

// sortGlobals puts variables in the order in which the source has them, those that it does not
// have last.
func (l *lowerer) sortGlobals() {
	at := map[*ir.Global]trace.Pos{}
	for _, g := range l.Globals {
		v, _ := l.Info.Global(g.Module(), g.Debug)
		at[g] = v.Pos
	}
	slices.SortStableFunc(l.Globals, func(a, b *ir.Global) int {
		x, y := at[a], at[b]
		if (x.Line == 0) != (y.Line == 0) {
			return cmp.Compare(y.Line, x.Line)
		}
		return x.Compare(y)
	})
}

// image writes constant v to b.
func (l *lowerer) image(b []byte, v ir.Value, pos trace.Pos) {
	t := v.Type()
	if c, ok := v.(*ir.Const); ok {
		switch c.Kind {
		case ir.ConstNull, ir.ConstUndef:
			return
		case ir.ConstBytes:
			copy(b, c.Bytes)
			return
		case ir.ConstAggregate:
			for k, e := range c.Elems {
				off := int64(0)
				if t.Kind == ir.Struct {
					off = t.Offset(k)
				} else {
					off = int64(k) * t.Elem.Size()
				}
				l.image(b[off:], e, pos)
			}
			return
		case ir.ConstInt, ir.ConstFloat:
			if t.Bits > 64 {
				code.PutWord(b, 8, c.Low)
				code.PutWord(b[8:], uint8(min(8, t.Size()-8)), c.High)
				return
			}
			code.PutWord(b, uint8(t.Size()), c.Low)
			return
		}
	}
	x, ok := l.address(v)
	if !ok {
		fail(pos, "this initialiser is not supported")
	}
	code.PutWord(b, uint8(t.Size()), uint64(x))
}

// address returns the value of a constant that is known when the program begins: an address, or a
// value computed from constants.
func (l *lowerer) address(v ir.Value) (int64, bool) {
	switch v := v.(type) {
	case *ir.Function:
		return l.functionAddress(v)
	case *ir.Global:
		return l.globalAddress(v)
	case *ir.Const:
		switch v.Kind {
		case ir.ConstInt, ir.ConstFloat:
			return int64(v.Low), v.T.Bits <= 64
		case ir.ConstNull, ir.ConstUndef:
			return 0, true
		case ir.ConstExpr:
			return l.expression(v)
		}
	}
	return 0, false
}

func (l *lowerer) globalAddress(g *ir.Global) (int64, bool) {
	d := l.Global(g)
	if d.Alias {
		return l.address(d.Init)
	}
	i, ok := l.objects[d]
	switch {
	case d.Linkage == ir.ExternWeak:
		return 0, true
	case !ok || d.ThreadLocal:
		return 0, false
	}
	return int64(l.prog.Objects[i].Addr), true
}

// missing returns the variable that v is the address of, or of a place in, if nothing defines it. The
// variables of the system's libraries and the compiler's tables of types are there, with zeros.
func (l *lowerer) missing(v ir.Value) *ir.Global {
	switch v := v.(type) {
	case *ir.Global:
		d := l.Global(v)
		given := func(prefix string) bool { return strings.HasPrefix(d.Name, prefix) }
		if d.Linkage == ir.External && !slices.Contains(library.Objects, d.Name) &&
			!slices.ContainsFunc([]string{"__", "_ZS", "_ZNS", "_ZT"}, given) {
			return d
		}
	case *ir.Const:
		if v.Kind == ir.ConstExpr {
			return l.missing(v.Elems[0])
		}
	}
	return nil
}

// functionAddress returns the address of a function. For a function of Base it is the address of a
// function that calls it.
func (l *lowerer) functionAddress(f *ir.Function) (int64, bool) {
	d := l.Function(f)
	if i, ok := l.funcs[d]; ok {
		return int64(code.FuncAddr(i)), true
	}
	if d.Declared && d.Optional && !l.known(d.Name) {
		return 0, true
	}
	key := d.Name + " " + d.FuncType().String()
	i, ok := l.thunks[key]
	if !ok {
		i = len(l.prog.Funcs)
		l.thunks[key] = i
		l.prog.Funcs = append(l.prog.Funcs, code.Func{Name: Demangled(d.Name)})
		t := l.thunk(d)
		l.prog.Funcs[i] = t
	}
	return int64(code.FuncAddr(i)), true
}

// known reports whether Base or the machine has a function.
func (l *lowerer) known(name string) bool {
	_, base := l.Names[name]
	_, machine := library.Lookup(name)
	return base || machine || strings.Contains(name, "pthread_") // by which the library finds out whether there are threads
}

func (l *lowerer) expression(c *ir.Const) (int64, bool) {
	x, ok := l.address(c.Elems[0])
	if !ok {
		return 0, false
	}
	switch c.Op {
	case "getelementptr":
		off, ok := opt.ConstantOffset(c.From, c.Elems[1:])
		return x + off, ok
	case "bitcast", "inttoptr", "addrspacecast":
		return x, true
	case "ptrtoint", "trunc", "sext", "zext":
		if c.Op == "zext" {
			if from := c.Elems[0].Type().Bits; from < 64 {
				x &= 1<<from - 1
			}
		}
		return int64(opt.Extend(uint64(x), max(1, c.T.Bits))), true
	}
	y, ok := l.address(c.Elems[1])
	if !ok {
		return 0, false
	}
	x, ok = code.Eval(opt.Binaries[c.Op], x, y)
	return int64(opt.Extend(uint64(x), max(1, c.T.Bits))), ok
}
