import { describe, expect, it } from 'vitest';
import { cutDocument, toldFile } from '../../test/documents/cut.js';

const textOf = async (content: string, name: string) =>
  (await cutDocument(content, name)).chunks.map(({ text }) => text).join('\n\n');

describe('Markdown', () => {
  it('has the fields of its front matter in its text, and its title as title', async () => {
    expect(await toldFile('md-frontmatter.md')).toEqual([
      'title: Rotating the signing certificate',
      `2-8: title: Rotating the signing certificate
description: How the release team renews the Larkspur certificate every ninety days
tags: pki, larkspur
owner: Dana Whitcombe

Open the vault console and choose Renew. Then restart the gateway.`,
    ]);
    expect(await textOf('---\nauthors:\n  - name: Ada\n  - name: Kim\nby: {team: ops}\n---\nText.', 'a.md')).toBe(
      'authors.name: Ada\nauthors.name: Kim\nby.team: ops\n\nText.',
    );
  });

  it.each(['---\n{ no: yaml\n---\nText.', '+++\ntitle = "Toml"\n+++\nText.'])(
    'keeps %j, which is no YAML',
    async (text) => {
      expect(await textOf(text, 'a.md')).toBe(`${text.split('\n')[1]}\n\nText.`);
    },
  );

  it('has its HTML read as HTML', async () => {
    expect(await toldFile('md-htmltable.md')).toEqual([
      'title: Ports',
      'Ports 5-6: Service: gateway; Port: 8443\nService: scheduler; Port: 9125',
      `Ports 9-15: Quota
500 requests per minute <burst 50>

How do I reset the board?

Hold the blue button for eleven seconds.`,
    ]);
  });

  it('has HTML with blank lines and Markdown within', async () => {
    const text = '<h1 align="center">Ports</h1>\n\n<table>\n<tr><td>\n\n**Port** of A\n\n</td><td>8443</td></tr>\n\n<tr><td>B</td><td><p>1</p><p>2</p></td></tr>\n</table>\n\n<div hidden>\n\nUnseen.\n\n</div>\n\nSeen.'; // prettier-ignore
    const { title, chunks } = await cutDocument(text, 'a.md');
    expect([title, ...chunks.map(({ text }) => text)]).toEqual(['Ports', 'Port of A | 8443\nB | 1 2', 'Seen.']);
  });

  it('goes on with the numbers of a list after code', async () => {
    expect(await toldFile('md-steps.md')).toEqual([
      'title: Restore the database',
      `Restore the database 3-22: 1. Stop the writers.
systemctl stop writers

2. Copy the snapshot.
rsync -a snap/ /var/lib/pg/

3. Replay the log.
# replay
pg_ctl replay
4. Start the writers again.`,
    ]);
  });

  it('marks what is struck, raised or lowered, and its footnotes', async () => {
    expect(await toldFile('md-strike.md')).toEqual([
      'title: Limits',
      `Limits 3-6: The maximum pressure is ~~6 bar~~ 4.5 bar since the incident.

- ~~Use the red valve~~
- Use the green valve`,
    ]);
    const marked =
      'H<sub>2</sub>O at 10<sup>-3</sup> m<sup>2</sup>, x<sup>n+1</sup>, the 1<sup>st</sup>, <del>old</del>.';
    expect(await textOf(marked, 'a.md')).toBe('H_2O at 10^-3 m^2, x^(n+1), the 1st, ~~old~~.');
    expect(await textOf('H~2~O[^a].\n\n[^a]: By weight.', 'a.md')).toBe('H~2~O[^a].\n\n[^a]: By weight.');
  });

  it('tells the addresses of links and the texts of pictures, and decodes entities', async () => {
    const text = 'See [docs][d], <https://x.example/> and [below](#below). &copy; A&amp;B ![a valve](v.png)\n\n[d]: https://docs.example/a "Docs"'; // prettier-ignore
    expect(await textOf(text, 'a.md')).toBe(
      'See docs (https://docs.example/a), https://x.example/ and below. © A&B a valve',
    );
  });
});

describe('MDX', () => {
  const page = [
    'import X from "./x"',
    'export const version = "3.2"',
    '',
    '{/* a comment */}',
    '',
    '<Tabs>',
    '  <TabItem label="npm">',
    '',
    '    Run `npm i`.',
    '',
    '  </TabItem>',
    '</Tabs>',
    '',
    '<Param name="timeout" default={30} onClick={() => go()} className="big" /> is in seconds.',
    '',
    '<table><tbody><tr><th>Key</th><th>Value</th></tr><tr><td>port</td><td>81</td></tr></tbody></table>',
  ];
  it('keeps labels and attributes, and drops imports and comments', async () => {
    const { mediaType, chunks } = await cutDocument(page.join('\n'), 'a.mdx');
    expect([mediaType, ...chunks.map(({ text, place }) => `${place.fromLine}-${place.toLine}: ${text}`)]).toEqual([
      'text/mdx',
      '1-14: export const version = "3.2"\n\nlabel: npm\n\nRun npm i.\n\nname: timeout; default: 30 is in seconds.',
      '16-16: Key: port; Value: 81',
    ]);
  });

  it('is Markdown where it does not parse', async () => {
    expect(await textOf('# A\n\n<Tabs>\n\nUse {a < b.', 'a.mdx')).toBe('Use {a < b.');
  });
});

describe('HTML', () => {
  it('has the text of a page that is one form', async () => {
    expect(await toldFile('html-form.html')).toEqual([
      'title: Vacation policy',
      'Vacation policy 1-1: Employees get 31 days of vacation after six years.',
      'Vacation policy 1-1: Years: 1; Days: 25',
    ]);
    const search = '<form><input value="Find"><select><option>All</option></select><button>Go</button></form>';
    expect(await textOf(`<html><body>${search}<p>Text.</p></body></html>`, 'a.html')).toBe('Text.');
  });

  it('has nothing that is hidden', async () => {
    const hidden = [
      'hidden',
      'hidden=""',
      'style="color:red; display: none"',
      'aria-hidden="true"',
      'style="visibility:hidden"',
    ];
    const text = hidden.map((attribute) => `<p ${attribute}>Unseen</p>`).join('');
    expect(
      await textOf(`<html><body style="display:none">${text}<p aria-hidden="false">Seen</p></body></html>`, 'a.html'),
    ).toBe('Seen');
  });
});
