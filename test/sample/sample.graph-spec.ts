import type { HttpAdapterHost } from '@nestjs/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '../../src/common/clock.js';
import { Leases } from '../../src/graph/leases.js';
import type { GraphService } from '../../src/graph/graph.service.js';
import type { Readiness } from '../../src/graph/readiness.js';
import type { KnowledgeRegistry } from '../../src/knowledge/knowledge.registry.js';
import type { MemoriesService } from '../../src/memories/memories.service.js';
import { SampleService } from '../../src/sample/sample.service.js';
import { SampleStart } from '../../src/sample/sample.start.js';
import { beginSample, deleteNodes, endSample } from '../../src/sample/sample.statements.js';
import { connectedGraph, testConfig } from '../support/graph.js';

const namespace = 'demo';
let graph: GraphService;
beforeAll(async () => {
  graph = await connectedGraph();
});
afterAll(async () => {
  await graph.run(deleteNodes, { namespace, batch: 10 });
  await graph.onApplicationShutdown();
});

it('waits at the start for a load that another process began, and for the lease of one that was killed', async () => {
  const leases = new Leases(graph);
  const now = new Date();
  const lease = await leases.acquire(`sample:${namespace}`, 'killed', now, new Date(now.getTime() + 60_000));
  if (!lease) throw new Error('the lease is taken');
  const config = testConfig({ SAMPLE: 'true' });
  const samples = new SampleService(
    graph,
    leases,
    new SystemClock(),
    {} as HttpAdapterHost,
    {} as KnowledgeRegistry,
    {} as MemoriesService,
    config,
  );
  const start = new SampleStart(samples, { awaited: () => undefined } as Readiness, config);
  start.onApplicationBootstrap();
  const loaded = start.loaded();
  await new Promise((resolve) => setTimeout(resolve, 300));
  // The other process ends its load, so that nothing is left to do here.
  await graph.run(beginSample, { namespace, now });
  await graph.run(endSample, { namespace, now });
  await leases.release(lease);
  expect(await loaded).toBe(false);
});
