#!/usr/bin/env bash
# Installs Chromium from the Debian packages when no Chromium is there yet. The browser tests need it; nothing else does.
set -euo pipefail

chromium="${CHROMIUM:-/usr/bin/chromium}"
if [ -x "$chromium" ]; then
  echo "Chromium found: $chromium"
  exit 0
fi

if ! command -v apt-get >/dev/null; then
  echo "No apt-get here: install Chromium by hand and set CHROMIUM to its path." >&2
  exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Installing Chromium needs root: run this script as root." >&2
    exit 1
  fi
  as_root=(sudo --non-interactive)
fi

export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update
"${as_root[@]}" apt-get install -y --no-install-recommends chromium
