// What pictures can become.

/** A video or GIF by ffmpeg; an animated PNG; a folder with a PNG per frame; one PNG; one PNG of many small pictures. */
export type PictureKind = 'video' | 'animation' | 'folder' | 'still' | 'sheet' | 'pictures';
