#!/usr/bin/env bash
# Compiles assembly/ into src/wasm/thixo.wasm. The kernels' code is generated first.
set -euo pipefail
cd "$(dirname "$0")/.."
npx tsx tools/generate-kernels.ts
npx asc assembly/index.ts -o src/wasm/thixo.wasm -O3 --noAssert --runtime stub --memoryBase 8192 \
  --enable simd --enable threads --importMemory --sharedMemory --initialMemory 2 --maximumMemory 65536 --disableWarning 201
