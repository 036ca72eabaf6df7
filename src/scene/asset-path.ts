// Which paths a scene may name: relative ones, below its folder, that mean the same on every system. A scene may come from a stranger.

/** Names that Windows takes for devices, whatever the ending. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

interface Rule {
  readonly breaks: (path: string, parts: readonly string[]) => boolean;
  /** Completes "The path …". */
  readonly reason: string;
}

const RULES: readonly Rule[] = [
  { breaks: (path) => path === '', reason: 'is empty' },
  { breaks: (path) => hasControl(path), reason: 'has invisible characters' },
  {
    breaks: (path) => /^[a-z][a-z0-9+.-]+:\/\//i.test(path),
    reason: 'is a URL; only files next to the scene are read',
  },
  { breaks: (path) => path.includes('\\'), reason: 'has a backslash; folders are separated by /' },
  { breaks: (path) => path.startsWith('/') || path.startsWith('~'), reason: 'is absolute' },
  { breaks: (path) => path.includes(':'), reason: 'has a colon, like drives and streams on Windows' },
  { breaks: (_, parts) => parts.includes('..'), reason: 'leads out of the folder of the scene' },
  { breaks: (_, parts) => parts.includes(''), reason: 'has an empty part' },
  { breaks: (path) => /~\d/.test(path), reason: 'looks like a short name of Windows' },
  { breaks: (_, parts) => parts.some((part) => DEVICES.test(part)), reason: 'is the name of a device on Windows' },
  {
    breaks: (_, parts) => parts.some((part) => part !== '.' && /[. ]$/.test(part)),
    reason: 'has a part that ends with a dot or a space',
  },
];

/** Why a path may not be read, as the end of a sentence that begins with "The path"; undefined if it may. */
export function pathFault(path: string): string | undefined {
  return RULES.find(({ breaks }) => breaks(path, path.split('/')))?.reason;
}

function hasControl(path: string): boolean {
  for (let k = 0; k < path.length; k++) if (path.charCodeAt(k) < 0x20 || path.charCodeAt(k) === 0x7f) return true;
  return false;
}
