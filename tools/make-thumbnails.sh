#!/usr/bin/env bash
# Draws the picture of every gallery scene with the program itself: simulates the scene (or goes on where it was) and renders one frame of
# 2560 × 1440 pixels, which is then halved. tools/smaller-png.ts makes the files small enough. Needs ffmpeg and, for pictures that are too
# busy for true color, pngquant (Debian's packages).
# Usage: tools/make-thumbnails.sh [scene…]; the frame of each scene stands below. THUMBNAILS names the folder of the caches.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A frame=(
  [ball-through-ring]=3 [ball-through-wall]=5 [boat-and-ducks]=45 [body-cut]=50 [bread-torn]=31 [bubbles-in-oil]=12 [candle]=65 [cantilever]=6
  [chair-through-hand]=8 [clay-carries-ball]=40 [clay-figure]=29 [clay-print]=28 [crates-in-flood]=12 [cup-tipped]=48 [dam-break]=12 [dominoes]=24
  [dough-press]=40 [drop-crown]=12 [drop-on-sphere]=19 [ductile-tear]=32 [fall-over-obstacle]=18 [fall-over-obstacle-large]=21 [faucet-drips]=76
  [figure-on-face]=5 [figure-on-stairs]=14 [flood-million]=8 [flow-down-terrain]=27 [flow-down-terrain-large]=26 [fountain]=16 [globule-column]=11
  [globule-fluid]=30 [globule-fountain]=17 [globule-powder]=13 [globule-solid]=10 [hand-press]=24 [honey-coil]=42 [jelly-cubes]=8 [jelly-in-water]=9
  [jelly-wire]=58 [jump-numbers]=50 [lava-lobes]=18 [lava-lobes-adaptive]=14 [lava-mountain]=100 [lava-no-slip]=12 [lava-pour]=42 [lemonade]=26
  [mud-slide]=26 [notched-bar]=27 [oil-on-water]=14 [oscillating-drop]=7 [paddle]=30 [plate-shot]=9 [pour]=44 [pour-into-box]=11
  [pour-into-box-large]=10 [quasi-liquid]=26 [sand-100k]=10 [shatter]=5 [shatter-50k]=12 [snowman]=16 [sponge-100k]=27 [stalagmite]=90
  [stone-figure]=12 [sugar-into-water]=24 [sugar-loaf]=34 [tin-can]=13 [toothpaste]=38 [twisted-bar]=27 [water-wheel]=42 [wax-figure]=19
)

# Frames of one run, beside each other in one picture.
declare -A moments=([oscillating-drop]='0 4 7')

# Pictures of more particles than the scene has, which is quick to try.
declare -A finer=([dam-break]='bodies.0.spacing=0.02' [jump-numbers]='bodies.0.spacing=0.016 bodies.1.spacing=0.016 bodies.2.spacing=0.016' [oscillating-drop]='bodies.0.spacing=0.018')

# What rays are followed for, and how many per pixel of the picture before it is halved.
declare -A rays=([lemonade]=5 [jelly-wire]=3 [wax-figure]=3 [pour-into-box]=2 [stalagmite]=3)

caches=${THUMBNAILS:-out/thumbnails}
thixo() { node dist/cli/main.js "$@" --quiet >/dev/null; }

for scene in "${@:-${!frame[@]}}"; do
  cache="$caches/$scene"
  picture=$(mktemp --suffix .png)
  last=${frame[$scene]}
  more=()
  for set in ${finer[$scene]:-}; do more+=(--set "$set"); done
  # What is only there to be seen may change the last bits; where that matters it stands in a file of its own.
  file="scenes/$scene"
  [[ -f "$file/shown.json" ]] && file="$file/shown.json"
  thixo run "$file" -o "$cache" --frames "$last" "${more[@]}"
  fine=()
  [[ -n ${rays[$scene]:-} ]] && fine=(--set look.quality=fine --set "look.rays=${rays[$scene]}")
  frames=(${moments[$scene]:-$last})
  inputs=()
  for n in "${frames[@]}"; do
    thixo render "$cache" --scene "$file" --frame "$n" --width $((2560 / ${#frames[@]} / 2 * 2)) --height 1440 -o "$picture.$n.png" "${fine[@]}"
    inputs+=(-i "$picture.$n.png")
  done
  if [[ ${#frames[@]} == 1 ]]; then mv "$picture.$last.png" "$picture"
  else ffmpeg -loglevel error -y "${inputs[@]}" -filter_complex "hstack=${#frames[@]},scale=2560:1440" -frames:v 1 "$picture"; fi
  # What is too busy for true color has a palette.
  if ! npx tsx tools/smaller-png.ts "$picture" "scenes/$scene/thumbnail.png" 300000; then
    cp "scenes/$scene/thumbnail.png" "$picture"
    for colors in 256 192 128 96 64 40; do
      pngquant --speed 1 --strip --force --output "scenes/$scene/thumbnail.png" "$colors" "$picture"
      [[ $(stat -c %s "scenes/$scene/thumbnail.png") -le 300000 ]] && break
    done
  fi
  rm -f "$picture" "$picture".*
done
