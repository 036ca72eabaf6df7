// Scene files with mistakes in them: valid scenes that lost their way by typos, wrong types, absurd numbers, hostile keys and torn text.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SCENES } from '../scenes/index.ts';
import type { Dice } from './dice.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Container = Json[] | { [key: string]: Json };

/** Texts of right scenes to start from: those of the tests and of the gallery. */
export function sceneTexts(): string[] {
  const gallery = new URL('../../scenes/', import.meta.url);
  const files = readdirSync(gallery).map((name) => new URL(`${name}/scene.json`, gallery));
  return [
    ...Object.values(SCENES).map(({ scene }) => JSON.stringify(scene, null, 2)),
    ...files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8')),
  ].filter((text) => text.length < 20_000);
}

/** One wrong (or still right) scene text. `values` are the parsed scenes of `texts` that are plain JSON. */
export function mutateScene(texts: readonly string[], values: readonly unknown[], dice: Dice): string {
  if (dice.chance(0.15)) return tearText(dice.pick(texts), dice);
  const scene = mutateValues(dice.pick(values), dice, values);
  const compact = JSON.stringify(scene);
  const text = dice.chance(0.5) && compact.length < 10_000 ? JSON.stringify(scene, null, 2) : compact;
  return dice.chance(0.3) ? tearText(text, dice) : text;
}

/** A copy of a JSON value with one to four changes; `others` are what parts may be transplanted from. */
export function mutateValues(value: unknown, dice: Dice, others: readonly unknown[] = [value]): unknown {
  const holder: { [key: string]: Json } = { scene: structuredClone(value) as Json };
  const times = 1 + (dice.chance(0.4) ? dice.below(4) : 0);
  for (let k = 0; k < times; k++) mutateValue(holder, others as readonly Json[], dice);
  return holder.scene ?? null;
}

/** A coarse copy of a scene, a few hundred particles and steps, with some numbers changed: most of them are still scenes. */
export function mutateNumbers(scene: unknown, dice: Dice): unknown {
  const coarse = JSON.stringify(scene, (key, value) => (key === 'spacing' ? value * 2 : value));
  const holder: { [key: string]: Json } = { scene: { ...JSON.parse(coarse), frameRate: 200 } };
  for (let left = 1 + dice.below(4), tries = 0; left > 0 && tries < 100; tries++) {
    const { parent, key } = pickPlace(holder, dice);
    const old = get(parent, key);
    if (typeof old !== 'number') continue;
    setNumber(parent, key, old, dice, []);
    left--;
  }
  return holder.scene;
}

const NUMBERS = [
  ...[0, -0, 1, -1, 0.5, 2, 3, 7, 64, 255, 1000, 1e6, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 31)],
  ...[1e-3, 1e-9, 1e-30, 1e-300, 5e-324, 1e15, 1e30, 1e200, 1e308, Number.MAX_VALUE, -Number.MAX_VALUE, 0.1 + 0.2],
];
const STRINGS = [
  '',
  'water',
  'x',
  'NaN',
  'Infinity',
  '1',
  'null',
  'sph',
  '../../../etc/passwd',
  '/dev/zero',
  'C:\\con',
  'a\0b',
];
const UNICODE = [
  '\u202e',
  '\ud800',
  '💧',
  'ｗater',
  'e\u0301',
  '\ufeff',
  '\u2028',
  'İ',
  'ß',
  '\u0000',
  '~1',
  '/',
  '%2e%2e/',
];
const HOSTILE = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
const FILES = [
  '../secret.json',
  '/etc/passwd',
  '\\\\host\\share',
  'con',
  'a/../../b',
  '.',
  '',
  'file:///etc/passwd',
  'x\0.obj',
];

/** Changes one place of a tree. */
function mutateValue(holder: { [key: string]: Json }, others: readonly Json[], dice: Dice): void {
  const { parent, key } = pickPlace(holder, dice);
  const old = get(parent, key);
  const change = dice.pick(CHANGES);
  change(parent, key, old, dice, others);
}

type Change = (parent: Container, key: string, old: Json, dice: Dice, others: readonly Json[]) => void;

