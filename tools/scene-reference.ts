// The text of docs/scene-reference.md: a section per part of the scene with a table of its fields, from the same nodes as the JSON
// Schema. Every JSON block is a whole scene, and a test reads each of them.

import {
  defaultText,
  elementsOf,
  type FieldNode,
  rangeText,
  referenceOf,
  sceneNodes,
  unitText,
} from '../src/scene/field-text.ts';
import { LIMITS } from '../src/scene/limits.ts';
import { DIMENSIONLESS } from '../src/schema/field.ts';
import { FAMILIES } from '../src/substances/families.ts';
import { DEFAULTS } from '../src/substances/sph/defaults.ts';
import { PRESETS } from '../src/substances/sph/presets.ts';
import { compactJson } from './compact-json.ts';

/** A scene that shows a value of a part. */
type Example = (value: unknown) => unknown;

interface Section {
  readonly title: string;
  /** Definitions of the JSON Schema that it describes. */
  readonly parts: readonly string[];
  readonly example: Example;
  /** Further text behind the tables. */
  readonly more?: (nodes: Nodes) => string[];
}

type Nodes = Readonly<Record<string, FieldNode>>;

const honey = { honey: { preset: 'honey' } };
const inObstacle: Example = (shape) => ({ obstacles: [{ shape }] });
const moving: Example = (motion) => ({
  obstacles: [{ shape: { sphere: { center: [0, 0.5, 0], radius: 0.2 } }, motion }],
});
const touching: Example = (touch) => ({
  substances: { sand: { model: 'globules', kind: 'powder' } },
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, substances: { sand: touch } }],
});
const inBody: Example = (shape) => ({ substances: honey, bodies: [{ substance: 'honey', shape, spacing: 0.05 }] });
const onBody: Example = (skin) => ({
  substances: honey,
  bodies: [{ substance: 'honey', shape: { sphere: { center: [0, 1, 0], radius: 0.3 } }, spacing: 0.05, skin }],
});
const inEmitter: Example = (shape) => ({
  substances: honey,
  emitters: [{ substance: 'honey', shape, speed: 1, spacing: 0.03 }],
});
const inLook: Example = (one) => ({ substances: honey, look: { substances: { honey: one } } });
const onPlane: Example = (one) => ({
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, look: one }],
});
const turned: Example = (rotation) => inObstacle({ box: { center: [0, 1, 0], size: [1, 0.2, 1], rotation } });

/** Rigid bodies with the names that a joint asks for. */
const jointed = (joint: unknown) =>
  (Object.values(joint as object)[0] as { readonly bodies: readonly string[] }).bodies.map((name, k) => ({
    shape: { sphere: { center: [k, 1, 0], radius: 0.1 } },
    rigid: { name },
  }));

const SECTIONS: readonly Section[] = [
  {
    title: 'Substances',
    parts: ['substance', ...FAMILIES.map(({ schema }) => schema.meta()!.id!)],
    example: (one) => ({ substances: { goo: one } }),
    more: presets,
  },
  { title: 'Bodies', parts: ['body'], example: (one) => ({ substances: honey, bodies: [one] }) },
  { title: 'Skins', parts: ['skin'], example: onBody },
  { title: 'Meshes of skins', parts: ['skinMesh'], example: (mesh) => onBody({ mesh }) },
  { title: 'Emitters', parts: ['emitter'], example: (one) => ({ substances: honey, emitters: [one] }) },
  { title: 'Sinks', parts: ['sink'], example: (one) => ({ sinks: [one] }) },
  { title: 'Obstacles', parts: ['obstacle'], example: (one) => ({ obstacles: [one] }) },
  {
    title: 'Rigid bodies',
    parts: ['rigid'],
    example: (one) => ({ obstacles: [{ shape: { sphere: { center: [0, 1, 0], radius: 0.1 } }, rigid: one }] }),
  },
  {
    title: 'Joints',
    parts: ['joint', 'fixedJoint', 'hingeJoint', 'sliderJoint', 'springJoint'],
    example: (one) => ({ obstacles: jointed(one), joints: [one] }),
  },
  { title: 'What a surface does', parts: ['touch'], example: touching },
  { title: 'Anchors', parts: ['anchor'], example: (one) => ({ anchors: [one] }) },
  { title: 'Handles', parts: ['sceneHandle'], example: (one) => ({ handles: [one] }) },
  { title: 'Cuts', parts: ['cut'], example: (one) => ({ cuts: [one] }) },
  { title: 'Regions that cannot break', parts: ['unbreakable'], example: (one) => ({ unbreakable: [one] }) },
  {
    title: 'Shapes of cuts',
    parts: ['cutShape', 'cutplane', 'cutdisc', 'cutcells'],
    example: (shape) => ({ cuts: [{ shape }] }),
  },
  { title: 'Motion', parts: ['motion'], example: moving },
  {
    title: 'Shapes',
    parts: ['shape', 'plane', 'box', 'sphere', 'capsule', 'cylinder', 'mesh', 'heightfield'],
    example: inObstacle,
  },
  { title: 'Rotation', parts: ['rotation'], example: turned },
  { title: 'Shapes of bodies', parts: ['bodyShape', 'points'], example: inBody },
  { title: 'Shapes of emitters', parts: ['emitterShape', 'disc'], example: inEmitter },
  {
    title: 'Forces',
    parts: ['force', 'uniform', 'spring', 'attractor', 'vortex', 'drag', 'grab', 'push'],
    example: (one) => ({ forces: [one] }),
  },
  { title: 'Regions of heat', parts: ['heatRegion'], example: (one) => ({ heatRegions: [one] }) },
  { title: 'Changes', parts: ['change'], example: (one) => ({ changes: [one] }) },
  { title: 'Surroundings', parts: ['surroundings'], example: (surroundings) => ({ surroundings }) },
  { title: 'Domain', parts: ['domain'], example: (domain) => ({ domain }) },
  { title: 'Time', parts: ['time'], example: (time) => ({ time }) },
  { title: 'Adaptivity', parts: ['adaptivity'], example: (adaptivity) => ({ adaptivity }) },
  { title: 'Surface', parts: ['surface'], example: (surface) => ({ surface }) },
  { title: 'Camera', parts: ['camera'], example: (camera) => ({ camera }) },
  { title: 'Look', parts: ['look'], example: (look) => ({ look }) },
  { title: 'Looks of substances', parts: ['substanceLook'], example: inLook },
  { title: 'Looks of solids', parts: ['obstacleLook'], example: onPlane },
  {
    title: 'Scenery',
    parts: ['pieceOfScenery'],
    example: (scenery) => ({ look: { scenery: [scenery] } }),
  },
  { title: 'Patterns', parts: ['pattern'], example: (pattern) => inLook({ pattern }) },
  { title: 'Output', parts: ['output'], example: (output) => ({ output }) },
];

