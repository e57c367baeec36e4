package check

import "strings"

// kernelText returns the operation of the Linux kernel from whose macro in <lkmm.h> a call comes. ok
// is false if there is none.
func kernelText(name string, args []string) (text string, ok bool) {
	if rest, fence := strings.CutPrefix(name, "__fp_kernel_"); fence && len(args) == 0 {
		switch rest {
		case "mb", "rmb", "wmb":
			return "smp_" + rest + "()", true
		}
		return "smp_mb__" + rest + "()", true
	}
	last := len(args) - 1
	if last < 1 {
		return "", false
	}
	pointer := inParentheses(args[0])
	object := inParentheses(strings.TrimPrefix(args[0], "&"))
	switch {
	case name == "__atomic_load_n" && strings.HasPrefix(args[last], "_Generic("):
		return "READ_ONCE(" + object + ")", true
	case name == "__atomic_load_n" && args[last] == "1":
		return "rcu_dereference(" + object + ")", true
	case name == "__atomic_load_n" && args[last] == "2":
		return "smp_load_acquire(" + pointer + ")", true
	case name == "__atomic_store_n" && args[last] == "0":
		return "WRITE_ONCE(" + object + ", " + inParentheses(args[1]) + ")", true
	case name == "__atomic_store_n" && args[last] == "3":
		return "smp_store_release(" + pointer + ", " + inParentheses(args[1]) + ")", true
	case name == "__atomic_exchange_n":
		suffix, known := map[string]string{"0": "_relaxed", "2": "_acquire", "3": "_release", "5": ""}[args[last]]
		return "xchg" + suffix + "(" + pointer + ", " + inParentheses(args[1]) + ")", known
	}
	return "", false
}

// inParentheses returns a text without the parentheses around it, if there are any.
func inParentheses(s string) string {
	if !strings.HasPrefix(s, "(") || !strings.HasSuffix(s, ")") {
		return s
	}
	open := 0
	for i, c := range s {
		switch c {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 && i < len(s)-1 {
			return s
		}
	}
	return s[1 : len(s)-1]
}
