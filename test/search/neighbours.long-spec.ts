import { describe } from 'vitest';
import { withOwnDatabase } from '../setup/own-database.js';
import { neighboursTests } from './neighbours.js';

withOwnDatabase((own) => {
  describe('the words of a namespace beside others', () => {
    neighboursTests(own);
  });
});