/** A scene to begin with. */
const WHOLE = {
  $schema: 'node_modules/thixo/schema/scene.schema.json',
  format: 1,
  name: 'Honey on a ball',
  duration: 3,
  substances: honey,
  emitters: [
    {
      substance: 'honey',
      shape: { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } },
      speed: 1,
      spacing: 0.03,
      to: 2,
    },
  ],
  obstacles: [
    { shape: { sphere: { center: [0, 0.4, 0], radius: 0.25 } }, tangentRestitution: 0.2 },
    { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
  ],
};

/** The page as Markdown. */
export function sceneReference(): string {
  const { definitions = {}, ...root } = sceneNodes();
  for (const name of Object.keys(definitions)) {
    if (!SECTIONS.some(({ parts }) => parts.includes(name))) throw new Error(`no section describes '${name}'`);
  }
  return [
    '# Scene reference',
    'Written by `npm run docs` from the schema in `src/scene`; do not edit.',
    INTRODUCTION,
    contents(),
    '## Scene',
    ...tablesOf(root),
    exampleText(WHOLE),
    ...SECTIONS.flatMap((section) => sectionText(section, definitions)),
    ...limits(),
  ]
    .join('\n\n')
    .concat('\n');
}

const INTRODUCTION = [
  'A scene is one JSON file; comments and trailing commas are allowed. All numbers are in SI units: meters, kilograms, seconds, pascals;',
  'angles are in degrees. y points up. Keys the format does not have are refused, with a suggestion; keys that begin with `x-` are notes',
  'of your own and are not read. What has a default may be left out.\n',
  'With `"$schema"` pointing at `schema/scene.schema.json` of this package, editors such as VS Code complete keys, show what you read',
  'here on hover, and underline mistakes.',
].join('\n');

