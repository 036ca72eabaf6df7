// VS Code's own JSON engine with our schema loaded, as if a person edited a scene file.

import { readFile } from 'node:fs/promises';
import {
  ClientCapabilities,
  type CompletionItem,
  getLanguageService,
  type LanguageService,
  type MarkedString,
  type MarkupContent,
  TextDocument,
} from 'vscode-json-languageservice';
import { sceneJsonSchema } from '../../src/scene/json-schema.ts';

const repository = new URL('../..', import.meta.url);
const UNTITLED = new URL('scene.json', repository).href;
/** Where the cursor is in a text. */
const CURSOR = '|';

/** What a person sees while editing a scene. */
export class SceneEditor {
  private readonly service: LanguageService;

  constructor() {
    this.service = getLanguageService({
      clientCapabilities: ClientCapabilities.LATEST,
      workspaceContext: { resolveRelativePath: (path, file) => new URL(path, file).href },
      schemaRequestService: readSchema,
    });
    const schema = { uri: 'thixo:scene', fileMatch: ['*.json'], schema: sceneJsonSchema() };
    this.service.configure({ validate: true, schemas: [schema] });
  }

  /** What is offered at the cursor. */
  async complete(text: string): Promise<CompletionItem[]> {
    const { document, position, json } = this.open(text);
    return (await this.service.doComplete(document, position, json))?.items ?? [];
  }

  /** Names of what is offered at the cursor, without quotes. */
  async offered(text: string): Promise<string[]> {
    return (await this.complete(text)).map(({ label }) => label.replaceAll('"', ''));
  }

  /** What is shown when the mouse rests at the cursor. */
  async hover(text: string): Promise<string> {
    const { document, position, json } = this.open(text);
    const contents = (await this.service.doHover(document, position, json))?.contents ?? '';
    return (Array.isArray(contents) ? contents : [contents]).map(textOf).join('\n');
  }

  /** What is underlined in a scene, or in the text of the file at a URL. */
  async complaints(scene: unknown, url = UNTITLED): Promise<string[]> {
    const text = typeof scene === 'string' ? scene : JSON.stringify(scene);
    const { document, json } = this.open(text + CURSOR, url);
    return (await this.service.doValidation(document, json)).map(({ message }) => textOf(message));
  }

  private open(text: string, url = UNTITLED) {
    const at = text.lastIndexOf(CURSOR);
    const document = TextDocument.create(url, 'json', 1, text.slice(0, at) + text.slice(at + 1));
    return { document, position: document.positionAt(at), json: this.service.parseJSONDocument(document) };
  }
}

/** Finds what `$schema` names, also as if this repository were installed as a package. */
function readSchema(url: string): Promise<string> {
  return readFile(new URL(url.replace(/^.*\/node_modules\/thixo\//, repository.href)), 'utf8');
}

/** The text that a completion puts in place of the cursor, its placeholders empty. */
export function insert(text: string, { textEdit, insertText, label }: CompletionItem): string {
  const inserted = (textEdit?.newText ?? insertText ?? label)
    .replaceAll(/\$\{\d+:([^}]*)\}/g, '$1')
    .replaceAll(/\$\d/g, '');
  return text.replace(CURSOR, inserted);
}

function textOf(content: string | MarkupContent | MarkedString): string {
  return typeof content === 'string' ? content : content.value;
}

/** What a documentation says. */
export function documentationOf({ documentation = '' }: CompletionItem): string {
  return textOf(documentation);
}
