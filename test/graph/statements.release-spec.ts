import { describe } from 'vitest';
import { explainEach, isRare, names } from './every-statement.js';

describe('every Cypher file of what is rare', () => {
  explainEach(names.filter(isRare));
});
