import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContent } from './content.js';
import { intentOf, type ReadIntent } from './intent.js';
import { NUMBER_PROPERTIES } from './sequences.js';
import { draftOf, type Judgement, undecidedReason, verdictOf } from './verdict.js';

const PRIMES = intentOf('Compute the first 1000 prime numbers');
const [primes = []] = NUMBER_PROPERTIES.PRIME.first(1000);

const judge = (intent: ReadIntent, text: string, answers?: Judgement[], objective?: string) => {
  const content = readContent(text === '' ? [] : [{ name: 'a', content: text }]);
  return verdictOf(intent, content, draftOf(intent, content, objective), answers);
};
const intent = (dataType: string, expectedFormat: string, successCriteria: string[] = []): ReadIntent => ({
  dataType,
  expectedFormat,
  successCriteria,
  qualityRequirements: { accuracy: 0.95, completeness: 0.95 },
});

describe('the first 1000 primes', () => {
  it('are a success', () => {
    expect(judge(PRIMES, primes.join(', '))).toEqual({
      checks: [
        { criterion: 'first 1000', met: true, decidedBy: 'RULE' },
        { criterion: 'prime numbers', met: true, decidedBy: 'RULE' },
      ],
      verdict: 'SUCCESS',
      decidedBy: 'RULE',
      overallSuccess: true,
      dataTypeMatch: true,
      formatMatch: true,
      successCriteriaMet: [true, true],
      qualityScore: 1,
      accuracy: 1,
      completeness: 1,
      contentType: 'numbers',
      issues: [],
      improvementSuggestions: [],
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
        { criterion: 'mentions "Meer"', met: true, decidedBy: 'RULE' },
      ],
      verdict: 'UNDECIDED',
      overallSuccess: false,
      successCriteriaMet: [false, true],
      qualityScore: 0.5,
      issues: ['written in German: nothing could decide whether it is met'],
    });
  });

  it('is decided by the answers that were given', () => {
    const met = judge(german, 'Das Meer ist blau.', [{ met: true, reason: '' }]);
    expect(met).toMatchObject({ overallSuccess: true, qualityScore: 1 });
    expect(met.checks[0]).toMatchObject({ criterion: 'written in German', met: true, decidedBy: 'LLM' });
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
    expect(judge(image, circle)).toMatchObject({ dataTypeMatch: false, verdict: 'UNDECIDED', overallSuccess: false });
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
  const SUMMARY = 'Summarise the attached contract';
  const text = intentOf(SUMMARY);
  const REFUSAL = "I'm sorry, but I can't help with that.";

  it('nothing is a success: neither a refusal nor what may be right', () => {
    expect(text.successCriteria).toEqual([]);
    for (const delivered of [REFUSAL, 'The tenant pays 900 euros a month.']) {
      expect(judge(text, delivered)).toMatchObject({
        verdict: 'UNDECIDED',
        overallSuccess: false,
        checks: [],
        successCriteriaMet: [],
        qualityScore: 0,
        issues: ['Nothing could be checked: the request names no criterion that can be read'],
      });
    }
  });

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
    expect(judge(text, delivered)).toMatchObject({ verdict: 'FAILURE', overallSuccess: false, issues: [issue] });
  });

  it('the objective is judged by who was asked, and what that one says counts', () => {
    const content = readContent([{ name: 'a', content: 'The tenant pays.' }]);
    expect(draftOf(text, content, SUMMARY).open).toMatchObject([
      { about: 'objective', statement: expect.stringContaining('"Summarise the attached contract"') },
    ]);
    expect(judge(text, 'A contract.', [{ met: false, reason: 'It says nothing.' }], SUMMARY)).toMatchObject({
      verdict: 'FAILURE',
      checks: [{ criterion: SUMMARY, met: false, decidedBy: 'LLM' }],
      qualityScore: 0,
      issues: ['It says nothing.'],
    });
    // A refusal is a failure by rule, so the LLM is not asked.
    expect(judge(text, REFUSAL, [], SUMMARY)).toMatchObject({
      verdict: 'FAILURE',
      issues: ['A refusal was delivered'],
    });
    expect(judge(text, 'The tenant pays.', [{ met: true, reason: 'It does.' }], SUMMARY)).toMatchObject({
      verdict: 'SUCCESS',
      overallSuccess: true,
      checks: [{ criterion: SUMMARY, met: true, decidedBy: 'LLM' }],
      qualityScore: 1,
      issues: [],
    });
    for (const answers of [[], [{ met: null, reason: '?' }]]) {
      expect(judge(text, 'The tenant pays.', answers, SUMMARY)).toMatchObject({ verdict: 'UNDECIDED', checks: [] });
    }
  });

  it('nobody is asked about a file that is not read, nor beside criteria', () => {
    const pdf = readContent([{ name: 'a.pdf', content: Buffer.from('%PDF-1.4').toString('base64') }]);
    expect(draftOf(intent('document', 'pdf'), pdf, 'A report on trees').open).toEqual([]);
    expect(
      draftOf(intent('list', 'raw_data', ['2 items']), readContent([{ name: 'a', content: '- a\n- b' }]), 'x').open,
    ).toEqual([]);
  });
});

it('says why it is undecided', () => {
  expect(undecidedReason(judge(intent('text', 'text', ['rhymes', 'is funny']), 'Sea and me'))).toBe(
    'Nothing could be checked: nothing decides whether it is met: rhymes, is funny',
  );
  expect(undecidedReason(judge(intent('text', 'text', ['rhymes', 'mentions "sea"']), 'Sea and me'))).toBe(
    'Not everything could be checked: nothing decides whether it is met: rhymes',
  );
  expect(undecidedReason(judge(intent('image', 'text', ['mentions "sea"']), 'Sea and me'))).toBe(
    'Not everything could be checked: Nothing could decide whether the content is of the type "image"',
  );
  expect(undecidedReason(judge(PRIMES, '2'))).toBeUndefined();
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
    ),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '));
  fc.assert(
    fc.property(text, text, (prompt, delivered) => {
      const wanted = intentOf(prompt);
      const asGiven = { ...wanted, successCriteria: [...wanted.successCriteria, prompt] };
      const verdict = judge(asGiven, delivered);
      expect(judge(asGiven, delivered)).toEqual(verdict);
      expect(verdict.qualityScore).toBeGreaterThanOrEqual(0);
      expect(verdict.qualityScore).toBeLessThanOrEqual(1);
      expect(verdict.overallSuccess).toBe(verdict.verdict === 'SUCCESS');
      if (verdict.overallSuccess) {
        expect(verdict.checks.length).toBeGreaterThan(0);
        expect(verdict.checks.every(({ met }) => met === true)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
