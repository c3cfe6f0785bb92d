import { expect, it } from 'vitest';
import { contextService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { tryDemo } from './demo.js';

it('the demo shows how one report changes the order, by words alone', async () => {
  const service = await contextService();
  try {
    await tryDemo(service.url);
    // The demo removes its data, and does not touch other namespaces.
    const namespace = freshNamespace();
    const left = await service.data<{ namespaces: unknown }>(namespace, '{ status { counts { count } } }');
    expect(JSON.stringify(left)).not.toMatch(/"count":[1-9]/);
  } finally {
    await service.close();
  }
}, 60_000);
