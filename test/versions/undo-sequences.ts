import { afterAll, beforeAll, describe, it } from 'vitest';
import type { GraphService } from '../../src/graph/graph.service.js';
import { type Kb, startKb } from '../items/support.js';
import { type Knowledge, knowledgeService } from '../layers/support.js';
import { connectedGraph } from '../support/graph.js';
import { OpenAiServer } from '../support/openai-server.js';
import { anySequenceOfItems } from './undo-items.js';
import { anySequenceOfLayers } from './undo-layers.js';
import { anySequenceOfRules } from './undo-rules.js';

/**
 * Declares the tests that any sequence of writes and undos ends as the one without what is undone.
 *
 * @param seeds seeds of the random sequences
 */
export function undoesSoundly(seeds: readonly number[]): void {
  let llm: OpenAiServer;
  let service: Knowledge;
  let graph: GraphService;
  let items: Kb;
  beforeAll(async () => {
    llm = await OpenAiServer.start();
    service = await knowledgeService(llm.environment);
    graph = await connectedGraph();
    items = await startKb();
  });
  afterAll(async () => {
    await items.close();
    await service.close();
    await graph.onApplicationShutdown();
    await llm.close();
  });

  describe('any sequence ends as the one without what is undone', () => {
    it.for(seeds)('of catalogs, edits, restores and undos (seed %s)', async (seed) => {
      await anySequenceOfItems(items, seed, 40);
    });

    it.for(seeds)('of the same, while old versions are deleted (seed %s)', async (seed) => {
      await anySequenceOfItems(items, seed, 40, { begins: '1997-01-01T00:00:00Z', deletesOld: true });
    });

    it.for(seeds)('of loads, ingested texts, restores and undos (seed %s)', async (seed) => {
      await anySequenceOfLayers({ service, graph, llm }, seed, 30);
    });

    it.for(seeds)('of loads, ingested texts, restores, merges and undos (seed %s)', async (seed) => {
      await anySequenceOfLayers({ service, graph, llm }, seed, 20, { merges: true });
    });

    it.for(seeds)('of rules, as all changes that stand say (seed %s)', async (seed) => {
      await anySequenceOfRules(service, seed, 25);
    });

    it.for(seeds)('of all of these, while old versions are deleted (seed %s)', async (seed) => {
      await anySequenceOfLayers({ service, graph, llm }, seed, 25, { merges: seed % 2 === 0, deletesOld: true });
    });
  });
}
