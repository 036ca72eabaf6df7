// The JSON Schema must help a person who edits a scene: tested in VS Code's own JSON engine, beside the zod schema it is made from.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { KERNEL_NAMES } from '../../src/kernels/kernels.ts';
import { sceneJsonSchema } from '../../src/scene/json-schema.ts';
import { SPH_PRESETS, sceneSchema } from '../../src/scene/schema.ts';
import { sphParameters } from '../../src/substances/sph/presets.ts';
import { documentationOf, insert, SceneEditor } from '../helpers/scene-editor.ts';
import { type Node, nodesIn } from '../helpers/schema-nodes.ts';
import { SCENES } from '../scenes/index.ts';

const repository = new URL('../..', import.meta.url).pathname;
const editor = new SceneEditor();
const SHAPE = { sphere: { center: [0, 1, 0], radius: 0.3 } };
const BODY = { substance: 'goo', shape: SHAPE, spacing: 0.05 };

describe('completion', () => {
  it('offers the keys of a part', async () => {
    expect(await editor.offered('{"substances": {"goo": {|}}}')).toEqual(
      expect.arrayContaining(['preset', 'restDensity', 'stiffness', 'viscosity']),
    );
    expect(await editor.offered('{"bodies": [{"substance": "goo", |}]}')).toEqual([
      'shape',
      'spacing',
      'particles',
      'lattice',
      'jitter',
      'velocity',
      'angularVelocity',
      'density',
      'temperature',
      'from',
      'skin',
    ]);
    expect(await editor.offered('{"camera": {|}}')).toEqual([
      ...[
        'position',
        'target',
        'up',
        'fieldOfView',
        'height',
        'keyframes',
        'orbit',
        'follow',
        'lens',
        'shutter',
        'exposures',
      ],
    ]);
    const parts = await editor.offered('{|}');
    expect(parts).toEqual(Object.keys(sceneSchema.shape));
  });

  it('offers the names of presets, kernels and lattices, with a sentence for each', async () => {
    expect(await editor.offered('{"substances": {"goo": {"preset": |}}}')).toEqual([...SPH_PRESETS]);
    expect(await editor.offered('{"substances": {"goo": {"kernel": |}}}')).toEqual([...KERNEL_NAMES]);
    expect(await editor.offered('{"bodies": [{"lattice": |}]}')).toEqual(['hcp', 'cubic', 'hexagonal']);
    expect(await editor.offered('{"dimension": |}')).toEqual(['2', '3']);
    for (const field of ['preset', 'kernel', 'stateEquation', 'density']) {
      const items = await editor.complete(`{"substances": {"goo": {"${field}": |}}}`);
      const texts = items.map(documentationOf);
      expect(new Set(texts).size, `${field}: ${texts.join(' ')}`).toBe(items.length);
      for (const text of texts) expect(text).toMatch(/\w{3}.*\.$/);
    }
  });

  it('offers the shapes that fit the place', async () => {
    const solids = ['plane', 'box', 'sphere', 'capsule', 'cylinder', 'mesh', 'heightfield'];
    expect(await editor.offered('{"obstacles": [{"shape": {|}}]}')).toEqual(solids);
    expect(await editor.offered('{"sinks": [{"shape": {|}}]}')).toEqual(solids);
    expect(await editor.offered('{"bodies": [{"shape": {|}}]}')).toEqual([...solids.slice(1), 'points']);
    expect(await editor.offered('{"emitters": [{"shape": {|}}]}')).toEqual(['disc', 'box']);
    expect(await editor.offered('{"forces": [{|}]}')).toEqual([
      'uniform',
      'spring',
      'attractor',
      'vortex',
      'drag',
      'grab',
      'push',
    ]);
    expect(await editor.offered('{"obstacles": [{"motion": {|}}]}')).toEqual([
      'velocity',
      'rotation',
      'keyframes',
      'pivot',
    ]);
  });

  it('offers what is missing in the form that was begun', async () => {
    expect(await editor.offered('{"sinks": [{"shape": {"box": {|}}}]}')).toEqual([
      'min',
      'max',
      'center',
      'size',
      'rotation',
    ]);
    expect(await editor.offered('{"sinks": [{"shape": {"box": {"min": [0, 0, 0], |}}}]}')).toEqual(['max']);
    expect(await editor.offered('{"sinks": [{"shape": {"box": {"size": [1, 1, 1], |}}}]}')).toEqual([
      'center',
      'rotation',
    ]);
    expect(await editor.offered('{"sinks": [{"shape": {"sphere": {|}}}]}')).toEqual(['center', 'radius']);
  });

  it.each([
    '{"obstacles": [{"shape": |}]}',
    `{"bodies": [{"substance": "goo", "spacing": 0.1, "shape": |}]}`,
    '{"emitters": [{"substance": "goo", "spacing": 0.1, "speed": 1, "shape": |}]}',
    `{"obstacles": [{"shape": ${JSON.stringify(SHAPE)}, "motion": |}]}`,
    '{"substances": {"goo": |}}',
    ...['bodies', 'emitters', 'sinks', 'obstacles', 'forces'].map((list) => `{"${list}": [|]}`),
    ...['domain', 'time', 'surface', 'camera', 'look', 'output'].map((part) => `{"${part}": |}`),
  ])('inserts right values: %s', async (text) => {
    const items = (await editor.complete(text)).filter(({ label }) => label !== '{}');
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      const scene = insert(text, item);
      expect(await editor.complaints(scene), scene).toEqual([]);
      expect(sceneSchema.safeParse(JSON.parse(scene)).error, scene).toBeUndefined();
    }
  });

  it('puts the default of the engine behind a key of a substance', async () => {
    const text = '{"substances": {"goo": {|}}}';
    const items = await editor.complete(text);
    const stiffness = items.find(({ label }) => label === 'stiffness')!;
    expect(JSON.parse(insert(text, stiffness))).toEqual({ substances: { goo: { stiffness: 1000 } } });
  });
});

