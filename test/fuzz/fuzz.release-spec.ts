import { afterAll, beforeAll, expect, it } from 'vitest';
import { GIVEN } from '../graph/every-mutation.js';
import { withOwnDatabase } from '../setup/own-database.js';
import { FuzzedService, type Tally } from './fuzzed-service.js';
import { rootFields } from './graphql-calls.js';

// FUZZ_CALLS and FUZZ_SEED choose the number of calls of each kind and the random values; FUZZ_LOG
// the level of the service's log, which has the causes of defects.
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 20_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.trunc(Math.random() * 2 ** 20));
const HOURS = 4 * 3_600_000;

function print(what: string, { called, succeeded, codes }: Tally): void {
  const calls = [...called.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...codes].sort(([, a], [, b]) => b - a).map(([code, count]) => `${count} ${code}`);
  const never = [...called.keys()].filter((name) => !succeeded.has(name)).sort();
  process.stdout.write(
    `\n${what}, seed ${SEED}: ${calls} calls of ${called.size}; ${counts.join(', ')}; never succeeded: ${never.join(', ') || 'none'}\n`,
  );
}

// A database of its own, because the calls create keys, and other tests have none.
withOwnDatabase((own) => {
  let fuzzed: FuzzedService;
  beforeAll(async () => {
    fuzzed = await FuzzedService.start({ connection: own().connection });
  });
  afterAll(() => fuzzed?.close());

  it(
    'answers random operations of GraphQL without a defect',
    async () => {
      const tally = await fuzzed.graphql(CALLS, SEED);
      print('GraphQL', tally);
      expect(tally.failures, `seed ${SEED}`).toEqual([]);
      const roots = (['query', 'mutation', 'subscription'] as const).flatMap((root) => rootFields(fuzzed.schema, root));
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
});
