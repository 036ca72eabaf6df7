// The pieces of frames, one by one, with a surface of each by itself where surfaces are wanted. Tasks of one frame come one after the
// other, so that a frame is read and taken apart once.

import { readFrame } from '../../cache/cache.ts';
import type { Disk } from '../../cache/disk.ts';
import { pieceColorNumbers } from '../../colors/piece-colors.ts';
import type { ExportFrame } from '../../export/format.ts';
import { surfaceOptions } from '../../surface/surface-options.ts';
import { Surfacer } from '../../surface/surfacer.ts';
import { pieceFields } from '../../world/piece-fields.ts';
import { withPieces } from '../../world/pieces.ts';
import type { WorldFields } from '../../world/published-fields.ts';
import type { ExportJob, FrameTask } from './job.ts';

/** A frame that is in memory. */
interface WholeFrame {
  readonly frame: number;
  readonly fields: WorldFields & { readonly piece: Uint32Array };
  /** Number of the color of every particle. */
  readonly colors: Uint32Array;
}

export class PieceFrames {
  private readonly disk: Disk;
  private readonly job: ExportJob;
  private whole: WholeFrame | undefined;
  private surfacer: Surfacer | undefined;

  constructor(disk: Disk, job: ExportJob) {
    this.disk = disk;
    this.job = job;
  }

  /** The piece of a task as a frame. */
  async frameOf({ line, piece = 0 }: FrameTask): Promise<ExportFrame> {
    const { scene, what } = this.job,
      { frame, time } = line,
      whole = this.read(line),
      fields = pieceFields(whole.fields, piece),
      pieceColor = whole.colors[whole.fields.piece.indexOf(piece)];
    if (what === 'particles') return { frame, time, fields, pieceColor };
    this.surfacer ??= await Surfacer.create({ threads: 1 });
    return { frame, time, fields, pieceColor, surface: this.surfacer.build(fields, surfaceOptions(scene)) };
  }

  dispose(): void {
    this.surfacer?.dispose();
  }

  private read(line: FrameTask['line']): WholeFrame {
    if (this.whole?.frame !== line.frame) {
      const { frame } = line,
        fields = withPieces(this.job.scene, readFrame(this.disk, this.job.cache, line));
      this.whole = { frame, fields, colors: pieceColorNumbers(fields.piece, fields.id) };
    }
    return this.whole;
  }
}
