import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/service.js';
import { freshNamespace } from '../support/graph.js';

// Runs the walk-through of docs/credit.md and compares every answer it shows. Ids are new each time.

const page = readFileSync(new URL('../../docs/credit.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```graphql\n(.*?)```\n\n```json\n(.*?)```/gs)];
const ULID = /01[0-9A-HJKMNP-TV-Z]{24}/g;

let service: TestService;
beforeAll(async () => {
  service = await contextService({ DISTILLATION_WORKERS: '0' });
});
afterAll(() => service.close());

it('docs/credit.md shows what the service answers', async () => {
  expect(blocks).toHaveLength(7);
  const namespace = freshNamespace();
  const headers = { 'x-agent': 'docs', 'x-session': 'morning' };
  /** Ids of the page to those of this run. */
  const ids = new Map<string, string>();
  const now = (text: string) => text.replace(ULID, (id) => ids.get(id) ?? id);
  for (const [, operation = '', answer = ''] of blocks) {
    const given = await service.data<object>(namespace, now(operation), {}, headers);
    const met = JSON.stringify(given).match(ULID) ?? [];
    (answer.match(ULID) ?? []).forEach((id, index) => ids.set(id, ids.get(id) ?? met[index] ?? 'nothing'));
    expect(rounded(given), operation).toEqual(rounded(JSON.parse(now(answer))));
  }
});

/** To six digits: a confidence falls by 2e-8 a second. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'number' ? Number(inner.toFixed(6)) : inner,
  );
}
