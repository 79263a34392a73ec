#!/bin/sh
# Regenerates the expected outputs of the Fortran test programs with gfortran. The tests themselves need no gfortran.
# A first line of the form "! flags: -fdefault-real-8" sets a program's flags.
# Usage: test/fortran/record.sh [file …]; without arguments, all programs that have no output yet.
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d)
if [ $# -eq 0 ]; then
  set -- $(find . -name '*.f90' -o -name '*.f' | sort)
  missing=1
fi
for source in "$@"; do
  out="${source%.*}.out"
  [ -n "$missing" ] && [ -f "$out" ] && continue
  input="${source%.*}.in"
  [ -f "$input" ] || input=/dev/null
  path=$(realpath "$source")
  input=$(realpath "$input")
  target=$(realpath "$(dirname "$out")")/$(basename "$out")
  mkdir -p "$work/run"
  case "$source" in *.f) standard=legacy ;; *) standard=gnu ;; esac
  flags=$(sed -n '1s/^[!cC*] flags: //p' "$source")
  # shellcheck disable=SC2086 # several flags are several words
  if gfortran -std=$standard $flags -J "$work" -w -O0 -o "$work/program" "$path"; then
    (cd "$work/run" && OMP_NUM_THREADS=1 "$work/program" < "$input" > "$target" 2> /dev/null)
  else
    echo "$source: gfortran rejects it, so it has no output" >&2
    failed=1
  fi
  rm -rf "$work/run"
done
rm -rf "$work"
exit "${failed:-0}"
