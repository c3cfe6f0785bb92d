import { expect, it } from 'vitest';
import { strategySections } from './strategy.text.js';
import { WHOLE } from '../knowledge/section.js';

const entries = [
  { pattern: 'numbers_request', line: 'ai.process (deliver): good', objectives: ['first primes', 'squares'] },
  { pattern: 'text_request', line: 'ai.process (deliver): fair', objectives: [] },
  { pattern: 'numbers_request', line: 'AVOID ai.process (guess): bad', objectives: [] },
];
const avoided = new Map([['numbers_request', ['AVOID ai.process (guess): bad', 'AVOID web.search (deliver): bad']]]);
const write = strategySections(entries, avoided);

it('writes strategies, then what to avoid for their kinds of requests', () => {
  expect(write([0, 1], WHOLE)).toEqual([
    {
      infoType: 'strategies',
      parts: [
        '# Strategies for such requests',
        'numbers_request: ai.process (deliver): good\nTried for: first primes; squares',
        'text_request: ai.process (deliver): fair',
      ],
    },
    {
      infoType: 'actions_to_avoid',
      parts: [
        '# Actions to avoid',
        'numbers_request: AVOID ai.process (guess): bad\nnumbers_request: AVOID web.search (deliver): bad',
      ],
    },
  ]);
});

it('does not repeat what is among the hits, and leaves out what had no room', () => {
  expect([...(write([0, 2], WHOLE)[1]?.parts ?? [])][1]).toBe('numbers_request: AVOID web.search (deliver): bad');
  expect(write([0], { ...WHOLE, bare: new Set([0]) }).map(({ infoType }) => infoType)).toEqual(['strategies']);
  expect(write([1], WHOLE).map(({ infoType }) => infoType)).toEqual(['strategies']);
  expect(write([], WHOLE)).toEqual([]);
});
