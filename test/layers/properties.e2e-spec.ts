import { expect, it } from 'vitest';
import { freshNamespace } from '../support/graph.js';
import { loadsSoundly } from './loads.js';
import { type Knowledge, withKnowledge } from './support.js';

let service: Knowledge;
withKnowledge((started) => ({ service } = started));

// test/layers/properties.release-spec.ts has many more.
loadsSoundly({ documents: 3, isolated: 1 });

it('loads keys called __proto__ and constructor as any others', async () => {
  const namespace = freshNamespace();
  const given = JSON.parse(
    '{"metadata": {"__proto__": {"entity_type": "user", "properties": {"__proto__": {"a": 1}, "constructor": {"prototype": {"b": 2}}}}}}',
  ) as Record<string, unknown>;
  expect(await service.load(namespace, given)).toMatchObject({ created: 1, skipped: [] });
  const query = '{ entity(id: "__proto__") { id properties } }';
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namespace': namespace },
    body: JSON.stringify({ query }),
  });
  expect(await response.text()).toContain(
    '{"id":"__proto__","properties":{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}}}}',
  );
  expect(({} as Record<string, unknown>)['a']).toBeUndefined();
});
