#!/usr/bin/env bash
# Generates what follows from the tables and compiles assembly/ into src/wasm/thixo.wasm, unless that is newer than everything it is made from.
set -euo pipefail
cd "$(dirname "$0")/.."
target=src/wasm/thixo.wasm
generated=(assembly/kernels/generated.ts assembly/dispatch.ts src/wasm/layout.ts src/wasm/passes.ts src/surface/layout.ts src/surface/active-layout.ts
  src/obstacles/layout.ts src/obstacles/mesh-layout.ts)
sources=(assembly src/wasm src/kernels src/obstacles/layout.ts src/obstacles/mesh-layout.ts src/surface/layout.ts src/surface/active-layout.ts
  src/shapes/kinds.ts tools/build-wasm.sh tools/generate-kernels.ts tools/generate-layout.ts tools/tables)
is_fresh() {
  local file
  for file in "$target" "${generated[@]}"; do [ -f "$file" ] || return 1; done
  [ -z "$(find "${sources[@]}" -newer "$target" \( -name '*.ts' -o -name '*.sh' \))" ]
}
if is_fresh; then exit 0; fi
npx tsx tools/generate-kernels.ts
npx tsx tools/generate-layout.ts
base="$(sed -n 's/^export const MODULE_BASE = \([0-9]*\);$/\1/p' src/wasm/layout.ts)"
npx asc assembly/index.ts -o "$target" -O3 --noAssert --runtime stub --memoryBase "$base" \
  --enable simd --enable threads --importMemory --sharedMemory --initialMemory 2 --maximumMemory 65536 --disableWarning 201
