package phase2

import (
	"fencepost/models"
	"fencepost/models/c11"
)

// Models returns every model that a program can be run under: the hardware
// models, strongest first, and C11.
func Models() models.Catalog { return c11.Models() }
