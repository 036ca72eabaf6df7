// The generated tables: nothing is where something else is, both languages see the same numbers, and wrong tables are refused.

import { readFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { describe, expect, it } from 'vitest';
import * as obstacle from '../../src/obstacles/layout.ts';
import * as mesh from '../../src/obstacles/mesh-layout.ts';
import { WORKSPACE } from '../../src/particles/fields.ts';
import * as skin from '../../src/skin/layout.ts';
import * as active from '../../src/surface/active-layout.ts';
import * as surface from '../../src/surface/layout.ts';
import * as at from '../../src/wasm/layout.ts';
import { PASSES } from '../../src/wasm/passes.ts';
import { OWNERS } from '../../src/wasm/tables/index.ts';
import { f32, f64, type Owner, report, type Slot, u32 } from '../../src/wasm/tables/rows.ts';
import { WORK_KINDS } from '../../src/wasm/work-kinds.ts';
import { generate, modulesOf } from '../../tools/generate-layout.ts';
import { findOverlaps, type PlacedSlot, placeSlots, TableError } from '../../tools/tables/place.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const BLOCKS = placeSlots(OWNERS);
const FILES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'src/wasm/layout.ts': at,
  'src/obstacles/layout.ts': obstacle,
  'src/obstacles/mesh-layout.ts': mesh,
  'src/skin/layout.ts': skin,
  'src/surface/layout.ts': surface,
  'src/surface/active-layout.ts': active,
};

/** The tables with the rows of one more owner. */
const withOwner = (owner: Partial<Owner>): readonly Owner[] => [
  ...OWNERS,
  { owner: 'springs', about: 'A test.', slots: {}, ...owner },
];
/** Everything that is wrong with tables. */
function problemsOf(owners: readonly Owner[]): readonly string[] {
  try {
    generate(owners, modulesOf(ROOT));
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(TableError);
    return (error as TableError).problems;
  }
}
const slotAt = (slot: Slot, place: number, bytes: number): PlacedSlot => ({
  slot,
  at: place,
  bytes,
  owner: 'a',
  file: 'f',
  block: 'b',
});

