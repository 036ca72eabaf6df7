// One value of the scene as a control: number with unit and slider, choice, switch, vector, color; its sentence, its badge, its reset.

import { useRef, useState } from 'preact/hooks';
import {
  type Control,
  controlOfNode,
  defaultTextOf,
  kindOf,
  type SchemaNode,
  sentenceOf,
  sliderOf,
} from '../model/schema-form.ts';
import { oneLine, type Path, pointerOf } from '../model/value.ts';
import * as s from '../studio.ts';
import { Icon } from './icon.tsx';
import { Typed } from './typed.tsx';

export interface FieldProps {
  readonly name: string;
  readonly node: SchemaNode;
  readonly path: Path;
  /** What counts where the scene says nothing: of a preset. */
  readonly fallback?: unknown;
}

const BADGES = {
  live: 'takes effect at once',
  view: 'changes the picture only',
  restart: 'simulates again from the start',
} as const;

/** A name of the file as words. */
export const words = (name: string): string => name.replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();

/** A text with names of the file between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, k) => (k % 2 === 1 ? <code key={k}>{part}</code> : part))}</>;
}

export function Field({ name, node: given, path, fallback }: FieldProps) {
  const value = s.valueNow(path),
    node = kindOf(given, value ?? fallback ?? given.default),
    id = `field${pointerOf(path).replaceAll(/[^\w]/g, '-')}`,
    badge = s.badge(path),
    problem = s.problems.value.find(({ pointer }) => pointer === pointerOf(path)),
    unit = given['x-unit'] ?? node['x-unit'],
    isSet = value !== undefined,
    effective = value ?? fallback ?? given.default ?? node.default;
  const control = controlOf({ id, name, node, path, effective, isSet });
  return (
    <div class={`field${isSet ? ' set' : ''}${problem ? ' wrong' : ''}`}>
      <div class="field-head">
        <label for={id}>{words(name)}</label>
        {unit && unit !== '–' && <span class="unit">{unit}</span>}
        <span class={`badge ${badge}`} title={BADGES[badge]}>
          {badge}
        </span>
        <button
          type="button"
          class="reset"
          disabled={!isSet}
          title={`Reset to ${defaultTextOf(given) ?? 'the default'}`}
          aria-label={`Reset ${words(name)}`}
          onClick={() => s.setValue(path, undefined)}
        >
          <Icon name="rotate-ccw" />
        </button>
      </div>
      {control}
      <p class="sentence" id={`${id}-about`}>
        <Prose text={problem ? `${problem.message} ${problem.hint}` : sentenceOf(given) || sentenceOf(node)} />
      </p>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly node: SchemaNode;
  readonly path: Path;
  readonly effective: unknown;
  readonly isSet: boolean;
}

function controlOf(props: ControlProps) {
  const { node, effective, name } = props;
  const Control = CONTROLS[controlOfNode(node, name, effective)];
  return <Control {...props} />;
}

function ChoiceControl({ id, node, path, effective }: ControlProps) {
  return (
    <select
      id={id}
      aria-describedby={`${id}-about`}
      value={String(effective ?? '')}
      onChange={({ currentTarget }) =>
        s.setValue(
          path,
          node.enum!.find((each) => String(each) === currentTarget.value),
        )
      }
    >
      {effective === undefined && <option value="">default</option>}
      {node.enum!.map((each) => (
        <option key={each} value={String(each)}>
          {each}
        </option>
      ))}
    </select>
  );
}

function SwitchControl({ id, path, effective }: ControlProps) {
  return (
    <input
      id={id}
      class="switch"
      type="checkbox"
      role="switch"
      aria-describedby={`${id}-about`}
      checked={effective === true}
      aria-checked={effective === true}
      onChange={({ currentTarget }) => s.setValue(path, currentTarget.checked)}
    />
  );
}

function ColorControl({ id, path, effective }: ControlProps) {
  return (
    <input
      id={id}
      type="color"
      aria-describedby={`${id}-about`}
      value={String(effective)}
      onInput={({ currentTarget }) => s.setValue(path, currentTarget.value, pointerOf(path))}
      onChange={s.endGesture}
    />
  );
}

function TextControl({ id, path, effective }: ControlProps) {
  return (
    <Typed
      id={id}
      aria-describedby={`${id}-about`}
      value={typeof effective === 'string' ? effective : ''}
      onTaken={(typed) => s.setValue(path, typed)}
    />
  );
}

/** Long lists are not shown: the text has them. */
const MOST_SHOWN = 400;

