// The bodies of a scene that can break, as closed meshes of their pieces in every frame. Everything but their places follows from the shape at
// the start and from the part that every particle belongs to; frames without a new crack only move vertices.

import { type Color, linearColor, parseColor } from '../../colors/color.ts';
import { substanceColors } from '../../colors/substance-colors.ts';
import { rootOf } from '../../math/roots.ts';
import type { SurfaceMesh } from '../../meshes/surface-mesh.ts';
import { KdTree } from '../../meshless/search/kd-tree.ts';
import type { Body, Scene } from '../../scene/schema.ts';
import { closedMesh } from '../../shapes/closed-mesh.ts';
import type { Trigonometry } from '../../shapes/rotation.ts';
import type { Mesh } from '../../shapes/shape.ts';
import { fillable } from '../../shapes/shell.ts';
import { solidOf } from '../../shapes/solid.ts';
import { openBody } from '../../sources/fill-body.ts';
import { restDensitiesOf, substanceParameters } from '../../substances/substance.ts';
import type { WorldFields } from '../../world/published-fields.ts';
import { fieldsOn, markedSkin, NO_COLOR, placesOf, SKIN_COLOR_FIELD, skinMeshOf } from '../scene-skins.ts';
import { finishPartition } from './finish-partition.ts';
import { type Hull, pointsHull, solidHull } from './hull.ts';
import { LabelGrid } from './label-grid.ts';
import { marchLabels } from './march-labels.ts';
import { type MovingPiece, movePiece, movingPiece } from './moving-piece.ts';
import { pieceShapes } from './piece-shapes.ts';
import { StartCuts } from './start-cuts.ts';

/** The fields that only vertices of pieces have: 1 on inner faces; meters along the face. */
export const INNER_FIELD = 'inner',
  UV_FIELD = 'uv';

/** Cells of the grid that bodies are divided on, over the voxels of surfaces: inner faces are many. */
const CELL = 1.5;
/** Size of the largest bumps of inner faces, over the spacing. */
const BUMPS = 2.5;
/** How much of white is in the color of inner faces, if the scene says nothing. */
const LIGHTER = 0.35;

/** A piece of a body in a frame. */
export interface PieceMesh {
  /** Place of the body in the scene. */
  readonly body: number;
  /** Its name: 1 + the smallest id of its particles. It stays while the piece breaks on. */
  readonly part: number;
  /** Closed and oriented. Vertices on edges stand there several times. */
  readonly mesh: SurfaceMesh;
  /** For every vertex a number that only those at the same place share. */
  readonly places: Uint32Array;
}

/** The bodies of a scene that cuts, cracks or blades can divide. */
export function breakableBodies({
  bodies,
  substances,
  cuts,
  obstacles,
  dimension,
}: Pick<Scene, 'bodies' | 'substances' | 'cuts' | 'obstacles' | 'dimension'>): number[] {
  const hasBlade = obstacles.some((obstacle) => obstacle.cuts);
  return bodies.flatMap(({ substance }, k) => {
    const found = substanceParameters(substance, substances[substance]!, dimension) as {
      strength?: number;
      model?: string;
    };
    if (substances[substance]?.model !== 'elastic') return [];
    return hasBlade || found.strength !== undefined || cuts.some(({ body = k }) => body === k) ? [k] : [];
  });
}

/** The pieces of all bodies that can break. */
export class BrokenBodies {
  private readonly bodies: readonly BrokenBody[];

  private constructor(bodies: readonly BrokenBody[]) {
    this.bodies = bodies;
  }

  /**
   * The bodies of a scene that can break, from the particles of its first frame; undefined if there are none, or if frames do not say which
   * parts there are, as those of older programs.
   * @example const broken = BrokenBodies.of(scene, cache.readFrame(0), trig); const pieces = broken?.piecesAt(cache.readFrame(40));
   */
  static of(scene: Scene, first: WorldFields, trig: Trigonometry): BrokenBodies | undefined {
    const numbers = breakableBodies(scene);
    if (numbers.length === 0 || !first.part || scene.surface.kind === 'active') return undefined;
    return new BrokenBodies(numbers.map((k) => new BrokenBody(scene, k, idsOf(scene, k, trig), first, trig)));
  }

