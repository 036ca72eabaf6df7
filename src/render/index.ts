// `thixo/render`: pictures of frames without a GPU or a browser, and what is made of them: PNG files, videos, contact sheets.

export { apngPieces, encodeApng } from './apng.ts';
export { contactSheet, labelOf, type SheetEntry, type SheetOptions } from './contact-sheet.ts';
export { boundsOfPoints } from './framing.ts';
export { drawLegend, type Legend, legendOf } from './legend.ts';
export { createPicture, type Picture } from './picture.ts';
export { readPicture, readPictures } from './picture-files.ts';
export { decodePng, encodePng } from './png.ts';
export { reducePicture } from './reduce.ts';
export { renderFrame } from './render-frame.ts';
export type { RenderInput } from './render-input.ts';
export { drawText, type TextStyle } from './text.ts';
export { encodeVideo, findFfmpeg, VIDEO_ENDINGS, type VideoOptions } from './video.ts';
export { frameView, type View } from './view.ts';
