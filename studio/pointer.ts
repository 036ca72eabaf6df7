// Fingers, mouse and keys on the picture. What begins on the substance uses the tool; what begins beside it turns the picture.

import type { Vector3 } from 'three';
import { probe } from '../src/world/probe.ts';
import type { Client } from './client.ts';
import type { StrokeInput, StrokeTool } from './model/strokes.ts';
import * as s from './studio.ts';
import type { Stage } from './view/stage.ts';

export const TOOL_COLORS: Readonly<Record<s.Tool, string>> = {
  view: '#8a94a6',
  grab: '#f0b429',
  push: '#8fb5ff',
  pour: '#6ad0a8',
  erase: '#e8e8ee',
  heat: '#ff6b4a',
  cool: '#5cc8ff',
  obstacle: '#c3b299',
  cut: '#e8e8ee',
  probe: '#d59cff',
  measure: '#d59cff',
};

/** Tools that begin anywhere, not only on the substance. */
const ANYWHERE: readonly s.Tool[] = ['pour', 'obstacle', 'push', 'cut', 'measure'];
/** Tools that do something only when they move: a finger that rests with them probes. */
const MOVING: readonly s.Tool[] = ['grab', 'push', 'cut'];
/** How long a finger rests until it probes, ms. */
const LONG_PRESS = 500;
/** How far a finger may stray while it rests, px. */
const STRAY = 6;

export class Pointer {
  private readonly stage: Stage;
  private readonly client: Client;
  private held: Vector3 | undefined;
  /** Where the keyboard has the ring. */
  private ring: Vector3 | undefined;
  private fingers = 0;
  private timer = 0;
  /** Where a finger has come down that may yet probe. */
  private resting: { readonly point: Vector3; readonly x: number; readonly y: number } | undefined;
  /** Ends of the distance that is measured. */
  private ends: Vector3[] = [];

