import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextService, type TestService } from '../context/service.js';
import { freshNamespace } from '../support/graph.js';

// Runs the walk-through of docs/corrections.md and compares every answer it shows. Ids are new each time.

const page = readFileSync(new URL('../../docs/corrections.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```graphql\n(.*?)```\n\n```json\n(.*?)```/gs)];
const ULID = /01[0-9A-HJKMNP-TV-Z]{24}/g;

let service: TestService;
beforeAll(async () => {
  service = await contextService({ DISTILLATION_WORKERS: '0' });
});
afterAll(() => service.close());

it('docs/corrections.md shows what the service answers', async () => {
  expect(blocks).toHaveLength(7);
  const namespace = freshNamespace();
  /** Ids of the page to those of this run. */
  const ids = new Map<string, string>();
  const now = (text: string) => text.replace(ULID, (id) => ids.get(id) ?? id);
  for (const [, operation = '', answer = ''] of blocks) {
    const given = await service.data<object>(namespace, now(operation), {}, { 'x-agent': 'docs' });
    const met = JSON.stringify(given).match(ULID) ?? [];
    (answer.match(ULID) ?? []).forEach((id, index) => ids.set(id, ids.get(id) ?? met[index] ?? 'nothing'));
    expect(given, operation).toEqual(JSON.parse(now(answer)));
  }
});