  /** The pieces of a frame, body by body, in the order of their names. */
  piecesAt(fields: WorldFields): PieceMesh[] {
    const places = placesOf(fields.id);
    return this.bodies.flatMap((body) => body.piecesAt(fields, places));
  }

  /** The particles of a frame that are in pieces. */
  membersOf(fields: WorldFields): Set<number> {
    const places = placesOf(fields.id);
    return new Set(this.bodies.flatMap((body) => body.present(fields, places)));
  }

  /** Bodies of the scene that these are. */
  get numbers(): readonly number[] {
    return this.bodies.map(({ number }) => number);
  }
}

/** First id of a body, and the one after its last: ids count through the bodies. */
function idsOf({ bodies, dimension, seed, maxParticles }: Scene, k: number, trig: Trigonometry): [number, number] {
  let next = 0,
    start = 0;
  for (let n = 0; n <= k; n++) {
    start = next;
    next += openBody(bodies[n]!, n, 1, maxParticles, { dimension, seed, trig }).count;
  }
  return [start, next];
}

class BrokenBody {
  readonly number: number;
  private readonly ids: readonly number[];
  private readonly points: Float64Array;
  private readonly hull: Hull;
  private readonly grid: LabelGrid;
  private readonly roughness: { readonly height: number; readonly size: number; readonly seed: number };
  private readonly colors: {
    readonly inside: Color;
    readonly outside: ((x: ArrayLike<number>) => ArrayLike<number>) | undefined;
  };
  /** The part of every particle that `pieces` are for; 0 for what is gone. */
  private parts: Uint32Array = new Uint32Array(0);
  private pieces: ReadonlyMap<number, MovingPiece> = new Map();

  constructor(scene: Scene, number: number, [begin, end]: [number, number], first: WorldFields, trig: Trigonometry) {
    const { dimension, cuts, surface, look, seed } = scene,
      body = scene.bodies[number]!,
      places = placesOf(first.id);
    this.number = number;
    this.ids = Array.from({ length: end - begin }, (_, n) => begin + n).filter((id) => places.has(id));
    this.points = Float64Array.from(
      { length: 3 * this.ids.length },
      (_, k) => first.position[3 * places.get(this.ids[Math.floor(k / 3)]!)! + (k % 3)]!,
    );
    const one = places.get(this.ids[0]!) ?? 0,
      spacing = rootOf(first.mass[one]! / restDensitiesOf(scene)[first.substance[one]!]!, dimension);
    this.hull = hullOf(body, this.points, spacing, dimension, trig);
    const startCuts = new StartCuts(cuts, number, this.points, spacing, dimension, trig);
    this.grid = new LabelGrid(
      { dimension, hull: this.hull, cuts: startCuts, points: this.points, spacing },
      CELL * surface.voxel,
    );
    this.roughness = { height: look.inside.roughness * spacing, size: BUMPS * spacing, seed };
    this.colors = { inside: insideColor(scene, body), outside: skinColors(body, trig) };
  }

  /** The particles of a frame that are in pieces. */
  present(fields: WorldFields, places: ReadonlyMap<number, number>): number[] {
    return this.ids.flatMap((id) => {
      const i = places.get(id);
      return i !== undefined && fields.part![i]! > 0 ? [i] : [];
    });
  }

  piecesAt(fields: WorldFields, places: ReadonlyMap<number, number>): PieceMesh[] {
    const at = this.ids.map((id) => places.get(id) ?? -1),
      parts = Uint32Array.from(at, (i) => (i < 0 ? 0 : fields.part![i]!));
    if (!sameNumbers(parts, this.parts)) this.divide(parts);
    return [...this.pieces].map(([part, piece]) => ({
      ...{ body: this.number, part, places: piece.shape.places },
      mesh: this.meshOf(
        piece,
        fields,
        Array.from(piece.members, (n) => at[n]!),
      ),
    }));
  }

