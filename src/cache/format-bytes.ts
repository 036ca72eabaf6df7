/** `850 B`, `1.2 GB`, decimal. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return 'an unknown number of bytes';
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let k = 0,
    size = bytes;
  for (; size >= 999.5 && k < units.length - 1; k++) size /= 1000;
  return `${k === 0 || size >= 99.5 ? Math.round(size) : Number(size.toPrecision(2))} ${units[k]}`;
}
