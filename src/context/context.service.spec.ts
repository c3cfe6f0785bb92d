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
import type { SearchService } from '../search/search.service.js';
import type { ContextRepository } from './context.repository.js';
import { ContextService } from './context.service.js';

/** A context of nothing, whose receipt fails to be written. */
const contextWhere = (failure: Error) => {
  const search = {
    search: async () => ({ hits: [], totalFound: 0, degraded: [], tookMs: 0 }),
  } as unknown as SearchService;
  const repository = { recordReceipt: () => Promise.reject(failure) } as unknown as ContextRepository;
  const service = new ContextService(
    search,
    repository,
    new KnowledgeRegistry([], {} as Config, {} as ModuleRef),
    new SystemClock(),
    new TokenCounter(new Workers()),
  );
  return service.context(callerFrom({ namespace: 'test' }), {
    query: 'q',
    first: 10,
    minTrust: 0,
    depth: 1,
    maxTokens: 100,
  });
};

it('goes without a receipt on a read-only database', async () => {
  expect((await contextWhere(new DatabaseReadOnlyError('read-only'))).receiptId).toBeNull();
});

it('does not hide any other failure to write it', async () => {
  await expect(contextWhere(new DatabaseUnavailableError('away'))).rejects.toThrow('away');
});
