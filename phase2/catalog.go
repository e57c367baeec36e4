package phase2

import (
	"fencepost/models"
	"fencepost/models/c11"
)

// Models returns all models under which a program can be run: the hardware models,
// strongest first, and C11.
func Models() models.Catalog { return c11.Models() }
