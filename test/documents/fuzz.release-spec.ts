import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { configOf } from '../support/graph.js';
import { Processes } from '../../src/common/workers/processes.js';
import { DocumentReader, DocumentRefused } from '../../src/readers/reading.service.js';
import { docxOf, pdfOf, pptxOf, xlsxOf } from './samples.js';

// Broken files and decompression bombs: every one is either read or refused with a reason, and the calling process
// survives.

const config = configOf({ DOCUMENT_TIMEOUT_MS: '20000', DOCUMENT_MEMORY_MB: '256', DOCUMENT_PROCESSES: '2' });
const processes = new Processes({ timeMs: config.DOCUMENT_TIMEOUT_MS, memoryMb: 256, processes: 2, waiting: 100 });
const reader = new DocumentReader(processes, config);
afterAll(() => processes.onApplicationShutdown());

const REASONS = [
  'EMPTY',
  'ENCRYPTED',
  'NO_TEXT',
  'BINARY',
  'WRONG_ENCODING',
  'TOO_LARGE',
  'TOO_COMPLEX',
  'TIMED_OUT',
  'BROKEN',
];
/** Returns READ, or the reason why the file was refused. */
const fate = async (bytes: Uint8Array, name: string): Promise<string> => {
  try {
    await reader.cut(bytes, { name }, { root: '', source: name });
    return 'READ';
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error;
    return error.reason;
  }
};

/** Returns a random generator with a seed, so that every run has the same numbers. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const WORDS = 'The pump runs all day and needs oil once a week. '.repeat(20);
const FILES: Readonly<Record<string, Uint8Array>> = {
  'a.pdf': pdfOf([[['Pumps', 20], [WORDS.slice(0, 80)]], [['They stop.']]]),
  'a.docx': docxOf([{ heading: 'Pumps', level: 1 }, WORDS, [['a', 'b'], ['c', 'd']]]), // prettier-ignore
  'a.pptx': pptxOf([{ title: 'Pumps', points: ['They run', 'They stop'] }]),
  'a.xlsx': xlsxOf({ Parts: [['part', 'price'], ['seal', 4]] }), // prettier-ignore
  'a.md': Buffer.from(`# Pumps\n\n${WORDS}\n\n| a | b |\n| - | - |\n| c | d |\n\n\`\`\`sh\nrun\n\`\`\`\n`),
  'a.html': Buffer.from(`<html><body><h1>Pumps</h1><p>${WORDS}</p><table><tr><td>a</td></tr></table></body></html>`),
  'a.csv': Buffer.from('a,b\n"c, d",e\n'),
};

describe('files of strangers', () => {
  it('that are broken anywhere are read or refused by name', async () => {
    const next = random(21);
    const counts = new Map<string, number>();
    for (const [name, whole] of Object.entries(FILES)) {
      for (let n = 0; n < 60; n++) {
        const bytes = Uint8Array.from(whole);
        const changes = 1 + Math.floor(next() * 20);
        for (let c = 0; c < changes; c++) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
        const broken = next() < 0.3 ? bytes.slice(0, Math.floor(next() * bytes.length)) : bytes;
        const became = await fate(broken, name);
        counts.set(became, (counts.get(became) ?? 0) + 1);
      }
      expect(await fate(whole, name)).toBe('READ');
    }
    for (const became of counts.keys()) expect(['READ', ...REASONS]).toContain(became);
    expect(counts.get('BROKEN')).toBeGreaterThan(50);
  }, 400_000);

  it('that unpack to much, or hold what grows, take bounded memory and time', async () => {
    const before = process.memoryUsage().rss;
    const part = (text: string) => ({ '[Content_Types].xml': Buffer.from('<Types/>'), ...{ 'xl/workbook.xml': Buffer.from(text) } }); // prettier-ignore
    const laughs = `<!DOCTYPE w [<!ENTITY a "${'ha'.repeat(50)}">${'bcdefghij'.split('').map((letter, n) => `<!ENTITY ${letter} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]><workbook>&j;</workbook>`; // prettier-ignore
    const liar = zipSync({ ...part('<workbook/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(30_000_000) });
    const bombs: Readonly<Record<string, Uint8Array>> = {
      'zeros.docx': zipSync({ 'word/document.xml': new Uint8Array(150_000_000), '[Content_Types].xml': new Uint8Array(1) }), // prettier-ignore
      'many.docx': zipSync(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`word/${n}.xml`, new Uint8Array(900_000)]))), // prettier-ignore
      'laughs.xlsx': zipSync(part(laughs)),
      'liar.xlsx': liar,
      'deep.html': Buffer.from('<div>'.repeat(200_000)),
      'deep.md': Buffer.from('> '.repeat(100_000) + 'x'),
      'lists.md': Buffer.from(Array.from({ length: 3_000 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')),
      'stars.md': Buffer.from('*a **b '.repeat(60_000)),
      'brackets.md': Buffer.from('['.repeat(60_000)),
      'quotes.csv': Buffer.from('"'.repeat(500_000)),
      'word.txt': Buffer.from('x'.repeat(4_000_000)),
      'tags.html': Buffer.from('<a'.repeat(400_000)),
      'tables.html': Buffer.from('<table><tr><td>'.repeat(20_000)),
    };
    for (const [name, bytes] of Object.entries(bombs)) {
      expect(['READ', ...REASONS], name).toContain(await fate(bytes, name));
    }
    expect(await fate(bombs['zeros.docx'] ?? new Uint8Array(), 'zeros.docx')).toBe('TOO_LARGE');
    expect(await fate(bombs['many.docx'] ?? new Uint8Array(), 'many.docx')).toBe('TOO_LARGE');
    // The limit includes the files themselves, which are in this process.
    expect(process.memoryUsage().rss - before).toBeLessThan(700_000_000);
  }, 400_000);
});