describe('hover', () => {
  it.each([
    [
      '{"substances": {"goo": {"stif|fness": 9}}}',
      ['Resistance to compression', 'm²/s²', '> 0', "1000, or the preset's"],
    ],
    ['{"substances": {"goo": {"restDen|sity": 9}}}', ['kg/m³ (kg/m² in 2D)']],
    ['{"substances": {"goo": {"smooth|ing": 1}}}', ['dimensionless', '0.6 to 4', '1.35']],
    ['{"substances": {"goo": {"preset": "hon|ey"}}}', ['`honey`', 'coils']],
    ['{"time": {"cou|rant": 0.3}}', ['Range: **0.01 to 1**', 'Default: **0.3**']],
    ['{"grav|ity": [0, 0, 0]}', ['Unit: **m/s²**', 'Default: **[0, -9.81, 0]**']],
    ['{"gravity": [0, 9|.8, 0]}', ['y, m/s²']],
    ['{"se|ed": 1}', ['whole, 0 to 4294967295']],
    ['{"emitters": [{"flow|Rate": 1}]}', ['m³/s (m²/s in 2D)', '0 to 1000000000']],
    ['{"output": {"wid|th": 640}}', ['pixels', 'even, 16 to 16384', '1280']],
    ['{"sinks": [{"shape": {"sphere": {"ra|dius": 1}}}]}', ['Radius of the sphere', '**m**', '> 0']],
    ['{"obstacles": [{"mo|tion": {"velocity": [1, 0, 0]}}]}', ['How the solid moves', 'it does not move']],
    [`{"bodies": [{"sh|ape": ${JSON.stringify(SHAPE)}}]}`, ['Region to fill']],
    ['{"bodies": [{| "substance": "goo"}]}', ['An amount of substance']],
    ['{"ti|me": {"courant": 0.2}}', ['How the step size is chosen', 'see its fields']],
  ])('%s', async (text, parts) => {
    const shown = await editor.hover(text);
    for (const part of parts) expect(shown).toContain(part);
  });
});

