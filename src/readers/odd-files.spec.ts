import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { cutDocument, cutOrRefuse, toldFile } from '../../test/documents/cut.js';
import { xlsxOf } from '../../test/documents/samples.js';
import { BlockList } from './blocks.js';
import { cutIntoChunks } from './chunks.js';
import { inReadingOrder } from './columns.js';
import { addTables, withMerged } from './sheet.js';

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

  it('has front matter in TOML, as Hugo writes it, read like that in YAML', async () => {
    const text =
      '+++\ntitle = "Renewal"\ndate = 2026-11-30\ntags = ["pki", "ca"]\n[by]\nteam = "ops"\nturns = 90071992547409930\n+++\nText.';
    const { title, chunks } = await cutDocument(text, 'a.md');
    expect([title, ...chunks.map(({ text }) => text)]).toEqual([
      'Renewal',
      'title: Renewal\ndate: 2026-11-30\ntags: pki, ca\nby.team: ops\nby.turns: 90071992547409930\n\nText.',
    ]);
  });

  it.each(['---\n{ no: yaml\n---\nText.', '+++\ntitle: No TOML\n+++\nText.'])(
    'keeps %j, which cannot be parsed',
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

  it('has headings without the ids that generators of sites read, also as MDX', async () => {
    const text =
      '# Limits {#limits}\n\n<Note title="Careful">Never over **40 bar**.</Note>\n\n## Scope {#the-scope}\n\nAll.\n';
    const headingsOf = async (content: string, name: string) =>
      (await cutDocument(content, name)).chunks.map(({ text, place: { headings } }) => [headings.at(-1), text]);
    expect(await headingsOf(text, 'a.mdx')).toEqual([
      ['Limits', 'title: Careful Never over 40 bar.'],
      ['Scope', 'All.'],
    ]);
    // Code stays as it is written.
    const code = '# Ids {#ids}\n\n```md\n# Scope {#scope}\n```\n';
    expect(await headingsOf(code, 'a.mdx')).toEqual([['Ids', '# Scope {#scope}']]);
    expect(await headingsOf('# Limits {#limits}\n\nText.\n\n## Ports {a}\n\nText.', 'a.md')).toEqual([
      ['Limits', 'Text.'],
      ['Ports {a}', 'Text.'],
    ]);
  });

  it('repeats the cells of tables in HTML that take several rows', async () => {
    const cell = (text: string) => `<td>${text}</td>`;
    const table = `<table><tr><th>Zone</th><th>Fuel</th><th>Max</th></tr><tr><td rowspan="2">North</td><td rowspan="3">gas</td>${cell('900')}</tr><tr>${cell('950')}</tr><tr>${cell('South')}${cell('700')}</tr></table>`; // prettier-ignore
    for (const name of ['a.md', 'a.html'])
      expect(await textOf(table, name)).toBe(
        'Zone: North; Fuel: gas; Max: 900\nZone: North; Fuel: gas; Max: 950\nZone: South; Fuel: gas; Max: 700',
      );
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
    'import X from "../documents/x"',
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

describe('tables', () => {
  it('show what the cells of a workbook show, each table with its own header', async () => {
    expect(await toldFile('x-plan.xlsx')).toMatchInlineSnapshot(`
      [
        "title: null",
        "Plan 2-3: Task: Dredging; Start: 2024-03-05; Time: 9:30; Share: 40.0%; Cost: 1,234.50 EUR; Duration: 5d; Owner: Dana
      Task: Paving; Start: 2024-04-07 14:15:00; Time: 18:00; Share: 5.5%; Cost: 99.00 EUR; Duration: 12d; Owner: Tom",
        "Merged 2-6: Region: North; City: Oslo; Lead: Ingrid
      Region: North; City: Bergen; Lead: Lars
      Region: North; City: Tromso; Lead: Mette
      Region: South; City: Rome; Lead: Paolo
      Region: South; City: Bari; Lead: Lucia",
        "TwoTables 2-3: Product: lamp; Price: 40
      Product: chair; Price: 75",
        "TwoTables 7-8: Employee: Mia; Office: Room 12
      Employee: Noah; Office: Room 31",
        "Gaps 5-9: key: five; value: 5555
      key: nine; value: 9999",
        "TitleRows 1-2: Quarterly stock of the depot

      Status: April 2024",
        "TitleRows 5-7: Item: bolt; Qty: 44; Hall: H3
      Item: ring; Qty: 12; Hall: H9
      Item: Total; Qty: 56",
        "TitleRows 8-8: Source: SAP",
        "Formula 2-2: part: cog; net: 100; gross: (formula without a value: =B2*1.19)",
      ]
    `);
  });

  it('count dates from 1904 where a workbook says so', async () => {
    const styles = '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="46"/></cellXfs></styleSheet>'; // prettier-ignore
    const cells = [1, 2, 3].map((style) => `<c s="${style}"><v>1.5</v></c>`).join('');
    const book = (is1904: string) =>
      zipSync({
        ...unzipSync(xlsxOf({ Days: [] })),
        'xl/workbook.xml': strToU8(`<workbook xmlns:r="r"><workbookPr date1904="${is1904}"/><sheets><sheet name="Days" r:id="rId1"/></sheets></workbook>`), // prettier-ignore
        'xl/styles.xml': strToU8(styles),
        'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData><row r="7">${cells}</row></sheetData></worksheet>`),
      });
    expect((await cutDocument(book('1'), 'a.xlsx')).chunks.map(({ text }) => text)).toEqual(['1904-01-02 | 02.01.1904 12:00 | 36:00:00']); // prettier-ignore
    expect((await cutDocument(book('0'), 'a.xlsx')).chunks.map(({ text }) => text)).toEqual(['1900-01-01 | 01.01.1900 12:00 | 36:00:00']); // prettier-ignore
  });

  it('are told from rows that go on below a blank one, and from tables beside them', async () => {
    const goingOn = [['name', 'town'], ['Ada', 'Rome'], [], ['Kim', 'Oslo']]; // prettier-ignore
    const beside = [['part', 'price', '', 'team', 'room'], ['seal', 4, '', 'ops', 12], ['bolt', 5, '', 'dev', 14]]; // prettier-ignore
    const note = [['part', 'price', '', 'note'], ['seal', 4, '', 'spare']]; // prettier-ignore
    const { chunks } = await cutDocument(xlsxOf({ A: goingOn, B: beside, C: note }), 'a.xlsx');
    expect(chunks.map(({ text }) => text)).toEqual([
      'name: Ada; town: Rome\nname: Kim; town: Oslo',
      'part: seal; price: 4\npart: bolt; price: 5',
      'team: ops; room: 12\nteam: dev; room: 14',
      'part: seal; price: 4; note: spare',
    ]);
    const shifts = [
      ['name', 'start'],
      ['Ada', '06:30'],
      ['Kim', '14:00'],
    ];
    const below = [...shifts, [], ['team', 'lead'], ['North', 'Ruth']];
    const open = [...shifts, [], ['Olaf', '15:00'], ['Ruth', 'open']];
    const parted = await cutDocument(xlsxOf({ A: below, B: open }), 'a.xlsx');
    expect(parted.chunks.map(({ text }) => text)).toEqual([
      'name: Ada; start: 06:30\nname: Kim; start: 14:00',
      'team: North; lead: Ruth',
      'name: Ada; start: 06:30\nname: Kim; start: 14:00\nname: Olaf; start: 15:00\nname: Ruth; start: open',
    ]);
  });

  it('repeat merged cells, also above the names of columns', () => {
    const rows = [
      { line: 1, isBold: false, cells: ['Plan of the year'] },
      { line: 2, isBold: false, cells: ['Site', '2023', '', '2024'] },
      { line: 3, isBold: false, cells: ['', 'plan', 'done', 'plan'] },
      { line: 4, isBold: false, cells: ['Oslo', '1', '2', '3'] },
    ];
    const range = (fromLine: number, toLine: number, fromColumn: number, toColumn: number) => ({ fromLine, toLine, fromColumn, toColumn }); // prettier-ignore
    const blocks = new BlockList(1_000);
    addTables(withMerged(rows, [range(1, 1, 0, 3), range(2, 3, 0, 0), range(2, 2, 1, 2)]), blocks);
    expect(cutIntoChunks(blocks, { tokens: 400, overlap: 40 }).map(({ text }) => text)).toEqual([
      'Plan of the year',
      'Site: Oslo; 2023 plan: 1; 2023 done: 2; 2024 plan: 3',
    ]);
  });

  it('are split where most rows have as many columns', async () => {
    expect(await toldFile('csv-multiline-semi.csv')).toEqual([
      'title: null',
      '2-7: Ticket: 1; Text: The pump is leaking badly; Status: open\nTicket: 2; Text: Valve stuck; Status: closed\nTicket: 3; Text: short; Status: open', // prettier-ignore
    ]);
    for (const [text, records] of [
      ['Report; of May\n\na,b,c\n1,2,3\n4,5,6\n', 'Report; of May\n\na: 1; b: 2; c: 3\na: 4; b: 5; c: 6'],
      ['a;b\n1,5;2,5\n3,5;4,5', 'a: 1,5; b: 2,5\na: 3,5; b: 4,5'],
      ['sep=|\na|b\n1|2', 'a: 1; b: 2'],
      ['a\tb\n"x, y"\t"1\n2"\n', 'a: x, y; b: 1 2'],
      ['name\nAda\nKim', 'name: Ada\nname: Kim'],
    ] as const) {
      expect(await textOf(text, 'a.csv')).toBe(records);
    }
  });
});

describe('other formats', () => {
  it('a notebook has its texts, its code and what the code printed, and no pictures', async () => {
    expect(await toldFile('nb.ipynb')).toMatchInlineSnapshot(`
      [
        "title: Churn analysis",
        "Churn analysis: The retention cohort is 18 months.
      import pandas as pd
      df = pd.read_csv('churn.csv')

      AUC 0.871",
      ]
    `);
    const output = (data: object) => ({ output_type: 'display_data', data });
    const cells = [
      { cell_type: 'code', source: 'df', outputs: [output({ 'text/html': '<table><tr><th>a</th></tr><tr><td>1</td></tr></table>', 'text/plain': ' a' })] }, // prettier-ignore
      { cell_type: 'code', source: ['show(', '1)'], outputs: [output({ 'image/png': 'iVBO', 'text/plain': '<Figure>' }), { output_type: 'stream', text: ['done\n', '\u001b[31m2\u001b[0m'] }] }, // prettier-ignore
      { cell_type: 'code', source: '', outputs: [{ output_type: 'error', ename: 'KeyError', evalue: "'b'" }] },
    ];
    const { chunks } = await cutDocument(JSON.stringify({ cells, metadata: {} }), 'a.ipynb');
    expect(chunks.map(({ text }) => text)).toEqual(['df', 'a: 1', "show(1)\ndone\n2\nKeyError: 'b'"]);
    expect(await cutOrRefuse('{"a": 1}', 'a.ipynb')).toMatchObject({ refused: 'BROKEN' });
  });

  it('reStructuredText has its headings, lists, tables, code and notes', async () => {
    expect(await toldFile('doc.rst')).toMatchInlineSnapshot(`
      [
        "title: Kestrel guide",
        "Kestrel guide > Install 7-14: Run the following:
      pip install kestrel

      warning: Never run as root.",
        "Kestrel guide > Options 21-22: Name: timeout; Default: 30
      Name: retries; Default: 4",
        "Kestrel guide > Options 25-25: See deploy and Docs (https://kestrel.example/docs).",
      ]
    `);
    const text = '=====\nTitle\n=====\n\nSee `a <b>`_::\n\n  code here\n\n- one\n- two\n\n.. note::\n   :class: x\n\n   Beware of ``x``.\n\n.. comment\n   unseen\n\nPart\n----\nText.\n\n1. first'; // prettier-ignore
    const { title, chunks } = await cutDocument(text, 'a.rst');
    expect([title, ...chunks.map(({ text, place }) => `${place.headings.join('>')}: ${text}`)]).toEqual([
      'Title',
      'Title: See a (b):\ncode here\n\n- one\n- two\n\nnote: Beware of x.',
      'Title>Part: Text.\n\n1. first',
    ]);
  });

  it('a PDF in two columns is read one column after the other, and a table row by row', async () => {
    expect(await toldFile('pdf-two.pdf')).toMatchInlineSnapshot(`
      [
        "title: Grebe report",
        "Grebe report p1-2: The left column says that the grebe count fell to 312 in the northern lake, mostly because of the low water and the environmental stress that the well-known drought had caused.

      The right column says that the heron count rose to 845 in the southern delta after the new dam was opened and fish came back to the shallow waters of the old harbour basin.

      The left column says that the grebe count fell to 312 in the northern lake, mostly because of the low water and the environmental stress that the well-known drought had caused.

      The right column says that the heron count rose to 845 in the southern delta after the new dam was opened and fish came back to the shallow waters of the old harbour basin.

      Page 2 of 2

      Rotated margin note: ibis code 4471",
      ]
    `);
    const item = (str: string, x: number, y: number) => ({ str, hasEOL: false, width: str.length * 5, height: 10, transform: [10, 0, 0, 10, x, y] }); // prettier-ignore
    const rows = [1, 2, 3, 4, 5].flatMap((n) => [item(`Part number ${n} of hall`, 50, 700 - n * 14), item(`${n}.50`, 300, 700 - n * 14)]); // prettier-ignore
    expect(inReadingOrder(rows)).toEqual(rows);
  });

  it('a slide begins with its title, wherever it is stored', async () => {
    expect(await toldFile('p-deck.pptx')).toMatchInlineSnapshot(`
      [
        "title: Roadmap of Gannet",
        "Roadmap of Gannet p1-1: - Beta in June
      - Release in October

      Tell them the budget is 480k",
        "p2-2: Untitled slide says the risk owner is Farid",
        "Reserves of Petrel p3-3: Margin text: penguin reserve 77",
        "Reserves of Petrel p3-3: Part: gasket; Stock: 41
      Part: flange; Stock: 7",
        "Hidden slide p4-4: Draft layoffs plan",
        "p5-5: Chart of output",
      ]
    `);
  });

  it.each([
    ['a.eml', 'From: a@b.example\n\nText.'],
    ['a.rtf', '{\\rtf1 Text.}'],
    ['a.txt', '{\\rtf1 Text.}'],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><text>Text</text></svg>'],
    ['a.xml', '<?xml version="1.0"?><!-- drawn -->\n<svg><text>Text</text></svg>'],
    ['a.dot', 'digraph { a -> b }'],
    ['a.odt', 'Text'],
    ['a.epub', 'Text'],
    ['a.unknown', 'Text'],
  ])('%s is refused with a reason', async (name, text) => {
    expect(await cutOrRefuse(text, name)).toMatchObject({
      refused: 'UNSUPPORTED',
      message: expect.stringMatching(/read|known/),
    });
  });

  it.each([
    'README',
    'notes/LICENSE',
    '.gitignore',
    'release 1.2',
    'https://a.example/page.v2',
    'a.adoc',
    'a.env.example',
  ])('%s is text', async (name) => {
    expect(await textOf('Stop the pump.', name)).toBe('Stop the pump.');
  });
});
