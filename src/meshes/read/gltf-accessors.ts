// The numbers behind an accessor of a glTF file: a view into a buffer, with a stride, of one of six types.

import { type GltfData, type GltfJson, numberIn } from './gltf-json.ts';
import { shownValue } from './mesh-file.ts';

/** Types of numbers: bytes, and how a DataView reads them. */
const TYPES: Readonly<Record<number, { bytes: number; read: (view: DataView, at: number) => number; most: number }>> = {
  5120: { bytes: 1, read: (view, at) => view.getInt8(at), most: 127 },
  5121: { bytes: 1, read: (view, at) => view.getUint8(at), most: 255 },
  5122: { bytes: 2, read: (view, at) => view.getInt16(at, true), most: 32767 },
  5123: { bytes: 2, read: (view, at) => view.getUint16(at, true), most: 65535 },
  5125: { bytes: 4, read: (view, at) => view.getUint32(at, true), most: 4294967295 },
  5126: { bytes: 4, read: (view, at) => view.getFloat32(at, true), most: 1 },
};
const FLOAT = 5126;

/** Reads the accessors of a file. */
export class Accessors {
  private readonly data: GltfData;
  private readonly buffers: readonly Uint8Array[];

  constructor(data: GltfData, buffers: readonly Uint8Array[]) {
    this.data = data;
    this.buffers = buffers;
  }

  /** All numbers of an accessor that has so many `components`. */
  read(number: unknown, components: 1 | 2 | 3 | 4): Float64Array {
    const accessor = this.data.item('accessors', number);
    const name = `Accessor ${shownValue(number)}`;
    if (!accessor) throw this.data.wrong(`${name} does not exist.`);
    if (accessor.sparse !== undefined || accessor.bufferView === undefined)
      throw this.data.wrong(`${name} is sparse or empty, which is not supported.`, 'Export the mesh without it.');
    const type = TYPES[numberIn(accessor, 'componentType') ?? 0];
    if (!type || accessor.type !== ['SCALAR', 'VEC2', 'VEC3', 'VEC4'][components - 1])
      throw this.data.wrong(`${name} has the wrong type.`);
    const { bytes, stride } = this.viewOf(accessor, name);
    const start = whole(accessor.byteOffset ?? 0),
      count = whole(accessor.count),
      size = components * type.bytes,
      step = stride || size;
    // Written so that nothing overflows and NaN is refused.
    if (
      !(count >= 0 && start >= 0 && step >= size && (count === 0 || start + step * (count - 1) + size <= bytes.length))
    )
      throw this.data.wrong(`${name} reaches beyond its data.`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const scale = accessor.normalized === true && accessor.componentType !== FLOAT ? type.most : 1;
    const values = new Float64Array(count * components);
    for (let k = 0; k < values.length; k++) {
      const at = start + step * Math.floor(k / components) + type.bytes * (k % components);
      values[k] = Math.max(type.read(view, at) / scale, scale === 1 ? Number.NEGATIVE_INFINITY : -1);
    }
    return values;
  }

  /** How many numbers each entry of an accessor has; 0 if it does not exist. */
  componentsOf(number: unknown): number {
    return 1 + ['SCALAR', 'VEC2', 'VEC3', 'VEC4'].indexOf(String(this.data.item('accessors', number)?.type));
  }

  /** The bytes of a view, for pictures. */
  bytesOf(number: unknown): Uint8Array {
    const name = `View ${shownValue(number)}`;
    return this.viewOf({ bufferView: number }, name).bytes;
  }

  private viewOf(accessor: GltfJson, name: string): { readonly bytes: Uint8Array; readonly stride: number } {
    const view = this.data.item('bufferViews', accessor.bufferView);
    const buffer = view && typeof view.buffer === 'number' ? this.buffers[view.buffer] : undefined;
    if (!view || !buffer) throw this.data.wrong(`${name} has no data.`);
    const start = whole(view.byteOffset ?? 0),
      length = whole(view.byteLength);
    if (!(start >= 0 && length >= 0 && start + length <= buffer.length))
      throw this.data.wrong(`The data of ${name} reaches beyond its buffer.`);
    return { bytes: buffer.subarray(start, start + length), stride: whole(view.byteStride ?? 0) };
  }
}

/** A whole number that is not negative; NaN for anything else. */
function whole(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : Number.NaN;
}
