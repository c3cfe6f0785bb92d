import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// The goals of the rules are stated for this set, so its make-up must not change unnoticed.

interface Labelled {
  readonly id: string;
  readonly group: string;
  readonly language: string;
  readonly lookAlike?: boolean;
  readonly right: unknown;
  readonly wrong: readonly unknown[];
}

const REQUESTS = readFileSync(new URL('../../test/adaptive/requests.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Labelled);

describe('the labelled set of everyday requests', () => {
  it('has 300 requests with different ids, in ten groups of 30', () => {
    expect(new Set(REQUESTS.map(({ id }) => id)).size).toBe(300);
    const groups = new Map<string, number>();
    for (const { group } of REQUESTS) groups.set(group, (groups.get(group) ?? 0) + 1);
    expect([...groups.values()]).toEqual(Array(10).fill(30));
  });

  it('has 30 German and 30 French requests, and at least 20 look-alikes of refusals', () => {
    const having = (language: string) => REQUESTS.filter((one) => one.language === language).length;
    expect([having('en'), having('de'), having('fr')]).toEqual([240, 30, 30]);
    expect(REQUESTS.filter(({ lookAlike }) => lookAlike === true).length).toBeGreaterThanOrEqual(20);
  });

  it('has one right and two wrong answers to each request', () => {
    const [incomplete] = REQUESTS.filter(
      ({ right, wrong }) => right === undefined || right === '' || wrong.length !== 2,
    );
    expect(incomplete?.id).toBeUndefined();
  });
});
