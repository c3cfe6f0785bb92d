import { describe, expect, it } from 'vitest';
import type { Block } from './blocks.js';
import { withoutSecrets } from './secrets.js';

// The samples are put together at run time, so that no scanner takes this file for a leak.
const TOKEN = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
const AT = { headings: [], page: null, fromLine: 3, toLine: 6 };

describe('secrets of a document', () => {
  it('are cut out of their block, which stays, and are told by line', () => {
    const block: Block = { type: 'paragraph', text: `One.\nThe token is ${TOKEN} here.`, ...AT };
    const { blocks, cut } = withoutSecrets([block]);
    expect(blocks).toEqual([{ ...block, text: 'One.\nThe token is [redacted] here.' }]);
    expect(cut).toEqual([{ page: null, line: 4, rule: 'github-pat' }]);
  });

  it('are cut out of headings, lists and code, wherever these are repeated', () => {
    const { blocks } = withoutSecrets([
      { type: 'heading', text: `Key ${TOKEN}`, level: 1, ...AT },
      { type: 'list', items: ['Open it', 'password: Hirsch8kuh'], ...AT, headings: [`Key ${TOKEN}`] },
      { type: 'code', text: 'a = 1\nPASSWORD=Hirsch8kuh', language: 'sh', ...AT },
    ]);
    expect(JSON.stringify(blocks)).not.toMatch(/ghp_|Hirsch/);
    expect(JSON.stringify(blocks).match(/\[redacted\]/g)).toHaveLength(4);
  });

  it('are cut out of the column or the row that is named like a secret', () => {
    const lines = [3, 5, 6].map((line) => ({ fromLine: line, toLine: line }));
    const of = (header: readonly string[], rows: readonly (readonly string[])[]) =>
      withoutSecrets([{ type: 'table', header, rows, lines, ...AT }]);
    const { blocks, cut } = of(
      ['User', 'Password'],
      [
        ['ada', 'Hirschkuh'],
        ['kim', 'changeme'],
      ],
    );
    expect(blocks).toMatchObject([
      {
        rows: [
          ['ada', '[redacted]'],
          ['kim', 'changeme'],
        ],
      },
    ]);
    expect(cut).toMatchObject([{ line: 5 }]);
    expect(
      of(
        ['Setting', 'Value'],
        [
          ['password', 'Hirschkuh'],
          ['port', '8443'],
        ],
      ).blocks,
    ).toMatchObject([
      {
        rows: [
          ['password', '[redacted]'],
          ['port', '8443'],
        ],
      },
    ]);
  });
});
