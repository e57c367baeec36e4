# make fencepost checks the project. A Makefile takes it in: include fencepost.mk
FENCEPOST ?= fencepost
.PHONY: fencepost
fencepost:
	$(FENCEPOST) check $(FENCEPOSTFLAGS)
