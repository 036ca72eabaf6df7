// What the editor knows of scenes: names, values and sentences of the schema, by the JSON service of VS Code. It fetches nothing.

import {
  ClientCapabilities,
  type CompletionItem,
  getLanguageService,
  type JSONSchema,
  type MarkedString,
  type MarkupContent,
  TextDocument,
} from 'vscode-json-languageservice';
import { ROOT } from '../model/schema-form.ts';

const service = getLanguageService({
  clientCapabilities: ClientCapabilities.LATEST,
  schemaRequestService: () => Promise.reject(new Error('Schemas are not fetched.')),
});
service.configure({
  validate: false,
  schemas: [{ uri: 'thixo:scene', fileMatch: ['*'], schema: ROOT as JSONSchema }],
});

/** A text that would replace a part of the scene. */
export interface Offer {
  readonly label: string;
  readonly about: string;
  readonly from: number;
  readonly to: number;
  /** With `${}` where the cursor goes, as CodeMirror writes it. */
  readonly template: string;
  readonly isKey: boolean;
}

/** A `$schema` of the scene is never followed: the own one counts. */
function open(text: string) {
  const document = TextDocument.create('thixo:///scene.json', 'jsonc', 1, text.replace('"$schema"', '"x-schem"'));
  return { document, json: service.parseJSONDocument(document) };
}

/** What can be written at a place. */
export async function offersAt(text: string, offset: number): Promise<Offer[]> {
  const { document, json } = open(text),
    list = await service.doComplete(document, document.positionAt(offset), json);
  return (list?.items ?? []).map((item) => offerOf(item, document, offset));
}

/** What is said about a place; undefined if there is nothing to say. */
export async function aboutPlace(
  text: string,
  offset: number,
): Promise<{ readonly text: string; readonly from: number; readonly to: number } | undefined> {
  const { document, json } = open(text),
    found = await service.doHover(document, document.positionAt(offset), json);
  if (!found) return undefined;
  const { contents, range } = found,
    words = (Array.isArray(contents) ? contents : [contents]).map(textOf).join('\n').trim();
  if (!words) return undefined;
  return {
    text: plain(words),
    from: range ? document.offsetAt(range.start) : offset,
    to: range ? document.offsetAt(range.end) : offset,
  };
}

function offerOf(item: CompletionItem, document: TextDocument, offset: number): Offer {
  const { textEdit, insertText, label, documentation = '', kind } = item,
    range = textEdit && ('range' in textEdit ? textEdit.range : textEdit.insert);
  return {
    label: label.replaceAll('"', ''),
    about: plain(textOf(documentation)),
    from: range ? document.offsetAt(range.start) : offset,
    to: range ? document.offsetAt(range.end) : offset,
    template: templateOf(textEdit?.newText ?? insertText ?? label),
    isKey: kind === 10,
  };
}

/** Snippets of VS Code as those of CodeMirror. */
const templateOf = (snippet: string): string =>
  snippet
    .replaceAll(/\$\{\d+:([^}]*)\}/g, (_, word: string) => `\${${word}}`)
    .replaceAll(/\$\d+/g, '$' + '{}')
    .replaceAll('\\$', '$');

/** Markdown as a person reads it. */
const plain = (text: string): string =>
  text.replaceAll(/\\([\\`*_{}[\]()#+\-.!<>~|])/g, '$1').replaceAll('&nbsp;', ' ');

function textOf(content: string | MarkupContent | MarkedString): string {
  return typeof content === 'string' ? content : content.value;
}
