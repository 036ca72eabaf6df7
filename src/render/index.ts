// Pictures of frames: `thixo/render`.

export { boundsOfPoints } from './framing.ts';
export { createPicture, type Picture } from './picture.ts';
export { encodePng } from './png.ts';
export { renderFrame } from './render-frame.ts';
export type { RenderInput } from './render-input.ts';
export { frameView, type View } from './view.ts';
