import type { BlockList } from './blocks.js';

/** Reads a text; blank lines separate its paragraphs. */
export function readPlain(text: string, blocks: BlockList): void {
  let from = 0;
  let lines: string[] = [];
  const end = () => {
    blocks.paragraph(lines.join('\n'), { page: null, fromLine: from, toLine: from + lines.length - 1 });
    lines = [];
  };
  text.split('\n').forEach((line, n) => {
    if (line.trim() === '') return end();
    if (lines.length === 0) from = n + 1;
    lines.push(line.trimEnd());
  });
  end();
}

/** Reads source code as one block; chunks are cut at its blank lines. */
export function readCode(text: string, language: string | null, blocks: BlockList): void {
  const code = text.trimEnd();
  blocks.code(code, language, { page: null, fromLine: 1, toLine: code.split('\n').length });
}
