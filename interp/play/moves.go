package play

import (
	"fmt"
	"strconv"

	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// enabled lists the possible moves.
func (v *viewer) enabled(q *question) {
	if q == nil {
		return
	}
	v.out.Asks = q.kind.String()
	shown := min(q.n, MaxShown)
	v.out.More = q.n - shown
	for k := range shown {
		m := Move{Number: k, Thread: q.thread, Kind: "choice"}
		site := q.op.Site
		switch q.kind {
		case interp.Schedule:
			a := q.steps[k]
			m.Thread, site = a.Thread, a.Site
			if a.Store != 0 {
				m.Kind, m.Label = "commit", v.thread(a.Thread)+": "+v.store(a.Store)+" leaves the buffer and reaches memory"
			} else {
				m.Kind, m.Label = "step", v.thread(a.Thread)+": "+v.operation(v.machine.Next(a.Thread))
			}
		case interp.ReadFrom:
			m.Kind, m.Old = "read", k < q.n-1
			m.Label = v.reading(q, k)
		default:
			m.Label = v.thread(q.thread) + ": " + answer(q.kind, k)
			site = -1
		}
		if site >= 0 {
			at := v.program.Code.Sites[site].Pos
			m.File, m.Line, m.Col = at.File, at.Line, at.Col
		}
		v.out.Enabled = append(v.out.Enabled, m)
	}
}

// operation describes the next operation of a thread.
func (v *viewer) operation(op *models.Op) string {
	if op.Kind != trace.Exit && op.Site >= 0 && int(op.Site) < len(v.program.Code.Sites) {
		return v.program.Code.Sites[op.Site].Text
	}
	if op.Kind == trace.Exit {
		return "end"
	}
	return op.Kind.String()
}

// store returns "x = 1" for the store of an event.
func (v *viewer) store(id models.StoreID) string {
	if id < 1 || int(id) > len(v.rec.Events) {
		return "a store"
	}
	return v.names.Assignment(&v.rec.Events[id-1])
}

// reading describes the k-th alternative of a read.
func (v *viewer) reading(q *question, k int) string {
	addr, size := v.machine.Where(q.op.Loc)
	who, from := v.thread(q.thread), q.stores[k]
	text := fmt.Sprintf("%s: read %s = %s, the initial value", who, v.location(q, addr), v.names.Initial(addr, size))
	if from > 0 && int(from) <= len(v.rec.Events) {
		text = fmt.Sprintf("%s: read %s, stored by %s", who, v.store(from), v.thread(v.rec.Events[from-1].Thread))
	}
	if k < q.n-1 {
		text += ": an older value"
	}
	return text
}

// location returns the name of the memory of a question.
func (v *viewer) location(q *question, addr uint64) string {
	return v.names.Location(&trace.Event{Addr: addr, Site: q.op.Site})
}

// answer describes an alternative of a choice that is neither of steps nor of stores.
func answer(kind interp.ChoiceKind, k int) string {
	pick := func(no, yes string) string {
		if k == 0 {
			return no
		}
		return yes
	}
	switch kind {
	case interp.WeakFail:
		return pick("the weak compare-exchange does not fail of itself", "the weak compare-exchange fails of itself")
	case interp.Reuse:
		return pick("the allocation gets new addresses", "the allocation gets a block that was freed")
	case interp.AllocFail:
		return pick("the allocation succeeds", "the allocation fails")
	case interp.Spurious:
		return pick("the wait goes on", "the wait ends of itself")
	case interp.Wake:
		return fmt.Sprintf("wakes waiting thread number %d, in order of arrival", k+1)
	}
	return pick("the lowest value", "the lowest value and "+strconv.Itoa(k))
}

// registers lists the contents of a thread's registers.
func registers(t *vm.Thread, named []litmus.Register) []Register {
	list := []Register{}
	window, pc := []int64(nil), 0
	if t.Depth() == 0 {
		window = t.Registers()
		pc, _ = t.Place()
	}
	for _, r := range named {
		out := Register{Name: r.Name}
		if r.Number < len(window) && (pc > r.Set || t.State == vm.Done) {
			out.Value = strconv.FormatInt(window[r.Number], 10)
		}
		list = append(list, out)
	}
	return list
}
