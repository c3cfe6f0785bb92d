import { afterAll, beforeAll, describe } from 'vitest';
import { analyzerTests } from '../search/analyzer.js';
import { reembedTests } from '../search/reembed.js';
import { selectivityTests } from '../search/selectivity.js';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from '../setup/throw-away-neo4j.js';

// What cannot share the database of the run: its search indexes are one for all namespaces. Together in
// one file, since a database costs 20 s of CPU before the first test.
describe('with a database of its own', { timeout: 60_000 }, () => {
  let database: ThrowAwayNeo4j;
  const own = () => database;
  beforeAll(async () => {
    database = await throwAwayNeo4j();
  }, 120_000);
  afterAll(() => database?.remove());

  describe('search under filters that let 0.1, 1, 10 and 100 % through', () => {
    selectivityTests(own);
    afterAll(() => database.empty());
  });
  describe('vectors in the graph', () => {
    reembedTests(own);
  });
  describe('the analyzer of the full-text index', () => {
    analyzerTests(own);
  });
});