  constructor(stage: Stage, client: Client) {
    this.stage = stage;
    this.client = client;
    const { canvas } = stage;
    canvas.addEventListener('pointerdown', (event) => this.down(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const name of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener('pointerleave', () => !this.held && stage.showReach(undefined, 0, '', false));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.wheel(event), { capture: true, passive: false });
  }

  get radius(): number {
    return s.reach.peek() * this.stage.extent;
  }

  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** Arrow keys move the ring; Shift along the view. */
  nudge(right: number, up: number, deep: number): void {
    const from = this.ring ?? this.stage.controls.target.clone();
    this.ring = deep === 0 ? this.stage.nudge(from, right, up) : this.stage.alongView(from, (deep * this.radius) / 2);
    if (this.held) {
      this.held = this.ring;
      this.tell(this.ring);
    }
    this.showReach(this.ring);
  }

  /** Enter holds the tool at the ring, and lets it go. */
  async press(): Promise<void> {
    this.ring ??= this.stage.controls.target.clone();
    if (this.held) return this.end();
    const tool = s.tool.peek();
    if (tool === 'probe') this.probeAt(this.ring);
    else if (tool === 'measure') this.measure(this.ring);
    else if (tool !== 'view') this.begin(this.ring);
  }

  private down(event: PointerEvent): void {
    this.stage.canvas.dataset.pointed = 'true';
    this.stage.canvas.focus({ preventScroll: true });
    this.fingers++;
    const tool = s.tool.peek();
    this.stopResting();
    if (this.fingers > 1) {
      if (this.held) void this.end();
      this.stage.controls.enabled = true;
      return;
    }
    this.stage.controls.enabled = true;
    if (event.button !== 0 || tool === 'view' || this.stage.isOnGizmo) return;
    const hit = this.stage.pick(event.clientX, event.clientY, ANYWHERE.includes(tool));
    if (!hit) return;
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    if (tool === 'probe') this.probeAt(hit.point);
    else if (tool === 'measure') this.measure(hit.point);
    else if (event.pointerType === 'touch' && MOVING.includes(tool) && hit.particle !== undefined)
      this.rest(hit.point, event);
    else this.begin(hit.point);
  }

  /** A finger on the substance: if it stays, it probes; if it moves, the tool begins. */
  private rest(point: Vector3, { clientX: x, clientY: y }: PointerEvent): void {
    this.resting = { point, x, y };
    this.showReach(point);
    this.timer = window.setTimeout(() => {
      this.resting = undefined;
      this.probeAt(point);
    }, LONG_PRESS);
  }

  private stopResting(): void {
    clearTimeout(this.timer);
    this.resting = undefined;
  }

  private move(event: PointerEvent): void {
    const tool = s.tool.peek(),
      { resting } = this;
    if (resting && Math.hypot(event.clientX - resting.x, event.clientY - resting.y) > STRAY) {
      this.stopResting();
      this.begin(resting.point);
    }
    if (this.held) {
      const to = this.stage.inPlane(event.clientX, event.clientY, this.held);
      if (!to) return;
      this.held = to;
      this.tell(to);
      this.showReach(to);
      return;
    }
    if (event.buttons !== 0 || tool === 'view' || this.stage.isOnGizmo) return;
    const hit = this.stage.pick(event.clientX, event.clientY, ANYWHERE.includes(tool));
    this.stage.canvas.style.cursor = hit ? 'crosshair' : 'grab';
    if (hit) this.showReach(hit.point);
    else this.stage.showReach(undefined, 0, '', false);
  }

  private up(event: PointerEvent): void {
    this.stopResting();
    this.fingers = event.pointerType === 'mouse' ? 0 : Math.max(0, this.fingers - 1);
    if (this.held) void this.end();
    this.stage.controls.enabled = true;
  }

  /** While a tool is held, the wheel and Shift move it along the view. */
  private wheel(event: WheelEvent): void {
    if (!this.held) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.held = this.stage.alongView(this.held, -Math.sign(event.deltaY) * 0.5 * this.radius);
    this.tell(this.held);
    this.showReach(this.held);
  }

  private begin(point: Vector3): void {
    if (['heat', 'cool'].includes(s.tool.peek()) && !s.hasTemperatures()) return;
    this.held = point.clone();
    this.tell(this.held);
    this.showReach(this.held);
    s.say(`${s.tool.peek()}: drag; let go to record the stroke`);
  }

  private async end(): Promise<void> {
    const place = this.held;
    this.held = undefined;
    if (place) this.showReach(place);
    await this.client.letGo();
  }

  private tell(to: Vector3): void {
    const scene = s.scene.peek(),
      tool = s.tool.peek() as StrokeTool;
    if (!scene) return;
    const point = [to.x, to.y, scene.dimension === 2 ? 0 : to.z] as const,
      written = s.value.peek() as {
        bodies?: { substance: string; spacing?: number }[];
        emitters?: { substance: string; spacing?: number }[];
      },
      source = [...(written.emitters ?? []), ...(written.bodies ?? [])].find(({ spacing }) => spacing !== undefined);
    const radius = tool === 'pour' ? Math.max(this.radius / 2, 2 * (source?.spacing ?? 0)) : this.radius;
    const input: StrokeInput = {
      ...{ tool, point, radius },
      ...(tool === 'pour' && {
        substance: source?.substance ?? Object.keys(scene.substances)[0],
        spacing: source?.spacing ?? this.radius / 4,
        dimension: scene.dimension,
      }),
    };
    this.client.hold(input);
  }

  private showReach(place: Vector3): void {
    const tool = s.tool.peek();
    this.stage.showReach(
      place,
      tool === 'probe' || tool === 'measure' ? this.radius / 4 : this.radius,
      TOOL_COLORS[tool],
      this.held !== undefined,
    );
  }

  /** The first place, then the second; the third begins anew. */
  private measure(point: Vector3): void {
    this.ends = this.ends.length === 1 ? [this.ends[0]!, point.clone()] : [point.clone()];
    this.showMeasured();
    if (this.ends.length === 1) s.say('Measure: click the other end.');
    else s.say(`Distance ${Number(this.ends[0]!.distanceTo(this.ends[1]!).toPrecision(4))} m`);
  }

  /** The distance where the camera sees it now. */
  showMeasured(): void {
    const [a, b] = this.ends;
    if (!a && !s.measured.peek()) return;
    const place = this.stage.showDistance(this.ends);
    s.measured.value = a && b ? { distance: a.distanceTo(b), ...place } : undefined;
  }

  /** Takes the distance away. */
  forgetMeasured(): void {
    this.ends = [];
    this.stage.showDistance([]);
    s.measured.value = undefined;
  }

  /** What the substance is like at a place. */
  private probeAt(point: Vector3): void {
    const { fields } = this.stage,
      found = fields && probe(fields, [point.x, point.y, point.z]);
    if (!found) {
      s.probed.value = undefined;
      s.say('There is nothing here to probe.');
      return;
    }
    const shown: Record<string, string> = {};
    for (const [name, unit] of PROBED) {
      const value = found[name];
      if (value === undefined) continue;
      const number = typeof value === 'number' ? value : Math.hypot(...value);
      shown[name === 'velocity' ? 'speed' : name] = `${Number(number.toPrecision(4))} ${unit}`;
    }
    s.probed.value = shown;
    s.say(
      Object.entries(shown)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    );
  }
}

const PROBED: readonly (readonly [string, string])[] = [
  ['velocity', 'm/s'],
  ['density', 'kg/m³'],
  ['temperature', 'K'],
  ['viscosity', 'Pa·s'],
];
