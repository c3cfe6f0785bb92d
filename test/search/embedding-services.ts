import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { LocalRuntime } from '../../src/embedding/local-runtime.js';
import type { ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.js';
import { type Searching, searching } from './support.js';

const WORDS = ['measurement', 'channel', 'raster', 'plot', 'export', 'folder', 'signal', 'cursor', 'window', 'trigger'];
/** Returns the same few words, in a different order for each index. */
export const textOf = (index: number) =>
  [1, 3, 7].map((step) => WORDS[(index * step + (index >> 3)) % WORDS.length]).join(' ');

/** Waits until a condition holds. @throws Error when it does not hold within a minute */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds());) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(100);
  }
}

/**
 * Starts services on a database of their own, with an embedder that speaks the OpenAI protocol. All are closed after
 * each test.
 */
export function embeddingServices(database: () => ThrowAwayNeo4j) {
  let server: EmbeddingServer;
  const open: Searching[] = [];
  const start = async (overrides: Record<string, string> = {}, runtime?: LocalRuntime) => {
    const settings = {
      ...database().connection,
      EMBEDDER: 'openai',
      EMBEDDING_MODEL: 'a-24',
      OPENAI_BASE_URL: server.url,
      EMBEDDING_TIMEOUT_MS: '2000',
      ...overrides,
    };
    const service = await searching(settings, runtime);
    open.push(service);
    return service;
  };
  const closeAll = async () => {
    for (const service of open.splice(0)) await service.close();
  };
  const vectorsOf = (service: Searching, namespace: string) =>
    service.run(
      `MATCH (k:Knowledge {namespace: $namespace}) RETURN k.id AS id, k.title AS title, k.text AS text,
         k.model0 AS model0, k.embedding0 AS vector0, k.model1 AS model1, k.embedding1 AS vector1 ORDER BY id`,
      { namespace },
    );
  beforeAll(async () => {
    server = await startEmbeddingServer();
  });
  afterEach(async () => {
    server.answerWith(undefined);
    await closeAll();
  });
  afterAll(async () => {
    await closeAll();
    await server?.close();
  });
  return { server: () => server, start, closeAll, vectorsOf };
}
