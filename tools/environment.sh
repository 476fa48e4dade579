# Sourced by ./play and ./test: makes .venv from a lock file, and the browser client, each only when it is out of date.

say() { printf '%s\n' "$*" >&2; }

find_python() {
  for name in python3 python3.11 python3.12 python3.13 python3.14 python; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  say "Grognard needs Python 3.11 or newer, and none was found."
  exit 1
}

# environment LOCK: what the lock names, with hashes, and the project itself as it stands in this folder
environment() {
  local lock="requirements/$1.txt" mark=".venv/installed-$1" sum
  sum=$(cat "$lock" pyproject.toml | cksum)
  if [ "$(cat "$mark" 2>/dev/null)" != "$sum" ] || [ ! -x .venv/bin/python ]; then
    say "Making the environment (.venv) from $lock …"
    [ -x .venv/bin/python ] || "$(find_python)" -m venv .venv
    .venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r "$lock"
    client
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
    printf '%s' "$sum" >"$mark"
  fi
  client
}

# the compiled versions of what is slow in plain Python, where there is a C compiler and their sources have changed
compiled() {
  command -v cc >/dev/null || return 0
  .venv/bin/python -W ignore::RuntimeWarning -m grognard.compile >&2 || say "They could not be compiled: everything works, only slower."
}

# the browser client, where its sources are newer than what was built
client() {
  local built=src/grognard/client/index.html
  [ -f client/hatch_build.py ] || return 0
  if [ ! -f "$built" ] || [ -n "$(find client/src client/*.mjs client/package-lock.json -newer "$built" -print -quit)" ]; then
    say "Building the browser client …"
    .venv/bin/python client/hatch_build.py >&2
  fi
}