  private divide(parts: Uint32Array): void {
    const names = [...new Set(parts)].filter((part) => part > 0).sort((a, b) => a - b),
      numbers = new Map(names.map((part, k) => [part, k + 1])),
      members = new Map<number, number[]>(names.map((part) => [part, []]));
    parts.forEach((part, n) => {
      members.get(part)?.push(n);
    });
    this.grid.divide(parts.map((part) => numbers.get(part) ?? 0));
    const { edge } = this.grid,
      shapes = pieceShapes(finishPartition(marchLabels(this.grid), this.hull, edge, this.roughness)),
      before = this.pieces;
    this.parts = parts;
    this.pieces = new Map(
      shapes.map((shape) => {
        const part = names[shape.piece - 1]!,
          own = Uint32Array.from(members.get(part)!),
          old = before.get(part),
          isSame =
            old &&
            sameNumbers(old.members, own) &&
            sameNumbers(old.shape.mesh.positions, shape.mesh.positions) &&
            sameNumbers(old.shape.mesh.triangles, shape.mesh.triangles);
        return [
          part,
          isSame ? { ...old, shape: { ...shape, mesh: old.shape.mesh } } : movingPiece(shape, own, this.points),
        ];
      }),
    );
  }

  /** A piece where its particles are now, with their fields. */
  private meshOf(piece: MovingPiece, fields: WorldFields, places: readonly number[]): SurfaceMesh {
    const { shape, skin } = piece,
      { mesh, inner, uv } = shape,
      present = Float64Array.from(
        { length: 3 * places.length },
        (_, n) => fields.position[3 * places[Math.floor(n / 3)]! + (n % 3)]!,
      ),
      positions = new Float32Array(mesh.positions.length),
      normals = new Float32Array(mesh.positions.length);
    movePiece(piece, present, { positions, normals });
    const { dimension } = this.grid.body,
      made: SurfaceMesh = {
        ...{ dimension, positions, normals, elements: mesh.triangles },
        fields: {
          ...fieldsOn(skin, fields, places),
          [INNER_FIELD]: { components: 1, values: inner },
          [UV_FIELD]: { components: 2, values: uv },
          [SKIN_COLOR_FIELD]: { components: 3, values: this.colorsOf(piece) },
        },
      };
    return markedSkin(made, this.number + 1);
  }

  private colorsOf({ shape: { inner, mesh } }: MovingPiece): Float32Array {
    const { inside, outside } = this.colors,
      colors = new Float32Array(3 * inner.length).fill(NO_COLOR);
    for (let v = 0; v < inner.length; v++) {
      if (inner[v] === 1) colors.set(inside, 3 * v);
      else if (outside) colors.set(outside(mesh.positions.subarray(3 * v, 3 * v + 3)), 3 * v);
    }
    return colors;
  }
}

/** The surface of a body at the start: that of its skin if it is closed, of its shape, or around its particles. */
function hullOf(body: Body, points: Float64Array, spacing: number, dimension: 2 | 3, trig: Trigonometry): Hull {
  if (body.skin && dimension === 3) {
    const solid = solidOf({ mesh: body.skin.mesh } as unknown as Mesh, trig, 3);
    if (solid.triangles && closedMesh(solid.triangles)) return solidHull(solid);
  }
  if ('points' in body.shape) return pointsHull(points, spacing, dimension);
  return solidHull(fillable(solidOf(body.shape, trig, dimension), points.length / 3));
}

/** The color of the inner faces of a body, linear light. */
function insideColor(scene: Scene, { substance }: Body): Color {
  const k = Object.keys(scene.substances).indexOf(substance),
    given = scene.look.inside.colors?.[k];
  if (given !== undefined) return linearColor(parseColor(given));
  return linearColor(substanceColors(scene)[k]!).map((c) => c + LIGHTER * (1 - c)) as unknown as Color;
}

/** The colors of a skin by place, if it has some: that of the nearest vertex. */
function skinColors(body: Body, trig: Trigonometry): ((x: ArrayLike<number>) => ArrayLike<number>) | undefined {
  const skin = body.skin && skinMeshOf(body, trig);
  if (!skin?.colors) return undefined;
  const tree = new KdTree(3, skin.positions),
    { colors } = skin;
  return (x) => {
    const v = tree.nearest(x, 1)[0]!;
    return colors.subarray(3 * v, 3 * v + 3);
  };
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
