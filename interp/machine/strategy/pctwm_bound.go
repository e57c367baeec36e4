package strategy

import "math"

// PCTWMBound returns with which probability at least an execution of PCTWM shows a bug
// (section 5.4): 1/(history kcom)^depth. The bug needs depth communications, each of which
// reads one of the history newest stores, and the execution has kcom communication events
// at most. The paper leaves out in which order threads run that do not communicate.
func PCTWMBound(depth, history, kcom int) float64 {
	return math.Pow(float64(history)*float64(max(kcom, 1)), -float64(depth))
}

// ExecutionsFor returns how many executions show with a confidence, in (0, 1), what each
// shows with a probability, in (0, 1]. It may be infinite.
func ExecutionsFor(confidence, probability float64) float64 {
	return max(1, math.Ceil(math.Log1p(-confidence)/math.Log1p(-probability)))
}
