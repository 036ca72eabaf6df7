// A buffer attribute that keeps its memory while counts change from frame to frame, and takes more only when it must.

import { BufferAttribute, type BufferGeometry, DynamicDrawUsage, type TypedArray } from 'three';

/** How much more is taken than is needed, so that a slowly growing count seldom takes again. */
const SPARE = 1.5;

type Numbers = Float32Array | Uint32Array;

interface AttributeForm {
  /** Numbers per entry. */
  readonly components: 1 | 2 | 3;
  readonly Type: new (length: number) => Numbers & TypedArray;
}

/** Makes room for `count` entries: the attribute itself if it has it, else a larger one. The content is lost when it grows. */
export function roomFor(
  attribute: BufferAttribute | undefined,
  count: number,
  { components, Type }: AttributeForm,
): BufferAttribute {
  if (attribute && attribute.count >= count) return attribute;
  const values = new Type(components * Math.ceil(count * (attribute ? SPARE : 1)));
  return new BufferAttribute(values, components).setUsage(DynamicDrawUsage);
}

/** Says that the first `count` entries of an attribute have changed. */
export function markChanged(attribute: BufferAttribute, count: number): void {
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, count * attribute.itemSize);
  attribute.needsUpdate = true;
}

/** The bounds of `count` points, written into the box and the sphere of a geometry. */
export function setBounds(geometry: BufferGeometry, points: Float32Array, count: number): void {
  const box = geometry.boundingBox!.makeEmpty(),
    { min, max } = box;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = points[i]!,
      y = points[i + 1]!,
      z = points[i + 2]!;
    if (x < min.x) min.x = x;
    if (y < min.y) min.y = y;
    if (z < min.z) min.z = z;
    if (x > max.x) max.x = x;
    if (y > max.y) max.y = y;
    if (z > max.z) max.z = z;
  }
  box.getBoundingSphere(geometry.boundingSphere!);
}