describe('the tables of the shared memory', () => {
  it('are what the files of constants say', () => {
    for (const [file, text] of generate(OWNERS, modulesOf(ROOT))) {
      expect([file, readFileSync(`${ROOT}/${file}`, 'utf8') === text]).toEqual([file, true]);
    }
  });

  it('give every slot bytes of its own, by the numbers that programs see', () => {
    for (const { block, slots } of BLOCKS) {
      const owned = new Map<number, string>();
      for (const { slot, file, bytes } of slots) {
        const from = FILES[file]![slot.name]! * (block.unit ?? 1);
        for (let byte = from; byte < from + bytes; byte++) {
          const other = owned.get(byte);
          if (slot.shares === undefined || other !== slot.shares)
            expect([block.name, byte, other]).toEqual([block.name, byte, undefined]);
          if (slot.shares === undefined) owned.set(byte, slot.name);
        }
        expect([slot.name, from + bytes <= block.limit]).toEqual([slot.name, true]);
      }
    }
    const shared = BLOCKS.flatMap(({ slots }) => slots).filter(({ slot }) => slot.shares);
    expect(shared.map(({ slot }) => [slot.name, slot.shares])).toEqual([
      ['AT_PLACE', 'AT_CELL'],
      ['AT_ASKED_LEVEL', 'AT_CELL'],
      ['REGION_POWER', 'NORMAL_RESTITUTION'],
      ['REGION_FLUX', 'TANGENT_RESTITUTION'],
    ]);
  });

  it('keep the context block below the tables of the module, and those below the arena', () => {
    const context = BLOCKS.find(({ block }) => block.name === 'context')!;
    expect(context.end).toBeLessThanOrEqual(at.MODULE_BASE);
    expect(at.MODULE_BASE).toBeLessThan(at.ARENA);
    expect(at.GLOBULE_TABLE + at.MAX_SUBSTANCES * at.GLOBULE_BYTES).toBeLessThanOrEqual(context.end);
    expect(at.SUBSTANCE_TABLE % 64).toBe(0);
  });

  it('put the words that threads fight for on cache lines of their own', () => {
    const words = BLOCKS.flatMap(({ slots }) => slots).filter(({ slot }) => slot.alone);
    expect(words.length).toBe(9);
    for (const { at: place } of words) expect(place % 64).toBe(0);
    const lines = BLOCKS.filter(({ block }) => ['control', 'context'].includes(block.name)).flatMap(
      ({ slots }) => slots,
    );
    for (const { slot, at: place } of words) {
      const near = lines.filter((other) => Math.floor(other.at / 64) === place / 64).map((other) => other.slot.name);
      expect(near).toEqual([slot.name]);
    }
  });

  it('have records whose quads the pair passes load as they are', () => {
    expect([at.RECORD_BYTES, 1 << at.RECORD_SHIFT]).toEqual([64, 64]);
    expect([at.RECORD_POSITION, at.RECORD_VELOCITY, at.RECORD_COMPRESSION, at.RECORD_LINEAR]).toEqual([0, 16, 32, 48]);
    expect([at.RECORD_INVERSE_SUPPORT, at.RECORD_VOLUME, at.RECORD_LENGTH, at.RECORD_XSPH]).toEqual([12, 28, 44, 60]);
  });

  it('agree with the arrays of the particles about the bytes of a row', () => {
    const bytes = new Map(WORKSPACE.map((array) => [array.slot, array.bytes]));
    const rows = [
      [at.AT_RECORD, at.RECORD_BYTES],
      [at.AT_SUM, at.SUM_BYTES],
      [at.AT_STRAIN, at.STRAIN_BYTES],
      [at.AT_WALL, at.WALL_BYTES],
      [at.AT_DELTA, at.DELTA_BYTES],
      [at.AT_HEAT_RECORD, at.HEAT_RECORD_BYTES],
      [at.AT_GLOBULE, at.GLOBULE_RECORD_BYTES],
      [at.AT_MEASURE, at.MEASURE_BYTES],
    ] as const;
    for (const [slot, size] of rows) expect([slot, bytes.get(slot)]).toEqual([slot, size]);
  });

  it('give both languages the same numbers', async () => {
    const all = Object.entries(FILES).map(([file, constants]) => ({ file, names: Object.keys(constants) }));
    const source = all.map(({ file, names }, k) => {
      const imports = names.map((name) => `${name} as n${k}_${name}`).join(', ');
      const getters = names.map((name) => `export function f${k}_${name}(): f64 { return <f64>n${k}_${name}; }`);
      return `import { ${imports} } from './${file.replace('.ts', '')}';\n${getters.join('\n')}`;
    });
    let binary: Uint8Array<ArrayBuffer> | undefined;
    const files: Record<string, string> = { 'probe.ts': source.join('\n') };
    const { error } = await asc.main(['probe.ts', '-o', 'probe.wasm', '--runtime', 'stub'], {
      readFile: (name) => files[name] ?? (name in FILES ? readFileSync(`${ROOT}/${name}`, 'utf8') : null),
      writeFile: (_, contents) => {
        if (typeof contents !== 'string') binary = new Uint8Array(contents);
      },
      listFiles: () => [],
    });
    expect(error).toBeNull();
    const { instance } = await WebAssembly.instantiate(binary!, { env: { abort: () => {} } });
    const found = instance.exports as Record<string, () => number>;
    for (const [k, { file, names }] of all.entries()) {
      const seen = Object.fromEntries(names.map((name) => [name, found[`f${k}_${name}`]!()]));
      expect(seen).toEqual({ ...FILES[file] });
    }
    expect(Object.keys(at).length).toBeGreaterThan(300);
  });
});

