#!/usr/bin/env bash
# Makes default.pgo anew from the benchmarks: the profile by which go build chooses what it
# inlines, and which methods of interfaces it calls directly. It changes no result.
set -euo pipefail
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# profile NAME PACKAGE BENCHMARKS TIME
profile() {
	go test -trimpath -o "$dir/$1.test" -cpuprofile "$dir/$1.prof" -run '^$' -bench "$3" -benchtime "$4" "$2"
}

profile short ./models/c11 Short 3s
profile long ./models/c11 Long/ring/10000000 2x
profile events ./interp Events 1s
profile trial ./phase2 Trial 3s
profile explore ./benchmarks Explore 2x
go tool pprof -proto "$dir"/*.prof > cmd/fencepost/default.pgo
