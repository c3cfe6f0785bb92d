import 'reflect-metadata';
import type { ModuleRef } from '@nestjs/core';
import { expect, it } from 'vitest';
import { callerFrom } from '../common/caller.js';
import { SystemClock } from '../common/clock.js';
import { DatabaseReadOnlyError, DatabaseUnavailableError } from '../common/errors.js';
import { TokenCounter } from '../common/workers/token-counter.js';
import { Workers } from '../common/workers/workers.js';
import type { Config } from '../config/config.js';
import { KnowledgeRegistry } from '../knowledge/knowledge.registry.js';
import { ReceiptsService } from '../knowledge/receipts.service.js';
import type { ReceiptRow } from '../knowledge/receipts.statements.js';
import type { GraphService } from '../graph/graph.service.js';
import { TrialsService } from '../trials/trials.service.js';
import type { SearchService } from '../search/search.service.js';
import { ContextService } from './context.service.js';
import type { Aliases } from '../search/aliases.service.js';
import type { Exclusion } from '../search/exclusion.service.js';

/** Builds a context from a search that had no vector and found nothing; its receipt is passed to `record`. */
const contextOf = (record: (row: ReceiptRow) => Promise<void>) => {
  const search = {
    search: async () => ({ hits: [], totalFound: 0, degraded: ['EMBEDDER_BUSY'], leastMatch: 0.1, tookMs: 0 }),
  } as unknown as SearchService;
  const receipts = Object.assign(Object.create(ReceiptsService.prototype) as ReceiptsService, {
    clock: new SystemClock(),
    record,
  });
  const service = new ContextService(
    search,
    receipts,
    new KnowledgeRegistry([], {} as Config, {} as ModuleRef),
    new TokenCounter(new Workers()),
    {} as Exclusion,
    {} as Aliases,
    new TrialsService({} as GraphService, {} as KnowledgeRegistry, new SystemClock()),
  );
  return service.context(callerFrom({ namespace: 'test' }), {
    query: 'q',
    first: 10,
    minTrust: 0,
    depth: 1,
    maxTokens: 100,
    cite: false,
  });
};

it('goes without a receipt on a read-only database', async () => {
  expect((await contextOf(() => Promise.reject(new DatabaseReadOnlyError('read-only')))).receiptId).toBeNull();
});

it('does not hide any other failure to write it', async () => {
  await expect(contextOf(() => Promise.reject(new DatabaseUnavailableError('away')))).rejects.toThrow('away');
});

it('says in answer and receipt why less was found than could have been', async () => {
  const receipts: ReceiptRow[] = [];
  const { degraded } = await contextOf(async (receipt) => void receipts.push(receipt));
  expect(degraded).toEqual(['EMBEDDER_BUSY']);
  expect(receipts).toMatchObject([{ receipt: { degraded: ['EMBEDDER_BUSY'] } }]);
});
