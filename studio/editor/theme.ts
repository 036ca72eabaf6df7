// The editor in the colors of the page.

import { EditorView } from '@codemirror/view';

const BOX = {
  background: 'var(--raised)',
  color: 'var(--text)',
  border: '1px solid var(--line)',
  borderRadius: '9px',
  boxShadow: 'var(--shadow)',
};

export const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': { background: 'transparent', color: 'var(--soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--line) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    background: 'var(--line)',
    outline: '1px solid var(--soft)',
  },
  '.cm-tooltip': { ...BOX, fontFamily: 'var(--font)', fontSize: '12px', overflow: 'hidden' },
  '.about': { padding: '8px 12px', maxWidth: '340px', whiteSpace: 'pre-wrap', lineHeight: '1.45' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font)', maxHeight: '15em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 12px', color: 'var(--text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)', fontWeight: '600' },
  '.cm-completionInfo': { padding: '8px 12px', maxWidth: '300px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { padding: '8px 12px', border: '0', maxWidth: '360px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--restart)' },
  '.cm-diagnosticAction': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: '6px',
    padding: '4px 10px',
    margin: '6px 0 0',
    display: 'block',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger) 1px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--restart) 1px' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%', marginTop: '5px' },
  '.cm-lint-marker-error': { content: 'none', background: 'var(--danger)' },
  '.cm-lint-marker-warning': { content: 'none', background: 'var(--restart)' },
  '.cm-foldPlaceholder': { background: 'var(--line)', border: '0', color: 'var(--text)', padding: '0 6px' },
});
