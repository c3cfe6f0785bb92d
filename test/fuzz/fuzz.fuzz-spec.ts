import { afterAll, beforeAll, expect, it } from 'vitest';
import { GIVEN } from '../graph/every-mutation.js';
import { FuzzedService, type Tally } from './fuzzed-service.js';
import { rootFields } from './graphql-calls.js';
import { NOT_ON_A_SHARED_DATABASE } from './skipped.js';

// `npm run test:fuzz`. FUZZ_CALLS and FUZZ_SEED choose the number of calls of each kind and the random values; FUZZ_LOG
// the level of the service's log, which has the causes of defects.
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 20_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 20));
const HOURS = 4 * 3_600_000;

let fuzzed: FuzzedService;
beforeAll(async () => {
  fuzzed = await FuzzedService.start(process.env['FUZZ_SHARED'] ? NOT_ON_A_SHARED_DATABASE : []);
});
afterAll(() => fuzzed?.close());

function print(what: string, { called, succeeded, codes }: Tally): void {
  const calls = [...called.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...codes].sort(([, a], [, b]) => b - a).map(([code, count]) => `${count} ${code}`);
  const never = [...called.keys()].filter((name) => !succeeded.has(name)).sort();
  process.stdout.write(
    `\n${what}, seed ${SEED}: ${calls} calls of ${called.size}; ${counts.join(', ')}; never succeeded: ${never.join(', ') || 'none'}\n`,
  );
}

it(
  'answers random operations of GraphQL without a defect',
  async () => {
    const tally = await fuzzed.graphql(CALLS, SEED);
    print('GraphQL', tally);
    expect(tally.failures, `seed ${SEED}`).toEqual([]);
    const mutations = rootFields(fuzzed.schema, 'mutation').filter((name) => !NOT_ON_A_SHARED_DATABASE.includes(name));
    const roots = [...rootFields(fuzzed.schema, 'query'), ...mutations, ...rootFields(fuzzed.schema, 'subscription')];
    if (CALLS < 5_000) return;
    expect(roots.filter((name) => !tally.called.has(name))).toEqual([]);
    expect(Object.keys(GIVEN).filter((name) => !tally.succeeded.has(name))).toEqual([]);
  },
  HOURS,
);

it(
  'answers random calls of MCP tools without a defect, in the declared form',
  async () => {
    const tally = await fuzzed.mcp(CALLS, SEED);
    print('MCP', tally);
    expect(tally.failures, `seed ${SEED}`).toEqual([]);
  },
  HOURS,
);

it(
  'then has stored nothing that contradicts itself',
  async () => {
    expect(await fuzzed.contradictions(), `seed ${SEED}`).toEqual([]);
  },
  HOURS,
);
