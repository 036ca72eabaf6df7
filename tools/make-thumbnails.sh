#!/usr/bin/env bash
# Draws the picture of every gallery scene with the program itself: simulates the scene (or goes on where it was) and renders one frame of
# 1280 × 720 pixels. Needs ffmpeg, and pngquant (Debian's package), which makes the files small enough.
# Usage: tools/make-thumbnails.sh [scene…]; the frame of each scene stands below. THUMBNAILS names the folder of the caches.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A frame=(
  [ball-through-ring]=3 [ball-through-wall]=5 [body-cut]=50 [bread-torn]=44 [candle]=65 [cantilever]=25 [chair-through-hand]=8 [clay-figure]=36
  [clay-print]=42 [crates-in-flood]=12 [dam-break]=20 [dough-press]=33 [drop-on-sphere]=15 [ductile-tear]=32 [fall-over-obstacle]=20
  [fall-over-obstacle-large]=20 [figure-on-face]=5 [figure-on-stairs]=14 [flow-down-terrain]=30 [flow-down-terrain-large]=24 [fountain]=12
  [globule-column]=13 [globule-fluid]=30 [globule-fountain]=17 [globule-powder]=13 [globule-solid]=10 [hand-press]=24 [honey-coil]=42 [jelly-cubes]=8
  [jelly-in-water]=9 [jelly-wire]=58 [jump-numbers]=50 [lava-lobes]=18 [lava-lobes-adaptive]=14 [lava-mountain]=100 [lava-no-slip]=12 [lava-pour]=42
  [mud-slide]=26 [notched-bar]=27 [oil-on-water]=14 [oscillating-drop]=7 [paddle]=30 [plate-shot]=9 [pour]=44 [pour-into-box]=11
  [pour-into-box-large]=10 [quasi-liquid]=26 [sand-100k]=10 [shatter]=5 [shatter-50k]=12 [snowman]=16 [sponge-100k]=27 [stalagmite]=90
  [stone-figure]=12 [sugar-into-water]=24 [sugar-loaf]=34 [tin-can]=13 [toothpaste]=38 [twisted-bar]=27 [wax-figure]=19
  [boat-and-ducks]=45 [cup-tipped]=46 [water-wheel]=42 [lemonade]=26 [dominoes]=24 [clay-carries-ball]=40
  [bubbles-in-oil]=16 [drop-crown]=12 [faucet-drips]=76 [flood-million]=8
)

# Frames of one run, beside each other in one picture.
declare -A moments=([oscillating-drop]='0 4 7')

# Pictures of more particles than the scene has, which is quick to try.
declare -A finer=([dam-break]='bodies.0.spacing=0.02' [jump-numbers]='bodies.0.spacing=0.016 bodies.1.spacing=0.016 bodies.2.spacing=0.016' [oscillating-drop]='bodies.0.spacing=0.018')

# What rays are followed for, and how many per pixel.
declare -A rays=([candle]=16 [lemonade]=20 [jelly-wire]=12 [wax-figure]=12 [pour-into-box]=8 [stalagmite]=12)

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
  size=1
  [[ -n ${rays[$scene]:-} ]] && size=2 && fine=(--set look.quality=fine --set "look.rays=$((rays[$scene] / 4))")
  frames=(${moments[$scene]:-$last})
  inputs=()
  for n in "${frames[@]}"; do
    thixo render "$cache" --scene "$file" --frame "$n" --width $((1280 * size / ${#frames[@]} / 2 * 2)) --height $((720 * size)) \
      -o "$picture.$n.png" "${fine[@]}"
    inputs+=(-i "$picture.$n.png")
  done
  # Fine pictures are drawn twice as large: the mean of four pixels has smoother edges than one pixel with four times the rays.
  [[ ${#frames[@]} == 1 ]] && row=null || row="hstack=${#frames[@]}"
  ffmpeg -loglevel error -y "${inputs[@]}" -filter_complex "$row,scale=1280:720:flags=area" -frames:v 1 "$picture"
  # Fewer colors until it is small enough; with few of them dots would make it larger again.
  for colors in 256 160 96 64 40; do
    dots=$([[ $colors == 256 ]] || echo --nofs)
    pngquant $dots --speed 3 --strip --force --output "scenes/$scene/thumbnail.png" "$colors" "$picture"
    [[ $(stat -c %s "scenes/$scene/thumbnail.png") -le 300000 ]] && break
  done
  rm "$picture" "$picture".*
done
