import { describe } from 'vitest';
import { explainEach, names, RARE } from './every-statement.js';

describe('every Cypher file of what is rare', () => {
  explainEach(names.filter((name) => RARE.test(name)));
});
