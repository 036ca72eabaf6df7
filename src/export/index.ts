// The public part that makes files for other programs: `thixo/export`.

export { type ContextOptions, exportContext } from './context.ts';
export type {
  ExportContext,
  ExportFrame,
  ExportView,
  Format,
  FramesFormat,
  SequenceFormat,
  What,
  WrittenFrame,
} from './format.ts';
export { FORMATS, type FormatName } from './formats.ts';
