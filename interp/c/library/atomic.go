package library

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
)

// An AtomicForm says what an atomic operation does and what its arguments are,
// one letter each:
//
//	A  a pointer to the object
//	v  a value of the object's type
//	a  an integer, which is added to the object or combined with it
//	e  a pointer to the expected value
//	p  a pointer to the value, or to where the result goes (GNU's forms)
//	w  whether a compare-exchange is weak
//	o  the memory order; f the order on failure
//	*  any further arguments, which are ignored
type AtomicForm struct {
	Args   string
	Op     types.AtomicOp
	RMW    code.RMWOp
	Fetch  bool        // the result is the new value
	Weak   bool        // a weak compare-exchange
	Order  trace.Order // used if no argument gives it; Plain: seq_cst
	Bytes  bool        // what is added to a pointer counts bytes, as in GNU's forms
	Void   bool        // the result is dropped
	Kernel code.Kernel // the Linux kernel's operation
}

// Atomic returns the form of an atomic operation. Such an operation is of kind Generic.
func Atomic(name string) (form AtomicForm, ok bool) {
	form, ok = atomicForms[name]
	return form, ok
}

// atomicForms lists the atomic operations of C11 and GNU C.
var atomicForms = func() map[string]AtomicForm {
	forms := map[string]AtomicForm{
		"atomic_init":                  {Args: "Av", Op: types.AtomicStore, Order: trace.Plain},
		"__atomic_load_n":              {Args: "Ao", Op: types.AtomicLoad},
		"__atomic_load":                {Args: "Apo", Op: types.AtomicLoad},
		"__atomic_store_n":             {Args: "Avo", Op: types.AtomicStore},
		"__atomic_store":               {Args: "Apo", Op: types.AtomicStore},
		"__atomic_exchange_n":          {Args: "Avo", Op: types.AtomicRMW, RMW: code.Xchg},
		"__atomic_exchange":            {Args: "Appo", Op: types.AtomicRMW, RMW: code.Xchg},
		"__atomic_compare_exchange_n":  {Args: "Aevwof", Op: types.AtomicCAS},
		"__atomic_compare_exchange":    {Args: "Aepwof", Op: types.AtomicCAS},
		"__atomic_test_and_set":        {Args: "Ao", Op: types.AtomicTestSet},
		"__atomic_clear":               {Args: "Ao", Op: types.AtomicClear},
		"__atomic_thread_fence":        {Args: "o", Op: types.AtomicFence},
		"__atomic_signal_fence":        {Args: "o", Op: types.AtomicFence, Void: true},
		"atomic_thread_fence":          {Args: "o", Op: types.AtomicFence},
		"atomic_signal_fence":          {Args: "o", Op: types.AtomicFence, Void: true},
		"__sync_synchronize":           {Args: "*", Op: types.AtomicFence},
		"__sync_bool_compare_and_swap": {Args: "Avv*", Op: types.AtomicCASBool},
		"__sync_val_compare_and_swap":  {Args: "Avv*", Op: types.AtomicCASVal},
		"__sync_lock_test_and_set":     {Args: "Av*", Op: types.AtomicRMW, RMW: code.Xchg, Order: trace.Acquire},
		"__sync_lock_release":          {Args: "A*", Op: types.AtomicStore, Order: trace.Release},
	}
	c11 := map[string]AtomicForm{
		"atomic_load":                    {Args: "A", Op: types.AtomicLoad},
		"atomic_store":                   {Args: "Av", Op: types.AtomicStore},
		"atomic_exchange":                {Args: "Av", Op: types.AtomicRMW, RMW: code.Xchg},
		"atomic_compare_exchange_strong": {Args: "Aev", Op: types.AtomicCAS},
		"atomic_compare_exchange_weak":   {Args: "Aev", Op: types.AtomicCAS, Weak: true},
		"atomic_fetch_add":               {Args: "Aa", Op: types.AtomicRMW, RMW: code.FetchAdd},
		"atomic_fetch_sub":               {Args: "Aa", Op: types.AtomicRMW, RMW: code.FetchSub},
		"atomic_fetch_and":               {Args: "Aa", Op: types.AtomicRMW, RMW: code.FetchAnd},
		"atomic_fetch_or":                {Args: "Aa", Op: types.AtomicRMW, RMW: code.FetchOr},
		"atomic_fetch_xor":               {Args: "Aa", Op: types.AtomicRMW, RMW: code.FetchXor},
		"atomic_flag_test_and_set":       {Args: "A", Op: types.AtomicTestSet},
		"atomic_flag_clear":              {Args: "A", Op: types.AtomicClear},
	}
	for name, f := range c11 {
		forms[name] = f
		f.Args += "o"
		if f.Op == types.AtomicCAS {
			f.Args += "f"
		}
		forms[name+"_explicit"] = f
	}
	for name, op := range map[string]code.RMWOp{
		"add": code.FetchAdd, "sub": code.FetchSub, "and": code.FetchAnd,
		"or": code.FetchOr, "xor": code.FetchXor, "nand": code.FetchNand,
	} {
		forms["__atomic_fetch_"+name] = AtomicForm{Args: "Aao", Op: types.AtomicRMW, RMW: op, Bytes: true}
		forms["__atomic_"+name+"_fetch"] = AtomicForm{Args: "Aao", Op: types.AtomicRMW, RMW: op, Fetch: true, Bytes: true}
		forms["__sync_fetch_and_"+name] = AtomicForm{Args: "Aa*", Op: types.AtomicRMW, RMW: op, Bytes: true}
		forms["__sync_"+name+"_and_fetch"] = AtomicForm{Args: "Aa*", Op: types.AtomicRMW, RMW: op, Fetch: true, Bytes: true}
	}
	// Names of <lkmm.h> for the kernel's fences. For machines they are fences of C11.
	for name, f := range map[string]AtomicForm{
		"mb": {Order: trace.SeqCst, Kernel: code.Mb}, "rmb": {Order: trace.Acquire, Kernel: code.Rmb}, "wmb": {Order: trace.Release, Kernel: code.Wmb},
		"around":            {Order: trace.SeqCst, Kernel: code.Around},
		"before_atomic":     {Order: trace.SeqCst, Kernel: code.BeforeAtomic},
		"after_atomic":      {Order: trace.SeqCst, Kernel: code.AfterAtomic},
		"after_spinlock":    {Order: trace.SeqCst, Kernel: code.AfterSpinlock},
		"after_unlock_lock": {Order: trace.SeqCst, Kernel: code.AfterUnlockLock},
	} {
		f.Op = types.AtomicFence
		forms["__fp_kernel_"+name] = f
	}
	for name, op := range map[string]code.RMWOp{"add": code.FetchAdd, "sub": code.FetchSub, "and": code.FetchAnd, "or": code.FetchOr, "xor": code.FetchXor} {
		forms["__fp_kernel_"+name] = AtomicForm{Args: "Aa", Op: types.AtomicRMW, RMW: op, Order: trace.Relaxed, Bytes: true, Kernel: code.NoReturn}
	}
	return forms
}()
