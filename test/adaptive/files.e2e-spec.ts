import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxOf, pdfOf, pptxOf, xlsxOf } from '../documents/samples.js';
import { freshNamespace } from '../support/graph.js';
import { type AdaptiveService, AI, OBSERVE, START, startAdaptive, type Step, type Task } from './support.js';

let service: AdaptiveService;
beforeAll(async () => {
  service = await startAdaptive();
});
afterAll(() => service.close());

const VALIDATE = `query ($documents: [DocumentInput!]!, $intent: IntentInput!) {
  validateContent(documents: $documents, intent: $intent) {
    verdict dataTypeMatch formatMatch contentType issues open checks { criterion met } } }`;

interface Document {
  readonly name: string;
  readonly mimeType?: string;
  readonly content: string;
}
interface Judged {
  readonly verdict: string;
  readonly issues: readonly string[];
  readonly open: readonly string[];
}

const file = (name: string, bytes: Uint8Array): Document => ({
  name,
  content: Buffer.from(bytes).toString('base64'),
});
const wanted = (dataType: string, expectedFormat: string, ...successCriteria: string[]) => ({
  dataType,
  expectedFormat,
  successCriteria,
});
async function judge(document: Document, intent: object): Promise<Judged> {
  const { validateContent } = await service.ask<{ validateContent: Judged }>(VALIDATE, {
    documents: [document],
    intent,
  });
  return validateContent;
}

const ROWS = [
  ['name', 'age'],
  ['Ada', '36'],
  ['Alan', '41'],
  ['Grace', '85'],
] as const;
const SHORT = [['Trees give shade and hold the soil together on steep slopes.']] as const;
const PAGE = `<!doctype html><html><body><h1>Staff</h1><table><tr><th>name</th><th>age</th></tr>
  <tr><td>Ada</td><td>36</td></tr><tr><td>Alan</td><td>41</td></tr><tr><td>Grace</td><td>85</td></tr></table></body></html>`;
const CSV = `data:text/csv;base64,${Buffer.from(ROWS.map((row) => row.join(',')).join('\n')).toString('base64')}`;

describe('a file is read before it is judged', () => {
  const table = (criterion: string) => wanted('table', 'any', criterion);
  const documents: readonly [string, Document, object, object][] = [
    ['an Excel file', file('staff.xlsx', xlsxOf({ Staff: ROWS })), table('3 rows'), table('5 rows')],
    [
      'a Word file',
      file('staff.docx', docxOf([{ heading: 'Staff', level: 1 }, ROWS])),
      table('columns name, age'),
      table('columns name, town'),
    ],
    ['a page of HTML', { name: 'staff.html', content: PAGE }, table('3 rows'), table('5 rows')],
    [
      'CSV in base64',
      { name: 'staff.csv', mimeType: 'text/csv', content: CSV },
      wanted('table', 'csv', '3 rows'),
      wanted('table', 'csv', '2 rows'),
    ],
    [
      'a PDF',
      file('trees.pdf', pdfOf([[...SHORT]])),
      wanted('document', 'pdf', 'mentions "shade"', 'at most 20 words'),
      wanted('document', 'pdf', 'mentions "water"'),
    ],
    [
      'a presentation',
      file('talk.pptx', pptxOf([{ title: 'Trees', points: ['Shade', 'Soil'] }])),
      wanted('document', 'pptx', 'mentions "Soil"'),
      wanted('document', 'pptx', 'at least 200 words'),
    ],
  ];

  it.each(documents)('%s by what is in it', async (_, document, right, wrong) => {
    expect(await judge(document, right)).toMatchObject({ verdict: 'SUCCESS', issues: [] });
    expect(await judge(document, wrong)).toMatchObject({ verdict: 'FAILURE' });
  });

  it('in another format than asked for it fails', async () => {
    const document = file('staff.docx', docxOf(['Ada and Alan']));
    expect(await judge(document, wanted('document', 'pdf', 'mentions "Ada"'))).toMatchObject({ verdict: 'FAILURE' });
  });

  it('as the answer to who asked for a text it is open whether a file will do', async () => {
    const document = file('trees.pdf', pdfOf([[...SHORT]]));
    expect(await judge(document, wanted('text', 'text', 'at most 20 words'))).toMatchObject({ verdict: 'PASSED' });
    expect(await judge(document, wanted('text', 'text', 'at most 5 words'))).toMatchObject({ verdict: 'FAILURE' });
  });

  it('and a page of HTML stays code to who wants code', async () => {
    const asked = wanted('code', 'code', 'mentions "<h1>"');
    expect(await judge({ name: 'staff.html', content: PAGE }, asked)).toMatchObject({ verdict: 'SUCCESS' });
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['is encrypted', pdfOf([[...SHORT]], { encrypted: true }), /^report\.pdf was not read: .*encrypted/i],
    ['is damaged', Buffer.from('%PDF-1.7\nnothing of a PDF follows'), /^report\.pdf was not read: /],
    ['has no text', pdfOf([[]]), /^report\.pdf was not read: .*no text/i],
  ])('since it %s is undecided, with the reason', async (_, bytes, reason) => {
    const document = file('report.pdf', bytes);
    const { verdict, open } = await judge(document, wanted('document', 'pdf', 'at least 20 words'));
    expect({ verdict, issue: open[0] }).toEqual({
      verdict: 'UNDECIDED',
      issue: expect.stringMatching(reason) as string,
    });
    expect(await judge(document, wanted('table', 'raw_data', '3 rows'))).toMatchObject({ verdict: 'UNDECIDED' });
    // The format of a file is recognised by its first bytes.
    expect(await judge(document, wanted('document', 'docx'))).toMatchObject({ verdict: 'FAILURE' });
  });

  it('leaves its task to a verdict, with the reason, and teaches nothing', async () => {
    const headers = { 'x-namespace': freshNamespace() };
    const asked = { objective: 'Write a PDF report about trees with at least 20 words', methods: AI };
    const { startAdaptiveTask } = await service.ask<{ startAdaptiveTask: Task }>(START, asked, headers);
    const documents = [file('report.pdf', pdfOf([[...SHORT]], { encrypted: true }))];
    const input = { taskId: startAdaptiveTask.id, stepNum: 0, success: true, documents };
    const { observe } = await service.ask<{ observe: Step }>(OBSERVE, { input }, headers);
    expect(observe).toMatchObject({
      validation: { verdict: 'UNDECIDED' },
      progress: {
        stopReason: 'AWAITING_VERDICT',
        reason: expect.stringContaining('report.pdf was not read') as string,
      },
      strategy: null,
    });
  });
});

describe('a file with a wrong signature', () => {
  it.each([
    [
      'a picture as a PDF',
      'report.pdf',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]),
    ],
    ['text as an Excel file', 'staff.xlsx', Buffer.from('name,age\nAda,36\nAlan,41\n')],
    ['a PDF as a Word file', 'report.docx', pdfOf([[...SHORT]])],
  ])('fails: %s', async (_, name, bytes) => {
    const { verdict, issues } = await judge(file(name, bytes), wanted('document', 'any', 'mentions "Ada"'));
    expect(verdict).toBe('FAILURE');
    expect(issues[0]).toMatch(new RegExp(`^${name} is named as a .* file, and does not begin as one$`));
  });
});
