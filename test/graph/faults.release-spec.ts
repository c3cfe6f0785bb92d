import { afterAll, describe } from 'vitest';
import { withOwnDatabase } from '../setup/own-database.js';
import { outageTests } from './outage.js';
import { storedDataTests } from './stored-data.js';

// A database of an older release, and one that is killed. Other tests must not see their states.
withOwnDatabase((own) => {
  // This comes first, since it needs a database without a schema.
  describe('what 0.1.0 stored', () => {
    storedDataTests(own);
    afterAll(() => own().empty());
  });
  describe('while Neo4j is away', () => {
    outageTests(own);
  });
});
