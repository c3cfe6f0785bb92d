import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { DEFAULT_LOCAL_MODEL } from '../../src/embedding/models.js';
import { type RunningService, startService } from '../../src/service.js';
import { type ThrowAwayNeo4j, throwAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { localModel } from '../support/local-model.js';
import { contextService } from '../context/support.js';
import { freshNamespace } from '../support/graph.js';
import { tryDemo } from './demo.js';

// The test has a database of its own, whose first model is the default one.
const found = localModel(DEFAULT_LOCAL_MODEL);
const folder = found.missing === undefined ? dirname(found.folder) : undefined;
let database: ThrowAwayNeo4j;
let service: RunningService | undefined;

beforeAll(async () => {
  database = await throwAwayNeo4j();
  if (folder === undefined) return;
  service = await startService(
    loadConfig({
      ...database.connection,
      PORT: '0',
      LOG_LEVEL: 'silent',
      EMBEDDER: 'local',
      LOCAL_MODEL_DIR: folder,
      MODEL_SOURCES: 'none',
    }),
  );
}, 120_000);
afterAll(async () => {
  await service?.close();
  await database?.remove();
});

it.skipIf(folder === undefined)('the demo shows how one report changes the order, with the default model', () =>
  tryDemo(service?.url ?? ''),
);

it('the demo shows the same by words alone, and leaves nothing behind', async () => {
  await service?.close();
  service = undefined;
  await database.empty();
  const wordsOnly = await contextService(database.connection);
  await tryDemo(wordsOnly.url);
  const left = await wordsOnly.data<object>(freshNamespace(), '{ status { counts { count } } }');
  await wordsOnly.close();
  expect(JSON.stringify(left)).not.toMatch(/"count":[1-9]/);
});