describe('the passes of the tables', () => {
  it('have every number once, with a kind of work', () => {
    let next = 0;
    for (const { name, first, end, kind } of PASSES) {
      expect([name, first]).toEqual([name, next]);
      expect(WORK_KINDS).toContain(kind);
      next = end;
    }
    expect(next).toBe(at.PASS_END);
    const named = [at, surface, active, skin].flatMap((constants) =>
      Object.keys(constants).filter((n) => n.startsWith('PASS_')),
    );
    expect(named.filter((name) => name !== 'PASS_END').sort()).toEqual(PASSES.map(({ name }) => name).sort());
  });

  it('keep the distances that passes are chosen by', () => {
    const room = (name: string): number => PASSES.filter((pass) => pass.name === name).map((p) => p.end - p.first)[0]!;
    expect([room('PASS_MEASURE'), room('PASS_FORCES'), room('PASS_FLOW_FORCES')]).toEqual([16, 64, 128]);
    expect([room('PASS_CENTRAL_PRODUCT'), room('PASS_GLOBULES'), room('PASS_KICK_FLOW')]).toEqual([2, 4, 1]);
    const dispatch = readFileSync(`${ROOT}/assembly/dispatch.ts`, 'utf8');
    const variant = (pass: number): string | undefined =>
      new RegExp(`function pass${pass}\\(task: i32\\): void \\{ (.*)\\(task\\); \\}`).exec(dispatch)?.[1];
    expect(variant(at.PASS_DENSITY + 3)).toBe('addDensity<CubicSpline, Unbounded, EachPair>');
    expect(variant(at.PASS_FORCES + 1 + 8 + 16)).toBe('addForces<Quartic, Periodic, Full, EachPair>');
    expect(variant(at.PASS_FLOW_FORCES + 4 + 32)).toBe('addForces<WendlandC2, Unbounded, CentralFlow, EachPair>');
    expect(variant(at.PASS_GLOBULES + 3)).toBe('addGlobuleForces<Periodic, OwnExponents>');
    expect([variant(at.PASS_DENSITY + 5), variant(at.PASS_FORCES + 48)]).toEqual([undefined, undefined]);
  });
});

