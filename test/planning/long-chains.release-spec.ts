import { afterAll, beforeAll, expect, it } from 'vitest';
import { metrics } from '../../src/common/metrics.js';
import { CatalogService } from '../../src/items/catalog.service.js';

import { type RunningService, startService } from '../../src/service.js';
import { record } from '../items/support.js';
import { freshNamespace, testConfig } from '../support/graph.js';

// A catalog in which each of 3,000 items requires the one before it: 50 hits require nearly all of it, 50 times.

const ITEMS = 3_000;
const HITS = 50;
const namespace = freshNamespace();
const idOf = (n: number) => `step_${String(n).padStart(4, '0')}`;

let service: RunningService;
beforeAll(async () => {
  service = await startService(testConfig());
  const records = Array.from({ length: ITEMS }, (_, n) =>
    // Only the last ones match the question.
    record(idOf(n), {
      description: n < ITEMS - HITS ? 'Turn the wheel' : 'Close the gate',
      prerequisites: n === 0 ? [] : [idOf(n - 1)],
    }),
  );
  await service.app.get(CatalogService, { strict: false }).importCatalog(namespace, records);
}, 120_000);
afterAll(() => service?.close());

async function ask(query: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** Number of statements so far that load items by their ids. */
async function loads(): Promise<number> {
  const { values } = await metrics.getSingleMetric('heartwood_statement_seconds')!.get();
  return values
    .filter((value) => 'metricName' in value && value.metricName === 'heartwood_statement_seconds_count')
    .filter(({ labels }) => labels['statement'] === 'items/find-items')
    .reduce((sum, { value }) => sum + value, 0);
}

it('a planning prompt loads only the prerequisites that it shows', async () => {
  const before = await loads();
  const { planningPrompt } = (await ask(
    `{ planningPrompt(input: { task: "close the gate", first: ${HITS} }) { items { knowledge { ref } } alsoNeeded { id } } }`,
  )) as { planningPrompt: { items: unknown[]; alsoNeeded: { id: string }[] } };
  expect(planningPrompt.items).toHaveLength(HITS);
  // The first ones that can be carried out.
  expect(planningPrompt.alsoNeeded.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => idOf(n)));
  expect((await loads()) - before).toBeLessThanOrEqual(2);
});

it('a context loads each prerequisite once', async () => {
  const before = await loads();
  const { context } = (await ask(
    `{ context(input: { query: "close the gate", kinds: [ITEM], first: ${HITS}, maxTokens: 4000 }) { text hits { score } } }`,
  )) as { context: { text: string; hits: unknown[] } };
  expect(context.hits.length).toBeGreaterThan(1);
  expect(context.text).toContain(`And ${ITEMS - HITS} more for which there was no room.`);
  expect((await loads()) - before).toBeLessThanOrEqual(ITEMS / 500 + 2);
});
