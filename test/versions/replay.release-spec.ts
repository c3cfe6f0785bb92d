import { describe, it } from 'vitest';
import { type Knowledge, withKnowledge } from '../layers/support.js';
import { anyPast } from './replay.js';

let service: Knowledge;
withKnowledge((started) => ({ service } = started));

const SEEDS = Array.from({ length: 12 }, (_, n) => 1 + n);

describe('an answer about a day is what was read on it', () => {
  it.for(SEEDS)('whatever was written since (seed %s)', async (seed) => {
    await anyPast(service, seed, 30);
  });
});