function contents(): string {
  const titles = ['Scene', ...SECTIONS.map(({ title }) => title), 'Limits'];
  return titles.map((title) => `[${title}](#${slug(title)})`).join(' ·\n');
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

function sectionText({ title, parts, example, more }: Section, nodes: Nodes): string[] {
  const [first, ...kinds] = parts.map((name) => nodes[name]!);
  return [
    `## ${title}`,
    first!.description!,
    ...(kinds.length > 0 ? [kindList(first!, nodes)] : tablesOf(first!)),
    ...examplesOf(first!, example),
    ...kinds.flatMap((node, k) => kindText(parts[k + 1]!, node, example)),
    ...(more?.(nodes) ?? []),
  ];
}

/** The kinds of a union, with links: `[box](#box), [sphere](#sphere)`. */
function kindList({ anyOf = [] }: FieldNode, nodes: Nodes): string {
  const names = anyOf.filter(({ hidden }) => !hidden).flatMap((option) => referenceOf(option) ?? []);
  return names.map((name) => `- [\`${name}\`](#${slug(name)}): ${nodes[name]!.description}`).join('\n');
}

/** `{ "sphere": { … } }`: the fields are those of its one key; a kind that is named by a value has them itself. */
function kindText(name: string, node: FieldNode, example: Example): string[] {
  return [`### ${name}`, node.description!, ...tablesOf(node.properties![name] ?? node), ...examplesOf(node, example)];
}

function examplesOf({ snippets = {}, anyOf = [] }: FieldNode, example: Example): string[] {
  const own = [...Object.values(snippets), ...anyOf.flatMap((option) => Object.values(option.snippets ?? {}))];
  return own.map((value) => exampleText(example(value)));
}

function exampleText(scene: unknown): string {
  return ['```json', compactJson(scene), '```'].join('\n');
}

/** A table of fields, or one per form when there are several. */
function tablesOf(node: FieldNode): string[] {
  const forms = node.anyOf?.filter((form) => !form.$ref && !form.allOf);
  if (forms) return forms.flatMap((form) => [`*${form.description}*`, fieldTable(form)]);
  return [fieldTable(node), ...meaningLists(node)];
}

function fieldTable(node: FieldNode): string {
  return table(['field', 'type', 'unit', 'range', 'default', 'what it does'], fieldRows(node, ''));
}

/** A row per field; those of an object inside follow with their path. */
function fieldRows({ properties = {}, required = [] }: FieldNode, path: string): string[][] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const fallback = required.includes(name) ? 'required' : (defaultText(node) ?? '');
    const text = [node.description, node.effect].filter(Boolean).join(' ');
    const row = [`\`${path}${name}\``, typeText(node), unitText(node) ?? '', rangeText(node) ?? '', fallback, text];
    const element = node.type === 'array' && !Array.isArray(node.items) ? elementsOf(node)[0] : undefined;
    const inside = element ? fieldRows(element, `${path}${name}[].`) : fieldRows(node, `${path}${name}.`);
    const forms = (node.anyOf ?? []).flatMap((form) => fieldRows(form, `${path}${name}.`));
    return [row, ...inside, ...forms];
  });
}

function typeText(node: FieldNode): string {
  const part = referenceOf(node);
  if (part) {
    const section = SECTIONS.find(({ parts }) => parts.includes(part))!;
    return `[${part.replace(/^.*Shape$/, 'shape')}](#${slug(section.title)})`;
  }
  if (node.anyOf) return node.anyOf.map(typeText).join(' or ');
  if (node.enum) return node.enum.map((name) => `\`${name}\``).join(', ');
  if (node.const !== undefined) return `\`${node.const}\``;
  if (node.type === 'array') {
    if (Array.isArray(node.items)) return `[${node.components?.join(', ')}]`;
    return `list of ${typeText(elementsOf(node)[0]!)}`;
  }
  if (node.type === 'object') return node.properties ? 'object' : `name → ${typeText(elementsOf(node)[0]!)}`;
  return { integer: 'number', boolean: 'true or false', string: 'text' }[node.type!] ?? node.type!;
}

/** What the names of enums mean, field by field; presets have a table of their own. */
function meaningLists({ properties = {} }: FieldNode): string[] {
  const explained = Object.entries(properties).filter(
    ([name, { meanings }]) => name !== 'preset' && Object.keys(meanings ?? {}).length > 1,
  );
  return explained.map(([field, { meanings = {} }]) => {
    const lines = Object.entries(meanings).map(([name, text]) => `- \`${name}\`: ${text}`);
    return [`\`${field}\`:`, '', ...lines].join('\n');
  });
}

/** The presets with the numbers in which they differ. */
function presets({ smoothed }: Nodes): string[] {
  const { preset, ...fields } = smoothed!.properties!;
  const usual: Partial<Record<string, unknown>> = DEFAULTS;
  const differs = (name: string): boolean =>
    Object.values(PRESETS).some((values) => name in values && values[name as keyof typeof values] !== usual[name]);
  const columns = Object.keys(fields).filter(differs);
  const heads = columns.map((name) => {
    const { unit = DIMENSIONLESS } = fields[name]!;
    return unit === DIMENSIONLESS ? name : `${name}, ${unit}`;
  });
  const rows = Object.entries(preset!.meanings!).map(([name, meaning]) => {
    const values: Record<string, unknown> = { ...usual, ...PRESETS[name as keyof typeof PRESETS] };
    return [`\`${name}\``, ...columns.map((column) => `${values[column] ?? defaultText(fields[column]!)}`), meaning];
  });
  const text = 'The values behind each preset; what is not listed is at its default.';
  return ['### Presets', text, table(['preset', ...heads, 'what it is like'], rows)];
}

function limits(): string[] {
  const rows = Object.entries(LIMITS).map(([name, { unit, default: value, text }]) => [
    `\`${name}\``,
    unit,
    value.toLocaleString('en-US'),
    text,
  ]);
  return [
    '## Limits',
    'What a scene may ask for before it is refused. `--limits particles=5e6,memory=8GB` changes them for one command.',
    table(['limit', 'unit', 'default', 'what it bounds'], rows),
  ];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}
