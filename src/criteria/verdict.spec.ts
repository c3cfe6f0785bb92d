import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContent } from './content.js';
import { intentOf, type ReadIntent, STATED, withStated } from './intent.js';
import { readCriteria } from './reading.js';
import { expectedNumbers } from './sequences.js';
import { draftOf, type Judgement, undecidedReason, verdictOf } from './verdict.js';

const PRIMES = intentOf('Compute the first 1000 prime numbers');
const [primes = []] = expectedNumbers({ first: 1000, property: ['prime'] });

const judge = (intent: ReadIntent, text: string, answers?: Judgement[], objective?: string) => {
  const content = readContent(text === '' ? [] : [{ name: 'a', content: text }]);
  return verdictOf(intent, draftOf(intent, content, objective), answers, objective);
};
const intent = (dataType: string, expectedFormat: string, successCriteria: string[] = []): ReadIntent => ({
  dataType,
  expectedFormat,
  criteria: readCriteria(successCriteria, true),
  ...STATED,
  qualityRequirements: { accuracy: 0.95, completeness: 0.95 },
});

describe('the first 1000 primes', () => {
  it('are a success', () => {
    expect(judge(PRIMES, primes.join(', '))).toEqual({
      checks: [
        { criterion: 'first 1000', met: true, decidedBy: 'RULES' },
        { criterion: 'prime numbers', met: true, decidedBy: 'RULES' },
      ],
      verdict: 'SUCCESS',
      decidedBy: 'RULES',
      overallSuccess: true,
      dataTypeMatch: true,
      formatMatch: true,
      successCriteriaMet: [true, true],
      qualityScore: 1,
      accuracy: 1,
      completeness: 1,
      contentType: 'numbers',
      issues: [],
      open: [],
      improvementSuggestions: [],
      isGuess: false,
    });
  });

  it('are not 999, though their quality would do', () => {
    const verdict = judge(PRIMES, primes.slice(0, 999).join(', '));
    expect(verdict).toMatchObject({
      overallSuccess: false,
      successCriteriaMet: [false, true],
      issues: ['first 1000: 999 of 1000 delivered; 7919 is missing'],
      improvementSuggestions: ['Ask for what is missing: 7919'],
    });
    expect(verdict.qualityScore).toBeCloseTo(0.9995, 12);
  });

  it('are not with a composite among them', () => {
    expect(judge(PRIMES, primes.map((prime) => (prime === 13 ? 15 : prime)).join('\n'))).toMatchObject({
      overallSuccess: false,
      issues: [
        'first 1000: 1000 of 1000 delivered; 13 is missing; 15 does not belong there or is there twice',
        'prime numbers: 15 is no prime number (3 · 5)',
      ],
    });
  });

  it('are not code', () => {
    expect(judge(PRIMES, 'def primes(n):\n    return [2, 3]\nprint(primes(1000))')).toMatchObject({
      overallSuccess: false,
      dataTypeMatch: false,
      formatMatch: false,
      successCriteriaMet: [false, false],
      qualityScore: 0,
      issues: ['Code was delivered, but numbers are wanted'],
      improvementSuggestions: ['Ask for the data itself, not for code that makes it'],
    });
  });

  it('are not nothing', () => {
    expect(judge(PRIMES, '')).toMatchObject({ overallSuccess: false, issues: ['Nothing was delivered'] });
  });
});

describe('what rules do not decide', () => {
  const german = intent('text', 'text', ['written in German', 'mentions "Meer"']);

  it('counts as unmet and says so', () => {
    expect(judge(german, 'Das Meer ist blau.')).toMatchObject({
      checks: [
        { criterion: 'written in German', met: null, decidedBy: 'NONE' },
        { criterion: 'mentions "Meer"', met: true, decidedBy: 'RULES' },
      ],
      verdict: 'PASSED',
      decidedBy: 'RULES',
      overallSuccess: false,
      successCriteriaMet: [false, true],
      qualityScore: 0.5,
      issues: [],
      open: ['written in German'],
    });
  });

  it('is decided by the answers that were given', () => {
    const met = judge(german, 'Das Meer ist blau.', [{ met: true, reason: '' }]);
    expect(met).toMatchObject({ overallSuccess: true, qualityScore: 1 });
    expect(met.checks[0]).toMatchObject({ criterion: 'written in German', met: true, decidedBy: 'MODEL' });
    const unmet = judge(german, 'Le Meer.', [{ met: false, reason: 'It is French' }]);
    expect(unmet).toMatchObject({ overallSuccess: false, issues: ['written in German: It is French'] });
    expect(judge(german, 'Meer', [{ met: null, reason: '?' }]).checks[0]).toMatchObject({
      met: null,
      decidedBy: 'NONE',
    });
  });

  it('may be the type and the format', () => {
    const image = intent('image', 'svg', ['mentions "circle"']);
    const circle = '<svg><circle/></svg>';
    const content = readContent([{ name: 'a', content: circle }]);
    expect(draftOf(image, content).open.map(({ about }) => about)).toEqual(['type', 'format']);
    expect(judge(image, circle)).toMatchObject({ dataTypeMatch: false, verdict: 'PASSED', overallSuccess: false });
    const yes = { met: true, reason: '' };
    expect(judge(image, circle, [yes, yes])).toMatchObject({
      dataTypeMatch: true,
      formatMatch: true,
      overallSuccess: true,
    });
  });

  it('is not asked for where something else was delivered', () => {
    expect(draftOf(german, readContent([{ name: 'a', content: 'def f():\n  return 1' }])).open).toEqual([]);
  });
});