/** Whatever has no control of its own: its JSON. */
function JsonControl({ id, path, effective }: ControlProps) {
  const shown = effective === undefined ? '' : oneLine(effective),
    isLong = shown.length > MOST_SHOWN;
  return (
    <Typed
      id={id}
      class="json"
      spellcheck={false}
      readOnly={isLong}
      aria-describedby={`${id}-about`}
      placeholder="JSON"
      value={isLong ? `${shown.slice(0, MOST_SHOWN)} …` : shown}
      onTaken={(typed) => {
        try {
          s.setValue(path, typed.trim() === '' ? undefined : JSON.parse(typed));
        } catch {
          s.say(`“${typed.slice(0, 40)}” is no JSON.`);
        }
      }}
    />
  );
}

const show = (value: unknown): string => (typeof value === 'number' ? String(Number(value.toPrecision(6))) : '');

/** What somebody has typed as a number, with a point or a comma. */
function numberIn(typed: string): number | undefined {
  const number = Number(typed.replace(',', '.'));
  return typed.trim() === '' || Number.isNaN(number) ? undefined : number;
}

/** Three significant digits are enough for a slider, and short in the file. */
const short = (value: number, isWhole: boolean): number => (isWhole ? Math.round(value) : Number(value.toPrecision(3)));

function NumberControl({ id, node, path, effective, isSet }: ControlProps) {
  const number = typeof effective === 'number' ? effective : undefined,
    // The range stays while it is dragged.
    [anchor, setAnchor] = useState(number),
    range = number === undefined && anchor === undefined ? undefined : sliderOf(node, anchor ?? number ?? 1),
    isWhole = node.type === 'integer',
    gesture = `slider${pointerOf(path)}`;
  const toPlace = (x: number): number => {
    if (!range) return 0;
    if (range.isLog) return Math.log(Math.max(x, range.min) / range.min) / Math.log(range.max / range.min);
    return (x - range.min) / (range.max - range.min);
  };
  const fromPlace = (p: number): number =>
    range!.isLog ? range!.min * (range!.max / range!.min) ** p : range!.min + p * (range!.max - range!.min);
  return (
    <div class="number">
      <Typed
        id={id}
        inputMode="decimal"
        aria-describedby={`${id}-about`}
        class={isSet ? '' : 'default'}
        value={show(number)}
        placeholder="auto"
        onTaken={(typed) => {
          const next = numberIn(typed);
          if (next === undefined) return;
          setAnchor(next);
          s.setValue(path, next);
        }}
      />
      {range && (
        <input
          type="range"
          min="0"
          max="1"
          step="0.002"
          aria-label={`${id.split('-').at(-1)} slider`}
          value={toPlace(number ?? 0)}
          onInput={({ currentTarget }) =>
            s.setValue(path, short(fromPlace(Number(currentTarget.value)), isWhole), gesture)
          }
          onChange={() => s.endGesture()}
        />
      )}
    </div>
  );
}

function VectorControl({ id, node, path, effective }: ControlProps) {
  const numbers = Array.isArray(effective) ? (effective as number[]) : [],
    axes = (node.items as readonly SchemaNode[]).map(({ description = '' }) => description.split(',')[0]!);
  return (
    <div class="vector">
      {axes.map((axis, k) => (
        <label key={axis}>
          <span>{axis}</span>
          <Typed
            id={k === 0 ? id : undefined}
            inputMode="decimal"
            aria-label={`${id.split('-').at(-1)} ${axis}`}
            value={show(numbers[k])}
            onTaken={(typed) => {
              const next = numberIn(typed);
              if (next === undefined) return;
              s.setValue(
                path,
                axes.map((_, a) => (a === k ? next : (numbers[a] ?? 0))),
              );
            }}
          />
        </label>
      ))}
    </div>
  );
}

function ColorsControl({ id, path, effective }: ControlProps) {
  const colors = Array.isArray(effective) ? (effective as string[]) : [],
    changed = useRef(0);
  return (
    <div class="colors">
      {colors.map((color, k) => (
        <input
          key={k}
          id={k === 0 ? id : undefined}
          type="color"
          aria-label={`color ${k + 1}`}
          value={color}
          onInput={({ currentTarget }) => s.setValue([...path, k], currentTarget.value, `color${k}${changed.current}`)}
          onChange={() => {
            changed.current++;
            s.endGesture();
          }}
        />
      ))}
      <button
        type="button"
        id={colors.length === 0 ? id : undefined}
        class="small"
        aria-label="Add a color"
        onClick={() => s.setValue(path, [...colors, '#e8961e'])}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}

const CONTROLS = {
  choice: ChoiceControl,
  switch: SwitchControl,
  number: NumberControl,
  vector: VectorControl,
  colors: ColorsControl,
  color: ColorControl,
  text: TextControl,
  json: JsonControl,
} as const satisfies Record<Control, (props: ControlProps) => unknown>;
