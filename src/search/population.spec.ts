import { expect, it } from 'vitest';
import { Populations } from './population.js';
import type { SearchRepository } from './search.repository.js';
import type { CandidateFilter } from './search.statements.js';

/** Counts of a database with a million pieces and as many memories. */
const repository = {
  count: (_: string, kinds: CandidateFilter['kinds']) =>
    Promise.resolve({ matching: kinds.length * 1_000_000, total: 2_000_000 }),
  countFiltered: (_: CandidateFilter, limit: number) => Promise.resolve(limit),
} as unknown as SearchRepository;

const filter: CandidateFilter = {
  namespace: 'default',
  kinds: ['PIECE', 'MEMORY'],
  minTrust: 0,
  updatedAfter: undefined,
  required: { MEMORY: [['v1']] },
};

it('counts all nodes of the kinds of which nothing is required, however many there are', async () => {
  expect(await new Populations(repository).of(filter, 10)).toMatchObject({ matching: 1_000_000, total: 2_000_000 });
});

it('counts only up to a limit where each kind is filtered', async () => {
  const limit = 4 * Math.ceil(Math.sqrt(33 * 10 * 2_000_000));
  for (const filtered of [
    { minTrust: 0.5 },
    { updatedAfter: new Date() },
    { required: { MEMORY: [['v1']], PIECE: [['v1']] } },
  ])
    expect((await new Populations(repository).of({ ...filter, ...filtered }, 10)).matching).toBeLessThanOrEqual(limit);
});
