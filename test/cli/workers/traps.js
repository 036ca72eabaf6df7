// A thread in which WASM traps: (module (func (export "f") unreachable)).
const bytes = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
];
const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes));
/** @type {() => void} */ (instance.exports.f)();
