package compilers

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/search/candidates"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Mapping is a table that translates each access and fence of C11 for a machine. Its text
// is
//
//	model riscv                              the machine's memory model
//	load seq_cst: Fence.rw.rw; load; Fence.r.rw
//	store release, seq_cst: Fence.rw.w; store
//	rmw acquire: rmw Acq                     one tag for the read and for the write
//	rmw acq_rel: rmw read=Acq write=Rel      or one for each
//	fence acq_rel: Fence.tso
//
// with a row for each order of C11; # begins a comment. Tags and fences have the names of
// the model. A fence may stand before and after an access, and a branch on the value read
// before the fence after it. A compare-exchange is an rmw of its success order, which the
// failure order may raise.
type Mapping struct {
	Name    string
	Model   string
	mapping isa.Mapping
}

// A base describes an rmw of a machine: its tags, and those of a failed compare-exchange.
type base struct {
	rmw, failed isa.Tags
	choice      bool
}

// bases are the common parts of the tables for a machine's model.
var bases = map[string]base{
	"tso": {rmw: isa.X, failed: isa.X}, "armv8": {rmw: isa.X, choice: true}, "armv7": {rmw: isa.EX},
	"power": {rmw: isa.EX}, "riscv": {rmw: isa.X},
}

// orders are the orders of each kind of row.
var orders = map[string][]trace.Order{
	"load":  {trace.Relaxed, trace.Acquire, trace.SeqCst},
	"store": {trace.Relaxed, trace.Release, trace.SeqCst},
	"rmw":   {trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
	"fence": {trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
}

//go:embed mappings
var shipped embed.FS

// Mappings returns the names of the embedded tables.
func Mappings() []string {
	files, _ := shipped.ReadDir("mappings")
	return lists.Map(files, func(f fs.DirEntry) string { return strings.TrimSuffix(f.Name(), ".map") })
}

// ShippedMapping returns an embedded table.
func ShippedMapping(name string) (*Mapping, error) {
	text, err := shipped.ReadFile(path.Join("mappings", name+".map"))
	if err != nil {
		return nil, fmt.Errorf("there is no mapping %s: choose from %s, or give a file", name, strings.Join(Mappings(), ", "))
	}
	return ParseMapping(name+".map", string(text))
}

// ParseMapping reads a table. Its errors begin with file and line.
func ParseMapping(file, text string) (*Mapping, error) {
	m := &Mapping{Name: strings.TrimSuffix(path.Base(file), ".map")}
	m.mapping.Halves, m.mapping.Machine = true, true
	var known []string
	rows := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fail := func(format string, args ...any) (*Mapping, error) {
			return nil, fmt.Errorf("%s:%d:1: %s", file, i+1, fmt.Sprintf(format, args...))
		}
		head, steps, isRow := strings.Cut(line, ":")
		words := strings.Fields(strings.ReplaceAll(head, ",", " "))
		switch {
		case len(words) == 0:
		case m.Model == "" && (len(words) != 2 || words[0] != "model"):
			return fail("the first row is model and its name")
		case words[0] == "model":
			b, ok := bases[words[len(words)-1]]
			if !ok || m.Model != "" {
				return fail("one model is given: tso, armv8, armv7, power or riscv")
			}
			m.Model = words[1]
			page, err := candidates.Lookup(m.Model)
			if err != nil {
				return fail("%v", err)
			}
			known = page.Sets()
			m.mapping.Choice, m.mapping.Failed = b.choice, b.failed
		case !isRow || len(words) < 2 || orders[words[0]] == nil:
			return fail("a row is load, store, rmw or fence, its orders, a colon and what it becomes")
		default:
			how, err := lowering(words[0], steps, bases[m.Model].rmw, known)
			if err != nil {
				return fail("%v", err)
			}
			for _, name := range words[1:] {
				row := words[0] + " " + name
				at := slices.IndexFunc(orders[words[0]], func(o trace.Order) bool { return o.String() == name })
				if at < 0 || rows[row] {
					return fail("%s is no row of a mapping, or stands twice", row)
				}
				rows[row] = true
				m.put(words[0], orders[words[0]][at], how)
			}
		}
	}
	for _, kind := range []string{"load", "store", "rmw", "fence"} {
		for _, o := range orders[kind] {
			if !rows[kind+" "+o.String()] {
				return nil, fmt.Errorf("%s:1:1: there is no row of %s %s", file, kind, o)
			}
		}
	}
	return m, nil
}

// put stores a row. Plain accesses are translated like relaxed ones, consume like acquire.
func (m *Mapping) put(kind string, o trace.Order, how isa.Lowering) {
	to := map[string]*[trace.NumOrders]isa.Lowering{"load": &m.mapping.Load, "store": &m.mapping.Store, "rmw": &m.mapping.RMW, "fence": &m.mapping.Fence}[kind]
	to[o] = how
	switch {
	case o == trace.Relaxed:
		to[trace.Plain] = how
	case o == trace.Acquire:
		to[trace.Consume] = how
	}
}

// lowering reads the translation in a row.
func lowering(kind, steps string, rmw isa.Tags, known []string) (l isa.Lowering, err error) {
	accessed := false
	if kind == "rmw" {
		l.Tags = rmw
	}
	for _, step := range strings.Split(steps, ";") {
		words := strings.Fields(step)
		switch {
		case len(words) == 0:
		case words[0] == kind && kind != "fence" && !accessed:
			accessed = true
			for _, w := range words[1:] {
				name, to := w, &l.Tags
				if half, tag, ok := strings.Cut(w, "="); ok && kind == "rmw" {
					name, to = tag, map[string]*isa.Tags{"read": &l.ReadTags, "write": &l.WriteTags}[half]
				}
				if to == nil || !slices.Contains(known, name) || isa.Tag(name) == 0 {
					return l, fmt.Errorf("%s is no tag of the model", w)
				}
				*to |= isa.Tag(name)
			}
		case step == " branch" && accessed && kind != "store" && l.After == 0:
			l.Branch = true
		case len(words) == 1 && slices.Contains(known, words[0]) && isa.Tag(words[0]) != 0:
			to := &l.Before
			if accessed || kind == "fence" {
				to = &l.After
			}
			if *to != 0 {
				return l, fmt.Errorf("%s is the second fence in one place", words[0])
			}
			*to = isa.Tag(words[0])
		default:
			return l, fmt.Errorf("%q is neither %s nor a fence of the model", strings.TrimSpace(step), kind)
		}
	}
	if !accessed && kind != "fence" {
		return l, fmt.Errorf("the %s itself is missing", kind)
	}
	if l.Branch && l.After == 0 {
		return l, fmt.Errorf("a branch stands before a fence")
	}
	return l, nil
}

// A mapped is the translation that a mapping makes.
type mapped struct{ m *Mapping }

func (x mapped) program(t *Test) (*isa.Program, []string, error) {
	p, err := isa.Lower(t.source.program, &x.m.mapping)
	return p, nil, err
}

func (x mapped) addr(t *Test, object string) uint64 { return t.source.addr(object) }

var shorter = strings.NewReplacer("atomic_", "", "_explicit", "", "memory_order_", "")

// lines returns the accesses and fences of a thread.
func (x mapped) lines(t *Test, thread int) (list []string) {
	p, _, err := x.program(t)
	if err != nil {
		return nil
	}
	th := p.Threads[thread]
	for i := range th.Code {
		in := &th.Code[i]
		verb := map[isa.Kind]string{isa.Load: "load", isa.Store: "store", isa.Amo: "rmw", isa.Cas: "rmw"}[in.Kind]
		if verb == "" && in.Kind != isa.Fence {
			continue
		}
		half := func(which string, tags isa.Tags) []string {
			return lists.Map(tags.Names(), func(name string) string { return which + "=" + name })
		}
		words := slices.Concat([]string{verb}, in.Tags.Names(), half("read", in.ReadTags), half("write", in.WriteTags))
		text := "\t" + strings.TrimSpace(strings.Join(words, " "))
		if verb != "" {
			text += "  " + shorter.Replace(th.Src[in.Src].Text)
		}
		list = append(list, text)
	}
	return list
}
