package code

// After tells what function f does behind instruction pc, a call, until it asserts
// something or does what another thread may notice, locks of mutexes aside: again
// reports whether it may come back to pc, returns whether it may return. A wait for
// a condition variable that is come back to is one whose condition is tested again.
func (p *Program) After(f *Func, pc int) (again, returns bool) {
	seen := make([]bool, len(f.Code))
	quiet := map[*Func]bool{}
	var from func(i int)
	from = func(i int) {
		for i < len(f.Code) && !seen[i] {
			if i == pc {
				again = true
				return
			}
			seen[i] = true
			in := f.Code[i]
			switch ops[in.Op].form {
			case jump, jumpIf, jumpCmp:
				from(int(in.Imm))
			}
			returns = returns || in.Op == Ret || in.Op == RetV
			if in.ends() || !p.quiet(in, quiet) {
				return
			}
			i++
		}
	}
	from(pc + 1)
	return again, returns
}

// quiet reports whether After looks beyond instruction in. The functions
// whose bodies are known to be quiet, or are being looked at, are in known.
func (p *Program) quiet(in Instr, known map[*Func]bool) bool {
	switch in.Op {
	case Store, RMW, CAS, DCAS, CallR, Assert:
		return false
	case Sys:
		switch id := SysID(in.C); id {
		case Free, Realloc, Memcpy, Memmove, Memset, ThreadCreate, ThreadJoin, ThreadAwait:
			return false
		case MutexLock, MutexUnlock:
			return true
		default:
			return id < MutexInit || id > OnceEnd
		}
	case Call:
		f := &p.Funcs[in.Imm]
		q, ok := known[f]
		if ok {
			return q
		}
		known[f] = true
		for _, i := range f.Code {
			if !p.quiet(i, known) {
				known[f] = false
				break
			}
		}
		return known[f]
	}
	return true
}