describe('diagnosis', () => {
  it.each([
    ['an unknown key', { gravtiy: [0, 0, 0] }, 'gravtiy'],
    ['an unknown key of a substance', { substances: { goo: { stifness: 1 } } }, 'stifness'],
    [
      'an unknown key of a shape',
      { sinks: [{ shape: { sphere: { center: [0, 0, 0], radius: 1, colour: 2 } } }] },
      'colour',
    ],
    ['an unknown kind of shape', { sinks: [{ shape: { spere: { center: [0, 0, 0], radius: 1 } } }] }, 'spere'],
    ['two kinds at once', { forces: [{ drag: { rate: 1 }, spring: { rate: 1 } }] }, 'not allowed'],
    ['a plane to fill', { bodies: [{ ...BODY, shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }] }, 'plane'],
    ['an unknown preset', { substances: { goo: { preset: 'hony' } } }, 'not accepted'],
    ['a number out of range', { time: { courant: 3 } }, 'maximum of 1'],
    ['a zero that must be positive', { frameRate: 0 }, 'exclusive minimum of 0'],
    ['a missing key', { bodies: [{ substance: 'goo', spacing: 0.05 }] }, 'shape'],
    ['a text for a number', { duration: '3 s' }, 'number'],
    ['half a vector', { gravity: [0, 1] }, 'too few items'],
    ['four dimensions', { gravity: [0, 1, 2, 3] }, 'too many items'],
    ['an odd width', { output: { width: 1281 } }, 'divisible by 2'],
    ['a color by name', { look: { background: 'white' } }, 'pattern'],
  ])('%s', async (_what, scene, part) => {
    const complaints = await editor.complaints(scene);
    expect(complaints.join('\n')).toContain(part);
    if (!('bodies' in scene) || !JSON.stringify(scene).includes('plane')) {
      expect(sceneSchema.safeParse(scene).success).toBe(false);
    }
  });

  it('lets notes, comments and trailing commas pass', async () => {
    const text = `{
      // a comment
      "x-note": { "anything": [1, "two"] },
      "substances": { "goo": { "preset": "honey", "x-seen": "in a pot" }, "x-old": 3 },
      "bodies": [{ "x-a": 1, "substance": "goo", "spacing": 0.1, "shape": { "x-b": 1, "sphere": { "x-c": 1, "center": [0, 0, 0], "radius": 1 } } }],
      "time": { "x-d": null },
    }`;
    expect(await editor.complaints(text)).toEqual([]);
    expect(await editor.complaints('{"y-note": 1}')).toHaveLength(1);
  });

  it.each(Object.entries(SCENES))(
    'accepts the test scene %s, and refuses it with a typo anywhere',
    async (_name, { scene }) => {
      expect(await editor.complaints(scene)).toEqual([]);
      const places = objectsIn(scene).filter((place) => place.join() !== 'substances');
      for (const place of places) {
        const wrong = structuredClone(scene) as object;
        Object.assign(at(wrong, place), { typo: 1 });
        expect(await editor.complaints(wrong), place.join('/')).not.toEqual([]);
        expect(sceneSchema.safeParse(wrong).success, place.join('/')).toBe(false);
      }
    },
  );

  it('accepts every scene of the gallery', async () => {
    const files = readdirSync(join(repository, 'scenes'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(repository, 'scenes', name, 'scene.json'));
    expect(files.length).toBeGreaterThanOrEqual(8);
    for (const file of files) {
      const complaints = await editor.complaints(readFileSync(file, 'utf8'), pathToFileURL(file).href);
      expect(complaints, file).toEqual([]);
    }
  });
});

/** Paths of all objects inside a value. */
function objectsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, part]) => objectsIn(part, [...path, key]));
  return Array.isArray(value) ? inside : [path, ...inside];
}

function at(value: unknown, path: readonly string[]): object {
  return path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value) as object;
}