const setNumber: Change = (parent, key, old, dice) => {
  const scaled = typeof old === 'number' ? old * dice.pick([1000, 1e-3, 1e6, 1e-6, -1, 0.99, 1.01]) : 1;
  set(parent, key, dice.chance(0.4) ? scaled : dice.pick(NUMBERS));
};
const setOther: Change = (parent, key, _, dice) => {
  set(parent, key, dice.pick([null, true, false, [], {}, '', dice.pick(STRINGS), dice.pick(NUMBERS), [0, 0, 0]]));
};
const misspell: Change = (parent, key, old, dice) => {
  if (Array.isArray(parent)) return;
  delete parent[key];
  set(parent, typo(key, dice), old);
};
const drop: Change = (parent, key) => {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
};
const wrap: Change = (parent, key, old, dice) => {
  let value = old;
  const depth = dice.chance(0.9) ? 1 + dice.below(4) : dice.pick([60, 64, 65, 200, 2000]);
  for (let k = 0; k < depth; k++) value = dice.chance(0.5) ? [value] : { [dice.pick(['a', 'shape', 'box'])]: value };
  set(parent, key, value);
};
const transplant: Change = (parent, key, _, dice, others) => {
  const donor = pickPlace({ scene: structuredClone(dice.pick(others)) }, dice);
  set(parent, dice.chance(0.5) || Array.isArray(parent) ? key : donor.key, get(donor.parent, donor.key));
};
const repeat: Change = (parent, key, old, dice) => {
  const times = dice.chance(0.95) ? 2 + dice.below(6) : dice.pick([100, 1000, 10_000]);
  const items = Array.isArray(old) ? old : [old];
  if (JSON.stringify(items).length * times > 2_000_000) return;
  set(parent, key, Array.from({ length: times }, () => items).flat() as Json[]);
};
const addHostileKey: Change = (parent, _, __, dice) => {
  if (!Array.isArray(parent)) set(parent, dice.pick(HOSTILE), dice.pick([{ polluted: true }, 1, null, [], 'x']));
};
const addUnicode: Change = (parent, key, old, dice) => {
  if (typeof old === 'string') set(parent, key, old + dice.pick(UNICODE));
  else if (!Array.isArray(parent)) set(parent, key + dice.pick(UNICODE), old);
};
const nameFile: Change = (parent, key, _, dice) => {
  const file = dice.pick(FILES);
  set(
    parent,
    key,
    dice.pick<Json>([file, { file }, { mesh: { file } }, { points: { file } }, { heightfield: { file } }]),
  );
};
const stretch: Change = (parent, key, _, dice) => {
  set(parent, key, dice.pick(['x', '💧', '../', '\\']).repeat(dice.pick([100, 5000, 65_536, 65_537])));
};
const swapSections: Change = (parent, key, old, dice) => {
  const other = dice.pick(Object.keys(parent));
  set(parent, key, get(parent, other));
  set(parent, other, old);
};

const CHANGES: readonly Change[] = [
  ...[setNumber, setNumber, setNumber, setNumber, setOther, setOther, misspell, misspell, drop, drop, transplant],
  ...[transplant, wrap, repeat, addHostileKey, addUnicode, nameFile, stretch, swapSections],
];

function typo(key: string, dice: Dice): string {
  const at = dice.below(key.length);
  const kinds = [
    () => key.slice(0, at) + key.slice(at + 1),
    () => key.slice(0, at) + key.charAt(at) + key.slice(at),
    () => key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2),
    () => key.slice(0, at) + dice.pick([...'aeioxy_- ']) + key.slice(at + 1),
    () => key.toUpperCase(),
    () => `${key}s`,
    () => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    () => dice.pick(HOSTILE),
  ];
  return dice.pick(kinds)();
}

/** Any place of a tree but its holder. */
function pickPlace(holder: { [key: string]: Json }, dice: Dice): { parent: Container; key: string } {
  let parent: Container = holder;
  let key = 'scene';
  for (;;) {
    const value: Json | undefined = get(parent, key);
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (keys.length === 0 || dice.chance(0.12)) return { parent, key };
    parent = value as Container;
    key = dice.pick(keys);
  }
}

function get(parent: Container, key: string): Json {
  return (Object.getOwnPropertyDescriptor(parent, key)?.value ?? null) as Json;
}

/** Sets an own key, also one that every object has. */
function set(parent: Container, key: string, value: Json): void {
  Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}

const TOKENS = [
  ...['{', '}', '[', ']', ',', ':', '"', '//', '/*', '*/', '\\', '\\u', '\n', '\0', '\ufeff', '#', "'", '`'],
  ...['NaN', 'Infinity', '-', '1e999', '-1e999', '0x10', '01', '.5', '+1', '1.', '1e', 'undefined', 'true', 'null'],
  ...['"__proto__":{"polluted":1},', '"format":1,"format":1,', '"\\ud800"', '"\\u0000":0,', '1'.repeat(400), ',,'],
];

/** A text that was cut, torn, or edited by a cat. */
export function tearText(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + dice.below(40));
  const kinds = [
    () => text.slice(0, at),
    () => text.slice(0, at) + dice.pick(TOKENS) + text.slice(at),
    () => text.slice(0, at) + dice.pick(TOKENS) + text.slice(end),
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, at) + text.slice(at, end).repeat(1 + dice.below(30)) + text.slice(end),
    () => text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << dice.below(8))) + text.slice(at + 1),
    () => text.slice(0, at) + String.fromCharCode(...dice.bytes(dice.below(20))) + text.slice(at),
    () => text.replace(/-?\d+(\.\d+)?/g, (number) => (dice.chance(0.1) ? dice.pick(TOKENS) : number)),
    () =>
      dice.pick(['[', '{"a":', '[[', '{"bodies":[']).repeat(dice.pick([10, 63, 64, 65, 1000, 20_000])) + text.slice(at),
    () => dice.pick(['', ' ', 'null', '[]', '{}', '0', '"x"', '\ufeff{}', '//', '{', '"']),
  ];
  return dice.pick(kinds)();
}
