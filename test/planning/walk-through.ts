import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type PlanningService, startPlanning } from './support.js';

// Runs the walk-through of docs/kb-learning.md and compares every answer with the page. Ids and dates are new each
// time.

const page = readFileSync(new URL('../../docs/kb-learning.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```graphql\n(.*?)```\n\n```json\n(.*?)```/gs)].map(
  ([, operation = '', answer = '']) => ({
    operation,
    answer: JSON.parse(answer) as unknown,
  }),
);

const ULID = /01[0-9A-HJKMNP-TV-Z]{24}/g;

/**
 * The walk-through has a database of its own, like its reader. In a shared database, other texts may change the order
 * of two items.
 */
export function walkThroughTests(database: () => ThrowAwayNeo4j): void {
  let service: PlanningService;
  beforeAll(async () => {
    service = await startPlanning({ ...database().connection });
  });
  afterAll(() => service.close());

  it('docs/kb-learning.md shows what the service answers', async () => {
    expect(blocks).toHaveLength(10);
    /** Ids of the page, with the ids of this run. */
    const ids = new Map<string, string>();
    const now = (text: string) => text.replace(ULID, (id) => ids.get(id) ?? id);
    for (const { operation, answer } of blocks) {
      const given = await service.ask(now(operation));
      const [shown, met] = [JSON.stringify(answer).match(ULID) ?? [], JSON.stringify(given).match(ULID) ?? []];
      shown.forEach((id, index) => ids.set(id, ids.get(id) ?? met[index] ?? 'nothing'));
      const expected: unknown = JSON.parse(now(JSON.stringify(answer)));
      expect(comparable(given), operation).toEqual(comparable(expected));
    }
  });
}

/** Leaves out dates, and rounds numbers to 9 digits, since sums differ in the last one. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    if (typeof inner === 'number') return Number(inner.toFixed(9));
    return typeof inner === 'string' ? inner.replace(/\d{4}-\d{2}-\d{2}/g, 'DATE') : inner;
  });
}
