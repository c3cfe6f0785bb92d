import { describe } from 'vitest';
import { movesNothingAlone, sharesSoundly } from './drawn.js';
import { startOutcomes } from './support.js';

startOutcomes();

describe('an outcome', () => sharesSoundly(40));

describe('voices', () => movesNothingAlone(6));
