package models

import (
	"strings"
	"testing"
)

func TestRules(t *testing.T) {
	tests := []struct {
		rule   string
		models string
		script string
	}{
		// Figure 3.
		{"SC: a store is in m at once", "sc",
			"1 Wx1; m = x1 y0 z0; 2 Rx = 1; commits = ; pending 1 = ; drained 1 = true; latest 2x = 1"},
		{"SC: an RMW reads and writes m", "sc", "1 Wx1; 2 Ax1 = 1; 2 Cx21 = 2; 2 Cx23 = 1; m = x1 y0 z0"},
		{"SC: fences do nothing", "sc", "1 Wx1; 1 ss; 1 ll; 1 sl; m = x1 y0 z0"},

		// Figure 4, and what Figures 5 and 6 share with it.
		{"a store waits", "tso pso pslo",
			"1 Wx1; m = x0 y0 z0; 2 Rx = 0; pending 1 = x1; drained 1 = false; commit 1x; m = x1 y0 z0; drained 1 = true"},
		{"a load forwards the newest own pending store", "tso pso pslo", "1 Wx1; 1 Wx2; 1 Wy3; 1 Rx = 2; 1 Ry = 3; 2 Rx = 0; latest 1x = 2; latest 2x = 0"},
		{"stores of one thread to one address commit in order", "tso pso pslo",
			"1 Wx1; 1 Wx2; commit 1x; m = x1 y0 z0; 1 Rx = 2; commit 1x; m = x2 y0 z0"},
		{"TSO: one FIFO a thread", "tso", "1 Wx1; 1 Wy2; 2 Wz3; commits = 1x 2z; commit 1x; commits = 1y 2z; m = x1 y0 z0"},
		{"PSO: one FIFO a thread and address", "pso pslo",
			"1 Wx1; 1 Wy2; 1 Wx3; 2 Wz3; commits = 1x 1y 2z; commit 1y; commits = 1x 2z; commit 1x; commit 1x; m = x3 y2 z0"},
		{"sl commits all pending stores", "tso pso pslo", "1 Wx1; 1 Wy2; 1 ss; 1 Wx3; 2 Wz1; 1 sl; m = x3 y2 z0; drained 1 = true; pending 2 = z1"},
		{"TSO: ss and ll do nothing", "tso", "1 Wx1; 1 ss; 1 Wy1; 1 ll; pending 1 = x1 y1; commits = 1x"},
		{"ll commits nothing", "pso pslo", "1 Wx1; 1 Wy1; 1 ll; pending 1 = x1 y1; commits = 1x 1y"},

		// Epochs.
		{"ss commits nothing", "pso pslo", "1 Wx1; 1 ss; pending 1 = x1; 1 Ry = 0; m = x0 y0 z0"},
		{"ss orders commits", "pso pslo", "1 Wx1; 1 ss; 1 Wy1; commits = 1x; commit 1x; commits = 1y"},
		{"all stores of an epoch go before those of the next", "pso pslo",
			"1 Wx1; 1 Wy1; 1 ss; 1 Wz1; 1 Wx2; commits = 1x 1y; commit 1x; commits = 1y; commit 1y; commits = 1z 1x"},
		{"ss with nothing pending orders nothing", "pso pslo", "1 ss; 1 Wx1; 1 Wy1; commits = 1x 1y"},
		{"ss twice is ss", "pso pslo", "1 Wx1; 1 ss; 1 ss; 1 Wy1; commit 1x; commit 1y; pending 1 ="},
		{"ss after the epoch has committed orders the next stores only", "pso pslo",
			"1 Wx1; 1 ss; commit 1x; 1 Wy1; 1 ss; 1 Wz1; commits = 1y"},
		{"ss concerns its own thread", "pso pslo", "1 Wx1; 1 ss; 2 Wy1; 2 Wz1; commits = 1x 2y 2z"},

		// RMW.
		{"TSO: an RMW drains the FIFO", "tso", "1 Wx1; 1 Wy1; 1 Xz2 = 0; m = x1 y1 z2; 2 Rz = 2"},
		{"TSO: a failed compare-exchange drains the FIFO", "tso", "1 Wx1; 1 Cz21 = 0; m = x1 y0 z0"},
		{"an RMW drains the FIFO of its address only", "pso pslo", "1 Wx1; 1 Wy1; 1 Wy2; 1 Ay1 = 2; m = x0 y3 z0; pending 1 = x1"},
		{"a failed compare-exchange drains the FIFO of its address only", "pso pslo", "1 Wx1; 1 Wy1; 1 Cy01 = 1; m = x0 y1 z0; pending 1 = x1"},
		{"an RMW drains earlier epochs", "pso pslo", "1 Wx1; 1 ss; 1 Wy1; 1 Wz1; 1 Xz2 = 1; m = x1 y0 z2; pending 1 = y1"},
		{"an RMW after ss drains all", "pso pslo", "1 Wx1; 1 Wy1; 1 ss; 1 Xz1 = 0; m = x1 y1 z1"},
		{"a failed compare-exchange drains earlier epochs", "pso pslo", "1 Wx1; 1 ss; 1 Cz21 = 0; m = x1 y0 z0"},
		{"dcas drains both of its addresses", "pso pslo", "1 Wx1; 1 Wy1; 1 Wz1; 1 Cx11 = 1; 1 Cy11 = 1; pending 1 = z1"},

		// Figure 6.
		{"PSLO: a load may read any store of its history", "pslo", "1 Wx1; commit 1x; 1 Wx2; commit 1x; 2 Rx = 0 1 2"},
		{"the history is a suffix: older stores leave it", "pslo", "1 Wx1; commit 1x; 1 Wx2; commit 1x; 2 Rx = 0 1 2 > 1; 2 Rx = 1 2 > 2; 2 Rx = 2"},
		{"the history holds stores, not values", "pslo",
			"1 Wx1; commit 1x; 1 Wx0; commit 1x; 1 Wx1; commit 1x; 2 Rx = 0 1 0 1; 2 Rx = 1"},
		{"a commit clears the thread's own history", "pslo", "2 Wx1; commit 2x; 1 Wx2; commit 1x; 1 Rx = 2; 2 Wx3; commit 2x; 1 Rx = 2 3; 2 Rx = 3"},
		{"a forwarding load leaves the history", "pslo", "2 Wx2; commit 2x; 1 Wx1; 1 Rx = 1; drop 1x; 1 Rx = 0 2"},
		{"histories of addresses are independent", "pslo", "1 Wx1; commit 1x; 1 Wy1; commit 1y; 2 Ry = 0 1; 2 Rx = 0 1"},
		{"histories of threads are independent", "pslo", "1 Wx1; commit 1x; 2 Rx = 0 1; 0 Rx = 0 1"},
		{"ll cuts all histories of the thread", "pslo", "1 Wx1; commit 1x; 1 Wy1; commit 1y; 2 ll; 2 Ry = 1; 2 Rx = 1; 0 Rx = 0 1"},
		{"stores after ll are appended", "pslo", "1 Wx1; commit 1x; 2 ll; 1 Wx2; commit 1x; 2 Rx = 1 2; 2 ll; 2 Rx = 2"},
		{"ll before any store", "pslo", "2 ll; 1 Wx1; commit 1x; 2 Rx = 0 1"},
		{"sl drains before it cuts", "pslo", "2 Wy1; 1 Wx1; commit 1x; 2 sl; m = x1 y1 z0; 2 Rx = 1; 2 Ry = 1"},
		{"ss cuts nothing", "pslo", "1 Wx1; commit 1x; 2 ss; 2 Rx = 0 1"},
		{"an RMW reads m and clears its history", "pslo", "1 Wx1; commit 1x; 1 Wy1; commit 1y; 2 Ax1 = 1; 2 Rx = 2; 2 Ry = 0 1; 0 Rx = 0 1 2"},
		{"a failed compare-exchange reads m and cuts its history", "pslo", "1 Wx1; commit 1x; 1 Wy1; commit 1y; 2 Cx01 = 1; 2 Rx = 1; 2 Ry = 0 1"},
		{"commits by an RMW's draining enter the histories", "pslo", "1 Wx1; 1 Xx2 = 1; 2 Rx = 0 1 2; 1 Rx = 2"},
		{"PSO: a load reads m", "pso tso", "1 Wx1; commit 1x; 1 Wx2; commit 1x; 2 Rx = 2"},

		// Locks.
		{"lock is an RMW and then ll", "pslo", "1 Wx1; commit 1x; 2 Wz1; 2 Ly = 0; 2 Rx = 1; m = x1 y1 z0"},
		{"unlock is ss and then a store", "pso pslo", "1 Lx = 0; 1 Wy1; 1 Ux; commits = 1y; commit 1y; commits = 1x"},
		{"unlock waits in the FIFO", "tso", "1 Lx = 0; 1 Wy1; 1 Ux; m = x1 y0 z0; pending 1 = y1 x0; latest 1x = 0; latest 2x = 1"},
		{"a thread locks again what it has unlocked", "tso pso pslo", "1 Lx = 0; 1 Ux; 1 Lx = 0; m = x1 y0 z0"},

		// Threads.
		{"create commits the parent's stores", "tso pso pslo", "0 Wx1; 0 ss; 0 Wy1; 0 +3; m = x1 y1 z0; 3 Rx = 1"},
		{"create leaves the parent's history and gives the child {m}", "pslo", "1 Wx1; commit 1x; 0 +3; 3 Rx = 1; 0 Rx = 0 1"},
		{"exit leaves stores pending", "tso pso pslo", "1 Wx1; 1 exit; drained 1 = false; commits = 1x; commit 1x; drained 1 = true; m = x1 y0 z0"},
		{"join does ll and drains nothing", "pslo", "0 Wz1; 1 Wx1; 1 exit; commit 1x; 0 -1; 0 Rx = 1; pending 0 = z1; 2 Rx = 0 1"},
		{"join starts no epoch", "pso pslo", "0 Wz1; 1 exit; 0 -1; 0 Wy1; commits = 0z 0y"},
		{"join drains nothing", "tso pso", "0 Wz1; 1 exit; 0 -1; pending 0 = z1"},

		// What the machine asks for besides.
		{"flush commits the stores to an address", "pso pslo", "1 Wx1; 1 Wy1; 1 Wx2; flush 1x; m = x2 y0 z0; pending 1 = y1"},
		{"flush commits what must come before", "pso pslo", "1 Wy1; 1 ss; 1 Wx1; 1 Wz1; flush 1x; m = x1 y1 z0; pending 1 = z1"},
		{"flush leaves later epochs", "pso pslo", "1 Wx1; 1 ss; 1 Wy1; flush 1x; m = x1 y0 z0; pending 1 = y1"},
		{"TSO: flush commits up to the newest store to an address", "tso", "1 Wy1; 1 Wx1; 1 Wx2; 1 Wz1; flush 1x; m = x2 y1 z0; pending 1 = z1"},
		{"flush of an address without a pending store", "tso pso pslo", "1 Wy1; flush 1x; pending 1 = y1"},
		{"flush enters the histories", "pslo", "1 Wx1; flush 1x; 2 Rx = 0 1; 1 Rx = 1"},
		{"drop discards the stores to an address", "tso pso pslo", "1 Wx1; 1 Wy1; 1 Wx2; drop 1x; pending 1 = y1; commit 1y; m = x0 y1 z0; commits ="},
		{"drop leaves other threads", "tso pso pslo", "1 Wx1; 2 Wx2; drop 1x; pending 1 = ; pending 2 = x2; drained 1 = true"},
		{"drop keeps the epochs of the others", "pso pslo", "1 Wx1; 1 ss; 1 Wy1; 1 ss; 1 Wz1; drop 1y; commits = 1x; commit 1x; commits = 1z"},
		{"redefine gives new content", "sc tso pso pslo", "1 Wx1; flush 1x; redefine x 5; 2 Rx = 5; latest 2x = 5; 1 Rx = 5; m = x5 y0 z0"},
		{"redefine forgets the history", "pslo", "1 Wx1; commit 1x; 2 Rx = 0 1; redefine x 5; 2 Rx = 5; 1 Wx2; commit 1x; 2 Rx = 5 2; 2 ll; 2 Rx = 2"},
	}
	for _, c := range tests {
		t.Run(c.rule, func(t *testing.T) {
			for _, name := range strings.Fields(c.models) {
				m, ok := Lookup(name)
				if !ok {
					t.Fatalf("no model %q", name)
				}
				runScript(t, m, c.script)
			}
		})
	}
}
