package code

// After analyses function f after the call at pc, until it asserts something or performs an
// operation that other threads may notice, except operations of mutexes. again reports
// whether it may return to pc, returns whether it may return. If a wait for a condition
// variable may be reached again, its condition is tested again.
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
			if in.Op.Jumps() {
				from(int(in.Imm))
			}
			returns = returns || in.Op == Ret || in.Op == RetV
			if in.Ends() || !p.quiet(in, quiet) {
				return
			}
			i++
		}
	}
	from(pc + 1)
	return again, returns
}

// quiet reports whether After continues after instruction in. known has the functions whose
// bodies are quiet or are being examined.
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
