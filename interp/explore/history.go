package explore

import (
	"bytes"

	"fencepost/models/axiom"
)

// A Method is an operation of a concurrent object in an execution, which the program
// marks with method_begin and method_end of <fencepost/method.h>.
type Method struct {
	Thread           int32
	Name             string
	Argument, Result int64
	Ended            bool // the thread came to method_end
	begin, end       int32
}

// Methods returns the operations of the execution, threads one after the other, each in
// program order.
func (e *Execution) Methods() (list []Method) {
	x := e.x
	for t := range x.g.Threads {
		open, parts := false, 0
		for _, id := range x.g.Threads[t].Events {
			v := &x.g.Events[id]
			if v.Kind != axiom.Write || v.Site < 0 {
				continue
			}
			switch x.prog.Sites[v.Site].Func {
			case "method_begin":
				if parts == 0 {
					list = append(list, Method{Thread: int32(t), Name: x.text(v.Value), begin: id})
					open = true
				} else {
					list[len(list)-1].Argument = int64(v.Value)
				}
				parts = 1 - parts
			case "method_end":
				if open {
					m := &list[len(list)-1]
					m.Result, m.Ended, m.end = int64(v.Value), true, id
					open = false
				}
			}
		}
	}
	return list
}

// Precedes reports whether operation a has ended before b begins, in all that the
// execution stands for: by happens-before, of a hardware model by program order and rf.
func (e *Execution) Precedes(a, b *Method) bool { return a.Ended && e.x.g.Ordered(a.end, b.begin) }

// text returns the string at an address of the program's own objects.
func (x *explorer) text(addr uint64) string {
	for i := range x.prog.Objects {
		o := &x.prog.Objects[i]
		if addr-o.Addr < uint64(o.Size) {
			s := o.Init[min(int(addr-o.Addr), len(o.Init)):]
			if n := bytes.IndexByte(s, 0); n >= 0 {
				s = s[:n]
			}
			return string(s)
		}
	}
	return ""
}
