package axiom

import "fencepost/models"

// SC is sequential consistency: program order is kept.
var SC = &Model{
	Name:      "sc",
	Title:     models.SC.Title,
	Mapping:   &models.C11,
	preserved: func(a, b *Event) bool { return true },
}
