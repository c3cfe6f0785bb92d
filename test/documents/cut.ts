import { readFileSync } from 'node:fs';
import type { ReadingLimits } from '../../src/readers/limits.js';
import { type CutDocument, cutAlone } from '../../src/readers/read.task.js';

const LIMITS: ReadingLimits = {
  fileBytes: 5_000_000,
  characters: 5_000_000,
  pages: 50,
  unzippedBytes: 5_000_000,
  unzipRatio: 100,
};

/** Reads a document and cuts it into chunks of the usual size. */
export async function cutOrRefuse(content: string | Uint8Array, name: string) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const place = { root: '', source: name };
  return cutAlone({ bytes, given: { name }, place, limits: LIMITS, cut: { tokens: 400, overlap: 40 } });
}

/** As {@link cutOrRefuse}; a refusal is an error. */
export async function cutDocument(content: string | Uint8Array, name: string): Promise<CutDocument> {
  const cut = await cutOrRefuse(content, name);
  if ('refused' in cut) throw new Error(`${name} was refused: ${cut.message}`);
  return cut;
}

/** A file of test/data/documents, each chunk with its headings, page and lines: `Ports, lines 5–6: gateway`. */
export async function toldFile(name: string): Promise<string[]> {
  const { title, chunks } = await cutDocument(readFileSync(`test/data/documents/${name}`), name);
  return [
    `title: ${title}`,
    ...chunks.map(({ text, place: { headings, page, toPage, fromLine, toLine } }) => {
      const at = [
        ...(page === null ? [] : [`p${page}-${toPage}`]),
        ...(fromLine === null ? [] : [`${fromLine}-${toLine}`]),
      ];
      return `${[headings.join(' > '), ...at].filter((part) => part !== '').join(' ')}: ${text}`;
    }),
  ];
}
