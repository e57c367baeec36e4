package graph

import "iter"

// PO returns immediate program order. The order by creation and join is part of SW.
func (x *Execution) PO() iter.Seq[Edge] { return x.edges(PO) }