describe('the schema itself', () => {
  const schema = sceneJsonSchema();
  const nodes = nodesIn(schema);
  const properties = nodes.flatMap(([path, node]) =>
    Object.entries(node.properties ?? {}).map(([name, field]) => [`${path}/${name}`, field] as const),
  );

  it('is a valid schema of draft 7', async () => {
    const service = getLanguageService({});
    service.configure({ validate: true });
    const problemsOf = async (value: unknown): Promise<unknown[]> => {
      const document = TextDocument.create('file:///schema.json', 'json', 1, JSON.stringify(value));
      return await service.doValidation(document, service.parseJSONDocument(document));
    };
    expect(await problemsOf(schema)).toEqual([]);
    expect(await problemsOf({ ...schema, type: 'objekt' })).not.toEqual([]);
  });

  it('describes every field in a sentence', () => {
    expect(properties.length).toBeGreaterThan(110);
    for (const [path, { description }] of properties) expect(description, path).toMatch(/^[A-Z0-9].{8,}\.$/s);
  });

  it('says the unit of every number', () => {
    const numbers = nodes.filter(
      ([, { type, enum: names, const: value }]) => /number|integer/.test(`${type}`) && !names && value === undefined,
    );
    expect(numbers.length).toBeGreaterThan(100);
    for (const [path, node] of numbers) expect(node['x-unit'], path).toMatch(/\S/);
  });

  it('leaves none of our own keys behind', () => {
    const own = [
      'unit',
      'effect',
      'rangeText',
      'presetDefault',
      'defaultText',
      'components',
      'meanings',
      'hidden',
      'readOnly',
    ];
    for (const [path, node] of nodes.filter(([path]) => !path.endsWith('/properties'))) {
      expect(
        own.filter((key) => key in node),
        path,
      ).toEqual([]);
    }
  });

  it('has as defaults of a substance what the engine takes, but only offers them', () => {
    const { name: _, model: _model, viscositySoundSpeed, ...engine } = sphParameters('', { model: 'sph' });
    expect(viscositySoundSpeed).toBe(Math.sqrt(engine.stiffness));
    const { properties: fields } = (schema.definitions as Record<string, Node>).smoothed!;
    for (const [field, value] of Object.entries(engine)) {
      expect(fields![field]!.description, field).toContain(`Default: ${value}, or the preset's.`);
      expect(fields![field]!.default, field).toBeUndefined();
    }
  });

  it('has as defaults what zod fills in', () => {
    const filled = sceneSchema.parse({}) as Record<string, unknown>;
    const fields = (schema as Node).properties!;
    for (const [name, field] of Object.entries(fields)) {
      if (field.default !== undefined) expect([field.default, {}], name).toContainEqual(withoutFields(filled[name]));
    }
  });

  it('tells a preset from all others by a sentence', () => {
    const { preset } = (schema.definitions as Record<string, { properties: Record<string, Record<string, unknown>> }>)
      .smoothed!.properties;
    expect(new Set(preset!.markdownEnumDescriptions as string[]).size).toBe(SPH_PRESETS.length);
  });
});

/** The value of a part stands for "its fields have defaults". */
function withoutFields(value: unknown): unknown {
  return typeof value === 'object' && !Array.isArray(value) ? {} : value;
}

describe('the pictures of a scene', () => {
  it('have settings without being asked', () => {
    const { surface, camera, look, output } = sceneSchema.parse({});
    expect(surface).toEqual({
      kind: 'isosurface',
      field: 'density',
      kernels: 'round',
      walls: 'apart',
      voxel: 0.35,
      level: 0.5,
      smoothing: 5,
      settling: 0.3,
    });
    expect(camera).toEqual({ up: [0, 1, 0], fieldOfView: 40, orbit: 0, shutter: 0, exposures: 12 });
    expect(look).toEqual({
      sphereRadius: 0.5,
      colorBy: 'substance',
      inside: { roughness: 0.15 },
      background: '#ffffff',
      legend: true,
      ground: true,
      obstacles: true,
      stage: 'plain',
      exposure: 1,
      glow: 0,
      scenery: [],
      fog: 0,
      grid: false,
      quality: 'fast',
      rays: 8,
    });
    expect(output).toEqual({ width: 1280, height: 720, samples: 2, speed: 1 });
  });

  it('refuse a camera at its own target', () => {
    const camera = { position: [1, 2, 3], target: [1, 2, 3] };
    expect(sceneSchema.safeParse({ camera }).success).toBe(false);
    expect(sceneSchema.safeParse({ camera: { ...camera, target: [1, 2, 4] } }).success).toBe(true);
    expect(sceneSchema.safeParse({ camera: { position: camera.position } }).success).toBe(true);
  });
});