describe('a wrong table is refused', () => {
  it('when two ranges overlap, also by a part', () => {
    const [a, b] = [f64('A', 'a', { count: 3 }), f64('B', 'b')];
    expect(findOverlaps([slotAt(a, 0, 24), slotAt(b, 24, 8)])).toEqual([]);
    expect(findOverlaps([slotAt(a, 0, 24), slotAt(b, 16, 8)])).toEqual([
      "A (bytes 0 to 23) and B (bytes 16 to 23) of 'b' overlap",
    ]);
    const pinned = { record: [f32('RECORD_SPRING', 'stiffness, N/m', { at: 36 })] };
    expect(problemsOf(withOwner({ slots: pinned }))).toEqual([
      "RECORD_PRESSURE (bytes 36 to 39) and RECORD_SPRING (bytes 36 to 39) of 'record' overlap",
    ]);
    const shares = { context: [u32('AT_SPRING', 'too long', { shares: 'AT_CELL', count: 2 })] };
    expect(problemsOf(withOwner({ slots: shares }))[0]).toMatch(
      /^AT_CELL \(bytes .*\) and AT_SPRING \(bytes .*overlap$/,
    );
  });

  it('when it does not fit', () => {
    expect(problemsOf(withOwner({ slots: { record: [f32('RECORD_SPRING', 'stiffness, N/m')] } }))).toEqual([
      "block 'record' ends at 128, beyond its limit of 64 bytes",
    ]);
    expect(problemsOf(withOwner({ slots: { context: [f64('SPRINGS', 'N/m', { count: 4096 })] } }))[0]).toMatch(
      /^block 'context' ends at \d+, beyond its limit of 36864 bytes$/,
    );
  });

  it('when a function, a class or a writer is missing, or has other type parameters', () => {
    const pass = {
      name: 'PASS_SPRINGS',
      run: 'addSprings',
      from: 'flow/stress',
      task: 'group',
      kind: 'forces',
      meaning: 'springs',
    } as const;
    const problems = (
      more: Partial<Omit<typeof pass, 'run' | 'from'>> & { run?: string; from?: string; types?: string[] },
    ) => problemsOf(withOwner({ passes: [{ ...pass, ...more }] }));
    expect(problems({})).toEqual(['PASS_SPRINGS: assembly/flow/stress.ts exports no function addSprings']);
    expect(problems({ from: 'springs' })).toEqual(['PASS_SPRINGS: there is no assembly/springs.ts']);
    expect(problems({ run: 'addStress', types: ['kernel'] })).toEqual([
      'PASS_SPRINGS: addStress has 2 type parameters, the table gives 1',
    ]);
    expect(problems({ run: 'addStress', types: ['kernel', 'Torus'] })).toEqual([
      "PASS_SPRINGS: 'Torus' is neither an axis nor a class",
    ]);
    expect(problemsOf(withOwner({ classes: { Torus: 'lists' } }))).toEqual([
      'assembly/lists.ts exports no class Torus',
    ]);
    const reported = { 'chunk report': [report('REPORT_SPRINGS', ['PASS_SPRINGS'], 'J')] };
    expect(problemsOf(withOwner({ slots: reported }))).toEqual(['REPORT_SPRINGS: there is no PASS_SPRINGS']);
  });

  it('when names are wrong, twice there, or in no block', () => {
    expect(problemsOf(withOwner({ slots: { substance: [f64('SPRING', 'N/m')] } }))).toEqual([
      "SPRING is in block 'substance', where names begin with SUB_",
    ]);
    expect(problemsOf(withOwner({ slots: { context: [u32('COUNT', 'again')] } }))).toEqual([
      'src/wasm/layout.ts: the name COUNT is there twice',
    ]);
    expect(problemsOf(withOwner({ slots: { springs: [] } }))).toEqual(["springs: there is no block 'springs'"]);
  });

  it('but grows with rows that fit: the stride of substances, a report, a second record, a pass', () => {
    const files = generate(
      withOwner({
        blocks: [
          {
            name: 'spring record',
            prefix: 'SPRING_',
            start: 0,
            limit: 64,
            size: { name: 'SPRING_BYTES', multiple: 16 },
            shift: 'SPRING_SHIFT',
            ordered: true,
          },
        ],
        slots: {
          substance: [f64('SUB_SPRING', 'N/m', { count: 8 })],
          'chunk report': [report('REPORT_SPRINGS', ['PASS_SPRINGS'], 'J')],
          'spring record': [f32('SPRING_STIFFNESS', 'N/m'), f32('SPRING_REST', 'm', { count: 4 })],
        },
        passes: [
          {
            name: 'PASS_SPRINGS',
            run: 'addStress',
            from: 'flow/stress',
            types: ['kernel', 'domain'],
            task: 'group',
            kind: 'forces',
            meaning: 'springs',
          },
        ],
      }),
      modulesOf(ROOT),
    );
    const grown = (name: string): number =>
      Number(new RegExp(`^export const ${name} = (\\d+);$`, 'm').exec(files.get('src/wasm/layout.ts')!)![1]);
    expect(grown('SUBSTANCE_BYTES')).toBe(at.SUBSTANCE_BYTES + 64);
    expect(grown('SUB_SPRING') + 64).toBeLessThanOrEqual(grown('SUBSTANCE_BYTES'));
    expect([grown('SPRING_BYTES'), grown('SPRING_SHIFT'), grown('SPRING_REST')]).toEqual([32, 5, 4]);
    expect(grown('REPORT_SPRINGS') % 8).toBe(0);
    expect(grown('PASS_END')).toBe(at.PASS_END + 16);
    expect(files.get('assembly/dispatch.ts')).toContain('addStress<Spiky, Periodic>(task)');
  });
});
