package strategy

import "math"

// PCTWMBound returns a lower bound of the probability that an execution of PCTWM shows a
// bug (section 5.4): 1/(history kcom)^depth. The bug needs depth communications, each of
// which reads one of the history newest stores, and the execution has at most kcom
// communication events. Like the paper it ignores the order of threads that do not
// communicate.
func PCTWMBound(depth, history, kcom int) float64 {
	return math.Pow(float64(history)*float64(max(kcom, 1)), -float64(depth))
}

// ExecutionsFor returns the number of executions of which, with confidence in (0, 1), one
// shows what each shows with probability in (0, 1]. It may be infinite.
func ExecutionsFor(confidence, probability float64) float64 {
	return max(1, math.Ceil(math.Log1p(-confidence)/math.Log1p(-probability)))
}
