import { expect, it } from 'vitest';
import { readContent } from '../../src/adaptive/content.js';
import { intentOf } from '../../src/adaptive/intent.js';
import { draftOf, verdictOf } from '../../src/adaptive/verdict.js';

const PARTS = [
  '2, 3, 5, 7', '4', '[1, 2]', '{"a": 1}', 'a,b\n1,2', '| a | b |\n|---|---|\n| 1 | 2 |', '```js\nlet x = 1;\n```', '- one\n- two',
  'I cannot do that.', 'The tenant pays 900 euros.', '# Report', '<p>Hello</p>', '', ' ', '\u0000', 'JVBERi0xLjQK', 'Ja, gerne!',
]; // prettier-ignore
const REQUESTS = [
  'Calculate first 10 prime numbers', 'Summarise the attached contract', 'Write a function that sorts', 'Give me a table', 'JSON please',
  'Schreibe ein Gedicht', 'Send the mail', 'What is 4 + 4?', 'Create a PDF', 'Analyse the sales', 'List five names', '…',
]; // prettier-ignore

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function* cases(count: number) {
  const next = random(24);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(next() * list.length)] as One;
  for (let n = 0; n < count; n++) {
    const text = Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(PARTS)).join(pick(['\n', '\n\n', ' ']));
    yield {
      objective: pick(REQUESTS),
      documents: [{ name: pick(['a.txt', 'b.json', 'c.pdf', 'd.md']), content: text }],
    };
  }
}

/**
 * Declares the tests of what holds for every verdict.
 *
 * @param count number of random observations, the same ones in every run
 */
export function judgesSoundly(count: number): void {
  it('no criteria never gives success by rules', () => {
    for (const { objective, documents } of cases(count)) {
      const intent = { ...intentOf(objective), successCriteria: [] };
      const content = readContent(documents);
      const { verdict, overallSuccess } = verdictOf(intent, content, draftOf(intent, content, objective));
      expect(verdict, JSON.stringify([objective, documents])).not.toBe('SUCCESS');
      expect(overallSuccess).toBe(false);
    }
  });

  it('the same observation gives the same verdict, and success is what is decided, met and good enough', () => {
    for (const { objective, documents } of cases(count)) {
      const judge = () => {
        const intent = intentOf(objective);
        const content = readContent(documents);
        return verdictOf(intent, content, draftOf(intent, content, objective));
      };
      const verdict = judge();
      expect(judge()).toEqual(verdict);
      expect(verdict.overallSuccess).toBe(verdict.verdict === 'SUCCESS');
      if (verdict.overallSuccess) {
        expect(verdict.checks.length).toBeGreaterThan(0);
        expect(verdict.successCriteriaMet).not.toContain(false);
        expect([verdict.dataTypeMatch, verdict.formatMatch]).toEqual([true, true]);
      }
    }
  });
}
