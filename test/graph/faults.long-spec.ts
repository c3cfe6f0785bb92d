import { afterAll, beforeAll, describe } from 'vitest';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { outageTests } from './outage.js';
import { storedDataTests } from './stored-data.js';

// A database of an older release, and one that is killed: each begins or ends as no other test may meet it.
describe('with a database of its own', { timeout: 60_000 }, () => {
  let database: ThrowAwayNeo4j;
  const own = () => database;
  beforeAll(async () => {
    database = await throwAwayNeo4j();
  }, 120_000);
  afterAll(() => database?.remove());

  // First, since it begins without a schema.
  describe('what 0.1.0 stored', () => {
    storedDataTests(own);
    afterAll(() => database.empty());
  });
  describe('while Neo4j is away', () => {
    outageTests(own);
  });
});
