#!/usr/bin/env bash
# Bundles the editor into ../assets/vendor, with the licences of what is in it. Needs
# npm; the versions are those of package.json.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp package.json editor.js "$work"
cd "$work"
npm install --no-fund --no-audit --silent
npx esbuild editor.js --bundle --minify --format=esm --legal-comments=none --outfile=editor.min.js
cd - >/dev/null
out=../assets/vendor
{
	echo "/* CodeMirror 6 and Lezer, MIT licence: see editor.LICENSE. Made by playground/editor/build.sh. */"
	cat "$work/editor.min.js"
} >$out/editor.js
{
	for package in @codemirror/view @lezer/common; do
		echo "$package, and the other packages of its name:"
		echo
		cat "$work/node_modules/$package/LICENSE"
		echo
	done
	for package in @marijn/find-cluster-break crelt style-mod w3c-keyname; do
		echo "$package:"
		echo
		cat "$work/node_modules/$package/LICENSE"
		echo
	done
} >$out/editor.LICENSE
