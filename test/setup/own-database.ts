import { afterAll, beforeAll, describe } from 'vitest';
import { throwAwayNeo4j, type ThrowAwayNeo4j } from './throw-away-neo4j.js';

/**
 * Declares tests that have a database of their own.
 *
 * @param tests receive the database, which exists from the first test on
 */
export function withOwnDatabase(tests: (own: () => ThrowAwayNeo4j) => void): void {
  describe('with a database of its own', { timeout: 60_000 }, () => {
    let database: ThrowAwayNeo4j;
    beforeAll(async () => {
      database = await throwAwayNeo4j();
    }, 120_000);
    afterAll(() => database?.remove());
    tests(() => database);
  });
}
