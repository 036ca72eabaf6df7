// The fenced blocks of a Markdown text: what stands behind the backticks, and what is inside.

/** A block: its language, the words behind it, and its text. */
export interface FencedBlock {
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
}

export function fencedBlocks(markdown: string): FencedBlock[] {
  return [...markdown.matchAll(/^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', words = '', text = '']) => ({
      language,
      words: words.split(' ').filter(Boolean),
      text,
    }),
  );
}
