// What is on the right: the substance, the scene, the look, the problems.

import { finishOf } from '../../src/colors/finish.ts';
import { allFacts } from '../../src/substances/family-facts.ts';
import { ROOT, whole } from '../model/schema-form.ts';
import { isRecord, pathOf } from '../model/value.ts';
import * as s from '../studio.ts';
import { words } from './field.tsx';
import { nodeAt, Part } from './form.tsx';
import { Icon } from './icon.tsx';

const TABS = [
  ['substance', 'Substance'],
  ['scene', 'Scene'],
  ['look', 'Look'],
  ['problems', 'Problems'],
] as const;

export function Panels() {
  const count = s.problems.value.length,
    tab = s.tab.value;
  return (
    <aside class="panels" aria-label="Settings">
      <div class="tabs" role="tablist" aria-label="Settings">
        {TABS.map(([id, name], k) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={tab === id}
            aria-controls="panel"
            tabIndex={tab === id ? 0 : -1}
            onClick={() => {
              s.tab.value = id;
            }}
            onKeyDown={(event) => {
              const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              if (!by) return;
              const [next] = TABS[(k + by + TABS.length) % TABS.length]!;
              s.tab.value = next;
              document.getElementById(`tab-${next}`)?.focus();
            }}
          >
            {name}
            {id === 'problems' && count > 0 && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} key={`${tab}${s.doc.value.name}`}>
        {tab === 'substance' && <SubstancePanel />}
        {tab === 'scene' && <ScenePanel />}
        {tab === 'look' && <LookPanel />}
        {tab === 'problems' && <ProblemsPanel />}
      </div>
    </aside>
  );
}

/** What a preset gives where the scene says nothing. */
function parametersOf(name: string, input: unknown): Readonly<Record<string, unknown>> {
  try {
    const model = isRecord(input) && typeof input.model === 'string' ? input.model : undefined,
      family = allFacts().find((each) => each.model === model) ?? allFacts()[0]!;
    const { parameters } = family as unknown as {
      parameters(n: string, i: unknown, d: number): Record<string, unknown>;
    };
    return parameters.call(family, name, input, s.scene.value?.dimension ?? 3);
  } catch {
    return {};
  }
}

function SubstancePanel() {
  const substances = isRecord(s.value.value) && isRecord(s.value.value.substances) ? s.value.value.substances : {},
    node = whole(nodeAt('substances').additionalProperties as never);
  return (
    <>
      {Object.entries(substances).map(([name, input]) => (
        <section key={name}>
          <h2>{name}</h2>
          <Part
            node={node}
            path={['substances', name]}
            first={['preset', 'viscosity', 'restDensity', 'stiffness', 'youngsModulus', 'radius']}
            fallbacks={parametersOf(name, input)}
          />
        </section>
      ))}
      {Object.keys(substances).length === 0 && (
        <p class="empty">
          {s.value.value === undefined
            ? 'The text cannot be read. Problems says where.'
            : 'This scene has no substance.'}
        </p>
      )}
    </>
  );
}

/** What comes first in the panel of the scene, and what other panels have. */
const FIRST = [
  'name',
  'gravity',
  'duration',
  'frameRate',
  'bodies',
  'emitters',
  'obstacles',
  'forces',
  'time',
] as const;
const ELSEWHERE = ['substances', 'look', 'surface', 'camera', 'output', 'format'] as const;

function ScenePanel() {
  return <Part node={ROOT} path={[]} first={FIRST} skip={ELSEWHERE} />;
}

function LookPanel() {
  const look = s.look.value,
    { properties = {} } = nodeAt('look'),
    colorBy = whole(properties.colorBy!),
    scene = s.scene.value,
    isLiquid = scene !== undefined && finishOf(scene) === 'liquid';
  return (
    <>
      <section>
        <h2>This view</h2>
        <fieldset class="segments" aria-label="Show as">
          {(['surface', 'particles'] as const).map((show) => (
            <button
              key={show}
              type="button"
              aria-pressed={look.show === show}
              onClick={() => {
                s.look.value = { ...look, show };
              }}
            >
              {words(show)}
            </button>
          ))}
        </fieldset>
        <div class="field">
          <div class="field-head">
            <label for="view-color">color by</label>
          </div>
          <select
            id="view-color"
            value={look.colorBy}
            onChange={({ currentTarget }) => {
              s.look.value = { ...look, colorBy: currentTarget.value };
            }}
          >
            <option value="">as the scene says</option>
            {(colorBy.enum ?? []).map((name) => (
              <option key={name} value={String(name)}>
                {words(String(name))}
              </option>
            ))}
          </select>
        </div>
        {isLiquid && (
          <div class="field row">
            <label for="view-clear">transparent</label>
            <input
              id="view-clear"
              class="switch"
              type="checkbox"
              role="switch"
              checked={look.clear}
              aria-checked={look.clear}
              onChange={({ currentTarget }) => {
                s.look.value = { ...look, clear: currentTarget.checked };
              }}
            />
          </div>
        )}
      </section>
      <section>
        <h2>Pictures and videos of the scene</h2>
        <Part node={nodeAt('look')} path={['look']} first={['colors', 'finish', 'style', 'colorBy']} />
        <details class="group">
          <summary>surface</summary>
          <Part node={nodeAt('surface')} path={['surface']} first={['voxel', 'smoothing']} />
        </details>
        <details class="group">
          <summary>camera</summary>
          <Part node={nodeAt('camera')} path={['camera']} first={['position', 'target', 'fieldOfView']} />
        </details>
        <details class="group">
          <summary>output</summary>
          <Part node={nodeAt('output')} path={['output']} first={['width', 'height']} />
        </details>
      </section>
    </>
  );
}

function ProblemsPanel() {
  const found = s.problems.value;
  if (found.length === 0) return <p class="empty">Nothing is wrong with this scene.</p>;
  return (
    <ul class="problems">
      {found.map((each, k) => (
        <li key={k} class={each.severity}>
          <p class="code">
            <Icon name="triangle-alert" /> {each.code}
            {each.line !== undefined && <span> · line {each.line}</span>}
          </p>
          <p>{each.message}</p>
          <p class="hint">{each.hint}</p>
          {each.pointer && <p class="place">{each.pointer}</p>}
          {each.fix && (
            <button type="button" class="small" onClick={() => s.setValue(pathOf(each.fix!.pointer), each.fix!.value)}>
              <Icon name="check" />{' '}
              {each === found[0] && s.divergence.value ? 'Apply and go on from here' : 'Apply the fix'}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
