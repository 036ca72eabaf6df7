#!/usr/bin/env bash
# Draws the picture of every gallery scene with the program itself: simulates the scene (or goes on where it was) and renders one frame of
# 2560 × 1440 pixels, which is then halved. tools/smaller-png.ts makes the files small enough.
# Usage: tools/make-thumbnails.sh [scene…]; the frame of each scene stands below. THUMBNAILS names the folder of the caches.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A frame=(
  [ball-through-ring]=3 [ball-through-wall]=5 [body-cut]=50 [bread-torn]=31 [candle]=65 [cantilever]=6 [chair-through-hand]=8 [clay-figure]=29
  [clay-print]=28 [crates-in-flood]=12 [dam-break]=12 [dough-press]=40 [drop-on-sphere]=19 [ductile-tear]=31 [fall-over-obstacle]=18
  [fall-over-obstacle-large]=21 [figure-on-face]=5 [figure-on-stairs]=14 [flow-down-terrain]=27 [flow-down-terrain-large]=26 [fountain]=16
  [globule-column]=11 [globule-fluid]=30 [globule-fountain]=17 [globule-powder]=13 [globule-solid]=10 [hand-press]=24 [honey-coil]=42 [jelly-cubes]=8
  [jelly-in-water]=9 [jelly-wire]=48 [jump-numbers]=50 [lava-lobes]=18 [lava-lobes-adaptive]=14 [lava-mountain]=100 [lava-no-slip]=15 [lava-pour]=42
  [mud-slide]=28 [notched-bar]=24 [oil-on-water]=14 [oscillating-drop]=15 [paddle]=30 [plate-shot]=11 [pour]=44 [pour-into-box]=10
  [pour-into-box-large]=10 [quasi-liquid]=40 [sand-100k]=10 [shatter]=5 [shatter-50k]=12 [snowman]=16 [sponge-100k]=27 [stalagmite]=100
  [stone-figure]=12 [sugar-into-water]=24 [sugar-loaf]=22 [tin-can]=13 [toothpaste]=40 [twisted-bar]=27 [wax-figure]=20
  [boat-and-ducks]=45 [cup-tipped]=48 [water-wheel]=42 [lemonade]=22 [dominoes]=24 [clay-carries-ball]=40
  [bubbles-in-oil]=12 [drop-crown]=12 [faucet-drips]=76 [flood-million]=8
)

# Two runs side by side: what is set in the second one, and what stands under both.
declare -A other=(
  [lava-no-slip]='obstacles.0.normalRestitution=0.5 obstacles.0.tangentRestitution=1'
)
declare -A left=([lava-no-slip]='no slip')
declare -A right=([lava-no-slip]='ice')

# Pictures of more particles than the scene has, which is quick to try.
declare -A finer=([dam-break]=12'bodies.0.spacing=0.02')

# What rays are followed for, and how many per pixel.
declare -A rays=()

caches=${THUMBNAILS:-out/thumbnails}
thixo() { node dist/cli/main.js "$@" --quiet >/dev/null; }

for scene in "${@:-${!frame[@]}}"; do
  cache="$caches/$scene"
  picture=$(mktemp --suffix .png)
  last=${frame[$scene]}
  thixo run "scenes/$scene" -o "$cache" --frames "$last" ${finer[$scene]:+--set "${finer[$scene]}"}
  if [[ -n ${other[$scene]:-} ]]; then
    sets=()
    for set in ${other[$scene]}; do sets+=(--set "$set"); done
    thixo run "scenes/$scene" -o "$cache-other" --frames "$last" "${sets[@]}"
    thixo render "$cache" "$cache-other" --side-by-side --label "${left[$scene]}" --label "${right[$scene]}" \
      --frame "$last" --width 1280 --height 1440 -o "$picture"
  else
    fine=()
    [[ -n ${rays[$scene]:-} ]] && fine=(--set look.quality=fine --set "look.rays=${rays[$scene]}")
    thixo render "$cache" --scene "scenes/$scene" --frame "$last" --width 2560 --height 1440 -o "$picture" "${fine[@]}"
  fi
  # What is too busy for true color has a palette: pngquant is Debian's package.
  if ! npx tsx tools/smaller-png.ts "$picture" "scenes/$scene/thumbnail.png" 300000; then
    cp "scenes/$scene/thumbnail.png" "$picture"
    for colors in 256 192 128 96 64 40; do
      pngquant --speed 1 --strip --force --output "scenes/$scene/thumbnail.png" "$colors" "$picture"
      [[ $(stat -c %s "scenes/$scene/thumbnail.png") -le 300000 ]] && break
    done
  fi
  rm "$picture"
done
