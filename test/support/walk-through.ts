import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { freshNamespace } from './graph.js';

const ULID = /01[0-9A-HJKMNP-TV-Z]{24}/g;

interface Answering {
  data(namespace: string, query: string, variables: object, headers: Record<string, string>): Promise<object>;
}

/**
 * Runs the operations of a page of the documentation in their order, in a namespace of their own, and compares every
 * answer with the one on the page. Ids are new each time; those of the page are mapped to those of this run.
 *
 * @param page name of the page in `docs/`
 * @param documented number of operations with answers at the beginning of the page, which may have more after them
 */
export async function walkThrough(
  service: Answering,
  page: string,
  { documented, headers }: { documented: number; headers: Record<string, string> },
): Promise<void> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```graphql\n(.*?)```\n\n```json\n(.*?)```/gs)].slice(0, documented);
  expect(blocks).toHaveLength(documented);
  const namespace = freshNamespace();
  const ids = new Map<string, string>();
  const now = (said: string) => said.replace(ULID, (id) => ids.get(id) ?? id);
  for (const [, operation = '', answer = ''] of blocks) {
    const given = await service.data(namespace, now(operation), {}, headers);
    const met = JSON.stringify(given).match(ULID) ?? [];
    (answer.match(ULID) ?? []).forEach((id, index) => ids.set(id, ids.get(id) ?? met[index] ?? 'nothing'));
    expect(rounded(given), operation).toEqual(rounded(JSON.parse(now(answer))));
  }
}

/** Rounds numbers to six digits, since a confidence falls by 2e-8 per second. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'number' ? Number(inner.toFixed(6)) : inner,
  );
}
