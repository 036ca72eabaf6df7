// Bytes in planes: the first bytes of all values, then the second ones, and so on. Neighboring values share their high bytes, so that
// deflate packs them well.

/** Most bytes that a deflated byte can become: a header that claims more lies. */
export const LARGEST_RATIO = 1032;

/** The planes of an array whose entries are `stride` bytes long. */
export function byPlane(bytes: Uint8Array, stride: number): Uint8Array<ArrayBuffer> {
  const count = bytes.length / stride,
    planes = new Uint8Array(bytes.length);
  for (let k = 0; k < stride; k++) {
    for (let i = 0; i < count; i++) planes[k * count + i] = bytes[i * stride + k]!;
  }
  return planes;
}

/** The array of which these are the planes. */
export function byEntry(planes: Uint8Array, stride: number): Uint8Array<ArrayBuffer> {
  const count = planes.length / stride,
    bytes = new Uint8Array(planes.length);
  for (let k = 0; k < stride; k++) {
    for (let i = 0; i < count; i++) bytes[i * stride + k] = planes[k * count + i]!;
  }
  return bytes;
}
