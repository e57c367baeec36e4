#!/usr/bin/env bash
# Makes what is released: static binaries for all systems with their sums, manual pages,
# completions for shells, and the playground as a static site.
#   deploy/release.sh DIR [VERSION]
#   deploy/release.sh --compile       the binaries alone, which are not kept
set -euo pipefail
cd "$(dirname "$0")/.."

systems="linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"

# build SYSTEM OUT FLAG... builds the command, without C, so that it needs no library.
build() {
	local system=$1 out=$2
	shift 2
	CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} go build -trimpath "$@" -o "$out" ./cmd/fencepost
}

if [ "${1-}" = --compile ]; then
	for system in $systems; do
		echo "$system"
		build "$system" /dev/null -pgo=off # the profile changes how fast it is
	done
	exit
fi

dir=${1:?is the folder to write to}
version=${2:-$(git describe --tags --always --dirty)}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

native=$work/native
go build -trimpath -o "$native" ./cmd/fencepost
mkdir -p "$work/share/man" "$work/share/completions"
"$native" help --man "$work/share/man"
for shell in bash zsh fish powershell; do
	"$native" completion "$shell" >"$work/share/completions/fencepost.$shell"
done

# archive NAME packs the folder of the name, with the same bytes for the same files.
archive() {
	tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C "$work" -cf - "$1" | gzip -n9 >"$dir/$1.tar.gz"
	echo "$dir/$1.tar.gz"
}

for system in $systems; do
	name=fencepost-$version-${system/\//-}
	suffix=
	[ "${system%/*}" = windows ] && suffix=.exe
	mkdir "$work/$name"
	build "$system" "$work/$name/fencepost$suffix" -ldflags='-s -w'
	cp -r README.md "$work/share/man" "$work/share/completions" "$work/$name"
	archive "$name"
done
go run ./cmd/site -o "$work/fencepost-$version-site"
archive "fencepost-$version-site"
(cd "$dir" && sha256sum fencepost-"$version"-*.tar.gz >SHA256SUMS)
echo "$dir/SHA256SUMS"
