import { describe, expect, it } from 'vitest';
import { cutAlone } from './read.task.js';
import { isTooComplex } from './markdown-cost.js';

const LIMITS = { fileBytes: 50e6, characters: 20e6, pages: 100, unzippedBytes: 50e6, unzipRatio: 100 };
const cut = (name: string, text: string) =>
  cutAlone({
    bytes: Buffer.from(text),
    given: { name },
    limits: LIMITS,
    cut: { tokens: 400, overlap: 40 },
    place: { root: '', source: name },
  });
const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));

describe('a text that would take its reader too long', () => {
  it.each([
    ['[', 400_000],
    ['![', 400_000],
    ['**a_b*c__', 1_000_000],
    ['~a', 1_000_000],
    ['[a](', 1_000_000],
    ['[a][b]', 1_000_000],
    ['[^a]', 1_000_000],
    ['`` a ', 1_000_000],
    ['> ', 100_000],
    ['- ', 100_000],
    ['1. ', 100_000],
    ['[[[[[[[[\n', 1_000_000],
    ['> [a *b\n', 1_000_000],
  ])('is refused by its own code at once: %j', async (unit, length) => {
    expect(await cut('a.md', filled(unit, length))).toMatchObject({ refused: 'TOO_COMPLEX' });
  });

  it('is refused so where a table claims too many rows for its cells', async () => {
    const table = `<table><tr>${'<td rowspan="65534">x</td>'.repeat(500)}</tr>${'<tr></tr>'.repeat(500)}</table>`;
    expect(await cut('a.html', table)).toMatchObject({ refused: 'TOO_COMPLEX' });
  });

  it('is refused so where it overflows the stack', async () => {
    expect(await cut('a.html', '<div>'.repeat(100_000))).toMatchObject({ refused: 'TOO_COMPLEX' });
  });
});

describe('a long document', () => {
  const LINES = 20_000;
  it.each([
    ['a list of links', '- [the *pump*](pumps.md) of `hall_3`\n'],
    ['a table', '| *a* | [b](c.md) | `d_e` |\n'],
    ['paragraphs', 'The **pump** of [hall 3](hall.md) has a *seal_ring* and `code`.\n\n'],
    ['code in a fence', '```json\n[[1, 2], [3, 4]]\n```\n'],
    ['one fence', '[[1, 2], [3, 4]], "a_b"\n'],
    ['hard-wrapped text', 'The pump runs all day\n'],
  ])('is not too complex: %s', (name, line) => {
    const text = line.repeat(LINES);
    expect(isTooComplex(name === 'one fence' ? `\`\`\`\n${text}\`\`\`\n` : text)).toBe(false);
  });
});
