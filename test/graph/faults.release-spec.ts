import { describe } from 'vitest';
import { withOwnDatabase } from '../setup/own-database.js';
import { outageTests } from './outage.js';

// A database that is killed. Other tests must not see its states.
withOwnDatabase((own) => {
  describe('while Neo4j is away', () => {
    outageTests(own);
  });
});
