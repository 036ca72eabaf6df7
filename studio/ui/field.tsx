// One value of the scene as a control: number with unit and slider, choice, switch, vector, color; its sentence, its badge, its reset.

import { useRef, useState } from 'preact/hooks';
import { defaultTextOf, kindOf, type SchemaNode, sentenceOf, sliderOf } from '../model/schema-form.ts';
import { type Path, pointerOf } from '../model/value.ts';
import * as s from '../studio.ts';
import { Icon } from './icon.tsx';

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
  if (!control) return null;
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
        {problem ? `${problem.message} ${problem.hint}` : sentenceOf(given) || sentenceOf(node)}
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
  const { id, node, path, effective, name } = props;
  const about = `${id}-about`;
  if (node.enum) {
    return (
      <select
        id={id}
        aria-describedby={about}
        value={String(effective ?? '')}
        onChange={({ currentTarget }) =>
          s.setValue(
            path,
            node.enum!.find((each) => String(each) === currentTarget.value),
          )
        }
      >
        {effective === undefined && <option value="">default</option>}
        {node.enum.map((each) => (
          <option key={each} value={String(each)}>
            {each}
          </option>
        ))}
      </select>
    );
  }
  if (node.type === 'boolean') {
    return (
      <input
        id={id}
        class="switch"
        type="checkbox"
        role="switch"
        aria-describedby={about}
        checked={effective === true}
        aria-checked={effective === true}
        onChange={({ currentTarget }) => s.setValue(path, currentTarget.checked)}
      />
    );
  }
  if (node.type === 'number' || node.type === 'integer') return <NumberControl {...props} />;
  if (Array.isArray(node.items) && node.items.every(({ type }) => type === 'number'))
    return <VectorControl {...props} />;
  if (node.type === 'array' && name === 'colors') return <ColorsControl {...props} />;
  if (node.type === 'string' && typeof effective === 'string' && /^#[0-9a-f]{6}$/i.test(effective)) {
    return (
      <input
        id={id}
        type="color"
        aria-describedby={about}
        value={effective}
        onInput={({ currentTarget }) => s.setValue(path, currentTarget.value, pointerOf(path))}
        onChange={s.endGesture}
      />
    );
  }
  if (node.type === 'string')
    return (
      <input
        id={id}
        type="text"
        aria-describedby={about}
        value={typeof effective === 'string' ? effective : ''}
        onChange={({ currentTarget }) => s.setValue(path, currentTarget.value)}
      />
    );
  return null;
}

const show = (value: unknown): string => (typeof value === 'number' ? String(Number(value.toPrecision(6))) : '');

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
      <input
        id={id}
        type="text"
        inputMode="decimal"
        aria-describedby={`${id}-about`}
        class={isSet ? '' : 'default'}
        value={show(number)}
        placeholder="auto"
        onChange={({ currentTarget }) => {
          const next = Number(currentTarget.value.replace(',', '.'));
          if (currentTarget.value.trim() === '' || Number.isNaN(next)) currentTarget.value = show(number);
          else {
            setAnchor(next);
            s.setValue(path, next);
          }
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
          <input
            id={k === 0 ? id : undefined}
            type="text"
            inputMode="decimal"
            aria-label={`${id.split('-').at(-1)} ${axis}`}
            value={show(numbers[k])}
            onChange={({ currentTarget }) => {
              const next = Number(currentTarget.value.replace(',', '.'));
              if (Number.isNaN(next)) currentTarget.value = show(numbers[k]);
              else
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
