// JSON with comments, for highlighting and indentation. The parser of lang-json takes comments for errors.

import { StreamLanguage, type StringStream } from '@codemirror/language';

interface State {
  inComment: boolean;
  depth: number;
}

function token(stream: StringStream, state: State): string | null {
  if (state.inComment) {
    if (stream.skipTo('*/')) {
      stream.match('*/');
      state.inComment = false;
    } else stream.skipToEnd();
    return 'comment';
  }
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('/*')) {
    state.inComment = true;
    return 'comment';
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? 'propertyName' : 'string';
  if (stream.match(/^-?\d+\.?\d*(?:[eE][+-]?\d+)?/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
  const sign = stream.next();
  if (sign === '{' || sign === '[') state.depth++;
  if (sign === '}' || sign === ']') state.depth = Math.max(0, state.depth - 1);
  return null;
}

export const jsonWithComments = StreamLanguage.define<State>({
  name: 'jsonc',
  startState: () => ({ inComment: false, depth: 0 }),
  copyState: (state) => ({ ...state }),
  token,
  indent: ({ depth }, after, { unit }) => unit * Math.max(0, depth - (/^\s*[}\]]/.test(after) ? 1 : 0)),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['{', '[', '"'] },
  },
});