describe('without a criterion', () => {
  it.each([
    ['numbers', 'raw_data', '2, 3, 5'],
    ['list', 'raw_data', '- a\n- b'],
    ['table', 'csv', 'a,b\n1,2'],
    ['json', 'json', '{"error":"not allowed"}'],
    ['code', 'code', 'const a = 1;\nf(a);'],
    ['document', 'pdf', Buffer.from('%PDF-1.4').toString('base64')],
    ['image', 'svg', '<svg></svg>'],
  ])('the right type and format alone are no success: %s as %s', (type, format, delivered) => {
    expect(judge(intent(type, format), delivered)).toMatchObject({ verdict: 'UNDECIDED', qualityScore: 0 });
  });

  it.each([
    ['nothing', '', 'Nothing was delivered'],
    ['blanks', ' \n', 'Nothing was delivered'],
    ['code', 'def f():\n    return 1', 'Code was delivered, but text is wanted'],
  ])('%s is a failure all the same', (_, delivered, issue) => {
    const text = intentOf('Summarise the attached contract');
    expect(judge(text, delivered)).toMatchObject({ verdict: 'FAILURE', isGuess: false, issues: [issue] });
  });

  it('the work on given material is left to a judge', () => {
    const SUMMARY = 'Summarise the attached contract in at most 9 words';
    const text = intentOf(SUMMARY);
    const open = judge(text, 'The tenant pays.', [], SUMMARY);
    expect(open).toMatchObject({ verdict: 'PASSED', open: [SUMMARY] });
    expect(undecidedReason(open)).toBe(
      `The form holds (at most 9 words), but the content was not judged. Open: ${SUMMARY}`,
    );
    expect(judge(text, 'The tenant pays.', [{ met: true, reason: 'It does.' }], SUMMARY)).toMatchObject({
      verdict: 'SUCCESS',
      decidedBy: 'MODEL',
    });
    expect(judge(text, 'The tenant pays the rent on the first of each month.', [], SUMMARY)).toMatchObject({
      verdict: 'FAILURE',
      decidedBy: 'RULES',
      isGuess: false,
    });
  });
});

describe('a guess at a request', () => {
  const RIVERS = 'Name 4 rivers and write at most 9 words';
  const rivers = intentOf(RIVERS);

  it('never certifies: what holds has PASSED, and the rest is open', () => {
    const verdict = judge(rivers, 'Rhine, Elbe, Oder, Danube', [], RIVERS);
    expect(verdict).toMatchObject({ verdict: 'PASSED', decidedBy: 'RULES', overallSuccess: false, issues: [] });
    expect(verdict.open).toEqual(['whether it is what was asked for: no rule reads "4 rivers"']);
  });

  it('refuses nothing that it only guesses', () => {
    const verdict = judge(rivers, 'Rhine and Elbe and Oder and Danube, which is the longest', [], RIVERS);
    expect(verdict).toMatchObject({ verdict: 'UNDECIDED', checks: [{ met: null, decidedBy: 'NONE' }], issues: [] });
    expect(verdict.open[0]).toContain('at most 9 words wanted, 11 delivered (read from the request by guess)');
  });

  it.each([
    ['Name 4 rivers', 'def rivers():\n    return []', 'Code was delivered, but list is wanted'],
    ['Name 4 rivers', '', 'Nothing was delivered'],
    ['Name 4 rivers', "Sorry, I can't.", 'A refusal was delivered'],
    ['Give me my friends as JSON', '{"friends": ["Ann",]}', 'A text was delivered, but json is wanted'],
    ['Return my friends as a JSON array', '{"friends": "Ann"}', 'JSON was delivered, but json is wanted'],
    ['Make a table of my friends', 'Ann and Bob are friends.', 'A text was delivered, but table is wanted'],
    [
      'Write a function that sorts my friends',
      'I would sort them by name.',
      'A text was delivered, but code is wanted',
    ],
  ])('of %j refuses %j, which is certain, and teaches nothing', (request, delivered, issue) => {
    expect(judge(intentOf(request), delivered, [], request)).toMatchObject({
      verdict: 'FAILURE',
      decidedBy: 'RULES',
      isGuess: true,
      issues: [issue],
    });
  });

  it.each([
    ['Write SQL. Tables: orders, customers', 'SELECT * FROM orders;'],
    ['Explain what a table is', 'It has rows and columns.'],
    ['What is JSON?', 'A format for data.'],
    ['Restart the server', 'const restarted = true;'],
  ])('of %j does not refuse %j', (request, delivered) => {
    expect(judge(intentOf(request), delivered, [], request).verdict).toBe('UNDECIDED');
  });

  it('gives way to criteria that the caller states', () => {
    const stated = withStated(rivers, ['4 items'], []);
    expect(judge(stated, 'Rhine, Elbe, Oder, Danube', [], RIVERS)).toMatchObject({ verdict: 'SUCCESS' });
    expect(judge(stated, '1. Rhine\n2. Elbe', [], RIVERS)).toMatchObject({ verdict: 'FAILURE', isGuess: false });
  });

  it('is judged as a whole by who was asked', () => {
    const { open } = draftOf(rivers, readContent([{ name: 'a', content: 'Rhine, Elbe' }]), RIVERS);
    expect(open).toMatchObject([{ about: 'objective', statement: expect.stringContaining(RIVERS) as string }]);
    expect(judge(rivers, 'Rhine, Elbe', [{ met: false, reason: 'Two are missing.' }], RIVERS)).toMatchObject({
      verdict: 'FAILURE',
      decidedBy: 'MODEL',
      isGuess: false,
      issues: ['Two are missing.'],
    });
    expect(judge(rivers, 'Rhine, Elbe', [{ met: true, reason: '' }], RIVERS)).toMatchObject({
      verdict: 'SUCCESS',
      decidedBy: 'MODEL',
      qualityScore: 1,
    });
  });
});

