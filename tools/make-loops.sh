#!/usr/bin/env bash
# Draws a short loop of gallery scenes, scenes/NAME/loop.webp: 480 pixels wide, at most 300 kB, if the lowest quality is that small. Needs img2webp (Debian's package webp).
# Usage: tools/make-loops.sh scene…; THUMBNAILS names the folder of the caches, out/thumbnails if it is not set;
# THREADS says how many threads, one per core if it is not set.
set -euo pipefail
cd "$(dirname "$0")/.."

most=300000
caches=${THUMBNAILS:-out/thumbnails}
for scene in "$@"; do
  cache="$caches/$scene"
  pictures=$(mktemp -d)
  node dist/cli/main.js run "scenes/$scene" -o "$cache" ${THREADS:+--threads "$THREADS"} --quiet >/dev/null
  node dist/cli/main.js render "$cache" --scene "scenes/$scene" --set look.quality=fast --width 480 --height 270 ${THREADS:+--threads "$THREADS"} -o "$pictures" --quiet >/dev/null
  rate=$(node -p "const { frameRate = 25, output: { speed = 1 } = {} } = require('./scenes/$scene/scene.json'); frameRate * speed")
  # Fast frame rates are slow motion: a frame is shown for 40 ms at least.
  delay=$(node -p "Math.max(40, Math.round(1000 / $rate))")
  for quality in 75 60 45 30 15; do
    img2webp -loop 0 -lossy -q "$quality" -m 6 -d "$delay" "$pictures"/*.png -o "scenes/$scene/loop.webp" >/dev/null 2>&1
    [[ $(stat -c %s "scenes/$scene/loop.webp") -le $most ]] && break
  done
  rm -r "$pictures"
done
