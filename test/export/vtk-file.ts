// A minimal reader of VTK's XML files with raw data at their end: what it does not expect, it throws at.

const TYPES = {
  Float32: Float32Array,
  Float64: Float64Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  UInt8: Uint8Array,
} as const;

export interface VtkFile {
  readonly type: string;
  /** Attributes of the piece, such as NumberOfPoints. */
  readonly piece: Readonly<Record<string, string>>;
  /** `Section/Name` → numbers. */
  readonly arrays: ReadonlyMap<string, InstanceType<(typeof TYPES)[keyof typeof TYPES]>>;
}

/** Reads a file. */
export function readVtk(bytes: Uint8Array): VtkFile {
  const mark = '<AppendedData encoding="raw">\n_';
  const text = Buffer.from(bytes).toString('latin1');
  const data = text.indexOf(mark) + mark.length;
  const head = text.slice(0, data);
  const file = attributesOf(/<VTKFile ([^>]*)>/.exec(head)![1]!);
  if (file.byte_order !== 'LittleEndian' || file.header_type !== 'UInt64') throw new Error('not as we write it');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const arrays = new Map<string, InstanceType<(typeof TYPES)[keyof typeof TYPES]>>();
  const piece = attributesOf(/<Piece ([^>]*)>/.exec(head)![1]!);
  let end = data;
  for (const section of ['FieldData', 'PointData', 'Points', 'Cells', 'Polys', 'Lines']) {
    const inside = new RegExp(`<${section}[ >]([\\s\\S]*?)</${section}>`).exec(head)?.[1] ?? '';
    for (const [, words] of inside.matchAll(/<DataArray ([^>]*)\/>/g)) {
      const { type, Name, NumberOfComponents, offset } = attributesOf(words!);
      const at = data + Number(offset);
      const length = Number(view.getBigUint64(at, true));
      const Type = TYPES[type as keyof typeof TYPES];
      arrays.set(`${section}/${Name}`, new Type(bytes.slice(at + 8, at + 8 + length).buffer));
      const isPerPoint = section === 'PointData' || section === 'Points';
      if (
        isPerPoint &&
        arrays.get(`${section}/${Name}`)!.length !== Number(NumberOfComponents) * Number(piece.NumberOfPoints)
      ) {
        throw new Error(`${Name} has not ${NumberOfComponents} numbers per point`);
      }
      end = Math.max(end, at + 8 + length);
    }
  }
  if (text.slice(end) !== '\n</AppendedData>\n</VTKFile>\n') throw new Error('the data do not end where they should');
  return { type: file.type!, piece, arrays };
}

function attributesOf(words: string): Record<string, string> {
  return Object.fromEntries([...words.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));
}
