// The text of the scene, to be written by hand: names and values are offered, explained and checked while one types. Loaded when it is first
// opened. It lives in a shadow root, because its style sheets are made by scripts, which the policy of the page allows there only.

import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippet,
} from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { jsonWithComments } from './json-language.ts';
import { aboutPlace, offersAt } from './scene-service.ts';
import { THEME } from './theme.ts';

/** Something that is wrong at a place of the text. */
export interface Fault {
  readonly from: number;
  readonly to: number;
  readonly isError: boolean;
  readonly words: string;
  /** What helps, if one click can do it. */
  readonly fix?: (() => void) | undefined;
}

/** What the editor tells. */
export interface Listener {
  /** A person has written. */
  onText(text: string): void;
  /** A person rests. */
  onPause(): void;
  undo(): void;
  redo(): void;
  close(): void;
}

/** Changes that come from elsewhere: form, tools, undo. */
const fromOutside = Annotation.define<boolean>();
/** Quiet that ends a step to undo, ms. */
const REST = 900;

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--text)' },
  { tag: tags.string, color: 'var(--live)' },
  { tag: tags.number, color: 'var(--view)' },
  { tag: tags.atom, color: 'var(--restart)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
]);

export class SceneTextEditor {
  private readonly view: EditorView;
  private timer = 0;

  constructor(place: HTMLElement, text: string, listener: Listener) {
    const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' }),
      { undo, redo, close } = listener;
    const command = (act: () => void) => () => {
      act();
      return true;
    };
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          jsonWithComments,
          syntaxHighlighting(COLORS),
          autocompletion({ override: [complete], icons: false }),
          hoverTooltip(explain),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Text of the scene' }),
          keymap.of([
            { key: 'Mod-z', run: command(undo), preventDefault: true },
            { key: 'Mod-Shift-z', run: command(redo), preventDefault: true },
            { key: 'Mod-y', run: command(redo), preventDefault: true },
            { key: 'Tab', run: acceptCompletion },
            ...closeBracketsKeymap,
            ...completionKeymap,
            { key: 'Escape', run: command(close) },
            ...defaultKeymap,
            indentWithTab,
          ]),
          THEME,
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((each) => each.annotation(fromOutside))) return;
            clearTimeout(this.timer);
            this.timer = window.setTimeout(() => listener.onPause(), REST);
            listener.onText(state.doc.toString());
          }),
        ],
      }),
    });
  }

  /** The text as another part of the page has left it: only what differs is replaced, so that cursor and folds stay. */
  setText(text: string): void {
    const before = this.view.state.doc.toString();
    if (before === text) return;
    let [start, end] = [0, 0];
    const most = Math.min(before.length, text.length);
    while (start < most && before[start] === text[start]) start++;
    while (end < most - start && before[before.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.view.dispatch({
      changes: { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
      annotations: fromOutside.of(true),
    });
  }

  /** What is wrong, in the gutter and under the words. */
  setFaults(faults: readonly Fault[]): void {
    const { length } = this.view.state.doc;
    const diagnostics = faults
      .map(
        ({ from, to, isError, words, fix }): Diagnostic => ({
          from: Math.min(from, length),
          to: Math.min(Math.max(to, from), length),
          severity: isError ? 'error' : 'warning',
          message: words,
          ...(fix && { actions: [{ name: 'Apply the fix', apply: () => fix() }] }),
        }),
      )
      .sort((a, b) => a.from - b.from);
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Brings a place into sight and puts the cursor there. */
  goTo(offset: number): void {
    const at = Math.min(offset, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.view.destroy();
  }
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const { pos, explicit, state } = context;
  if (!explicit && !context.matchBefore(/["\w]$/)) return null;
  const offers = await offersAt(state.doc.toString(), pos);
  if (offers.length === 0) return null;
  const from = Math.min(...offers.map((offer) => offer.from));
  return {
    from,
    to: Math.max(pos, ...offers.map((offer) => offer.to)),
    filter: true,
    options: offers.map(({ label, about, template, isKey }) => {
      const quoted = state.sliceDoc(from, from + 1) === '"' ? `"${label}"` : label;
      return {
        label: quoted,
        displayLabel: label,
        type: isKey ? 'property' : 'text',
        apply: snippet(template),
        ...(about && { info: about }),
      };
    }),
  };
}

async function explain(view: EditorView, pos: number) {
  const found = await aboutPlace(view.state.doc.toString(), pos);
  if (!found) return null;
  return {
    pos: found.from,
    end: found.to,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'about';
      dom.textContent = found.text;
      return { dom };
    },
  };
}
