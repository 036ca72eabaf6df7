// The rows of the benchmark and how they are named: `<scene>/<size>/<threads>` and, with two sizes of particles, `/mixed` behind.

export const SCENES = ['dam-break', 'block'] as const;
export const SIZES = ['10k', '100k', '1M'] as const;

export type Size = (typeof SIZES)[number];

export interface Row {
  readonly name: string;
  /** `search` times the neighbor search alone, on the block. */
  readonly scene: (typeof SCENES)[number] | 'search';
  readonly size: Size;
  readonly threads: 1 | 2;
  readonly mixed: boolean;
}

/** Every row, smallest first, so that code is hot when the large ones run. */
export const ROWS: readonly Row[] = [
  ...SIZES.flatMap((size) =>
    SCENES.flatMap((scene) =>
      ([false, true] as const).flatMap((mixed) => ([1, 2] as const).map((threads) => row(scene, size, threads, mixed))),
    ),
  ),
  row('search', '100k', 1, false),
  row('search', '100k', 1, true),
];

function row(scene: Row['scene'], size: Size, threads: 1 | 2, mixed: boolean): Row {
  return { name: `${scene}/${size}/${threads}${mixed ? '/mixed' : ''}`, scene, size, threads, mixed };
}

/** The rows that a comma-separated list asks for: exact names, or beginnings of names. Throws a message that lists all rows. */
export function selectRows(only: string | undefined): readonly Row[] {
  if (only === undefined) return ROWS;
  const chosen = new Set<Row>();
  for (const wanted of only.split(',').map((part) => part.trim())) {
    const exact = ROWS.filter(({ name }) => name === wanted);
    const found = exact.length > 0 || wanted === '' ? exact : ROWS.filter(({ name }) => name.startsWith(wanted));
    if (found.length === 0) throw new UnknownRow(wanted);
    for (const one of found) chosen.add(one);
  }
  return ROWS.filter((one) => chosen.has(one));
}

export class UnknownRow extends Error {
  constructor(wanted: string, names: readonly string[] = ROWS.map(({ name }) => name)) {
    super(`No row is named "${wanted}". The rows are:\n${names.map((name) => `  ${name}`).join('\n')}`);
  }
}
