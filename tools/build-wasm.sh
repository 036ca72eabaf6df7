#!/usr/bin/env bash
# Compiles assembly/ into src/wasm/thixo.wasm, unless it is newer than everything it is made from. The kernels' code is generated first.
set -euo pipefail
cd "$(dirname "$0")/.."
target=src/wasm/thixo.wasm
if [ -f "$target" ] && [ -f assembly/kernels/generated.ts ] &&
  [ -z "$(find assembly src/wasm src/kernels src/obstacles/layout.ts src/surface/layout.ts src/surface/active-layout.ts src/shapes/kinds.ts tools/build-wasm.sh tools/generate-kernels.ts -name '*.ts' -newer "$target" -o -name '*.sh' -newer "$target")" ]; then
  exit 0
fi
npx tsx tools/generate-kernels.ts
npx asc assembly/index.ts -o "$target" -O3 --noAssert --runtime stub --memoryBase 20480 \
  --enable simd --enable threads --importMemory --sharedMemory --initialMemory 2 --maximumMemory 65536 --disableWarning 201
