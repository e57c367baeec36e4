package main

import (
	"fencepost/interp"
	"fencepost/models"
	"fencepost/phase2/fences"
)

// prover explores every execution of a program, as the flags say.
func (x *fenceFlags) prover(machine interp.Options) fences.Prover {
	if x.mapping == models.C11.Name {
		machine.Mapping = nil
	}
	return fences.Explorer(machine, x.prove, x.robust)
}
