#!/usr/bin/env bash
# Draws the picture of every gallery scene with the program itself: simulates the scene (or goes on where it was) and renders one frame.
# Usage: tools/make-thumbnails.sh [scene…]; the frame of each scene stands below.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A frame=(
  [ball-through-wall]=5 [candle]=75 [hand-press]=24 [jump-numbers]=30 [sugar-loaf]=60 [toothpaste]=40
  [body-cut]=30 [chair-through-hand]=10 [dam-break]=20 [dough-press]=40 [drop-on-sphere]=11 [fall-over-obstacle]=20
  [fall-over-obstacle-large]=20 [figure-on-face]=6 [flow-down-terrain]=30 [flow-down-terrain-large]=30 [fountain]=18 [honey-coil]=45 [lava-lobes]=20
  [lava-lobes-adaptive]=20 [lava-mountain]=100 [lava-no-slip]=25 [lava-pour]=50 [lava-xsph]=14
  [mud-slide]=23 [oil-on-water]=14 [oscillating-drop]=15 [paddle]=30 [pour]=44 [pour-into-box]=10 [pour-into-box-large]=10
  [globule-column]=9 [globule-fountain]=17 [sand-100k]=36 [shatter]=5 [snowman]=114 [sugar-into-water]=30 [stalagmite]=164 [globule-fluid]=16 [jelly-cubes]=10 [cantilever]=25 [twisted-bar]=26 [clay-print]=50 [clay-figure]=45 [globule-powder]=60 [globule-solid]=14 [quasi-liquid]=30
  [figure-on-stairs]=20 [ball-through-ring]=2 [tin-can]=30 [jelly-in-water]=12 [wax-figure]=42 [sponge-100k]=26
  [notched-bar]=12 [plate-shot]=9 [jelly-wire]=14 [bread-torn]=24 [ductile-tear]=16 [stone-figure]=12 [shatter-50k]=6 [crates-in-flood]=12
  [boat-and-ducks]=45 [cup-tipped]=46 [water-wheel]=40 [lemonade]=22 [dominoes]=20 [clay-carries-ball]=40
)

# These are followed by rays; the number is rays per pixel.
declare -A rays=([ball-through-wall]=20 [dam-break]=24 [jelly-cubes]=20 [lava-mountain]=18 [mud-slide]=16 [toothpaste]=20)

for scene in "${@:-${!frame[@]}}"; do
  cache="out/thumbnails/$scene"
  node dist/cli/main.js run "scenes/$scene" -o "$cache" --frames "${frame[$scene]}" --quiet >/dev/null
  size=(--width 640 --height 360)
  if [[ " sand-100k mud-slide boat-and-ducks water-wheel clay-carries-ball " == *" $scene "* ]]; then size=(--width 480 --height 270); fi # so many grains make large files
  if [[ -n ${rays[$scene]:-} ]]; then size+=(--set look.quality=fine --set "look.rays=${rays[$scene]}"); fi
  node dist/cli/main.js render "$cache" --frame "${frame[$scene]}" "${size[@]}" -o "scenes/$scene/thumbnail.png" --quiet
done
