import { afterAll, beforeAll, expect, it } from 'vitest';
import { featureModules } from '../../src/app.module.js';
import { startTestService, type TestService } from '../server/support.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { features: featureModules() });
});
afterAll(() => service?.close());

it('records who loaded and who removed the demo data', async () => {
  const ask = async (query: string, agent: string) => {
    const { data, errors } = await service.graphql(query, {}, { 'x-agent': agent });
    expect(errors).toEqual([]);
    return data!;
  };
  await ask('mutation { loadSample { changed } }', 'alice');
  await ask('mutation { removeSample { changed } }', 'bob');
  // The recording has changes and evidence, which are deleted with it.
  const ref = `namespace:${service.namespace}`;
  const { audit } = await ask(
    `{ audit(ref: "${ref}", first: 10) { nodes { source act by keyId refs count } } }`,
    'carol',
  );
  const record = { source: 'RECORD', keyId: null, refs: [ref], count: 1 };
  expect(audit).toEqual({
    nodes: [
      { ...record, act: 'DELETE', by: 'bob' },
      { ...record, act: 'IMPORT', by: 'alice' },
    ],
  });
});