describe('type and format', () => {
  const prose = 'The graph holds what agents learned, and ranks it by how far it has proved itself. '.repeat(5);
  it.each<[string, string, string, boolean, boolean]>([
    ['numbers', 'json', '[1, 2]', true, true],
    ['numbers', 'json', '1, 2', true, false],
    ['numbers', 'csv', '1,2', true, true],
    ['list', 'raw_data', '- a\n- b', true, true],
    ['table', 'csv', 'a,b\n1,2', true, true],
    ['table', 'markdown_table', 'a,b\n1,2', true, false],
    ['table', 'raw_data', 'only words', false, false],
    ['json', 'json', '{"a":1}', true, true],
    ['json', 'json', '{"a":1', false, false],
    ['document', 'document', `# A\n\n${prose}\n\n# B\n\nEnd.`, true, true],
    ['document', 'pdf', Buffer.from('%PDF-1.4').toString('base64'), true, true],
    ['document', 'docx', prose, true, false],
    ['analysis', 'text', prose, true, true],
    ['analysis', 'text', '1, 2, 3', false, true],
    ['text', 'text', 'Hello', true, true],
    ['text', 'text', '42', false, true],
    ['code', 'code', 'const a = 1;\nf(a);', true, true],
    ['code', 'code', 'I would loop.', false, false],
  ])('%s as %s: %j', (dataType, format, text, dataTypeMatch, formatMatch) =>
    expect(judge(intent(dataType, format), text)).toMatchObject({ dataTypeMatch, formatMatch }),
  );

  it('halve the quality where only the format is wrong', () => {
    expect(judge(intent('numbers', 'json', ['2 numbers']), '1, 2')).toMatchObject({
      qualityScore: 0.5,
      overallSuccess: false,
      issues: ['The content is not in the format json'],
    });
  });
});

it('judges anything without failing, the same way twice, with a quality in [0,1]', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      'first 3',
      'prime numbers',
      '2, 3, 5',
      '```',
      '[1,',
      '| a |\n|---|\n',
      'all primes below 10',
      '"',
      '\n',
      'between 9 and 1',
      'columns a, b',
      'sort these: b, a',
    ),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(text, text, fc.boolean(), (prompt, delivered, isStated) => {
      const asGiven = withStated(intentOf(prompt), isStated ? [prompt] : [], []);
      const verdict = judge(asGiven, delivered);
      expect(judge(asGiven, delivered)).toEqual(verdict);
      expect(verdict.qualityScore).toBeGreaterThanOrEqual(0);
      expect(verdict.qualityScore).toBeLessThanOrEqual(1);
      expect(verdict.overallSuccess).toBe(verdict.verdict === 'SUCCESS');
      if (verdict.overallSuccess) {
        expect(verdict.checks.length).toBeGreaterThan(0);
        expect(verdict.checks.every(({ met }) => met === true)).toBe(true);
        expect(asGiven.criteria.some(({ stated }) => stated)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
