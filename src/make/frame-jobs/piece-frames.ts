// The pieces of frames, one by one or together, with a mesh of each by itself where surfaces are wanted: that of a broken solid is cut out of its
// shape, any other is a surface around its particles. Tasks of one frame come one after the other, so that a frame is taken apart once.

import { openCache, readFrame } from '../../cache/cache.ts';
import type { Disk } from '../../cache/disk.ts';
import { loadTrigonometry } from '../../cache/scene-file.ts';
import { pieceColorNumbers } from '../../colors/piece-colors.ts';
import type { ExportFrame, ExportPiece } from '../../export/format.ts';
import { BrokenBodies, type PieceMesh } from '../../surface/pieces/broken-bodies.ts';
import { joinedSurfaces } from '../../surface/scene-skins.ts';
import { surfaceOptions } from '../../surface/surface-options.ts';
import { Surfacer } from '../../surface/surfacer.ts';
import { chosenFields, pieceFields } from '../../world/piece-fields.ts';
import { withPieces } from '../../world/pieces.ts';
import type { WorldFields } from '../../world/published-fields.ts';
import { pieceNames } from '../plan-pieces.ts';
import type { ExportJob, FrameTask } from './job.ts';

/** A frame that is in memory. */
interface WholeFrame {
  readonly frame: number;
  readonly fields: WorldFields & { readonly piece: Uint32Array };
  /** Number of the color of every particle. */
  readonly colors: Uint32Array;
  /** What pieces are called, the largest first. */
  readonly names: readonly number[];
  /** Meshes of the pieces of broken solids by their names. */
  readonly meshes: ReadonlyMap<number, PieceMesh>;
}

/** The name of a piece in files. */
export function nameOfPiece(piece: number): string {
  return `piece-${String(piece).padStart(4, '0')}`;
}

export class PieceFrames {
  private readonly disk: Disk;
  private readonly job: ExportJob;
  private whole: WholeFrame | undefined;
  private surfacer: Surfacer | undefined;
  private broken: BrokenBodies | undefined;
  private isOpen = false;

  constructor(disk: Disk, job: ExportJob) {
    this.disk = disk;
    this.job = job;
  }

  /** The piece of a task as a frame, or all of them. */
  async frameOf({ line, piece }: FrameTask): Promise<ExportFrame> {
    const { frame, time } = line,
      whole = await this.read(line);
    if (piece === undefined) return { frame, time, ...(await this.all(whole)) };
    const number = whole.names.indexOf(piece),
      fields = pieceFields(whole.fields, number),
      pieceColor = whole.colors[whole.fields.piece.indexOf(number)];
    if (this.job.what === 'particles') return { frame, time, fields, pieceColor };
    const made = await this.pieceOf(whole, piece, fields);
    return { frame, time, fields, pieceColor, surface: made.surface, pieces: [made] };
  }

  dispose(): void {
    this.surfacer?.dispose();
  }

  /** The largest pieces of a frame side by side. */
  private async all(whole: WholeFrame): Promise<Pick<ExportFrame, 'fields' | 'surface' | 'pieces'>> {
    const pieces: ExportPiece[] = [],
      { fields, names } = whole;
    for (const name of names.slice(0, this.job.mostPieces))
      pieces.push(await this.pieceOf(whole, name, pieceFields(fields, names.indexOf(name))));
    const empty = { ...chosenFields(fields, []) },
      none = pieces.length === 0 ? [await this.around(empty)] : [];
    return { fields, pieces, surface: joinedSurfaces([...none, ...pieces.map(({ surface }) => surface)]) };
  }

  private async pieceOf({ meshes }: WholeFrame, name: number, fields: WorldFields): Promise<ExportPiece> {
    const own = meshes.get(name);
    return own
      ? { name: nameOfPiece(name), surface: own.mesh, places: own.places }
      : { name: nameOfPiece(name), surface: await this.around(fields) };
  }

  private async around(fields: WorldFields) {
    this.surfacer ??= await Surfacer.create({ threads: 1 });
    return this.surfacer.build(fields, surfaceOptions(this.job.scene));
  }

  private async read(line: FrameTask['line']): Promise<WholeFrame> {
    const { scene, cache, what } = this.job,
      { frame } = line;
    if (this.whole?.frame === frame) return this.whole;
    if (!this.isOpen && what === 'surface') {
      const first = readFrame(this.disk, cache, openCache(cache).frameLines[0]!);
      this.broken = BrokenBodies.of(scene, first, await loadTrigonometry());
      this.isOpen = true;
    }
    const fields = withPieces(scene, readFrame(this.disk, cache, line)),
      { piece, id } = fields,
      names = pieceNames(fields, piece, 1 + piece.reduce((most, k) => Math.max(most, k), -1)),
      meshes = (fields.part && this.broken?.piecesAt(fields)) ?? [];
    this.whole = {
      ...{ frame, fields, names, colors: pieceColorNumbers(piece, id) },
      meshes: new Map(meshes.map((each) => [each.part - 1, each])),
    };
    return this.whole;
  }
}
